//! Movers: colliders that carry and push.

use crate::StageOrder;
use crate::write::{Drawn, Written};
use bevy_ecs::prelude::*;
use bevy_math::{DQuat, DVec3};
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando::stage;
use std::vec::Vec;

/// Makes the entity's [`Collider`](crate::Collider) move within ticks: it carries what stands on it and pushes what is in its way.
///
/// With [`Drive::Follow`] it goes, in each tick, to where the game has put its entity's transform. With the other drives the plugin
/// writes the transform, and the one at which the mover joined the stage is the pose at rest. Every part of one mover must be in its
/// one collider; triggers below it in the hierarchy ride along.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
#[require(StageOrder, Transform, Written, Drawn)]
pub struct Mover {
    /// The drive. Default [`Drive::Follow`].
    pub drive: Drive,
    /// The behaviour when a character is squeezed. Default [`Policy::Push`].
    pub policy: Policy,
    /// The point about which it turns, in the entity's own space. Default its origin.
    pub pivot: DVec3,
    /// The rate at which its clock runs when it joins: 0 rests until [`GlissandoStage::mover_mut`](crate::GlissandoStage::mover_mut)
    /// starts it. Default `None`: 1, and 0 for [`PathEnds::OnCall`].
    pub start_rate: Option<f64>,
}

/// The drive of a mover.
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum Drive {
    /// Goes to the entity's transform, which the game sets before a tick, within that tick; at most a quarter turn.
    #[default]
    Follow,
    /// Constant velocities for ever; a reversed mover goes back.
    Velocity {
        /// Of the pivot, m/s.
        linear: DVec3,
        /// About the pivot, axis times radians per second.
        angular: DVec3,
    },
    /// A path of keys.
    Path {
        /// The keys in order of time, the first at time 0.
        keys: Vec<Key>,
        /// The behaviour at the ends.
        ends: PathEnds,
    },
}

/// A pose at a time.
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct Key {
    /// Seconds from the start of the path.
    pub time: f64,
    /// Displacement of the pivot from its place at rest, metres.
    pub translation: DVec3,
    /// Rotation of the body about the pivot, from its pose at rest.
    pub rotation: DQuat,
}

impl Default for Key {
    fn default() -> Self {
        Self { time: 0.0, translation: DVec3::ZERO, rotation: DQuat::IDENTITY }
    }
}

/// The behaviour of a path at its ends.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum PathEnds {
    /// Starts again from the first key.
    Loop,
    /// Goes back and forth.
    #[default]
    PingPong,
    /// Rests at the start until it is opened, waits this many seconds at the end, goes back. See
    /// [`GlissandoStage::mover_mut`](crate::GlissandoStage::mover_mut).
    OnCall {
        /// Seconds at the end; infinity stays there until closed.
        wait: f64,
    },
}

/// The behaviour of a mover that squeezes a character.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Default, Debug, Clone, PartialEq, Hash)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum Policy {
    /// Moves on; the squeezed character is reported as crushed.
    #[default]
    Push,
    /// Stops before the character and tries again in the next tick.
    Stop,
    /// Undoes the tick and reverses.
    Reverse,
}

impl Mover {
    /// A mover of constant velocities: m/s, and axis times radians per second.
    pub fn velocity(linear: DVec3, angular: DVec3) -> Self {
        Self { drive: Drive::Velocity { linear, angular }, ..Self::default() }
    }

    /// A mover that goes from displacement to displacement (metres from its place at rest) at these times (seconds).
    pub fn path(places: &[(f64, DVec3)], ends: PathEnds) -> Self {
        let keys = places.iter().map(|&(time, translation)| Key { time, translation, ..Key::default() });
        Self { drive: Drive::Path { keys: keys.collect(), ends }, ..Self::default() }
    }

    /// The same mover with another policy.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }
}

impl From<&Drive> for stage::Drive {
    fn from(drive: &Drive) -> Self {
        match drive {
            Drive::Follow => Self::Target,
            Drive::Velocity { linear, angular } => {
                Self::Velocity { linear: (*linear).into(), angular: (*angular).into() }
            }
            Drive::Path { keys, ends } => {
                let key = |key: &Key| stage::Key {
                    time: key.time,
                    translation: key.translation.into(),
                    rotation: key.rotation.into(),
                };
                let ends = match *ends {
                    PathEnds::Loop => stage::PathEnds::Loop,
                    PathEnds::PingPong => stage::PathEnds::PingPong,
                    PathEnds::OnCall { wait } => stage::PathEnds::OnCall { wait },
                };
                Self::Path { keys: keys.iter().map(key).collect(), ends }
            }
        }
    }
}

impl From<&stage::Drive> for Drive {
    fn from(drive: &stage::Drive) -> Self {
        match drive {
            stage::Drive::Target => Self::Follow,
            stage::Drive::Velocity { linear, angular } => {
                Self::Velocity { linear: (*linear).into(), angular: (*angular).into() }
            }
            stage::Drive::Path { keys, ends } => {
                let key = |key: &stage::Key| Key {
                    time: key.time,
                    translation: key.translation.into(),
                    rotation: key.rotation.into(),
                };
                let ends = match *ends {
                    stage::PathEnds::Loop => PathEnds::Loop,
                    stage::PathEnds::PingPong => PathEnds::PingPong,
                    stage::PathEnds::OnCall { wait } => PathEnds::OnCall { wait },
                };
                Self::Path { keys: keys.iter().map(key).collect(), ends }
            }
        }
    }
}

impl From<stage::Policy> for Policy {
    fn from(policy: stage::Policy) -> Self {
        match policy {
            stage::Policy::Push => Self::Push,
            stage::Policy::Stop => Self::Stop,
            stage::Policy::Reverse => Self::Reverse,
        }
    }
}

impl From<Policy> for stage::Policy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Push => Self::Push,
            Policy::Stop => Self::Stop,
            Policy::Reverse => Self::Reverse,
        }
    }
}
