//! The core of a body beside eight triangles, in `f32`: a point, a segment along Y, or a box that holds any core.
//!
//! A body with a core is a sphere against the sum of triangle and core. Along a direction `d` that sum begins earlier than the
//! triangle, by `|d.x| h.x + |d.y| h.y + |d.z| h.z` for half extents `h`. A kind of core is a type, so that a body does not pay for
//! what its core has not.

use crate::math::Vec3;
use crate::simd::{F8, V8};

/// A core about the origin.
pub(super) trait Core8: Copy {
    /// Whether it has an extent.
    const HAS_EXTENT: bool;
    /// Whether it has sides: more extents than one.
    const HAS_SIDES: bool;

    /// How much earlier than a triangle its sum with the core begins along a direction.
    fn along<F: F8>(self, direction: V8<F>) -> F;

    /// A direction from the core to the rim of each triangle, roughly the shortest, and its squared length.
    fn to_rim<F: F8>(self, corners: &[V8<F>; 3], edges: &[V8<F>; 3]) -> (V8<F>, F);

    /// A distance along a direction, less what the core takes of it.
    #[inline(always)]
    fn less<F: F8>(self, distance: F, direction: V8<F>) -> F {
        if Self::HAS_EXTENT { distance - self.along(direction) } else { distance }
    }
}

/// The core of an ellipsoid.
#[derive(Clone, Copy)]
pub(super) struct Point8;

/// The core of a capsule: half its height, along Y.
#[derive(Clone, Copy)]
pub(super) struct Segment8(pub(super) f32);

/// Half extents of a box that holds the core.
#[derive(Clone, Copy)]
pub(super) struct Solid8(pub(super) Vec3);

impl Core8 for Point8 {
    const HAS_EXTENT: bool = false;
    const HAS_SIDES: bool = false;

    #[inline(always)]
    fn along<F: F8>(self, _: V8<F>) -> F {
        F::splat(0.0)
    }

    #[inline(always)]
    fn to_rim<F: F8>(self, corners: &[V8<F>; 3], edges: &[V8<F>; 3]) -> (V8<F>, F) {
        closest_on_rim(corners, edges)
    }
}

// The directions of the others: from the part of the core beside the triangle's box to the rim, and from there back to the core
// (alternating projections, von Neumann 1933). A long core is seldom closest where its middle is.

impl Core8 for Segment8 {
    const HAS_EXTENT: bool = true;
    const HAS_SIDES: bool = false;

    #[inline(always)]
    fn along<F: F8>(self, direction: V8<F>) -> F {
        direction.y.abs() * F::splat(self.0)
    }

    #[inline(always)]
    fn to_rim<F: F8>(self, corners: &[V8<F>; 3], edges: &[V8<F>; 3]) -> (V8<F>, F) {
        let [a, b, c] = *corners;
        let (low, high) = (F::splat(-self.0), F::splat(self.0));
        let (least, most) = (a.y.min(b.y).min(c.y).max(low), a.y.max(b.y).max(c.y).min(high));
        let on_core = ((least + most) * F::splat(0.5)).max(low).min(high);
        let seen = |corner: V8<F>| V8 { y: corner.y - on_core, ..corner };
        let (q, _) = closest_on_rim(&[seen(a), seen(b), seen(c)], edges);
        let y = q.y + on_core;
        let way = V8 { y: y - y.max(low).min(high), ..q };
        (way, way.dot(way))
    }
}

impl Core8 for Solid8 {
    const HAS_EXTENT: bool = true;
    const HAS_SIDES: bool = true;

    #[inline(always)]
    fn along<F: F8>(self, direction: V8<F>) -> F {
        let core = V8::<F>::splat(self.0);
        direction.x.abs() * core.x + direction.y.abs() * core.y + direction.z.abs() * core.z
    }

    #[inline(always)]
    fn to_rim<F: F8>(self, corners: &[V8<F>; 3], edges: &[V8<F>; 3]) -> (V8<F>, F) {
        let [a, b, c] = *corners;
        let (low, high) = (V8::splat(-self.0), V8::splat(self.0));
        let (least, most) = (a.min(b).min(c).max(low), a.max(b).max(c).min(high));
        let half = F::splat(0.5);
        let beside = V8 { x: least.x + most.x, y: least.y + most.y, z: least.z + most.z }.times(half);
        let on_core = beside.max(low).min(high);
        let (q, _) = closest_on_rim(&[a - on_core, b - on_core, c - on_core], edges);
        let on_rim = V8 { x: q.x + on_core.x, y: q.y + on_core.y, z: q.z + on_core.z };
        let way = on_rim - on_rim.max(low).min(high);
        (way, way.dot(way))
    }
}

/// The point of the edge from `a` along `ab` that is closest to the origin, roughly.
#[inline(always)]
fn closest_on_edge<F: F8>(a: V8<F>, ab: V8<F>) -> V8<F> {
    let (zero, one) = (F::splat(0.0), F::splat(1.0));
    let along = (-a.dot(ab) / ab.dot(ab)).max(zero).min(one);
    V8 { x: a.x + ab.x * along, y: a.y + ab.y * along, z: a.z + ab.z * along }
}

/// The point of the rim that is closest to the origin, roughly, and its squared distance.
#[inline(always)]
fn closest_on_rim<F: F8>(corners: &[V8<F>; 3], edges: &[V8<F>; 3]) -> (V8<F>, F) {
    let mut q = closest_on_edge(corners[0], edges[0]);
    let mut q_sq = q.dot(q);
    for other in [closest_on_edge(corners[1], edges[1]), closest_on_edge(corners[2], edges[2])] {
        let other_sq = other.dot(other);
        q = V8 {
            x: q_sq.pick_greater(other_sq, other.x, q.x),
            y: q_sq.pick_greater(other_sq, other.y, q.y),
            z: q_sq.pick_greater(other_sq, other.z, q.z),
        };
        q_sq = q_sq.pick_greater(other_sq, other_sq, q_sq);
    }
    (q, q_sq)
}
