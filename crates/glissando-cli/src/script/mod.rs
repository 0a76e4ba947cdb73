//! The script of a walk: one JSON file that says what world, who walks, and what is pressed when.
//!
//! The format is told in `docs/cli.md`. What a script leaves out takes the library's defaults.

mod character;
mod plan;
pub(crate) mod read;
mod values;

pub(crate) use character::crouched;
pub(crate) use plan::{Order, Plan, USUAL_HZ, tick_of};

use anyhow::Context;
use character::Character;
use glissando::{Config, DAffine3, DQuat, DVec3};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use values::Scale;

/// Largest script that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Strength of the gravity that a script gets without asking, m/s².
const GRAVITY: f64 = 9.81;

/// A script as it is written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Script {
    /// The levels of the world.
    pub(crate) world: Vec<Piece>,
    up: Option<DVec3>,
    gravity: Option<DVec3>,
    character: Character,
    /// Centre of the ellipsoid at the start.
    pub(crate) spawn: Option<DVec3>,
    dt: Option<f64>,
    ticks: Vec<plan::Span>,
}

/// A level file and where it is put.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Piece {
    /// Path of the file, relative to the script's folder.
    pub(crate) level: PathBuf,
    #[serde(default)]
    pose: Pose,
}

/// Scale first, then rotate, then shift.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Pose {
    translation: DVec3,
    rotation: DQuat,
    scale: Scale,
}

impl Script {
    /// The script in a file; paths of levels are then as seen from here.
    ///
    /// # Errors
    /// A file that cannot be read or is no script: with the line, the field and what is wrong.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let mut script = Self::parse(&read::bytes(path, MOST_BYTES)?)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for piece in &mut script.world {
            piece.level = folder.join(&piece.level);
        }
        Ok(script)
    }

    /// The script in a text; paths of levels stay as they are written.
    pub(crate) fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        read::json(bytes)
    }

    /// Who walks.
    ///
    /// # Errors
    /// Numbers that no character can have, by name.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let up = self.up.unwrap_or(DVec3::Y);
        let downward = || up.try_normalize().map_or(DVec3::ZERO, |up| up * -GRAVITY);
        let settings = self.character.settings(up, self.gravity.unwrap_or_else(downward))?;
        Config::new(&settings).context("character")
    }

    /// What happens tick by tick, at the script's own rate or at `hz`.
    ///
    /// # Errors
    /// A rate that does not divide the script's times; orders that contradict themselves.
    pub(crate) fn plan(&self, hz: Option<f64>) -> anyhow::Result<Plan> {
        Plan::new(&self.ticks, self.dt, hz)
    }
}

impl Piece {
    /// Where the level is put.
    pub(crate) fn pose(&self) -> anyhow::Result<DAffine3> {
        let Pose { translation, rotation, scale } = self.pose;
        let rotation = rotation.try_normalize().with_context(|| {
            format!("world, {}: the rotation has no direction: [0, 0, 0, 1] is none", self.level.display())
        })?;
        Ok(DAffine3::from_scale_rotation_translation(scale.0, rotation, translation))
    }
}
