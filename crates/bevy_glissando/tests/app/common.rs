//! An app of 60 ticks a second, one a frame, and what stands in it.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

/// All messages and faults since the last look.
#[derive(Resource, Default)]
pub(crate) struct Heard(Vec<StageMessage>, Vec<String>);

/// An app that shows what the last tick has written.
pub(crate) fn app() -> App {
    app_of(GlissandoPlugin::default().with_hz(60.0).without_interpolation())
}

pub(crate) fn app_of(plugin: GlissandoPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, plugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .init_resource::<Heard>()
        .add_systems(FixedLast, |mut reader: MessageReader<StageMessage>, mut heard: ResMut<Heard>| {
            heard.0.extend(reader.read().copied());
        })
        .add_systems(Last, |mut reader: MessageReader<StageFault>, mut heard: ResMut<Heard>| {
            heard.1.extend(reader.read().map(ToString::to_string));
        });
    // The clock starts in the first frame, which has no tick.
    app.update();
    app
}

/// An app with a floor of forty metres at height 0.
pub(crate) fn with_floor() -> (App, Entity) {
    floor_in(app())
}

pub(crate) fn floor_in(mut app: App) -> (App, Entity) {
    let floor = block(&mut app, Vec3::new(0.0, -0.5, 0.0), Vec3::new(20.0, 0.5, 20.0));
    (app, floor)
}

pub(crate) fn block(app: &mut App, at: Vec3, half_extents: Vec3) -> Entity {
    app.world_mut().spawn((Collider::cuboid(half_extents).unwrap(), Transform::from_translation(at))).id()
}

pub(crate) fn person(app: &mut App, feet: DVec3) -> Entity {
    app.world_mut().spawn((CharacterBody::default(), CharacterStart::Feet(feet))).id()
}

pub(crate) fn wish(app: &mut App, entity: Entity, wish: Vec3) {
    app.world_mut().get_mut::<CharacterIntent>(entity).unwrap().wish = wish;
}

pub(crate) fn run(app: &mut App, ticks: usize) {
    for _ in 0..ticks {
        app.update();
    }
}

pub(crate) fn motion(app: &App, entity: Entity) -> CharacterMotion {
    *app.world().get::<CharacterMotion>(entity).unwrap()
}

pub(crate) fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).unwrap().translation
}

/// The messages since the last look.
pub(crate) fn heard(app: &mut App) -> Vec<StageMessage> {
    std::mem::take(&mut app.world_mut().resource_mut::<Heard>().0)
}

pub(crate) fn names(messages: &[StageMessage]) -> Vec<&'static str> {
    messages.iter().map(StageMessage::name).collect()
}

/// The faults since the last look, as texts.
pub(crate) fn faults(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Heard>().1)
}
