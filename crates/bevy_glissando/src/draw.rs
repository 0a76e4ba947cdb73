//! Contacts, triangles in reach and triggers as lines for any drawing: Bevy's gizmos, or a test's list.

use crate::GlissandoStage;
use bevy_ecs::prelude::*;
use glissando::debug::{Colour, Draw, draw_contacts};
use glissando::{DVec3, InputError};
use std::vec::Vec;

/// Length of a contact's normal, metres.
const NORMAL_LENGTH: f64 = 0.3;

/// Seconds of the way that a velocity is drawn as.
const VELOCITY_SECONDS: f64 = 0.1;

impl GlissandoStage {
    /// Draws a character between two ticks: its body, its velocity as the way of a tenth of a second, the triangles within `reach` metres of
    /// its body, and the normals of its contacts there. Nothing for an entity that is no character of the stage.
    ///
    /// The README has the four lines that hand them to the gizmos of Bevy.
    ///
    /// # Errors
    /// A reach that is negative or not finite; a state of a mover that was made invalid.
    pub fn draw_character(
        &mut self,
        entity: Entity,
        reach: f64,
        draw: &mut impl Draw,
    ) -> Result<(), InputError> {
        let Some(actor) = self.character(entity) else { return Ok(()) };
        let (state, config) = (actor.state, self.stage.config(actor.config).copied());
        let Some(config) = config else { return Ok(()) };
        let (shape, filter) = (config.shape(state.is_crouching), config.settings().filter);
        let world = self.world()?;
        let mut contacts = Vec::new();
        world.contacts(&shape, state.position, reach, filter, &mut contacts)?;
        let far = DVec3::splat(shape.largest_radius() + reach);
        let mut triangles = Vec::new();
        world.triangles_in_box(state.position - far, state.position + far, filter, &mut triangles)?;
        for triangle in &triangles {
            let [a, b, c] = triangle.corners;
            draw.strip(&[a, b, c, a], Colour::TRIANGLE);
        }
        draw_contacts(&contacts, NORMAL_LENGTH, draw);
        draw.ellipsoid(&shape, state.position, Colour::PATH);
        draw.line(state.position, state.position + state.velocity * VELOCITY_SECONDS, Colour::PATH);
        Ok(())
    }

    /// Draws the edges of all triggers, where the last tick left them.
    pub fn draw_triggers(&self, draw: &mut impl Draw) {
        let triggers = self.stage.triggers();
        for trigger in triggers.ids().filter_map(|id| triggers.trigger(id).ok()) {
            for index in 0..trigger.mesh.source_count() {
                let Some(corners) = trigger.mesh.triangle(index) else { continue };
                let [a, b, c] = corners.map(|corner| trigger.pose.transform_point(corner.as_dvec3()));
                draw.strip(&[a, b, c, a], Colour::TREE);
            }
        }
    }
}
