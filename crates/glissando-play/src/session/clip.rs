//! A bug as a link: the last seconds of a session, to be opened at the same tick anywhere.

use super::history::{History, Moment, most_steps};
use super::input_log::InputLog;
use super::{Controls, Session};
use crate::record::{StateHash, hash_of_start};
use crate::saved::Kind;
use crate::scenes::Entry;
use crate::script::read;
use crate::walk::{Origin, Setup, is_below};
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use glissando_level::Files;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};

/// What a link has before its clip.
const KEY: &str = "clip=";

/// Largest clip that is read, in bytes when unpacked.
const MOST_BYTES: usize = 64 << 20;

/// The last tick that a clip can be of: numbers of JSON are exact up to here.
const LAST_TICK: u64 = 1 << 53;

/// How hard a clip is packed, 0 to 10.
const PACKING: u8 = 9;

/// A part of a session, to be walked again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    glissando: Kind,
    version: u32,
    origin: Origin,
    /// Of everything that does not change.
    world: StateHash,
    /// How everything was before the first tick; nothing for the start of the walk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begin: Option<Box<Moment>>,
    acts: InputLog,
    /// The tick that it opens at.
    to: u64,
    /// Of everything that changes, at that tick.
    state: StateHash,
    yaw: f64,
    pitch: f64,
    speed: f64,
}

impl Clip {
    /// The clip in a text: its own JSON, or a link that has it packed.
    ///
    /// # Errors
    /// A text that has none, or a damaged one.
    pub fn read(text: &[u8]) -> anyhow::Result<Self> {
        let text = text.trim_ascii();
        if text.starts_with(b"{") {
            Self::parse(text).context("the clip")
        } else {
            Self::parse(&unpacked(text)?).context("the clip in the link")
        }
    }

    fn parse(json: &[u8]) -> anyhow::Result<Self> {
        Kind::Clip.check(json)?;
        let clip: Self = read::json(json)?;
        let from = clip.from();
        ensure!(clip.to <= LAST_TICK, "to is {}: it must be at most {LAST_TICK}", clip.to);
        ensure!(from <= clip.to, "to is {}: the clip begins at tick {from}", clip.to);
        clip.acts.check(from, clip.to)?;
        clip.check_levels()?;
        Controls { yaw: clip.yaw, pitch: clip.pitch, ..Controls::default() }.check()?;
        Ok(clip)
    }

    /// What a text begins with that is a clip's own, not another file's.
    pub fn is_clip(text: &[u8]) -> bool {
        Kind::of(text) == Some(Kind::Clip)
            || text.windows(KEY.len()).take(4096).any(|part| part == KEY.as_bytes())
    }

    /// As JSON.
    ///
    /// # Errors
    /// None: its numbers are finite.
    pub fn to_json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// As the part of a link after `#`.
    ///
    /// # Errors
    /// None: its numbers are finite.
    pub fn to_fragment(&self) -> anyhow::Result<String> {
        let packed = compress_to_vec(self.to_json()?.as_bytes(), PACKING);
        Ok(format!("{KEY}{}", URL_SAFE_NO_PAD.encode(packed)))
    }

    /// What it was walked in.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Refuses paths that would read files outside, and more files than any clip has.
    fn check_levels(&self) -> anyhow::Result<()> {
        let Some(source) = &self.origin.source else { return Ok(()) };
        Kind::Clip.check_levels(source)?;
        match source.levels().find(|path| !is_below(path)) {
            Some(path) => bail!(
                "the level {}: a clip names a file below the folder that it is opened in",
                path.display()
            ),
            None => Ok(()),
        }
    }

    /// Refuses more ticks than any clip has of a walk of so many characters.
    fn check_ticks(&self, history: &History, characters: usize) -> anyhow::Result<()> {
        let ticks = self.to - self.from();
        let most = most_ticks(history, characters);
        ensure!(
            ticks <= most,
            "the clip has {ticks} ticks, more than the accepted {most} of {characters} characters"
        );
        Ok(())
    }

    fn from(&self) -> u64 {
        self.begin.as_ref().map_or(0, |moment| moment.tick())
    }
}

/// Most ticks of a clip of so many characters.
fn most_ticks(history: &History, characters: usize) -> u64 {
    most_steps(characters).min(history.most_ticks())
}

