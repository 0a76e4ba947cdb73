//! The kinds of bodies whose sweeps are judged, and random bodies of each.

use super::single::random_ellipsoid;
use crate::cases::Case;
use crate::random::Random;
use glissando::{DQuat, DVec3, Shape};
use std::fmt;
use std::str::FromStr;

/// A kind of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Spheres and ellipsoids.
    Sphere,
    /// Capsules.
    Capsule,
    /// Boxes with rounded edges.
    Box,
    /// Cylinders with rounded edges.
    Cylinder,
}

/// Numbers of streams from one kind of body to the next. Spheres have those below.
const STREAMS: u64 = 1 << 40;

impl BodyKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Sphere, Self::Capsule, Self::Box, Self::Cylinder];

    fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Capsule => "capsule",
            Self::Box => "box",
            Self::Cylinder => "cylinder",
        }
    }

    /// The group of a stream of random numbers that no other kind of body draws from.
    pub(super) fn group(self, group: u64) -> u64 {
        self as u64 * STREAMS + group
    }

    /// A body for a hard case of a sphere of this radius, its rotation, and the point of its core that shall go the way
    /// of the case, as an offset from its centre.
    ///
    /// The core has up to a thousand radii (a capsule's thirty) and often a direction of the triangle or of the move.
    /// Its point is an end, a corner, one on an edge or a side, or one inside.
    pub(super) fn hard(self, random: &mut Random, case: &Case, radius: f64) -> Option<(Shape, DVec3)> {
        let turn = DQuat::from_rotation_arc(DVec3::Y, core_direction(random, case));
        let [x, y, z] = [0; 3].map(|_: i32| {
            let anywhere = random.between(-1.0, 1.0);
            random.pick(&[-1.0, 1.0, 0.0, anywhere])
        });
        let size = radius * random.magnitude(1e-3, if self == Self::Capsule { 30.0 } else { 1e3 });
        let mut extent = || {
            let part = random.between(0.1, 1.0);
            // A plate or a rod now and then.
            radius + size * random.pick(&[part, part, 1.0, 0.0])
        };
        let extents = DVec3::new(extent(), extent(), extent());
        let shape = match self {
            Self::Sphere => Shape::sphere(radius),
            Self::Capsule => Shape::capsule(radius, size, turn),
            Self::Box => Shape::cuboid(extents, radius, turn),
            Self::Cylinder => Shape::cylinder(extents.x, extents.y, radius, turn),
        };
        let shape = shape.ok()?;
        let inward = if shape.is_cylinder() { x.hypot(z).max(1.0) } else { 1.0 };
        let share = DVec3::new(x / inward, y, z / inward);
        Some((shape, shape.rotation().to_mat3() * shape.core_half_extents().scale(share)))
    }

    /// Any body with half extents between these, in metres; the rounding of a box or a cylinder is down to a thousandth of
    /// a metre.
    pub fn any(self, random: &mut Random, least: f64, most: f64) -> Shape {
        if self == Self::Sphere {
            return random_ellipsoid(random, least, most);
        }
        let rotation = if random.chance(0.3) { DQuat::IDENTITY } else { random.rotation() };
        let half = DVec3::from([0; 3].map(|_: i32| random.magnitude(least, most)));
        let narrowest = if self == Self::Cylinder { half.x.min(half.y) } else { half.min_element() };
        let rounding = random.magnitude(1e-3, narrowest);
        let shape = match self {
            Self::Capsule => Shape::capsule(half.x, half.y, rotation),
            Self::Cylinder => Shape::cylinder(half.x, half.y, rounding, rotation),
            Self::Sphere | Self::Box => Shape::cuboid(half, rounding, rotation),
        };
        shape.expect("half extents in range")
    }
}

/// Directions of a core that make a case hard, and some that do not.
fn core_direction(random: &mut Random, case: &Case) -> DVec3 {
    let [a, b, c] = case.corners;
    let normal = (b - a).cross(c - a);
    let direction = match random.integer(0, 6) {
        0 => b - a,
        1 => normal,
        2 => normal.cross(random.direction()),
        3 => case.translation,
        4 => DVec3::Y,
        _ => random.direction(),
    };
    direction.try_normalize().unwrap_or(DVec3::Y)
}

impl FromStr for BodyKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::name).join(", ");
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| format!("{name:?} is no kind of body: expected one of {known}"))
    }
}

impl fmt::Display for BodyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
