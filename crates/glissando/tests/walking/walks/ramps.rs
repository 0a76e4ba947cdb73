//! Ramps: up to the climb limit at full speed, above it not at all; down without a hop.

use glissando::math::cos_degrees;
use glissando::{DVec3, Ground};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

#[test]
fn a_ramp_below_the_limit_is_walked_up_at_full_horizontal_speed() {
    for degrees in [5.0, 20.0, 35.0, 44.9] {
        for speed in [1.0, 5.0, 10.0] {
            let mut walk = Walk::in_scene(&scenes::ramp(degrees, 15.0)).on(DVec3::new(-1.0, 0.0, 0.0));
            let start = walk.position();
            let seconds = 10.0 / speed;
            walk.always(Ground::Standing).wish(DVec3::X * speed).for_seconds(seconds);
            let length = walk.position().x - start.x;
            println!("{degrees} degrees at {speed} m/s: {:.2e} m of 10 m lost", 10.0 - length);
            assert!((length - 10.0).abs() < 0.02, "{length}");
            walk.expect_never(What::HitWall).expect_never(What::LeftGround);
        }
    }
}

#[test]
fn a_ramp_above_the_limit_is_refused() {
    for degrees in [45.1, 50.0, 60.0, 80.0] {
        for (speed, heading) in [(1.0, 0.0), (5.0, 0.0), (10.0, 0.0), (5.0, 40.0), (5.0, 320.0)] {
            let mut walk = Walk::in_scene(&scenes::ramp(degrees, 15.0)).on(DVec3::new(-1.0, 0.0, 0.0));
            let start = walk.feet();
            walk.always(Ground::Standing).wish(scenes::heading(heading) * speed).for_seconds(1.0);
            walk.expect_close("height", walk.feet(), start, 6e-3);
            walk.expect_event(What::HitWall).expect_never(What::LeftGround);
        }
    }
}

#[test]
fn no_character_hops_down_a_ramp() {
    for degrees in [2.0, 10.0, 25.0, 40.0, 44.9] {
        for speed in 1..=10 {
            let ramp = scenes::ramp(degrees, 12.0);
            let (c, s) = scenes::cos_sin(degrees);
            let top = DVec3::new(12.0 * c + 1.0, 12.0 * s, 0.0);
            for rate in [30.0, 60.0] {
                let mut walk = Walk::in_scene(&ramp).at_rate(rate).on(top);
                walk.always(Ground::Standing).wish(DVec3::X * -f64::from(speed));
                walk.until(20.0, |w| w.position().x < -1.0);
                walk.expect_never(What::LeftGround).expect_never(What::Landed);
            }
        }
    }
}

#[test]
fn ramps_are_walked_across_at_full_speed_too() {
    for degrees in [10.0, 30.0, 44.9] {
        for heading in [45.0, 90.0, 135.0, 225.0] {
            let wish = scenes::heading(heading) * 4.0;
            let mut walk = Walk::in_scene(&scenes::slope(degrees, 20.0)).on(DVec3::ZERO);
            let start = walk.position();
            walk.always(Ground::Standing).wish(wish).for_seconds(1.0);
            let gone = walk.position() - start;
            let along = DVec3::new(gone.x, 0.0, gone.z);
            assert!((along - wish).length() < 1e-9, "{along:?}");
        }
    }
}

#[test]
fn a_standing_character_slips_only_above_the_slip_limit() {
    for (degrees, stays) in [(46.0, true), (49.0, true), (51.0, false), (60.0, false)] {
        // Slightly below the flat top, so that the character stands already.
        let (c, s) = scenes::cos_sin(degrees);
        let top = DVec3::new(-1.0, 0.0, 0.0);
        let scene = scenes::strip(&[(-10.0, 0.0), (0.0, 0.0), (40.0 * c, -40.0 * s)], 8.0);
        let mut walk = Walk::in_scene(&scene).on(top);
        walk.wish(DVec3::X * 1.5).until(3.0, |w| w.position().x > 1.0);
        walk.stop().for_seconds(1.0);
        let at = walk.position();
        walk.for_seconds(1.0);
        let moved = (walk.position() - at).length();
        assert_eq!(moved == 0.0, stays, "{degrees} degrees: moved {moved}, {:?}", walk.state().ground);
    }
}

