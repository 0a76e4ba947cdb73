//! The report of a stage's tick: outcomes of characters and movers, events, touches.

use super::shoved::Squeeze;
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

/// The effect of the moving world on a character in a tick, the gravest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// Squeezed by surfaces that do not yield: it stays put, overlaps, and makes no move of its own.
    Crushed,
    /// Squeezed, and a mover yielded.
    Blocked,
    /// Shoved by an approaching surface.
    Pushed,
    /// Carried by its support.
    Carried,
    /// Neither carried nor pushed.
    #[default]
    #[cfg_attr(feature = "serde", serde(alias = "alone"))]
    Unaffected,
}

impl Outcome {
    /// The name in snake case, as serde writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crushed => "crushed",
            Self::Blocked => "blocked",
            Self::Pushed => "pushed",
            Self::Carried => "carried",
            Self::Unaffected => "unaffected",
        }
    }
}

/// The report of a character.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CharacterReport {
    /// The effect of the moving world.
    pub outcome: Outcome,
    /// Distance and direction that it was carried and pushed, metres; without its own move.
    pub moved: DVec3,
    /// The turn of its support, as axis times tangent of half the angle, for a view that turns along.
    pub turn: DVec3,
    /// The two contacts that squeezed it, if it was blocked or crushed.
    pub squeeze: Option<Squeeze>,
    /// Sweeps taken by its own move.
    pub sub_steps: usize,
    /// Why its own move ended; [`Stop::Stuck`] for a character that ends inside a surface.
    pub stop: Option<Stop>,
    /// The gap that its own move kept, the same as [`Report::reduced_skin`](crate::Report::reduced_skin).
    pub reduced_skin: Option<f64>,
    /// Whether its own move was undone; see [`MemberReport::is_held`](crate::crowd::MemberReport::is_held).
    pub is_held: bool,
    pub(super) path: Range<usize>,
    /// Seconds of the path in which the world moves.
    pub(super) world_moves_for: f64,
}

/// The report of a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoverReport {
    /// The part of its planned motion that it made, `0..=1`.
    #[cfg_attr(feature = "serde", serde(alias = "went"))]
    pub fraction: f64,
    /// The character that blocked it.
    pub held_by: Option<CharacterId>,
}

/// A mover that did not rest in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GoingMover {
    /// Its position in [`StageState::movers`](super::StageState::movers).
    pub mover: usize,
    /// Seconds on its path before the tick.
    pub clock_before: f64,
}

/// An event on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StageEvent {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The character it happened to.
    pub character: CharacterId,
    /// Centre of the character at that time, metres.
    pub position: DVec3,
    /// Its velocity before the event changed it, m/s.
    pub velocity: DVec3,
    /// The kind of event, with its data.
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
    /// An event of the character's own move.
    Own(EventKind),
    /// A touch began: in the last tick this owner was not touched.
    TouchBegan {
        /// The touched body, ball or character.
        owner: Owner,
        /// Speed into it, along the contact's normal, m/s.
        speed: f64,
        /// Impulse per mass that it gave in this tick, m/s.
        load: f64,
    },
    /// A touch ended.
    TouchEnded {
        /// The owner that was touched.
        owner: Owner,
    },
    /// A trigger was entered, crossed or left.
    Trigger {
        /// The trigger.
        trigger: TriggerId,
        /// Whether entered, crossed or left.
        kind: TriggerEventKind,
    },
    /// A meeting with another character.
    Met(Meeting),
    /// A flying ball hit the character.
    HitByBall {
        /// The ball.
        ball: BallId,
        /// The impulse exchanged, N s.
        impulse: f64,
        /// Speed of approach along the normal, m/s.
        speed: f64,
    },
    /// The character was squeezed; a mover yielded or not.
    Squeezed {
        /// Whether no mover yielded.
        is_crushed: bool,
        /// The owner of the surface that pushes hardest.
        by: Option<Owner>,
        /// The owner of the surface that holds against it.
        against: Option<Owner>,
    },
}

impl StageEventKind {
    /// The name in snake case: `touch_began`; events of a character's own move, of triggers and of other characters
    /// have their own names: `landed`, `entered`, `pushed_by`.
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

/// A touch of a character at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Touch {
    /// The character that touches.
    pub character: CharacterId,
    /// The nearest contact with the touched owner.
    pub contact: Contact,
    /// Impulse per mass of all contacts with that owner, m/s.
    pub load: f64,
}

/// The report of a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BallReport {
    /// Whether it had so many impacts that they lost their restitution.
    pub is_damped: bool,
    /// Whether it was held in place for the rest of the tick: it had no free path, it is inside a surface of the
    /// world, it had far too many impacts, or it is one of a heap and met another body.
    ///
    /// It keeps its speed and moves on when it is free (a heap that would rise by more than its energy loses its speed).
    /// Other things can enter only a held ball.
    pub is_held: bool,
}

/// The report of a stage's tick. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TickReport<'a> {
    /// In the order of [`StageState::characters`](super::StageState::characters).
    pub characters: &'a [CharacterReport],
    /// In the order of [`StageState::movers`](super::StageState::movers).
    pub movers: &'a [MoverReport],
    /// The movers that did not rest, by position. The tick changed no others.
    pub going: &'a [GoingMover],
    /// In order of (time, character).
    pub events: &'a [StageEvent],
    /// Touches at the end of the tick, by character.
    pub touches: &'a [Touch],
    /// In the order of [`StageState::balls`](super::StageState::balls).
    pub balls: &'a [BallReport],
    /// Impacts of the flying balls in order of time, then the pushes by characters.
    pub impacts: &'a [Impact],
    /// Whether the limits on work sufficed: all pushes among characters reached the ends of their chains (see
    /// [`CrowdReport::is_settled`](crate::crowd::CrowdReport::is_settled)), the pushes at balls were solved, and
    /// characters shoved into each other had the slides they needed to part.
    pub is_settled: bool,
    /// The steps of the selected character's own move; see [`StageScratch::trace_character`].
    ///
    /// [`StageScratch::trace_character`]: super::StageScratch::trace_character
    pub trace: &'a [TraceStep],
    pub(super) path: &'a [Waypoint],
}

impl<'a> TickReport<'a> {
    /// The path of the centre of the character at this position through the tick.
    ///
    /// The world moves first, then the character in the changed world: where both move, each gets half of the tick's
    /// time.
    pub fn path_of(&self, character: usize) -> &'a [Waypoint] {
        self.characters.get(character).map_or(&[], |c| &self.path[c.path.clone()])
    }
}
