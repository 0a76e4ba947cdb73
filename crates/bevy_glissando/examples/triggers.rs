//! Triggers by observers: a jump pad, a teleporter, a pool that hurts, a plate that calls a lift.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::DVec3 as Core;
use bevy_glissando::prelude::*;
use bevy_glissando::{Entered, Left, PathEnds, Received, TriggerRule};
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Volumes that hurt, by damage a second.
#[derive(Component)]
struct Hurts(f64);

#[derive(Component)]
struct Health(f64);

fn zone(world: &mut World, x: f32, rule: TriggerRule) -> Result<Entity> {
    let trigger = Trigger::cuboid(Vec3::new(0.5, 1.0, 2.0))?.by(rule);
    Ok(world.spawn((trigger, Transform::from_xyz(x, 1.0, 0.0))).id())
}

fn setup(world: &mut World) -> Result {
    world.spawn((Collider::cuboid(Vec3::new(40.0, 0.5, 5.0))?, Transform::from_xyz(30.0, -0.5, 0.0)));
    let pad = zone(world, 4.0, TriggerRule::VolumeByCentre)?;
    world.entity_mut(pad).observe(|on: On<Received<Entered>>, mut stage: ResMut<GlissandoStage>| {
        if let Some(character) = stage.character_mut(on.event().event.entity) {
            character.state.velocity.y = 8.0;
            character.state.ground = bevy_glissando::glissando::Ground::Airborne;
        }
    });
    let pool = zone(world, 13.0, TriggerRule::VolumeByBody)?;
    world.entity_mut(pool).insert(Hurts(30.0));
    let teleporter = zone(world, 17.0, TriggerRule::VolumeByCentre)?;
    world.entity_mut(teleporter).observe(|on: On<Received<Entered>>, mut stage: ResMut<GlissandoStage>| {
        if let Some(character) = stage.character_mut(on.event().event.entity) {
            character.state.teleport(Core::new(30.0, 1.5, 0.0));
        }
    });
    let lift = Mover::path(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * 3.0)], PathEnds::OnCall { wait: 1.0 });
    let lift = world
        .spawn((Collider::cuboid(Vec3::new(1.0, 0.1, 2.0))?, Transform::from_xyz(36.0, 0.05, 0.0), lift))
        .id();
    let plate = zone(world, 36.3, TriggerRule::VolumeByCentre)?;
    world.entity_mut(plate).observe(move |_: On<Received<Entered>>, mut stage: ResMut<GlissandoStage>| {
        if let Some(lift) = stage.mover_mut(lift) {
            lift.open();
        }
    });
    let hero = (CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO), Health(100.0));
    let intent = CharacterIntent { wish: Vec3::X * 5.0, ..CharacterIntent::default() };
    world
        .spawn((hero, intent))
        .observe(|on: On<Entered>| {
            println!("{:5.1} m: entered {:?}", on.event().position.x, on.event().other);
        })
        .observe(|on: On<Left>| {
            println!("{:5.1} m: left    {:?}", on.event().position.x, on.event().other);
        });
    Ok(())
}

/// Damage while a character is in a volume that hurts.
fn hurt(stage: Res<GlissandoStage>, zones: Query<&Hurts>, mut people: Query<(Entity, &mut Health)>) {
    for (entity, mut health) in &mut people {
        let inside = stage.character(entity).map_or(&[][..], |character| character.inside.inside());
        for hurts in inside.iter().filter_map(|id| zones.get(stage.trigger_entity(*id)?).ok()) {
            health.0 -= hurts.0 / 60.0;
        }
    }
}

/// On the lift the hero stands still.
fn steer(mut hero: Single<(&CharacterMotion, &mut CharacterIntent)>) {
    let (motion, intent) = &mut *hero;
    if motion.position.x > 36.2 {
        intent.wish = Vec3::ZERO;
    }
}

fn main() -> Result {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0).without_interpolation()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(
            FixedUpdate,
            (steer.before(GlissandoSystems::Sync), hurt.after(GlissandoSystems::Events)),
        );
    setup(app.world_mut())?;
    let (mut highest, mut lifted) = (0.0_f64, 0.0_f64);
    for _ in 0..480 {
        app.update();
        let mut hero = app.world_mut().query::<&CharacterMotion>();
        let at = hero.single(app.world())?.position;
        highest = highest.max(at.y);
        lifted = lifted.max(if at.x > 36.0 { at.y } else { 0.0 });
    }
    let (motion, health) = app.world_mut().query::<(&CharacterMotion, &Health)>().single(app.world())?;
    println!(
        "health {:.1}, at {:.1} m, highest {highest:.2} m, on the lift {lifted:.2} m",
        health.0, motion.position.x
    );
    assert!(health.0 < 99.0 && lifted > 3.9 && highest > 3.9);
    Ok(())
}
