//! Stairs: climbed and walked down without leaving the ground, or refused, whatever the heading and speed.

use glissando::character::BodyShape;
use glissando::{DVec3, Ground, Settings, Soup, Vec3};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

const COUNT: usize = 8;

/// Walks up and back down; every tick on the ground.
fn climbs(rise: f64, tread: f64, degrees: f64, speed: f64, rate: f64) {
    let stairs = scenes::stairs(rise, COUNT, tread);
    let wish = scenes::heading(degrees) * speed;
    let length = COUNT as f64 * tread;
    let depth = wish.z / wish.x * length;
    let mut walk = Walk::in_scene(&stairs).at_rate(rate).on(DVec3::new(-1.0, 0.0, -0.5 * depth));
    walk.always(Ground::Standing).wish(wish);
    walk.until(20.0 * (length + 2.0) / wish.x, |w| w.position().x > length + 0.8);
    walk.expect_feet_on(rise * COUNT as f64);
    walk.wish(-wish);
    walk.until(20.0 * (length + 2.0) / wish.x, |w| w.position().x < -0.8);
    walk.expect_feet_on(0.0);
    walk.expect_never(What::LeftGround).expect_never(What::Landed).expect_never(What::Recovered);
    assert_eq!(walk.dropped(), 0);
}

#[test]
fn stairs_up_to_the_step_height_are_climbed_without_leaving_the_ground() {
    let mut count = 0;
    for centimetres in [5, 10, 15, 20, 25, 30, 35, 40] {
        let rise = f64::from(centimetres) / 100.0;
        for tread in [0.3, 0.5, 1.0] {
            for degrees in [0.0, 30.0, 330.0, 45.0] {
                climbs(rise, tread, degrees, 3.0, 60.0);
                count += 1;
            }
        }
    }
    println!("{count} stairs up and down");
}

#[test]
fn stairs_are_climbed_at_every_speed_and_tick_rate() {
    let mut count = 0;
    for centimetres in [10, 25, 40] {
        for speed in [1.0, 5.0, 10.0] {
            for rate in [20.0, 30.0, 144.0, 240.0] {
                climbs(f64::from(centimetres) / 100.0, 0.5, 0.0, speed, rate);
                count += 1;
            }
        }
    }
    println!("{count} stairs up and down");
}

#[test]
fn a_step_higher_than_the_step_height_is_refused() {
    let mut count = 0;
    for rise in [0.42, 0.45, 0.6, 1.0] {
        for degrees in [0.0, 30.0, 330.0, 60.0] {
            for rate in [30.0, 60.0, 144.0] {
                let wish = scenes::heading(degrees) * 3.0;
                let stairs = scenes::stairs(rise, 1, 5.0);
                let mut walk = Walk::in_scene(&stairs).at_rate(rate).on(DVec3::new(-1.0, 0.0, 0.0));
                walk.always(Ground::Standing).wish(wish).for_seconds(2.0);
                walk.expect_feet_on(0.0);
                walk.expect_event(What::HitWall).expect_never(What::SteppedUp);
                assert!(walk.position().x < -0.25, "{:?}", walk.position());
                count += 1;
            }
        }
    }
    println!("{count} refused");
}

#[test]
fn stairs_beside_a_wall_are_climbed_while_pressing_into_the_wall() {
    for rise in [0.1, 0.25, 0.4] {
        for degrees in [20.0, 45.0, 70.0] {
            let mut stairs = scenes::stairs(rise, COUNT, 0.5);
            let at = |x: f64, y: f64| DVec3::new(x, y, 1.0);
            scenes::quad(&mut stairs, [at(-20.0, -1.0), at(30.0, -1.0), at(30.0, 9.0), at(-20.0, 9.0)]);
            let wish = scenes::heading(degrees) * 3.0;
            let mut walk = Walk::in_scene(&stairs).on(DVec3::new(-1.0, 0.0, 0.0));
            walk.always(Ground::Standing).wish(wish);
            walk.until(30.0, |w| w.position().x > 4.8);
            walk.expect_feet_on(rise * COUNT as f64);
            walk.wish(DVec3::new(-wish.x, 0.0, wish.z));
            walk.until(30.0, |w| w.position().x < -0.8);
            walk.expect_feet_on(0.0);
            walk.expect_never(What::LeftGround).expect_count(What::HitWall, 1);
        }
    }
}

