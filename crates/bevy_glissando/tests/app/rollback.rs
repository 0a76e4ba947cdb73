//! The stage as a value: cloned, inserted again, and gone on from.

use crate::common::{app, block, heard, person, place, run, wish, with_floor};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{PathEnds, Policy};
use bevy_math::{DVec3, Vec3};
use bevy_transform::components::Transform;

/// Characters, a lift, a platform of the game, a trigger, balls.
fn scene() -> (App, Vec<Entity>) {
    let (mut app, _) = with_floor();
    let lift = block(&mut app, Vec3::new(3.0, -0.4, 0.0), Vec3::new(1.0, 0.5, 1.0));
    let path = [(0.0, DVec3::ZERO), (0.7, DVec3::Y * 2.0)];
    app.world_mut()
        .entity_mut(lift)
        .insert(Mover::path(&path, PathEnds::PingPong).with_policy(Policy::Reverse));
    let table = block(&mut app, Vec3::new(-3.0, 0.2, 0.0), Vec3::new(1.0, 0.2, 1.0));
    app.world_mut().entity_mut(table).insert(Mover::default());
    app.world_mut().spawn((Trigger::cuboid(Vec3::ONE).unwrap(), Transform::from_xyz(1.0, 1.0, 1.0)));
    for x in 0..3 {
        let ball = Ball { radius: 0.3, velocity: DVec3::X, ..Ball::default() };
        app.world_mut().spawn((ball, Transform::from_xyz(x as f32, 3.0, 2.0)));
    }
    let people = (0..8).map(|i| person(&mut app, DVec3::new(f64::from(i) - 4.0, 0.0, 1.5))).collect();
    (app, people)
}

/// Inputs and the game's platform, by the number of the tick alone.
fn play(app: &mut App, people: &[Entity], ticks: usize) -> Vec<StageMessage> {
    for _ in 0..ticks {
        let tick = app.world().resource::<GlissandoStage>().tick();
        for (number, entity) in people.iter().enumerate() {
            let angle = (tick as f32 / 20.0) + number as f32;
            wish(app, *entity, Vec3::new(angle.sin(), 0.0, angle.cos()) * 4.0);
            app.world_mut().get_mut::<CharacterIntent>(*entity).unwrap().jump = tick % 40 == 5;
        }
        let mut tables = app.world_mut().query::<(&Mover, &mut Transform)>();
        for (mover, mut transform) in tables.iter_mut(app.world_mut()) {
            if *mover == Mover::default() {
                transform.translation.x = -3.0 + (tick as f32 / 30.0).sin();
            }
        }
        run(app, 1);
    }
    heard(app)
}

#[test]
fn a_clone_goes_on_with_the_same_bits_and_messages() {
    let (mut app, people) = scene();
    play(&mut app, &people, 50);
    let saved = app.world().resource::<GlissandoStage>().clone();
    let first = play(&mut app, &people, 120);
    let end = app.world().resource::<GlissandoStage>().state().clone();
    let places: Vec<Vec3> = people.iter().map(|entity| place(&app, *entity)).collect();
    assert!(first.len() > 20);
    for _ in 0..3 {
        app.world_mut().resource_mut::<GlissandoStage>().restore(&saved);
        let again = play(&mut app, &people, 120);
        assert_eq!(*app.world().resource::<GlissandoStage>().state(), end);
        assert_eq!(again, first);
        assert_eq!(people.iter().map(|entity| place(&app, *entity)).collect::<Vec<_>>(), places);
        let teleports = |c: &bevy_glissando::glissando::stage::StageCharacter| c.state.teleports;
        assert!(end.characters.iter().all(|character| teleports(character) == 0));
    }
    // As a resource that is inserted, and from far behind.
    play(&mut app, &people, 300);
    app.insert_resource(saved);
    assert_eq!(play(&mut app, &people, 120), first);
    assert_eq!(*app.world().resource::<GlissandoStage>().state(), end);
}

#[test]
fn what_is_gone_since_leaves_and_what_has_come_since_joins_again() {
    let (mut app, people) = scene();
    play(&mut app, &people, 20);
    let saved = app.world().resource::<GlissandoStage>().clone();
    let new = person(&mut app, DVec3::new(0.0, 0.0, 6.0));
    app.world_mut().despawn(people[3]);
    run(&mut app, 20);
    app.world_mut().resource_mut::<GlissandoStage>().restore(&saved);
    run(&mut app, 20);
    let stage = app.world().resource::<GlissandoStage>();
    assert_eq!(stage.state().characters.len(), people.len());
    assert!(stage.character(new).is_some() && stage.character(people[3]).is_none());
    assert!(crate::common::motion(&app, new).is_grounded());
}

#[test]
fn two_worlds_are_apart() {
    let (mut one, people) = scene();
    let mut two = app();
    let alone = person(&mut two, DVec3::ZERO);
    play(&mut one, &people, 10);
    run(&mut two, 60);
    assert_eq!(one.world().resource::<GlissandoStage>().tick(), 10);
    assert!(place(&two, alone).y < -3.0);
}
