//! The camera: behind the player, or over a place. It keeps out of walls by a sweep through the stage's world.

use crate::player::Player;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy_glissando::glissando::{DVec3, Filter};
use bevy_glissando::prelude::*;

/// Where the camera looks, and from where.
#[derive(Resource)]
pub(crate) struct View {
    /// What it looks at without a player.
    pub(crate) centre: Vec3,
    /// Metres.
    pub(crate) distance: f32,
    /// About Y, radians: 0 looks along -Z.
    pub(crate) yaw: f32,
    /// Radians below the horizon.
    pub(crate) pitch: f32,
}

impl Default for View {
    fn default() -> Self {
        Self { centre: Vec3::ZERO, distance: 7.0, yaw: 0.0, pitch: 0.45 }
    }
}

impl View {
    fn rotation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch)
    }
}

pub(crate) struct ViewPlugin;

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<View>()
            .add_systems(Startup, camera)
            .add_systems(Update, turn)
            .add_systems(PostUpdate, follow.before(TransformSystems::Propagate));
    }
}

fn camera(mut commands: Commands) {
    commands.spawn((Camera3d::default(), Tonemapping::None, Transform::default()));
}

fn turn(motion: Res<AccumulatedMouseMotion>, wheel: Res<AccumulatedMouseScroll>, mut view: ResMut<View>) {
    view.yaw -= motion.delta.x * 0.004;
    view.pitch = (view.pitch + motion.delta.y * 0.004).clamp(-0.6, 1.5);
    view.distance = (view.distance * (1.0 - wheel.delta.y * 0.1)).clamp(1.5, 120.0);
}

/// Puts the camera behind what it follows, before the next wall. The player's transform is the drawn one, between two ticks.
fn follow(
    mut stage: ResMut<GlissandoStage>,
    view: Res<View>,
    player: Query<&Transform, (With<Player>, Without<Camera3d>)>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
) {
    let player = player.iter().next().map(|transform| transform.translation + Vec3::Y * 0.4);
    let (at, back) = (player.unwrap_or(view.centre), view.rotation() * Vec3::Z * view.distance);
    let mut share = 1.0;
    if player.is_some() {
        let f64s = |v: Vec3| DVec3::new(v.x.into(), v.y.into(), v.z.into());
        let stage = stage.bypass_change_detection();
        if let Ok(Some(hit)) = stage.world().and_then(|world| world.ray(f64s(at), f64s(back), Filter::ALL)) {
            share = (hit.fraction as f32 * 0.95).max(0.1);
        }
    }
    **camera = Transform::from_translation(at + back * share).with_rotation(view.rotation());
}
