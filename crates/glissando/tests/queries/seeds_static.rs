//! Defects of the classic tutorials with points and spheres only, a test for each.
//!
//! Each test first shows, with a few lines of the tutorial's formula, that the defect is real; then that the library
//! does not have it. Counts are printed.

use super::whole::{Random, Whole, cross, dot, double, minus, plus, times};
use core::f64::consts::TAU;
use glissando::DVec3;
use glissando::geometry::{
    Crossing, Faces, Plane, Polygon, Side, Sphere, closest_on_triangle, ray_triangle, ray_triangle_front,
};

/// The tutorials' test for a point in a triangle: the angles to the corners must sum to a full turn.
fn angle_sum_contains(point: DVec3, corners: [DVec3; 3], tolerance: f64) -> bool {
    let [a, b, c] = corners.map(|corner| {
        let v = point - corner;
        v / v.length()
    });
    let sum = a.dot(b).acos() + b.dot(c).acos() + c.dot(a).acos();
    (sum - TAU).abs() < tolerance
}

/// A1. The angle sum needs a tolerance, and the tolerance accepts points outside: 1.25 % of the edge.
#[test]
fn a1_a_point_outside_a_triangle_never_counts_as_inside() {
    let edge = 100.0;
    let corners = [DVec3::ZERO, DVec3::new(edge, 0.0, 0.0), DVec3::new(edge / 2.0, 86.6, 0.0)];
    let polygon = Polygon::new(&corners).unwrap();
    let mut random = Random(1);
    for (tolerance, expected) in [(0.1, 1.25), (0.005, 0.0625)] {
        let (mut accepted, mut farthest) = (0, 0.0_f64);
        for _ in 0..100_000 {
            // Below the edge on the x axis, thus outside, by up to twice the distance that the seed accepts.
            let outside = expected * (1.0 + random.number()) + 1e-9;
            let point = DVec3::new(edge * (0.5 + 0.45 * random.number()), -outside, 0.0);
            if angle_sum_contains(point, corners, tolerance) {
                accepted += 1;
                farthest = farthest.max(outside);
            }
            assert!(!polygon.contains(point));
            assert_eq!(polygon.crossing(point + DVec3::Z, -DVec3::Z * 2.0, Faces::Both), None);
            assert_eq!(ray_triangle(point + DVec3::Z, -DVec3::Z * 2.0, corners), None);
        }
        println!(
            "A1: tolerance {tolerance}: the angle sum takes {accepted} of 100000 outside, up to {farthest:.4} m"
        );
        assert!(accepted > 20_000);
        assert!((farthest - expected).abs() < 0.05 * expected);
    }
}

/// Two triangles on both sides of the edge from `a` to `b`, in the projection along `view`; integers.
fn pair_on_both_sides(random: &mut Random) -> (Whole, Whole, [Whole; 2], Whole) {
    loop {
        let (a, per_step) = (random.wholes(16), random.wholes(6));
        let b = plus(a, times(per_step, 1024));
        let (c, d, view) = (random.wholes(16), random.wholes(16), random.wholes(16));
        let side = |p: Whole| dot(view, cross(minus(b, a), minus(p, a)));
        // Clearly on both sides: an outline would be no common edge.
        if side(c) > 1 << 34 && side(d) < -(1 << 34) {
            return (a, b, [c, d], view);
        }
    }
}

