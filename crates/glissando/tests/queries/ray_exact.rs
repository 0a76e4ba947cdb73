//! The ray test compared with exact integer arithmetic: integer corners and paths, results as ratios of `i128`.

use super::whole::{Random, Whole, cross, dot, double, minus};
use glissando::DVec3;
use glissando::geometry::ray_triangle;
use glissando_testkit::form;

/// The exact result of a path and a triangle.
struct Truth {
    hit: bool,
    /// The fraction is `above / below`, and `below` is the path's climb times twice the area.
    above: i128,
    below: i128,
}

/// `None` where rounding decides: parallel paths, and those through a border or that end on the triangle.
fn truth(from: Whole, step: Whole, corners: [Whole; 3]) -> Option<Truth> {
    let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    let (above, below) = (dot(normal, minus(corners[0], from)), dot(normal, step));
    let (above, below) = if below < 0 { (-above, -below) } else { (above, below) };
    let [a, b, c] = corners.map(|corner| minus(corner, from));
    let sides = [(b, c), (c, a), (a, b)].map(|(p, q)| dot(step, cross(p, q)));
    if below == 0 || above == 0 || above == below || sides.contains(&0) {
        return None;
    }
    let within = sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0);
    Some(Truth { hit: within && (0..below).contains(&above), above, below })
}

/// Compares `count` cases; returns hits, misses and the worst depth error in roundings of the largest corner.
fn compare(count: usize, mut case: impl FnMut() -> (Whole, Whole, [Whole; 3])) -> (u32, u32, f64) {
    let (mut hits, mut misses, mut worst) = (0, 0, 0.0_f64);
    for _ in 0..count {
        let (from, step, corners) = case();
        let Some(truth) = truth(from, step, corners) else { continue };
        let got = ray_triangle(double(from), double(step), corners.map(double));
        assert_eq!(got.is_some(), truth.hit, "{from:?} + {step:?} against {corners:?}");
        let Some(got) = got else {
            misses += 1;
            continue;
        };
        hits += 1;
        let area = double(cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]))).length();
        let reach = corners.map(|c| double(minus(c, from)).length()).into_iter().fold(0.0, f64::max);
        let along = (got.fraction - truth.above as f64 / truth.below as f64).abs();
        worst = worst.max(along * truth.below as f64 / area / (reach * f64::EPSILON));
        assert!(got.barycentric.iter().all(|w| *w >= 0.0));
        assert!((got.barycentric.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
    (hits, misses, worst)
}

#[test]
fn whole_number_rays_agree_with_exact_arithmetic_in_hit_and_miss() {
    for bits in [2, 4, 10, 20] {
        let mut random = Random(u64::from(bits));
        let (hits, misses, worst) = compare(100_000, || {
            let (a, b, c) = (random.wholes(bits), random.wholes(bits), random.wholes(bits));
            (random.wholes(bits), random.wholes(bits + 1), [a, b, c])
        });
        println!("±2^{bits}: {hits} hits, {misses} misses, all right; worst depth {worst:.2} roundings");
        assert!(hits > 2_000 && misses > 50_000);
        assert!(worst < 8.0);
    }
}

/// The line through a corner has no weight of the opposite edge, whatever the rounding of the others: it was hit at the path's start.
#[test]
fn a_path_in_the_plane_of_a_triangle_does_not_hit_it() {
    let corners = [DVec3::new(-7.0, 7.0, 1.0), DVec3::new(-8.0, 8.0, 1.0), DVec3::new(-6.0, 4.0, 0.0)];
    assert!(ray_triangle(DVec3::new(2.0, 10.0, 7.0), DVec3::new(3.0, 1.0, 2.0), corners).is_none());
    for bits in [3, 8, 16] {
        let (mut random, mut paths) = (Random(u64::from(bits)), 0);
        while paths < 50_000 {
            let corners = [random.wholes(bits), random.wholes(bits), random.wholes(bits)];
            let [ab, ac] = [1, 2].map(|corner| minus(corners[corner], corners[0]));
            let (m, n) = (random.whole(2), random.whole(2));
            let step: Whole = core::array::from_fn(|k| m * ab[k] + n * ac[k]);
            if cross(ab, ac) == [0; 3] || step == [0; 3] {
                continue;
            }
            let through = corners[paths % 3];
            let before = random.whole(4);
            let from: Whole = core::array::from_fn(|k| through[k] - before * step[k]);
            let hit = ray_triangle(double(from), double(step), corners.map(double));
            assert!(hit.is_none(), "{from:?} + {step:?} in {corners:?}: {hit:?}");
            paths += 1;
        }
    }
    println!("150000 paths in the planes of triangles, through their corners: no hit");
}

#[test]
fn huge_triangles_at_grazing_angles_are_hit_within_a_few_roundings_of_their_plane() {
    for (corner_bits, step_bits, grazing) in
        [(34, 16, false), (34, 34, false), (16, 16, true), (34, 16, true), (30, 30, true)]
    {
        let mut random = Random(9);
        let (hits, _, worst) = compare(50_000, || {
            let corners =
                [random.wholes(corner_bits), random.wholes(corner_bits), random.wholes(corner_bits)];
            let weights = random.wholes(10).map(|w| w.abs() + 1);
            let total: i128 = weights.iter().sum();
            let aim: Whole = core::array::from_fn(|k| {
                (0..3).map(|i: usize| corners[i][k] * weights[i]).sum::<i128>() / total
            });
            // Grazing: along the first edge up to a few units.
            let scale = 1 << (corner_bits - step_bits);
            let along = minus(corners[1], corners[0]).map(|e| e / scale);
            let step = if grazing { along.map(|e| e + random.whole(2)) } else { random.wholes(step_bits) };
            (minus(aim, step.map(|s| s / 2)), step, corners)
        });
        println!(
            "corners ±2^{corner_bits}, step 2^{step_bits}, grazing {grazing}: {hits} hits, worst depth {worst:.2} roundings"
        );
        assert!(hits > 20_000);
        assert!(worst < 8.0);
    }
}

#[test]
fn a_path_cut_in_two_at_its_hit_never_gets_through_between_the_pieces() {
    let (mut random, mut cut) = (Random(11), 0);
    let (mut first, mut second) = (0, 0);
    while cut < form::cases(30_000, 100_000) {
        let corners = [random.unit(), random.unit(), random.unit()].map(|c| c * 10.0);
        let (from, step) = (random.unit() * 12.0, random.unit() * 20.0);
        let Some(whole) = ray_triangle(from, step, corners) else { continue };
        // Other tests cover the border, as a common edge.
        if whole.barycentric.iter().any(|w| *w < 1e-6) {
            continue;
        }
        cut += 1;
        let one = whole.point - from;
        let rest = from + step - (from + one);
        let hits = [ray_triangle(from, one, corners), ray_triangle(from + one, rest, corners)];
        assert!(hits.iter().any(Option::is_some), "{from:?} + {step:?} through {corners:?}");
        first += u32::from(hits[0].is_some());
        second += u32::from(hits[1].is_some());
    }
    println!(
        "{cut} paths cut at their hits: {first} hit in the first piece, {second} in the second, none in neither"
    );
}
