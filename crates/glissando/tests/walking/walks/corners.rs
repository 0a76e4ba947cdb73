//! Corners, corridors, tunnels: no jitter, no sticking, passable to two millimetres.

use glissando::{DVec3, Ground};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

/// Range of the position over a second of pushing, metres.
fn jitter(walk: &mut Walk) -> f64 {
    let at = walk.position();
    (0..60).fold(0.0_f64, |most, _| most.max((walk.tick().position() - at).length()))
}

#[test]
fn no_corner_causes_jitter() {
    let mut worst = 0.0_f64;
    let mut count = 0;
    for degrees in [20.0, 45.0, 60.0, 89.0, 90.0, 91.0, 100.0, 120.0, 135.0, 150.0, 170.0, 179.0] {
        for push in [0.0, 5.0, 20.0, 340.0] {
            for speed in [0.5, 4.0, 12.0] {
                // Both walls must hold the push, else the character moves along one of them.
                let off: f64 = if push > 180.0 { 360.0 - push } else { push };
                if off >= 90.0 - 0.5 * degrees {
                    continue;
                }
                let mut walk = Walk::in_scene(&scenes::corner(degrees)).on(DVec3::new(-3.0, 0.0, 0.0));
                walk.always(Ground::Standing).wish(scenes::heading(push) * speed);
                walk.for_seconds(2.0 / speed).until(60.0, |w| w.velocity().length() < 1e-6);
                walk.for_seconds(0.2);
                // Each of the two walls once.
                assert!((1..=2).contains(&walk.count(What::HitWall)), "{}", walk.count(What::HitWall));
                worst = worst.max(jitter(&mut walk));
                count += 1;
            }
        }
    }
    println!("{count} corners: {worst:.1e} m");
    assert!(worst < 1e-9, "{worst}");
}

#[test]
fn the_outer_corner_of_a_house_is_rounded() {
    for degrees in [200.0, 270.0, 330.0] {
        for offset in [0.05, 0.2, 0.39] {
            let mut walk = Walk::in_scene(&scenes::corner(degrees)).on(DVec3::new(-3.0, 0.0, offset));
            walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(4.0);
            assert!(walk.position().z > 0.4, "{degrees} {offset}: {:?}", walk.position());
            walk.expect_count(What::HitWall, walk.count(What::HitWall).min(2));
        }
    }
}

#[test]
fn sliding_along_a_wall_keeps_exactly_the_speed_along_it() {
    for degrees in [5.0, 30.0, 60.0, 85.0] {
        for speed in [1.0, 5.0, 20.0] {
            let (c, _) = scenes::cos_sin(degrees);
            let mut walk = Walk::in_scene(&scenes::corridor(3.0)).on(DVec3::new(-8.0, 0.0, 0.0));
            walk.always(Ground::Standing).wish(scenes::heading(degrees) * speed);
            walk.until(30.0, |w| w.count(What::HitWall) > 0);
            walk.tick();
            let from = walk.position();
            let ticks = ((2.0 / (speed * c) * 60.0) as usize).min(120);
            walk.for_ticks(ticks);
            let way = walk.position() - from;
            walk.expect_close("displacement along", way.x, speed * c * ticks as f64 / 60.0, 1e-8);
            walk.expect_close("distance from the wall", way.z, 0.0, 3e-3);
            walk.expect_count(What::HitWall, 1);
        }
    }
}

#[test]
fn a_corridor_two_millimetres_wider_than_the_body_and_its_skin_is_passable() {
    for (heading, speed) in [(0.0, 1.5), (0.0, 6.0), (20.0, 3.0), (-30.0 + 360.0, 3.0)] {
        let mut walk = Walk::in_scene(&scenes::corridor(0.802 + 0.008)).on(DVec3::new(-12.0, 0.0, 0.0));
        let wish = scenes::heading(heading) * speed;
        walk.always(Ground::Standing).wish(DVec3::X * speed);
        walk.until(10.0, |w| w.position().x > -9.0);
        walk.wish(wish).until(20.0 * 20.0 / speed, |w| w.position().x > 11.0);
        walk.expect_never(What::Recovered).expect_never(What::Stuck);
        assert_eq!(walk.dropped(), 0);
    }
}

#[test]
fn a_corridor_narrower_than_the_body_is_not_entered() {
    let mut walk = Walk::in_scene(&scenes::corridor(0.79)).on(DVec3::new(-12.0, 0.0, 0.0));
    walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(3.0);
    assert!(walk.position().x < -9.9);
    walk.expect_speed_below(1e-9);
    let at = walk.position();
    walk.wish(DVec3::X * -3.0).for_seconds(0.5).expect_near(at - DVec3::X * 1.5, 1e-2);
}

#[test]
fn a_narrowing_tunnel_stops_without_jitter_and_allows_walking_back() {
    for narrow in [0.0, 0.4, 0.78] {
        for heading in [0.0, 10.0] {
            let mut walk = Walk::in_scene(&scenes::tunnel(2.0, narrow)).on(DVec3::new(-1.0, 0.0, 0.3));
            walk.always(Ground::Standing).wish(scenes::heading(heading) * 4.0).for_seconds(10.0);
            walk.expect_speed_below(1e-6);
            let moved = jitter(&mut walk);
            println!("to {narrow} m, {heading} degrees: {moved:.1e} m");
            assert!(moved < 1e-9);
            let at = walk.position();
            walk.wish(DVec3::X * -4.0).for_seconds(1.0);
            walk.expect_close("displacement back", walk.position().x, at.x - 4.0, 0.05);
        }
    }
}
