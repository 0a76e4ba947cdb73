//! Triggers by observers: a jump pad, a pool that hurts, a teleporter, a plate that calls a lift.

use crate::draw::Paint;
use crate::player::{Player, Script};
use crate::view::View;
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy_glissando::glissando::DVec3 as Core;
use bevy_glissando::prelude::*;
use bevy_glissando::{Entered, Left, PathEnds, Received, TriggerRule};

pub(crate) fn build(app: &mut App) {
    let is_picture = std::env::args().any(|word| word == "--screenshot");
    app.insert_resource(View { distance: 12.0, pitch: 0.35, yaw: -0.7, ..View::default() })
        .insert_resource(Script(is_picture.then_some((|_| (Vec3::X * 4.0, false)) as fn(u64) -> _)))
        .add_systems(Startup, setup);
}

fn zone(commands: &mut Commands, x: f32, rule: TriggerRule, colour: Color) -> Result<Entity> {
    let trigger = Trigger::cuboid(Vec3::new(0.5, 1.0, 2.0))?.by(rule);
    Ok(commands.spawn((trigger, Transform::from_xyz(x, 1.0, 0.0), Paint(colour))).id())
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn((Collider::cuboid(Vec3::new(16.0, 0.5, 5.0))?, Transform::from_xyz(10.0, -0.5, 0.0)));
    let pad = zone(&mut commands, 4.0, TriggerRule::VolumeByCentre, Color::srgba(0.3, 0.8, 1.0, 0.35))?;
    commands.entity(pad).observe(|on: On<Received<Entered>>, mut stage: ResMut<GlissandoStage>| {
        if let Some(character) = stage.character_mut(on.event().event.entity) {
            let velocity = character.state.velocity;
            character.state.launch(Core { y: 8.0, ..velocity });
        }
    });
    let pool = zone(&mut commands, 13.0, TriggerRule::VolumeByBody, Color::srgba(0.9, 0.25, 0.2, 0.35))?;
    commands
        .entity(pool)
        .observe(|on: On<Received<Entered>>| info!("{} burns", on.event().event.entity))
        .observe(|on: On<Received<Left>>| info!("{} is out of the fire", on.event().event.entity));
    let teleporter =
        zone(&mut commands, 17.0, TriggerRule::VolumeByCentre, Color::srgba(0.7, 0.3, 0.9, 0.35))?;
    commands.entity(teleporter).observe(|on: On<Received<Entered>>, mut stage: ResMut<GlissandoStage>| {
        if let Some(character) = stage.character_mut(on.event().event.entity) {
            character.state.teleport(Core::new(-4.0, 1.5, 0.0));
        }
    });
    let lift = Mover::path(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * 3.0)], PathEnds::OnCall { wait: 1.0 });
    let lift = (Collider::cuboid(Vec3::new(1.0, 0.1, 1.5))?, Transform::from_xyz(21.0, 0.05, 0.0), lift);
    let lift = commands.spawn(lift).id();
    let plate = zone(&mut commands, 21.0, TriggerRule::VolumeByCentre, Color::srgba(0.3, 0.9, 0.4, 0.3))?;
    commands.entity(plate).observe(move |_: On<Received<Entered>>, mut stage: ResMut<GlissandoStage>| {
        if let Some(lift) = stage.mover_mut(lift) {
            lift.open();
        }
    });
    commands.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO), Player));
    commands.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::X * 21.0)));
    Ok(())
}
