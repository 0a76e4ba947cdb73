//! The script of a walk: one JSON file with the world, the characters, and their inputs.
//!
//! The format is told in `docs/cli.md`. What a script leaves out takes the library's defaults.

mod balls;
mod character;
mod crowd_spawner;
mod moving;
mod passing;
mod plan;
pub mod read;
mod values;

pub use crowd_spawner::CrowdSpawner;
pub use moving::{Belt, Moving};
pub use plan::{Cue, MOST_TICKS, Order, Plan, USUAL_HZ, tick_of};

use anyhow::{Context, bail};
use character::Character;
use glissando::balls::{Ball, Settings as BallSettings};
use glissando::stage::{Ends, Key, Policy};
use glissando::trigger::effect::Effect;
use glissando::{Config, DAffine3, DQuat, DVec3};
use moving::{Fields, Velocities, check_vector};
use passing::Kind;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use values::Scale;

/// Largest script that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Strength of the gravity that a script gets without asking, m/s².
const GRAVITY: f64 = 9.81;

/// A script as it is written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// The levels of the world.
    pub world: Vec<Piece>,
    up: Option<DVec3>,
    gravity: Option<DVec3>,
    character: Option<Character>,
    /// Centre of the ellipsoid at the start.
    spawn: Option<DVec3>,
    dt: Option<f64>,
    ticks: Option<Vec<plan::Span>>,
    /// Several characters, instead of the one of the fields above.
    characters: Option<Vec<Part>>,
    balls: Option<balls::Balls>,
    /// A spawner of wandering characters.
    wanderers: Option<CrowdSpawner>,
}

/// One of several characters: the fields that a script has for its only one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Part {
    character: Character,
    spawn: Option<DVec3>,
    ticks: Vec<plan::Span>,
}

/// A character, its start and its inputs.
#[derive(Clone, Debug)]
pub struct Role {
    /// The character.
    pub config: Config,
    /// Centre of the ellipsoid at the start, if the script says.
    pub spawn: Option<DVec3>,
    /// What is pressed when.
    pub plan: Plan,
}

/// A level file, where it is put, and what it does there.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Path of the file, relative to the script's folder.
    pub level: PathBuf,
    #[serde(default)]
    pose: Pose,
    /// The only instance of the file that is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// What `open` and `close` call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    motion: Option<Velocities>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Key>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pivot: Option<DVec3>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ends: Option<Ends>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    policy: Option<Policy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    conveyor: Option<Belt>,
    #[serde(default, skip_serializing_if = "Kind::is_solid")]
    kind: Kind,
    /// The effect on a character that passes through it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect<String>>,
}

/// Scale first, then rotate, then shift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct Pose {
    translation: DVec3,
    rotation: DQuat,
    /// Metres per unit of the file, along each of its axes once Y is up; `None`: what the file and its manifest say.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<Scale>,
}

