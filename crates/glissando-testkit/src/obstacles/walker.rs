//! Who walks: a body of some shape and size, its step height, a speed and a tick rate.

use super::one_of;
use crate::random::Random;
use glissando::character::BodyShape;
use glissando::{DVec3, Settings};

/// A walker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// Its settings.
    pub settings: Settings,
    /// Wished speed, m/s.
    pub speed: f64,
    /// Length of a tick, seconds.
    pub dt: f64,
}

const SHAPES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

impl Walker {
    /// Any walker: half of them with the default settings, but for their shape.
    pub fn any(random: &mut Random) -> Self {
        let mut settings = Settings { body: random.pick(&SHAPES), ..Settings::default() };
        if random.chance(0.3) {
            let wide = random.between(0.2, 0.6);
            settings = settings.with_radii(DVec3::new(wide, random.between(wide.max(0.4), 1.2), wide));
        } else if random.chance(0.15) {
            settings = settings.with_radii(DVec3::splat(0.5));
        }
        if random.chance(0.3) {
            // Higher than its half height, a step is no step of a round body.
            let most = (0.6 * settings.radii.y).min(0.6);
            settings.ground.step_height = random.between(0.1, most);
            settings.ground.snap_distance = settings.ground.step_height;
        }
        if random.chance(0.3) {
            settings.rounding = random.pick(&[1e-3, 0.1]);
        }
        if random.chance(0.3) {
            settings.pace.acceleration = f64::INFINITY;
            settings.pace.friction = f64::INFINITY;
        }
        let speed = random.pick(&[0.3, 0.7, 1.5, 3.0, 5.0, 8.0]);
        let dt = 1.0 / random.pick(&[20.0, 30.0, 60.0, 60.0, 120.0, 144.0]);
        Self { settings, speed, dt }
    }

    /// Half the body's width along its own axes, metres.
    pub fn half_width(&self) -> f64 {
        self.settings.radii.x
    }

    /// Half the body's largest level extent, metres: of a box, half its diagonal.
    pub fn reach(&self) -> f64 {
        let diagonal = if self.settings.body == BodyShape::Box { 1.42 } else { 1.0 };
        self.settings.radii.x * diagonal
    }

    /// The body's height, metres.
    pub fn height(&self) -> f64 {
        2.0 * self.settings.radii.y
    }

    /// The widest gap into which no round body of this size sinks deeper than this, metres.
    pub fn gap_for_sinking(&self, depth: f64) -> f64 {
        let share = 1.0 - (depth / self.settings.radii.y).min(1.0);
        2.0 * self.half_width() * (1.0 - share * share).sqrt()
    }

    /// The height of the highest edge that its lower side rolls over as over a slope that can be climbed, whatever a step may be, metres.
    pub fn rolled_over(&self) -> f64 {
        let DVec3 { x: wide, y: high, .. } = self.settings.radii;
        match self.settings.body {
            BodyShape::Ellipsoid => high - high * high / (wide * wide + high * high).sqrt(),
            BodyShape::Capsule => (1.0 - 0.5_f64.sqrt()) * wide,
            _ => (1.0 - 0.5_f64.sqrt()) * self.settings.rounding,
        }
    }

    /// A height that is a step of it, metres.
    pub fn step(&self, random: &mut Random) -> f64 {
        self.settings.ground.step_height * one_of([random.between(0.03, 0.97), 0.97, 0.5], random)
    }

    /// The steepest slope that it is asked to climb, degrees: the default limit but for one degree.
    pub const fn steepest(&self) -> f64 {
        44.0
    }
}