/// Found in `re_castle`: the raised body went over the sloping top of the rail, came down on its edge or slid down along its side, and
/// the step was refused as too high, or as no progress, in every tick that followed.
#[test]
fn stairs_beside_a_low_rail_are_climbed_while_pressing_into_the_rail() {
    let mut count = 0;
    for (body, radii) in [
        (BodyShape::Ellipsoid, Settings::default().radii),
        (BodyShape::Capsule, Settings::default().radii),
        (BodyShape::Ellipsoid, DVec3::splat(0.5)),
    ] {
        for rise in [0.1, 0.2, 0.3, 0.4] {
            for height in [0.45, 0.6, 0.75, 0.9] {
                let stairs = stairs_beside_a_rail(rise, height);
                for degrees in [1.0, 3.0, 5.0, 10.0, 20.0, 40.0] {
                    for (speed, rate) in [(1.0, 30.0), (3.0, 60.0), (5.0, 30.0), (5.0, 20.0)] {
                        let wish = scenes::heading(degrees) * speed;
                        let start = Walk::in_scene(&stairs).at_rate(rate);
                        let start = start.with(|s| *s = Settings { body, ..s.with_radii(radii) });
                        let mut walk = start.on(DVec3::new(-0.5, 0.0, 0.4));
                        walk.wish(wish).until(8.0 / wish.x, |w| w.position().x > 3.9);
                        // From the next ledge a lower rail may be stepped onto further back, where it is lower.
                        if height > 0.7 {
                            walk.expect_never(What::LeftGround);
                        }
                        walk.until(8.0 / wish.x, |w| w.position().x > 4.8);
                        count += 1;
                    }
                }
            }
        }
    }
    println!("{count} walks up stairs beside a rail");
}

