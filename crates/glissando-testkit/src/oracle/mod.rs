//! The truth about a sphere that moves in a line towards one triangle, slow and by other means than the library's.
//!
//! The distance of the centre from the triangle is a convex function of time. Here it is taken in the
//! triangle's own plane, its least value is searched by golden sections and its first fall to the radius by
//! halving: no quadratic, no list of features, no normals. Nothing is shared with the library but its vectors.

mod capsule;
mod double;
mod ellipsoid;
mod flat;
mod hull;
mod pair;
mod path;
mod plane_bound;
mod search;
mod solid;
mod tick;
mod verdict;

pub use capsule::{SweptCapsule, capsule_distance};
pub use ellipsoid::{Body, EllipsoidGap, UnitSweep};
use flat::Flat;
use glissando::DVec3;
pub use pair::{between_cores, nearest_radii};
use path::Path;
pub(crate) use plane_bound::Passing;
pub use solid::{Solid, SweptSolid, box_distance};
pub use tick::{Carried, Swept, TooClose};
pub use verdict::{Rule, Verdict};

/// What is true of one sweep; whether that is a hit is for the reader to judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OracleAnswer {
    /// The first fraction of the translation at which the distance is at most the radius: 0 for a start
    /// in overlap (also where the sphere moves away), `None` where it never is.
    pub hit: Option<f64>,
    /// The smallest distance of the centre from the triangle over the whole move.
    pub least: f64,
    /// A fraction at which it is that small.
    pub least_at: f64,
    /// The distance at the start.
    pub start: f64,
    /// How fast the distance grows at the start, per unit of way: -1 is straight towards the triangle, 0 is
    /// past it or no move at all, 1 is straight away.
    pub slope_at_start: f64,
    /// The length of the translation.
    pub length: f64,
    /// `least`, and the distance at `hit`, are no farther from the truth than this; `start` may be by as
    /// much and a few units in its own last place.
    pub error: f64,
}

/// Sweeps a sphere of radius `rho` with its centre from `from` to `from + translation` against one triangle.
pub fn sweep(from: DVec3, translation: DVec3, corners: [DVec3; 3], rho: f64) -> OracleAnswer {
    let flat = Flat::new(corners);
    let path = Path::new(&flat, from, translation);
    let first = flat.in_frame(path::place(&flat, from, translation, 0.0));
    let start = flat.distance(first);
    let distance = |offset: f64| flat.distance(path.at(offset));
    let (low, high) = path.span(&flat, rho);
    let (least_at, least) = search::least(distance, low, high);
    // The start is known better by itself than as a point of the way.
    let (least_at, least) = if start <= least { (-path.pivot, start) } else { (least_at, least) };
    let hit = if start <= rho {
        Some(0.0)
    } else if least <= rho {
        Some((path.pivot + search::first_at_most(distance, rho, low, least_at)).clamp(0.0, 1.0))
    } else {
        None
    };
    OracleAnswer {
        hit,
        least,
        least_at: (path.pivot + least_at).clamp(0.0, 1.0),
        start,
        slope_at_start: slope(&flat, first, path::direction(&flat, translation)),
        length: path.length,
        error: ROUNDINGS * f64::EPSILON * path.reach(&flat, rho),
    }
}

/// The distance of the centre from the triangle at one fraction of the translation, accurate however far the
/// start is.
pub fn distance_at(from: DVec3, translation: DVec3, fraction: f64, corners: [DVec3; 3]) -> f64 {
    let flat = Flat::new(corners);
    flat.distance(flat.in_frame(path::place(&flat, from, translation, fraction)))
}

/// The distance of a point from a triangle.
pub fn distance(point: DVec3, corners: [DVec3; 3]) -> f64 {
    distance_at(point, DVec3::ZERO, 0.0, corners)
}

/// The height of a triangle over its longest edge; 0 for a segment or a point.
pub fn height(corners: [DVec3; 3]) -> f64 {
    Flat::new(corners).height()
}

/// Roundings of a distance, measured against the largest number on its way; counted generously.
const ROUNDINGS: f64 = 8.0;

/// The one-sided slope of the distance for a centre that leaves `first` in this direction.
fn slope(flat: &Flat, first: DVec3, direction: DVec3) -> f64 {
    let gap = flat.gap(first);
    if let Some(normal) = gap.try_normalize() {
        return normal.dot(direction);
    }
    // On the triangle itself the distance has a kink and can only grow: ask a little farther on.
    let step = if flat.size() > 0.0 { flat.size() / 1024.0 } else { 1.0 };
    flat.distance(first + direction * step) / step
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];

    #[test]
    fn a_fall_onto_the_face_ends_one_radius_above_it() {
        let answer = sweep(DVec3::new(1.0, 1.0, 5.0), DVec3::new(0.0, 0.0, -8.0), CORNERS, 1.0);
        assert_eq!(answer.hit, Some(0.5));
        assert_eq!((answer.start, answer.slope_at_start), (5.0, -1.0));
        assert!(answer.least < 1e-14 && (answer.least_at - 0.625).abs() < 1e-14);
    }

    #[test]
    fn a_start_a_million_radii_away_is_as_good_as_a_near_one() {
        let from = DVec3::new(1.0 + 1e6, 1.0 + 0.75e6, 1.0 + 1e-9);
        let answer = sweep(from, DVec3::new(-2e6, -1.5e6, 0.0), CORNERS, 1.0);
        assert_eq!(answer.hit, None);
        assert!((answer.least - (1.0 + 1e-9)).abs() < 1e-15, "{answer:?}");
        let lower = sweep(from, DVec3::new(-2e6, -1.5e6, -2e-9), CORNERS, 1.0);
        assert!(lower.hit.is_some_and(|t| (t - 0.5).abs() < 1e-5), "{lower:?}");
    }

    #[test]
    fn a_sphere_that_leaves_is_told_from_one_that_comes() {
        let from = DVec3::new(1.0, 1.0, 0.5);
        let leaving = sweep(from, DVec3::Z, CORNERS, 1.0);
        let coming = sweep(from, -DVec3::Z, CORNERS, 1.0);
        assert_eq!((leaving.hit, leaving.slope_at_start), (Some(0.0), 1.0));
        assert_eq!((coming.hit, coming.slope_at_start), (Some(0.0), -1.0));
        let inside = sweep(DVec3::new(1.0, 1.0, 0.0), DVec3::new(3.0, 0.0, 4.0), CORNERS, 1.0);
        assert!((inside.slope_at_start - 0.8).abs() < 1e-12);
    }

    #[test]
    fn no_move_is_no_slope() {
        for tiny in [0.0, 5e-324, 1e-310] {
            let answer = sweep(DVec3::new(1.0, 1.0, 2.0), DVec3::new(0.0, 0.0, -tiny), CORNERS, 1.0);
            assert_eq!((answer.hit, answer.least, answer.start), (None, 2.0, 2.0));
            assert_eq!(answer.slope_at_start, if tiny == 0.0 { 0.0 } else { -1.0 });
        }
    }
}
