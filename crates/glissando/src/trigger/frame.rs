//! The path in the frame of a trigger, where the trigger is still, cut into straight slices.
//!
//! For a trigger that only shifts, a straight leg stays straight. For one that turns, it becomes a curve, and the
//! body turns the other way; so legs are cut until, within each slice,
//!
//! - the chord is within [`CHORD_ERROR`]` / 2` of the curve: `max|q''| / 8` times the slice's fraction squared, where
//!   `q''` includes the turn's own acceleration and Coriolis' acceleration, `2 |spin| |displacement|`;
//! - the body, taken at the middle of the slice, is within the same bound of the body at the ends. A body of
//!   revolution about the axis of the turn (an upright one under a door's hinge) needs no cut for that.

use crate::geometry::Shape;
use crate::math::{DMat3, DVec3, sqrt_f64};
use crate::motion::Motion;
use crate::path::Waypoint;
use crate::sweep::unit_space::UnitSpace;
use crate::tolerance;

/// Greatest error for turning triggers, metres, for bodies of up to a metre and displacements (and arms from the
/// pivot) of up to a kilometre; beyond that in proportion.
pub const CHORD_ERROR: f64 = 1e-4;

/// A straight piece of the centre's path, in the trigger's frame: the world at the tick's start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// Its ends along the path: the index of the leg plus the fraction of it.
    pub(super) along: [f64; 2],
    pub(super) from: DVec3,
    pub(super) to: DVec3,
    /// The body at the middle of the slice.
    pub(super) space: UnitSpace,
    /// Radii by which the body's shape may change from slice to slice.
    pub(super) jump: f64,
}

/// A path in the frame of a moving trigger.
pub(super) struct Frame<'a> {
    pub(super) path: &'a [Waypoint],
    shape: &'a Shape,
    motion: Motion,
    /// Seconds that the motion takes from the start of the path.
    moves_for: f64,
    /// Metres by which the body's extent can change per radian of the turn.
    wobble: f64,
}

impl<'a> Frame<'a> {
    /// `path` is not empty. The motion takes `moves_for` seconds; `None` if it takes as long as the path.
    pub(super) fn new(
        path: &'a [Waypoint],
        shape: &'a Shape,
        motion: Motion,
        moves_for: Option<f64>,
    ) -> Self {
        let moves_for = moves_for.unwrap_or(path[path.len() - 1].time);
        Self { path, shape, motion, moves_for, wobble: wobble(shape, motion.turn()) }
    }

    /// Whether the trigger does not move.
    pub(super) fn is_still(&self) -> bool {
        self.motion.is_still()
    }

    /// Half extents of the body with the shell at which it is clear, and with more than the rounding of both.
    pub(super) fn reach(&self) -> DVec3 {
        self.shape.half_extents() * (1.0 + 2.0 * CLEAR)
    }

    /// The end of the path, as a place along it.
    pub(super) fn end(&self) -> f64 {
        (self.path.len() - 1) as f64
    }

    /// Seconds since the start of the tick at a place along the path.
    pub(super) fn time(&self, along: f64) -> f64 {
        let (a, b, share) = self.leg(along);
        // Exact at both ends.
        if share < 1.0 { a.time + (b.time - a.time) * share } else { b.time }
    }

    /// The centre at a place along the path, in the world.
    pub(super) fn in_world(&self, along: f64) -> DVec3 {
        let (a, b, share) = self.leg(along);
        if share < 1.0 { a.position + (b.position - a.position) * share } else { b.position }
    }

    /// The centre at a place along the path, in the frame.
    pub(super) fn in_frame(&self, along: f64) -> DVec3 {
        self.in_frame_at(self.in_world(along), self.share(self.time(along)))
    }

    fn leg(&self, along: f64) -> (Waypoint, Waypoint, f64) {
        let index = (along as usize).min(self.path.len() - 1);
        let next = (index + 1).min(self.path.len() - 1);
        (self.path[index], self.path[next], along - index as f64)
    }

    /// The fraction of the motion at a time.
    fn share(&self, time: f64) -> f64 {
        if self.moves_for > time {
            time / self.moves_for
        } else if self.moves_for > 0.0 {
            1.0
        } else {
            0.0
        }
    }

    /// Converts a place of the world at a fraction of the tick to the frame.
    fn in_frame_at(&self, at: DVec3, share: f64) -> DVec3 {
        let motion = &self.motion;
        if motion.is_turning() {
            motion.pivot() + motion.turned(at - motion.pivot_at(share), -share)
        } else {
            at - motion.shift() * share
        }
    }

