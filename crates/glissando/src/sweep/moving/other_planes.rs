//! Other planes between a core and a triangle that turns: for sweeps whose steps get short.
//!
//! The plane that turns with the triangle tips: where an edge of a box crosses an edge of the triangle, or a corner of the
//! triangle touches a side of the box, another corner of the core is before that plane only as long as the gap is wide
//! beside the turn. So steps shrink with the gap, and a body that recedes slowly takes a thousand of them. Two other
//! planes do not tip there. One stands still: the core stays before it as long as its touched point does, and the
//! triangle stays behind as long as its corners do. The other has the normal `N = E × F`, where `E` is an edge of the
//! triangle and turns with it and `F` is an edge of the core: it contains the one and is parallel to the other, and all
//! corners are compared with it. Each height over such a plane is smooth, its rate at the touched features is the
//! distance's own, and the motion bounds its second derivative, so the first root of a parabola is a safe step. The
//! longest of safe steps is safe.
//!
//! Source: derived in the project; planes along an edge of each are those of the separating axis theorem (Gottschalk, Lin &
//! Manocha, A Hierarchical Structure for Rapid Interference Detection, 1996, section 5).

use super::turn::Turn;
use super::{Advance, Separation, UnitTriangle};
use crate::geometry::Core;
use crate::math::DVec3;
use crate::sweep::course::{corners_of, first_root};

/// A plane along an edge of the triangle and one of the core; its normal is for displacements in the world.
struct EdgePlane {
    /// A corner of the triangle in the plane, in ellipsoid space, and its arm in the world.
    corner: DVec3,
    arm: DVec3,
    normal: DVec3,
    turning: DVec3,
    /// Bounds of the first and second derivative of the normal.
    fastest: f64,
    bow: f64,
}

/// A part of a core that decides on which side of a plane the core is: a corner, or a circle about a point of the axis.
type Foot = (DVec3, f64);

