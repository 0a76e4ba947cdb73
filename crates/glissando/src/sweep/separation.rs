//! Separation: the distance of a centre from a triangle and its direction, all that a mover's shape defines.
//!
//! A body is a core with a rounding of one radius about it. Its distance from a triangle is that of its centre from the
//! Minkowski sum of the triangle and the core, which is the triangle itself for an ellipsoid. Another core
//! needs to provide only these numbers; sweep, slide and character then work unchanged.

use crate::collide::Feature;
use crate::geometry::{
    Closest, Core, CoreClosest, CoreDepth, Face, SegmentClosest, closest_on_edge, closest_on_face,
    closest_to_upright, upright_to_rim,
};
use crate::math::{DVec3, sqrt_f64};

/// Distance in radii before a one-way face at which a body counts as entirely in front: one, less a tolerance for the
/// skin.
pub(super) const WHOLLY_BEFORE: f64 = 0.98;

/// Distance, in radii, from which the direction between a core and an edge is accurate enough.
const CORE_NEARBY: f64 = 1e-3;

/// Sine of the angle between a core and an edge below which their common normal is less accurate than the direction
/// between them.
const PARALLEL: f64 = 1e-9;

/// Distance of a box or a cylinder, in radii, from which the direction of the closest pair counts.
const LEAST_DIRECTION: f64 = 1e-7;

/// Share of a distance by which that along an axis may be less and still be the same: the square root of rounding.
const ALONG_AXIS: f64 = 1e-8;

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
    /// Whether the body's core is more than a point: asked so often that comparing `core` would show.
    pub(crate) has_core: bool,
    /// The body's core.
    pub(crate) core: Core,
}

/// The closest point of a triangle with a body's core, and the part of the core in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// The closest point of the Minkowski sum of triangle and core, its distance and the triangle's feature.
    pub(crate) closest: Closest,
    /// The core's closest point relative to the centre.
    on_core: DVec3,
}

/// The closest point of a triangle with a body's core, relative to a centre.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Distance of the centre, in radii; negative if the core cuts the triangle: less the way out along the normal.
    pub(crate) radii: f64,
    /// Unit, from the closest point to the centre.
    pub(crate) normal: DVec3,
    /// The closest point of the Minkowski sum of triangle and core.
    pub(crate) point: DVec3,
    /// The same less the core's part: the touched point of the triangle itself.
    pub(crate) on_surface: DVec3,
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
        a.max(b).max(c).max_element() + self.core.half_extents.max_element()
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
        let triangle = self.triangle;
        if !triangle.has_core {
            let closest = closest_on_edge(centre, &triangle.corners, self.edge);
            return triangle.separation_at(&Nearest { closest, on_core: DVec3::ZERO }, centre, towards);
        }
        let mut which = [false; 3];
        which[self.edge] = true;
        let nearest = triangle.rim_to_core(centre, which);
        if triangle.core.is_segment() {
            return triangle.separation_at(&nearest, centre, towards);
        }
        // An edge is a triangle without area.
        let [a, b] = [self.edge, if self.edge == 2 { 0 } else { self.edge + 1 }].map(|i| triangle.corners[i]);
        UnitTriangle { corners: [a, b, b], ..*triangle }.separation_at(&nearest, centre, towards)
    }

    fn size(&self) -> f64 {
        self.triangle.size()
    }
}

/// The closest point of the sum of triangle and core, for the closest pair of the two.
fn of_pair(pair: CoreClosest) -> Nearest {
    let CoreClosest { point, on_core, distance_sq, feature, .. } = pair;
    Nearest { closest: Closest { point: point - on_core, distance_sq, feature }, on_core }
}

impl UnitTriangle {
    /// Normal of the front face, not unit; zero for a triangle without area.
    pub(crate) fn front(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        let n = (b - a).cross(c - a);
        if self.mirrored { -n } else { n }
    }

    /// Whether a mover with its centre here passes through: the centre is behind a one-sided face, or the body is not entirely
    /// in front of a one-way one.
    ///
    /// Of a one-sided face the centre alone decides, whatever the shape: a body that stands up or starts in the face is still
    /// in front of it. Of a one-way face it is the point of the core that is furthest behind.
    #[inline(always)]
    pub(crate) fn is_behind(&self, centre: DVec3) -> bool {
        (self.one_sided || self.one_way) && self.is_behind_face(centre)
    }

