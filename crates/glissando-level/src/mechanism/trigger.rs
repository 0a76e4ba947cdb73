//! A trigger of a level: where it is, and its effect on a character that enters.

use super::gather::bounds;
use super::mover::MotionSpec;
use crate::angle::direction;
use crate::level::SpawnAnchor;
use glissando::trigger::effect::Effect;
use glissando::{DVec3, Soup};

/// A volume that does not block and acts on a character that touches it.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerSpec {
    /// Name of its node, or its class and number in the list.
    pub name: String,
    /// Its class as the file gives it; `extras` for one that is described there.
    pub class: String,
    /// Index of its node in [`Level::mechanism_nodes`](crate::Level::mechanism_nodes); `None` for one of an entity list.
    pub node: Option<usize>,
    /// Where it is.
    pub shape: TriggerShape,
    /// How its shape moves; nearly always [`MotionSpec::Still`].
    pub motion: MotionSpec,
    /// What it does. Never [`Effect::Open`]: see `target`. A teleport's `to` is where the feet go.
    pub effect: Effect,
    /// Of a pick-up, what it is, in the words of the file.
    pub what: Option<String>,
    /// Of a launch, the highest point of the way, where that is what the file gives: see
    /// [`launch_velocity`](super::launch_velocity).
    pub apex: Option<DVec3>,
    /// Of a teleport, where the body looks then, as a [`Marker`](crate::Marker) does; `None`: as before.
    pub yaw_radians: Option<f64>,
    /// Seconds before it acts again.
    pub wait: f64,
    /// The name that it fires besides: see [`Mechanisms::movers_started_by`](super::Mechanisms::movers_started_by).
    pub target: Option<String>,
}

impl TriggerSpec {
    /// A still trigger without a name and a target that does this.
    pub fn new(shape: TriggerShape, effect: Effect) -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            node: None,
            shape,
            motion: MotionSpec::Still,
            effect,
            what: None,
            apex: None,
            yaw_radians: None,
            wait: 0.0,
            target: None,
        }
    }

    /// The middle of its shape's box at rest, in the world.
    pub fn middle(&self) -> DVec3 {
        let (low, high) = match &self.shape {
            TriggerShape::Box { low, high } => (*low, *high),
            TriggerShape::Closed(soup) | TriggerShape::Surface { soup, .. } => {
                bounds(soup).unwrap_or_default()
            }
        };
        (low + high) * 0.5
    }

    /// The same trigger with the effect of a file.
    pub(super) fn doing(self, does: Does) -> Self {
        let Does { effect, what, apex, yaw_radians } = does;
        Self { effect, what, apex, yaw_radians, ..self }
    }
}

/// An effect with what files say about it besides.
#[derive(Debug)]
pub(super) struct Does {
    pub(super) effect: Effect,
    pub(super) what: Option<String>,
    pub(super) apex: Option<DVec3>,
    pub(super) yaw_radians: Option<f64>,
}

impl From<Effect> for Does {
    fn from(effect: Effect) -> Self {
        Self { effect, what: None, apex: None, yaw_radians: None }
    }
}

impl Does {
    /// A teleport to these feet; with a speed in m/s the body leaves in the direction in which it then looks.
    pub(super) fn teleport(to: DVec3, yaw_radians: Option<f64>, speed: Option<f64>) -> Self {
        let velocity = speed.map(|speed| direction(yaw_radians.unwrap_or(0.0)) * speed);
        Self { yaw_radians, ..Effect::Teleport { to, velocity }.into() }
    }
}

/// Where a trigger is, in the world, in metres.
#[derive(Clone, Debug, PartialEq)]
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
