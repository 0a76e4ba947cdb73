//! Scenes as Bevy's glTF loader spawns them (feature `gltf`): the same level as its file read by `glissando-level`.

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::{Body, DVec3 as Core};
use bevy_glissando::level::glissando_level::{LoadOptions, load};
use bevy_glissando::level::*;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_mesh::{Mesh, Mesh3d};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use loader::{Camera, GltfExtras, GltfMeshName, GltfSceneName, PointLight};
use serde_json::Value;
use std::path::PathBuf;

/// The components of the loader, under the paths of their types.
mod loader {
    use bevy_ecs::prelude::*;
    use bevy_reflect::prelude::*;

    #[derive(Component, Reflect, Default)]
    #[reflect(Component)]
    #[type_path = "bevy_gltf::assets"]
    pub(crate) struct GltfExtras {
        pub(crate) value: String,
    }

    #[derive(Component, Reflect, Default)]
    #[reflect(Component)]
    #[type_path = "bevy_gltf::assets"]
    pub(crate) struct GltfMeshName(pub(crate) String);

    #[derive(Component, Reflect, Default)]
    #[reflect(Component)]
    #[type_path = "bevy_gltf::assets"]
    pub(crate) struct GltfSceneName(pub(crate) String);

    #[derive(Component, Reflect, Default)]
    #[reflect(Component)]
    #[type_path = "bevy_camera::camera"]
    pub(crate) struct Camera;

    #[derive(Component, Reflect, Default)]
    #[reflect(Component)]
    #[type_path = "bevy_light::point_light"]
    pub(crate) struct PointLight;
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels/yard.gltf")
}

fn numbers<const N: usize>(node: &Value, key: &str, usual: [f32; N]) -> [f32; N] {
    let Some(list) = node[key].as_array() else { return usual };
    std::array::from_fn(|k| list[k].as_f64().unwrap() as f32)
}

/// What the loader makes of a node: an entity with a child for its mesh's one primitive, and its children.
fn spawn(world: &mut World, nodes: &[Value], index: usize, above: Entity, cube: &Handle<Mesh>) {
    let node = &nodes[index];
    let transform = Transform {
        translation: Vec3::from(numbers(node, "translation", [0.0; 3])),
        rotation: Quat::from_array(numbers(node, "rotation", [0.0, 0.0, 0.0, 1.0])),
        scale: Vec3::from(numbers(node, "scale", [1.0; 3])),
    };
    let name = Name::new(node["name"].as_str().unwrap().to_owned());
    let entity = world.spawn((name, transform, ChildOf(above))).id();
    if node["extras"].is_object() {
        world.entity_mut(entity).insert(GltfExtras { value: node["extras"].to_string() });
    }
    if node["mesh"].is_number() {
        // The loader calls a primitive by its mesh and material, and notes the name of its mesh if it has one.
        let primitive = (Mesh3d(cube.clone()), ChildOf(entity), Transform::default());
        if index.is_multiple_of(2) {
            world.spawn((primitive, Name::new("Mesh")));
        } else {
            world.spawn((primitive, Name::new("cube.stone"), GltfMeshName("cube".into())));
        }
    }
    for child in node["children"].as_array().into_iter().flatten() {
        spawn(world, nodes, child.as_u64().unwrap() as usize, entity, cube);
    }
}

/// An app with the scene of the yard below a root at this place.
fn app(at: Vec3) -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, GlissandoPlugin::default().with_hz(60.0)))
        .add_plugins(LevelPlugin::default())
        .register_type::<GltfExtras>()
        .register_type::<GltfMeshName>()
        .init_resource::<Assets<Mesh>>()
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let world = app.world_mut();
    let cube = Collider::cuboid(Vec3::ONE).unwrap().mesh.to_mesh();
    let cube = world.resource_mut::<Assets<Mesh>>().add(cube);
    let root = world.spawn((LevelScene, Transform::from_translation(at))).id();
    let text = std::fs::read_to_string(file()).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let nodes = document["nodes"].as_array().unwrap();
    for node in document["scenes"][0]["nodes"].as_array().unwrap() {
        spawn(world, nodes, node.as_u64().unwrap() as usize, root, &cube);
    }
    app.update();
    (app, root)
}

fn level(app: &App, root: Entity) -> SpawnedLevel {
    app.world().get::<SpawnedLevel>(root).expect("it was read").clone()
}

fn named(app: &mut App, name: &str) -> Entity {
    let mut query = app.world_mut().query::<(Entity, &Name)>();
    query.iter(app.world()).find(|(_, found)| found.as_str() == name).unwrap().0
}

