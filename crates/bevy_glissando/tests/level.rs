//! Level files as entities (feature `level`), in apps without a window.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::level::glissando_level::{Level, LoadOptions, Mechanisms, load};
use bevy_glissando::level::*;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::path::Path;

#[derive(Resource, Default)]
struct Met(Vec<LevelMessage>, Vec<String>);

fn yard() -> (Level, Mechanisms) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/yard.gltf");
    let level = load(&file, &LoadOptions::default()).unwrap();
    let mechanisms = Mechanisms::of_level(&level);
    // The flag.
    assert_eq!(level.notes, ["1 of 25 instances are not solid: their names or extras say so"]);
    assert!(mechanisms.notes.is_empty(), "{:?}", mechanisms.notes);
    (level, mechanisms)
}

struct Yard {
    app: App,
    level: SpawnedLevel,
    source: (Level, Mechanisms),
}

impl Yard {
    fn new() -> Self {
        let mut app = App::new();
        app.add_plugins((TimePlugin, TransformPlugin, GlissandoPlugin::default().with_hz(60.0)))
            .add_plugins(LevelPlugin::default())
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .init_resource::<Met>()
            .add_systems(FixedLast, |mut read: MessageReader<LevelMessage>, mut met: ResMut<Met>| {
                met.0.extend(read.read().copied());
            })
            .add_systems(Last, |mut read: MessageReader<StageFault>, mut met: ResMut<Met>| {
                met.1.extend(read.read().map(ToString::to_string));
            });
        let source = yard();
        let level = spawn_level(&mut app.world_mut().commands(), &source.0, &source.1);
        app.world_mut().flush();
        app.update();
        Self { app, level, source }
    }

    fn hero(&mut self, feet: DVec3) -> Entity {
        let parts = (self.level.body.clone(), CharacterStart::Feet(feet));
        self.app.world_mut().spawn(parts).id()
    }

    fn run(&mut self, ticks: usize) {
        (0..ticks).for_each(|_| self.app.update());
        let faults = &self.app.world().resource::<Met>().1;
        assert!(faults.is_empty(), "{faults:?}");
    }

    fn at(&self, entity: Entity) -> DVec3 {
        self.app.world().get::<CharacterMotion>(entity).unwrap().position
    }

    fn mover(&self, name: &str) -> Entity {
        let place = self.source.1.movers.iter().position(|mover| mover.name == name).unwrap();
        self.level.movers[place].unwrap()
    }

    fn height(&self, mover: &str) -> f32 {
        self.app.world().get::<Transform>(self.mover(mover)).unwrap().translation.y
    }

    fn walk(&mut self, entity: Entity, wish: Vec3, ticks: usize) {
        self.app.world_mut().get_mut::<CharacterIntent>(entity).unwrap().wish = wish;
        self.run(ticks);
    }

    fn effects(&self) -> Vec<LevelEffect> {
        self.app.world().resource::<Met>().0.iter().map(|met| met.effect).collect()
    }
}

#[test]
fn what_is_solid_collides_where_the_file_has_it_and_nothing_else_does() {
    let mut yard = Yard::new();
    yard.run(1);
    assert!(yard.level.left_out.is_empty(), "{:?}", yard.level.left_out);
    let solid = yard.source.0.instances.iter().filter(|i| i.solid).count();
    assert_eq!(
        (yard.level.colliders.len(), yard.level.movers.len(), yard.level.triggers.len()),
        (solid, 4, 4)
    );
    // The world of the level itself and that of the stage have the same triangles, to the rounding of a transform.
    let own = yard.source.0.build().unwrap().world;
    let stage = yard.app.world_mut().resource_mut::<GlissandoStage>().into_inner();
    let of_stage: Vec<Entity> = yard.level.colliders.iter().map(|(entity, _)| *entity).collect();
    let ids: Vec<_> = of_stage.iter().map(|entity| stage.body_id(*entity).unwrap()).collect();
    let world = stage.world().unwrap();
    for ((_, body), id) in own.bodies().zip(ids) {
        let found = world.body(id).unwrap();
        assert_eq!(body.mesh.source_count(), found.mesh.source_count());
        for index in 0..body.mesh.source_count() {
            let place = |body: &bevy_glissando::glissando::Body| {
                body.mesh.triangle(index).unwrap().map(|corner| body.pose.transform_point(corner.as_dvec3()))
            };
            let (expected, found) = (place(body), place(found));
            assert!((0..3).all(|k| (expected[k] - found[k]).length() < 1e-5), "{expected:?} {found:?}");
        }
    }
}

