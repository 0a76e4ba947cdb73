use crate::level::{HALF_HEIGHT, Level, RADIUS};
use crate::player::{Player, SPEED, decide};
use bevy::prelude::*;
use bevy_glissando::Landed;
use bevy_glissando::prelude::*;

pub(crate) fn game(level: &Level, starts: &[Vec3]) -> Result<App, BevyError> {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, GlissandoPlugin::default().with_hz(60.0)))
        .add_systems(FixedPreUpdate, (decide, steer).chain())
        .add_observer(count_landings);
    let floor = Collider::from_triangles(&level.vertices, &level.triangles)?;
    app.world_mut().spawn((floor, Transform::default()));
    for (number, start) in starts.iter().enumerate() {
        let body = CharacterBody::capsule(RADIUS.into(), HALF_HEIGHT.into());
        app.world_mut().spawn((body, Transform::from_translation(*start), Player::new(number)));
    }
    Ok(app)
}

fn steer(mut players: Query<(&Player, &mut CharacterIntent)>) {
    for (player, mut intent) in &mut players {
        intent.wish = player.way * SPEED;
        intent.jump = player.jump;
    }
}

fn count_landings(landed: On<Landed>, mut players: Query<&mut Player>) {
    if let Ok(mut player) = players.get_mut(landed.entity) {
        player.landings += 1;
    }
}