    /// Calls `visit` with the slices of the path, in order. A path of one place has one slice.
    ///
    /// Parts for which `may_meet` returns false are skipped: its arguments are a straight path and the body's reach
    /// from it, metres.
    pub(super) fn slices(&self, may_meet: impl Fn(DVec3, DVec3, f64) -> bool, mut visit: impl FnMut(&Slice)) {
        if self.path.len() == 1 {
            self.cut(0, [self.path[0]; 2]).visit(self, &may_meet, &mut visit);
        }
        for (leg, ends) in self.path.windows(2).enumerate() {
            self.cut(leg, [ends[0], ends[1]]).visit(self, &may_meet, &mut visit);
        }
    }

    /// Ellipsoid space of the body in the frame, at a fraction of the tick.
    fn space(&self, share: f64) -> UnitSpace {
        let still = UnitSpace::of(self.shape);
        if !self.motion.is_turning() {
            return still;
        }
        let turned = |at: f64| {
            let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| self.motion.turned(axis, at));
            DMat3::from_cols(x, y, z)
        };
        still.with_maps(still.unit_from_world * turned(share), turned(-share) * still.world_from_unit)
    }

    /// Computes the number of slices of a leg and their errors.
    fn cut(&self, leg: usize, ends: [Waypoint; 2]) -> Cut {
        let [a, b] = ends;
        let shares = ends.map(|w| self.share(w.time));
        let still = Cut { leg, ends, shares, count: 1, bend: 0.0, jump: 0.0 };
        let span = shares[1] - shares[0];
        let turn = self.motion.turn().length();
        if turn * span == 0.0 {
            return still;
        }
        let arm = |w: Waypoint, share: f64| (w.position - self.motion.pivot_at(share)).length();
        let (start, end) = (arm(a, shares[0]), arm(b, shares[1]));
        let reach = if start > end { start } else { end };
        let distance = (b.position - a.position - self.motion.shift() * span).length();
        let error = |size: f64| 0.5 * CHORD_ERROR * if size > 1.0 { size } else { 1.0 };
        // With the spin at most twice the turn, and its rate as in `Motion::bow`.
        let bend = self.motion.bow(reach) * span * span + 4.0 * turn * span * distance;
        let for_chord = sqrt_f64(bend / (8.0 * error(1e-3 * (reach + distance))));
        let off = self.wobble * turn * span;
        let for_shape = off / error(self.shape.largest_radius());
        let count = if for_chord > for_shape { for_chord } else { for_shape } as u32 + 1;
        let jump = 4.0 * off / (f64::from(count) * self.shape.smallest_radius());
        Cut { count, bend, jump, ..still }
    }
}

/// A leg with its even slices.
#[derive(Clone, Copy, Debug)]
struct Cut {
    leg: usize,
    ends: [Waypoint; 2],
    /// Fractions of the tick at both ends.
    shares: [f64; 2],
    /// The number of slices.
    count: u32,
    /// Largest second derivative over the whole leg, metres: the error of a part's chord is an eighth of it, times
    /// the square of the part's fraction.
    bend: f64,
    /// Radii by which the shape may change from slice to slice.
    jump: f64,
}

/// An end of a slice: its place along the path, the centre in the frame, the fraction of the tick.
type End = (f64, DVec3, f64);

impl Cut {
    fn visit(
        &self,
        frame: &Frame<'_>,
        may_meet: &impl Fn(DVec3, DVec3, f64) -> bool,
        visit: &mut impl FnMut(&Slice),
    ) {
        let ends = [self.end(frame, 0), self.end(frame, self.count)];
        self.visit_part(frame, [0, self.count], ends, may_meet, visit);
    }

    /// Visits the slices from one index to another, bisecting the parts that may meet a triangle.
    fn visit_part(
        &self,
        frame: &Frame<'_>,
        [first, last]: [u32; 2],
        [start, end]: [End; 2],
        may_meet: &impl Fn(DVec3, DVec3, f64) -> bool,
        visit: &mut impl FnMut(&Slice),
    ) {
        if last - first == 1 {
            let space = frame.space(0.5 * (start.2 + end.2));
            let along = [start.0, end.0];
            visit(&Slice { along, from: start.1, to: end.1, space, jump: self.jump });
            return;
        }
        let part = f64::from(last - first) / f64::from(self.count);
        let reach = 1.001 * (frame.shape.largest_radius() + self.bend * part * part / 8.0 + CHORD_ERROR);
        if may_meet(start.1, end.1, reach) {
            let index = first + (last - first) / 2;
            let middle = self.end(frame, index);
            self.visit_part(frame, [first, index], [start, middle], may_meet, visit);
            self.visit_part(frame, [index, last], [middle, end], may_meet, visit);
        }
    }

