//! The script of a walk: one JSON file with the world, the characters, and their inputs.
//!
//! The format is told in `docs/cli.md`. What a script leaves out takes the library's defaults.

mod balls;
mod character;
mod crowd_spawner;
mod moving;
mod passing;
mod piece;
mod plan;
pub mod read;
mod surface;
mod values;

pub use crowd_spawner::CrowdSpawner;
pub use moving::Moving;
pub use piece::Piece;
pub use plan::{Cue, MOST_TICKS, Order, Plan, USUAL_HZ, tick_of};
pub use surface::{Belt, SurfaceTraction};

use anyhow::{Context, bail};
use character::Character;
use glissando::balls::{Ball, Settings as BallSettings};
use glissando::{Config, DVec3};
use serde::Deserialize;
use std::path::Path;

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