impl Script {
    /// The script in a file; paths of levels are then as seen from here.
    ///
    /// # Errors
    /// A file that cannot be read or is no script: with the line, the field and what is wrong.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let mut script = Self::parse(&read::bytes(path, MOST_BYTES)?)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for piece in &mut script.world {
            piece.level = folder.join(&piece.level);
        }
        Ok(script)
    }

    /// The script in a text; paths of levels stay as they are written.
    pub fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        read::json(bytes)
    }

    /// The characters, at the script's own tick rate or at `hz`.
    ///
    /// # Errors
    /// Numbers that no character can have, by name; orders that contradict themselves; a rate that does not
    /// divide the script's times; one character and several at once.
    pub fn roles(&self, hz: Option<f64>) -> anyhow::Result<Vec<Role>> {
        let Some(parts) = &self.characters else {
            let ticks = self.ticks.as_deref().unwrap_or_default();
            let character = self.character.unwrap_or_default();
            return Ok(vec![self.role(&character, self.spawn, ticks, hz)?]);
        };
        let single = [
            ("character", self.character.is_some()),
            ("spawn", self.spawn.is_some()),
            ("ticks", self.ticks.is_some()),
        ];
        if let Some((name, _)) = single.iter().find(|(_, is_there)| *is_there) {
            bail!(
                "{name} and characters: with several, each has its own character, spawn and ticks inside of characters"
            );
        }
        if parts.is_empty() {
            bail!("characters is []: name at least one, or leave it out");
        }
        let role = |(index, part): (usize, &Part)| {
            let role = self.role(&part.character, part.spawn, &part.ticks, hz);
            role.with_context(|| format!("characters[{index}]"))
        };
        parts.iter().enumerate().map(role).collect()
    }

    /// The rules of the balls, and the balls.
    ///
    /// # Errors
    /// Numbers that no ball can have, by name.
    pub fn balls(&self) -> anyhow::Result<(BallSettings, Vec<Ball>)> {
        match &self.balls {
            Some(balls) => balls.read(self.gravity()),
            None => Ok((BallSettings::default(), Vec::new())),
        }
    }

    /// The spawner of wandering characters, and their settings.
    ///
    /// # Errors
    /// Numbers that no character can have, by name.
    pub fn crowd_spawner(&self) -> anyhow::Result<Option<(&CrowdSpawner, Config)>> {
        let Some(crowd_spawner) = &self.wanderers else { return Ok(None) };
        let settings =
            crowd_spawner.character.settings(self.up(), self.gravity()).context("wanderers.character")?;
        Ok(Some((crowd_spawner, Config::new(&settings).context("wanderers.character")?)))
    }

    fn up(&self) -> DVec3 {
        self.up.unwrap_or(DVec3::Y)
    }

    fn gravity(&self) -> DVec3 {
        let downward = || self.up().try_normalize().map_or(DVec3::ZERO, |up| up * -GRAVITY);
        self.gravity.unwrap_or_else(downward)
    }

    fn role(
        &self,
        character: &Character,
        spawn: Option<DVec3>,
        ticks: &[plan::Span],
        hz: Option<f64>,
    ) -> anyhow::Result<Role> {
        let settings = character.settings(self.up(), self.gravity())?;
        let config = Config::new(&settings).context("character")?;
        Ok(Role { config, spawn, plan: Plan::new(ticks, self.dt, hz)? })
    }
}

impl Piece {
    /// A level as it is.
    pub fn plain(level: PathBuf) -> Self {
        Self {
            level,
            pose: Pose::default(),
            part: None,
            name: None,
            motion: None,
            path: None,
            pivot: None,
            ends: None,
            policy: None,
            conveyor: None,
            kind: Kind::Solid,
            effect: None,
        }
    }

    /// Where the level is put.
    ///
    /// # Errors
    /// A rotation that is none.
    pub fn pose(&self) -> anyhow::Result<DAffine3> {
        let Pose { translation, rotation, scale } = self.pose;
        let rotation =
            rotation.try_normalize().context("the rotation has no direction: [0, 0, 0, 1] is none")?;
        let scale = scale.map_or(DVec3::ONE, |scale| scale.0);
        Ok(DAffine3::from_scale_rotation_translation(scale, rotation, translation))
    }

    /// Whether it says its own scale, which then counts in place of the manifest's unit.
    pub const fn has_scale(&self) -> bool {
        self.pose.scale.is_some()
    }

    /// The layers that its bodies are on.
    pub const fn layers(&self) -> u32 {
        self.kind.layers()
    }

    /// How it moves, if it does.
    ///
    /// # Errors
    /// Fields that contradict each other, numbers that no motion can have, by name.
    pub fn moving(&self) -> anyhow::Result<Option<Moving>> {
        let Self { motion, path, pivot, ends, policy, .. } = self;
        let (motion, path) = (motion.as_ref(), path.as_deref());
        Moving::of(&Fields { motion, path, pivot: *pivot, ends: *ends, policy: *policy })
    }

    /// Whether it is passed through.
    ///
    /// # Errors
    /// Fields that only what is solid has, or only what is passed through.
    pub fn is_trigger(&self) -> anyhow::Result<bool> {
        if self.kind != Kind::Trigger {
            if self.effect.is_some() {
                bail!("effect is for what is passed through: say \"kind\": \"trigger\"");
            }
            return Ok(false);
        }
        let is_there = [
            ("motion", self.motion.is_some()),
            ("path", self.path.is_some()),
            ("conveyor", self.conveyor.is_some()),
            ("name", self.name.is_some()),
        ];
        if let Some((name, _)) = is_there.iter().find(|(_, is_there)| *is_there) {
            bail!(
                "kind is \"trigger\", which has no {name}: a trigger stays where it is and carries no character"
            );
        }
        Ok(true)
    }

    /// The belt that it is, if it is one.
    ///
    /// # Errors
    /// A velocity that no belt can have.
    pub fn belt(&self) -> anyhow::Result<Option<&Belt>> {
        if let Some(belt) = &self.conveyor {
            check_vector("conveyor.velocity", belt.velocity)?;
        }
        Ok(self.conveyor.as_ref())
    }
}