    #[inline(never)]
    fn is_behind_face(&self, centre: DVec3) -> bool {
        let front = self.front();
        let height = front.dot(centre - self.corners[0]);
        if self.one_way {
            height - self.core.extent_along(front) < WHOLLY_BEFORE * front.length()
        } else {
            height < 0.0
        }
    }

    /// The separation for a known closest point.
    ///
    /// If the centre lies in the triangle, or the core cuts it, `towards` (the direction of motion) chooses the side
    /// where the centre is on neither: the normal then opposes the motion.
    #[inline(always)]
    pub(crate) fn separation_at(&self, nearest: &Nearest, centre: DVec3, towards: DVec3) -> Separation {
        let closest = &nearest.closest;
        let radii = sqrt_f64(closest.distance_sq);
        if self.has_core && radii <= CORE_NEARBY {
            return self.separation_of_core(nearest, centre, towards);
        }
        self.separated(nearest, radii, self.way_out(closest.point, radii, centre, towards))
    }

    /// Unit direction from the closest point, at this distance, to the centre.
    fn way_out(&self, point: DVec3, radii: f64, centre: DVec3, towards: DVec3) -> DVec3 {
        let away = centre - point;
        // At a tiny distance the face's own normal is the better direction.
        if radii > 1e-7 { away / away.length() } else { self.side_normal(away, towards) }
    }

    fn separated(&self, nearest: &Nearest, radii: f64, normal: DVec3) -> Separation {
        let Closest { point, feature, .. } = nearest.closest;
        Separation { radii, normal, point, on_surface: self.on_surface(nearest), feature }
    }

    /// The touched point of the triangle itself.
    pub(crate) fn on_surface(&self, nearest: &Nearest) -> DVec3 {
        let point = nearest.closest.point;
        if self.has_core { point + nearest.on_core } else { point }
    }

    /// The separation of a core that cuts the triangle, or comes near to it.
    ///
    /// A face that is cut pushes out along its own normal, to the side of the centre. An edge that passes the core's
    /// inside has only one direction perpendicular to both, which is more accurate than a short way between them.
    fn separation_of_core(&self, nearest: &Nearest, centre: DVec3, towards: DVec3) -> Separation {
        if !self.core.is_segment() {
            return self.separation_of_solid(nearest, centre, towards);
        }
        let Closest { point, distance_sq, feature, .. } = nearest.closest;
        if feature == Feature::Face && distance_sq == 0.0 {
            let normal = self.side_normal(centre - self.corners[0], towards);
            let height = normal.dot(centre - self.corners[0]) - normal.abs().dot(self.core.half_extents);
            return self.separated(nearest, if height < 0.0 { height } else { 0.0 }, normal);
        }
        let radii = sqrt_f64(distance_sq);
        if let Some(across) = self.across_edge(nearest) {
            let side = across.dot(centre - point);
            let side = if side != 0.0 { side } else { -across.dot(towards) };
            return self.separated(nearest, radii, if side < 0.0 { -across } else { across });
        }
        self.separated(nearest, radii, self.way_out(point, radii, centre, towards))
    }

    /// Unit vector perpendicular to the closest edge and the core, if the closest points are inside of both.
    fn across_edge(&self, nearest: &Nearest) -> Option<DVec3> {
        let Feature::Edge(edge) = nearest.closest.feature else { return None };
        if nearest.on_core.y.abs() >= self.core.half_extents.y {
            return None;
        }
        let (a, b) = (usize::from(edge), if edge == 2 { 0 } else { usize::from(edge) + 1 });
        let along = self.corners[b] - self.corners[a];
        let across = along.cross(self.core.half_extents);
        // Along a parallel edge any direction is perpendicular to both.
        let is_parallel = across.length_sq()
            <= PARALLEL * PARALLEL * along.length_sq() * self.core.half_extents.y * self.core.half_extents.y;
        if is_parallel { None } else { across.try_normalize() }
    }

    pub(crate) fn closest(&self, centre: DVec3) -> Nearest {
        self.closest_by(centre, &self.face())
    }

    /// The planes, if the core is one for which they help and the face counts.
    #[inline(always)]
    pub(super) fn face(&self) -> Option<Face> {
        if self.edges_only || !self.core.is_segment() { None } else { Face::of(&self.corners) }
    }

