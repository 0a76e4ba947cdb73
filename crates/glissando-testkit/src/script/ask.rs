//! What a walk can be asked.

use super::walk::{Happened, Walk};
use glissando::trace::TraceStep;
use glissando::{Config, DVec3, State, World};

impl Walk {
    /// Centre of the body.
    pub fn position(&self) -> DVec3 {
        self.to_scene(self.state.position)
    }

    /// Velocity, m/s.
    pub fn velocity(&self) -> DVec3 {
        self.frame.matrix3.transpose() * self.state.velocity
    }

    /// The state as the library knows it, in world space.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The state, to be changed.
    pub const fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// The world, to be changed between ticks.
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The checked settings.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Height of the lowest point of the body, metres.
    pub fn feet(&self) -> f64 {
        self.position().y - self.feet_reach()
    }

    /// How far the body reaches below its centre, metres.
    pub fn feet_reach(&self) -> f64 {
        self.config.shape(self.state.is_crouching).extent_along(self.config.settings().up)
    }

    /// What happened since the walk began or was last told to forget.
    pub fn log(&self) -> &[Happened] {
        &self.log
    }

    /// What the last tick did.
    pub fn last_trace(&self) -> &[TraceStep] {
        &self.trace
    }

    /// Ticks in which time was dropped, as reported.
    pub const fn dropped(&self) -> usize {
        self.dropped
    }

    /// Most sweeps that one tick took.
    pub const fn most_sub_steps(&self) -> usize {
        self.most_sub_steps
    }

    /// A point of the world in scene space.
    pub fn to_scene(&self, point: DVec3) -> DVec3 {
        self.frame.matrix3.transpose() * (point - self.frame.translation)
    }
}
