//! A camera that stays out of walls.

use super::Session;
use glissando::{DVec3, Shape, Sweep};

/// Radius of a camera, metres: its near plane is inside.
const RADIUS: f64 = 0.15;

impl Session {
    /// How far a camera can go from a point (metres) along a direction, at most `most` metres, without being in a
    /// wall: nothing it shows is cut open.
    ///
    /// # Errors
    /// Numbers that are none, a direction that is none.
    pub fn view_distance(&mut self, from: DVec3, direction: DVec3, most: f64) -> anyhow::Result<f64> {
        anyhow::ensure!((0.0..=1e4).contains(&most), "most is {most}: it must lie between 0 and 10000 m");
        let direction = direction.try_normalize();
        let direction =
            direction.ok_or_else(|| anyhow::anyhow!("the direction of the view has no length"))?;
        let shape = Shape::sphere(RADIUS)?;
        let sweep = Sweep::new(shape, from, direction * most)?;
        let hit = self.play.world()?.sweep(&sweep);
        Ok(hit.map_or(most, |hit| hit.fraction * most))
    }
}
