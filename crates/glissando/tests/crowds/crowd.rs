//! Small crowds: two characters meet, one lands on another, two begin in one place.

use glissando::crowd::{Meeting, Member};
use glissando::slide::Stop;
use glissando::{
    CharacterId, Config, DQuat, DVec3, EventKind, Filter, Ground, Settings, Soup, State, Vec3, World,
};
use glissando_testkit::crowds::Crowd;
use glissando_testkit::scenes;
use glissando_testkit::stages::bodies;

pub(super) const DT: f64 = 1.0 / 60.0;

/// A person as an ellipsoid, as a capsule, and as a box.
pub(super) fn people() -> [Config; 4] {
    bodies().map(|settings| Config::new(&settings).unwrap())
}

pub(super) fn standing(config: Config, x: f64, z: f64) -> Member {
    Member::new(config, State::with_feet_at(&config, DVec3::new(x, 0.0, z)))
}

pub(super) fn ground() -> World {
    scenes::world_of(&scenes::floor(60.0, 4))
}

/// Ground with a wall that faces -x.
pub(super) fn ground_before_wall(x: f64) -> World {
    let mut soup: Soup = scenes::floor(60.0, 4);
    scenes::block(&mut soup, DVec3::new(x, 0.0, -20.0), DVec3::new(x + 1.0, 4.0, 20.0));
    scenes::world_of(&soup)
}

/// Lets all members come to rest.
pub(super) fn settle(crowd: &mut Crowd, world: &World) {
    let inputs = crowd.inputs.clone();
    crowd.inputs.iter_mut().for_each(|input| input.wish = DVec3::ZERO);
    for _ in 0..5 {
        crowd.step(world, DT);
    }
    crowd.inputs = inputs;
    assert_eq!(crowd.standing(), crowd.members.len());
}

#[test]
fn two_members_that_walk_into_each_other_stop_where_they_meet() {
    for config in people() {
        let world = ground();
        for dt in [1.0 / 30.0, DT, 1.0 / 1000.0] {
            let mut crowd = Crowd::default();
            crowd.add(standing(config, -2.0, 0.0), DVec3::X * 3.0);
            crowd.add(standing(config, 2.0, 0.0), DVec3::X * -3.0);
            let mut is_seen = [false; 2];
            let ticks = (2.0 / dt) as usize;
            for _ in 0..ticks {
                let report = crowd.step(&world, dt);
                for (index, seen) in is_seen.iter_mut().enumerate() {
                    let is_touched = |m: &Meeting| matches!(m, Meeting::Touched { .. });
                    *seen |= report.member(index).unwrap().meetings.iter().any(is_touched);
                }
                assert!(crowd.closest().0 > 1.0);
            }
            let (left, right) = (crowd.at(0), crowd.at(1));
            assert_eq!(is_seen, [true; 2]);
            assert!((left.x + right.x).abs() < 1e-6, "they meet in the middle: {left:?} {right:?}");
            let gap = right.x - left.x - 0.8;
            assert!((0.004 - 1e-9..0.009).contains(&gap), "{gap} at {dt}");
        }
    }
}

#[test]
fn two_members_that_meet_off_centre_slide_past_each_other() {
    for config in people().into_iter().filter(|config| !config.shape(false).is_box()) {
        let world = ground();
        let mut crowd = Crowd::default();
        crowd.add(standing(config, -3.0, 0.0), DVec3::X * 3.0);
        crowd.add(standing(config, 3.0, 0.1), DVec3::X * -3.0);
        for _ in 0..240 {
            crowd.step(&world, DT);
            assert!(crowd.closest().0 > 1.0);
        }
        assert!(crowd.at(0).x > 4.0 && crowd.at(1).x < -4.0, "{:?} {:?}", crowd.at(0), crowd.at(1));
        let aside = (crowd.at(0).z, crowd.at(1).z);
        assert!(
            (aside.0 + 0.35).abs() < 0.06 && (aside.1 - 0.45).abs() < 0.06,
            "no further than needed: {aside:?}"
        );
    }
}

/// Faces that meet flush hold each other, as a wall would: boxes that are turned slide past each other.
#[test]
fn two_boxes_that_meet_off_centre_stop_face_to_face_and_turned_ones_slide_past() {
    let world = ground();
    for degrees in [0.0, 10.0, 45.0] {
        let half = f64::to_radians(0.5 * degrees);
        let rotation = DQuat::from_xyzw(0.0, half.sin(), 0.0, half.cos());
        let config = Config::new(&Settings { rotation, ..bodies()[2] }).unwrap();
        let mut crowd = Crowd::default();
        crowd.add(standing(config, -3.0, 0.0), DVec3::X * 3.0);
        crowd.add(standing(config, 3.0, 0.1), DVec3::X * -3.0);
        for _ in 0..300 {
            crowd.step(&world, DT);
            assert!(crowd.closest().0 > 1.0);
        }
        let (left, right) = (crowd.at(0), crowd.at(1));
        if degrees == 0.0 {
            assert!((right.x - left.x - 0.8).abs() < 0.01 && left.z == 0.0, "{left:?} {right:?}");
        } else {
            assert!(left.x > 4.0 && right.x < -4.0, "{degrees}: {left:?} {right:?}");
        }
    }
}

