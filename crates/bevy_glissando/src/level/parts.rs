//! The components of a level's parts, besides colliders, movers and triggers.

use bevy_ecs::prelude::*;
use bevy_math::DVec3;
use bevy_reflect::prelude::*;
use glissando::trigger::effect::Effect;

/// A mover of a level: what its file says besides its motion.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct LevelMover {
    /// Its class as the file gives it; `extras` for one that is described there.
    pub class: String,
    /// Health that it takes whenever a character is squeezed, for the game's own rule. Default none.
    pub damage: f64,
    /// How it is called, if it rests until it is.
    pub call: Option<MoverCall>,
}

/// The way of a mover that is called.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct MoverCall {
    /// Seconds from rest to the far end.
    pub length: f64,
    /// Seconds there.
    pub wait: f64,
    /// Whether the far end is rest again: then every call goes through the whole path once more.
    pub is_round: bool,
}

impl From<glissando_mechanisms::Call> for MoverCall {
    fn from(call: glissando_mechanisms::Call) -> Self {
        Self { length: call.length, wait: call.wait, is_round: call.is_round }
    }
}

impl From<MoverCall> for glissando_mechanisms::Call {
    fn from(call: MoverCall) -> Self {
        Self::new(call.length, call.wait, call.is_round)
    }
}

/// Movers that start when a character is in this trigger, or when this mover is at its far end.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct Opens {
    /// The movers, each with its team.
    #[entities]
    pub movers: Vec<Entity>,
    /// Whether a character that stays in the trigger, or stands on the mover at its far end, keeps it there.
    pub holds: bool,
}

/// What a trigger of a level does.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct LevelTrigger {
    /// Its class as the file gives it; `extras` for one that is described there.
    pub class: String,
    /// The effect on a character that enters it, or crosses its surface. Default a signal.
    pub effect: LevelEffect,
    /// Of a surface, whether only a crossing from its front counts.
    pub front_only: bool,
    /// Of a pick-up, what it is, in the words of the file.
    pub what: Option<String>,
    /// Of a teleporter, where the character looks then, about Y: 0 along +X, a quarter turn along -Z.
    pub yaw_radians: Option<f64>,
    /// Seconds before it acts again, for the game's own rules.
    pub wait: f64,
}

/// The effect of a trigger of a level; see [`glissando::trigger::effect::Effect`].
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum LevelEffect {
    /// Nothing by itself.
    #[default]
    Signal,
    /// A pick-up.
    PickUp,
    /// A jump pad.
    Launch {
        /// The new velocity, m/s.
        velocity: DVec3,
    },
    /// A teleporter.
    Teleport {
        /// The new place of the feet, metres, in the world.
        feet: DVec3,
        /// The new velocity, m/s; `None` keeps the old one.
        velocity: Option<DVec3>,
    },
    /// Damage while a character is in.
    Hurt {
        /// Damage per second; negative heals.
        per_second: f64,
    },
    /// Immediate death.
    Kill,
    /// A checkpoint to return to.
    Checkpoint,
}

impl From<Effect> for LevelEffect {
    fn from(effect: Effect) -> Self {
        match effect {
            // Files name the movers that a trigger opens by their targets, which are in `Opens`.
            Effect::Signal | Effect::Open { .. } => Self::Signal,
            Effect::PickUp => Self::PickUp,
            Effect::Launch { velocity } => Self::Launch { velocity: velocity.into() },
            Effect::Teleport { to, velocity } => {
                Self::Teleport { feet: to.into(), velocity: velocity.map(Into::into) }
            }
            Effect::Hurt { per_second } => Self::Hurt { per_second },
            Effect::Kill => Self::Kill,
            Effect::Checkpoint => Self::Checkpoint,
        }
    }
}

/// A named point of a level.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct LevelMarker {
    /// What it is for.
    pub kind: MarkerKind,
    /// Where, metres, in the world: of a spawn, the place of the feet.
    pub position: DVec3,
    /// Where it looks, about Y: 0 along +X, a quarter turn along -Z.
    pub yaw_radians: f64,
}

impl From<&glissando_level::Marker> for LevelMarker {
    fn from(marker: &glissando_level::Marker) -> Self {
        let glissando_level::Marker { kind, position, yaw_radians, .. } = *marker;
        Self { kind: kind.into(), position: position.into(), yaw_radians }
    }
}

/// What a marker is for.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Default, Debug, Clone, PartialEq, Hash)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum MarkerKind {
    /// A character starts here.
    Spawn,
    /// A point of a path.
    Path,
    /// Anything else with a name.
    #[default]
    Other,
}

impl From<glissando_level::MarkerKind> for MarkerKind {
    fn from(kind: glissando_level::MarkerKind) -> Self {
        match kind {
            glissando_level::MarkerKind::Spawn => Self::Spawn,
            glissando_level::MarkerKind::Path => Self::Path,
            _ => Self::Other,
        }
    }
}
