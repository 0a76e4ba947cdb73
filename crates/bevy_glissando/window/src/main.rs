//! The examples of `bevy_glissando` in a window: `cargo run -- walk`, or another scene.

mod args;
mod crowd;
mod draw;
mod movement;
mod pane;
mod platforms;
mod player;
mod shot;
mod triggers;
mod view;
mod walk;

use args::Args;
use bevy::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{GlissandoGizmos, GlissandoGizmosPlugin};

fn main() -> AppExit {
    let args = match Args::read(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(why) => {
            eprintln!("{why}");
            return AppExit::error();
        }
    };
    let mut app = App::new();
    pane::open(&mut app, &args);
    app.add_plugins((GlissandoPlugin::default().with_hz(60.0), GlissandoGizmosPlugin))
        .add_plugins((draw::DrawPlugin, player::PlayerPlugin, view::ViewPlugin))
        .add_systems(Startup, fine_lines)
        .add_systems(Update, switch_gizmos);
    match args.scene.as_str() {
        "walk" => walk::build(&mut app),
        "platforms" => platforms::build(&mut app),
        "crowd_1000" => crowd::build(&mut app),
        "triggers" => triggers::build(&mut app),
        _ => movement::build(&mut app),
    }
    if let Some(file) = args.screenshot {
        shot::take(&mut app, file, args.ticks);
    }
    app.run()
}

fn fine_lines(mut store: ResMut<GizmoConfigStore>) {
    let (config, shown) = store.config_mut::<GlissandoGizmos>();
    (config.line.width, config.depth_bias, shown.reach) = (2.0, -0.01, 0.3);
}

/// G shows and hides the gizmos.
fn switch_gizmos(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::KeyG) {
        let (config, _) = store.config_mut::<GlissandoGizmos>();
        config.enabled = !config.enabled;
    }
}
