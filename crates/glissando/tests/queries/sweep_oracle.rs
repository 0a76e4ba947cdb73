//! `World::sweep` compared with two independent oracles: no missed hit, no false hit, every stop within its bound.
//!
//! The bound is that of `sweep_check::Question::bound`: the gap at which Newton's method ends, roundings that grow with
//! the displacement, the position and the flatness of the triangle, and the depth between the edges of a sliver.

use glissando::{DVec3, Mesh, MeshOptions, Shape, Soup, Sweep, World};
use glissando_testkit::form;
use glissando_testkit::oracle;
use glissando_testkit::random::Random;
use glissando_testkit::sweep_check::{BATCH, BodyKind, Depth, check};

#[test]
fn a_hundred_thousand_sweeps_are_never_missed_never_false_and_stop_within_the_bound() {
    let count = form::cases(110_000, 330_000_u64).next_multiple_of(BATCH);
    let tally = check(BodyKind::Sphere, 1, 0..count, Depth::Exact(1000));
    println!("{tally}");
    for finding in &tally.findings {
        println!("seed {} trial {}: {}", finding.seed, finding.number, finding.story);
    }
    let total = tally.total();
    assert!(total.is_clean());
    // Some distant triangles under a shrinking pose exceed the accepted distance from their body's origin.
    assert!(total.count >= count / 11 * 10 && total.exact > count / 11 && total.refused < count / 11_000);
    assert!(tally.rows.iter().all(|row| row.count > count / 220));
}

/// Needles that a sphere grazes by 0.90 to 0.99 of what counts: one edge, seen with its corner, was a touch, and the other was none,
/// so the sphere stopped at the corner, deep in the graze.
#[test]
fn a_needle_that_is_only_grazed_stops_nothing_at_its_corner() {
    for number in [
        6_933_914, 7_834_293, 18_328_047, 29_579_221, 37_689_358, 39_369_648, 41_352_737, 51_712_571,
        55_110_801, 55_301_562, 58_676_563, 59_590_167, 68_498_697, 72_828_712, 80_178_321, 81_887_203,
        84_413_285, 88_543_375,
    ] {
        let tally = check(BodyKind::Sphere, 6001, number..number + 1, Depth::Exact(1));
        assert!(tally.total().is_clean() && tally.total().exact == 1, "{tally}");
    }
}

/// Centres next to edges that lie on one another, but for roundings: deep in one, others held them though another was deeper by then.
#[test]
fn a_body_deep_in_an_edge_is_not_held_by_the_next() {
    for number in [
        48_573_182,
        50_400_201,
        51_526_584,
        61_642_394,
        65_101_962,
        66_243_261,
        66_628_584,
        68_882_222,
        69_052_094,
        73_897_854,
        74_612_853,
        75_311_860,
        76_417_401,
        87_854_023,
        88_226_689,
        91_806_377,
        94_579_855,
        102_931_401,
    ] {
        let tally = check(BodyKind::Sphere, 7503, number..number + 1, Depth::Exact(1));
        assert!(tally.total().is_clean() && tally.total().count == 1, "{tally}");
    }
}

/// A centre 3e-6 radii from an edge that goes along it for 891 radii, and away from it by 1e-6 on the whole way: by the rounding of
/// its direction it came nearer in each of 64 steps, after which it counted as held.
#[test]
fn a_centre_that_goes_along_an_edge_next_to_it_is_free() {
    let tally = check(BodyKind::Sphere, 7503, 72_518_098..72_518_099, Depth::Exact(1));
    assert!(tally.total().is_clean() && tally.total().hits == 0, "{tally}");
}

/// A centre 1.003e-7 radii from an edge, that goes along it and comes to 1e-8: on its way in it is on the surface, where the
/// direction is the face's, so both answers are right.
#[test]
fn a_centre_that_all_but_lies_on_an_edge_may_be_stopped_or_not() {
    let tally = check(BodyKind::Sphere, 6001, 96_538..96_539, Depth::Search);
    assert!(tally.total().is_clean() && tally.total().open == 1, "{tally}");
}

/// A world of one triangle, and whether it has no face.
fn world_of(corners: [DVec3; 3]) -> (World, [DVec3; 3], bool) {
    let mut soup = Soup::default();
    soup.push(corners.map(DVec3::as_vec3), 0);
    let (mesh, report) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
    let stored = mesh.triangle(0).unwrap().map(|c| c.as_dvec3());
    let mut world = World::new();
    world.insert_mesh(mesh);
    (world, stored, !(report.slivers.is_empty() && report.degenerate.is_empty()))
}

/// A triangle with this height over its longest edge, in any orientation about `middle`.
fn triangle(random: &mut Random, middle: DVec3, edge: f64, height: f64) -> [DVec3; 3] {
    let along = random.direction();
    let across = along.cross(random.direction()).try_normalize().unwrap();
    let foot = along * (edge * random.between(0.1, 0.9));
    let start = middle - along * (0.5 * edge);
    [start, start + along * edge, start + foot + across * height]
}

