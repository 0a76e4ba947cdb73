//! A picture after so many ticks, and the end of the program: for the README, and to see that the scenes are drawn.

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy_glissando::prelude::*;
use std::path::PathBuf;

/// Ticks a frame. All ticks of a frame pass between two pictures.
const TICKS_A_FRAME: u32 = 5;

/// Frames drawn after the last tick before the picture: shaders are compiled in the background.
const FRAMES_TO_SETTLE: u32 = 20;

#[derive(Resource)]
struct Plan {
    file: PathBuf,
    ticks: u64,
    settled: u32,
}

pub(crate) fn take(app: &mut App, file: PathBuf, ticks: u32) {
    app.insert_resource(Plan { file, ticks: ticks.into(), settled: 0 })
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(TICKS_A_FRAME))
        .add_systems(Last, watch);
}

fn watch(
    stage: Res<GlissandoStage>,
    mut plan: ResMut<Plan>,
    mut pace: ResMut<TimeUpdateStrategy>,
    mut camera: Single<&mut Camera, With<Camera3d>>,
    mut commands: Commands,
) {
    let left = plan.ticks.saturating_sub(stage.tick());
    *pace = TimeUpdateStrategy::FixedTimesteps(TICKS_A_FRAME.min(left as u32));
    // A software renderer takes seconds for a frame of a thousand characters, and only the last frame is kept.
    if camera.is_active != (left == 0) {
        camera.is_active = left == 0;
    }
    if left > 0 {
        return;
    }
    plan.settled += 1;
    if plan.settled == FRAMES_TO_SETTLE {
        let file = plan.file.clone();
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file)).observe(
            |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            },
        );
    }
}
