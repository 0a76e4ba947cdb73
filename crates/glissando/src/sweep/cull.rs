//! Which of eight triangles can a move touch at all? In `f32`, never wrongly "no".
//!
//! A triangle is dropped if a direction separates it from the moving sphere: an axis of ellipsoid
//! space, its own normal, or the normal of (move, edge). Each test gives way by a bound on its own
//! rounding, so what is dropped is truly out of reach; what is kept is decided in `f64`. An overflow
//! to infinity or NaN keeps the triangle.

use super::lens::Lens;
use crate::math::DVec3;
use crate::simd::{F8, V8};
use crate::tolerance::{CULL_ROUNDINGS, F32_ROUNDING};

/// Eight triangles, corner by corner, component by component.
pub(crate) type Corners8 = [[[f32; 8]; 3]; 3];

/// The `f32` part of a lens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens8 {
    columns: [V8; 3],
    origin_high: V8,
    origin_low: V8,
    /// Relative error of a transformed coordinate.
    pub(crate) rounding: f32,
}

impl Lens8 {
    pub(crate) fn new(lens: &Lens) -> Self {
        let high = lens.origin.as_vec3();
        let low = (lens.origin - high.as_dvec3()).as_vec3();
        let column = |c: DVec3| V8::splat(c.as_vec3().to_array());
        Self {
            columns: [column(lens.matrix.x_axis), column(lens.matrix.y_axis), column(lens.matrix.z_axis)],
            origin_high: V8::splat(high.to_array()),
            origin_low: V8::splat(low.to_array()),
            rounding: F32_ROUNDING * CULL_ROUNDINGS * lens.condition() as f32,
        }
    }

    /// The triangles in ellipsoid space.
    #[inline(always)]
    pub(crate) fn apply(&self, corners: &Corners8) -> [V8; 3] {
        corners.map(|corner| {
            let m = V8::new(corner) - self.origin_high - self.origin_low;
            let [x, y, z] = self.columns;
            V8 {
                x: x.x * m.x + y.x * m.y + z.x * m.z,
                y: x.y * m.x + y.y * m.y + z.y * m.z,
                z: x.z * m.x + y.z * m.y + z.z * m.z,
            }
        })
    }
}

/// A moving sphere in ellipsoid space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path8 {
    /// Where the centre starts, relative to the space of the corners.
    from: V8,
    translation: V8,
    low: V8,
    high: V8,
    shell_sq: F8,
    /// Sum of the absolute components of start and translation.
    reach: F8,
    is_long: bool,
}

impl Path8 {
    /// A sphere of radius `shell` from `from` by `translation`; a still one has none.
    pub(crate) fn new(from: DVec3, translation: DVec3, shell: f64) -> Self {
        // Rounded outward by more than the conversion can lose.
        let outward = 1.0 + 4.0 * F32_ROUNDING;
        let shell = F8::splat(shell as f32 * outward);
        let d = V8::splat(translation.as_vec3().to_array());
        let zero = V8::splat([0.0; 3]);
        let grow = V8 { x: shell, y: shell, z: shell };
        let f = V8::splat(from.as_vec3().to_array());
        Self {
            from: f,
            translation: d,
            low: d.min(zero) - grow,
            high: V8 { x: d.x.max(zero.x) + shell, y: d.y.max(zero.y) + shell, z: d.z.max(zero.z) + shell },
            shell_sq: shell * shell,
            reach: f.sum_abs() + d.sum_abs(),
            is_long: translation.length_sq() > 0.25,
        }
    }

    /// A bit for each triangle that may be touched.
    #[inline(always)]
    pub(crate) fn keep(&self, corners: &[V8; 3], rounding: f32) -> u8 {
        let [a, b, c] = corners.map(|corner| corner - self.from);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size = low.x.abs().max(high.x.abs())
            + low.y.abs().max(high.y.abs())
            + low.z.abs().max(high.z.abs())
            + self.reach;
        let rounding = F8::splat(rounding);
        let slack = rounding * size;
        let mut out = (low.x - slack).greater(self.high.x)
            | (low.y - slack).greater(self.high.y)
            | (low.z - slack).greater(self.high.z)
            | (high.x + slack).less(self.low.x)
            | (high.y + slack).less(self.low.y)
            | (high.z + slack).less(self.low.z);
        if out == 0xff {
            return 0;
        }
        let (ab, ac) = (b - a, c - a);
        out |= self.beyond_plane(a, ab, ac, slack);
        if self.is_long && out != 0xff {
            let bc = c - b;
            let d = self.translation;
            let slack = slack * d.sum_abs();
            out |= self.beside(d.cross(ab), a, c, slack * ab.sum_abs());
            out |= self.beside(d.cross(bc), b, a, slack * bc.sum_abs());
            out |= self.beside(d.cross(ac), a, b, slack * ac.sum_abs());
        }
        !out
    }

    /// Both ends of the path are further than the shell on the same side of the triangle's plane.
    #[inline(always)]
    fn beyond_plane(&self, a: V8, ab: V8, ac: V8, slack: F8) -> u8 {
        let n = ab.cross(ac);
        let start = n.dot(a);
        let end = start - n.dot(self.translation);
        let room = start.abs().min(end.abs()) - slack * ab.sum_abs() * ac.sum_abs();
        let is_one_side = (start * end).greater(F8::splat(0.0));
        is_one_side & room.greater(F8::splat(0.0)) & (room * room).greater(self.shell_sq * n.dot(n))
    }

    /// The triangle, whose extent along `axis` is that of `p` and `q`, is further than the shell from the path's line.
    #[inline(always)]
    fn beside(&self, axis: V8, p: V8, q: V8, slack: F8) -> u8 {
        let (p, q) = (axis.dot(p), axis.dot(q));
        let room = p.abs().min(q.abs()) - slack;
        let is_one_side = (p * q).greater(F8::splat(0.0));
        is_one_side & room.greater(F8::splat(0.0)) & (room * room).greater(self.shell_sq * axis.dot(axis))
    }
}

/// A box about the centre, in ellipsoid space: what a whole tick can reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Box8 {
    extents: V8,
}

impl Box8 {
    pub(crate) fn new(extents: DVec3) -> Self {
        let outward = extents * (1.0 + 4.0 * f64::from(F32_ROUNDING));
        Self { extents: V8::splat(outward.as_vec3().to_array()) }
    }

    /// A bit for each triangle that may meet the box.
    #[inline(always)]
    pub(crate) fn keep(&self, corners: &[V8; 3], rounding: f32) -> u8 {
        let [a, b, c] = *corners;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size =
            low.x.abs().max(high.x.abs()) + low.y.abs().max(high.y.abs()) + low.z.abs().max(high.z.abs());
        let slack = F8::splat(rounding) * size;
        let e = self.extents;
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
