//! Balls on the stage, as a script says them.

use anyhow::Context;
use glissando::DVec3;
use glissando::balls::{Ball, Mass, Settings};
use serde::Deserialize;

/// The balls, and the rules that all of them follow.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Balls {
    list: Vec<BallWord>,
    wall_restitution: Option<f64>,
    character_restitution: Option<f64>,
    rolling_deceleration: Option<f64>,
    rest_speed: Option<f64>,
}

/// A ball at the start.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BallWord {
    /// Centre, metres.
    position: DVec3,
    #[serde(default)]
    velocity: DVec3,
    /// Metres.
    radius: f64,
    /// Kilograms.
    #[serde(default = "one")]
    mass: f64,
    #[serde(default = "one")]
    restitution: f64,
}

const fn one() -> f64 {
    1.0
}

impl Balls {
    /// The rules, with this gravity, and the balls.
    ///
    /// # Errors
    /// Numbers that no ball can have, by name.
    pub(super) fn read(&self, gravity: DVec3) -> anyhow::Result<(Settings, Vec<Ball>)> {
        let usual = Settings::default();
        let settings = Settings {
            gravity,
            wall_restitution: self.wall_restitution.unwrap_or(usual.wall_restitution),
            character_restitution: self.character_restitution.unwrap_or(usual.character_restitution),
            rolling_deceleration: self.rolling_deceleration.unwrap_or(usual.rolling_deceleration),
            rest_speed: self.rest_speed.unwrap_or(usual.rest_speed),
            ..usual
        };
        settings.check().context("balls")?;
        let ball = |(index, word): (usize, &BallWord)| {
            let BallWord { position, velocity, radius, mass, restitution } = *word;
            let ball = Ball { position, velocity, radius, mass: Mass::Kilograms(mass), restitution };
            ball.check().with_context(|| format!("balls.list[{index}]"))?;
            Ok(ball)
        };
        Ok((settings, self.list.iter().enumerate().map(ball).collect::<anyhow::Result<_>>()?))
    }
}
