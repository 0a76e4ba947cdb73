//! Movement of a game's own, as components and systems before the tick: a ladder, water, a dash.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::TriggerRule;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

#[derive(Component)]
struct Ladder;

#[derive(Component)]
struct Water;

/// Ticks that are left of a dash.
#[derive(Component, Default)]
struct Dash(u32);

/// What is pressed: in a game from keys.
#[derive(Component, Default)]
struct Pressed {
    ahead: Vec3,
    dash: bool,
}

/// Turns what is pressed into what the library can do, by where the character is.
fn move_freely(
    stage: Res<GlissandoStage>,
    zones: Query<(Has<Ladder>, Has<Water>)>,
    mut people: Query<(Entity, &Pressed, &mut Dash, &mut CharacterIntent, &mut CharacterBody)>,
) {
    for (entity, pressed, mut dash, mut intent, mut body) in &mut people {
        let inside = stage.character(entity).map_or(&[][..], |character| character.inside.inside());
        let mut is_on = (false, false);
        for (ladder, water) in inside.iter().filter_map(|id| zones.get(stage.trigger_entity(*id)?).ok()) {
            is_on = (is_on.0 || ladder, is_on.1 || water);
        }
        if pressed.dash && dash.0 == 0 {
            dash.0 = 12;
        }
        // The new settings count in this tick; equal ones change nothing.
        let mut changed = CharacterBody::default();
        *intent = CharacterIntent { wish: pressed.ahead * 4.0, ..CharacterIntent::default() };
        if dash.0 > 0 {
            dash.0 -= 1;
            intent.wish = pressed.ahead * 15.0;
            changed.pace.acceleration = f64::INFINITY;
        } else if is_on.0 {
            // Up where ahead is, without gravity.
            (intent.wish, intent.fly) = (Vec3::Y * 2.5 + pressed.ahead, true);
        } else if is_on.1 {
            (intent.wish, intent.fly) = (pressed.ahead * 2.0 - Vec3::Y * 0.3, true);
            changed.pace.fly_acceleration = 3.0;
        }
        body.set_if_neq(changed);
    }
}

fn setup(world: &mut World) -> Result {
    world.spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 5.0))?, Transform::from_xyz(10.0, -0.5, 0.0)));
    world.spawn((Collider::cuboid(Vec3::new(3.0, 2.0, 5.0))?, Transform::from_xyz(13.0, 2.0, 0.0)));
    let ladder = Trigger::cuboid(Vec3::new(0.5, 2.5, 1.0))?.by(TriggerRule::VolumeByCentre);
    world.spawn((ladder, Ladder, Transform::from_xyz(9.6, 2.5, 0.0)));
    let water = Trigger::cuboid(Vec3::new(4.0, 1.0, 5.0))?.by(TriggerRule::VolumeByCentre);
    world.spawn((water, Water, Transform::from_xyz(20.5, 1.0, 0.0)));
    let hero = (CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO));
    world.spawn((hero, Dash::default(), Pressed { ahead: Vec3::X, dash: false }));
    Ok(())
}

fn main() -> Result {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0).without_interpolation()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(FixedUpdate, move_freely.before(GlissandoSystems::Sync));
    setup(app.world_mut())?;
    let (mut highest, mut fastest) = (0.0_f64, 0.0_f64);
    for tick in 0..600 {
        let mut hero = app.world_mut().query::<(&mut Pressed, &CharacterMotion)>();
        let (mut pressed, motion) = hero.single_mut(app.world_mut())?;
        pressed.dash = (60..65).contains(&tick);
        (highest, fastest) = (highest.max(motion.position.y), fastest.max(motion.velocity.length()));
        if tick % 60 == 59 {
            println!("{:2} s: {:5.2} {:?}", (tick + 1) / 60, motion.position, motion.ground);
        }
        app.update();
    }
    println!("highest {highest:.2} m, fastest {fastest:.1} m/s");
    assert!(highest > 4.8 && fastest > 14.9);
    Ok(())
}
