//! A mover of a level: its triangles, the rule of its motion, and its effect on characters in its way.

use glissando::stage::{Key, Policy};
use glissando::{DVec3, Soup};

/// Something solid that moves by a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverSpec {
    /// Name of its node.
    pub name: String,
    /// Its class as the file gives it; `extras` for one that is described there.
    pub class: String,
    /// Index of its node in [`Level::mechanism_nodes`](crate::Level::mechanism_nodes); `None` for one of an entity list.
    pub node: Option<usize>,
    /// Its triangles at rest, in metres and along the world's axes, relative to [`origin`](Self::origin).
    pub soup: Soup,
    /// Where the soup's origin is at rest. A body with the soup as mesh is at rest at this translation.
    pub origin: DVec3,
    /// How it moves, from rest.
    pub motion: MotionSpec,
    /// What sets it going.
    pub start: Start,
    /// What it does when a character is in its way.
    pub policy: Policy,
    /// Health that it takes whenever a character is squeezed, in the points of its game. 0 for none.
    pub damage: f64,
    /// The name that it fires: a button when pressed home, others when they arrive at their far end.
    pub target: Option<String>,
    /// The name by which others start it.
    pub target_name: Option<String>,
    /// Movers of the same team start together, and stop together when one is blocked.
    pub team: Option<String>,
}

impl MoverSpec {
    /// The middle of its box at rest, in the world; its origin if it has no vertices.
    pub fn middle(&self) -> DVec3 {
        let corners = || self.soup.vertices.iter().map(|v| v.as_dvec3());
        let ends = corners().reduce(DVec3::min).zip(corners().reduce(DVec3::max));
        self.origin + ends.map_or(DVec3::ZERO, |(low, high)| (low + high) * 0.5)
    }
}

/// A motion from the position of rest. Vectors are along the world's axes, in metres and seconds.
#[derive(Clone, Debug, PartialEq)]
pub enum MotionSpec {
    /// None.
    Still,
    /// On and on at the same velocity: fans, turntables, belts.
    Steady {
        /// Metres a second.
        linear: DVec3,
        /// Radians a second about this axis through `pivot`, counter-clockwise seen from its tip.
        angular: DVec3,
        /// The fixed point of the turn at rest, in the world.
        pivot: DVec3,
    },
    /// To a far end, after a wait back to rest: doors, lifts, buttons. With [`Start::Always`] for ever
    /// to and fro with the wait at both ends: crushers.
    Shuttle {
        /// From rest to the far end.
        travel: DVec3,
        /// Metres a second, above 0.
        speed: f64,
        /// Seconds at the far end; `None`: it never returns.
        wait: Option<f64>,
    },
    /// Along keys: trains, swinging doors. Between keys the translation is linear and the rotation uniform,
    /// the short way round.
    Path {
        /// At least two; times start at 0 and increase. Rotations have length 1.
        keys: Vec<Key>,
        /// The point about which the keys turn, at rest, in the world.
        pivot: DVec3,
        /// Whether it starts again after the last key; otherwise it stays there, or, when started
        /// by something, goes through the keys once each time.
        repeat: bool,
    },
    /// To and fro about rest: `amplitude * sin(2 pi (t / period + phase))`.
    Bob {
        /// From the middle to one end.
        amplitude: DVec3,
        /// Seconds for a whole swing, above 0.
        period: f64,
        /// Share of a period that it is ahead, from 0 to 1.
        phase: f64,
    },
    /// Turning to and fro about rest, with the angle `radians * sin(2 pi (t / period + phase))`.
    Swing {
        /// A unit vector through `pivot`.
        axis: DVec3,
        /// The fixed point, at rest, in the world.
        pivot: DVec3,
        /// From the middle to one end.
        radians: f64,
        /// Seconds for a whole swing, above 0.
        period: f64,
        /// Share of a period that it is ahead, from 0 to 1.
        phase: f64,
    },
}

/// What sets a mover going.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Start {
    /// Nothing: it goes from the first moment.
    Always,
    /// A body that comes into this box.
    Zone {
        /// Lowest corner in the world, in metres.
        low: DVec3,
        /// Highest corner.
        high: DVec3,
        /// Whether a body that stays inside keeps it at its far end.
        holds: bool,
    },
    /// Its [`target_name`](MoverSpec::target_name) being fired.
    Target,
    /// Being hit by a shot.
    Shot,
}
