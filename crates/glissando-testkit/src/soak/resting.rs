//! A walker at rest that does not stand: it may not jump, so it must have a way down.
//!
//! The way down is looked for among the few directions that can be the steepest one: straight down, down each surface in
//! contact, and along each crease of two. The surfaces are the oracle's, by differences of distances.

use super::paths::Eye;
use glissando::{Config, DVec3, Ground, Input, State};

/// Seconds at rest that are looked into.
const PATIENCE: f64 = 0.5;

/// A walker that has moved by more than this is not at rest, metres.
const REST: f64 = 0.01;

/// A walker that is faster than this has begun to move, m/s.
const SLOW: f64 = 0.01;

/// Sine of the least slope that counts as a way down.
const LEVEL: f64 = 2e-3;

/// A direction may lead into a surface by this sine: the accuracy of the normals.
const ROUNDING: f64 = 1e-4;

/// Watches for walkers that hang between surfaces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Resting {
    from: DVec3,
    rested: f64,
}

impl Resting {
    /// Takes in a tick; whether the walker has been at rest for a while without standing, and no wish holds it there.
    pub(super) fn watch(
        &mut self,
        eye: &mut Eye<'_>,
        config: &Config,
        after: &State,
        input: Input,
        dt: f64,
    ) -> bool {
        let is_rest = after.ground != Ground::Standing && !input.fly && after.velocity.length() < SLOW;
        if !is_rest || (after.position - self.from).length() > REST {
            *self = Self { from: after.position, rested: 0.0 };
            return false;
        }
        self.rested += dt;
        if self.rested < PATIENCE {
            return false;
        }
        self.rested = 0.0;
        let up = config.settings().up;
        let normals = eye.normals(after.position, 1.0 + 2.4 * (eye.shell() - 1.0));
        // One that the wish pushes up is held by it.
        !ways_down(&normals, up).into_iter().any(|way| way.dot(input.wish) < 0.0)
    }
}

/// The directions among which the steepest way down is, if there is one: all that lead down and into nothing.
fn ways_down(normals: &[DVec3], up: DVec3) -> Vec<DVec3> {
    let mut ways = vec![-up];
    for (index, normal) in normals.iter().enumerate() {
        ways.push(*normal * normal.dot(up) - up);
        for other in &normals[..index] {
            let crease = normal.cross(*other);
            ways.extend([crease, -crease]);
        }
    }
    let is_free = |way: &DVec3| normals.iter().all(|normal| normal.dot(*way) >= -ROUNDING);
    let ways = ways.into_iter().filter_map(DVec3::try_normalize);
    ways.filter(|way| way.dot(up) < -LEVEL && is_free(way)).collect()
}
