//! What a tick of the stage was like: what became of each character and each mover, and when.

use super::shove::Squeeze;
use crate::balls::Impact;
use crate::character::{Event, EventKind};
use crate::collide::Contact;
use crate::crowd::Meeting;
use crate::handle::{BallId, CharacterId, Owner, TriggerId};
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;
use crate::trace::TraceStep;
use crate::trigger::TriggerEventKind;
use core::ops::Range;

/// What the moving world did to a character in a tick, the gravest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// Squeezed by what does not give way: it stays where it is, overlaps, and does not move by itself.
    Crushed,
    /// Squeezed, and a mover gave way.
    Blocked,
    /// Shoved by something that came.
    Pushed,
    /// Carried by what it stands on.
    Carried,
    /// Left alone.
    #[default]
    Alone,
}

/// What became of a character.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CharacterReport {
    /// What the moving world did to it.
    pub outcome: Outcome,
    /// How far it was carried and pushed, metres; its own move is not in it.
    pub moved: DVec3,
    /// The turn of what carried it, as axis times tangent of half the angle, for views that turn along.
    pub turn: DVec3,
    /// The two contacts that squeezed it, if it is blocked or crushed.
    pub squeeze: Option<Squeeze>,
    /// Sweeps taken by its own move.
    pub sub_steps: usize,
    /// Why its own move ended; [`Stop::Stuck`] for a character that ends inside the world.
    pub stop: Option<Stop>,
    /// The gap that its own move kept, as [`Report::reduced_skin`](crate::Report::reduced_skin).
    pub reduced_skin: Option<f64>,
    /// Whether its own move was undone; see [`MemberReport::is_held`](crate::crowd::MemberReport::is_held).
    pub is_held: bool,
    pub(super) path: Range<usize>,
}

/// What became of a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoverReport {
    /// How much of its way it went, `0..=1`.
    pub went: f64,
    /// The character that held it.
    pub held_by: Option<CharacterId>,
}

/// Something that happened on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StageEvent {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The character.
    pub character: CharacterId,
    /// Centre of the character at that time, metres.
    pub position: DVec3,
    /// Its velocity before the event changed it, m/s.
    pub velocity: DVec3,
    /// What.
    pub kind: StageEventKind,
}

impl StageEvent {
    /// The same event at another time: of a recording for instance, whose times count from its first tick.
    #[must_use]
    pub const fn with_time(self, time: f64) -> Self {
        Self { time, ..self }
    }

    /// The event of the character's own move, as [`step`](crate::step()) reports it; `None` for all others.
    pub const fn own(&self) -> Option<Event> {
        let StageEventKind::Own(kind) = self.kind else { return None };
        Some(Event { time: self.time, position: self.position, velocity: self.velocity, kind })
    }
}

/// What can happen on a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "on", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum StageEventKind {
    /// In its own move.
    Own(EventKind),
    /// Something is touched that was not touched in the last tick.
    TouchBegan {
        /// What.
        owner: Owner,
        /// Speed into it, along the contact's normal, m/s.
        speed: f64,
        /// Impulse per mass that it gave in this tick, m/s.
        load: f64,
    },
    /// Something is not touched any more.
    TouchEnded {
        /// What.
        owner: Owner,
    },
    /// A trigger was entered, crossed or left.
    Trigger {
        /// Which.
        trigger: TriggerId,
        /// What.
        kind: TriggerEventKind,
    },
    /// Another character was met.
    Met(Meeting),
    /// A ball hit the character while it flew.
    HitByBall {
        /// Which.
        ball: BallId,
        /// What passed between the two, N s.
        impulse: f64,
        /// Speed of approach along the normal, m/s.
        speed: f64,
    },
    /// Squeezed, and a mover gave way or not.
    Squeezed {
        /// Whether nothing gave way.
        is_crushed: bool,
        /// What pushes hardest.
        by: Option<Owner>,
        /// What holds against it.
        against: Option<Owner>,
    },
}

impl StageEventKind {
    /// Its name in snake case: `touch_began`; what happened in a character's own move, with triggers and others has the
    /// name of that: `landed`, `entered`, `pushed_by`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Own(kind) => kind.name(),
            Self::TouchBegan { .. } => "touch_began",
            Self::TouchEnded { .. } => "touch_ended",
            Self::Trigger { kind, .. } => kind.name(),
            Self::Met(meeting) => meeting.name(),
            Self::HitByBall { .. } => "hit_by_ball",
            Self::Squeezed { .. } => "squeezed",
        }
    }
}

/// What a character touches at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Touch {
    /// Which character.
    pub character: CharacterId,
    /// Where and what: the nearest contact with it.
    pub contact: Contact,
    /// Impulse per mass of all contacts with it, m/s.
    pub load: f64,
}

/// What became of a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BallReport {
    /// Whether it met so much that its impacts lost their restitution.
    pub is_damped: bool,
    /// Whether it was held where it was for the rest of the tick: nothing left it a way, it is in something of the
    /// world, or it met far too much.
    ///
    /// It keeps its speed, and goes on when it is free. Only into one that is held anything can go.
    pub is_held: bool,
}

/// A tick of the stage. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TickReport<'a> {
    /// In the order of [`StageState::characters`](super::StageState::characters).
    pub characters: &'a [CharacterReport],
    /// In the order of [`StageState::movers`](super::StageState::movers).
    pub movers: &'a [MoverReport],
    /// In order of (time, character).
    pub events: &'a [StageEvent],
    /// What is touched at the end, by character.
    pub touches: &'a [Touch],
    /// In the order of [`StageState::balls`](super::StageState::balls).
    pub balls: &'a [BallReport],
    /// The impacts of balls in flight, in order of time, and then those with characters that pushed them.
    pub impacts: &'a [Impact],
    /// Whether all pushes among characters went to the ends of their chains (see
    /// [`CrowdReport::is_settled`](crate::crowd::CrowdReport::is_settled)), those at balls were found,
    /// and whether all that were shoved into each other had the slides they needed to part.
    pub is_settled: bool,
    /// The own move, step by step, of the character that is listened to; see [`StageScratch::listen`].
    ///
    /// [`StageScratch::listen`]: super::StageScratch::listen
    pub story: &'a [TraceStep],
    pub(super) path: &'a [Waypoint],
}

impl<'a> TickReport<'a> {
    /// The path that the centre of the character at this position took through the tick.
    ///
    /// The world moves first, then the character in the world as it then is: where both do, the first takes the
    /// first half of the tick's time and the second the other.
    pub fn path_of(&self, character: usize) -> &'a [Waypoint] {
        self.characters.get(character).map_or(&[], |c| &self.path[c.path.clone()])
    }
}

/// Sorts by (time, character); what happened to one character at one time keeps its order.
pub(super) fn in_order(events: &mut [StageEvent]) {
    events.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.character.cmp(&b.character)));
}
