//! All characters press to one point behind a door: no arch of bodies holds for ever.

use glissando::crowd::Member;
use glissando::{Config, DVec3, Settings, Soup, State, World};
use glissando_testkit::crowds::Crowd;
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

/// Two halls with a wall between them at x = 0 and a door of this width about z = 0.
fn halls(door: f64) -> World {
    let mut soup: Soup = scenes::floor(300.0, 4);
    let half = 0.5 * door;
    for (from, to) in [(-40.0, -half), (half, 40.0)] {
        scenes::block(&mut soup, DVec3::new(-0.25, -0.1, from), DVec3::new(0.25, 4.0, to));
    }
    scenes::world_of(&soup)
}

/// All characters press to the middle of the door and straight on, without avoidance, and all are through in `most`
/// ticks.
fn all_through(count: usize, door: f64, most: usize) {
    let world = halls(door);
    let config = Config::new(&Settings::default()).unwrap();
    let mut crowd = Crowd::default();
    for k in 0..count {
        let feet = DVec3::new(-2.0 - (k / 14) as f64, 0.0, (k % 14) as f64 - 6.5);
        crowd.add(Member::new(config, State::with_feet_at(&config, feet)), DVec3::ZERO);
    }
    let (mut through, mut since, mut longest) = (0, 0, 0);
    for tick in 0..most {
        for k in 0..count {
            let at = crowd.at(k);
            let aim = if at.x > 0.3 { DVec3::new(400.0, 0.0, at.z) } else { DVec3::new(0.5, 0.0, 0.0) };
            let way = DVec3::new(aim.x - at.x, 0.0, aim.z - at.z);
            crowd.inputs[k].wish = way.try_normalize().unwrap_or(DVec3::X) * 3.0;
        }
        crowd.step(&world, DT);
        if tick % 30 == 0 {
            let (least, _) = crowd.closest();
            assert!(least > 1.0, "door {door}, tick {tick}: {least}");
        }
        assert!(crowd.fastest() < 4.5, "door {door}, tick {tick}: {} m/s", crowd.fastest());
        let now = (0..count).filter(|k| crowd.at(*k).x > 1.0).count();
        since = if now > through { 0 } else { since + 1 };
        longest = longest.max(since);
        through = now;
        if through == count {
            println!("door {door} m: {count} through in {tick} ticks, none for {longest} at most");
            return;
        }
    }
    panic!("door {door} m: {through} of {count} through in {most} ticks, none for {longest} at most");
}

#[test]
fn two_hundred_that_press_to_one_point_get_through_a_door_two_wide() {
    all_through(200, 1.6, 6000);
}

#[test]
fn no_arch_holds_in_a_door_of_any_width() {
    all_through(25, 0.9, 2400);
    all_through(25, 1.2, 1600);
    all_through(60, 2.0, 1800);
}
