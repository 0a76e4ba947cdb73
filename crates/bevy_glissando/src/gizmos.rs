//! Characters, their contacts and moves, and triggers as gizmos of Bevy (feature `gizmos`).

use crate::{CharacterBody, GlissandoStage, TracedMove};
use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::config::{GizmoConfig, GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_gizmos::{AppGizmoBuilder, GizmoAsset};
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use glissando::DVec3;
use glissando::debug::{Colour, Draw};

/// What is drawn, as a group of gizmos: Bevy's `GizmoConfigStore` switches it on and off and sets the width of its lines.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_gizmos::config::GizmoConfigStore;
/// use bevy_glissando::GlissandoGizmos;
///
/// fn switch(mut store: ResMut<GizmoConfigStore>) {
///     let (config, shown) = store.config_mut::<GlissandoGizmos>();
///     config.enabled = !config.enabled; // everything
///     shown.triggers = false; // some of it
/// }
/// ```
#[derive(Reflect, GizmoConfigGroup, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
pub struct GlissandoGizmos {
    /// The characters' bodies, velocities, contacts, and the triangles in reach. Default true.
    pub characters: bool,
    /// The reach of contacts and triangles, metres. Default 0.1.
    pub reach: f64,
    /// The edges of triggers. Default true.
    pub triggers: bool,
    /// The last move of the character of [`TracedMove`]. Default true.
    pub traced: bool,
}

impl Default for GlissandoGizmos {
    fn default() -> Self {
        Self { characters: true, reach: 0.1, triggers: true, traced: true }
    }
}

/// Draws [`GlissandoGizmos`] in `PostUpdate`: the state after the last tick, not the drawn places between two ticks.
///
/// It comes after Bevy's `GizmoPlugin`, which is one of `DefaultPlugins`; without that it draws nothing, and the log says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlissandoGizmosPlugin;

impl Plugin for GlissandoGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<GlissandoGizmos>();
        if !app.world().contains_resource::<Assets<GizmoAsset>>() {
            log::error!(
                "GlissandoGizmosPlugin draws nothing: Bevy's GizmoPlugin (one of DefaultPlugins) must be added before it"
            );
            // Systems of the game that change the settings find them nevertheless.
            let mut store = app.world_mut().get_resource_or_init::<GizmoConfigStore>();
            store.insert(GizmoConfig::default(), GlissandoGizmos::default());
            return;
        }
        app.init_gizmo_group::<GlissandoGizmos>().add_systems(PostUpdate, draw);
    }
}

/// Lines as gizmos.
struct Lines<'a, 'w, 's>(&'a mut Gizmos<'w, 's, GlissandoGizmos>);

impl Draw for Lines<'_, '_, '_> {
    fn line(&mut self, from: DVec3, to: DVec3, colour: Colour) {
        self.0.line(point(from), point(to), shade(colour));
    }

    fn strip(&mut self, points: &[DVec3], colour: Colour) {
        self.0.linestrip(points.iter().copied().map(point), shade(colour));
    }
}

fn point(at: DVec3) -> Vec3 {
    crate::pose::single(at)
}

fn shade(Colour([red, green, blue, alpha]): Colour) -> Color {
    Color::srgba(red, green, blue, alpha)
}

fn draw(
    stage: Option<ResMut<GlissandoStage>>,
    traced: Option<Res<TracedMove>>,
    characters: Query<Entity, With<CharacterBody>>,
    mut gizmos: Gizmos<GlissandoGizmos>,
    mut refused: Local<Option<glissando::InputError>>,
) {
    let (Some(mut stage), true) = (stage, gizmos.config.enabled) else { return };
    // Movers are put into their places for the questions; nothing of the state changes.
    let stage = stage.bypass_change_detection();
    let shown = *gizmos.config_ext;
    let mut lines = Lines(&mut gizmos);
    let mut first_error = None;
    if shown.characters {
        for entity in &characters {
            let drawn = stage.draw_character(entity, shown.reach, &mut lines);
            first_error = first_error.or(drawn.err());
        }
    }
    if shown.triggers {
        stage.draw_triggers(&mut lines);
    }
    if let (true, Some(traced)) = (shown.traced, traced) {
        traced.draw(&mut lines);
    }
    // Once, and not in every frame.
    if *refused != first_error {
        if let Some(error) = &first_error {
            log::error!("a character is not drawn: {error}");
        }
        *refused = first_error;
    }
}
