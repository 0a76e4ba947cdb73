//! Triggers that shift and turn while the body moves.

use super::soups::{any_path, any_shape, any_trigger};
use super::twin::{Alone, FIRST, check, mesh};
use glissando::motion::Motion;
use glissando::path::Waypoint;
use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
use glissando::{DAffine3, DVec3, Filter, Shape, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

#[test]
fn events_of_shifting_triggers_agree_with_the_twin() {
    let (paths, legs) = (1_500, 4);
    let (mut changes, mut looks) = (0, 0);
    for index in 0..paths {
        let mut random = Random::nth(41, 0, index);
        let mut alone = any_trigger(&mut random);
        alone.motion = Motion::linear(random.vector(4.0)).unwrap();
        let shape = any_shape(&mut random);
        let path = any_path(&mut random, legs);
        let (c, l) = check(&alone, &shape, &path, &format!("path {index}"));
        (changes, looks) = (changes + c, looks + l);
    }
    println!("{} legs, {changes} changes, {looks} looks of the twin", paths as usize * legs);
    assert!(changes > 550);
}

#[test]
fn events_of_turning_triggers_agree_with_the_twin_within_the_stated_error() {
    let (paths, legs) = (700, 3);
    let (mut changes, mut looks) = (0, 0);
    for index in 0..paths {
        let mut random = Random::nth(42, 0, index);
        let mut alone = any_trigger(&mut random);
        let angular = random.direction() * random.between(0.01, 1.5);
        alone.motion = Motion::from_velocity(random.vector(3.0), angular, random.vector(2.0), 1.0).unwrap();
        let shape = any_shape(&mut random);
        let path = any_path(&mut random, legs);
        let (c, l) = check(&alone, &shape, &path, &format!("path {index}"));
        (changes, looks) = (changes + c, looks + l);
    }
    println!("{} legs, {changes} changes, {looks} looks of the twin", paths as usize * legs);
    assert!(changes > 200);
}

#[test]
fn a_beam_that_sweeps_over_a_standing_body_enters_and_leaves_at_the_known_times() {
    // An upright blade from the hinge out to ten metres turns a quarter in one second.
    let mut blade = Soup::default();
    scenes::quad(
        &mut blade,
        [[0.0, -1.0, 0.0], [10.0, -1.0, 0.0], [10.0, 1.0, 0.0], [0.0, 1.0, 0.0]].map(DVec3::from),
    );
    let turn = DVec3::Y * -std::f64::consts::FRAC_PI_2;
    let motion = Motion::from_velocity(DVec3::ZERO, turn, DVec3::ZERO, 1.0).unwrap();
    let alone = Alone { soup: blade, pose: DAffine3::IDENTITY, motion, kind: TriggerKind::Surface };
    let at = DVec3::new(4.0, 0.0, 4.0);
    let path = [Waypoint::new(0.0, at), Waypoint::new(1.0, at)];
    let shape = Shape::upright_ellipsoid(DVec3::new(0.5, 0.9, 0.5)).unwrap();
    let (events, _) = alone.events(&shape, &path);
    let kinds: Vec<_> = events.iter().map(|e| e.kind).collect();
    assert_eq!(kinds.len(), 3, "{events:?}");
    assert_eq!((kinds[0], kinds[2]), (TriggerEventKind::Entered, TriggerEventKind::Left));
    assert!(matches!(kinds[1], TriggerEventKind::Crossed { .. }));
    // A quarter turn is by twice the angle whose tangent is the share; the blade touches where the angle is 45 degrees
    // less or more the one whose sine is the radius over the distance.
    let half = (0.5 / at.length()).asin();
    for (event, angle) in events.iter().zip([-half, 0.0, half].map(|o| std::f64::consts::FRAC_PI_4 + o)) {
        let time = (0.5 * angle).tan();
        assert!((event.time - time).abs() < 1e-4, "{event:?}, expected {time}");
    }
}

#[test]
fn a_body_standing_in_a_room_that_drives_off_leaves_it_once() {
    let mut cabin = Soup::default();
    scenes::block(&mut cabin, DVec3::splat(-2.0), DVec3::splat(2.0));
    let mut set = Triggers::new();
    let id = set.insert(Trigger::new(mesh(&cabin), TriggerKind::VolumeByBody)).unwrap();
    assert_eq!(id, FIRST);
    let shape = Shape::sphere(0.5).unwrap();
    let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    let dt = 1.0 / 60.0;
    let mut told = Vec::new();
    for tick in 0..120 {
        let shift = DVec3::X * (6.0 * dt);
        set.set_motion(id, Motion::linear(shift).unwrap()).unwrap();
        let path = [Waypoint::new(0.0, DVec3::ZERO), Waypoint::new(dt, DVec3::ZERO)];
        let events = set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap();
        told.extend(events.iter().map(|e| (f64::from(tick) * dt + e.time, e.kind)));
        set.finish_motions(dt).unwrap();
    }
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0], (0.0, TriggerEventKind::Entered));
    assert!((told[1].0 - 2.5 / 6.0).abs() < 1e-9 && told[1].1 == TriggerEventKind::Left, "{told:?}");
}
