//! A bug as a link: the last seconds of a session, to be opened at the same tick anywhere.

use super::history::Moment;
use super::tape::Tape;
use super::{Controls, Session};
use crate::record::{Print, print_of_start};
use crate::scenes::Entry;
use crate::walk::{Origin, Setup};
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use glissando_level::Files;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};

/// The form of the text. It grows when old texts cannot be read any more.
const FORMAT: u32 = 1;

/// What a link has before its clip.
const KEY: &str = "clip=";

/// Largest clip that is read, in bytes when unpacked.
const MOST_BYTES: usize = 64 << 20;

/// Most ticks that are walked to open a clip.
const MOST_TICKS: u64 = 1_000_000;

/// How hard a clip is packed, 0 to 10.
const PACKING: u8 = 9;

/// A part of a session, to be walked again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    /// The form of the text.
    clip: u32,
    origin: Origin,
    /// Of everything that does not change.
    world: Print,
    /// How everything was before the first tick; nothing for the start of the walk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begin: Option<Box<Moment>>,
    acts: Tape,
    /// The tick that it opens at.
    to: u64,
    /// Of everything that changes, at that tick.
    state: Print,
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
        let clip: Self = if text.starts_with(b"{") {
            serde_json::from_slice(text).context("the clip")?
        } else {
            serde_json::from_slice(&unpacked(text)?).context("the clip in the link")?
        };
        ensure!(clip.clip == FORMAT, "clip is {}: this program reads {FORMAT}", clip.clip);
        let from = clip.from();
        ensure!(from <= clip.to, "to is {}: the clip begins at tick {from}", clip.to);
        let ticks = clip.to - from;
        ensure!(ticks <= MOST_TICKS, "the clip has {ticks} ticks, more than the accepted {MOST_TICKS}");
        clip.acts.check(from, clip.to)?;
        Controls { yaw: clip.yaw, pitch: clip.pitch, ..Controls::default() }.check()?;
        Ok(clip)
    }

    /// What a text begins with that is a clip's own, not another file's.
    pub fn is_clip(text: &[u8]) -> bool {
        text.starts_with(b"{\"clip\":")
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

    fn from(&self) -> u64 {
        self.begin.as_ref().map_or(0, |moment| moment.tick())
    }
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
    /// The last seconds of this session, up to the last tick.
    ///
    /// # Errors
    /// A walk that cannot be set up again from what it is made of: one by a script of files.
    pub fn clip(&self) -> anyhow::Result<Clip> {
        let origin = self.walk.origin.clone();
        let origin =
            origin.context("only walks in scenes and levels have clips; `glissando record` keeps others")?;
        let now = self.tick();
        let begin =
            self.history.before(self.earliest()).filter(|moment| moment.tick() > 0 && moment.tick() <= now);
        let from = begin.map_or(0, Moment::tick);
        let mut acts = self.tape.from(from);
        acts.cut(now);
        Ok(Clip {
            clip: FORMAT,
            origin,
            world: print_of_start(&self.walk),
            begin: begin.cloned().map(Box::new),
            acts,
            to: now,
            state: Print::of(&self.play),
            yaw: self.controls.yaw,
            pitch: self.controls.pitch,
            speed: self.speed,
        })
    }

    /// A clip at its last tick, paused; whether it came to the same bits there. One can go back through it.
    ///
    /// # Errors
    /// Files that are not there or not those of the clip; a clip that makes no sense.
    pub fn open(files: &dyn Files, clip: &Clip) -> anyhow::Result<(Self, bool)> {
        let Origin { is_scene, name, source, wishes } = &clip.origin;
        let walk = match source {
            _ if *is_scene => Entry::named(name)?.setup(wishes)?,
            Some(source) => Setup::wandering(files, name.clone(), source.clone(), wishes)?,
            None => bail!("origin has no source: the clip of a level says which"),
        };
        let is_same_world = print_of_start(&walk) == clip.world;
        ensure!(
            is_same_world,
            "{name}: this is not the level of the clip, or the program is of another version"
        );
        let mut session = Self::new(walk)?;
        if let Some(moment) = &clip.begin {
            session.restore(moment)?;
        }
        session.tape = clip.acts.clone();
        (session.start, session.end) = (clip.from(), clip.to);
        session.set_speed(clip.speed)?;
        session.controls = Controls { yaw: clip.yaw, pitch: clip.pitch, ..Controls::default() };
        session.grip = session.controls;
        while session.tick() < clip.to {
            session.step().with_context(|| format!("tick {} of the clip", session.tick()))?;
        }
        session.pause(true);
        let is_same = Print::of(&session.play) == clip.state;
        Ok((session, is_same))
    }

    /// Goes on from a moment.
    fn restore(&mut self, moment: &Moment) -> anyhow::Result<()> {
        let others = self.walk.players.len() - 1;
        ensure!(
            moment.minds.count() == others,
            "the clip has {} others, the scene {others}",
            moment.minds.count()
        );
        self.play.restore(&moment.play)?;
        self.minds = moment.minds.clone();
        self.before.clone_from(self.play.state());
        self.poses_before = self.poses()?;
        Ok(())
    }
}
