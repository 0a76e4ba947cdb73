//! Where a body stands: free, or how deep in something.

use super::Blocks;
use super::blocks::Way;
use crate::shape::{Core, Shape};
use glissando::{DAffine3, DMat3, DVec3};
use glissando_testkit::oracle::{self, Body, Solid};

/// A body at a place.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub shape: Shape,
    pub centre: [f64; 3],
}

impl Stand {
    /// Whether no triangle meets it.
    pub fn is_free(&self, blocks: &Blocks) -> bool {
        let centre = DVec3::from(self.centre);
        match self.shape {
            Shape::Ellipsoid(radii) => {
                let radii = DVec3::from(radii);
                let body = Body { radii, axes: DMat3::IDENTITY, centre };
                let way = Way { from: centre, translation: DVec3::ZERO, half: radii };
                let distance = |corners| {
                    let unit = body.unit_sweep(DVec3::ZERO, DAffine3::IDENTITY, corners);
                    oracle::distance(DVec3::ZERO, unit.corners)
                };
                blocks.along(way).all(|corners| distance(corners) > 1.0)
            }
            Shape::Rounded(Core { half: [0.0, half, 0.0], .. }, radius) => {
                let (from, translation) = (centre - DVec3::Y * half, DVec3::Y * (2.0 * half));
                let way = Way { from, translation, half: DVec3::splat(radius) };
                let mut near = blocks.along(way);
                near.all(|corners| oracle::sweep(from, translation, corners, radius).least > radius)
            }
            Shape::Rounded(core, rounding) => {
                let solid = solid(core);
                let half = solid.half + DVec3::splat(rounding);
                let way = Way { from: centre, translation: DVec3::ZERO, half };
                blocks.along(way).all(|corners| solid.distance(centre, corners) > rounding)
            }
        }
    }

    /// The same body, thinner or (for a negative number) thicker by so many metres all around.
    pub fn thinner(self, by: f64) -> Self {
        Self { shape: self.shape.thinner(by), ..self }
    }
}

/// As the oracle knows it.
pub fn solid(core: Core) -> Solid {
    Solid { half: core.half.into(), is_round: core.is_round }
}

/// Whether a point on its straight way goes through a triangle.
pub fn is_crossed(blocks: &Blocks, from: [f64; 3], to: [f64; 3]) -> bool {
    let from = DVec3::from(from);
    let translation = DVec3::from(to) - from;
    let mut near = blocks.along(Way { from, translation, half: DVec3::ZERO });
    near.any(|corners| oracle::sweep(from, translation, corners, super::TOUCH).hit.is_some())
}