/// A2. `acos` of a rounded product above one is NaN, and every comparison with NaN is false: points exactly on a common
/// edge are in neither triangle. A path through the edge then has no hit.
#[test]
fn a2_no_path_gets_between_two_triangles_with_a_common_edge() {
    let mut random = Random(2);
    let count = 100_000;
    let (mut seed_lost, mut met_both) = (0, 0);
    for _ in 0..count {
        let (a, b, [c, d], view) = pair_on_both_sides(&mut random);
        // Between the ends: beyond a corner of only two triangles there is no surface.
        let k = 1 + (random.whole(10) + 1024) % 1023;
        let spot = plus(a, times(minus(b, a).map(|e| e / 1024), k));
        let (one, two) = ([a, b, c].map(double), [b, a, d].map(double));
        let contains = |corners| angle_sum_contains(double(spot), corners, 0.1);
        seed_lost += u32::from(!contains(one) && !contains(two));
        // Through the point at half the path, exactly.
        let (from, step) = (double(minus(spot, view)), double(times(view, 2)));
        let met = [one, two].map(|t| ray_triangle(from, step, t));
        assert!(met.iter().any(Option::is_some), "{from:?} + {step:?} between {one:?} and {two:?}");
        for hit in met.iter().flatten() {
            assert!((hit.fraction - 0.5).abs() < 1e-9, "{hit:?}");
        }
        let met = [one, two].map(|t| {
            let polygon = Polygon::new(&t).unwrap();
            polygon.crossing(from, step, Faces::Both)
        });
        assert!(met.iter().any(Option::is_some), "{from:?} + {step:?} between {one:?} and {two:?}");
        met_both += u32::from(met.iter().all(Option::is_some));
    }
    let share = f64::from(seed_lost) / f64::from(count);
    println!("A2: {count} points on edges: the seed loses {seed_lost}, we lose none, {met_both} met both");
    assert!(share > 0.05);
}

/// A2 again, with all points, corners and paths rounded, and at corners.
#[test]
fn a2_no_rounded_path_gets_through_a_corner_where_triangles_meet() {
    let mut random = Random(3);
    let rays = 100_000;
    for _ in 0..rays {
        let count = 4 + (random.whole(3) + 8) as usize % 6;
        let hub = random.unit() * 1000.0;
        let axis = random.unit();
        let side = axis.cross(random.unit()).try_normalize().unwrap();
        let other = axis.cross(side);
        let rim: Vec<DVec3> = (0..count)
            .map(|i| {
                let turn = (i as f64 + 0.3 * random.number()) * TAU / count as f64;
                let height = axis * (0.2 * random.number());
                hub + (side * turn.cos() + other * turn.sin()) * (3.0 + random.number()) + height
            })
            .collect();
        // The rim surrounds the path, so that the hub is not on an outline.
        let step = (axis + random.unit() * 0.05) * 7.0;
        let from = hub - step * 0.3;
        let hit = (0..count).any(|i| ray_triangle(from, step, [hub, rim[i], rim[(i + 1) % count]]).is_some());
        assert!(hit, "{from:?} + {step:?} through {hub:?}, rim {rim:?}");
        let lost = (0..count).all(|i| !angle_sum_contains(hub, [hub, rim[i], rim[(i + 1) % count]], 0.1));
        // A point in a corner has no direction to it: 0 / 0.
        assert!(lost);
    }
    println!("A2: {rays} paths through corners: the seed loses all, we lose none");
}

/// The tutorials' moving point: different sides mean a collision, whatever the result of the division.
fn seed_plane_fraction(plane: &Plane, from: DVec3, to: DVec3) -> Option<f64> {
    let side = |p| plane.classify(p, 0.0);
    (side(from) != side(to)).then(|| -plane.signed_distance(from) / plane.normal().dot(to - from))
}

/// C1. The first polygon of the list that is crossed wins, however far it is.
#[test]
fn c1_the_nearest_polygon_is_hit_whatever_the_order_of_the_list() {
    let mut random = Random(4);
    let mut seed_wrong = 0;
    for _ in 0..10_000 {
        let depths: Vec<f64> = (0..5).map(|_| 1.0 + 9.0 * random.number().abs()).collect();
        let squares: Vec<[DVec3; 4]> = depths
            .iter()
            .map(|z| [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)].map(|(x, y)| DVec3::new(x, y, *z)))
            .collect();
        let step = DVec3::new(0.05 * random.number(), 0.05 * random.number(), 12.0);
        let crossings: Vec<Crossing> = squares
            .iter()
            .filter_map(|square| Polygon::new(square).unwrap().crossing(DVec3::ZERO, step, Faces::Front))
            .collect();
        assert_eq!(crossings.len(), 5);
        let first = crossings.iter().map(|c| c.fraction).fold(1.0, f64::min);
        let nearest = depths.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((first * 12.0 - nearest).abs() < 1e-14);
        // The seed returns the first of the list.
        seed_wrong += u32::from(crossings[0].fraction > first);
    }
    println!("C1: five walls in a row, 10000 lists: the seed takes a farther one in {seed_wrong}");
    assert!(seed_wrong > 5_000);
}

