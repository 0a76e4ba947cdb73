//! Buttons: coyote time, buffered presses, crouching, flying, steering in the air.

use glissando::{DVec3, Ground};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

#[test]
fn a_jump_shortly_after_the_ledge_counts_only_within_the_coyote_time() {
    for (delay, jumps) in [(0.05, true), (0.08, true), (0.15, false)] {
        for rate in [30.0, 60.0, 144.0] {
            let mut walk = Walk::in_scene(&scenes::ledge(5.0))
                .at_rate(rate)
                .with(|s| s.jump.coyote_time = 0.1)
                .on(DVec3::new(-1.0, 0.0, 0.0));
            walk.wish(DVec3::X * 3.0).until(2.0, |w| w.state().ground == Ground::Airborne);
            walk.for_ticks((delay * rate) as usize).press_jump().tick();
            walk.expect_count(What::Jumped, usize::from(jumps));
            // It counts once.
            walk.tick().press_jump().tick().expect_count(What::Jumped, usize::from(jumps));
        }
    }
}

#[test]
fn without_coyote_time_there_is_no_jump_in_the_air() {
    let mut walk = Walk::in_scene(&scenes::ledge(5.0)).on(DVec3::new(-1.0, 0.0, 0.0));
    walk.wish(DVec3::X * 3.0).until(2.0, |w| w.state().ground == Ground::Airborne);
    walk.press_jump().tick().expect_never(What::Jumped);
}

#[test]
fn a_press_shortly_before_landing_jumps_at_the_landing() {
    for (early, jumps) in [(0.05, true), (0.12, true), (0.25, false)] {
        for rate in [30.0, 60.0, 144.0] {
            let mut walk = Walk::in_scene(&scenes::floor(5.0, 2))
                .at_rate(rate)
                .with(|s| s.jump.buffer_time = 0.15)
                .at(DVec3::new(0.0, 0.91 + 5.0, 0.0));
            let fall = (2.0 * 5.0 / 9.81_f64).sqrt();
            walk.for_seconds(fall - early).press_jump().for_seconds(early + 0.1);
            walk.expect_count(What::Landed, 1).expect_count(What::Jumped, usize::from(jumps));
            if jumps {
                let (landed, jumped) = (walk.first(What::Landed), walk.first(What::Jumped));
                walk.expect_close("time of the jump", jumped.time, landed.time, 1e-12);
            }
        }
    }
}

#[test]
fn a_held_button_jumps_once() {
    let mut walk = Walk::in_scene(&scenes::floor(5.0, 2)).on(DVec3::ZERO);
    for _ in 0..240 {
        walk.press_jump().tick();
    }
    walk.expect_count(What::Jumped, 1);
}

#[test]
fn a_jump_leaves_the_ground_though_the_feet_would_snap() {
    for rate in [30.0, 144.0, 1000.0] {
        let mut walk = Walk::in_scene(&scenes::ramp(30.0, 10.0)).at_rate(rate).on(DVec3::new(8.0, 4.7, 0.0));
        walk.wish(DVec3::X * -4.0).for_seconds(0.2).press_jump().tick().expect(Ground::Airborne);
        walk.for_seconds(0.3).expect(Ground::Airborne).expect_never(What::LeftGround);
    }
}

#[test]
fn a_flying_character_follows_its_wish_and_keeps_height() {
    let mut walk = Walk::in_scene(&scenes::room(10.0, 8.0))
        .with(|s| s.pace.fly_acceleration = f64::INFINITY)
        .at(DVec3::new(0.0, 4.0, 0.0));
    walk.fly(true).for_seconds(1.0).expect_near(DVec3::Y * 4.0, 1e-12);
    let wish = DVec3::new(2.0, 1.0, -1.5);
    walk.wish(wish).for_seconds(1.0).expect_near(DVec3::Y * 4.0 + wish, 1e-12);
    walk.wish(DVec3::Y * 5.0).for_seconds(2.0).expect(Ground::Airborne).expect_count(What::HitCeiling, 1);
    walk.wish(DVec3::new(3.0, -4.0, 0.0)).for_seconds(4.0).expect_speed_below(3.0 + 1e-9);
    walk.fly(false).stop().for_seconds(1.0).expect(Ground::Standing);
}

#[test]
fn steering_in_the_air_follows_the_given_acceleration() {
    let run = |rate: f64| {
        let mut walk = Walk::in_scene(&scenes::floor(50.0, 2))
            .at_rate(rate)
            .with(|s| (s.pace.air_acceleration, s.jump.speed) = (6.0, 10.0))
            .on(DVec3::ZERO);
        let start = walk.position();
        walk.wish(DVec3::X * 3.0).press_jump().for_seconds(1.0).expect(Ground::Airborne);
        walk.expect_close("speed", walk.velocity().x, 3.0, 1e-9);
        walk.expect_close("way", walk.position().x - start.x, 0.75 + 1.5, 1e-9);
    };
    [30.0, 60.0, 144.0, 1000.0].into_iter().for_each(run);
    let mut walk =
        Walk::in_scene(&scenes::floor(50.0, 2)).with(|s| s.pace.air_acceleration = 0.0).on(DVec3::ZERO);
    walk.wish(DVec3::X * 3.0).for_seconds(0.5).press_jump().tick();
    walk.wish(DVec3::X * -9.0).for_seconds(0.5);
    walk.expect_close("speed without air control", walk.velocity().x, 3.0, 1e-12);
}

#[test]
fn gravity_may_change_while_falling_and_standing() {
    let mut walk = Walk::in_scene(&scenes::room(10.0, 12.0)).on(DVec3::ZERO);
    walk.gravity(DVec3::Y * 4.0).press_jump().for_seconds(1.0).expect(Ground::Airborne);
    walk.expect_close("speed", walk.velocity().y, 5.0 + 4.0, 1e-9);
    walk.gravity(DVec3::ZERO).until(3.0, |w| w.count(What::HitCeiling) > 0);
    walk.tick().expect_speed_below(1e-9).gravity(DVec3::Y * -1.62);
    walk.until(6.0, |w| w.count(What::Landed) > 0).for_ticks(2).expect(Ground::Standing);
}

#[test]
fn gravity_need_not_point_along_up() {
    // A wind from the side: free fall drifts, standing does not.
    let side = DVec3::new(2.0, -9.81, 0.0);
    let mut walk = Walk::in_scene(&scenes::floor(20.0, 2))
        .with(|s| (s.gravity, s.pace.air_acceleration) = (side, 0.0))
        .at(DVec3::new(0.0, 6.0, 0.0));
    walk.for_seconds(0.5).expect_near(DVec3::Y * 6.0 + side * 0.125, 1e-9);
    walk.for_seconds(1.5).expect(Ground::Standing);
    let at = walk.position();
    walk.for_seconds(1.0).expect_near(at, 0.0);
}