/// The walk of an origin, if its world has this hash.
pub(super) fn set_up(files: &dyn Files, origin: &Origin, world: StateHash) -> anyhow::Result<Setup> {
    let Origin { is_scene, name, source, wishes } = origin;
    let walk = match source {
        _ if *is_scene => Entry::named(name)?.setup(wishes)?,
        Some(source) => Setup::wandering(files, name.clone(), source.clone(), wishes)
            .with_context(|| format!("the level {name}, whose files must be where it is opened"))?,
        None => bail!("origin has no source: what was kept of a level says which"),
    };
    let is_same = hash_of_start(&walk) == world;
    ensure!(is_same, "{name}: this is not the level that was walked, or the program is of another version");
    Ok(walk)
}

/// The text that a link has packed.
fn unpacked(text: &[u8]) -> anyhow::Result<Vec<u8>> {
    let text = std::str::from_utf8(text).context("it is neither JSON nor a link")?;
    let Some((_, packed)) = text.split_once(KEY) else {
        bail!("it is neither JSON nor a link with {KEY} in it");
    };
    let packed: String =
        packed.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
    let cut = "the link is damaged, or was cut off where it was copied";
    let bytes = URL_SAFE_NO_PAD.decode(packed).context(cut)?;
    decompress_to_vec_with_limit(&bytes, MOST_BYTES).map_err(|error| anyhow::anyhow!("{cut} ({error})"))
}

impl Session {
    /// The last seconds of this session, up to the last tick, and what was changed after it: ten seconds, and fewer of
    /// a crowd.
    ///
    /// # Errors
    /// A walk that cannot be set up again from what it is made of: one by a script of files, or in too many levels.
    pub fn clip(&self) -> anyhow::Result<Clip> {
        let origin = self.walk.origin.clone();
        let mut origin =
            origin.context("only walks in scenes and levels have clips; `glissando record` keeps others")?;
        if let Some(source) = &mut origin.source {
            source.forget_folders();
        }
        let now = self.tick();
        let first = now.saturating_sub(most_ticks(&self.history, self.walk.players.len()));
        let begin = self.history.from(first).filter(|moment| moment.tick() > 0 && moment.tick() <= now);
        let from = begin.map_or(0, Moment::tick);
        let mut acts = self.input_log.from(from);
        // What is written about the next tick belongs to it as long as it is not what was walked before going back.
        acts.cut(if self.is_repeating() { now } else { now + 1 });
        let clip = Clip {
            glissando: Kind::Clip,
            version: Kind::Clip.version(),
            origin,
            world: hash_of_start(&self.walk),
            begin: begin.cloned().map(Box::new),
            acts,
            to: now,
            state: StateHash::of(&self.play),
            yaw: self.controls.yaw,
            pitch: self.controls.pitch,
            speed: self.speed,
        };
        clip.check_levels()?;
        Ok(clip)
    }

    /// A clip at its last tick, paused; whether it came to the same bits there. One can go back through it.
    ///
    /// # Errors
    /// Files that are not there or not those of the clip; a clip that makes no sense.
    pub fn open(files: &dyn Files, clip: &Clip) -> anyhow::Result<(Self, bool)> {
        let mut session = Self::new(set_up(files, &clip.origin, clip.world)?)?;
        clip.check_ticks(&session.history, session.walk.players.len())?;
        clip.acts.check_content(session.walk.movers.len())?;
        if let Some(moment) = &clip.begin {
            session.check(moment)?;
            session.restore(moment)?;
            session.history.keep((**moment).clone());
        }
        session.input_log = clip.acts.clone();
        (session.start, session.end) = (clip.from(), clip.to);
        session.set_speed(clip.speed)?;
        // A flying character goes on flying; keys that were held are held no longer.
        let fly = clip.acts.held(clip.to.saturating_sub(1).max(clip.from())).fly;
        session.controls = Controls { yaw: clip.yaw, pitch: clip.pitch, fly, ..Controls::default() };
        session.grip = session.controls;
        while session.tick() < clip.to {
            session.step().with_context(|| format!("tick {} of the clip", session.tick()))?;
        }
        session.pause(true);
        let is_same = StateHash::of(&session.play) == clip.state;
        Ok((session, is_same))
    }

    /// Refuses a moment of another walk.
    fn check(&self, moment: &Moment) -> anyhow::Result<()> {
        let others = self.walk.players.len() - 1;
        ensure!(
            moment.wander_ai.count() == others,
            "the clip has {} others, the scene {others}",
            moment.wander_ai.count()
        );
        Ok(())
    }
}
