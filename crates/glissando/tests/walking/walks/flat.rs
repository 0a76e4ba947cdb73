//! Flat ground, triangulated in every way: exactly the wished speed, always on the ground.

use glissando::{DVec3, Ground, Soup};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

/// Walks `seconds` from `from`, and checks for exactly the wished displacement and a flat path.
fn walks_straight(soup: &Soup, from: DVec3, wish: DVec3, seconds: f64, ripple: f64) {
    let mut walk = Walk::in_scene(soup).on(from);
    let start = walk.position();
    walk.always(Ground::Standing).wish(wish);
    let ticks = (seconds * 60.0) as usize;
    for tick in 1..=ticks {
        walk.tick();
        let wanted = start + wish * (tick as f64 / 60.0);
        let place = walk.position();
        let along = DVec3::new(place.x - wanted.x, 0.0, place.z - wanted.z).length();
        walk.expect_close("way", along, 0.0, 1e-14 * (1.0 + wanted.length()) * ticks as f64);
        walk.expect_close("speed", walk.velocity().length(), wish.length(), 1e-12 * wish.length());
        walk.expect_close("height", walk.position().y, start.y, ripple);
    }
    for what in [What::LeftGround, What::HitWall, What::SteppedUp, What::Landed, What::Recovered] {
        walk.expect_never(what);
    }
}

#[test]
fn walking_on_flat_ground_keeps_exactly_the_wished_speed() {
    let floors = [scenes::floor(20.0, 1), scenes::floor(20.0, 16), scenes::fan_floor(20.0, 9, 3)];
    let mut walked = 0;
    for floor in &floors {
        for degrees in [0.0, 17.0, 45.0, 90.0, 201.0] {
            for speed in [0.01, 1.0, 4.5, 30.0] {
                let wish = scenes::heading(degrees) * speed;
                walks_straight(floor, wish * -(4.0 / speed), wish, (8.0 / speed).min(2.0), 1e-13);
                walked += 1;
            }
        }
    }
    println!("{walked} walks");
}

/// Needles have no reliable face, only edges: between them the body may sink this far, metres.
const RIPPLE: f64 = 1e-6;

#[test]
fn needles_of_a_floor_do_not_disturb_a_walk() {
    let floor = scenes::sliver_floor(40.0, 60);
    for z in [-6.0, 0.0, 3.3] {
        walks_straight(&floor, DVec3::new(2.0, 0.0, z), DVec3::X * 6.0, 5.0, RIPPLE);
    }
    for degrees in [60.0, 90.0, 120.0] {
        walks_straight(&floor, DVec3::new(20.0, 0.0, -5.0), scenes::heading(degrees) * 5.0, 2.0, RIPPLE);
    }
}

#[test]
fn the_seam_between_two_bodies_does_not_disturb_a_walk() {
    for degrees in [0.0, 30.0, 89.0] {
        let wish = scenes::heading(degrees) * 3.0;
        let mut walk = Walk::in_scenes(&scenes::two_bodies(15.0)).on(wish * -1.0);
        let start = walk.position();
        walk.always(Ground::Standing).wish(wish).for_seconds(2.0);
        walk.expect_near(start + wish * 2.0, 1e-12);
        walk.expect_close("height", walk.position().y, start.y, 1e-13);
        walk.expect_never(What::LeftGround).expect_never(What::HitWall);
    }
}

#[test]
fn speed_follows_the_wish_at_the_given_rate_and_stops_by_friction() {
    let mut walk = Walk::in_scene(&scenes::floor(40.0, 4))
        .with(|s| (s.pace.acceleration, s.pace.friction) = (7.0, 9.0))
        .on(DVec3::ZERO);
    let start = walk.position();
    walk.always(Ground::Standing).wish(DVec3::X * 5.0).for_seconds(0.5);
    walk.expect_speed_below(3.5 + 1e-9).expect_near(start + DVec3::X * 0.875, 1e-12);
    walk.for_seconds(1.5);
    let at_speed = 5.0 / 7.0;
    walk.expect_near(start + DVec3::X * (2.5 * at_speed + 5.0 * (2.0 - at_speed)), 1e-12);
    let braking_from = walk.position();
    walk.stop().for_seconds(2.0).expect_speed_below(1e-300);
    walk.expect_near(braking_from + DVec3::X * (25.0 / 18.0), 1e-12);
}