/// C1. A start on the plane is on another side than the end, so leaving it counts as a collision: sticky planes.
#[test]
fn c1_a_start_on_the_plane_may_leave_it_and_may_not_enter() {
    let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    let corners = [DVec3::new(-9.0, 0.0, -9.0), DVec3::new(-9.0, 0.0, 9.0), DVec3::new(9.0, 0.0, 0.0)];
    let polygon = Polygon::new(&corners).unwrap();
    let (mut random, mut seed_stuck) = (Random(5), 0);
    for _ in 0..10_000 {
        let from = DVec3::new(random.number(), 0.0, random.number());
        let away = DVec3::new(random.number(), random.number().abs() + 1e-9, random.number());
        let into = DVec3::new(away.x, -away.y, away.z);
        seed_stuck += u32::from(seed_plane_fraction(&floor, from, from + away).is_some());
        assert_eq!(floor.classify(from, 0.0), Side::On);
        for faces in [Faces::Front, Faces::Both] {
            assert_eq!(floor.crossing(from, away, faces), None);
            assert_eq!(polygon.crossing(from, away, faces), None);
            assert_eq!(floor.crossing(from, into, faces).map(|c| c.fraction), Some(0.0));
            assert_eq!(polygon.crossing(from, into, faces).map(|c| c.fraction), Some(0.0));
        }
        assert_eq!(ray_triangle_front(from, away, corners), None);
        assert_eq!(ray_triangle_front(from, into, corners).map(|h| h.fraction), Some(0.0));
    }
    println!("C1: 10000 starts on a plane that leave it: the seed stops {seed_stuck}, we stop none");
    assert_eq!(seed_stuck, 10_000);
}

/// C1. The division is unguarded: a path along a tilted plane ends anywhere, or nowhere.
#[test]
fn c1_a_crossing_of_a_path_along_a_plane_lies_on_the_path() {
    let (mut random, count) = (Random(6), 100_000);
    let (mut seed_off, mut crossed) = (0, 0);
    for _ in 0..count {
        let plane = Plane::new(random.unit() * 50.0, random.unit()).unwrap();
        let along = plane.normal().cross(random.unit());
        let from = plane.anchor() + plane.normal().cross(random.unit()) * 20.0;
        if let Some(t) = seed_plane_fraction(&plane, from, from + along) {
            seed_off += u32::from(!(0.0..=1.0).contains(&t));
        }
        for faces in [Faces::Front, Faces::Both] {
            let Some(crossing) = plane.crossing(from, along, faces) else { continue };
            crossed += 1;
            assert!((0.0..=1.0).contains(&crossing.fraction));
            assert!(plane.signed_distance(crossing.point).abs() < 1e-13);
        }
    }
    println!(
        "C1: {count} paths along planes: the seed puts {seed_off} off the path; ours cross {crossed}, all on it"
    );
    assert!(seed_off > 100);
}

/// Whether the ball that moves from `from` by `step` comes within `radius` of the triangle (the distance along
/// a path is convex, so thirds find its least).
fn ball_touches(from: DVec3, step: DVec3, radius: f64, corners: &[DVec3; 3]) -> bool {
    let distance_sq = |s: f64| closest_on_triangle(from + step * s, corners).distance_sq;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let (a, b) = ((2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0);
        if distance_sq(a) < distance_sq(b) { high = b } else { low = a }
    }
    distance_sq(low) < radius * radius
}