/// A fall of a ball onto a point of the face; returns the fraction at which it stops.
fn fall(
    world: &World,
    corners: [DVec3; 3],
    onto: DVec3,
    radius: f64,
    random: &mut Random,
) -> (Sweep, Option<f64>) {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).try_normalize().unwrap() * random.sign();
    let from = onto + normal * (radius * random.between(1.5, 4.0));
    let sweep = Sweep::new(Shape::sphere(radius).unwrap(), from, (onto - from) * 2.0).unwrap();
    (sweep, world.sweep(&sweep).map(|hit| hit.fraction))
}

/// A slide at exactly the shell comes nearer to a rim ahead by a hair's breadth, and no nearer than the shell. Newton's
/// gap once counted the hair's breadth as a touch, and the seam of a flat floor as a wall.
#[test]
fn a_rim_passed_at_exactly_the_shell_never_stops_a_slide() {
    let (world, _, _) = world_of([DVec3::ZERO, DVec3::new(0.0, 0.0, 4.0), DVec3::new(4.0, 0.0, 0.0)]);
    let unit = Shape::sphere(1.0).unwrap();
    for ahead in [0.0, 1e-9, 1e-7, 1e-6, 1.27e-5, 4e-5, 1e-3, 0.1, 2.0] {
        for height in [1.0, 1.0 - 0.8e-9, 0.5] {
            let from = DVec3::new(-ahead, height, 1.0);
            let sweep = Sweep::new(unit, from, DVec3::new(0.15 + ahead, 0.0, 0.0)).unwrap();
            // The ball comes no nearer than the height: it stops only if it was farther away and goes in.
            let start = (ahead * ahead + height * height).sqrt();
            let is_stopped = height < start.min(1.0) - 1e-9;
            assert_eq!(world.sweep(&sweep).is_some(), is_stopped, "{ahead} {height}");
        }
    }
}

#[test]
fn ordinary_triangles_a_thousand_kilometres_away_are_walls() {
    let mut random = Random::new(71);
    let (mut count, mut worst) = (0, 0.0_f64);
    while count < 20_000 {
        let middle = random.direction() * random.magnitude(1e5, 1e6);
        // An f32 there has steps of up to a sixteenth of a metre.
        let edge = random.magnitude(4.0, 100.0);
        let height = edge * random.between(0.2, 0.8);
        let (world, corners, edges_only) = world_of(triangle(&mut random, middle, edge, height));
        assert!(!edges_only, "{corners:?}");
        let [a, b, c] = corners;
        let onto = a + (b - a) * random.between(0.1, 0.5) + (c - a) * random.between(0.1, 0.5);
        let radius = random.magnitude(0.2, 2.0);
        let (sweep, hit) = fall(&world, corners, onto, radius, &mut random);
        let hit = hit.unwrap_or_else(|| panic!("{corners:?} {sweep:?}"));
        let distance = oracle::distance_at(sweep.from(), sweep.translation(), hit, corners);
        worst = worst.max((distance / radius - 1.0).abs());
        count += 1;
    }
    println!("{count} falls onto faces 100 to 1000 km away: stopped, the worst {worst:e} radii off");
    assert!(worst < 2e-9);
}

#[test]
fn no_body_sinks_into_a_sliver_deeper_than_its_height_squared_over_eight_radii() {
    let mut random = Random::new(72);
    let (mut slivers, mut faces) = (0, 0);
    let (mut deepest, mut share) = (0.0_f64, 0.0_f64);
    for _ in 0..40_000 {
        let middle = random.direction() * random.magnitude(1.0, 1e5);
        let edge = random.magnitude(1.0, 100.0);
        let height = edge * random.magnitude(1e-7, 1e-3);
        let (world, corners, edges_only) = world_of(triangle(&mut random, middle, edge, height));
        let height = oracle::height(corners);
        faces += usize::from(!edges_only);
        if !edges_only || height == 0.0 {
            continue;
        }
        slivers += 1;
        let [a, b, c] = corners;
        let share_b = random.between(0.2, 0.4);
        let onto = a + (b - a) * share_b + (c - a) * random.between(0.2, 0.4);
        let radius = random.magnitude(0.2, 2.0);
        let (sweep, hit) = fall(&world, corners, onto, radius, &mut random);
        let hit = hit.unwrap_or_else(|| panic!("{corners:?} {sweep:?}"));
        let depth = radius - oracle::distance_at(sweep.from(), sweep.translation(), hit, corners);
        // Newton's gap, and the rounding of a far fall.
        let rounding = 2e-10 * radius + 1e-15 * middle.length();
        assert!(depth <= height * height / (8.0 * radius) + rounding, "{depth:e} {height:e} {radius}");
        deepest = deepest.max(depth);
        share = share.max(depth / edge);
    }
    println!(
        "{slivers} falls onto slivers (and {faces} triangles too high to be one): the deepest sank {deepest:e} m, \
         {share:e} of the longest edge"
    );
    assert!(slivers > 5_000 && faces > 5_000 && deepest < 1e-4);
}
