//! Components can be inspected, cloned and inserted by their types' names.

use crate::common::app;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_glissando::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::{GetPath, PartialReflect};

#[test]
fn all_components_are_registered_with_their_component_data() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for name in [
        "Ball",
        "BallMotion",
        "CharacterBody",
        "CharacterIntent",
        "CharacterMotion",
        "CharacterStart",
        "Collider",
        "Mover",
        "StageOrder",
        "Trigger",
    ] {
        let registration = registry.get_with_short_type_path(name).unwrap_or_else(|| panic!("{name}"));
        assert!(registration.data::<ReflectComponent>().is_some(), "{name}");
    }
}

#[test]
fn a_body_is_changed_by_path_and_inserted_by_reflection() {
    let mut app = app();
    let mut body = CharacterBody::default();
    *body.path_mut::<f64>("ground.step_height").unwrap() = 0.25;
    *body.path_mut::<f64>("jump.speed").unwrap() = 7.0;
    assert_eq!(body.settings().ground.step_height, 0.25);
    let entity = app.world_mut().spawn_empty().id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let data =
        registry.get_with_short_type_path("CharacterBody").unwrap().data::<ReflectComponent>().unwrap();
    data.insert(&mut app.world_mut().entity_mut(entity), body.as_partial_reflect(), &registry);
    // Inserted, it has brought what it requires.
    let entity = app.world().entity(entity);
    assert_eq!(entity.get::<CharacterBody>().unwrap().jump.speed, 7.0);
    assert!(entity.contains::<CharacterIntent>() && entity.get::<StageOrder>().unwrap().0 > 0);
    let collider = Collider::cuboid(Vec3::ONE).unwrap();
    let cloned = collider.reflect_clone().unwrap().take::<Collider>().unwrap();
    assert_eq!(cloned.mesh, collider.mesh);
}
