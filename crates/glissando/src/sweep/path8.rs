//! The sweep of a sphere against eight triangles, in `f32`: those that it may touch, and the earliest time of each.
//!
//! The triangle lies beyond its support plane in any direction, and the sphere cannot touch it before that plane. So
//! any direction gives a lower bound of the touch, or proves that there is none; the closer the direction to that of
//! the touch, the better. The directions used are the axes of ellipsoid space, the triangle's normal, the direction to
//! the closest point of its rim (on a long move from where the others put the earliest touch), for long moves the normals of
//! (move, edge), and for boxes on shorter ones those of (edge, axis of the box).
//!
//! A body with a core is a sphere against the sum of triangle and core; the code is compiled once for each kind of
//! [core](super::core8).

use super::core8::{Core8, Point8, Segment8, Solid8};
use super::cull::Kept;
use super::edges8::Moved;
use crate::math::{DVec3, Vec3};
use crate::simd::{F8, One, V8, one_by_one};
use crate::tolerance::F32_ROUNDING;

/// Result of a separating direction for eight triangles.
struct Bound8<F> {
    /// Bit mask of the triangles that are not touched in this move.
    beyond: u8,
    /// Earliest possible touch.
    earliest: F,
}

/// A moving sphere with a core in ellipsoid space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path8 {
    /// Start of the centre, relative to the space of the corners.
    from: Vec3,
    translation: Vec3,
    low: Vec3,
    high: Vec3,
    shell_sq: f32,
    /// Sum of the absolute components of start and translation.
    reach: f32,
    is_long: bool,
    /// Half extents of the core; 0 for a point.
    core: Vec3,
}

impl Path8 {
    /// A sphere of radius `shell` about a core of half extents `core` that moves from `from` by `translation`; a still
    /// one has zero translation.
    pub(crate) fn new(from: DVec3, translation: DVec3, shell: f64, core: DVec3) -> Self {
        // Rounded outward by more than the error of the conversion.
        let outward = 1.0 + 4.0 * F32_ROUNDING;
        let shell = shell as f32 * outward;
        let core = core.as_vec3() * outward;
        let d = translation.as_vec3();
        let f = from.as_vec3();
        let size = f.abs() + d.abs();
        Self {
            from: f,
            translation: d,
            low: d.min(Vec3::ZERO) - Vec3::splat(shell) - core,
            high: d.max(Vec3::ZERO) + Vec3::splat(shell) + core,
            shell_sq: shell * shell,
            reach: size.x + size.y + size.z + (core.x + core.y + core.z),
            is_long: translation.length_sq() > 0.25,
            core,
        }
    }

    /// Those of the triangles in `lanes` that may be touched; none is touched before `enter`.
    #[inline(always)]
    pub(crate) fn keep<F: F8>(&self, corners: &[V8<F>; 3], lanes: u8, enter: F, rounding: f32) -> Kept {
        if F::IS_SHARED {
            self.keep_shared(corners, lanes, enter, rounding)
        } else {
            self.choose(corners, lanes, enter, rounding)
        }
    }

    /// The same as a function of its own, for lanes that need no inlining: it is built once, not once a kernel.
    #[inline(never)]
    fn keep_shared<F: F8>(&self, corners: &[V8<F>; 3], lanes: u8, enter: F, rounding: f32) -> Kept {
        if F::IS_SERIAL {
            self.keep_one_by_one(corners, lanes, enter.to_array(), rounding)
        } else {
            self.choose(corners, lanes, enter, rounding)
        }
    }

    /// The same where there are no vector instructions.
    #[inline(always)]
    fn keep_one_by_one<F: F8>(
        &self,
        corners: &[V8<F>; 3],
        lanes: u8,
        enter: [f32; 8],
        rounding: f32,
    ) -> Kept {
        let mut kept = Kept { lanes: 0, earliest: enter };
        for (lane, triangle) in one_by_one(corners, lanes) {
            let one = self.choose(&triangle, 1, One::splat(enter[lane]), rounding);
            kept.lanes |= one.lanes << lane;
            kept.earliest[lane] = one.earliest[0];
        }
        kept
    }

