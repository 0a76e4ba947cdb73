//! Components through serde and through reflection (feature `serialize`): what was read again moves to the same bits.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_glissando::prelude::*;
use bevy_glissando::{PathEnds, Policy, TriggerRule};
use bevy_math::{DVec3, Vec3};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, GlissandoPlugin::default().with_hz(60.0)))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .register_type::<Transform>();
    app.update();
    app
}

/// A floor with a slope, a lift that turns, a trigger, a ball, and two characters of which one is told apart by everything.
fn spawn(world: &mut World) {
    let floor = Collider::cuboid(Vec3::new(20.0, 0.5, 20.0)).unwrap();
    world.spawn((floor.clone(), Transform::from_xyz(0.0, -0.5, 0.0)));
    let slope = Transform::from_xyz(3.0, -0.2, 0.0).with_rotation(bevy_math::Quat::from_rotation_z(0.3));
    world.spawn((floor, slope.with_scale(Vec3::splat(0.1))));
    let path = Mover::path(&[(0.0, DVec3::ZERO), (0.7, DVec3::new(0.1, 0.3, 1.3))], PathEnds::PingPong);
    let lift = Collider::cuboid(Vec3::new(1.0, 0.1, 1.0)).unwrap();
    world.spawn((lift, Transform::from_xyz(-2.0, 0.1, 0.0), path.with_policy(Policy::Reverse)));
    let zone = Trigger::cuboid(Vec3::ONE).unwrap().by(TriggerRule::VolumeByCentre);
    world.spawn((zone, Transform::from_xyz(0.0, 1.0, 3.0)));
    let ball = Ball { radius: 0.3, velocity: DVec3::new(1.0, 2.0, 0.1), ..Ball::default() };
    world.spawn((ball, Transform::from_xyz(0.0, 3.0, 1.0)));
    let walks = CharacterIntent { wish: Vec3::new(2.0, 0.0, 0.3), jump: true, ..CharacterIntent::default() };
    world.spawn((CharacterBody::capsule(0.3, 0.8), CharacterStart::Feet(DVec3::new(0.1, 0.0, 0.2)), walks));
    let mut body = CharacterBody::default();
    (body.pace.acceleration, body.mass, body.skin) = (f64::INFINITY, 61.7, Some(0.013));
    world.spawn((body, Transform::from_xyz(-2.0, 1.2, 0.1), walks));
}

/// A file's entity.
#[derive(Serialize, Deserialize)]
struct Saved {
    order: StageOrder,
    transform: Transform,
    body: Option<CharacterBody>,
    intent: Option<CharacterIntent>,
    start: Option<CharacterStart>,
    collider: Option<Collider>,
    mover: Option<Mover>,
    trigger: Option<Trigger>,
    ball: Option<Ball>,
}

type Parts<'a> = (
    (&'a StageOrder, &'a Transform, Option<&'a CharacterBody>, Option<&'a CharacterIntent>),
    (Option<&'a CharacterStart>, Option<&'a Collider>, Option<&'a Mover>),
    (Option<&'a Trigger>, Option<&'a Ball>),
);

fn saved(world: &mut World) -> Vec<Saved> {
    let mut query = world.query::<Parts>();
    let all = query.iter(world).map(
        |((order, transform, body, intent), (start, collider, mover), (trigger, ball))| Saved {
            order: *order,
            transform: *transform,
            body: body.cloned(),
            intent: intent.copied(),
            start: start.copied(),
            collider: collider.cloned(),
            mover: mover.cloned(),
            trigger: trigger.cloned(),
            ball: ball.copied(),
        },
    );
    all.collect()
}

fn load(world: &mut World, saved: Vec<Saved>) {
    for entity in saved {
        let mut new = world.spawn((entity.order, entity.transform));
        macro_rules! insert {
            ($($part:ident),*) => { $(if let Some(part) = entity.$part { new.insert(part); })* };
        }
        insert!(body, intent, start, collider, mover, trigger, ball);
    }
}

/// The state after two seconds, with every digit.
fn walked(mut app: App) -> String {
    (0..120).for_each(|_| app.update());
    let stage = app.world().resource::<GlissandoStage>();
    assert_eq!((stage.state().characters.len(), stage.state().balls.len()), (2, 1));
    format!("{:?}", stage.state())
}

#[test]
fn what_serde_has_written_and_read_moves_to_the_same_bits() {
    let mut first = app();
    spawn(first.world_mut());
    let text = ron::to_string(&saved(first.world_mut())).unwrap();
    let mut second = app();
    let read: Vec<Saved> = ron::from_str(&text).unwrap();
    // In another order than they were spawned in.
    load(second.world_mut(), read.into_iter().rev().collect());
    assert_eq!(walked(second), walked(first));
}

#[test]
fn what_reflection_has_written_and_read_moves_to_the_same_bits() {
    let mut first = app();
    spawn(first.world_mut());
    let registry = first.world().resource::<AppTypeRegistry>().clone();
    let names = ["StageOrder", "Transform", "CharacterBody", "CharacterIntent", "CharacterStart", "Collider"];
    let names = names.iter().chain(&["Mover", "Trigger", "Ball"]);
    let mut second = app();
    let entities: Vec<Entity> =
        first.world_mut().query_filtered::<Entity, With<StageOrder>>().iter(first.world()).collect();
    for entity in entities {
        let texts: Vec<String> = {
            let registry = registry.read();
            let of = |name: &&str| {
                let registration = registry.get_with_short_type_path(name).unwrap();
                let component = registration.data::<ReflectComponent>().unwrap();
                let value = component.reflect(first.world().entity(entity))?;
                Some(ron::to_string(&ReflectSerializer::new(value.as_partial_reflect(), &registry)).unwrap())
            };
            names.clone().filter_map(of).collect()
        };
        let new = second.world_mut().spawn_empty().id();
        for text in texts {
            let registry = registry.read();
            let mut source = ron::Deserializer::from_str(&text).unwrap();
            let value = ReflectDeserializer::new(&registry).deserialize(&mut source).unwrap();
            let path = value.get_represented_type_info().unwrap().type_path();
            let component = registry.get_with_type_path(path).unwrap().data::<ReflectComponent>().unwrap();
            component.insert(&mut second.world_mut().entity_mut(new), value.as_ref(), &registry);
        }
    }
    assert_eq!(walked(second), walked(first));
}

#[test]
fn a_file_may_leave_out_what_is_as_usual() {
    let body: CharacterBody = ron::from_str("(mass: 61.7, ground: (step_height: 0.2))").unwrap();
    let mut expected = CharacterBody { mass: 61.7, ..CharacterBody::default() };
    expected.ground.step_height = 0.2;
    assert_eq!(body, expected);
    let refused = ron::from_str::<Mover>("(policy: Explode)").unwrap_err().to_string();
    assert!(refused.contains("Explode") && refused.contains("Reverse"), "{refused}");
}