#[test]
fn a_falling_character_lands_only_up_to_the_climb_limit() {
    for (degrees, stands) in [(44.9, true), (45.1, false), (48.0, false)] {
        let mut walk = Walk::in_scene(&scenes::slope(degrees, 30.0)).at(DVec3::new(0.0, 3.0, 0.0));
        walk.for_seconds(2.0);
        let wanted = if stands { Ground::Standing } else { Ground::Steep };
        walk.expect(wanted);
        assert_eq!(walk.velocity() == DVec3::ZERO, stands);
    }
}

#[test]
fn a_slide_down_a_steep_slope_is_free_of_friction() {
    for degrees in [51.0, 60.0, 75.0] {
        let (c, s) = scenes::cos_sin(degrees);
        let mut walk = Walk::in_scene(&scenes::slope(degrees, 60.0))
            .with(|s| s.pace.air_acceleration = 0.0)
            .at(DVec3::new(0.0, 1.2 / c, 0.0));
        walk.until(1.0, |w| w.state().ground == Ground::Steep);
        let from = walk.velocity();
        walk.always(Ground::Steep).for_seconds(1.0);
        let down = DVec3::new(-c, -s, 0.0);
        let gained = (walk.velocity() - from).dot(down);
        walk.expect_close("gain of speed", gained, 9.81 * s, 1e-6);
    }
}

#[test]
fn jumping_into_a_steep_slope_gains_no_height_over_jumping_on_the_spot() {
    for degrees in [50.0, 60.0, 75.0, 89.0] {
        let scene = scenes::ramp(degrees, 15.0);
        let mut highest = [f64::MIN; 2];
        for (wish, highest) in [0.0, 6.0].into_iter().zip(&mut highest) {
            let mut walk = Walk::in_scene(&scene).on(DVec3::new(-0.8, 0.0, 0.0));
            walk.wish(DVec3::X * wish).for_seconds(0.2);
            for _ in 0..240 {
                walk.press_jump().tick();
                *highest = highest.max(walk.feet());
            }
        }
        println!("{degrees} degrees: {:.4} m on the spot, {:.4} m into the slope", highest[0], highest[1]);
        // At the start the feet are anywhere between the shells.
        assert!(highest[1] <= highest[0] + 6e-3);
    }
}

#[test]
fn a_slope_at_the_limit_is_climbed() {
    let mut walk = Walk::in_scene(&scenes::ramp(30.0, 10.0))
        .with(|s| (s.ground.cos_climb, s.ground.cos_slip) = (cos_degrees(30.0001), cos_degrees(31.0)))
        .on(DVec3::new(-1.0, 0.0, 0.0));
    walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(2.0);
    assert!(walk.position().y > 2.0);
}

#[test]
fn a_character_that_never_slips_still_stops_at_walls() {
    for (climb, slip) in [(0.0, 0.0), (0.0, 45.0), (0.0, 90.0), (90.0, 90.0)] {
        let mut walk = Walk::in_scene(&scenes::corner(100.0))
            .with(|s| (s.ground.cos_climb, s.ground.cos_slip) = (cos_degrees(climb), cos_degrees(slip)))
            .on(DVec3::new(-3.0, 0.0, 0.2));
        walk.always(Ground::Standing).wish(DVec3::X * 5.0).for_seconds(2.0);
        walk.press_jump().always(None).for_seconds(2.0).expect(Ground::Standing);
        walk.expect_feet_on(0.0).expect_event(What::HitWall);
        assert!(walk.position().x < -0.4);
    }
}

#[test]
fn pushing_against_a_slope_above_the_limit_causes_no_jitter() {
    for degrees in [46.0, 55.0, 70.0] {
        let scene = scenes::ramp(degrees, 15.0);
        for rate in [30.0, 60.0, 144.0, 240.0, 480.0, 1000.0] {
            for start in 0..10 {
                let start = DVec3::new(-1.0 - 0.003 * f64::from(start), 0.0, 0.0);
                let mut walk = Walk::in_scene(&scene).at_rate(rate).on(start);
                walk.wish(DVec3::X * 4.0).for_seconds(0.6);
                let held = walk.position();
                walk.for_seconds(1.0);
                let moved = (walk.position() - held).length();
                assert!(moved < 1e-9, "{degrees} degrees at {rate} Hz from {start:?}: {moved} m");
                walk.expect_never(What::SteppedUp);
            }
        }
    }
}
