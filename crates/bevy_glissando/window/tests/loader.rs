//! Levels that Bevy's own glTF loader spawns, without a renderer: the same as those that `spawn_level` makes of their files.

use bevy::asset::AssetPlugin;
use bevy::gltf::GltfPlugin;
use bevy::math::DVec3;
use bevy::mesh::{Mesh, MeshPlugin, VertexAttributeValues};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::world_serialization::WorldSerializationPlugin;
use bevy_glissando::glissando::{DVec3 as Core, Filter};
use bevy_glissando::level::glissando_level::{LoadOptions, Mechanisms, load};
use bevy_glissando::level::*;
use bevy_glissando::prelude::*;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const YARD: &str = "../levels/yard.gltf";
const HALL: &str = "tests/hall.gltf";

/// The rounding of an `f32` within 16 m of the origin, some times over: a turned node's transform is rounded where the file is not.
const ROUNDING: f64 = 1e-5;

/// An app in which a level stands.
struct Game {
    app: App,
    level: SpawnedLevel,
}

/// The names of all messages so far.
#[derive(Resource, Default)]
struct Heard(Vec<&'static str>);

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Ticks pass in [`Game::run`] only.
fn app(file: &str) -> App {
    let folder = path(file).parent().unwrap().to_string_lossy().into_owned();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .add_plugins(AssetPlugin { file_path: folder, ..AssetPlugin::default() })
        .add_plugins((MeshPlugin, WorldSerializationPlugin, GltfPlugin::default()))
        .add_plugins((GlissandoPlugin::default().with_hz(60.0), LevelPlugin::default()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(0))
        .init_resource::<Heard>()
        .add_systems(FixedLast, |mut read: MessageReader<StageMessage>, mut heard: ResMut<Heard>| {
            heard.0.extend(read.read().map(StageMessage::name));
        });
    // The loader joins at the end of the plugins.
    app.finish();
    app.cleanup();
    app
}

impl Game {
    /// The level as Bevy's loader spawns it.
    fn loaded(file: &str) -> Self {
        let mut app = app(file);
        let name = path(file).file_name().unwrap().to_string_lossy().into_owned();
        let scene = app.world().resource::<AssetServer>().load(format!("{name}#Scene0"));
        let root = app.world_mut().spawn((WorldAssetRoot(scene), LevelScene)).id();
        let start = Instant::now();
        while app.world().get::<SpawnedLevel>(root).is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "{file} is not read");
            app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
        let level = app.world().get::<SpawnedLevel>(root).unwrap().clone();
        Self { app, level }
    }

    /// The level as the library reads its file.
    fn read(file: &str) -> Self {
        let mut app = app(file);
        let source = load(&path(file), &LoadOptions::default()).unwrap();
        let mechanisms = Mechanisms::of_level(&source);
        let level = spawn_level(&mut app.world_mut().commands(), &source, &mechanisms);
        app.world_mut().flush();
        app.update();
        Self { app, level }
    }

    fn both(file: &str) -> [Self; 2] {
        let mut games = [Self::loaded(file), Self::read(file)];
        games.iter_mut().for_each(|game| game.run(1));
        games
    }

    fn run(&mut self, ticks: usize) {
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        (0..ticks).for_each(|_| self.app.update());
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(0));
    }

    fn name(&self, entity: Entity) -> String {
        self.app.world().get::<Name>(entity).map_or(String::new(), ToString::to_string)
    }

    fn solids(&self) -> Vec<Entity> {
        let at_rest = self.level.colliders.iter().map(|(entity, _)| *entity);
        at_rest.chain(self.level.movers.iter().map(|mover| mover.unwrap())).collect()
    }

    /// The corners of a collider's triangles in the world of the stage.
    fn solid(&mut self, entity: Entity) -> Vec<DVec3> {
        let stage = self.app.world_mut().resource_mut::<GlissandoStage>().into_inner();
        let id = stage.body_id(entity).expect("it is on the stage");
        let body = stage.world().unwrap().body(id).unwrap();
        let triangles = (0..body.mesh.source_count()).map(|index| body.mesh.triangle(index).unwrap());
        triangles.flatten().map(|at| body.pose.transform_point(at.as_dvec3()).into()).collect()
    }

    /// The corners of a trigger's triangles where it is drawn.
    fn zone(&self, entity: Entity) -> Vec<DVec3> {
        let world = self.app.world();
        let mesh = world.get::<Trigger>(entity).unwrap().mesh.to_mesh();
        let Some(VertexAttributeValues::Float32x3(corners)) = mesh.attribute(Mesh::ATTRIBUTE_POSITION) else {
            panic!("a mesh without positions")
        };
        let pose = world.get::<GlobalTransform>(entity).unwrap();
        corners.iter().map(|at| pose.transform_point(Vec3::from(*at)).as_dvec3()).collect()
    }

    fn hero(&mut self, feet: DVec3, wish: Vec3) -> Entity {
        let intent = CharacterIntent { wish, ..CharacterIntent::default() };
        self.app.world_mut().spawn((self.level.body.clone(), CharacterStart::Feet(feet), intent)).id()
    }

    fn at(&self, entity: Entity) -> DVec3 {
        self.app.world().get::<CharacterMotion>(entity).unwrap().position
    }

    fn marker(&self, entity: Entity) -> LevelMarker {
        *self.app.world().get::<LevelMarker>(entity).unwrap()
    }
}

