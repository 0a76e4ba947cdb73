//! The core of a swept body, for which the oracle of its kind has the distances.

use crate::oracle::{self, OracleAnswer, Passing, Solid, SweptCapsule, SweptSolid};
use glissando::{DMat3, DVec3, Shape};

/// What the rounding of a body goes about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Core {
    /// The centre alone: a sphere.
    Point,
    /// A segment, given by its end: a capsule.
    Segment(DVec3),
    /// A box or a cylinder along these axes.
    Solid(Solid, DMat3),
}

/// The move of a body with a core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) core: Core,
    pub(super) from: DVec3,
    pub(super) translation: DVec3,
}

impl Core {
    /// The core of a shape in the world.
    pub(super) fn of(shape: &Shape) -> Self {
        if shape.core_half_extents() == DVec3::ZERO {
            Self::Point
        } else if shape.is_capsule() {
            Self::Segment(shape.core())
        } else {
            Self::Solid(Solid::core_of(shape), shape.rotation().to_mat3())
        }
    }

    /// The core of a shape in its own ellipsoid space, where the rounding has a radius of 1.
    pub(super) fn in_unit_space(shape: &Shape) -> Self {
        let per_metre = 1.0 / shape.smallest_radius();
        match Self::of(shape) {
            Self::Point => Self::Point,
            Self::Segment(_) => Self::Segment(shape.core_half_extents() * per_metre),
            Self::Solid(solid, _) => Self::Solid(solid.scaled(per_metre), DMat3::IDENTITY),
        }
    }

    /// The point of it that is furthest along a direction.
    fn furthest(&self, along: DVec3) -> DVec3 {
        match self {
            Self::Point => DVec3::ZERO,
            Self::Segment(half) => *half * if half.dot(along) < 0.0 { -1.0 } else { 1.0 },
            Self::Solid(solid, axes) => *axes * solid.furthest(axes.transpose() * along),
        }
    }

    /// No point of it is farther from the centre.
    pub(super) fn size(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment(half) => half.length(),
            Self::Solid(solid, _) => solid.half.length(),
        }
    }
}

/// Halvings of a way that shall prove it clear of a triangle.
const HALVINGS: u32 = 6;

impl Way {
    /// What is true of it and one triangle, for a rounding `rho`.
    pub(super) fn answer(&self, corners: [DVec3; 3], rho: f64) -> OracleAnswer {
        let Self { core, from, translation } = *self;
        match core {
            Core::Point => oracle::sweep(from, translation, corners, rho),
            Core::Segment(half) => SweptCapsule { from, translation, half }.answer(corners, rho),
            Core::Solid(solid, axes) => SweptSolid { from, translation, solid, axes }.answer(corners, rho),
        }
    }

    /// The distance of the core from a triangle at a fraction of the move.
    pub(super) fn distance_at(&self, fraction: f64, corners: [DVec3; 3]) -> f64 {
        let Self { core, from, translation } = *self;
        match core {
            Core::Point => oracle::distance_at(from, translation, fraction, corners),
            Core::Segment(half) => SweptCapsule { from, translation, half }.distance_at(fraction, corners),
            Core::Solid(solid, axes) => {
                SweptSolid { from, translation, solid, axes }.distance_at(fraction, corners)
            }
        }
    }

    /// The distance of the core from a point at a fraction of the move.
    pub(super) fn distance_of_point_at(&self, fraction: f64, point: DVec3) -> f64 {
        let way = (point - self.from) - self.translation * fraction;
        match self.core {
            Core::Point => way.length(),
            Core::Segment(half) => {
                let share = (way.dot(half) / half.length_sq()).clamp(-1.0, 1.0);
                (way - half * share).length()
            }
            Core::Solid(solid, axes) => solid.distance_of_point(axes.transpose() * way),
        }
    }

    /// Whether a plane proves that the core stays farther from a triangle than `level` up to a fraction.
    pub(super) fn is_kept_by_a_plane(&self, level: f64, corners: [DVec3; 3], until: f64) -> bool {
        let passing = Passing {
            furthest: |along| self.core.furthest(along),
            way: self.translation * until,
            corners: corners.map(|corner| corner - self.from),
        };
        passing.stays_beyond(level)
    }

    /// Whether a few distances prove that the core stays farther from a triangle than `level` up to a fraction: much
    /// sooner than the search for the least distance, which takes milliseconds.
    pub(super) fn stays_beyond(&self, level: f64, corners: [DVec3; 3], until: f64) -> bool {
        let at = |t: f64| (t, self.distance_at(t, corners));
        self.is_clear_between(at(0.0), at(until), level, &at, HALVINGS)
    }

    /// The distance changes no faster than the centre moves.
    fn is_clear_between(
        &self,
        low: (f64, f64),
        high: (f64, f64),
        level: f64,
        at: &impl Fn(f64) -> (f64, f64),
        halvings: u32,
    ) -> bool {
        let way = self.translation.length() * (high.0 - low.0);
        if low.1.min(high.1) <= level {
            return false;
        }
        if 0.5 * (low.1 + high.1 - way) > level {
            return true;
        }
        let middle = 0.5 * (low.0 + high.0);
        halvings > 0 && {
            let middle = at(middle);
            self.is_clear_between(low, middle, level, at, halvings - 1)
                && self.is_clear_between(middle, high, level, at, halvings - 1)
        }
    }
}