    #[inline(always)]
    fn choose<F: F8>(&self, corners: &[V8<F>; 3], lanes: u8, enter: F, rounding: f32) -> Kept {
        if self.core == Vec3::ZERO {
            self.keep_for(Point8, corners, lanes, enter, rounding)
        } else if self.core.x == 0.0 && self.core.z == 0.0 && !F::IS_SHARED {
            self.keep_for(Segment8(self.core.y), corners, lanes, enter, rounding)
        } else {
            self.keep_for(Solid8(self.core), corners, lanes, enter, rounding)
        }
    }

    #[inline(always)]
    fn keep_for<F: F8, C: Core8>(
        &self,
        core: C,
        corners: &[V8<F>; 3],
        lanes: u8,
        enter: F,
        rounding: f32,
    ) -> Kept {
        let from = V8::splat(self.from);
        let corners = [corners[0] - from, corners[1] - from, corners[2] - from];
        let (slack, boxed) = self.boxed(&corners, rounding);
        let lanes = lanes & boxed;
        if lanes == 0 {
            return Kept::NONE;
        }
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c];
        let plane = self.plane(core, a, edges[0], edges[2], slack);
        let mut out = !lanes | plane.beyond;
        if C::HAS_EXTENT && out == 0xff {
            return Kept::NONE;
        }
        if C::HAS_SIDES && self.is_beside_sides() {
            out |= self.moved().beside_edges(&corners, &edges, slack);
            return Kept { lanes: !out, earliest: plane.earliest.to_array() };
        }
        let mut earliest = enter.max(plane.earliest);
        let seen = if self.is_long {
            out |= self.passes(core, &corners, &edges, slack);
            if out == 0xff {
                return Kept::NONE;
            }
            // Of the directions to the rim that from the earliest position is closest to the touch's.
            let way = V8::splat(self.translation).times(earliest.max(F::splat(0.0)).min(F::splat(1.0)));
            [a - way, b - way, c - way]
        } else {
            corners
        };
        let rim = self.rim(core, &corners, &seen, &edges, slack);
        out |= rim.beyond;
        earliest = earliest.max(rim.earliest);
        if C::HAS_SIDES && out != 0xff && self.is_near_sides() {
            out |= self.moved().beside_edges(&corners, &edges, slack);
        }
        Kept { lanes: !out, earliest: earliest.to_array() }
    }

    /// Whether the core is more than a point or a segment, and the move shorter than it.
    #[inline(always)]
    fn is_near_sides(&self) -> bool {
        self.core.x > 0.0 && self.translation.length_sq() < self.core.length_sq()
    }

    /// Whether the move is so short beside the core's width that the direction to the rim drops next to nothing of what the
    /// normals of (edge, axis of the box) leave.
    #[inline(always)]
    fn is_beside_sides(&self) -> bool {
        self.translation.length_sq() < self.core.x * self.core.z
    }

    #[inline(always)]
    fn moved(&self) -> Moved {
        Moved { core: self.core, translation: self.translation, shell_sq: self.shell_sq }
    }

    /// A bound of the rounding of a coordinate, and a bit mask of the triangles whose boxes meet the path's.
    #[inline(always)]
    fn boxed<F: F8>(&self, [a, b, c]: &[V8<F>; 3], rounding: f32) -> (F, u8) {
        let (low, high) = (a.min(*b).min(*c), a.max(*b).max(*c));
        let size = low.x.abs().max(high.x.abs())
            + low.y.abs().max(high.y.abs())
            + low.z.abs().max(high.z.abs())
            + F::splat(self.reach);
        let slack = F::splat(rounding) * size;
        let (least, most) = (V8::splat(self.low), V8::splat(self.high));
        let out = (low.x - slack).greater(most.x)
            | (low.y - slack).greater(most.y)
            | (low.z - slack).greater(most.z)
            | (high.x + slack).less(least.x)
            | (high.y + slack).less(least.y)
            | (high.z + slack).less(least.z);
        (slack, !out)
    }

    /// The bound of the direction perpendicular to the triangle's plane.
    #[inline(always)]
    fn plane<F: F8>(&self, core: impl Core8, a: V8<F>, ab: V8<F>, ca: V8<F>, slack: F) -> Bound8<F> {
        let n = ab.cross(ca);
        let start = n.dot(a);
        let way = n.dot(V8::splat(self.translation));
        let way = start.pick_greater(F::splat(0.0), way, -way);
        let start = core.less(start.abs(), n);
        self.bound(start, way, n.dot(n), slack * ab.sum_abs() * ca.sum_abs())
    }

    /// The bound of the direction to the closest point of the triangle's rim, with the corners relative to a position
    /// in `seen`.
    #[inline(always)]
    fn rim<F: F8>(
        &self,
        core: impl Core8,
        corners: &[V8<F>; 3],
        seen: &[V8<F>; 3],
        edges: &[V8<F>; 3],
        slack: F,
    ) -> Bound8<F> {
        let (q, q_sq) = core.to_rim(seen, edges);
        let distance = q.dot(corners[0]).min(q.dot(corners[1])).min(q.dot(corners[2]));
        let distance = core.less(distance, q);
        self.bound(distance, q.dot(V8::splat(self.translation)), q_sq, slack * q.sum_abs())
    }

    /// The bound for triangles that lie beyond `distance` along some direction of squared length `length_sq`, along
    /// which the whole move advances by `way`. Any direction is valid; all three may be wrong by `slack`.
    #[inline(always)]
    fn bound<F: F8>(&self, distance: F, way: F, length_sq: F, slack: F) -> Bound8<F> {
        let wider = F::splat(1.0 + 8.0 * F32_ROUNDING);
        // A length whose square underflows counts as the root of the least square: more than its true value.
        let length_sq = length_sq + F::splat(LEAST_SQUARE);
        let gap = distance - slack - (F::splat(self.shell_sq) * length_sq).sqrt() * wider;
        // In this order a NaN stays one, and keeps the triangle.
        let way = F::splat(f32::MIN_POSITIVE).max((way + slack) * wider);
        Bound8 { beyond: gap.greater(way), earliest: gap / way }
    }

    /// Bit mask of the triangles that the path's line passes, by the normals of (move, edge).
    #[inline(always)]
    fn passes<F: F8>(
        &self,
        core: impl Core8,
        [a, b, c]: &[V8<F>; 3],
        [ab, bc, ca]: &[V8<F>; 3],
        slack: F,
    ) -> u8 {
        let d = V8::splat(self.translation);
        let slack = slack * d.sum_abs();
        self.beside(core, d.cross(*ab), *a, *c, slack * ab.sum_abs())
            | self.beside(core, d.cross(*bc), *b, *a, slack * bc.sum_abs())
            | self.beside(core, d.cross(*ca), *a, *b, slack * ca.sum_abs())
    }

    /// The triangle, with the extent of `p` and `q` along `axis`, is further than the shell from the path's line.
    #[inline(always)]
    fn beside<F: F8>(&self, core: impl Core8, axis: V8<F>, p: V8<F>, q: V8<F>, slack: F) -> u8 {
        let (p, q) = (axis.dot(p), axis.dot(q));
        let room = p.abs().min(q.abs()) - slack;
        let room = core.less(room, axis);
        let is_one_side = (p * q).greater(F::splat(0.0));
        is_one_side
            & room.greater(F::splat(0.0))
            & (room * room).greater(F::splat(self.shell_sq) * (axis.dot(axis) + F::splat(LEAST_SQUARE)))
    }
}

/// Added to squares of lengths before a root or a comparison: `f32` loses smaller squares.
pub(super) const LEAST_SQUARE: f32 = 1e-30;
