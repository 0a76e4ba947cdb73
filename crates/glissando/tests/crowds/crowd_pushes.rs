//! Members that push each other: masses, strengths, chains.

use super::crowd::{DT, ground, ground_before_wall, people, settle, standing};
use glissando::crowd::{Meeting, Member};
use glissando::{Config, DVec3, EventKind, Settings};
use glissando_testkit::crowds::Crowd;

/// Distances of the pushed and the pushing member after two seconds.
fn push(pusher: Member, pushed: Member, dt: f64) -> (f64, f64) {
    let world = ground();
    let mut crowd = Crowd::default();
    crowd.add(pusher, DVec3::X * 2.0);
    crowd.add(pushed, DVec3::ZERO);
    settle(&mut crowd, &world);
    let start = (crowd.at(0).x, crowd.at(1).x);
    for _ in 0..(2.0 / dt) as usize {
        crowd.step(&world, dt);
        assert!(crowd.closest().0 > 1.0);
    }
    (crowd.at(0).x - start.0, crowd.at(1).x - start.1)
}

#[test]
fn heavy_members_push_light_ones_and_not_the_reverse() {
    for config in people() {
        let light = Member { mass: 40.0, strength: 300.0, ..standing(config, 1.0, 0.0) };
        let heavy = Member { mass: 400.0, strength: 3000.0, ..standing(config, 0.0, 0.0) };
        let (_, pushed) = push(heavy, light, DT);
        // 2 m/s by 400 / 440 of the mass and 1 - 200 / 3000 of the force.
        let speed = 2.0 * (400.0 / 440.0) * (1.0 - 200.0 / 3000.0);
        assert!((pushed - 2.0 * speed).abs() < 0.35, "{pushed}, expected some {}", 2.0 * speed);
        let light = Member { state: heavy.state, ..light };
        let heavy = Member { state: standing(config, 1.0, 0.0).state, ..heavy };
        let (came, pushed) = push(light, heavy, DT);
        assert_eq!(pushed, 0.0);
        assert!(came < 0.25, "{came}");
    }
}

#[test]
fn a_push_is_as_fast_at_every_tick_rate() {
    for config in people() {
        let pushed = standing(config, 1.0, 0.0);
        let ways = [30.0, 60.0, 240.0, 1000.0].map(|rate| {
            let pusher = Member { strength: 1200.0, ..standing(config, 0.0, 0.0) };
            push(pusher, pushed, 1.0 / rate).1
        });
        println!("pushed in 2 s: {ways:?}");
        assert!(ways.iter().all(|way| (way - ways[1]).abs() < 0.05 * ways[1]), "{ways:?}");
    }
}

#[test]
fn strength_decides_whether_a_member_can_push() {
    for config in people() {
        let pushed = standing(config, 1.0, 0.0);
        let mut before = 0.0;
        for (strength, can) in [(0.0, false), (399.0, false), (401.0, true), (800.0, true), (8000.0, true)] {
            let pusher = Member { strength, ..standing(config, 0.0, 0.0) };
            let (_, way) = push(pusher, pushed, DT);
            println!("{strength} N: {way:.3} m");
            assert_eq!(way > 0.0, can, "{strength} N: {way}");
            assert!(way >= before);
            before = way;
        }
        let pushed = Member { mass: 1e9, ..pushed };
        let pusher = Member { strength: 1e12, ..standing(config, 0.0, 0.0) };
        assert!(push(pusher, pushed, DT).1 < 1e-3, "a rock is pushed by no weight");
    }
}

#[test]
fn the_stronger_of_two_pushing_members_wins() {
    for config in people() {
        let world = ground();
        for (strengths, way) in [([600.0, 600.0], 0.0), ([3000.0, 600.0], 1.0), ([600.0, 3000.0], -1.0)] {
            let mut crowd = Crowd::default();
            for (side, strength) in [-0.5, 0.5].into_iter().zip(strengths) {
                let member = Member { strength, ..standing(config, side, 0.0) };
                crowd.add(member, DVec3::X * (-4.0 * side));
            }
            for _ in 0..120 {
                crowd.step(&world, DT);
                assert!(crowd.closest().0 > 1.0);
            }
            let middle = 0.5 * (crowd.at(0).x + crowd.at(1).x);
            assert!(middle * way >= 0.0 && middle.abs() >= 0.3 * way.abs(), "{strengths:?}: {middle}");
            assert!(way != 0.0 || middle.abs() < 1e-9, "{middle}");
        }
    }
}

#[test]
fn a_chain_is_pushed_to_the_wall_and_no_member_into_it() {
    for config in people() {
        let world = ground_before_wall(8.0);
        let mut crowd = Crowd::default();
        crowd.add(Member { mass: 2000.0, strength: 1e5, ..standing(config, 0.0, 0.0) }, DVec3::X * 3.0);
        for k in 1..=5 {
            crowd.add(standing(config, f64::from(k), 0.0), DVec3::ZERO);
        }
        settle(&mut crowd, &world);
        let mut is_pushed = [false; 6];
        for _ in 0..360 {
            let report = crowd.step(&world, DT);
            for (index, pushed) in is_pushed.iter_mut().enumerate() {
                let member = report.member(index).unwrap();
                *pushed |= member.meetings.iter().any(|m| matches!(m, Meeting::PushedBy { .. }));
                assert!(!member.is_held);
                let is_bad =
                    |kind: &EventKind| matches!(kind, EventKind::Stuck { .. } | EventKind::Recovered { .. });
                assert!(!member.events.iter().any(|e| is_bad(&e.kind)), "{:?}", member.events);
            }
            assert!(crowd.closest().0 > 1.0);
            for index in 0..6 {
                assert!(crowd.at(index).x <= 7.6 - 0.002 + 1e-9, "{index}: {:?}", crowd.at(index));
            }
        }
        assert_eq!(is_pushed, [false, true, true, true, true, true]);
        let places: Vec<f64> = (0..6).map(|k| crowd.at(k).x).collect();
        println!("{places:?}");
        assert!(places[0] > 7.6 - 5.0 * 0.81 - 0.05, "{places:?}");
    }
}

#[test]
fn no_member_is_pushed_off_the_ground_or_into_it() {
    for config in people() {
        // A small member under the belly of a large one is pushed along the ground.
        let world = ground();
        let small = Settings { radii: DVec3::splat(0.3), ..Settings::default() };
        let small = Config::new(&Settings { crouch_radii: DVec3::splat(0.2), ..small }).unwrap();
        let mut crowd = Crowd::default();
        crowd.add(Member { mass: 800.0, strength: 8000.0, ..standing(config, 0.0, 0.0) }, DVec3::X * 2.0);
        crowd.add(Member { mass: 20.0, ..standing(small, 1.0, 0.02) }, DVec3::ZERO);
        settle(&mut crowd, &world);
        let height = crowd.at(1).y;
        for _ in 0..180 {
            crowd.step(&world, DT);
            assert!(crowd.closest().0 > 1.0);
            assert!((crowd.at(1).y - height).abs() < 1e-3, "{:?}", crowd.at(1));
        }
        assert!(crowd.at(0).x > 3.0, "{:?}", crowd.at(0));
    }
}
