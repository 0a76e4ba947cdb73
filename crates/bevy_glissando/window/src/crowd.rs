//! A thousand characters that cross a square in four streams.

use crate::draw::Paint;
use crate::view::View;
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{GlissandoGizmos, StageDiagnostics};

pub(crate) fn build(app: &mut App) {
    app.insert_resource(View { distance: 48.0, pitch: 0.75, yaw: 0.4, ..View::default() })
        .add_systems(Startup, (setup, hide_lines))
        .add_systems(Update, report);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn((Collider::cuboid(Vec3::new(60.0, 0.5, 60.0))?, Transform::from_xyz(0.0, -0.5, 0.0)));
    let block = Collider::cuboid(Vec3::new(0.6, 1.5, 0.6))?;
    for number in 0..64 {
        let at = Vec3::new((number % 8) as f32 * 4.0 - 14.0, 1.5, (number / 8) as f32 * 4.0 - 14.0);
        commands.spawn((block.clone(), Transform::from_translation(at)));
    }
    let colours = [
        Color::srgb(0.80, 0.30, 0.25),
        Color::srgb(0.25, 0.45, 0.80),
        Color::srgb(0.90, 0.70, 0.25),
        Color::srgb(0.30, 0.65, 0.35),
    ];
    for number in 0..1000_u32 {
        let (stream, place) = (number % 4, number / 4);
        let (along, across) = (f64::from(place / 25) * 1.2 + 20.0, f64::from(place % 25) * 1.2 - 14.4);
        let (feet, wish) = match stream {
            0 => (DVec3::new(along, 0.0, across), Vec3::NEG_X),
            1 => (DVec3::new(-along, 0.0, across), Vec3::X),
            2 => (DVec3::new(across, 0.0, along), Vec3::NEG_Z),
            _ => (DVec3::new(across, 0.0, -along), Vec3::Z),
        };
        let intent = CharacterIntent { wish: wish * 3.0, ..CharacterIntent::default() };
        let paint = Paint(colours[stream as usize]);
        commands.spawn((CharacterBody::capsule(0.3, 0.9), CharacterStart::Feet(feet), intent, paint));
    }
    Ok(())
}

/// The contacts of a thousand are too many lines; G shows them.
fn hide_lines(mut store: ResMut<GizmoConfigStore>) {
    store.config_mut::<GlissandoGizmos>().0.enabled = false;
}

fn report(stage: Res<GlissandoStage>, figures: Res<StageDiagnostics>, mut last: Local<u64>) {
    if stage.tick() >= *last + 60 {
        *last = stage.tick();
        info!("{}", *figures);
    }
}
