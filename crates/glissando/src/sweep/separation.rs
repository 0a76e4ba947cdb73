//! Separation: the distance of a centre from a triangle and its direction, all that a mover's shape defines.
//!
//! Another convex shape (a capsule, a box) needs to provide only these numbers; sweep, slide and character then work
//! unchanged.

use crate::collide::Feature;
use crate::geometry::{Closest, closest_on_edge, closest_on_edges, closest_on_triangle};
use crate::math::{DVec3, sqrt_f64};

/// Distance in radii before a one-way face at which a body counts as entirely in front: one, less a tolerance for the
/// skin.
const WHOLLY_BEFORE: f64 = 0.98;

/// A triangle in ellipsoid space, relative to the centre at the start of the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitTriangle {
    pub(crate) corners: [DVec3; 3],
    /// Whether only its edges and corners collide, as its face is unreliable.
    pub(crate) edges_only: bool,
    /// Whether its back does not collide.
    pub(crate) one_sided: bool,
    /// Whether it holds only a body entirely in front of it.
    pub(crate) one_way: bool,
    /// Whether the transform from the mesh mirrors, so that the winding in ellipsoid space is reversed.
    pub(crate) mirrored: bool,
}

/// The closest point of a triangle, relative to a centre.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Distance of the centre, in radii.
    pub(crate) radii: f64,
    /// Unit, from the closest point to the centre.
    pub(crate) normal: DVec3,
    /// The closest point.
    pub(crate) point: DVec3,
    /// The feature that it is on.
    pub(crate) feature: Feature,
}

/// A convex target in ellipsoid space.
pub(crate) trait Target {
    /// The separation from `centre`; if the centre is inside, the direction of motion `towards` chooses the side.
    fn separation(&self, centre: DVec3, towards: DVec3) -> Separation;

    /// The largest coordinate that distances are computed from, in radii: their error is its rounding.
    fn size(&self) -> f64;
}

impl Target for UnitTriangle {
    fn separation(&self, centre: DVec3, towards: DVec3) -> Separation {
        self.separation_at(&self.closest(centre), centre, towards)
    }

    fn size(&self) -> f64 {
        let [a, b, c] = self.corners.map(DVec3::abs);
        a.max(b).max(c).max_element()
    }
}

/// An edge of a triangle whose face does not collide.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitEdge<'a> {
    pub(super) triangle: &'a UnitTriangle,
    pub(super) edge: usize,
}

impl Target for UnitEdge<'_> {
    fn separation(&self, centre: DVec3, towards: DVec3) -> Separation {
        let closest = closest_on_edge(centre, &self.triangle.corners, self.edge);
        self.triangle.separation_at(&closest, centre, towards)
    }

    fn size(&self) -> f64 {
        self.triangle.size()
    }
}

impl UnitTriangle {
    /// Normal of the front face, not unit; zero for a triangle without area.
    pub(crate) fn front(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        let n = (b - a).cross(c - a);
        if self.mirrored { -n } else { n }
    }

    /// Whether a mover with its centre here passes through: behind a one-sided face, or not entirely in front of a
    /// one-way one.
    pub(crate) fn is_behind(&self, centre: DVec3) -> bool {
        if !(self.one_sided || self.one_way) {
            return false;
        }
        self.is_beyond(centre, if self.one_way { WHOLLY_BEFORE } else { 0.0 })
    }

    /// Whether a centre is less than `radii` in front of the plane.
    pub(crate) fn is_beyond(&self, centre: DVec3, radii: f64) -> bool {
        let front = self.front();
        let least = if radii > 0.0 { radii * front.length() } else { 0.0 };
        front.dot(centre - self.corners[0]) < least
    }

    /// The separation for a known closest point.
    ///
    /// If the centre lies in the triangle, `towards` (the direction of motion) chooses the side: the normal then
    /// opposes the motion.
    pub(crate) fn separation_at(&self, closest: &Closest, centre: DVec3, towards: DVec3) -> Separation {
        let radii = sqrt_f64(closest.distance_sq);
        let away = centre - closest.point;
        // At a tiny distance the face's own normal is the better direction.
        let normal = if radii > 1e-7 { away / away.length() } else { self.side_normal(away, towards) };
        Separation { radii, normal, point: closest.point, feature: closest.feature }
    }

    pub(crate) fn closest(&self, centre: DVec3) -> Closest {
        if self.edges_only {
            closest_on_edges(centre, &self.corners)
        } else {
            closest_on_triangle(centre, &self.corners)
        }
    }

    /// Unit face normal on the side of `away`, or against `towards` where `away` is zero.
    fn side_normal(&self, away: DVec3, towards: DVec3) -> DVec3 {
        let back = towards.try_normalize().map_or(DVec3::Y, |d| -d);
        let Some(front) = self.front().try_normalize() else {
            return away.try_normalize().unwrap_or(back);
        };
        let side = away.dot(front);
        let is_front = if self.one_sided || side != 0.0 { side >= 0.0 } else { front.dot(back) >= 0.0 };
        if is_front { front } else { -front }
    }
}
