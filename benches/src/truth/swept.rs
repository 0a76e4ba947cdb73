//! One mover and one triangle, as the oracle takes them.

use super::{TOUCH, body};
use crate::questions::{Kind, Question};
use crate::shape::{Core, Shape};
use glissando::{DAffine3, DMat3, DVec3};
use glissando_testkit::oracle::{self, Body, OracleAnswer, SweptCapsule, SweptSolid, UnitSweep};

/// A mover on its way.
#[derive(Clone, Copy, Debug)]
pub enum Swept {
    /// A point: a ray.
    Point(Body, DVec3),
    /// In the space where it is the unit sphere.
    Ellipsoid(Body, DVec3),
    Capsule(SweptCapsule, f64),
    Solid(SweptSolid, f64),
}

/// A mover and a triangle that it may meet.
pub struct Near {
    swept: Swept,
    /// In the mover's space.
    corners: [DVec3; 3],
    pub answer: OracleAnswer,
}

impl Swept {
    pub fn new(kind: Kind, question: &Question) -> Self {
        let (from, translation) = (DVec3::from(question.from), DVec3::from(question.translation));
        let axes = DMat3::IDENTITY;
        let body = |radii| Body { radii, axes, centre: from };
        match kind.shape() {
            _ if matches!(kind, Kind::Ray(_)) => Self::Point(body(DVec3::ONE), translation),
            Shape::Ellipsoid(radii) => Self::Ellipsoid(body(radii.into()), translation),
            Shape::Rounded(Core { half: [0.0, half, 0.0], .. }, radius) => {
                Self::Capsule(SweptCapsule { from, translation, half: DVec3::Y * half }, radius)
            }
            Shape::Rounded(core, rounding) => {
                Self::Solid(SweptSolid { from, translation, solid: body::solid(core), axes }, rounding)
            }
        }
    }

    /// The distance at which it touches, in units of its space; zero for a ray.
    pub fn rho(&self) -> f64 {
        match self {
            Self::Point(..) => 0.0,
            Self::Ellipsoid(..) => 1.0,
            Self::Capsule(_, radius) | Self::Solid(_, radius) => *radius,
        }
    }

    /// Metres that a unit of its space is at most.
    pub fn unit(&self) -> f64 {
        match self {
            Self::Ellipsoid(body, _) => body.radii.max_element(),
            _ => 1.0,
        }
    }

    /// What is true of it and a triangle, if it may come near.
    pub fn near(self, corners: [DVec3; 3]) -> Option<Near> {
        let rho = self.rho().max(TOUCH);
        let corners = match self {
            Self::Point(body, way) | Self::Ellipsoid(body, way) => {
                body.unit_sweep(way, DAffine3::IDENTITY, corners).corners
            }
            Self::Capsule(..) | Self::Solid(..) => corners,
        };
        let (from, translation, core) = self.way();
        if !is_within((from, translation), corners, rho + core) {
            return None;
        }
        let answer = match self {
            Self::Point(..) | Self::Ellipsoid(..) => UnitSweep { translation, corners }.answer(rho),
            Self::Capsule(swept, _) => swept.answer(corners, rho),
            Self::Solid(swept, _) => swept.answer(corners, rho),
        };
        Some(Near { swept: self, corners, answer })
    }

    /// Start and move of the centre, and how far the core goes from it.
    fn way(&self) -> (DVec3, DVec3, f64) {
        match self {
            Self::Point(body, way) | Self::Ellipsoid(body, way) => {
                let unit = body.unit_sweep(*way, DAffine3::IDENTITY, [DVec3::ZERO; 3]);
                (DVec3::ZERO, unit.translation, 0.0)
            }
            Self::Capsule(swept, _) => (swept.from, swept.translation, swept.half.length()),
            Self::Solid(swept, _) => (swept.from, swept.translation, swept.solid.half.length()),
        }
    }
}

impl Near {
    /// The distance after this share of the move.
    pub fn distance(&self, t: f64) -> f64 {
        match self.swept {
            Swept::Point(..) | Swept::Ellipsoid(..) => {
                oracle::distance_at(DVec3::ZERO, self.swept.way().1, t, self.corners)
            }
            Swept::Capsule(swept, _) => swept.distance_at(t, self.corners),
            Swept::Solid(swept, _) => swept.distance_at(t, self.corners),
        }
    }

    /// The least distance up to `t`: the distance is convex.
    pub fn least_until(&self, t: f64) -> f64 {
        if t >= self.answer.least_at { self.answer.least } else { self.distance(t) }
    }
}

/// Whether the ball about the triangle comes so near to the way of the centre.
fn is_within((from, translation): (DVec3, DVec3), corners: [DVec3; 3], rho: f64) -> bool {
    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
    let size = corners.iter().map(|c| (*c - middle).length()).fold(0.0, f64::max);
    let middle = middle - from;
    let share = middle.dot(translation) / translation.length_sq().max(f64::MIN_POSITIVE);
    (middle - translation * share.clamp(0.0, 1.0)).length() <= size + rho + 1e-6
}
