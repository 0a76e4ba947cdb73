//! A course: what stands in the way, where the walker begins, and where it goes.

use crate::random::Random;
use crate::scenes::heading;
use glissando::{DVec3, Soup};

/// One part of the way. Directions are level unit vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// Walk in this direction until the centre is `distance` metres along `normal` from the origin of the course.
    Along {
        /// The direction of the wish.
        direction: DVec3,
        /// The direction in which progress counts.
        normal: DVec3,
        /// The end, metres along `normal`.
        distance: f64,
    },
    /// Walk towards a point until it is no further away than this, on the level.
    To {
        /// Where to.
        point: DVec3,
        /// Metres.
        within: f64,
    },
}

/// Greatest speed of a walk from point to point, m/s.
const MOST_TO_A_POINT: f64 = 3.0;

impl Leg {
    /// Along x, turned by these degrees towards z, to this x.
    pub fn forward(degrees: f64, x: f64) -> Self {
        let level = heading(degrees.rem_euclid(360.0));
        Self::Along { direction: level, normal: DVec3::X, distance: x }
    }

    /// The same back: along -x, to this x.
    pub fn back(degrees: f64, x: f64) -> Self {
        let level = heading((180.0 - degrees).rem_euclid(360.0));
        Self::Along { direction: level, normal: -DVec3::X, distance: -x }
    }

    /// The velocity that a walker of this speed wishes from here in a tick of `dt` seconds: towards a point it neither runs nor overshoots.
    pub fn wish(&self, at: DVec3, speed: f64, dt: f64) -> DVec3 {
        match *self {
            Self::Along { direction, .. } => direction * speed,
            Self::To { point, .. } => {
                let way = level(point - at);
                let speed = speed.min(MOST_TO_A_POINT).min(way.length() / dt);
                way.try_normalize().unwrap_or(DVec3::X) * speed
            }
        }
    }

    /// How far it is to the end, metres of way along the wish; none at the end.
    pub fn left(&self, at: DVec3) -> Option<f64> {
        let left = match *self {
            Self::Along { direction, normal, distance } => {
                (distance - normal.dot(at)) / normal.dot(direction).max(0.01)
            }
            Self::To { point, within } => level(point - at).length() - within,
        };
        (left > 0.0).then_some(left)
    }
}

fn level(v: DVec3) -> DVec3 {
    DVec3 { y: 0.0, ..v }
}

/// A course. The ground at the start is level, at y = 0.
#[derive(Clone, Debug)]
pub struct Course {
    /// The triangles of the obstacles and the ground.
    pub soup: Soup,
    /// Where the feet begin.
    pub start: DVec3,
    /// The way.
    pub legs: Vec<Leg>,
    /// No ground of the course is higher, metres: who gets higher climbs what is no ground.
    pub top: f64,
    /// Whether the end must be reached; else it must not be.
    pub is_passable: bool,
}

impl Course {
    /// A course that can be passed.
    pub fn new(soup: Soup, start: DVec3, legs: Vec<Leg>, top: f64) -> Self {
        Self { soup, start, legs, top, is_passable: true }
    }

    /// The seconds that a walker of this speed may take from here to the end of a leg: ways along walls are slow.
    pub fn patience(leg: &Leg, at: DVec3, speed: f64) -> f64 {
        let speed = if matches!(leg, Leg::To { .. }) { speed.min(MOST_TO_A_POINT) } else { speed };
        4.0 * leg.left(at).unwrap_or(0.0) / speed + 1.5
    }

    /// The course turned about up and moved, so that nothing is along an axis or rounded as it was.
    #[must_use]
    pub fn moved(mut self, random: &mut Random) -> Self {
        let degrees = random.between(0.0, 360.0);
        let (x, z) = (heading(degrees), heading((degrees + 90.0) % 360.0));
        let far = random.pick(&[0.0, 10.0, 500.0]);
        let shift = random.vector(far);
        let turn = |v: DVec3| x * v.x + DVec3::Y * v.y + z * v.z;
        for corner in &mut self.soup.vertices {
            *corner = (turn(corner.as_dvec3()) + shift).as_vec3();
        }
        self.start = turn(self.start) + shift;
        for leg in &mut self.legs {
            *leg = match *leg {
                Leg::Along { direction, normal, distance } => {
                    let normal = turn(normal);
                    Leg::Along { direction: turn(direction), normal, distance: distance + normal.dot(shift) }
                }
                Leg::To { point, within } => Leg::To { point: turn(point) + shift, within },
            };
        }
        self.top += shift.y;
        self
    }
}
