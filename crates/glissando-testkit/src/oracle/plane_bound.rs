//! A lower bound of the distance between a convex core on a straight way and a triangle: the gap of a plane between them.
//!
//! Whatever plane is tried, its gap is proved by three supports: of the triangle, of the core and of the way. So a good plane
//! may be looked for by any means, and a bad one proves less, never something false. Searches take some hundred times as long.

use super::hull::nearest_to_origin;
use glissando::DVec3;

/// A convex core that goes a straight way, about its centre at the start, and a triangle.
pub(crate) struct Passing<F> {
    /// The point of the core that is furthest along a direction.
    pub(crate) furthest: F,
    /// The whole way.
    pub(crate) way: DVec3,
    /// The corners of the triangle.
    pub(crate) corners: [DVec3; 3],
}

/// Roundings of a gap, measured against the largest length; counted generously.
const ROUNDINGS: f64 = 16.0;

/// Steps from point to point before the search for the nearest one is begun.
const STEPS: u32 = 6;

impl<F: Fn(DVec3) -> DVec3> Passing<F> {
    /// Whether a plane proves that the core stays farther than this from the triangle.
    pub(crate) fn stays_beyond(&self, level: f64) -> bool {
        self.bound(level) > level
    }

    /// A distance that the core keeps from the triangle; no better plane is looked for once that is more than `enough`.
    pub(crate) fn bound(&self, enough: f64) -> f64 {
        let best = self.bound_by_faces(enough);
        if best > enough { best } else { self.bound_by_steps(best, enough) }
    }

    /// That distance by the triangle's own plane, and by planes along the axes of the space: the best ones of a face in contact
    /// with a face, and of most walls and floors.
    pub(crate) fn bound_by_faces(&self, enough: f64) -> f64 {
        let [a, b, c] = self.corners;
        let face = (b - a).cross(c - a);
        let mut best = f64::NEG_INFINITY;
        for along in [face, DVec3::X, DVec3::Y, DVec3::Z] {
            best = best.max(self.gap(along)).max(self.gap(-along));
            if best > enough {
                break;
            }
        }
        best
    }

    /// Gilbert's steps (1966): from the nearest point so far towards the furthest one against it. At last the whole search.
    fn bound_by_steps(&self, mut best: f64, enough: f64) -> f64 {
        let mut nearest = self.corners[0];
        for _ in 0..STEPS {
            best = best.max(self.gap(nearest));
            if best > enough {
                return best;
            }
            let way = self.support(nearest) - nearest;
            let share = -nearest.dot(way) / way.length_sq();
            if share.is_nan() || share <= 0.0 {
                break;
            }
            nearest += way * share.min(1.0);
        }
        best.max(self.gap(nearest_to_origin(nearest, self.size(), |along| self.support(along))))
    }

    /// The difference of a point of the triangle and one of the core on its way, that is furthest against a direction.
    fn support(&self, along: DVec3) -> DVec3 {
        let [a, b, c] = self.corners;
        let lower = |p: DVec3, q: DVec3| if q.dot(along) < p.dot(along) { q } else { p };
        let way = if self.way.dot(along) > 0.0 { self.way } else { DVec3::ZERO };
        lower(lower(a, b), c) - (self.furthest)(along) - way
    }

    /// The gap of the plane across a direction from the core to the triangle, less its roundings; minus infinity without a
    /// direction.
    pub(super) fn gap(&self, along: DVec3) -> f64 {
        let Some(along) = along.try_normalize() else { return f64::NEG_INFINITY };
        self.support(along).dot(along) - ROUNDINGS * f64::EPSILON * self.size()
    }

    /// No length of the core, the way and the corners is more.
    fn size(&self) -> f64 {
        let core = (self.furthest)(DVec3::ONE).length() + self.way.length();
        self.corners.iter().fold(core, |size, corner| size.max(corner.length()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Solid, SweptSolid};
    use super::*;
    use crate::random::Random;
    use glissando::DMat3;

    /// The bound is never more than the distance, and nearly all of it where nothing overlaps.
    #[test]
    fn a_bound_is_below_the_least_distance_and_mostly_equal_to_it() {
        let mut random = Random::new(45);
        let (mut tight, mut apart) = (0, 0);
        for _ in 0..3000 {
            let corners = [0; 3].map(|_: i32| random.vector(4.0));
            let (way, half) = (random.vector(3.0), random.vector(1.0).abs());
            let solid = Solid { half: random.pick(&[half, DVec3::ZERO, DVec3::Y * half.y]), is_round: false };
            let passing = Passing { furthest: |along| solid.furthest(along), way, corners };
            let bound = passing.bound(f64::INFINITY);
            let swept = SweptSolid { from: DVec3::ZERO, translation: way, solid, axes: DMat3::IDENTITY };
            let least = swept.answer(corners, 0.0).least;
            assert!(bound <= least, "{bound} {least}: {corners:?} {way:?} {solid:?}");
            apart += u32::from(least > 1e-6);
            tight += u32::from(least > 1e-6 && bound > least - 1e-7);
            assert!(!passing.stays_beyond(least));
            assert!(least < 1e-6 || bound < least - 1e-7 || passing.stays_beyond(least - 2e-7));
        }
        println!("{tight} of {apart} bounds within 1e-7");
        assert!(apart > 1000 && tight * 100 > apart * 99, "{tight} of {apart}");
    }
}