/// C2. "Just offset the plane by the radius" ignores borders and corners. So a plane here is for points only; for
/// points there are no missed and no false hits.
#[test]
fn c2_a_moving_point_misses_no_triangle_and_the_offset_plane_misses_most_balls() {
    let (mut random, mut touched, mut seed_missed) = (Random(7), 0, 0);
    while touched < 10_000 {
        let corners = [random.unit() * 1.5, random.unit() * 1.5, random.unit() * 1.5];
        let from = random.unit() * (3.0 + random.number());
        let step = random.unit() * 6.0;
        let Ok(plane) = Plane::through(corners) else { continue };
        let out = plane.normal() * plane.signed_distance(from).signum();
        if closest_on_triangle(from, &corners).distance_sq > 1.0 && ball_touches(from, step, 1.0, &corners) {
            touched += 1;
            seed_missed += u32::from(ray_triangle(from, step, corners.map(|c| c + out)).is_none());
        }
    }
    println!("C2: {touched} balls that touch: the offset plane misses {seed_missed}");
    assert!(seed_missed > touched / 2);

    let (mut hits, mut passes) = (0, 0);
    while hits < 10_000 {
        let corners = [random.wholes(12), random.wholes(12), random.wholes(12)];
        let (from, step) = (random.wholes(12), random.wholes(13));
        let sides = [(1, 2), (2, 0), (0, 1)]
            .map(|(i, j)| dot(step, cross(minus(corners[i], from), minus(corners[j], from))));
        let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        let [start, end] = [from, plus(from, step)].map(|p| dot(normal, minus(p, corners[0])));
        // A2 covers ties.
        if sides.contains(&0) || start == 0 || end == 0 {
            continue;
        }
        let within = sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0);
        let expected = within && (start > 0) != (end > 0);
        let corners = corners.map(double);
        let hit = ray_triangle(double(from), double(step), corners);
        assert_eq!(hit.map(|h| h.front), expected.then_some(start > 0));
        let polygon = Polygon::new(&corners).unwrap();
        let crossing = polygon.crossing(double(from), double(step), Faces::Both);
        assert_eq!(crossing.map(|c| c.front), expected.then_some(start > 0));
        hits += u32::from(expected);
        passes += u32::from(!expected);
    }
    println!("C2: {hits} points that hit and {passes} that pass, each as exact arithmetic has it");
}

/// The tutorial's distance of a ball to its touch with another at rest: `D - sqrt(T)`, its tests in its order.
fn seed_distance(to_other: DVec3, step: DVec3, radii: f64) -> Option<f64> {
    if step.length() < to_other.length() - radii {
        return None;
    }
    let nearest = (step / step.length()).dot(to_other);
    if nearest <= 0.0 {
        return None;
    }
    let aside_sq = to_other.length() * to_other.length() - nearest * nearest;
    if aside_sq >= radii * radii {
        return None;
    }
    let way = nearest - (radii * radii - aside_sq).sqrt();
    if step.length() < way { None } else { Some(way) }
}

/// E1. Balls that overlap get a negative distance, which no test rejects: they jump backwards.
#[test]
fn e1_overlapping_balls_that_approach_stop_at_once_and_never_jump_back() {
    let jump = seed_distance(DVec3::X * 1.7, DVec3::X * 0.1, 2.0).unwrap();
    assert!((jump + 0.3).abs() < 1e-15);
    let (mut random, mut seed_back, mut nearer, mut apart) = (Random(8), 0, 0, 0);
    for _ in 0..100_000 {
        let radii = [1.5 + random.number(), 1.5 + random.number()];
        let centre = random.unit() * 100.0;
        let between = random.unit() * ((radii[0] + radii[1]) * random.number().abs().max(1e-3));
        let a = Sphere::new(centre, radii[0]).unwrap();
        let b = Sphere::new(centre + between, radii[1]).unwrap();
        let (step, other_step) = (random.unit() * 0.1, random.unit() * 0.05);
        let relative = step - other_step;
        let way = seed_distance(b.centre() - a.centre(), relative, radii[0] + radii[1]);
        seed_back += u32::from(way.is_some_and(|w| w < 0.0));
        let touch = a.first_touch(step, &b, other_step).unwrap();
        if relative.dot(b.centre() - a.centre()) > 0.0 {
            nearer += 1;
            let touch = touch.unwrap();
            assert_eq!(touch.fraction, 0.0);
            assert!(touch.normal.dot(relative) < 0.0);
        } else {
            apart += 1;
            assert_eq!(touch, None);
        }
        assert!(a.gap(&b) < 0.0);
    }
    println!(
        "E1: 100000 overlaps: the seed throws {seed_back} back; {nearer} stop at once, {apart} part freely"
    );
    assert!(seed_back > 40_000);
}