/// The largest distance of the corners of two triangles in the same place of both lists. Each may begin with any of its corners.
fn apart(a: &[DVec3], b: &[DVec3]) -> f64 {
    assert_eq!(a.len(), b.len());
    let turned = |a: &[DVec3], b: &[DVec3], first: usize| {
        (0..3).fold(0.0_f64, |most, corner| most.max(a[corner].distance(b[(corner + first) % 3])))
    };
    let triangles = a.chunks_exact(3).zip(b.chunks_exact(3));
    triangles.fold(0.0, |most: f64, (a, b)| {
        most.max((0..3).fold(f64::INFINITY, |least, first| least.min(turned(a, b, first))))
    })
}

/// Compares colliders, movers, triggers and markers; returns the names of the solids that are not the same to the bit.
fn same(loaded: &mut Game, read: &mut Game) -> Vec<String> {
    let counts = |level: &SpawnedLevel| {
        [level.colliders.len(), level.movers.len(), level.triggers.len(), level.markers.len()]
    };
    assert_eq!(counts(&loaded.level), counts(&read.level));
    let mut rounded = Vec::new();
    for (one, other) in loaded.solids().into_iter().zip(read.solids()) {
        let (name, own) = (loaded.name(one), read.name(other));
        assert!(name == own || own.is_empty(), "{name:?} {own:?}");
        let far = apart(&loaded.solid(one), &read.solid(other));
        assert!(far < ROUNDING, "{name}: {far}");
        if far > 0.0 {
            rounded.push(name);
        }
    }
    for (one, other) in loaded.level.triggers.iter().zip(&read.level.triggers) {
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(loaded.name(one), read.name(other));
        let part = |game: &Game, trigger| game.app.world().get::<LevelTrigger>(trigger).unwrap().clone();
        assert_eq!(part(loaded, one), part(read, other));
        let far = apart(&loaded.zone(one), &read.zone(other));
        assert!(far < ROUNDING, "{}: {far}", loaded.name(one));
    }
    for (one, other) in loaded.level.markers.iter().zip(&read.level.markers) {
        assert_eq!(loaded.name(*one), read.name(*other));
        let (one, other) = (loaded.marker(*one), read.marker(*other));
        assert_eq!((one.kind, one.yaw_radians), (other.kind, other.yaw_radians));
        assert!(one.position.distance(other.position) < ROUNDING);
    }
    assert_eq!(loaded.level.spawns, read.level.spawns);
    assert_eq!(loaded.level.body, read.level.body);
    rounded
}

