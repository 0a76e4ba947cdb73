//! An ellipsoid, a capsule, a box or a cylinder and a triangle that both move during a tick: when they are nearer than a level, by halving the tick.
//!
//! Between two times the distance changes by no more than the greatest relative speed allows. So a span is
//! clear if its middle is farther than half its length at that speed; else its halves are looked at. Nothing
//! is known about the motion but where it puts a body at a time, and a bound on its speed. Where nothing turns, the distance is
//! convex in time as well: a span is clear if no chord from its middle, made longer, leads below the level.

use super::{Body, Flat, Solid, capsule};
use glissando::motion::Motion;
use glissando::{DAffine3, DVec3};

/// A triangle of a body in motion.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// What the body does in the tick.
    pub motion: Motion,
    /// Its pose at the start of the tick.
    pub pose: DAffine3,
    /// The corners, in mesh space.
    pub corners: [DVec3; 3],
}

/// An ellipsoid, a capsule, a box or a cylinder that moves during a part of the tick; times are fractions of that part.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// Where it begins.
    pub body: Body,
    /// The end of a capsule's core or the corner of a box's, relative to its centre, metres; zero for an ellipsoid.
    pub half: DVec3,
    /// Whether the core is a cylinder; `half` is the corner of the box about it then.
    pub is_round: bool,
    /// How far its centre goes.
    pub translation: DVec3,
    /// The shares of the tick at which it begins and ends.
    pub span: (f64, f64),
}

impl Swept {
    /// The distance between centre (or core) and triangle at a time, in radii.
    pub fn distance(&self, triangle: &Carried, time: f64) -> f64 {
        let corners = self.corners(triangle, time);
        let half = self.body.unit_vector(self.half);
        if self.is_wide() {
            return Solid { half: half.abs(), is_round: self.is_round }.distance(DVec3::ZERO, corners);
        }
        let flat = Flat::new(corners);
        if self.half == DVec3::ZERO {
            return flat.distance(flat.in_frame(-flat.origin()));
        }
        capsule::gap(&flat, -flat.origin(), half).1.length()
    }

    /// Whether the core is wider than a segment: aside of one there is nothing but rounding.
    fn is_wide(&self) -> bool {
        let half = self.body.unit_vector(self.half);
        half.x.abs().max(half.z.abs()) > 1e-12 * half.y.abs()
    }

    /// At most that distance, without a search along the core: no point of it is nearer by more than its half length.
    fn at_least(&self, triangle: &Carried, time: f64) -> f64 {
        let flat = Flat::new(self.corners(triangle, time));
        flat.distance(flat.in_frame(-flat.origin())) - self.body.unit_vector(self.half).length()
    }

    /// The triangle at a time, as the body sees it.
    fn corners(&self, triangle: &Carried, time: f64) -> [DVec3; 3] {
        let share = self.span.0 + (self.span.1 - self.span.0) * time;
        let pose = triangle.motion.pose_at(&triangle.pose, share);
        let there = Body { centre: self.body.centre + self.translation * time, ..self.body };
        triangle.corners.map(|c| there.unit_vector(there.way_to(pose, c)))
    }

    /// Greatest rate of that distance, per part.
    pub fn speed(&self, triangle: &Carried) -> f64 {
        let length = self.span.1 - self.span.0;
        let straight = self.body.unit_vector(self.translation - triangle.motion.shift() * length);
        let turn = triangle.motion.turn();
        let Some(axis) = turn.try_normalize() else { return straight.length() };
        let arm = |c: DVec3| triangle.pose.transform_point(c) - triangle.motion.pivot();
        let reach = triangle.corners.map(|c| arm(c).cross(axis).length()).into_iter().fold(0.0, f64::max);
        straight.length() + 2.0 * turn.length() * length * reach / self.body.radii.min_element()
    }

    /// A time, no later than `until`, at which the distance is below `level`; none means that it is nowhere below
    /// `level - slack`.
    ///
    /// # Errors
    /// The distance from a body that turns stays so near to the level that a million times of the tick are not enough to tell.
    pub fn below(
        &self,
        triangle: &Carried,
        level: f64,
        slack: f64,
        until: f64,
    ) -> Result<Option<f64>, TooClose> {
        let speed = self.speed(triangle);
        let is_straight = triangle.motion.turn() == DVec3::ZERO;
        // What turns has no distances at the ends of a span that prove anything.
        let at_end = |time: f64| if is_straight { self.distance(triangle, time) } else { f64::INFINITY };
        let (start, end) = ((0.0, at_end(0.0)), (until, at_end(until)));
        if let Some((time, _)) = [start, end].into_iter().find(|(_, distance)| *distance < level) {
            return Ok(Some(time));
        }
        let (mut spans, mut looks) = (vec![(start, end)], 0);
        while let Some((from, to)) = spans.pop() {
            looks += 1;
            if looks > MOST_LOOKS {
                return Err(TooClose);
            }
            let time = from.0 + (to.0 - from.0) * 0.5;
            let reach = 0.5 * (to.0 - from.0) * speed;
            if self.half != DVec3::ZERO && self.at_least(triangle, time) - reach >= level {
                continue;
            }
            let distance = self.distance(triangle, time);
            if distance < level {
                return Ok(Some(time));
            }
            let least = (distance - reach).max(2.0 * distance - from.1.max(to.1));
            if least < level - slack && time > from.0 && time < to.0 {
                let middle = (time, if is_straight { distance } else { f64::INFINITY });
                spans.push((middle, to));
                spans.push((from, middle));
            }
        }
        Ok(None)
    }