/// E2. A move of zero is divided by its length: NaN, which passes every test.
#[test]
fn e2_balls_without_relative_motion_never_touch_and_give_no_nan() {
    assert!(seed_distance(DVec3::X * 2.0, DVec3::ZERO, 2.0).unwrap().is_nan());
    let (mut random, mut seed_nan) = (Random(9), 0);
    for _ in 0..100_000 {
        let way = random.unit() * 10.0;
        // At any distance: apart, touching or overlapping.
        let a = Sphere::new(DVec3::ZERO, 1.0).unwrap();
        let b = Sphere::new(random.unit() * (3.0 * random.number()), 1.0).unwrap();
        let seed = seed_distance(b.centre(), way - way, 2.0);
        seed_nan += u32::from(seed.is_some_and(f64::is_nan));
        assert_eq!(a.first_touch(way, &b, way).unwrap(), None);
        assert_eq!(a.first_touch(DVec3::ZERO, &b, DVec3::ZERO).unwrap(), None);
    }
    println!(
        "E2: 100000 pairs at rest to each other: the seed returns NaN for {seed_nan}, we return no touch"
    );
    assert!(seed_nan > 50_000);
}

/// E3. `|C|² - D²` is the difference of two huge numbers: far away it has no bits of the distance left.
#[test]
fn e3_a_far_ball_is_passed_or_hit_by_the_last_bit_of_its_distance() {
    // The seed in `f32`, 1.5 m off the path: 2.25 becomes 2.1875 at a kilometre and 0 at ten.
    for (far, expected) in [(1e3_f32, 2.1875_f32), (1e4, 0.0)] {
        let length = (far * far + 1.5 * 1.5).sqrt();
        assert_eq!(length * length - far * far, expected);
    }
    let (mut seed_wrong, mut count, mut worst) = (0, 0, 0.0_f64);
    for exponent in 0..=27 {
        // Displacement (3, 4, 0) k, aside (-4, 3, 0) 5/16: 1.5625 m off the path, exact in binary.
        let k = f64::from(1_u32 << exponent);
        let other = DVec3::new(3.0 * k - 1.25, 4.0 * k + 0.9375, 0.0);
        let step = DVec3::new(3.0, 4.0, 0.0) * (k * 1.25);
        for (radii, expected) in [(1.5625 + 1e-9, true), (1.5625 - 1e-9, false), (2.0, true), (1.5, false)] {
            let (a, b) = (Sphere::new(DVec3::ZERO, 1.0).unwrap(), Sphere::new(other, radii - 1.0).unwrap());
            let radii = a.radius() + b.radius();
            let touch = a.first_touch(step, &b, DVec3::ZERO).unwrap();
            count += 1;
            assert_eq!(touch.is_some(), expected, "k = {k}, radii = {radii}");
            seed_wrong += u32::from(seed_distance(other, step, radii).is_some() != expected);
            if let Some(touch) = touch {
                let way = 5.0 * k - ((radii - 1.5625) * (radii + 1.5625)).sqrt();
                let error = (touch.fraction * step.length() - way).abs();
                worst = worst.max(error / (f64::EPSILON * 5.0 * k));
                assert!((touch.normal.length() - 1.0).abs() < 1e-15);
            }
        }
    }
    println!(
        "E3: {count} passes up to 7e8 m: the seed gets {seed_wrong} wrong, we get none; worst {worst:.1} roundings"
    );
    assert!(seed_wrong > 10);
    assert!(worst < 4.0);
}
