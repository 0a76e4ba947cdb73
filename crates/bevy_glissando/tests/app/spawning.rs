//! Entities that come, go, change and are moved at run time.

use crate::common::{
    app_of, block, faults, floor_in, heard, motion, names, person, place, run, wish, with_floor,
};
use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::{Time, Virtual};
use bevy_transform::components::Transform;

#[test]
fn a_person_falls_lands_walks_and_stops_at_a_wall() {
    let (mut app, floor) = with_floor();
    let wall = block(&mut app, Vec3::new(3.0, 1.0, 0.0), Vec3::new(0.5, 1.0, 5.0));
    let hero = app.world_mut().spawn((CharacterBody::default(), Transform::from_xyz(0.0, 3.0, 0.0))).id();
    run(&mut app, 60);
    assert!(motion(&app, hero).is_grounded());
    assert!((place(&app, hero).y - 0.909).abs() < 1e-3, "{}", place(&app, hero));
    let messages = heard(&mut app);
    assert_eq!(names(&messages), ["Landed", "TouchBegan"]);
    assert!(messages.iter().all(|message| message.entity() == hero && message.other() == Some(floor)));

    wish(&mut app, hero, Vec3::X * 4.0);
    run(&mut app, 60);
    let messages = heard(&mut app);
    let hit = messages.iter().find(|message| message.name() == "HitWall").unwrap();
    assert_eq!(hit.other(), Some(wall));
    assert!((place(&app, hero).x - 2.096).abs() < 1e-2, "{}", place(&app, hero));
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_floor_that_goes_lets_fall_and_one_that_comes_catches() {
    let (mut app, floor) = with_floor();
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 10);
    app.world_mut().despawn(floor);
    run(&mut app, 30);
    assert!(!motion(&app, hero).is_grounded() && place(&app, hero).y < 0.0);
    block(&mut app, Vec3::new(0.0, -5.0, 0.0), Vec3::new(9.0, 1.0, 9.0));
    run(&mut app, 60);
    assert!(motion(&app, hero).is_grounded() && (place(&app, hero).y + 4.0 - 0.909).abs() < 1e-3);
    // The component alone, taken off and put on.
    let body = app.world_mut().entity_mut(hero).take::<CharacterBody>().unwrap();
    run(&mut app, 2);
    assert_eq!(app.world().resource::<GlissandoStage>().state().characters.len(), 0);
    app.world_mut().entity_mut(hero).insert(body);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation = Vec3::new(1.0, 4.0, 0.0);
    run(&mut app, 1);
    assert_eq!(place(&app, hero).x, 1.0);
    app.world_mut().entity_mut(hero).insert(Disabled);
    run(&mut app, 1);
    assert_eq!(app.world().resource::<GlissandoStage>().state().characters.len(), 0);
}

#[test]
fn transforms_that_the_game_writes_teleport_and_move_colliders() {
    let (mut app, floor) = with_floor();
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 5);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation = Vec3::new(5.0, 2.0, -3.0);
    run(&mut app, 1);
    let at = place(&app, hero);
    assert!(at.x == 5.0 && at.z == -3.0 && (1.9..2.0).contains(&at.y), "{at}");
    let teleports = |app: &bevy_app::App| {
        app.world().resource::<GlissandoStage>().character(hero).unwrap().state.teleports
    };
    assert_eq!(teleports(&app), 1);
    run(&mut app, 60);
    assert_eq!(teleports(&app), 1);
    app.world_mut().get_mut::<Transform>(floor).unwrap().translation.y -= 3.0;
    run(&mut app, 90);
    assert!((place(&app, hero).y + 3.0 - 0.909).abs() < 1e-3, "{}", place(&app, hero));
    // The rotation is the game's.
    let turned = Transform::from_rotation(bevy_math::Quat::from_rotation_y(1.0)).rotation;
    app.world_mut().get_mut::<Transform>(hero).unwrap().rotation = turned;
    run(&mut app, 3);
    assert_eq!(app.world().get::<Transform>(hero).unwrap().rotation, turned);
    assert_eq!(teleports(&app), 1);
}