    /// How wrong a distance of the library's may be for the size of the numbers on its way, in radii.
    pub fn rounding(&self, triangle: &Carried) -> f64 {
        let pose = triangle.pose;
        let arm = |c: DVec3| {
            let spread = pose.matrix3.norm() * c.length();
            spread + (pose.translation - triangle.motion.pivot()).length()
        };
        let arms = triangle.corners.map(arm).into_iter().fold(0.0, f64::max);
        let lengths =
            [self.body.centre, self.half, self.translation, triangle.motion.shift(), triangle.motion.pivot()];
        let size = lengths.iter().fold(arms, |sum, v| sum + v.length());
        ROUNDINGS * f64::EPSILON * size / self.body.radii.min_element()
    }
}

/// Times of a tick that one search looks at. One that needs more would look at every rounding of the tick.
const MOST_LOOKS: usize = 1 << 20;

/// A search that would have looked at more than a million times of the tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooClose;

/// Roundings between a corner in the mesh and its distance, counted generously.
const ROUNDINGS: f64 = 32.0;

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::{DMat3, DQuat, DRigid3};

    #[test]
    fn a_wall_that_comes_is_below_a_level_from_the_right_time_on() {
        let triangle = Carried {
            motion: Motion::linear(DVec3::X * -10.0).unwrap(),
            pose: DAffine3::IDENTITY,
            corners: [DVec3::new(5.0, -9.0, -9.0), DVec3::new(5.0, 9.0, -9.0), DVec3::new(5.0, 0.0, 9.0)],
        };
        let body = Body { radii: DVec3::splat(1.0), axes: DMat3::IDENTITY, centre: DVec3::ZERO };
        let swept = Swept {
            body,
            half: DVec3::ZERO,
            is_round: false,
            translation: DVec3::X * -2.0,
            span: (0.0, 1.0),
        };
        assert!((swept.distance(&triangle, 0.25) - 3.0).abs() < 1e-14);
        // 5 - 8 t is below 1 from one half on.
        assert_eq!(swept.below(&triangle, 1.0, 1e-9, 0.499_999), Ok(None));
        assert!(swept.below(&triangle, 1.0, 1e-9, 0.51).unwrap().is_some_and(|t| t > 0.5));
    }

    /// A body that slides along a wall that moves: without the chords this takes a step for every rounding of the way.
    #[test]
    fn a_body_that_keeps_its_distance_is_nowhere_below_it() {
        let triangle = Carried {
            motion: Motion::linear(DVec3::Y * -3.0).unwrap(),
            pose: DAffine3::IDENTITY,
            corners: [DVec3::new(1.0, -9.0, -9.0), DVec3::new(1.0, 9.0, -9.0), DVec3::new(1.0, 0.0, 9.0)],
        };
        let body = Body { radii: DVec3::splat(1.0), axes: DMat3::IDENTITY, centre: DVec3::ZERO };
        for half in [DVec3::ZERO, DVec3::Y, DVec3::new(0.0, 0.5, 0.25)] {
            let translation = DVec3::Z;
            let swept = Swept { body, half, is_round: false, translation, span: (0.0, 1.0) };
            assert_eq!(swept.below(&triangle, 1.0 - 1e-14, 1e-15, 1.0), Ok(None));
            assert!(swept.below(&triangle, 1.0 + 1e-14, 1e-15, 1.0).unwrap().is_some());
        }
    }
    /// A rider of a turntable: nothing proves in few looks that it comes no nearer by a rounding, but by a millionth.
    #[test]
    fn a_body_that_turns_with_a_wall_at_the_level_ends_the_search() {
        let rotation = DQuat::from_xyzw(0.0, 0.1, 0.0, 1.0).try_normalize().unwrap();
        let turned = DRigid3 { rotation, translation: DVec3::ZERO };
        let motion = Motion::about(&DRigid3::IDENTITY, &turned, DVec3::ZERO).unwrap();
        let triangle = Carried {
            motion,
            pose: DAffine3::IDENTITY,
            corners: [DVec3::new(-9.0, -1.0, -9.0), DVec3::new(9.0, -1.0, -9.0), DVec3::new(0.0, -1.0, 9.0)],
        };
        let body = Body { radii: DVec3::splat(1.0), axes: DMat3::IDENTITY, centre: DVec3::X };
        let translation = motion.point_at(DVec3::X, 1.0) - DVec3::X;
        let (half, is_round, span) = (DVec3::ZERO, false, (0.0, 1.0));
        let swept = Swept { body, half, is_round, translation, span };
        assert_eq!(swept.below(&triangle, 1.0 - 1e-14, 1e-15, 1.0), Err(TooClose));
        assert_eq!(swept.below(&triangle, 1.0 - 1e-14, 1e-4, 1.0), Ok(None));
    }
}
