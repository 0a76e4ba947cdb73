//! Complaints of users of other character controllers, as far as the world stands still: one scene, one sentence each.
//! The name gives the source of the report; the scenes are of this project.

use glissando::{DAffine3, DQuat, DVec3, EventKind, Ground, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

/// `godotengine/godot#85971`: sliding along a wall is sticky and gritty on the floor.
#[test]
fn godot_85971_a_wall_of_many_triangles_and_bodies_costs_nothing_but_the_push_into_it() {
    let mut scenes_of_wall = vec![scenes::fan_floor(12.0, 20, 8)];
    for k in 0..20 {
        let mut tile = Soup::default();
        let x = f64::from(k) * 1.0 - 10.0;
        scenes::block(&mut tile, DVec3::new(x, -0.2, 1.0), DVec3::new(x + 1.0, 2.8, 1.5));
        scenes_of_wall.push(tile);
    }
    for degrees in [10.0, 45.0, 80.0] {
        let wish = scenes::heading(degrees) * 4.0;
        let mut walk = Walk::in_scenes(&scenes_of_wall).on(DVec3::new(-8.0, 0.0, 0.5));
        walk.always(Ground::Standing).wish(wish).until(5.0, |w| w.count(What::HitWall) > 0);
        walk.tick();
        let ticks = (10.0 / wish.x * 60.0) as usize;
        let from = walk.position();
        for tick in 1..=ticks {
            walk.tick();
            walk.expect_close("way", walk.position().x - from.x, wish.x * tick as f64 / 60.0, 1e-7);
        }
        walk.expect_count(What::HitWall, 1);
    }
}

/// `jrouwe/JoltPhysics#1860`: jitter where a slope meets the floor.
#[test]
fn jolt_1860_no_jitter_where_a_slope_meets_the_floor() {
    for degrees in [20.0, 44.0, 50.0, 60.0, 80.0] {
        for heading in [0.0, 30.0, 90.0] {
            let wish = scenes::heading(heading) * 2.0;
            let mut walk = Walk::in_scene(&scenes::ramp(degrees, 10.0)).on(DVec3::new(-0.6, 0.0, -4.0));
            walk.always(Ground::Standing).wish(wish);
            let mut before = walk.position();
            let mut way_before = DVec3::ZERO;
            for tick in 0..90 {
                walk.tick();
                let way = walk.position() - before;
                // Never back, never up and down again.
                assert!(way.x >= -1e-9 && way.y >= -1e-3, "{degrees} {heading} {tick}: {way:?}");
                if tick > 60 {
                    assert!(
                        (way - way_before).length() < 1e-6,
                        "{degrees} {heading} {tick}: {way:?} after {way_before:?}"
                    );
                }
                (before, way_before) = (walk.position(), way);
            }
        }
    }
}

/// `dimforge/rapier#809`: a capsule jumps and jitters on a flat box floor.
#[test]
fn rapier_809_a_flat_box_floor_is_flat() {
    let mut scene = Soup::default();
    scenes::block(&mut scene, DVec3::new(-50.0, -1.0, -50.0), DVec3::new(50.0, 0.0, 50.0));
    let mut random = Random::new(809);
    let mut walk = Walk::in_scene(&scene).on(DVec3::ZERO);
    let height = walk.position().y;
    walk.always(Ground::Standing);
    for _ in 0..100 {
        walk.wish(scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 8.0)).for_ticks(30);
        walk.expect_close("height", walk.position().y, height, 1e-12);
    }
    walk.expect_never(What::LeftGround).expect_never(What::HitWall);
}

/// `dimforge/parry#429`: of a flat walk of 1000 m only 930 were left.
#[test]
fn parry_429_a_walk_of_a_kilometre_is_a_kilometre_long() {
    for (cells, speed) in [(1, 10.0), (40, 10.0), (40, 50.0)] {
        let mut walk = Walk::in_scene(&scenes::floor(520.0, cells)).unjudged().on(DVec3::X * -500.0);
        let start = walk.position();
        walk.always(Ground::Standing).wish(DVec3::X * speed).for_seconds(1000.0 / speed);
        let way = walk.position() - start;
        println!("{cells} cells at {speed} m/s: {:.12} m", way.x);
        walk.expect_close("way", way.x, 1000.0, 1e-9).expect_close("ripple", way.y, 0.0, 1e-9);
    }
}

/// `godotengine/godot#75537`: jitter grows with the distance from the origin.
#[test]
fn godot_75537_no_jitter_far_from_the_origin() {
    for distance in [1e4, 1e5, 1e6] {
        let shift = DVec3::new(distance, 0.3 * distance, -distance);
        let ulp = distance * 2.3e-16;
        for scene in [scenes::corner(120.0), scenes::ramp(44.0, 3.0), scenes::stairs(0.2, 3, 0.5)] {
            let mut walk =
                Walk::in_scene(&scene).moved(DQuat::IDENTITY, shift).on(DVec3::new(-2.0, 0.0, 0.0));
            walk.for_ticks(20);
            let at = walk.position();
            walk.for_ticks(200).expect_near(at, 0.0);
            walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(3.0);
            let (at, speed) = (walk.position(), walk.velocity());
            walk.for_ticks(30);
            walk.expect_near(at + speed * 0.5, 200.0 * ulp);
        }
    }
}

