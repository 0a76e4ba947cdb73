//! The interval of a straight path in which a moving body overlaps a triangle.
//!
//! The distance of the centre from the sum of triangle and core is a convex function of the displacement, so the fractions at which
//! it is at most some shell are an interval. Newton's method finds its ends, each from outside: from the left it
//! never passes the first touch, and from the right, going back, never the last.
//!
//! Source: as for the sweep (Boyd and Vandenberghe, Convex Optimization, 2004, section 3.2.5).

use crate::math::{DVec3, sqrt_f64};
use crate::sweep::UnitTriangle;
use crate::tolerance;

/// Radii by which a touch may be missed: the rounding of a graze.
const TOUCH: f64 = 1e-12;

/// The fractions (`0..=1`) of the straight path `from..from + displacement` at which the core is within `shell` radii of
/// the triangle; ellipsoid space. `None` if it never is.
pub(super) fn overlap(
    triangle: &UnitTriangle,
    from: DVec3,
    displacement: DVec3,
    shell: f64,
) -> Option<[f64; 2]> {
    let first = first_touch(triangle, from, displacement, shell)?;
    // The search from the end must find it too; where rounding prevents that, it is a graze.
    let last =
        first_touch(triangle, from + displacement, -displacement, shell).map_or(first, |back| 1.0 - back);
    Some([first, if last > first { last } else { first }])
}

fn first_touch(triangle: &UnitTriangle, from: DVec3, displacement: DVec3, shell: f64) -> Option<f64> {
    let mut share = 0.0;
    for _ in 0..tolerance::NEWTON_STEPS {
        let centre = from + displacement * share;
        let closest = triangle.closest(centre).closest;
        let radii = sqrt_f64(closest.distance_sq);
        let gap = radii - shell;
        if gap <= TOUCH {
            return Some(share);
        }
        let slope = (centre - closest.point).dot(displacement) / radii;
        if slope >= 0.0 || gap + slope * (1.0 - share) > TOUCH {
            return None;
        }
        let next = share - gap / slope;
        if next <= share {
            break;
        }
        share = if next < 1.0 { next } else { 1.0 };
    }
    Some(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Core;

    const FLOOR: UnitTriangle = UnitTriangle {
        corners: [DVec3::new(-9.0, 0.0, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(9.0, 0.0, -9.0)],
        edges_only: false,
        one_sided: false,
        one_way: false,
        mirrored: false,
        has_core: false,
        core: Core::POINT,
    };

    fn close(a: Option<[f64; 2]>, b: [f64; 2]) {
        let a = a.unwrap();
        assert!((a[0] - b[0]).abs() < 1e-11 && (a[1] - b[1]).abs() < 1e-11, "{a:?} {b:?}");
    }

    #[test]
    fn straight_through_the_face_takes_a_diameter() {
        close(overlap(&FLOOR, DVec3::Y * 5.0, DVec3::Y * -10.0, 1.0), [0.4, 0.6]);
        close(overlap(&FLOOR, DVec3::Y * 0.5, DVec3::Y * -10.0, 1.0), [0.0, 0.15]);
        close(overlap(&FLOOR, DVec3::Y * 0.5, DVec3::ZERO, 1.0), [0.0, 1.0]);
        assert_eq!(overlap(&FLOOR, DVec3::Y * 1.5, DVec3::X * 4.0, 1.0), None);
    }

    #[test]
    fn a_core_lengthens_the_way_through_a_face() {
        let floor = UnitTriangle { has_core: true, core: Core::cuboid(DVec3::new(0.0, 2.0, 0.0)), ..FLOOR };
        close(overlap(&floor, DVec3::Y * 5.0, DVec3::Y * -10.0, 1.0), [0.2, 0.8]);
        close(overlap(&floor, DVec3::Y * 2.5, DVec3::X * 3.0, 1.0), [0.0, 1.0]);
        // Beside the corner at (0, 0, 9), at 0.6: for 0.8 below and above the ends of the core.
        close(overlap(&floor, DVec3::new(0.0, -5.0, 9.6), DVec3::Y * 10.0, 1.0), [0.22, 0.78]);
    }

    #[test]
    fn past_a_corner_the_chord_of_the_sphere_counts() {
        // The corner at (0, 0, 9) is passed at a distance of 0.6: for 0.8 before and after.
        let from = DVec3::new(-5.0, 0.0, 9.6);
        close(overlap(&FLOOR, from, DVec3::X * 10.0, 1.0), [0.42, 0.58]);
    }

    #[test]
    fn a_graze_is_found_or_not_but_never_inside_out() {
        for k in -1_000..1_000 {
            let height = 1.0 + f64::from(k) * 1e-15;
            let from = DVec3::new(-20.0, height, 9.0);
            let found = overlap(&FLOOR, from, DVec3::X * 40.0, 1.0);
            assert!(found.is_none_or(|[a, b]| a <= b && (a - 0.5).abs() < 1e-4));
            assert!(found.is_some() || k > 0);
        }
    }
}