/// A fast leg over the first step ended above it, at the edge of the second: the step counted from the feet in the air.
#[test]
fn a_step_that_is_too_high_is_refused_from_beside_the_step_below_it() {
    let mut count = 0;
    for raised in [0.413, 0.42, 0.43, 0.45] {
        let mut stairs = Soup::default();
        let mut block = |low: [f32; 3], high: [f32; 3]| {
            let (low, high) = (Vec3::from(low), Vec3::from(high));
            stairs.append(&Soup::cuboid((low + high) * 0.5, (high - low) * 0.5));
        };
        block([-5.0, -0.5, -3.0], [9.0, 0.0, 3.0]);
        block([-5.0, -0.5, 1.0], [9.0, 5.0, 2.0]);
        block([0.0, -0.2, -0.2], [0.6, 0.3, 1.2]);
        block([0.6, -0.2, -0.2], [5.0, 0.3 + raised, 1.2]);
        for start in [-0.2, 0.0, 0.2, 0.3, 0.4] {
            for degrees in [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0] {
                for (speed, rate) in [(1.0, 30.0), (3.0, 60.0), (5.0, 30.0), (5.0, 60.0)] {
                    let walk = Walk::in_scene(&stairs).at_rate(rate);
                    let mut walk = walk.on(DVec3::new(start, 0.0, -0.8));
                    walk.wish(scenes::heading(degrees) * speed).for_seconds(9.0 / speed);
                    if walk.feet() > 0.4 {
                        walk.fail(&format!("{raised} {start} {degrees} {speed} {rate}: climbed"));
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks before a step that is too high");
}

/// A wide body stopped in mid-air: the edge of the next step held it, though it was 0.7 mm too high for a step.
#[test]
fn a_wide_ball_climbs_stairs_as_steep_as_their_treads_are_deep() {
    let mut count = 0;
    for rise in [0.3, 0.35, 0.38, 0.4] {
        let stairs = scenes::stairs(rise, COUNT, rise);
        let length = COUNT as f64 * rise;
        for degrees in [0.0, 1.0, 5.0, 15.0, 30.0, 45.0] {
            for (speed, rate) in [(1.0, 30.0), (3.0, 60.0), (5.0, 30.0), (5.0, 20.0)] {
                for start in [-1.0, -1.1, -1.2] {
                    let wish = scenes::heading(degrees) * speed;
                    let walk = Walk::in_scene(&stairs).at_rate(rate);
                    let walk = walk.with(|s| *s = s.with_radii(DVec3::splat(0.5)));
                    let mut walk = walk.on(DVec3::new(start, 0.0, -0.5 * wish.z / wish.x * length));
                    walk.wish(wish).until(2.0 * (length + 2.0) / wish.x, |w| w.position().x > length + 0.3);
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks of a ball up steep stairs");
}

/// A rail at z = 1, whose top is so high above the noses of the steps.
fn stairs_beside_a_rail(rise: f64, height: f64) -> Soup {
    let mut stairs = scenes::stairs(rise, COUNT, 0.5);
    let top = [(-1.5, 1.0), (6.0, 1.0), (6.0, 1.3), (-1.5, 1.3)];
    let top = top.map(|(x, z)| DVec3::new(x, height + rise + x * rise / 0.5, z));
    let deep = |corner: DVec3| corner - DVec3::Y * 9.0;
    scenes::quad(&mut stairs, top);
    scenes::quad(&mut stairs, [deep(top[0]), deep(top[1]), top[1], top[0]]);
    stairs
}

#[test]
fn stairs_cost_no_level_speed() {
    for centimetres in [5, 20, 40] {
        let stairs = scenes::stairs(f64::from(centimetres) / 100.0, COUNT, 0.5);
        let mut walk = Walk::in_scene(&stairs).on(DVec3::new(-2.0, 0.0, 0.0));
        let start = walk.position().x;
        walk.wish(DVec3::X * 3.0).for_seconds(3.0);
        let lost = start + 9.0 - walk.position().x;
        println!("{centimetres} cm: {lost:.4} m of 9 m lost");
        assert!(lost.abs() < 0.05, "lost {lost} m");
    }
}

#[test]
fn a_flight_of_stairs_reports_each_step_once() {
    for rate in [30.0, 60.0, 144.0, 1000.0] {
        let stairs = scenes::stairs(0.3, COUNT, 1.0);
        let mut walk = Walk::in_scene(&stairs).at_rate(rate).on(DVec3::new(-1.0, 0.0, 0.0));
        walk.wish(DVec3::X * 2.0).until(10.0, |w| w.position().x > 9.0);
        walk.expect_count(What::SteppedUp, COUNT);
    }
}

#[test]
fn a_thin_fence_lower_than_the_step_height_is_stepped_over() {
    for thickness in [0.01, 0.05, 0.3] {
        for rate in [30.0, 60.0, 144.0] {
            let mut walk =
                Walk::in_scene(&scenes::fence(0.3, thickness)).at_rate(rate).on(DVec3::new(-2.0, 0.0, 0.0));
            walk.wish(DVec3::X * 3.0).for_seconds(2.0);
            assert!(walk.position().x > 2.0, "{thickness} {rate}: {:?}", walk.position());
            walk.expect(Ground::Standing);
        }
    }
}

#[test]
fn no_character_gets_under_a_ceiling_by_a_step_and_each_gets_back() {
    // A step of 0.3 m under a ceiling that leaves 1.9 m over the ground and 1.6 over the step.
    let mut scene = scenes::stairs(0.3, 1, 5.0);
    scenes::block(&mut scene, DVec3::new(-5.0, 1.9, -8.0), DVec3::new(10.0, 2.4, 8.0));
    let mut walk = Walk::in_scene(&scene).on(DVec3::new(-2.0, 0.0, 0.0));
    walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(2.0).expect_speed_below(1e-9);
    assert!(walk.position().x < -0.2);
    let at = walk.position();
    walk.for_seconds(1.0).expect_near(at, 0.0);
    walk.wish(DVec3::X * -3.0).for_seconds(1.0).expect_near(at - DVec3::X * 3.0, 0.2);
}

/// Found in `recast_dungeon` at 100 m/s: the step up came down five metres further, on ground that is too high for one
/// step, and was refused in every tick, though the ledge itself is low.
#[test]
fn a_fast_walker_climbs_a_low_ledge_regardless_of_the_ground_metres_behind_it() {
    let mut soup = scenes::strip(&[(-4.0, 0.0), (0.0, 0.0), (0.0, 0.2), (8.0, 0.8), (20.0, 0.8)], 3.0);
    scenes::block(&mut soup, DVec3::new(18.0, 0.0, -3.0), DVec3::new(19.0, 4.0, 3.0));
    for rate in [20.0, 30.0, 60.0] {
        for speed in [30.0, 60.0, 100.0] {
            let mut walk = Walk::in_scene(&soup).at_rate(rate).on(DVec3::new(-0.45, 0.0, 0.0));
            walk.wish(DVec3::X * speed).for_seconds(1.5);
            assert!(walk.position().x > 17.0, "{rate} Hz, {speed} m/s: at {:?}", walk.position());
            assert_eq!(walk.dropped(), 0);
        }
    }
}

/// A fast walker steps onto a low ledge although a block stands close behind it, as a slow one does.
///
/// Both its attempts, to the end of the tick's displacement and two radii ahead, ended on the edge of the block: too high.
/// Found by the soak: `room_to_go` at 100 m/s, once in 9.6 million ticks.
#[test]
fn a_fast_walker_climbs_a_low_ledge_right_before_a_block() {
    for depth in [0.3, 0.5, 0.7] {
        let profile = [(-20.0, 0.0), (0.0, 0.0), (0.0, 0.2), (depth, 0.2), (depth, 0.7), (20.0, 0.7)];
        for speed in [3.0, 30.0, 100.0] {
            let mut walk =
                Walk::in_scene(&scenes::strip(&profile, 8.0)).at_rate(30.0).on(DVec3::new(-3.0, 0.0, 0.0));
            walk.wish(DVec3::X * speed).for_seconds(2.0);
            let feet = walk.feet();
            println!("{depth} m deep at {speed} m/s: feet at {feet:.3} m");
            assert!(feet > 0.1, "{depth} m deep at {speed} m/s: feet at {feet} m");
        }
    }
}
