//! The steps of one character's last move, for drawing and debugging.

use bevy_ecs::prelude::*;
use glissando::debug::{Draw, draw_move};
use glissando::trace::TraceStep;
use std::vec::Vec;

/// The last own move of one character, step by step: where it went and what it hit.
///
/// Ticks record the steps of the character that stands here, at no cost for the others. What the moving world did to it comes before
/// its own move and is not among the steps.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_glissando::TracedMove;
/// use bevy_glissando::prelude::*;
///
/// fn trace_the_hero(hero: Single<Entity, With<CharacterBody>>, mut traced: ResMut<TracedMove>) {
///     traced.character = Some(*hero);
/// }
/// ```
#[derive(Resource, Clone, Debug, Default)]
pub struct TracedMove {
    /// The character whose moves are recorded; `None` for none.
    pub character: Option<Entity>,
    steps: Vec<TraceStep>,
}

impl TracedMove {
    /// The steps of the last tick; none without a character.
    pub fn steps(&self) -> &[TraceStep] {
        &self.steps
    }

    /// Draws the path of the centre, and the normal at every hit.
    pub fn draw(&self, draw: &mut impl Draw) {
        // The first step of a move is the wish, from where the character was.
        if let Some(TraceStep::Wanted { from, .. }) = self.steps.first() {
            draw_move(*from, &self.steps, draw);
        }
    }

    /// Takes over the steps of a tick.
    pub(crate) fn hear(&mut self, steps: &[TraceStep]) {
        self.steps.clear();
        self.steps.extend_from_slice(steps);
    }
}
