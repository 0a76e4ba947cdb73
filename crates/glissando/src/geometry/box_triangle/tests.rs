//! Closest pairs by region, and against a certificate and a search that share nothing with the closed form.

use super::*;

const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 0.0, 4.0)];

/// Numbers of which a third are on a grid: parallel and degenerate cases.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let whole = (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        if (self.0 >> 40).is_multiple_of(3) { (whole * 2.0) as i64 as f64 } else { whole }
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next()) * size
    }
}

#[test]
fn every_feature_is_returned_in_its_region() {
    let half = DVec3::new(0.5, 1.0, 0.5);
    let upright = |x, z| closest_to_box(DVec3::new(x, 3.0, z), half, &CORNERS);
    for (x, z, feature) in [
        (1.0, 1.0, Feature::Face),
        (-0.25, 1.0, Feature::Face),
        (1.0, -1.0, Feature::Edge(0)),
        (3.0, 3.0, Feature::Edge(1)),
        (-1.0, -1.0, Feature::Vertex(0)),
        (9.0, -1.0, Feature::Vertex(1)),
    ] {
        let found = upright(x, z);
        assert_eq!((found.feature, found.on_core.y), (feature, -1.0), "{found:?}");
    }
}

#[test]
fn of_equally_close_points_the_nearest_to_the_middle_is_returned() {
    let half = DVec3::new(0.5, 1.0, 0.5);
    // Over the face the foot of the centre; past its rim the nearest point of the overlap.
    let inside = closest_to_box(DVec3::new(1.0, 3.0, 1.0), half, &CORNERS);
    assert_eq!((inside.point, inside.on_core), (DVec3::new(1.0, 0.0, 1.0), DVec3::new(0.0, -1.0, 0.0)));
    assert_eq!(inside.distance_sq, 4.0);
    let past = closest_to_box(DVec3::new(-0.25, 3.0, 1.0), half, &CORNERS);
    assert_eq!((past.point, past.on_core), (DVec3::new(0.0, 0.0, 1.0), DVec3::new(0.25, -1.0, 0.0)));
    // Beside an edge, and past its end.
    let beside = closest_to_box(DVec3::new(3.0, 0.0, -1.5), half, &CORNERS);
    assert_eq!((beside.point, beside.feature), (DVec3::new(3.0, 0.0, 0.0), Feature::Edge(0)));
    let end = closest_to_box(DVec3::new(4.25, 0.0, -1.5), half, &CORNERS);
    assert_eq!((end.point, end.on_core), (DVec3::new(4.0, 0.0, 0.0), DVec3::new(-0.25, 0.0, 0.5)));
}

#[test]
fn a_triangle_that_meets_the_box_has_distance_zero() {
    let found = closest_to_box(DVec3::new(1.0, 0.5, 1.0), DVec3::ONE, &CORNERS);
    assert_eq!((found.distance_sq, found.feature), (0.0, Feature::Face));
    let rim = closest_to_box(DVec3::new(-0.5, 0.0, 1.0), DVec3::ONE, &CORNERS);
    assert_eq!(rim.distance_sq, 0.0);
}

/// The plane through the pair's middle separates box and triangle by the distance: no other pair can be nearer.
#[test]
fn the_direction_of_every_pair_is_a_certificate() {
    let (mut worst, mut apart, mut faces, mut met) = (0.0_f64, 0, 0, 0);
    let mut numbers = Numbers(5);
    for case in 0..400_000 {
        let corners = [numbers.vector(2.0), numbers.vector(2.0), numbers.vector(2.0)];
        let scale = if case % 4 == 0 { DVec3::new(1.0, 0.0, 2.0) } else { DVec3::ONE };
        let (centre, half) = (numbers.vector(3.0), numbers.vector(1.5).abs().scale(scale));
        let found = closest_to_box(centre, half, &corners);
        let away = centre + found.on_core - found.point;
        let distance = found.distance_sq.sqrt();
        let own = (away.length() - distance).abs();
        assert!(own < 1e-12, "case {case}: {own:e} {found:?}");
        assert!((found.on_core.abs() - half).max_element() <= 1e-12, "case {case}: {found:?}");
        if distance < 1e-3 {
            met += 1;
            continue;
        }
        let n = away / distance;
        let highest = corners.iter().fold(f64::NEG_INFINITY, |most, c| most.max(n.dot(*c)));
        let error = distance - (n.dot(centre) - n.abs().dot(half) - highest);
        assert!(error < 1e-10, "case {case}: {error:e} {found:?} {centre:?} {half:?} {corners:?}");
        worst = worst.max(error);
        apart += 1;
        faces += i32::from(found.feature == Feature::Face);
    }
    println!("{apart} pairs apart, {faces} of them on faces, {met} met; largest error {worst:e}");
    assert!(apart > 100_000 && faces > 10_000 && met > 20_000);
}

/// Against the least distance of the triangle's points from the box, searched by golden sections in two directions.
#[test]
fn no_point_of_the_triangle_is_nearer() {
    let least = |of: &dyn Fn(f64) -> f64| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let (p, q) = (low + (high - low) * 0.382, high - (high - low) * 0.382);
            if of(p) < of(q) { high = q } else { low = p }
        }
        of(0.5 * (low + high)).min(of(0.0)).min(of(1.0))
    };
    let (mut worst, mut cases) = (0.0_f64, 0);
    let mut numbers = Numbers(7);
    for case in 0..3000 {
        let [a, b, c] = [numbers.vector(2.0), numbers.vector(2.0), numbers.vector(2.0)];
        let (centre, half) = (numbers.vector(3.0), numbers.vector(1.5).abs());
        let at = |u: f64, v: f64| {
            let point = (a + (b - a) * u) * (1.0 - v) + c * v;
            beyond_box(point - centre, half).length()
        };
        let expected = least(&|v| least(&|u| at(u, v)));
        let found = closest_to_box(centre, half, &[a, b, c]).distance_sq.sqrt();
        let error = (found - expected).abs();
        assert!(error < 1e-9, "case {case}: {error:e}");
        worst = worst.max(error);
        cases += 1;
    }
    println!("{cases} cases; largest difference {worst:e}");
}

/// The rule that leaves out edges: the pairs are the same, to the bit.
#[test]
fn edges_that_the_box_is_not_beside_have_no_closest_point_of_their_own() {
    let (mut left_out, mut numbers) = (0, Numbers(11));
    for case in 0..200_000 {
        let corners = [numbers.vector(3.0), numbers.vector(3.0), numbers.vector(3.0)];
        let half = numbers.vector(1.5).abs();
        if let Err(beside) = to_face(half, &corners) {
            left_out += beside.iter().filter(|is_beside| !**is_beside).count();
            let all = closest_on_rim(&Cuboid(half), &corners, [true; 3]);
            assert_eq!(closest_on_rim(&Cuboid(half), &corners, beside), all, "case {case}");
        }
    }
    println!("{left_out} edges left out");
    assert!(left_out > 50_000);
}
