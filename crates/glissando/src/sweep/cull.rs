//! Culls of eight triangles in `f32`, without false negatives.
//!
//! Each test is widened by a bound on its own rounding, so a dropped triangle is truly out of reach; the others are
//! decided in `f64`. An overflow to infinity or NaN keeps the triangle.

use super::unit_space::UnitMap;
use crate::math::{DVec3, Vec3};
use crate::simd::{F8, V8};
use crate::tolerance::{CULL_ROUNDINGS, F32_ROUNDING};

/// Eight triangles, corner by corner, component by component.
pub(crate) type Corners8 = [[[f32; 8]; 3]; 3];

/// The boxes of the triangles.
#[inline(always)]
pub(crate) fn boxes<F: F8>(corners: &[V8<F>; 3]) -> (V8<F>, V8<F>) {
    let [a, b, c] = *corners;
    (a.min(b).min(c), a.max(b).max(c))
}

/// The `f32` part of a map. Numbers are stored once and broadcast to the lanes where they are used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitMap8 {
    columns: [Vec3; 3],
    origin_high: Vec3,
    origin_low: Vec3,
    /// Relative error of a transformed coordinate.
    pub(crate) rounding: f32,
}

impl UnitMap8 {
    pub(crate) fn new(map: &UnitMap) -> Self {
        let origin = map.unit_from_mesh.origin;
        let high = origin.as_vec3();
        let low = (origin - high.as_dvec3()).as_vec3();
        let m = &map.unit_from_mesh.matrix;
        Self {
            columns: [m.x_axis.as_vec3(), m.y_axis.as_vec3(), m.z_axis.as_vec3()],
            origin_high: high,
            origin_low: low,
            rounding: F32_ROUNDING * CULL_ROUNDINGS * map.condition as f32,
        }
    }

    /// The triangles in ellipsoid space.
    #[inline(always)]
    pub(crate) fn apply<F: F8>(&self, corners: &[V8<F>; 3]) -> [V8<F>; 3] {
        let [a, b, c] = *corners;
        [self.apply_one(a), self.apply_one(b), self.apply_one(c)]
    }

    #[inline(always)]
    fn apply_one<F: F8>(&self, corner: V8<F>) -> V8<F> {
        let m = corner - V8::splat(self.origin_high) - V8::splat(self.origin_low);
        let [x, y, z] = self.columns;
        let along = |x: f32, y: f32, z: f32| F::splat(x) * m.x + F::splat(y) * m.y + F::splat(z) * m.z;
        V8 { x: along(x.x, y.x, z.x), y: along(x.y, y.y, z.y), z: along(x.z, y.z, z.z) }
    }
}

/// Those of eight triangles that may be touched, and the earliest time of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// Bit mask of the triangles.
    pub(crate) lanes: u8,
    /// A lower bound of the touch, as a fraction of the move; NaN if unknown.
    pub(crate) earliest: [f32; 8],
}

impl Kept {
    pub(crate) const NONE: Self = Self { lanes: 0, earliest: [0.0; 8] };

    /// Removes and returns the triangle with the earliest possible touch, if one is by `limit`.
    #[inline(always)]
    pub(crate) fn next(&mut self, limit: f64) -> Option<usize> {
        while self.lanes != 0 {
            let mut first = self.lanes.trailing_zeros() as usize;
            let mut others = self.lanes & (self.lanes - 1);
            // Of those at the start any may be the first.
            while others != 0 && self.earliest[first] > 0.0 {
                let other = others.trailing_zeros() as usize;
                others &= others - 1;
                if self.earliest[other] < self.earliest[first] {
                    first = other;
                }
            }
            self.lanes &= !(1 << first);
            // Not "break": a later one may be NaN.
            let is_late = f64::from(self.earliest[first]) > limit;
            if !is_late {
                return Some(first);
            }
        }
        None
    }
}

/// A box about the centre, in ellipsoid space: the region that a whole tick can reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Box8 {
    extents: Vec3,
}

impl Box8 {
    pub(crate) fn new(extents: DVec3) -> Self {
        let outward = extents * (1.0 + 4.0 * f64::from(F32_ROUNDING));
        Self { extents: outward.as_vec3() }
    }

    /// Bit mask of the triangles that may meet the box.
    #[inline(always)]
    pub(crate) fn keep<F: F8>(&self, corners: &[V8<F>; 3], rounding: f32) -> u8 {
        let [a, b, c] = *corners;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size =
            low.x.abs().max(high.x.abs()) + low.y.abs().max(high.y.abs()) + low.z.abs().max(high.z.abs());
        let slack = F::splat(rounding) * size;
        let e = V8::splat(self.extents);
        let out = (low.x - slack).greater(e.x)
            | (low.y - slack).greater(e.y)
            | (low.z - slack).greater(e.z)
            | (high.x + slack).less(-e.x)
            | (high.y + slack).less(-e.y)
            | (high.z + slack).less(-e.z);
        let (ab, ac) = (b - a, c - a);
        let n = ab.cross(ac);
        let reach = n.x.abs() * e.x + n.y.abs() * e.y + n.z.abs() * e.z;
        let room = n.dot(a).abs() - slack * ab.sum_abs() * ac.sum_abs();
        !(out | room.greater(reach))
    }
}