#[test]
fn a_member_that_passes_beside_another_is_not_slowed() {
    for config in people() {
        let world = ground();
        for speed in [3.0, 30.0, 100.0] {
            let mut crowd = Crowd::default();
            let runner = standing(config, -10.0, 0.0);
            let runner = crowd.add(runner, DVec3::X * speed);
            crowd.add(standing(config, 0.0, 0.85), DVec3::ZERO);
            settle(&mut crowd, &world);
            crowd.members[runner].state.velocity = DVec3::X * speed;
            let start = crowd.at(runner).x;
            let ticks = (15.0 / speed / DT) as usize;
            for _ in 0..ticks {
                crowd.step(&world, DT);
            }
            let way = crowd.at(runner).x - start;
            assert!((way - speed * DT * ticks as f64).abs() < 1e-6, "{speed}: {way}");
        }
    }
}

#[test]
fn a_runner_never_gets_through_a_standing_member() {
    for config in people() {
        let world = ground();
        let mut runs = 0;
        for speed in [3.0, 30.0, 60.0, 100.0] {
            for dt in [1.0 / 30.0, DT, 1.0 / 144.0] {
                for offset in 0..10 {
                    let mut crowd = Crowd::default();
                    let start = -8.0 - 0.173 * f64::from(offset);
                    crowd.add(standing(config, start, 0.0), DVec3::X * speed);
                    crowd.add(standing(config, 0.0, 0.0), DVec3::ZERO);
                    settle(&mut crowd, &world);
                    crowd.members[0].state.velocity = DVec3::X * speed;
                    for _ in 0..30 {
                        crowd.step(&world, dt);
                        assert!(crowd.closest().0 > 1.0);
                        assert!(crowd.at(0).x < crowd.at(1).x, "{speed} {dt} {offset}");
                        assert!(crowd.fastest() <= speed + 1e-9);
                    }
                    runs += 1;
                }
            }
        }
        println!("{runs} runs");
    }
}

#[test]
fn a_member_that_falls_on_a_head_lands_on_it() {
    for config in people() {
        let world = ground();
        let mut crowd = Crowd::default();
        crowd.add(standing(config, 0.0, 0.0), DVec3::ZERO);
        let above = State::at(DVec3::new(0.0, 4.0, 0.0));
        crowd.add(Member::new(config, above), DVec3::ZERO);
        let mut landed = None;
        for _ in 0..120 {
            let report = crowd.step(&world, DT);
            for event in report.member(1).unwrap().events {
                if let EventKind::Landed { surface, speed, .. } = event.kind {
                    landed = Some((surface.owner.character(), speed));
                }
            }
            assert!(crowd.closest().0 > 1.0);
        }
        let (on, speed) = landed.expect("it lands");
        assert_eq!(on, Some(CharacterId::of_member(0)));
        assert!((speed - 5.17).abs() < 0.2, "{speed}");
        assert!((crowd.at(1).y - crowd.at(0).y - 1.8).abs() < 0.03);
    }
}

#[test]
fn members_spawned_overlapping_part_at_a_walking_pace() {
    for config in people() {
        let world = ground_before_wall(3.0);
        for (x, z) in [(0.0, 0.0), (0.2, 0.1), (0.0, -0.7), (2.0, 0.0)] {
            let mut crowd = Crowd::default();
            crowd.add(standing(config, x, z), DVec3::ZERO);
            crowd.add(standing(config, if x == 2.0 { 2.5 } else { 0.0 }, 0.0), DVec3::ZERO);
            let mut overlaps = 0;
            for _ in 0..90 {
                let before = [crowd.at(0), crowd.at(1)];
                let report = crowd.step(&world, DT);
                let meetings = report.member(0).unwrap().meetings;
                overlaps += usize::from(meetings.iter().any(|m| matches!(m, Meeting::Overlaps { .. })));
                for (index, from) in before.into_iter().enumerate() {
                    let way = crowd.at(index) - from;
                    assert!(way.length() < 2.5 * DT, "({x}, {z}): {way:?}");
                }
            }
            println!("({x}, {z}): {overlaps} ticks");
            assert!((1..60).contains(&overlaps), "{overlaps}");
            assert!(crowd.closest().0 > 1.0, "{x} {z}");
        }
    }
}

