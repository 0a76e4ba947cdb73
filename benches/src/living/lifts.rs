//! The lifts of the living world: where they are, and how they go, the same for every engine.

use crate::level::Level;
use crate::random::Random;
use glissando::{DVec3, Vec3};

/// Half extents of a lift, metres.
pub const LIFT: Vec3 = Vec3::new(0.75, 0.1, 0.75);
/// Rise of a lift and seconds for it; then it goes back.
pub const RISE: (f64, f64) = (2.0, 4.0);

/// Where so many lifts begin, anywhere in the level's box.
pub fn places(level: &Level, count: usize, seed: u64) -> Vec<DVec3> {
    let mut random = Random::new(seed ^ 0x11f7);
    let [low, high] = corners(level);
    let mut place = || low + (high - low).scale(DVec3::new(random.unit(), random.unit(), random.unit()));
    (0..count).map(|_| place()).collect()
}

/// Lowest and highest corner of the level.
fn corners(level: &Level) -> [DVec3; 2] {
    let all = level.vertices.iter().map(|v| Vec3::from(*v).as_dvec3());
    let empty = [DVec3::splat(f64::MAX), DVec3::splat(f64::MIN)];
    all.fold(empty, |[low, high], v| [low.min(v), high.max(v)])
}

/// The height of a lift over its start, metres.
#[cfg(any(feature = "rapier", feature = "box3d"))]
pub fn height(time: f64) -> f64 {
    let share = (time / RISE.1) % 2.0;
    RISE.0 * if share > 1.0 { 2.0 - share } else { share }
}
