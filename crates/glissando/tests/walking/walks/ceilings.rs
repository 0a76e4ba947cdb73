//! Ceilings: hit once, no sticking, no squeezing; crouching below them.

use glissando::{DVec3, EventKind, Ground};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

#[test]
fn a_jump_into_the_ceiling_hits_it_once_and_falls_at_once() {
    for rate in [30.0, 60.0, 144.0, 1000.0] {
        for height in [1.9, 2.2, 2.6] {
            let mut walk =
                Walk::in_scene(&scenes::low_ceiling(height)).at_rate(rate).on(DVec3::new(3.0, 0.0, 0.0));
            walk.press_jump().until(2.0, |w| w.count(What::Landed) > 0);
            walk.expect_count(What::HitCeiling, 1);
            let hit = walk.first(What::HitCeiling);
            let rise = height - 1.8 - 0.012;
            let EventKind::HitCeiling { speed, normal, .. } = hit.event.kind else { unreachable!() };
            let wanted = (25.0 - 19.62 * rise).sqrt();
            walk.expect_close("speed", speed, wanted, 0.05);
            assert!(normal.y < -0.999);
            // Up at 5 m/s, down from rest.
            let way = 2.0 * rise / (5.0 + wanted) + (2.0 * rise / 9.81).sqrt();
            walk.expect_close("time", walk.first(What::Landed).time, way, 0.02);
        }
    }
}

/// Under a ceiling that it touches, or nearly, a character hung until the end of the chord: up to 17 ms at 60 Hz.
#[test]
fn a_jump_under_a_ceiling_in_contact_ends_at_the_same_time_at_every_rate() {
    // The second is between the shells of the ceiling after the first part of the rise.
    for height in [1.8185, 1.8195, 1.868] {
        let times = [15.0, 30.0, 60.0, 120.0].map(|rate| {
            let mut walk =
                Walk::in_scene(&scenes::low_ceiling(height)).at_rate(rate).on(DVec3::new(3.0, 0.0, 0.0));
            walk.press_jump().until(1.0, |w| w.count(What::Landed) > 0);
            walk.expect_count(What::HitCeiling, 1);
            [walk.first(What::HitCeiling).time, walk.first(What::Landed).time]
        });
        println!("{height} m: {times:?}");
        for time in &times[1..] {
            assert!((time[0] - times[0][0]).abs() < 1e-3, "hit in {height}: {times:?}");
            assert!((time[1] - times[0][1]).abs() < 2e-3, "landed in {height}: {times:?}");
        }
    }
}

#[test]
fn a_walk_under_a_ceiling_that_is_too_low_stops_and_turns_back() {
    let mut walk = Walk::in_scene(&scenes::low_ceiling(1.5)).on(DVec3::new(-2.0, 0.0, 0.0));
    walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(2.0).expect_speed_below(1e-9);
    let at = walk.position();
    walk.for_seconds(0.5).expect_near(at, 1e-12);
    walk.wish(DVec3::X * -3.0).for_seconds(0.5).expect_near(at - DVec3::X * 1.5, 1e-3);
}

#[test]
fn crouching_gets_under_and_standing_up_needs_room() {
    for rate in [30.0, 60.0, 144.0] {
        let scene = scenes::low_ceiling(1.2);
        let mut walk = Walk::in_scene(&scene).at_rate(rate).on(DVec3::new(-2.0, 0.0, 0.0));
        walk.always(Ground::Standing).crouch(true).tick();
        assert!(walk.state().is_crouching);
        walk.expect_feet_on(0.0).wish(DVec3::X * 3.0).for_seconds(1.5);
        assert!(walk.position().x > 2.0);
        walk.crouch(false).for_seconds(0.5);
        assert!(walk.state().is_crouching, "there is no room");
        walk.wish(DVec3::X * -3.0).for_seconds(2.0);
        assert!(!walk.state().is_crouching, "there is room");
        walk.expect_feet_on(0.0).expect_never(What::LeftGround);
    }
}

#[test]
fn no_character_stands_up_into_a_ceiling_in_the_air() {
    let mut walk =
        Walk::in_scene(&scenes::low_ceiling(1.7)).with(|s| s.jump.speed = 2.0).on(DVec3::new(-1.5, 0.0, 0.0));
    walk.crouch(true).for_ticks(2).wish(DVec3::X * 4.0).for_seconds(0.5).press_jump().for_seconds(0.2);
    walk.expect(Ground::Airborne).crouch(false).for_seconds(1.0).expect(Ground::Standing);
    assert!(walk.state().is_crouching);
    walk.wish(DVec3::X * -4.0).for_seconds(2.0).expect(Ground::Standing);
    assert!(!walk.state().is_crouching);
}

#[test]
fn a_wedge_of_floor_and_ceiling_stops_without_jitter_and_allows_walking_back() {
    for (height, speed) in [(2.2, 3.0), (4.0, 3.0), (8.0, 10.0), (2.2, 0.5)] {
        for heading in [0.0, 25.0] {
            let wish = scenes::heading(heading) * speed;
            let mut walk = Walk::in_scene(&scenes::wedge(height)).on(DVec3::new(0.2, 0.0, -3.0));
            walk.always(Ground::Standing).wish(wish);
            walk.until(30.0, |w| w.velocity().x < 1e-6 && w.position().x > 0.5);
            walk.for_seconds(0.3);
            let (at, mut most) = (walk.position(), 0.0_f64);
            for tick in 1..=60 {
                walk.tick();
                let off = walk.position() - at;
                most = most.max(off.x.abs()).max(off.y.abs());
                if heading > 0.0 {
                    walk.expect_close("displacement aside", off.z, wish.z * f64::from(tick) / 60.0, 0.02);
                }
            }
            println!("{height} m at {speed} m/s, {heading} degrees: jitter of {most:.1e} m");
            assert!(most < 1e-4, "{most}");
            let stopped = walk.position();
            walk.wish(DVec3::X * -2.0).for_seconds(1.0);
            walk.expect_close("displacement back", walk.position().x, stopped.x - 2.0, 1e-2);
        }
    }
}

#[test]
fn a_jump_under_a_slanting_ceiling_slides_along_it() {
    for height in [3.0, 5.0] {
        let mut walk = Walk::in_scene(&scenes::wedge(height)).on(DVec3::new(1.0, 0.0, 0.0));
        for _ in 0..5 {
            walk.wish(DVec3::X * 2.0).press_jump().for_seconds(1.0);
        }
        walk.stop().for_seconds(1.0).expect(Ground::Standing).expect_never(What::Recovered);
        walk.expect_event(What::HitCeiling);
    }
}
