//! Gizmos of Bevy (feature `gizmos`), in apps without a window.

use bevy_app::prelude::*;
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::prelude::*;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
use bevy_glissando::prelude::*;
use bevy_glissando::{GlissandoGizmos, GlissandoGizmosPlugin, TracedMove};
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::any::TypeId;

fn app() -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((
        bevy_app::TaskPoolPlugin::default(),
        TimePlugin,
        TransformPlugin,
        AssetPlugin::default(),
    ))
    .add_plugins((GizmoPlugin, GlissandoPlugin::default().with_hz(60.0), GlissandoGizmosPlugin))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let world = app.world_mut();
    let floor = Collider::cuboid(Vec3::new(20.0, 0.5, 20.0)).unwrap();
    world.spawn((floor, Transform::from_xyz(0.0, -0.5, 0.0)));
    world.spawn((Trigger::cuboid(Vec3::ONE).unwrap(), Transform::from_xyz(5.0, 1.0, 0.0)));
    let hero = world.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO))).id();
    app.finish();
    app.cleanup();
    run(&mut app);
    (app, hero)
}

fn run(app: &mut App) {
    for _ in 0..10 {
        app.update();
    }
}

/// The number of lines after some ticks, and that of the points of strips.
fn drawn(app: &mut App) -> (usize, usize) {
    run(app);
    let handles = app.world().resource::<GizmoHandles>().handles();
    let Some(handle) = &handles[&TypeId::of::<GlissandoGizmos>()] else { return (0, 0) };
    let asset = app.world().resource::<Assets<GizmoAsset>>().get(handle).unwrap();
    let buffer = asset.buffer();
    // Points that are not finite end the strips.
    let points = buffer.strip_positions.iter().filter(|at| at.is_finite());
    (buffer.list_positions.len() / 2, points.count())
}

fn set(app: &mut App, change: impl FnOnce(&mut bool, &mut GlissandoGizmos)) {
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    let (config, shown) = store.config_mut::<GlissandoGizmos>();
    change(&mut config.enabled, shown);
}

#[test]
fn bodies_contacts_and_triggers_are_drawn_and_switched_off_together_and_one_by_one() {
    let (mut app, _) = app();
    let (lines, points) = drawn(&mut app);
    // Two triangles of the floor and twelve of the trigger, of four points each; three outlines of the body.
    assert_eq!(points, 4 * 14 + 3 * 33);
    // A contact, and the velocity.
    assert!(lines >= 2, "{lines}");
    set(&mut app, |_, shown| shown.triggers = false);
    assert_eq!(drawn(&mut app), (lines, 4 * 2 + 3 * 33));
    set(&mut app, |_, shown| (shown.characters, shown.triggers) = (false, true));
    assert_eq!(drawn(&mut app), (0, 4 * 12));
    set(&mut app, |enabled, _| *enabled = false);
    assert_eq!(drawn(&mut app), (0, 0));
    set(&mut app, |enabled, shown| (*enabled, *shown) = (true, GlissandoGizmos::default()));
    assert_eq!(drawn(&mut app), (lines, points));
}

#[test]
fn the_last_move_of_the_chosen_character_is_drawn_and_no_other() {
    let (mut app, hero) = app();
    set(&mut app, |_, shown| (shown.characters, shown.triggers) = (false, false));
    assert_eq!(drawn(&mut app), (0, 0));
    app.world_mut().get_mut::<CharacterIntent>(hero).unwrap().wish = Vec3::X;
    app.world_mut().resource_mut::<TracedMove>().character = Some(hero);
    assert!(drawn(&mut app).0 >= 1);
    assert!(!app.world().resource::<TracedMove>().steps().is_empty());
    app.world_mut().despawn(hero);
    assert_eq!(drawn(&mut app), (0, 0));
    assert!(app.world().resource::<TracedMove>().steps().is_empty());
}

#[test]
fn a_reach_that_is_no_number_draws_no_character_and_stops_nothing() {
    let (mut app, hero) = app();
    set(&mut app, |_, shown| (shown.reach, shown.triggers) = (f64::NAN, false));
    assert_eq!(drawn(&mut app), (0, 0));
    assert!(app.world().get::<CharacterMotion>(hero).unwrap().is_grounded());
}

#[test]
fn without_the_gizmos_of_bevy_nothing_is_drawn_and_nothing_panics() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default(), GlissandoGizmosPlugin));
    app.update();
    assert_eq!(app.world().resource::<GizmoConfigStore>().config::<GlissandoGizmos>().1.reach, 0.1);
}
