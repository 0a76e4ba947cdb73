//! Movement of a game's own: a ladder, water, a dash (Q). They turn what is pressed into what the library can do.

use crate::draw::Paint;
use crate::player::{Player, Script};
use crate::view::View;
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy_glissando::TriggerRule;
use bevy_glissando::prelude::*;

#[derive(Component)]
struct Ladder;

#[derive(Component)]
struct Water;

/// Ticks until the next dash; in the first of them it is under way.
#[derive(Component, Default)]
struct Dash(u32);

/// Ticks of a dash.
const DASH: u32 = 12;

/// Ticks from one dash to the next.
const PAUSE: u32 = 60;

pub(crate) fn build(app: &mut App) {
    let is_picture = std::env::args().any(|word| word == "--screenshot");
    app.insert_resource(View { distance: 11.0, pitch: 0.3, yaw: -0.5, ..View::default() })
        .insert_resource(Script(is_picture.then_some((|_| (Vec3::X * 4.0, false)) as fn(u64) -> _)))
        .add_systems(Startup, setup)
        .add_systems(FixedPreUpdate, move_freely);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 5.0))?, Transform::from_xyz(10.0, -0.5, 0.0)));
    commands.spawn((Collider::cuboid(Vec3::new(3.0, 2.0, 3.0))?, Transform::from_xyz(13.0, 2.0, 0.0)));
    let ladder = Trigger::cuboid(Vec3::new(0.5, 2.5, 1.0))?.by(TriggerRule::VolumeByCentre);
    commands.spawn((ladder, Ladder, Transform::from_xyz(9.6, 2.5, 0.0)));
    let water = Trigger::cuboid(Vec3::new(4.0, 1.0, 5.0))?.by(TriggerRule::VolumeByCentre);
    commands.spawn((
        water,
        Water,
        Transform::from_xyz(21.0, 1.0, 0.0),
        Paint(Color::srgba(0.2, 0.45, 0.9, 0.4)),
    ));
    commands.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::X * 4.0), Player, Dash::default()));
    Ok(())
}

/// After the keys and before the tick.
fn move_freely(
    (stage, keys): (Res<GlissandoStage>, Res<ButtonInput<KeyCode>>),
    zones: Query<(Has<Ladder>, Has<Water>)>,
    mut people: Query<(Entity, &mut Dash, &mut CharacterIntent, &mut CharacterBody)>,
) {
    for (entity, mut dash, mut intent, mut body) in &mut people {
        let inside = stage.character(entity).map_or(&[][..], |character| character.inside.inside());
        let (mut on_ladder, mut in_water) = (false, false);
        for (ladder, water) in inside.iter().filter_map(|id| zones.get(stage.trigger_entity(*id)?).ok()) {
            (on_ladder, in_water) = (on_ladder || ladder, in_water || water);
        }
        dash.0 = if keys.pressed(KeyCode::KeyQ) && dash.0 == 0 { PAUSE } else { dash.0.saturating_sub(1) };
        let mut changed = CharacterBody::default();
        let ahead = intent.wish;
        intent.fly = on_ladder || in_water;
        if dash.0 > PAUSE - DASH {
            intent.wish = ahead.normalize_or_zero() * 15.0;
            changed.pace.acceleration = f64::INFINITY;
        } else if on_ladder {
            intent.wish = Vec3::Y * 2.5 + ahead * 0.25;
        } else if in_water {
            intent.wish = ahead * 0.5 - Vec3::Y * 0.3;
            changed.pace.fly_acceleration = 3.0;
        }
        body.set_if_neq(changed);
    }
}
