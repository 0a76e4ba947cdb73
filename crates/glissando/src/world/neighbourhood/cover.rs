//! A plane that all triangles of a cache are behind, as those of open ground: a body that stays before it meets none of them.

use super::query::CLEARLY;
use crate::geometry::Core;
use crate::math::DVec3;
use crate::sweep::cull::Corners8;

/// The plane in ellipsoid space, relative to the origin of the triangles; by default none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cover {
    /// Unit.
    normal: DVec3,
    /// No corner is further along the normal.
    height: f64,
}

impl Cover {
    /// Along the plane of the first of `count` triangles, on the side of `centre`. Their corners are wrong by `rounding`, as a share of the
    /// sizes up to a place that is `radii` from the centre.
    pub(super) fn new(
        corners: &Corners8,
        count: usize,
        rounding: f32,
        (centre, radii): (DVec3, f64),
    ) -> Self {
        let corner =
            |lane: usize, number: usize| DVec3::from(corners[number].map(|axis| f64::from(axis[lane & 7])));
        let [a, b, c] = [0, 1, 2].map(|number| corner(0, number));
        let Some(normal) = (b - a).cross(c - a).try_normalize().filter(|_| count > 0) else {
            return Self::default();
        };
        let normal = if normal.dot(centre - a) < 0.0 { -normal } else { normal };
        let sum = |p: DVec3| p.x.abs() + p.y.abs() + p.z.abs();
        let (mut height, mut size) = (f64::NEG_INFINITY, 0.0);
        for lane in 0..count {
            for number in 0..3 {
                let at = corner(lane, number);
                let (along, extent) = (normal.dot(at), sum(at));
                height = if along > height { along } else { height };
                size = if extent > size { extent } else { size };
            }
        }
        // A unit vector's sum of components is less than two.
        let slack = 2.0 * f64::from(rounding) * (size + sum(centre) + 2.0 * radii);
        Self { normal, height: height + slack }
    }

    /// Whether a core with a rounding of `radii` is clearly before the plane on the whole straight way between two places.
    pub(super) fn is_before(&self, [from, to]: [DVec3; 2], core: &Core, radii: f64) -> bool {
        let (start, end) = (self.normal.dot(from), self.normal.dot(to));
        let lowest = if start < end { start } else { end };
        let extent = if core.is_point() { 0.0 } else { core.extent_along(self.normal) };
        lowest - extent > self.height + radii + CLEARLY
    }
}