    /// The end of the slice before `index`. Neighbouring legs share their common end to the bit.
    fn end(&self, frame: &Frame<'_>, index: u32) -> End {
        let part = f64::from(index) / f64::from(self.count);
        let [a, b] = self.ends;
        let (at, share) = if index == 0 {
            (a.position, self.shares[0])
        } else if index == self.count {
            (b.position, self.shares[1])
        } else {
            let between = |from: f64, to: f64| from + (to - from) * part;
            (a.position + (b.position - a.position) * part, between(self.shares[0], self.shares[1]))
        };
        (self.leg as f64 + part, frame.in_frame_at(at, share), share)
    }
}

/// Metres per radian by which the extent of a body along any direction changes while it turns about `axis`: that of its
/// rounding and that of its core.
///
/// The extent squared of the rounding is the quadratic form `M = A Aᵀ` of its axes; its rate is that of
/// `M S + (M S)ᵀ`, with the cross product matrix `S` of the unit axis, and it never exceeds the difference of the radii.
/// The extent of the core changes no faster than its furthest corner moves.
fn wobble(shape: &Shape, axis: DVec3) -> f64 {
    let Some(k) = axis.try_normalize() else { return 0.0 };
    let a = shape.world_from_unit();
    let m = a * a.transpose();
    let s =
        DMat3::from_cols(DVec3::new(0.0, k.z, -k.y), DVec3::new(-k.z, 0.0, k.x), DVec3::new(k.y, -k.x, 0.0));
    let ms = m * s;
    let (once, turned) = (ms, ms.transpose());
    let sum = DMat3::from_cols(
        once.x_axis + turned.x_axis,
        once.y_axis + turned.y_axis,
        once.z_axis + turned.z_axis,
    );
    let radii = shape.radii();
    let by_form = sum.norm() / (2.0 * radii.min_element());
    let by_radii = radii.max_element() - radii.min_element();
    let rounding = if by_form < by_radii { by_form } else { by_radii };
    let core = shape.core_axes().map(|axis| k.cross(axis).length());
    rounding + core.iter().sum::<f64>()
}

/// Radii by which a body must be clear of a trigger to have left it: rounding causes no exit.
pub(super) const CLEAR: f64 = tolerance::GRAZE;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;

    #[test]
    fn an_upright_body_under_a_hinge_does_not_wobble_and_a_leaning_one_does() {
        let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        assert!(wobble(&shape, DVec3::Y * 0.3) < 1e-15);
        assert!((wobble(&shape, DVec3::X) - 0.5).abs() < 0.3);
        assert_eq!(wobble(&Shape::sphere(0.7).unwrap(), DVec3::new(1.0, 2.0, 3.0)), 0.0);
        let capsule = Shape::capsule(0.4, 0.5, DQuat::IDENTITY).unwrap();
        assert_eq!([DVec3::Y, DVec3::Z].map(|axis| wobble(&capsule, axis)), [0.0, 0.5]);
    }

    #[test]
    fn slices_join_and_follow_the_true_way() {
        let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        let pivot = DVec3::new(3.0, 0.0, 1.0);
        let motion = Motion::from_velocity(DVec3::X, DVec3::new(0.3, 1.0, 0.2), pivot, 1.0).unwrap();
        let path = [
            Waypoint::new(0.0, DVec3::new(9.0, 1.0, 0.0)),
            Waypoint::new(0.4, DVec3::new(-5.0, 1.0, 0.0)),
            Waypoint::new(1.0, DVec3::new(-5.0, 4.0, 9.0)),
        ];
        let frame = Frame::new(&path, &shape, motion, None);
        let (mut last, mut slices) = (None, 0);
        frame.slices(
            |_, _, _| true,
            |slice| {
                if let Some(last) = last {
                    assert_eq!(last, (slice.along[0], slice.from));
                }
                last = Some((slice.along[1], slice.to));
                slices += 1;
                for part in 0..=8 {
                    let part = f64::from(part) / 8.0;
                    let along = slice.along[0] + (slice.along[1] - slice.along[0]) * part;
                    let off = frame.in_frame(along) - (slice.from + (slice.to - slice.from) * part);
                    assert!(off.length() <= 0.5 * CHORD_ERROR, "{}", off.length());
                }
            },
        );
        println!("{slices} slices");
        assert_eq!(last.map(|l| l.0), Some(2.0));
    }
}