#[test]
fn layers_decide_which_members_collide() {
    let world = ground();
    for (layers, meets) in [(1, true), (2, false), (0, false)] {
        let settings = Settings { filter: glissando::Filter { mask: 1 }, ..Settings::default() };
        let config = Config::new(&settings).unwrap();
        let mut crowd = Crowd::default();
        crowd.add(standing(config, -1.0, 0.0), DVec3::X * 3.0);
        crowd.add(Member { layers, ..standing(config, 1.0, 0.0) }, DVec3::X * -3.0);
        for _ in 0..60 {
            crowd.step(&world, DT);
        }
        assert_eq!(crowd.at(0).x < crowd.at(1).x, meets, "layers {layers}");
    }
}

/// A wall at z = 3, and two members that overlap it and each other: the displacement out of one leads through the
/// other.
#[test]
fn a_member_that_stays_inside_the_world_is_reported() {
    let (mut held, mut free) = (0, 0);
    for config in people() {
        let mut soup = Soup::default();
        scenes::block(&mut soup, DVec3::new(-3.0, -3.0, 3.0), DVec3::new(3.0, 3.0, 3.001));
        let world = scenes::world_of(&soup);
        let mut crowd = Crowd::default();
        for (y, z) in [(0.8203, 3.1634), (0.8354, 3.0429)] {
            crowd.add(Member::new(config, State::at(DVec3::new(-1.09, y, z))), DVec3::ZERO);
        }
        for _ in 0..60 {
            let report = crowd.step(&world, DT);
            let said: Vec<Option<f64>> = report
                .members()
                .map(|member| {
                    held += usize::from(member.is_held && member.stop == Stop::Stuck);
                    member.events.iter().find_map(|event| match event.kind {
                        EventKind::Stuck { depth } => Some(depth),
                        _ => None,
                    })
                })
                .collect();
            for (member, said) in crowd.members.iter().zip(said) {
                let inside = world.overlap(&config.shape(false), member.state.position, Filter::ALL).unwrap();
                let depth = inside.map(|contact| -contact.gap()).filter(|depth| *depth > 0.0);
                assert_eq!(depth.is_some(), said.is_some(), "{depth:?} {said:?}");
                free += usize::from(depth.is_none());
            }
        }
    }
    println!("{held} ticks held, {free} free");
    assert!(held > 0 && free > 200);
}

/// A fast walker that leaves a slope falls at the slope's rate; the planes of two triangles turn that aside.
#[test]
fn a_walker_that_leaves_a_slope_goes_where_two_steep_planes_lead_it() {
    let radii = DVec3::new(0.4314, 1.1643, 0.4314);
    let mut settings = Settings::default().with_radii(radii);
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let mut soup = Soup::default();
    let planes = [
        (DVec3::new(0.0625, 0.6026, -0.7956), DVec3::new(-0.3272, -0.0944, -0.6936)),
        (DVec3::new(0.0380, 0.2121, 0.9765), DVec3::new(-0.2969, 0.2757, -1.8144)),
    ];
    for (normal, through) in planes {
        let normal = normal.try_normalize().unwrap();
        let side = normal.cross(DVec3::X).try_normalize().unwrap() * 20.0;
        let other = normal.cross(side);
        let corners = [side, side * -0.5 + other, side * -0.5 - other];
        soup.push(corners.map(|corner| (through + corner).as_vec3()), 0);
    }
    let world = scenes::world_of(&soup);
    let start = DVec3::new(-0.2777, 0.3824, -1.3231);
    let mut walker = Member::new(config, State::at(start));
    walker.state.ground = Ground::Standing;
    walker.state.ground_normal = Vec3::new(0.4177, 0.9040, -0.0908).try_normalize().unwrap();
    let mut crowd = Crowd::default();
    crowd.add(walker, DVec3::X * 15.0);
    let report = crowd.step(&world, 1.0 / 30.0);
    assert!(report.members().all(|member| !member.is_held));
    let way = crowd.at(0).x - start.x;
    assert!(way > 0.512, "{way}");
}

/// A push makes a member in the air faster by itself: both its shove and the gained speed must be foreseen.
#[test]
fn a_member_that_is_pushed_in_the_air_is_not_held() {
    for config in people() {
        let world = World::new();
        for dt in [DT, 0.1] {
            let mut crowd = Crowd::default();
            let mut behind = Member::new(config, State::at(DVec3::ZERO));
            behind.state.velocity = DVec3::X * 15.0;
            crowd.add(behind, DVec3::X * 15.0);
            crowd.add(Member::new(config, State::at(DVec3::new(0.85, 0.1, 0.05))), DVec3::ZERO);
            let mut fastest: f64 = 0.0;
            for _ in 0..20 {
                let report = crowd.step(&world, dt);
                assert!(report.members().all(|member| !member.is_held));
                fastest = fastest.max(crowd.members[1].state.velocity.x);
            }
            assert!(fastest > 1.0, "{fastest}");
        }
    }
}
