//! The same bits, wherever Bevy keeps the entities.

use crate::common::{app, block, run};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::stage::StageState;
use bevy_glissando::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

#[derive(Component)]
struct Mark;

/// A crowd that runs into itself and into blocks of one height, so that ties are many.
fn state(spawn: impl Fn(&mut App, Vec<(u64, Vec3)>)) -> StageState {
    let mut app = app();
    for x in -5..5 {
        for z in -5..5 {
            block(
                &mut app,
                Vec3::new(x as f32 * 2.0 + 1.0, -0.5, z as f32 * 2.0 + 1.0),
                Vec3::new(1.0, 0.5, 1.0),
            );
        }
    }
    let people = (0..60).map(|i| (1000 + i, Vec3::new((i % 8) as f32 - 4.0, 1.0, (i / 8) as f32 - 4.0)));
    spawn(&mut app, people.collect());
    let mut intents = app.world_mut().query::<(&StageOrder, &mut CharacterIntent)>();
    for (order, mut intent) in intents.iter_mut(app.world_mut()) {
        let x = (order.0 * 7 % 13) as f32 - 6.0;
        intent.wish = Vec3::new(x, 0.0, 2.0 - x);
    }
    run(&mut app, 90);
    app.world().resource::<GlissandoStage>().state().clone()
}

fn one(app: &mut App, (number, at): (u64, Vec3)) -> Entity {
    app.world_mut()
        .spawn((CharacterBody::default(), StageOrder(number), Transform::from_translation(at)))
        .id()
}

#[test]
fn neither_archetypes_nor_the_order_of_spawning_change_a_bit_under_the_games_own_numbers() {
    let expected = state(|app, people| {
        for person in people {
            one(app, person);
        }
    });
    let shuffled = state(|app, mut people| {
        people.sort_by_key(|(number, _)| number * 37 % 61);
        let entities: Vec<Entity> = people.into_iter().map(|person| one(app, person)).collect();
        // Other archetypes, and holes in their tables.
        for entity in entities.iter().step_by(3) {
            app.world_mut().entity_mut(*entity).insert(Mark);
        }
        for entity in entities.iter().step_by(6) {
            app.world_mut().entity_mut(*entity).remove::<Mark>();
        }
    });
    assert_eq!(shuffled, expected);
}

#[test]
fn without_own_numbers_entities_join_in_the_order_of_spawning() {
    let mut app = app();
    let first = app.world_mut().spawn((CharacterBody::default(), Transform::from_xyz(0.0, 0.0, 0.0))).id();
    let second =
        app.world_mut().spawn((Mark, CharacterBody::default(), Transform::from_xyz(3.0, 0.0, 0.0))).id();
    let third = app.world_mut().spawn((CharacterBody::default(), Transform::from_xyz(6.0, 0.0, 0.0))).id();
    app.world_mut().entity_mut(first).insert(Mark);
    run(&mut app, 1);
    let stage = app.world().resource::<GlissandoStage>();
    let order = |app: &App, entity| *app.world().get::<StageOrder>(entity).unwrap();
    assert!(order(&app, first) < order(&app, second) && order(&app, second) < order(&app, third));
    let xs: Vec<f64> = stage.state().characters.iter().map(|c| c.state.position.x).collect();
    assert_eq!(xs, [0.0, 3.0, 6.0]);
    // A copy of an entity has a number of its own.
    let copy = app.world_mut().entity_mut(second).clone_and_spawn();
    assert!(order(&app, copy) > order(&app, third));
}
