//! Somebody who walks about: a seeded stream of inputs.

use crate::levels::RealLevel;
use crate::random::Random;
use glissando::{DVec3, Input, Settings, State};

/// How a wanderer moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Wished speed, m/s.
    pub speed: f64,
    /// Whether the wish is followed at once.
    pub is_instant: bool,
    /// Whether it flies.
    pub is_flying: bool,
}

impl Pace {
    /// On foot with the usual accelerations.
    pub const fn on_foot(speed: f64) -> Self {
        Self { speed, is_instant: false, is_flying: false }
    }

    /// The level's settings for this pace.
    pub fn settings(&self, mut settings: Settings) -> Settings {
        if self.is_instant {
            settings.pace.acceleration = f64::INFINITY;
            settings.pace.friction = f64::INFINITY;
            settings.pace.fly_acceleration = f64::INFINITY;
        }
        settings
    }
}

/// One wanderer.
pub struct Wanderer {
    random: Random,
    pace: Pace,
    wish: DVec3,
    ticks_left: i64,
    dt: f64,
    crouch: bool,
}

impl Wanderer {
    /// The wanderer of a seed and a number.
    pub fn new(seed: u64, number: u64, pace: Pace) -> Self {
        let mut random = Random::nth(seed, 1, number);
        let dt = 1.0 / random.pick(&[30.0, 60.0, 60.0, 60.0, 144.0]);
        Self { random, pace, wish: DVec3::ZERO, ticks_left: 0, dt, crouch: false }
    }

    /// A spawn, or a random place in the level's box where it has none.
    pub fn start(&mut self, spawns: &[State], level: &RealLevel) -> Option<State> {
        if spawns.is_empty() {
            let b = level.world.bounds();
            let (low, size) = (b.min.as_dvec3(), (b.max - b.min).as_dvec3());
            let part = DVec3::new(self.random.fraction(), self.random.fraction(), self.random.fraction());
            return Some(State::at(low + size.scale(part)));
        }
        let index = self.random.integer(0, spawns.len() as i64 - 1);
        spawns.get(index as usize).copied()
    }

    /// The input and length of the next tick.
    pub fn next(&mut self, state: &State) -> (Input, f64) {
        if self.ticks_left <= 0 {
            let seconds = self.random.between(0.2, 2.5);
            self.ticks_left = (seconds / self.dt) as i64;
            let mut direction = self.random.direction();
            if !self.pace.is_flying {
                direction = DVec3::new(direction.x, 0.0, direction.z);
            }
            self.wish = direction.try_normalize().unwrap_or(DVec3::X) * self.pace.speed;
            if self.random.chance(0.05) {
                self.wish = DVec3::ZERO;
            }
            self.crouch = self.random.chance(0.1);
        }
        self.ticks_left -= 1;
        let _ = state;
        let jump = self.random.chance(0.02);
        (Input { wish: self.wish, jump, crouch: self.crouch, fly: self.pace.is_flying }, self.dt)
    }
}
