//! A moving point against eight triangles, in `f32` and their mesh space: those that it may meet.
//!
//! The signed volumes of (move, corner, corner) give the side of each edge on which the path runs; if two of them are
//! certainly of opposite signs, the path misses the triangle.
//!
//! Source: Kensler & Shirley, Optimizing Ray-Triangle Intersection via Automated Search, 2006 (volumes).

use super::cull::Kept;
use crate::math::{DVec3, Vec3};
use crate::simd::{F8, V8};
use crate::tolerance::{CULL_ROUNDINGS, F32_ROUNDING};

/// A point's path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray8 {
    origin_high: Vec3,
    origin_low: Vec3,
    translation: Vec3,
    /// Relative rounding of a volume, times the sum of the move's absolute components.
    rounding: f32,
}

impl Ray8 {
    pub(crate) fn new(from: DVec3, translation: DVec3) -> Self {
        let origin_high = from.as_vec3();
        let d = translation.as_vec3();
        let size = d.abs();
        Self {
            origin_high,
            origin_low: (from - origin_high.as_dvec3()).as_vec3(),
            translation: d,
            rounding: F32_ROUNDING * CULL_ROUNDINGS * (size.x + size.y + size.z),
        }
    }

    /// Those of the triangles in `lanes`, whose boxes are entered at `enter`, that may be met.
    #[inline(always)]
    pub(crate) fn keep<F: F8>(&self, corners: &[V8<F>; 3], lanes: u8, enter: F) -> Kept {
        let [a, b, c] = *corners;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let (near, far) = (self.relative(low), self.relative(high));
        let size =
            near.x.abs().max(far.x.abs()) + near.y.abs().max(far.y.abs()) + near.z.abs().max(far.z.abs());
        let [a, b, c] = [self.relative(a), self.relative(b), self.relative(c)];
        let d = V8::splat(self.translation);
        let volumes = [d.dot(b.cross(c)), d.dot(c.cross(a)), d.dot(a.cross(b))];
        let slack = F::splat(self.rounding) * size * size;
        let least = volumes[0].min(volumes[1]).min(volumes[2]);
        let most = volumes[0].max(volumes[1]).max(volumes[2]);
        let past = (least + slack).less(F::splat(0.0)) & (most - slack).greater(F::splat(0.0));
        Kept { lanes: lanes & !past, earliest: enter.to_array() }
    }

    /// A point relative to the start of the path.
    #[inline(always)]
    fn relative<F: F8>(&self, p: V8<F>) -> V8<F> {
        p - V8::splat(self.origin_high) - V8::splat(self.origin_low)
    }
}
