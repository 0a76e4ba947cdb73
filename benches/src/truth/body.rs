//! Where a body stands: free, or how deep in something.

use super::Blocks;
use super::blocks::Way;
use glissando::{DAffine3, DMat3, DVec3};
use glissando_testkit::oracle::{self, Body};

/// The shape of a body, upright.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Radii in metres.
    Ellipsoid([f64; 3]),
    /// Radius, and half of what is between the centres of the ends.
    Capsule(f64, f64),
}

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
            Shape::Capsule(radius, half) => {
                let (from, translation) = (centre - DVec3::Y * half, DVec3::Y * (2.0 * half));
                let way = Way { from, translation, half: DVec3::splat(radius) };
                let mut near = blocks.along(way);
                near.all(|corners| oracle::sweep(from, translation, corners, radius).least > radius)
            }
        }
    }

    /// The same body, thinner or (for a negative number) thicker by so many metres all around.
    pub fn thinner(self, by: f64) -> Self {
        let shape = match self.shape {
            Shape::Ellipsoid(radii) => Shape::Ellipsoid(radii.map(|r| r - by)),
            Shape::Capsule(radius, half) => Shape::Capsule(radius - by, half),
        };
        Self { shape, ..self }
    }
}

/// Whether a point on its straight way goes through a triangle.
pub fn is_crossed(blocks: &Blocks, from: [f64; 3], to: [f64; 3]) -> bool {
    let from = DVec3::from(from);
    let translation = DVec3::from(to) - from;
    let mut near = blocks.along(Way { from, translation, half: DVec3::ZERO });
    near.any(|corners| oracle::sweep(from, translation, corners, super::TOUCH).hit.is_some())
}