impl Advance<'_> {
    /// A duration, up to the time `end`, for which the distance from a convex piece stays above `level`; 0 if these planes
    /// prove nothing.
    pub(super) fn step_by_other_planes(
        &self,
        piece: &UnitTriangle,
        now: &Separation,
        (time, end): (f64, f64),
        level: f64,
    ) -> f64 {
        let Some(turn) = self.turn_at(time) else { return 0.0 };
        let still = self.step_of_still_plane(piece, now, &turn, time, level);
        let along = match self.edge_plane(piece, now, &turn, time) {
            Some((plane, behind)) => {
                let before = self.step_before(&plane, &turn, (time, end), level);
                if before < behind { before } else { behind }
            }
            None => 0.0,
        };
        if along > still { along } else { still }
    }

    /// How long the corners of the triangle stay behind the plane between the closest points, which stands still.
    fn step_of_still_plane(
        &self,
        piece: &UnitTriangle,
        now: &Separation,
        turn: &Turn,
        time: f64,
        level: f64,
    ) -> f64 {
        let space = self.triangle.space;
        let plane = space.unit_from_world.transpose() * now.normal;
        let (velocity, pivot, leaning) = (self.velocity(), self.triangle.pivot_at(time), turn.across(plane));
        let mut least = f64::INFINITY;
        for corner in piece.corners {
            let arm = space.world_from_unit * corner - pivot;
            let gap = now.radii + now.normal.dot(now.on_surface - corner) - level;
            let rate = plane.dot(velocity - turn.spin.cross(arm));
            let step = first_root(gap, rate, leaning * turn.bow * turn.across(arm));
            least = if step < least { step } else { least };
        }
        least
    }

    /// The plane along an edge of the triangle and one of the core that is closest to the one between the closest points,
    /// and how long the triangle stays behind it.
    fn edge_plane(
        &self,
        piece: &UnitTriangle,
        now: &Separation,
        turn: &Turn,
        time: f64,
    ) -> Option<(EdgePlane, f64)> {
        let space = self.triangle.space;
        let along = space.unit_from_world.transpose() * now.normal;
        let corners = piece.corners.map(|corner| space.world_from_unit * corner);
        let (mut best, mut most) = (None, 0.0);
        for line in lines_of(&space.core(), now.on_surface - now.point).into_iter().flatten() {
            let line = space.world_from_unit * line;
            for first in 0..3 {
                let edge = corners[(first + 1) % 3] - corners[first];
                let product = edge.cross(line);
                let alike = along.dot(product) * along.dot(product) / product.length_sq();
                if alike > most {
                    (best, most) = (Some((first, edge, line, product)), alike);
                }
            }
        }
        let (first, edge, line, product) = best?;
        let line = line * (along.dot(product) / product.length_sq());
        let (length, corner) = (line.length(), corners[first]);
        // The third corner is `line · (to_third × edge)` behind the plane, a product of a vector at rest and one that turns.
        let third = (corner - corners[(first + 2) % 3]).cross(edge);
        let behind = if third == DVec3::ZERO {
            f64::INFINITY
        } else {
            let bend = length * turn.bow * turn.across(third);
            first_root(line.dot(third), line.dot(turn.spin.cross(third)), bend)
        };
        let plane = EdgePlane {
            corner: piece.corners[first],
            arm: corner - self.triangle.pivot_at(time),
            normal: edge.cross(line),
            turning: turn.spin.cross(edge).cross(line),
            fastest: length * 2.0 * turn.half * turn.across(edge),
            bow: length * turn.bow * turn.across(edge),
        };
        Some((plane, behind))
    }

    /// How long the core stays before a plane along an edge of each.
    fn step_before(&self, plane: &EdgePlane, turn: &Turn, (time, end): (f64, f64), level: f64) -> f64 {
        let space = self.triangle.space;
        let centre = self.translation * time - plane.corner;
        let to_unit = space.world_from_unit.transpose();
        let (normal, turning) = (to_unit * plane.normal, to_unit * plane.turning);
        let velocity = self.velocity() - turn.spin.cross(plane.arm);
        let (bow, reach) = (turn.bow * turn.across(plane.arm), end - time);
        let speed = self.velocity().length() + 2.0 * turn.half * turn.across(plane.arm);
        let longest = plane.normal.length() + plane.fastest * reach;
        let common = 2.0 * plane.fastest * speed + longest * bow;
        let widest = plane.bow * self.triangle.radii.1;
        let mut least = f64::INFINITY;
        for (foot, radius) in feet_of(&space.core()).into_iter().flatten() {
            let place = centre + foot;
            let to_foot = space.world_from_unit * place;
            let mut gap = normal.dot(place);
            let mut rate = plane.normal.dot(velocity) + plane.turning.dot(to_foot);
            let mut bend = common + plane.bow * (to_foot.length() + speed * reach);
            let level_only = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
            let outline = (level_only(normal), level_only(turning), radius);
            for (normal, turning, radius) in [(normal, turning, level), outline] {
                if radius != 0.0 {
                    let Some((length, change, bow)) = length_course(normal, turning, widest, radius < 0.0)
                    else {
                        return 0.0;
                    };
                    gap -= radius * length;
                    rate -= radius * change;
                    bend += radius.abs() * bow;
                }
            }
            let step = first_root(gap, rate, bend);
            least = if step < least { step } else { least };
        }
        least
    }
}

/// The length of a vector that changes, its rate, and the bound of its second derivative, from above or from below, for a
/// bound of the vector's own; `None` for a vector of length 0, whose direction is any.
fn length_course(vector: DVec3, rate: DVec3, bow: f64, from_below: bool) -> Option<(f64, f64, f64)> {
    let length = vector.length();
    // A length is at least its part along a direction at rest.
    let widening = if from_below { 0.0 } else { rate.length_sq() / length };
    (length > 0.0).then(|| (length, vector.dot(rate) / length, bow + widening))
}

/// The directions of the edges of a core that may be at a point of it, in ellipsoid space; of a round one its axis and the
/// tangent of its outline.
fn lines_of(core: &Core, point: DVec3) -> [Option<DVec3>; 3] {
    if core.is_round {
        return [Some(DVec3::Y), Some(DVec3::new(-point.z, 0.0, point.x)), None];
    }
    let half = core.half_extents;
    let line = |axis: DVec3, half: f64| (half > 0.0).then_some(axis);
    [line(DVec3::X, half.x), line(DVec3::Y, half.y), line(DVec3::Z, half.z)]
}

/// The parts of a core of which one is the first to pass a plane.
fn feet_of(core: &Core) -> [Option<Foot>; 8] {
    if core.is_round {
        let circle = |height: f64| Some((DVec3::Y * height, core.half_extents.x));
        let (top, bottom) = (circle(core.half_extents.y), circle(-core.half_extents.y));
        return [top, bottom, None, None, None, None, None, None];
    }
    corners_of(core.half_extents).map(|corner| Some((corner?, 0.0)))
}