/// `NVIDIAGameWorks/PhysX#450`, `#403`: the slope limit is ignored for some obstacles.
#[test]
fn physx_450_the_slope_limit_holds_for_every_body_however_it_is_placed() {
    let mut random = Random::new(450);
    let mut count = 0;
    for degrees in [46.0, 55.0, 70.0] {
        // One slope, as a body that is scaled, mirrored and turned: tan = scale.y * tan(45).
        let (c, s) = scenes::cos_sin(degrees);
        for mirror in [-1.0, 1.0] {
            let scale = DVec3::new(1.0, s / c, mirror);
            let pose = DAffine3::from_scale_rotation_translation(scale, DQuat::IDENTITY, DVec3::ZERO);
            let unit = scenes::strip(&[(0.0, 0.0), (6.0, 6.0)], 6.0);
            for _ in 0..4 {
                let wish = scenes::heading(random.between(0.0, 50.0)) * random.between(0.5, 6.0);
                let mut walk = Walk::in_scene(&scenes::floor(20.0, 5))
                    .with_body(&unit, pose)
                    .on(DVec3::new(-1.0, 0.0, -2.0));
                walk.always(Ground::Standing).wish(wish).for_seconds(0.8).expect_feet_on(0.0);
                count += 1;
            }
        }
    }
    println!("{count} slopes held");
}

/// `NVIDIAGameWorks/PhysX#545`: a step that is too high is climbed, for a normal that is off by 1e-8.
#[test]
fn physx_545_a_step_too_high_is_refused_however_its_wall_leans() {
    let mut count = 0;
    for lean in [0.0, 1e-8, 1e-6, 1e-4, 1e-2, 0.1, -1e-8, -1e-6, -1e-4, -1e-2] {
        for height in [0.42, 0.6, 1.2] {
            for speed in [0.5, 3.0, 10.0] {
                let profile = [(-20.0, 0.0), (0.0, 0.0), (lean * height, height), (20.0, height)];
                let mut walk = Walk::in_scene(&scenes::strip(&profile, 8.0)).on(DVec3::new(-1.0, 0.0, 0.0));
                walk.always(Ground::Standing).wish(scenes::heading(15.0) * speed).for_seconds(3.0 / speed);
                walk.expect_feet_on(0.0);
                count += 1;
            }
        }
    }
    println!("{count} steps refused");
}

/// `godotengine/godot#32182`: `move_and_slide` jitters in corners (since 2019).
#[test]
fn godot_32182_a_corner_of_three_walls_holds_still() {
    let mut random = Random::new(32182);
    let mut worst = 0.0_f64;
    for _ in 0..40 {
        let mut scene = scenes::room(3.0, 2.6);
        let lean = random.between(-0.3, 0.3);
        let at = |y: f64, z: f64| DVec3::new(2.0 + lean * y, y, z);
        scenes::quad(&mut scene, [at(0.0, -3.0), at(0.0, 3.0), at(2.6, 3.0), at(2.6, -3.0)]);
        let mut walk = Walk::in_scene(&scene).on(DVec3::ZERO);
        walk.wish(scenes::heading(random.between(10.0, 80.0)) * random.between(1.0, 10.0));
        walk.for_seconds(1.0).until(60.0, |w| w.velocity().length() < 1e-9);
        let at = walk.position();
        for _ in 0..60 {
            worst = worst.max((walk.tick().position() - at).length());
        }
    }
    println!("at most {worst:.1e} m");
    assert!(worst < 1e-9);
}

/// `godotengine/godot#79542`, `jrouwe/JoltPhysics#363`: stuck on the edge of a ramp or box while falling.
#[test]
fn jolt_363_no_character_hangs_on_an_edge_in_the_air() {
    let mut random = Random::new(363);
    let (mut stood, mut fell) = (0, 0);
    for _ in 0..200 {
        let mut scene = scenes::floor(12.0, 3);
        scenes::block(&mut scene, DVec3::new(-1.0, 0.0, -1.0), DVec3::new(1.0, 3.0, 1.0));
        let start =
            DVec3::new(random.between(-1.6, 1.6), random.between(2.0, 6.0), random.between(1.38, 1.45));
        let mut walk = Walk::in_scene(&scene).at(start);
        walk.wish(scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 3.0)).for_seconds(1.5);
        walk.stop().for_seconds(2.0);
        walk.expect(Ground::Standing);
        let feet = walk.feet();
        let on_block = feet > 2.5;
        assert!(on_block || feet < 0.02, "hangs at {feet} m");
        (stood, fell) = (stood + usize::from(on_block), fell + usize::from(!on_block));
    }
    println!("{fell} fell past, {stood} landed on top");
}

/// `dimforge/parry#193`, `JoltPhysics#940`: wrong normals and depths throw the player metres back.
#[test]
fn jolt_940_no_character_is_thrown_back_further_than_its_depth() {
    let mut random = Random::new(940);
    let mut count = 0;
    for _ in 0..300 {
        let mut walk = Walk::in_scene(&scenes::room(3.0, 4.0)).at(DVec3::Y * 2.0);
        let depth = random.magnitude(1e-9, 0.35);
        let axis = random.pick(&[DVec3::X, -DVec3::X, DVec3::Z, -DVec3::Z]);
        walk.state_mut().position = DVec3::Y * 2.0 + axis * (2.6 + depth);
        walk.tick();
        let EventKind::Recovered { distance, .. } = walk.first(What::Recovered).event.kind else {
            unreachable!()
        };
        assert!(distance < depth + 0.01, "{distance} m for a depth of {depth}");
        count += 1;
    }
    println!("{count} came out the shortest way");
}
