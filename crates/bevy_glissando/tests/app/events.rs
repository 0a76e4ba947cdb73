//! Messages for readers, and observers on both sides.

use crate::common::{block, heard, names, person, run, wish, with_floor};
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{
    BallHit, Crossed, Entered, HitByBall, HitWall, Jumped, Landed, Left, PushedBy, Received, SteppedUp,
    TriggerRule,
};
use bevy_math::{DVec3, Vec3};
use bevy_transform::components::Transform;

/// What observers were called with: who, and the name.
#[derive(Resource, Default)]
struct Calls(Vec<(Entity, &'static str)>);

#[test]
fn observers_on_the_character_and_on_what_it_met_are_called_in_order() {
    let (mut app, floor) = with_floor();
    app.init_resource::<Calls>();
    let step = block(&mut app, Vec3::new(2.0, 0.1, 0.0), Vec3::new(0.5, 0.1, 3.0));
    let wall = block(&mut app, Vec3::new(8.0, 1.0, 0.0), Vec3::new(0.5, 1.0, 5.0));
    let zone =
        app.world_mut().spawn((Trigger::cuboid(Vec3::ONE).unwrap(), Transform::from_xyz(5.0, 1.0, 0.0))).id();
    let hero = person(&mut app, DVec3::Y);
    let world = app.world_mut();
    world
        .entity_mut(hero)
        .observe(|on: On<Landed>, mut calls: ResMut<Calls>| calls.0.push((on.entity, "landed")));
    world
        .entity_mut(hero)
        .observe(|on: On<Entered>, mut calls: ResMut<Calls>| calls.0.push((on.entity, "entered")));
    world
        .entity_mut(hero)
        .observe(|on: On<Left>, mut calls: ResMut<Calls>| calls.0.push((on.entity, "left")));
    world
        .entity_mut(hero)
        .observe(|on: On<HitWall>, mut calls: ResMut<Calls>| calls.0.push((on.entity, "hit")));
    world.entity_mut(floor).observe(|on: On<Received<Landed>>, mut calls: ResMut<Calls>| {
        assert!(on.event().event.speed > 3.0);
        calls.0.push((on.entity, "was landed on"));
    });
    world.entity_mut(zone).observe(|on: On<Received<Entered>>, mut calls: ResMut<Calls>| {
        calls.0.push((on.event().event.entity, "is in"));
        calls.0.push((on.entity, "was entered"));
    });
    world.entity_mut(step).observe(|on: On<Received<SteppedUp>>, mut calls: ResMut<Calls>| {
        calls.0.push((on.entity, "was stepped on"));
    });
    world.entity_mut(wall).observe(
        |on: On<Received<HitWall>>, mut calls: ResMut<Calls>, mut commands: Commands| {
            calls.0.push((on.entity, "was hit"));
            commands.entity(on.entity).despawn();
        },
    );
    run(&mut app, 40);
    wish(&mut app, hero, Vec3::X * 6.0);
    run(&mut app, 120);
    let calls = std::mem::take(&mut app.world_mut().resource_mut::<Calls>().0);
    let expected = [
        (hero, "landed"),
        (floor, "was landed on"),
        (step, "was stepped on"),
        (hero, "entered"),
        (hero, "is in"),
        (zone, "was entered"),
        (hero, "left"),
        (hero, "hit"),
        (wall, "was hit"),
    ];
    assert_eq!(calls, expected);
    // Through where the wall was.
    assert!(crate::common::place(&app, hero).x > 9.0);
}

#[test]
fn a_global_observer_hears_each_event_once_and_jumps_count_once_a_press() {
    let (mut app, _) = with_floor();
    app.init_resource::<Calls>();
    let hero = person(&mut app, DVec3::ZERO);
    app.add_observer(|on: On<Jumped>, mut calls: ResMut<Calls>| calls.0.push((on.entity, "jumped")));
    run(&mut app, 5);
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().jump = true;
    run(&mut app, 120);
    assert_eq!(app.world().resource::<Calls>().0, [(hero, "jumped")]);
    let told = names(&heard(&mut app));
    assert_eq!(told.iter().filter(|name| **name == "Jumped").count(), 1);
    assert_eq!(told.iter().filter(|name| **name == "Landed").count(), 1);
    assert!(!told.contains(&"LeftGround"), "{told:?}");
}

#[test]
fn characters_push_each_other_and_cross_surfaces() {
    let (mut app, _) = with_floor();
    app.init_resource::<Calls>();
    let strong = person(&mut app, DVec3::ZERO);
    app.world_mut().get_mut::<CharacterBody>(strong).unwrap().strength = 5000.0;
    let weak = person(&mut app, DVec3::X * 1.5);
    let pane = bevy_glissando::glissando::Soup::plane(bevy_glissando::glissando::Vec3::ZERO, 3.0, 3.0, 1);
    let pane = Trigger::new(bevy_glissando::ColliderMesh::build(&pane).unwrap(), TriggerRule::Surface);
    // The plane lies; it is put upright at x = 1.
    let upright = Transform::from_xyz(1.0, 1.0, 0.0)
        .with_rotation(bevy_math::Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2));
    let pane = app.world_mut().spawn((pane, upright)).id();
    app.world_mut().entity_mut(weak).observe(|on: On<PushedBy>, mut calls: ResMut<Calls>| {
        calls.0.push((on.event().other.unwrap(), "pushes"));
    });
    app.world_mut().entity_mut(pane).observe(|on: On<Received<Crossed>>, mut calls: ResMut<Calls>| {
        calls.0.push((
            on.event().event.entity,
            if on.event().event.from_front { "crossed from front" } else { "crossed" },
        ));
    });
    wish(&mut app, strong, Vec3::X * 3.0);
    run(&mut app, 60);
    let calls = &app.world().resource::<Calls>().0;
    assert!(calls.contains(&(strong, "pushes")), "{calls:?}");
    assert_eq!(calls.iter().filter(|call| call.1.starts_with("crossed")).count(), 1);
    assert!(crate::common::place(&app, weak).x > 1.6);
}

#[test]
fn balls_are_kicked_hit_and_bounce() {
    let (mut app, floor) = with_floor();
    app.init_resource::<Calls>();
    let hero = person(&mut app, DVec3::ZERO);
    let fast = Ball { radius: 0.2, mass: 5.0, velocity: DVec3::new(-20.0, 0.0, 0.0), ..Ball::default() };
    let ball = app.world_mut().spawn((fast, Transform::from_xyz(3.0, 1.0, 0.0))).id();
    app.world_mut().entity_mut(hero).observe(|on: On<HitByBall>, mut calls: ResMut<Calls>| {
        calls.0.push((on.event().other.unwrap(), "hits"));
    });
    app.world_mut().entity_mut(floor).observe(|on: On<Received<BallHit>>, mut calls: ResMut<Calls>| {
        calls.0.push((on.event().event.entity, "bounces"));
    });
    run(&mut app, 90);
    let calls = &app.world().resource::<Calls>().0;
    assert_eq!(calls[0], (ball, "hits"));
    assert!(calls.contains(&(ball, "bounces")), "{calls:?}");
    let motion = *app.world().get::<BallMotion>(ball).unwrap();
    let at = crate::common::place(&app, ball);
    assert!((f64::from(at.x) - motion.position.x).abs() < 1e-5 && at.y > 0.19, "{at} {motion:?}");
    // The game puts it up again; it falls from there.
    app.world_mut().get_mut::<Transform>(ball).unwrap().translation = Vec3::new(4.0, 9.0, 0.0);
    run(&mut app, 1);
    assert!((crate::common::place(&app, ball).y - 9.0).abs() < 0.3);
    app.world_mut().despawn(ball);
    run(&mut app, 1);
    assert!(app.world().resource::<GlissandoStage>().state().balls.is_empty());
}
