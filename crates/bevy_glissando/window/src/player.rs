//! Keys become the intent of the character that is played.

use crate::view::View;
use bevy::prelude::*;
use bevy_glissando::prelude::*;

/// The character that the keys move and the camera follows.
#[derive(Component)]
pub(crate) struct Player;

/// A hand that plays by itself, for pictures: the wish, and whether jump is held, by the tick.
#[derive(Resource, Default)]
pub(crate) struct Script(pub(crate) Option<fn(u64) -> (Vec3, bool)>);

pub(crate) struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Script>().add_systems(FixedFirst, (play, play_script).chain());
    }
}

const WALK: f32 = 3.5;
const RUN: f32 = 6.5;

/// The way ahead is where the camera looks.
fn play(
    keys: Res<ButtonInput<KeyCode>>,
    view: Res<View>,
    mut players: Query<&mut CharacterIntent, With<Player>>,
) {
    let held = |key: KeyCode| if keys.pressed(key) { 1.0 } else { 0.0 };
    let (ahead, right) = (view.ahead(), view.ahead().cross(Vec3::Y));
    let way = ahead * (held(KeyCode::KeyW) - held(KeyCode::KeyS))
        + right * (held(KeyCode::KeyD) - held(KeyCode::KeyA));
    let speed = if keys.pressed(KeyCode::ShiftLeft) { RUN } else { WALK };
    for mut intent in &mut players {
        intent.wish = way.normalize_or_zero() * speed;
        intent.jump = keys.pressed(KeyCode::Space);
        intent.crouch = keys.pressed(KeyCode::KeyC);
    }
}

fn play_script(
    script: Res<Script>,
    stage: Res<GlissandoStage>,
    mut players: Query<&mut CharacterIntent, With<Player>>,
) {
    let Some(hand) = script.0 else { return };
    for mut intent in &mut players {
        (intent.wish, intent.jump) = hand(stage.tick());
    }
}
