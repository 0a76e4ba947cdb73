//! Balls: spheres that bounce, are kicked and hit.

use crate::StageOrder;
use crate::write::{Drawn, Written};
use bevy_ecs::prelude::*;
use bevy_math::DVec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando::balls::{self, Mass};

/// A ball. Its entity's translation is its centre; a translation that the game writes is a teleport.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
#[require(BallMotion, StageOrder, Transform, Written, Drawn)]
pub struct Ball {
    /// Metres. Default 0.5.
    pub radius: f64,
    /// kg; infinity is a ball that nothing moves. Default 1.
    pub mass: f64,
    /// The fraction of the speed of approach that is returned, `0..=1`. Default 0.5.
    pub restitution: f64,
    /// The velocity with which it joins the stage, m/s. Default none.
    pub velocity: DVec3,
}

impl Default for Ball {
    fn default() -> Self {
        Self { radius: 0.5, mass: 1.0, restitution: 0.5, velocity: DVec3::ZERO }
    }
}

impl Ball {
    /// The ball for the library, with its centre at a place.
    pub(crate) fn core(&self, position: glissando::DVec3) -> balls::Ball {
        let Self { radius, mass, restitution, velocity } = *self;
        let mass = if mass == f64::INFINITY { Mass::Immovable } else { Mass::Kilograms(mass) };
        balls::Ball { position, velocity: velocity.into(), radius, mass, restitution }
    }
}

/// What the last tick left of a ball; written by every tick, for reading.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct BallMotion {
    /// Centre, metres, in the world.
    pub position: DVec3,
    /// Velocity, m/s.
    pub velocity: DVec3,
    /// Whether it was held in place, having no free path; see [`glissando::stage::BallReport::is_held`].
    pub is_held: bool,
}
