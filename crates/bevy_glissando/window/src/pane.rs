//! The window, its light, and its sky.

use crate::args::Args;
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};

const KEYS: &str =
    "WASD walk, Space jumps, C crouches, Shift runs, mouse looks, wheel zooms, G lines, Esc ends";

pub(crate) fn open(app: &mut App, args: &Args) {
    let window = Window {
        title: format!("glissando: {} ({KEYS})", args.scene),
        resolution: WindowResolution::new(1280, 720),
        present_mode: PresentMode::AutoVsync,
        ..Window::default()
    };
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels");
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() })
            .set(AssetPlugin { file_path: levels.into(), ..AssetPlugin::default() }),
    )
    .insert_resource(ClearColor(Color::srgb(0.62, 0.75, 0.88)))
    .insert_resource(GlobalAmbientLight { brightness: 350.0, ..GlobalAmbientLight::default() })
    .add_systems(Startup, sun)
    .add_systems(Update, end);
}

fn sun(mut commands: Commands) {
    let light =
        DirectionalLight { illuminance: 7000.0, shadow_maps_enabled: true, ..DirectionalLight::default() };
    commands.spawn((light, Transform::from_xyz(6.0, 12.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

fn end(keys: Res<ButtonInput<KeyCode>>, mut exit: MessageWriter<AppExit>) {
    if keys.just_pressed(KeyCode::Escape) {
        exit.write(AppExit::Success);
    }
}
