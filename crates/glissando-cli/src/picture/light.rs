//! How bright a point is: a sun with shadows, a sky that corners see less of.
//!
//! Where only fronts are seen the sun sees only fronts too: a ceiling that is not in the picture throws no
//! shadow into it. For that its rays run from the sun to the point.

use super::model::{Faces, Model};
use super::section::Section;
use glissando::{DVec3, Filter};

/// Directions that a surface in a pixel looks out to the sky in.
const SKY_RAYS: usize = 1;

/// Pixels that share a round of directions: a tile of so many across and down.
pub(super) const TILE: u32 = 4;

/// All directions of a tile.
const DIRECTIONS: usize = (TILE * TILE) as usize * SKY_RAYS;

/// Start of a ray above its surface, in metres.
const LIFT: f64 = 1e-3;

/// Sun and sky over a model.
#[derive(Debug)]
pub(super) struct Light<'a> {
    model: &'a Model,
    section: Section,
    sun: DVec3,
    /// How far the sun's rays are followed, in metres.
    reach: f64,
    /// How far a surface shields another one from the sky, in metres.
    shield: f64,
    directions: Vec<DVec3>,
}

impl<'a> Light<'a> {
    pub(super) fn new(model: &'a Model, section: Section, shield: f64) -> Self {
        let (low, high) = model.bounds();
        let sun = DVec3::new(0.45, 0.80, 0.39).try_normalize().unwrap_or(DVec3::Y);
        Self { model, section, sun, reach: (high - low).length(), shield, directions: directions() }
    }

    /// The sun's light on a point with this normal, `0..=1`.
    pub(super) fn sun(&self, point: DVec3, normal: DVec3) -> f32 {
        let slope = normal.dot(self.sun);
        if slope > 0.0 && !self.is_in_shadow(point + normal * LIFT) { slope as f32 } else { 0.0 }
    }

    /// The share of the sky that a point with this normal sees, as far as the pixel at `x`, `y` can tell:
    /// the mean over any tile is the answer.
    ///
    /// What is far shields less than what is near, so that no shadow has an edge where the rays end.
    pub(super) fn sky(&self, point: DVec3, normal: DVec3, x: u32, y: u32) -> f32 {
        let from = point + normal * LIFT;
        let cell = (y % TILE * TILE + x % TILE) as usize;
        let mut open = 0.0;
        for around in self.directions.iter().skip(cell * SKY_RAYS).take(SKY_RAYS) {
            let towards = (normal + *around * 0.999).try_normalize().unwrap_or(normal) * self.shield;
            let hit = self.model.world.ray(from, towards, Filter::ALL).ok().flatten();
            let shut = hit.map_or(0.0, |hit| 1.0 - hit.fraction as f32);
            open += 1.0 - shut * shut;
        }
        open / SKY_RAYS as f32
    }

    fn is_in_shadow(&self, from: DVec3) -> bool {
        let Some((start, reach)) = self.section.clip(from, self.sun, self.reach) else { return false };
        let end = start + self.sun * reach;
        match self.model.faces {
            Faces::Both => self.is_blocked(start, end),
            Faces::Fronts => self.is_blocked(end, start),
        }
    }

    /// Points out of the world's limits see no shadow.
    fn is_blocked(&self, from: DVec3, to: DVec3) -> bool {
        self.model.world.is_blocked_between(from, to, Filter::ALL).unwrap_or(false)
    }
}

/// Unit vectors, each of them far from those before it: of several by chance the one furthest from all.
fn directions() -> Vec<DVec3> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut component = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let mut by_chance = || {
        loop {
            let v = DVec3::new(component(), component(), component());
            match v.try_normalize() {
                Some(unit) if v.length_sq() <= 1.0 => return unit,
                _ => {}
            }
        }
    };
    let mut found: Vec<DVec3> = Vec::with_capacity(DIRECTIONS);
    while found.len() < DIRECTIONS {
        // Larger for a vector that is nearer to one that is there already.
        let nearness = |v: &DVec3| found.iter().map(|f| f.dot(*v)).fold(-1.0, f64::max);
        let candidates: Vec<DVec3> = (0..64).map(|_| by_chance()).collect();
        let best = candidates.into_iter().min_by(|a, b| nearness(a).total_cmp(&nearness(b)));
        found.extend(best);
    }
    found
}
