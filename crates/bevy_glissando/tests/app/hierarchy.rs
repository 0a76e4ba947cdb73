//! Parents, scale and mirrors.

use crate::common::{app, block, faults, heard, motion, person, place, run, with_floor};
use bevy_ecs::hierarchy::ChildOf;
use bevy_glissando::TriggerRule;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};

#[test]
fn a_collider_is_where_its_ancestors_put_it_in_the_first_tick() {
    let mut app = app();
    let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let root = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 0.0).with_rotation(quarter)).id();
    let middle =
        app.world_mut().spawn((Transform::from_scale(Vec3::new(2.0, 1.0, -0.5)), ChildOf(root))).id();
    // In the world: five metres along -z of the root, two by four metres, its top at 1.
    let floor = app
        .world_mut()
        .spawn((
            Collider::cuboid(Vec3::new(1.0, 0.5, 2.0)).unwrap(),
            Transform::from_xyz(2.5, 0.5, 0.0),
            ChildOf(middle),
        ))
        .id();
    let hero = person(&mut app, DVec3::new(10.0, 1.0, -5.0));
    let beside = person(&mut app, DVec3::new(11.5, 1.0, -5.0));
    run(&mut app, 30);
    assert!(motion(&app, hero).is_grounded() && !motion(&app, beside).is_grounded());
    let global = app.world().get::<GlobalTransform>(floor).unwrap().translation();
    assert!(global.distance(Vec3::new(10.0, 0.5, -5.0)) < 1e-5, "{global}");
    // Moving the root moves the floor.
    app.world_mut().get_mut::<Transform>(root).unwrap().translation.x += 100.0;
    run(&mut app, 30);
    assert!(!motion(&app, hero).is_grounded());
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_character_below_a_parent_is_written_in_the_parents_space() {
    let (mut app, _) = with_floor();
    let root = app.world_mut().spawn(Transform::from_xyz(3.0, 0.0, 0.0).with_scale(Vec3::splat(2.0))).id();
    let hero = app
        .world_mut()
        .spawn((CharacterBody::default(), Transform::from_xyz(1.0, 1.0, 0.0), ChildOf(root)))
        .id();
    run(&mut app, 60);
    assert!(motion(&app, hero).is_grounded());
    assert!((motion(&app, hero).position - DVec3::new(5.0, 0.909, 0.0)).length() < 1e-3);
    assert!(place(&app, hero).distance(Vec3::new(1.0, 0.909 / 2.0, 0.0)) < 1e-3, "{}", place(&app, hero));
    app.world_mut().get_mut::<Transform>(root).unwrap().scale = Vec3::ZERO;
    run(&mut app, 1);
    let told = faults(&mut app);
    assert!(told[0].contains(&hero.to_string()) && told[0].contains("scale that is zero"), "{told:?}");
}

#[test]
fn a_trigger_rides_on_the_mover_above_it() {
    let (mut app, _) = with_floor();
    let cart = block(&mut app, Vec3::new(-10.0, 5.0, 0.0), Vec3::splat(0.5));
    app.world_mut().entity_mut(cart).insert(Mover::velocity(DVec3::X * 6.0, DVec3::ZERO));
    let zone = Trigger::cuboid(Vec3::ONE).unwrap().by(TriggerRule::VolumeByCentre);
    let zone = app.world_mut().spawn((zone, Transform::from_xyz(0.0, -4.0, 0.0), ChildOf(cart))).id();
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 180);
    let messages = heard(&mut app);
    let told: Vec<_> = messages
        .iter()
        .filter(|message| ["Entered", "Left"].contains(&message.name()))
        .map(|message| (message.name(), message.entity(), message.other()))
        .collect();
    assert_eq!(told, [("Entered", hero, Some(zone)), ("Left", hero, Some(zone))]);
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_free_trigger_is_where_its_ancestors_put_it() {
    let (mut app, _) = with_floor();
    let root = app.world_mut().spawn(Transform::from_xyz(50.0, 0.0, 0.0)).id();
    let zone = Trigger::cuboid(Vec3::splat(2.0)).unwrap();
    app.world_mut().spawn((zone, Transform::default(), ChildOf(root)));
    person(&mut app, DVec3::ZERO);
    run(&mut app, 5);
    heard(&mut app);
    app.world_mut().get_mut::<Transform>(root).unwrap().translation.x = 0.0;
    run(&mut app, 1);
    assert_eq!(heard(&mut app)[0].name(), "Entered");
    app.world_mut().get_mut::<Transform>(root).unwrap().translation.x = 50.0;
    run(&mut app, 1);
    assert_eq!(heard(&mut app)[0].name(), "Left");
}
