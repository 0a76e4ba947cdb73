//! Defects of the classic tutorials in walking, a test for each, by its number in the review of the tutorials. Each
//! shows the defect with a few lines of the tutorial's rule, then its absence.

use glissando::{DVec3, Ground, Sweep};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

/// A4. A triangle whose plane the body already spans: the tutorial casts along the plane's normal and uses that depth
/// as a distance along the velocity, so the body walks on into the edge.
#[test]
fn a4_a_plane_that_the_body_spans_never_lets_it_go_deeper() {
    // A wall from its rim: the body stands in the wall's plane, 0.3 m from the wall's end.
    let mut scene = scenes::floor(10.0, 2);
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    scenes::quad(&mut scene, [at(0.0, -1.0), at(4.0, -1.0), at(4.0, 3.0), at(0.0, 3.0)]);
    let world = scenes::world_of(&scene);
    let mut random = Random::new(4);
    let (mut seed_deeper, count) = (0, 2000);
    for _ in 0..count {
        let (x, z) = (random.between(-1.2, -0.45), random.between(-0.3, 0.3));
        let from = DVec3::new(x, 1.0, z);
        let way = scenes::heading(random.between(0.0, 40.0)) * 2.0;
        // The tutorial: the depth along the normal as a distance along the displacement.
        let seed_distance = z.abs();
        let shape = glissando::Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        let hit = world.sweep(&Sweep::new(shape, from, way).unwrap());
        let Some(hit) = hit else { continue };
        let stopped = from + way * hit.fraction;
        let rim_distance = |p: DVec3| (p.x * p.x + p.z * p.z).sqrt();
        assert!(rim_distance(stopped) > 0.4 - 1e-9);
        let seed = from + way / 2.0 * seed_distance;
        seed_deeper += usize::from(rim_distance(seed) < 0.4 - 1e-9);
    }
    println!("A4: {seed_deeper} of {count} would be deeper by the tutorial's rule");
    let mut walk = Walk::in_scene(&scene).on(DVec3::new(-1.0, 0.0, 0.05));
    walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(2.0);
    let place = walk.position();
    assert!(place.z > 0.4, "it goes around the rim: {place:?}");
}

/// A9. Gravity as a second slide: hops down ramps, creeps down every slope, and is slower uphill.
#[test]
fn a9_gravity_is_no_second_slide() {
    // The tutorial's rule on a ramp of 30 degrees: fall for a tick, slide the rest along the slope.
    let (c, s) = scenes::cos_sin(30.0);
    let fall = 0.5 * 9.81 / 3600.0;
    let (crept, downhill) = (fall * s * c * 60.0, 5.0 / 60.0 * s / c);
    println!("A9: the rule creeps {:.1} mm a second and hops {:.0} mm a tick", crept * 1e3, downhill * 1e3);
    assert!(crept > 1e-3 && downhill > fall);
    let slope = scenes::slope(30.0, 30.0);
    let mut walk = Walk::in_scene(&slope).on(DVec3::ZERO);
    let at = walk.position();
    walk.always(Ground::Standing).for_seconds(10.0).expect_near(at, 0.0);
    for (degrees, way) in [(0.0, 5.0), (180.0, -5.0)] {
        let mut walk = Walk::in_scene(&slope).on(DVec3::ZERO);
        let start = walk.position();
        walk.always(Ground::Standing).wish(scenes::heading(degrees) * 5.0).for_seconds(1.0);
        walk.expect_close("level displacement", walk.position().x - start.x, way, 1e-9);
        walk.expect_never(What::LeftGround);
    }
}

/// D2. The face branch is entered with a time below zero and skips edges and face: in any overlap over a face the
/// triangle is ignored, and the body falls through.
#[test]
fn d2_an_overlap_over_a_face_never_lets_the_body_fall_through() {
    let mut random = Random::new(2);
    let count = 300;
    let mut deepest = 0.0_f64;
    for _ in 0..count {
        let depth = random.magnitude(1e-12, 0.7);
        let mut walk = Walk::in_scene(&scenes::floor(5.0, 3)).at(DVec3::new(
            random.between(-2.0, 2.0),
            0.9 - depth,
            random.between(-2.0, 2.0),
        ));
        walk.state_mut().velocity = DVec3::Y * -random.between(0.0, 20.0);
        walk.tick().expect_count(What::Recovered, 1);
        walk.for_seconds(0.5).expect(Ground::Standing).expect_feet_on(0.0);
        deepest = deepest.max(depth);
    }
    // The tutorial keeps a gap of exactly zero: the next tick begins with a time below zero.
    let mut walk = Walk::in_scene(&scenes::floor(5.0, 3)).at(DVec3::Y * 0.9);
    walk.for_seconds(1.0).expect(Ground::Standing).expect_feet_on(0.0);
    println!("D2: {count} overlaps of up to {deepest:.2} m");
}

/// D4. A pitch from `acos` of a product that is not normalised: out of range for a steep fall, so a slope is
/// refused, and slopes below 60 degrees cannot be walked down at all.
#[test]
fn d4_every_slope_below_the_limit_is_walked_both_ways_at_any_speed() {
    let seed_pitch = |v: DVec3| (v.y * v.y).acos();
    assert!(seed_pitch(DVec3::new(0.0, 2.0, 0.0)).is_nan(), "the rule's own range error");
    let down = DVec3::new(0.9, -0.3, 0.0);
    assert!(
        seed_pitch(down) > 1.0,
        "a slope of 18 degrees counts as {} degrees",
        seed_pitch(down).to_degrees()
    );
    let mut count = 0;
    for degrees in [1.0, 10.0, 18.0, 30.0, 44.0] {
        for speed in [0.1, 1.0, 8.0] {
            for heading in [0.0, 60.0, 120.0, 180.0, 240.0, 300.0] {
                let wish = scenes::heading(heading) * speed;
                let mut walk = Walk::in_scene(&scenes::slope(degrees, 20.0)).on(DVec3::ZERO);
                let start = walk.position();
                walk.always(Ground::Standing).wish(wish).for_seconds(0.5);
                let way = walk.position() - start;
                let off = DVec3::new(way.x - 0.5 * wish.x, 0.0, way.z - 0.5 * wish.z).length();
                walk.expect_close("level displacement", off, 0.0, 1e-9);
                count += 1;
            }
        }
    }
    println!("D4: {count} ways");
}
