//! A plane that all triangles of a cache are behind, as those of open ground: a body that stays before it meets none of them.

use super::query::CLEARLY;
use crate::geometry::Core;
use crate::math::{DVec3, Vec3};
use crate::sweep::cull::Corners8;
use crate::tolerance::F32_ROUNDING;

/// The plane in ellipsoid space, relative to the origin of the triangles; by default none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cover {
    /// Unit, but for the rounding of `f32`.
    normal: DVec3,
    /// No corner is further along the normal.
    height: f64,
}

/// Rounding of a sum of three products in `f32`, in its units, and more.
const SUM_ROUNDINGS: f32 = 8.0;

/// More than the length of a normal that is rounded to `f32`.
const LONGEST_UNIT: f64 = 1.0 + 1e-6;

impl Cover {
    /// Along the plane of the first of `count` triangles, on the side of `centre`. Their corners are wrong by `rounding`, as a share of the
    /// sizes up to a place that is `radii` from the centre.
    pub(super) fn new(
        corners: &Corners8,
        count: usize,
        rounding: f32,
        (centre, radii): (DVec3, f64),
    ) -> Self {
        let [a, b, c] = corners.map(|[x, y, z]| Vec3::new(x[0], y[0], z[0]).as_dvec3());
        let Some(normal) = (b - a).cross(c - a).try_normalize().filter(|_| count > 0) else {
            return Self::default();
        };
        let normal = if normal.dot(centre - a) < 0.0 { -normal } else { normal }.as_vec3();
        // Of each lane the greatest distance along the normal, and size. Eight at a time; those without a triangle are left out below.
        let (mut along, mut sizes) = ([f32::NEG_INFINITY; 8], [0.0_f32; 8]);
        for [xs, ys, zs] in corners {
            for lane in 0..8 {
                let (x, y, z) = (xs[lane], ys[lane], zs[lane]);
                let distance = normal.x * x + normal.y * y + normal.z * z;
                let size = x.abs() + y.abs() + z.abs();
                along[lane] = if distance > along[lane] { distance } else { along[lane] };
                sizes[lane] = if size > sizes[lane] { size } else { sizes[lane] };
            }
        }
        let greatest = |list: &[f32; 8]| {
            let used = list.iter().take(count);
            f64::from(used.fold(f32::NEG_INFINITY, |most, one| if *one > most { *one } else { most }))
        };
        let (height, size) = (greatest(&along), greatest(&sizes));
        // A unit vector's sum of components is less than two.
        let of_place = centre.x.abs() + centre.y.abs() + centre.z.abs() + 2.0 * radii;
        let of_sums = f64::from(SUM_ROUNDINGS * F32_ROUNDING) * size;
        let slack = 2.0 * f64::from(rounding) * (size + of_place) + of_sums;
        Self { normal: normal.as_dvec3(), height: height + slack }
    }

    /// Whether a core with a rounding of `radii` is clearly before the plane on the whole straight way between two places.
    pub(super) fn is_before(&self, [from, to]: [DVec3; 2], core: &Core, radii: f64) -> bool {
        let (start, end) = (self.normal.dot(from), self.normal.dot(to));
        let lowest = if start < end { start } else { end };
        let extent = if core.is_point() { 0.0 } else { core.extent_along(self.normal) };
        lowest - extent > self.height + radii * LONGEST_UNIT + CLEARLY
    }
}
