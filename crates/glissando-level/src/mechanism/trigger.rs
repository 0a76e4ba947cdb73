//! A trigger of a level: where it is, and its effect on a character that enters.

use super::mover::MotionSpec;
use crate::level::SpawnAnchor;
use glissando::{DVec3, Soup};
use serde::Serialize;

/// A volume that does not block and acts on a character that touches it.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerSpec {
    /// Name of its node, or its class and number in the list.
    pub name: String,
    /// Its class as the file gives it; `extras` for one that is described there.
    pub class: String,
    /// Where it is.
    pub shape: TriggerShape,
    /// How its shape moves; nearly always [`MotionSpec::Still`].
    pub motion: MotionSpec,
    /// What it does.
    pub effect: Effect,
    /// Seconds before it acts again.
    pub wait: f64,
    /// The name that it fires besides: see [`Mechanisms::movers_started_by`](super::Mechanisms::movers_started_by).
    pub target: Option<String>,
}

/// Where a trigger is, in the world, in metres.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TriggerShape {
    /// A box along the axes.
    Box {
        /// Lowest corner.
        low: DVec3,
        /// Highest corner.
        high: DVec3,
    },
    /// The inside of a closed surface with its fronts outside.
    Closed(Soup),
    /// A surface that is crossed.
    Surface {
        /// Its triangles.
        soup: Soup,
        /// Whether only a crossing from the front to the back counts.
        front_only: bool,
    },
}

/// The effect of a trigger on a character that enters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub enum Effect {
    /// Nothing by itself: it fires its target, and a game may have its own ideas.
    Signal,
    /// Puts the body elsewhere.
    Teleport {
        /// Where its feet go.
        position: DVec3,
        /// Where it looks then, as a [`Marker`](crate::Marker) does; `None`: as before.
        yaw_radians: Option<f64>,
        /// Metres a second at which it leaves in that direction; `None`: its velocity stays.
        speed: Option<f64>,
    },
    /// Gives the body a velocity, whatever it had: jump pads.
    Launch {
        /// Metres a second.
        velocity: DVec3,
        /// The highest point of the way, where that is what the file gives: see [`launch_velocity`](super::launch_velocity).
        apex: Option<DVec3>,
    },
    /// Takes health as long as the body is inside.
    Hurt {
        /// In the points of its game.
        damage: f64,
        /// Seconds from one time to the next.
        interval: f64,
    },
    /// Kills.
    Kill,
    /// Is taken along and gone.
    PickUp {
        /// What it is, in the words of the file.
        what: String,
    },
    /// Is where the body starts again.
    Checkpoint,
}

/// A named point.
#[derive(Clone, Debug, PartialEq)]
pub struct Destination {
    /// Its name; empty for none.
    pub name: String,
    /// Its class as the file gives it.
    pub class: String,
    /// Where, in metres.
    pub position: DVec3,
    /// What `position` is of a body that arrives; `None` where no body does.
    pub anchor: Option<SpawnAnchor>,
    /// Where it looks, as a [`Marker`](crate::Marker) does, if that is said.
    pub yaw_radians: Option<f64>,
}