#[test]
fn bodies_and_colliders_change_on_the_stage() {
    let (mut app, floor) = with_floor();
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 2);
    let body = CharacterBody { gravity: DVec3::ZERO, mask: 2, ..CharacterBody::capsule(0.3, 0.6) };
    *app.world_mut().get_mut::<CharacterBody>(hero).unwrap() = body;
    run(&mut app, 1);
    let stage = app.world().resource::<GlissandoStage>();
    let config = stage.stage().config(stage.character(hero).unwrap().config).unwrap();
    assert_eq!(config.settings().radii.y, 0.6);
    assert!(motion(&app, hero).ground != bevy_glissando::Ground::Standing);
    app.world_mut().get_mut::<Collider>(floor).unwrap().layers = 2;
    app.world_mut().get_mut::<CharacterBody>(hero).unwrap().gravity = DVec3::NEG_Y * 9.81;
    run(&mut app, 30);
    assert!(motion(&app, hero).is_grounded());
    let lower = Collider::cuboid(Vec3::new(20.0, 0.25, 20.0)).unwrap().on_layers(2);
    app.world_mut().entity_mut(floor).insert(lower);
    run(&mut app, 40);
    assert!((place(&app, hero).y + 0.25 - 0.603).abs() < 1e-3, "{}", place(&app, hero));
    // Ice for the whole of it: another material makes another body of the same entity.
    app.world_mut().get_mut::<Collider>(floor).unwrap().material = 7;
    run(&mut app, 40);
    assert!(motion(&app, hero).is_grounded());
    assert_eq!(app.world().resource::<GlissandoStage>().stage().movers().count(), 0);
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_thousand_come_and_go_and_equal_bodies_share_their_settings() {
    let (mut app, _) = with_floor();
    let mut crowd = Vec::new();
    for number in 0..200 {
        let feet = DVec3::new(f64::from(number % 20) * 1.5 - 15.0, 0.0, f64::from(number / 20) * 1.5 - 7.0);
        crowd.push(person(&mut app, feet));
    }
    run(&mut app, 5);
    let stage = app.world().resource::<GlissandoStage>();
    assert_eq!(stage.state().characters.len(), 200);
    let config = stage.character(crowd[0]).unwrap().config;
    assert!(crowd.iter().all(|entity| stage.character(*entity).unwrap().config == config));
    for entity in crowd.iter().step_by(3) {
        app.world_mut().despawn(*entity);
    }
    run(&mut app, 5);
    let stage = app.world().resource::<GlissandoStage>();
    assert_eq!(stage.state().characters.len(), 133);
    for (number, entity) in crowd.iter().enumerate() {
        assert_eq!(stage.character(*entity).is_some(), number % 3 != 0);
    }
    let line = app.world().resource::<bevy_glissando::StageDiagnostics>().to_string();
    assert!(line.contains("133 characters") && line.contains("12 triangles in 1 colliders"), "{line}");
}

/// Two characters, and the place of the second after the first was despawned while no tick is made.
fn place_after_despawn(app: &mut App, people: [Entity; 2]) -> DVec3 {
    run(app, 1);
    app.world_mut().despawn(people[0]);
    run(app, 2);
    motion(app, people[1]).position
}

#[test]
fn a_pause_leaves_each_motion_with_its_entity() {
    let (mut app, _) = floor_in(app_of(GlissandoPlugin::new(Update)));
    let people = [0.0, 5.0].map(|x| person(&mut app, DVec3::X * x));
    let balls = [0.0, 5.0].map(|x| {
        app.world_mut()
            .spawn((Ball { radius: 0.3, ..Ball::default() }, Transform::from_xyz(x, 0.3, 5.0)))
            .id()
    });
    run(&mut app, 10);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app.world_mut().despawn(balls[0]);
    assert!((place_after_despawn(&mut app, people).x - 5.0).abs() < 0.1);
    assert!((app.world().get::<BallMotion>(balls[1]).unwrap().position.x - 5.0).abs() < 0.1);
}

#[test]
fn a_refused_tick_leaves_each_motion_with_its_entity() {
    let (mut app, _) = with_floor();
    let people = [0.0, 5.0].map(|x| person(&mut app, DVec3::X * x));
    let broken = person(&mut app, DVec3::X * 9.0);
    run(&mut app, 10);
    let mut stage = app.world_mut().resource_mut::<GlissandoStage>();
    stage.character_mut(broken).unwrap().state.velocity.x = f64::NAN;
    assert!((place_after_despawn(&mut app, people).x - 5.0).abs() < 0.1);
}
