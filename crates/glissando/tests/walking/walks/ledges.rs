//! Ledges and gaps: left at their ends, jumped over, fallen into.

use glissando::{DVec3, Ground};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

#[test]
fn a_ledge_is_left_where_it_ends_at_every_rate() {
    // Where the normal of the round underside at the ledge edge is 50 degrees steep, on a body grown by its skin.
    let (c, s) = scenes::cos_sin(50.0);
    let end = 1.01 * 0.16 * s / (0.16 * s * s + 0.81 * c * c).sqrt();
    for rate in [30.0, 60.0, 144.0, 1000.0] {
        for speed in [1.0, 3.0, 10.0] {
            let mut walk = Walk::in_scene(&scenes::ledge(3.0)).at_rate(rate).on(DVec3::new(-2.0, 0.0, 0.0));
            walk.wish(DVec3::X * speed).until(5.0, |w| w.count(What::LeftGround) > 0);
            let left = walk.first(What::LeftGround);
            println!("{rate} Hz, {speed} m/s: left at x = {:.6}", left.position.x);
            walk.expect_close("place", left.position.x, end, 2e-3);
            walk.expect_close("time", left.time, (left.position.x + 2.0) / speed, 1e-3);
            walk.until(5.0, |w| w.count(What::Landed) > 0);
            walk.for_seconds(0.1).expect(Ground::Standing);
            walk.expect_count(What::LeftGround, 1).expect_count(What::Landed, 1);
        }
    }
}

#[test]
fn a_drop_up_to_the_snap_distance_is_followed_down_and_a_deeper_one_is_not() {
    for (height, follows) in [(0.1, true), (0.3, true), (0.39, true), (0.45, false), (0.8, false)] {
        for rate in [30.0, 60.0, 144.0, 1000.0] {
            let mut walk =
                Walk::in_scene(&scenes::ledge(height)).at_rate(rate).on(DVec3::new(-1.0, 0.0, 0.0));
            walk.wish(DVec3::X * 3.0).for_seconds(1.5).expect(Ground::Standing);
            walk.expect_count(What::LeftGround, usize::from(!follows));
        }
    }
}

#[test]
fn a_gap_is_jumped_at_speed_and_fallen_into_without_a_jump() {
    for (jumps, lands_beyond) in [(true, true), (false, false)] {
        let mut walk = Walk::in_scene(&scenes::gap(2.5, 6.0)).on(DVec3::new(-3.0, 0.0, 0.0));
        walk.wish(DVec3::X * 5.0).until(2.0, |w| w.position().x > -0.3);
        if jumps {
            walk.press_jump();
        }
        walk.until(5.0, |w| w.count(What::Landed) > 0);
        let landed = walk.first(What::Landed).position;
        assert_eq!(landed.x > 2.4 && landed.y > 0.0, lands_beyond, "{landed:?}");
        walk.expect_count(What::Jumped, usize::from(jumps));
        walk.expect_count(What::LeftGround, usize::from(!jumps));
    }
}

#[test]
fn a_crack_much_narrower_than_the_body_is_walked_over() {
    for width in [0.01, 0.05, 0.1, 0.2] {
        for rate in [30.0, 60.0, 144.0] {
            let mut walk =
                Walk::in_scene(&scenes::gap(width, 6.0)).at_rate(rate).on(DVec3::new(-2.0, 0.0, 0.0));
            let start = walk.position();
            walk.wish(DVec3::X * 3.0).for_seconds(2.0).expect(Ground::Standing).expect_feet_on(0.0);
            assert!(walk.position().x > start.x + 5.5, "{width} {rate} {:?}", walk.position());
        }
    }
}

#[test]
fn a_character_stands_on_a_ledge_edge_and_walks_along_it() {
    for x in [-0.3, -0.1, -0.01, 0.0, 0.05] {
        let mut walk = Walk::in_scene(&scenes::ledge(3.0)).on(DVec3::new(x, 0.0, 0.0));
        walk.always(Ground::Standing).for_seconds(1.0);
        walk.wish(DVec3::Z * 2.0).for_seconds(1.0);
        walk.expect_close("position across the ledge", walk.position().x, x, 1e-6);
        walk.expect_never(What::LeftGround);
    }
}
