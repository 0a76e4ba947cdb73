//! Which of eight triangles can a move touch at all? In `f32`, never wrongly "no".
//!
//! A triangle is dropped if a direction separates it from the moving sphere: an axis of ellipsoid
//! space, its own normal, or the normal of (move, edge). Each test gives way by a bound on its own
//! rounding, so what is dropped is truly out of reach; what is kept is decided in `f64`. An overflow
//! to infinity or NaN keeps the triangle.

use super::lens::Lens;
use crate::math::{DVec3, Vec3};
use crate::simd::{F8, V8};
use crate::tolerance::{CULL_ROUNDINGS, F32_ROUNDING};

/// Eight triangles, corner by corner, component by component.
pub(crate) type Corners8 = [[[f32; 8]; 3]; 3];

/// The boxes of the triangles.
#[inline(always)]
pub(crate) fn boxes(corners: &Corners8) -> (V8, V8) {
    let [a, b, c] = [V8::new(corners[0]), V8::new(corners[1]), V8::new(corners[2])];
    (a.min(b).min(c), a.max(b).max(c))
}

/// The `f32` part of a lens. Numbers are kept once and spread over the lanes where they are used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens8 {
    columns: [Vec3; 3],
    origin_high: Vec3,
    origin_low: Vec3,
    /// Relative error of a transformed coordinate.
    pub(crate) rounding: f32,
}

impl Lens8 {
    pub(crate) fn new(lens: &Lens) -> Self {
        let high = lens.origin.as_vec3();
        let low = (lens.origin - high.as_dvec3()).as_vec3();
        let m = &lens.matrix;
        Self {
            columns: [m.x_axis.as_vec3(), m.y_axis.as_vec3(), m.z_axis.as_vec3()],
            origin_high: high,
            origin_low: low,
            rounding: F32_ROUNDING * CULL_ROUNDINGS * lens.condition() as f32,
        }
    }

    /// The triangles in ellipsoid space.
    #[inline(always)]
    pub(crate) fn apply(&self, corners: &Corners8) -> [V8; 3] {
        let [a, b, c] = corners;
        [self.apply_one(a), self.apply_one(b), self.apply_one(c)]
    }

    #[inline(always)]
    fn apply_one(&self, corner: &[[f32; 8]; 3]) -> V8 {
        let m = V8::new(*corner) - V8::splat(self.origin_high) - V8::splat(self.origin_low);
        let [x, y, z] = self.columns;
        let along = |x: f32, y: f32, z: f32| F8::splat(x) * m.x + F8::splat(y) * m.y + F8::splat(z) * m.z;
        V8 { x: along(x.x, y.x, z.x), y: along(x.y, y.y, z.y), z: along(x.z, y.z, z.z) }
    }
}

/// A moving sphere in ellipsoid space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path8 {
    /// Where the centre starts, relative to the space of the corners.
    from: Vec3,
    translation: Vec3,
    low: Vec3,
    high: Vec3,
    shell_sq: f32,
    /// Sum of the absolute components of start and translation.
    reach: f32,
    is_long: bool,
}

impl Path8 {
    /// A sphere of radius `shell` from `from` by `translation`; a still one has none.
    pub(crate) fn new(from: DVec3, translation: DVec3, shell: f64) -> Self {
        // Rounded outward by more than the conversion can lose.
        let outward = 1.0 + 4.0 * F32_ROUNDING;
        let shell = shell as f32 * outward;
        let d = translation.as_vec3();
        let f = from.as_vec3();
        let size = f.abs() + d.abs();
        Self {
            from: f,
            translation: d,
            low: d.min(Vec3::ZERO) - Vec3::splat(shell),
            high: d.max(Vec3::ZERO) + Vec3::splat(shell),
            shell_sq: shell * shell,
            reach: size.x + size.y + size.z,
            is_long: translation.length_sq() > 0.25,
        }
    }

    /// A bit for each triangle that may be touched.
    #[inline(always)]
    pub(crate) fn keep(&self, corners: &[V8; 3], rounding: f32) -> u8 {
        let from = V8::splat(self.from);
        let [a, b, c] = [corners[0] - from, corners[1] - from, corners[2] - from];
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size = low.x.abs().max(high.x.abs())
            + low.y.abs().max(high.y.abs())
            + low.z.abs().max(high.z.abs())
            + F8::splat(self.reach);
        let rounding = F8::splat(rounding);
        let slack = rounding * size;
        let (least, most) = (V8::splat(self.low), V8::splat(self.high));
        let mut out = (low.x - slack).greater(most.x)
            | (low.y - slack).greater(most.y)
            | (low.z - slack).greater(most.z)
            | (high.x + slack).less(least.x)
            | (high.y + slack).less(least.y)
            | (high.z + slack).less(least.z);
        if out == 0xff {
            return 0;
        }
        let (ab, ac) = (b - a, c - a);
        out |= self.beyond_plane(a, ab, ac, slack);
        if self.is_long && out != 0xff {
            let bc = c - b;
            let d = V8::splat(self.translation);
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
        let end = start - n.dot(V8::splat(self.translation));
        let room = start.abs().min(end.abs()) - slack * ab.sum_abs() * ac.sum_abs();
        let is_one_side = (start * end).greater(F8::splat(0.0));
        is_one_side & room.greater(F8::splat(0.0)) & (room * room).greater(F8::splat(self.shell_sq) * n.dot(n))
    }

    /// The triangle, whose extent along `axis` is that of `p` and `q`, is further than the shell from the path's line.
    #[inline(always)]
    fn beside(&self, axis: V8, p: V8, q: V8, slack: F8) -> u8 {
        let (p, q) = (axis.dot(p), axis.dot(q));
        let room = p.abs().min(q.abs()) - slack;
        let is_one_side = (p * q).greater(F8::splat(0.0));
        is_one_side & room.greater(F8::splat(0.0)) & (room * room).greater(F8::splat(self.shell_sq) * axis.dot(axis))
    }
}

/// A box about the centre, in ellipsoid space: what a whole tick can reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Box8 {
    extents: Vec3,
}

impl Box8 {
    pub(crate) fn new(extents: DVec3) -> Self {
        let outward = extents * (1.0 + 4.0 * f64::from(F32_ROUNDING));
        Self { extents: outward.as_vec3() }
    }

    /// A bit for each triangle that may meet the box.
    #[inline(always)]
    pub(crate) fn keep(&self, corners: &[V8; 3], rounding: f32) -> u8 {
        let [a, b, c] = *corners;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size =
            low.x.abs().max(high.x.abs()) + low.y.abs().max(high.y.abs()) + low.z.abs().max(high.z.abs());
        let slack = F8::splat(rounding) * size;
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
