//! The character that is played: by keys, or by a script for pictures.

use bevy::prelude::*;
use bevy_glissando::SteeringSystems;
use bevy_glissando::prelude::*;

/// The character that the keys move and the camera follows.
#[derive(Component)]
#[require(KeyControls)]
pub(crate) struct Player;

/// A hand that plays by itself, for pictures: the wish, and whether jump is held, by the tick.
#[derive(Resource, Default)]
pub(crate) struct Script(pub(crate) Option<fn(u64) -> (Vec3, bool)>);

pub(crate) struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Script>()
            .add_systems(PreUpdate, look_by_camera)
            .add_systems(FixedFirst, play_script.after(SteeringSystems::Steer));
    }
}

/// The way ahead is where the camera looks.
fn look_by_camera(camera: Single<Entity, With<Camera3d>>, mut players: Query<&mut Steering, Added<Player>>) {
    for mut steering in &mut players {
        steering.view = Some(*camera);
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
