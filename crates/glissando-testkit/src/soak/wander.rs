//! A wandering character: a seeded stream of inputs.

use crate::random::Random;
use glissando::{DVec3, Input, Settings};

/// How a wanderer moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// A word for it.
    pub name: &'static str,
    /// Wished speed, m/s.
    pub speed: f64,
    /// Whether the wish is followed at once.
    pub is_instant: bool,
    /// Whether it flies.
    pub is_flying: bool,
}

/// A walk, a run, a dash that tests the limits, and a flight.
pub const PACES: [Pace; 4] = [
    Pace { name: "foot5", speed: 5.0, is_instant: false, is_flying: false },
    Pace { name: "foot30", speed: 30.0, is_instant: true, is_flying: false },
    Pace { name: "foot100", speed: 100.0, is_instant: true, is_flying: false },
    Pace { name: "fly20", speed: 20.0, is_instant: true, is_flying: true },
];

impl Pace {
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
    /// The wanderer of a stream of random numbers.
    pub fn new(mut random: Random, pace: Pace) -> Self {
        let dt = 1.0 / random.pick(&[20.0, 30.0, 60.0, 60.0, 60.0, 144.0]);
        Self { random, pace, wish: DVec3::ZERO, ticks_left: 0, dt, crouch: false }
    }

    /// The input and length of the next tick.
    pub fn decide(&mut self) -> (Input, f64) {
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
        let jump = self.random.chance(0.02);
        (Input { wish: self.wish, jump, crouch: self.crouch, fly: self.pace.is_flying }, self.dt)
    }
}