#[test]
fn the_entities_of_a_scene_get_the_colliders_that_the_file_has() {
    let (mut app, root) = app(Vec3::ZERO);
    app.update();
    let spawned = level(&app, root);
    let source = load(&file(), &LoadOptions::default()).unwrap();
    let own = source.build().unwrap().world;
    assert_eq!((spawned.movers.len(), spawned.triggers.len()), (4, 4));
    assert!(spawned.left_out.iter().all(|why| why.contains("not solid")), "{:?}", spawned.left_out);
    // The flag is drawn, and nothing else is added to it.
    let flag = named(&mut app, "flag-noimp");
    assert!(app.world().get::<Collider>(flag).is_none());
    let floor = named(&mut app, "floor");
    assert!(app.world().get::<Collider>(floor).is_some());
    let stage = app.world_mut().resource_mut::<GlissandoStage>().into_inner();
    let ids: Vec<_> = spawned.colliders.iter().map(|(e, _)| stage.body_id(*e).unwrap()).collect();
    let world = stage.world().unwrap();
    let corners = |body: &Body| -> Vec<Core> {
        let mut corners: Vec<Core> = (0..body.mesh.source_count())
            .flat_map(|index| body.mesh.triangle(index).unwrap())
            .map(|corner| body.pose.transform_point(corner.as_dvec3()))
            .collect();
        corners.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).unwrap());
        corners
    };
    assert_eq!(own.body_count(), ids.len());
    let middle = |corners: &[Core]| corners.iter().fold(Core::ZERO, |sum, c| sum + *c) / corners.len() as f64;
    for ((_, body), id) in own.bodies().zip(ids) {
        let (expected, found) = (corners(body), corners(world.body(id).unwrap()));
        assert_eq!(expected.len(), found.len());
        assert!((middle(&expected) - middle(&found)).length() < 1e-4);
        // Every corner has one of the other at its place.
        let near = |at: &Core| found.iter().any(|other| (*other - *at).length() < 1e-4);
        assert!(expected.iter().all(near), "{expected:?} {found:?}");
    }
}

#[test]
fn movers_triggers_and_spawns_of_a_scene_work_wherever_its_root_is() {
    let at = DVec3::new(100.0, 5.0, -40.0);
    let (mut app, root) = app(at.as_vec3());
    let spawned = level(&app, root);
    assert_eq!(spawned.start(), CharacterStart::Feet(DVec3::new(0.0, 0.0, 2.0) + at));
    let mut hero =
        |feet: DVec3| app.world_mut().spawn((spawned.body.clone(), CharacterStart::Feet(feet + at))).id();
    let on_lift = hero(DVec3::new(6.0, 0.21, -8.0));
    let on_table = hero(DVec3::new(-4.5, 0.21, 4.0));
    let on_plate = hero(DVec3::new(0.0, 0.01, -2.5));
    let at_exit = hero(DVec3::new(11.0, 0.01, 8.0));
    (0..240).for_each(|_| app.update());
    let place = |app: &App, entity| app.world().get::<CharacterMotion>(entity).unwrap().position - at;
    let top = place(&app, on_lift);
    assert!((top - DVec3::new(6.0, 4.1, -8.0)).length() < 0.05, "{top:?}");
    // Four seconds of 0.8 radians a second, about the middle of the table.
    let around = place(&app, on_table) - DVec3::new(-3.0, 1.1, 4.0);
    assert!((around.length() - 1.5).abs() < 0.05 && around.x > 1.3, "{around:?}");
    let gate = named(&mut app, "gate");
    let height = app.world().get::<Transform>(gate).unwrap().translation.y;
    assert!(height > 3.7, "{height}");
    assert!(place(&app, on_plate).z < -1.5);
    let arrived = place(&app, at_exit);
    assert!((arrived - DVec3::new(-10.0, 0.9, 12.0)).length() < 0.05, "where the marker is: {arrived:?}");
}

#[test]
fn a_scene_waits_for_its_meshes_and_one_without_triangles_is_left_out_by_name() {
    let (mut app, root) = app(Vec3::ZERO);
    let missing = app.world().resource::<Assets<Mesh>>().reserve_handle();
    let world = app.world_mut();
    let late = world.spawn(LevelScene).id();
    let wall = world.spawn((Name::new("wall"), Mesh3d(missing.clone()), ChildOf(late))).id();
    app.update();
    assert!(
        app.world().get::<SpawnedLevel>(late).is_none() && app.world().get::<SpawnedLevel>(root).is_some()
    );
    let lines = Mesh::new(bevy_mesh::PrimitiveTopology::LineList, Default::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0_f32; 3]; 2]);
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(missing.id(), lines).unwrap();
    app.update();
    let spawned = level(&app, late);
    assert!(spawned.left_out.iter().any(|why| why.contains("wall")), "{:?}", spawned.left_out);
    assert!(app.world().get::<Collider>(wall).is_none());
}

#[test]
fn names_of_scenes_cameras_and_lights_and_those_that_the_loader_makes_up_make_no_markers() {
    let mut app = app(Vec3::ZERO).0;
    app.register_type::<GltfSceneName>().register_type::<Camera>().register_type::<PointLight>();
    let world = app.world_mut();
    let root = world.spawn(LevelScene).id();
    let mut node = |name: &str, above: Entity| {
        world.spawn((Name::new(name.to_owned()), Transform::default(), ChildOf(above))).id()
    };
    let scenes = [node("spawn yard", root), node("Scene0", root)];
    let [spawn, camera, lamp, _, post] =
        ["spawn", "spawn camera", "spawn lamp", "GltfNode3", "Node3"].map(|name| node(name, scenes[0]));
    let light = node("spawn light", lamp);
    world.entity_mut(scenes[0]).insert(GltfSceneName("spawn yard".into()));
    world.entity_mut(camera).insert((Camera, GltfExtras { value: r#"{"lens": 35}"#.into() }));
    world.entity_mut(light).insert(PointLight);
    app.update();
    let spawned = level(&app, root);
    assert_eq!((spawned.markers, spawned.spawns.len()), (vec![spawn, post], 1));
}