    /// The closest point, with the planes that [`face`](Self::face) returned.
    #[inline(always)]
    pub(super) fn closest_by(&self, centre: DVec3, face: &Option<Face>) -> Nearest {
        if self.has_core {
            return self.closest_to_core(centre, face);
        }
        Nearest { closest: closest_on_face(centre, &self.corners, face), on_core: DVec3::ZERO }
    }

    #[inline(never)]
    fn closest_to_core(&self, centre: DVec3, face: &Option<Face>) -> Nearest {
        if self.core.is_segment() {
            return self.of_segment(closest_to_upright(
                centre,
                self.core.half_extents.y,
                &self.corners,
                face,
            ));
        }
        if self.edges_only {
            return self.rim_to_core(centre, [true; 3]);
        }
        of_pair(self.core.closest_to(centre, &self.corners))
    }

    /// The closest point of the named edges.
    fn rim_to_core(&self, centre: DVec3, which: [bool; 3]) -> Nearest {
        if self.core.is_segment() {
            return self.of_segment(upright_to_rim(centre, self.core.half_extents.y, &self.corners, which));
        }
        of_pair(self.core.closest_to_rim(centre, &self.corners, which))
    }

    /// The closest point of the sum of triangle and core, for the closest pair of the two.
    fn of_segment(&self, pair: SegmentClosest) -> Nearest {
        let SegmentClosest { point, share, distance_sq, feature, .. } = pair;
        let on_core = DVec3::new(0.0, self.core.half_extents.y * share, 0.0);
        Nearest { closest: Closest { point: point - on_core, distance_sq, feature }, on_core }
    }

    /// The separation of a box or a cylinder that meets the triangle, or comes near to it.
    ///
    /// The least separating axis continues the distance inside. Outside it is exact where a face or two edges are
    /// nearest; else the direction is that of the closest pair.
    #[inline(never)]
    fn separation_of_solid(&self, nearest: &Nearest, centre: DVec3, towards: DVec3) -> Separation {
        let [a, b, c] = self.corners.map(|corner| corner - centre);
        let depth = |corners| self.core.depth_in(&corners, towards);
        let deepest = if self.edges_only {
            let edges = [[a, b, b], [b, c, c], [c, a, a]].into_iter().filter_map(depth);
            edges.min_by(|p, q| p.distance.total_cmp(&q.distance))
        } else {
            depth([a, b, c])
        };
        let radii = sqrt_f64(nearest.closest.distance_sq);
        match deepest {
            Some(found) if radii <= LEAST_DIRECTION || found.distance >= radii * (1.0 - ALONG_AXIS) => {
                let point = centre - found.normal * found.distance;
                let CoreDepth { distance, normal, feature, .. } = found;
                // Apart, the closest pair knows better what is touched; of a core that is cut it may be some roundings apart, too.
                let (on_surface, feature) = match radii > 0.0 && distance > -LEAST_DIRECTION {
                    true => (self.on_surface(nearest), nearest.closest.feature),
                    false if self.edges_only => (centre + found.point, nearest.closest.feature),
                    false => (centre + found.point, feature),
                };
                Separation { radii: distance, normal, point, on_surface, feature }
            }
            _ => self.separated(nearest, radii, self.way_out(nearest.closest.point, radii, centre, towards)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Core;
    use crate::random::Numbers;

    /// Where a closest pair is some roundings apart, though the core is cut, its point is anywhere on the cut.
    #[test]
    fn the_touched_point_of_a_cut_core_is_the_furthest_along_the_normal() {
        let (mut numbers, mut cut) = (Numbers::new(), 0);
        for case in 0..400_000 {
            let mut size = || 10.0 + 60.0 * numbers.next().abs();
            let [x, y, z] = [size(), size(), size()];
            let is_round = case % 4 != 0;
            let half_extents = DVec3::new(x, y, if is_round { x } else { z });
            let triangle = UnitTriangle {
                corners: [(); 3].map(|()| numbers.vector(150.0)),
                edges_only: false,
                one_sided: false,
                one_way: false,
                mirrored: false,
                has_core: true,
                core: Core { half_extents, is_round },
            };
            let found = triangle.separation(DVec3::ZERO, DVec3::ZERO);
            if found.radii < -1e-3 {
                let [a, b, c] = triangle.corners.map(|corner| found.normal.dot(corner));
                let most = a.max(b).max(c);
                assert!((found.normal.dot(found.on_surface) - most).abs() < 1e-9, "case {case}: {found:?}");
                cut += 1;
            }
        }
        assert!(cut > 100_000, "{cut}");
    }
}