#[test]
fn a_character_rides_the_lift_and_keeps_it_up_until_it_steps_off() {
    let mut yard = Yard::new();
    let hero = yard.hero(DVec3::new(6.0, 0.21, -8.0));
    yard.run(600);
    // Three metres up; without its rider it would have come down after two seconds.
    assert!((yard.at(hero).y - 4.1).abs() < 0.05 && yard.height("lift") > 3.0, "{:?}", yard.at(hero));
    yard.walk(hero, Vec3::X * 3.0, 60);
    yard.walk(hero, Vec3::ZERO, 300);
    assert!((yard.at(hero).y - 4.1).abs() < 0.05, "on the balcony: {:?}", yard.at(hero));
    assert!(yard.height("lift") < 0.2);
}

#[test]
fn a_plate_opens_the_gate_while_somebody_is_on_it() {
    let mut yard = Yard::new();
    yard.run(60);
    let shut = yard.height("gate");
    let hero = yard.hero(DVec3::new(0.0, 0.01, -2.5));
    yard.run(240);
    assert!(yard.height("gate") > shut + 2.4, "held open for four seconds, with a wait of one");
    yard.walk(hero, Vec3::Z * 4.0, 30);
    yard.walk(hero, Vec3::ZERO, 180);
    assert!((yard.height("gate") - shut).abs() < 1e-3);
}

#[test]
fn pads_throw_again_and_again_and_a_teleporter_sends_the_feet_to_its_marker() {
    let mut yard = Yard::new();
    let hero = yard.hero(DVec3::new(6.0, 0.01, 2.0));
    let mut highest = 0.0_f64;
    let mut throws = 0;
    let mut rising = false;
    for _ in 0..400 {
        yard.run(1);
        let motion = *yard.app.world().get::<CharacterMotion>(hero).unwrap();
        highest = highest.max(motion.position.y);
        throws += usize::from(motion.velocity.y > 8.0 && !rising);
        rising = motion.velocity.y > 0.0;
    }
    assert!(highest > 4.5 && throws >= 3, "{highest} {throws}");
    assert!(matches!(yard.effects()[0], LevelEffect::Launch { velocity } if velocity == DVec3::Y * 9.0));
    let other = yard.hero(DVec3::new(11.0, 0.01, 8.0));
    yard.run(60);
    let at = yard.at(other);
    assert!((at - DVec3::new(-10.0, 0.9, 12.0)).length() < 0.05, "{at:?}");
}

#[test]
fn a_pick_up_is_reported_with_its_words_and_left_to_the_game() {
    let mut yard = Yard::new();
    let hero = yard.hero(DVec3::new(0.0, 0.01, 6.0));
    yard.walk(hero, Vec3::Z * 3.0, 60);
    let met = yard.app.world().resource::<Met>().0.clone();
    assert_eq!(met.len(), 1);
    assert_eq!((met[0].character, met[0].effect), (hero, LevelEffect::PickUp));
    let own = yard.app.world().get::<LevelTrigger>(met[0].trigger).unwrap();
    assert_eq!(own.what.as_deref(), Some("gem"));
}

#[test]
fn the_spawn_is_the_place_of_the_feet_and_despawning_the_root_takes_the_level_away() {
    let mut yard = Yard::new();
    assert_eq!(yard.level.start(), CharacterStart::Feet(DVec3::new(0.0, 0.0, 2.0)));
    let hero = yard.app.world_mut().spawn((yard.level.body.clone(), yard.level.start())).id();
    yard.run(30);
    assert!((yard.at(hero).y - 0.91).abs() < 0.02);
    let root = yard.level.root;
    yard.app.world_mut().entity_mut(root).despawn();
    yard.run(60);
    assert!(yard.at(hero).y < -1.0);
    assert_eq!(yard.app.world_mut().query::<&Collider>().iter(yard.app.world()).count(), 0);
}

#[test]
fn a_restored_stage_goes_through_the_level_as_it_did() {
    let mut yard = Yard::new();
    let hero = yard.hero(DVec3::new(0.0, 0.01, 0.5));
    yard.walk(hero, Vec3::new(0.0, 0.0, -2.0), 30);
    let saved = yard.app.world().resource::<GlissandoStage>().clone();
    let run = |yard: &mut Yard| {
        yard.run(240);
        format!("{:?}", yard.app.world().resource::<GlissandoStage>().state())
    };
    let first = run(&mut yard);
    yard.app.world_mut().insert_resource(saved);
    assert!(run(&mut yard) == first);
    assert!(yard.at(hero).z < -7.0, "through the gate: {:?}", yard.at(hero));
}