#[test]
fn the_yard_of_the_loader_is_that_of_the_file() {
    let [mut loaded, mut read] = Game::both(YARD);
    assert_eq!((loaded.level.colliders.len(), loaded.level.movers.len()), (16, 4));
    // All others are the same to the bit: numbers that are not multiplied by a rotation are rounded to `f32` once on both ways.
    assert_eq!(same(&mut loaded, &mut read), ["ramp", "leaning block"]);
    assert_eq!(loaded.level.left_out, ["1 of 25 instances are not solid: their names or extras say so"]);
}

#[test]
fn a_hall_of_cameras_lights_unnamed_nodes_and_odd_primitives_is_that_of_its_file() {
    let [mut loaded, mut read] = Game::both(HALL);
    same(&mut loaded, &mut read);
    assert_eq!(
        loaded.level.spawns.len(),
        1,
        "neither the camera nor the light nor the scene, which are called spawns too"
    );
    // The net stops a ray from one side; moss halves the pace.
    let [one, other] = [&mut loaded, &mut read].map(|game| {
        let slow = game.hero(DVec3::new(-6.0, 0.01, 6.0), Vec3::X * 3.0);
        game.run(60);
        let walked = game.at(slow).x + 6.0;
        let stage = game.app.world_mut().resource_mut::<GlissandoStage>().into_inner();
        let mut ray = |y: f64, way: f64| {
            let hit = stage.world().unwrap().ray(Core::new(5.6, y, 0.0), Core::Y * way, Filter::ALL);
            hit.unwrap().map(|hit| hit.fraction)
        };
        (walked, ray(1.5, -1.0), ray(0.5, 1.0))
    });
    assert_eq!(one, other);
    assert!((1.2..=1.5).contains(&one.0) && one.1.is_some() != one.2.is_some(), "{one:?}");
}

#[test]
fn characters_walk_the_yard_of_the_loader_as_they_walk_that_of_the_file() {
    let mut games = Game::both(YARD);
    let routes = [
        ("through the gate", DVec3::new(0.0, 0.0, 2.0), Vec3::NEG_Z),
        ("up the stairs", DVec3::new(-3.0, 0.0, -8.0), Vec3::NEG_X),
        ("on the lift", DVec3::new(6.0, 0.21, -8.0), Vec3::ZERO),
        ("on the turntable", DVec3::new(-4.5, 0.21, 4.0), Vec3::ZERO),
        ("over the pad", DVec3::new(3.0, 0.0, 2.0), Vec3::X),
        ("to the exit", DVec3::new(8.0, 0.0, 8.0), Vec3::X),
        ("up the ramp", DVec3::new(-10.6, 0.0, 3.0), Vec3::NEG_Z),
        ("along the ferry", DVec3::new(3.0, 0.56, 10.0), Vec3::ZERO),
        ("against the leaning block", DVec3::new(-5.0, 0.0, 9.2), Vec3::NEG_X),
        ("into a corner", DVec3::new(12.0, 0.0, 12.0), Vec3::new(1.0, 0.0, 1.0)),
    ];
    let heroes = games.each_mut().map(|game| routes.map(|(_, feet, way)| game.hero(feet, way * 3.0)));
    for tick in 0..300 {
        games.iter_mut().for_each(|game| game.run(1));
        for (index, (route, ..)) in routes.iter().enumerate() {
            let [one, other] = [0, 1].map(|which| games[which].at(heroes[which][index]));
            let far = one.distance(other);
            // Those on the two solids with a rounded transform, and riders: the triangles of a mover are in its node's space in a
            // scene, and in metres in a file's level.
            let is_rounded =
                ["ramp", "block", "lift", "turntable", "ferry"].iter().any(|word| route.contains(word));
            assert!(if is_rounded { far < 1e-6 } else { far == 0.0 }, "{route}, tick {tick}: {far:e}");
        }
    }
    let [one, other] = games.each_ref().map(|game| &game.app.world().resource::<Heard>().0);
    assert!(one.len() > 50 && one == other, "{one:?} {other:?}");
}
