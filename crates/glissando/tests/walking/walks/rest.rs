//! Rest: a character without a wish keeps its position, to the last bit, on any ground that can be stood on.

use glissando::{DVec3, Ground, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::Walk;

/// Falls from `above`, settles, and must then not move by a bit for 1000 ticks.
fn rests(scene: &Soup, above: DVec3, rate: f64) -> bool {
    let mut walk = Walk::in_scene(scene).at_rate(rate).at(above);
    walk.for_seconds(2.0);
    if walk.state().ground != Ground::Standing {
        return false;
    }
    let settled = *walk.state();
    walk.for_ticks(1000);
    let now = *walk.state();
    if now.position != settled.position || now.velocity != DVec3::ZERO || now.ground != Ground::Standing {
        walk.fail(&format!("crept away from {:?}", walk.to_scene(settled.position)));
    }
    true
}

#[test]
fn no_character_creeps_on_a_walkable_slope() {
    let mut rested = 0;
    for degrees in [0.0, 0.001, 1.0, 10.0, 30.0, 44.9] {
        for rate in [30.0, 60.0, 144.0] {
            let above = DVec3::new(0.3, 2.5, 0.1);
            assert!(rests(&scenes::slope(degrees, 10.0), above, rate), "{degrees} degrees");
            rested += 1;
        }
    }
    println!("{rested} rested");
}

#[test]
fn no_character_creeps_on_ledges_edges_and_at_feet_of_walls() {
    let mut random = Random::new(11);
    let ramp_to_wall = scenes::strip(&[(-5.0, -1.0), (0.0, 0.0), (0.0, 3.0)], 5.0);
    let scenes = [
        scenes::ledge(3.0),
        scenes::stairs(0.3, 6, 0.3),
        scenes::ramp(40.0, 3.0),
        scenes::ramp(60.0, 3.0),
        scenes::gap(0.3, 3.0),
        scenes::fence(0.3, 0.1),
        scenes::groove(30.0),
        scenes::fan_floor(4.0, 8, 5),
        ramp_to_wall,
        scenes::corner(70.0),
        scenes::corner(140.0),
    ];
    let (mut rested, mut tried) = (0, 0);
    for scene in &scenes {
        for _ in 0..12 {
            let above = DVec3::new(random.between(-1.5, 2.0), 5.0, random.between(-1.5, 1.5));
            rested += usize::from(rests(scene, above, 60.0));
            tried += 1;
        }
    }
    println!("{rested} of {tried} came to stand, and rested");
    assert!(rested > tried / 2);
}

#[test]
fn a_character_stands_in_a_groove_of_two_steep_planes() {
    for degrees in [55.0, 70.0, 80.0] {
        for rate in [30.0, 60.0, 144.0] {
            assert!(rests(&scenes::groove(degrees), DVec3::new(0.2, 4.0, 0.0), rate), "{degrees} {rate}");
        }
    }
}

#[test]
fn a_character_in_a_groove_can_jump_out_and_walk_along_it() {
    let mut walk = Walk::in_scene(&scenes::groove(60.0)).at(DVec3::new(0.0, 4.0, 0.0));
    walk.for_seconds(2.0).expect(Ground::Standing);
    let start = walk.position();
    walk.wish(DVec3::Z * 2.0).for_seconds(1.0);
    walk.expect_near(start + DVec3::Z * 2.0, 0.1).stop().for_seconds(0.5);
    walk.press_jump().tick().expect(Ground::Airborne).for_seconds(2.0).expect(Ground::Standing);
}

#[test]
fn pushing_into_a_wall_moves_no_character() {
    for degrees in [60.0, 90.0, 130.0, 170.0] {
        let mut walk = Walk::in_scene(&scenes::corner(degrees)).on(DVec3::new(-2.0, 0.0, 0.0));
        walk.wish(DVec3::X * 4.0).for_seconds(2.0);
        let settled = walk.position();
        for _ in 0..600 {
            walk.tick();
            walk.expect_near(settled, 1e-12);
        }
        walk.expect(Ground::Standing).expect_speed_below(1e-9);
    }
}
