//! The consequences of a tick's events, with times.
//!
//! Nothing is applied and nothing is called back. The game, or a tick over the whole world, reads the list and moves,
//! hurts and opens. A tick ends for a body where it is teleported or killed: later events of its old path have no
//! consequences.

use super::effect::{Effect, Effects, Taken};
use super::event::{TriggerEvent, TriggerEventKind, TriggerMemory};
use crate::handle::TriggerId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;
use alloc::vec::Vec;

/// A consequence of a tick's events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Consequence {
    /// Seconds since the start of the tick; for damage, the end of its last interval.
    pub time: f64,
    /// The trigger that caused it.
    pub trigger: TriggerId,
    /// The kind of consequence.
    #[cfg_attr(feature = "serde", serde(alias = "outcome"))]
    pub kind: ConsequenceKind,
}

/// The kinds of consequences.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum ConsequenceKind {
    /// A trigger was entered that does nothing by itself.
    Signalled,
    /// The pick-up was taken. It is in [`Taken`] now.
    PickedUp,
    /// The body was thrown.
    Launched {
        /// The new velocity, m/s.
        velocity: DVec3,
    },
    /// The body was teleported; follow it with [`Triggers::teleport`](super::Triggers::teleport).
    Teleported {
        /// The new place of the centre, metres.
        to: DVec3,
        /// The new velocity, m/s; `None` keeps the old one.
        velocity: Option<DVec3>,
    },
    /// Damage was done in this tick.
    Hurt {
        /// Seconds spent inside, exact.
        seconds: f64,
        /// Damage: `seconds` times the damage per second.
        damage: f64,
    },
    /// The body was killed.
    Killed,
    /// A checkpoint was reached.
    Reached,
    /// The trigger was entered: its target opens.
    Opened {
        /// The target.
        target: u64,
    },
    /// The trigger was left: this body no longer holds its target open.
    Released {
        /// The target.
        target: u64,
    },
}

impl ConsequenceKind {
    /// The name in snake case, as serde writes it: `picked_up`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Signalled => "signalled",
            Self::PickedUp => "picked_up",
            Self::Launched { .. } => "launched",
            Self::Teleported { .. } => "teleported",
            Self::Hurt { .. } => "hurt",
            Self::Killed => "killed",
            Self::Reached => "reached",
            Self::Opened { .. } => "opened",
            Self::Released { .. } => "released",
        }
    }
}

/// Computes the consequences for one body of a tick of `dt` seconds: replaces `found`, in order of time.
///
/// `events` are those returned by [`Triggers::travel`](super::Triggers::travel), `memory` is its state after that
/// call. A teleport or death is the last; damage counts up to it. Where several bodies may want one pick-up, call
/// this for them in the order of their claims.
///
/// ```
/// # use glissando::path::Waypoint;
/// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3};
/// # use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
/// # let mut triggers = Triggers::new();
/// # let mesh = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0;
/// # let pool = triggers.insert(Trigger::new(mesh, TriggerKind::VolumeByCentre))?;
/// use glissando::trigger::effect::{ConsequenceKind, Effect, Effects, Taken, consequences};
///
/// let mut effects = Effects::new();
/// effects.set(pool, Effect::Hurt { per_second: 50.0 })?;
/// let path = [Waypoint::new(0.0, DVec3::X * -5.0), Waypoint::new(0.1, DVec3::X * 5.0)];
/// let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
/// let events = triggers.travel(&Shape::sphere(0.5)?, &path, Filter::ALL, &mut memory, &mut buffer)?;
/// let mut found = Vec::new();
/// consequences(&effects, events, &memory, 0.1, &mut Taken::new(), &mut found)?;
/// // A fiftieth of a second in the pool.
/// assert!(matches!(found[0].kind, ConsequenceKind::Hurt { damage, .. } if (damage - 1.0).abs() < 1e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A `dt` that is negative, not finite or longer than [`tolerance::LONGEST_TIME`]. Then nothing is taken.
pub fn consequences(
    effects: &Effects,
    events: &[TriggerEvent],
    memory: &TriggerMemory,
    dt: f64,
    taken: &mut Taken,
    found: &mut Vec<Consequence>,
) -> Result<(), InputError> {
    input::scalar("dt", dt, 0.0, tolerance::LONGEST_TIME)?;
    found.clear();
    let mut end = dt;
    for event in events {
        let Some(kind) = effects.get(event.trigger).and_then(|e| kind(e, event, taken)) else {
            continue;
        };
        found.push(Consequence { time: event.time, trigger: event.trigger, kind });
        if is_last(&kind) {
            end = event.time;
            break;
        }
    }
    for trigger in met(events, memory) {
        let Some(Effect::Hurt { per_second }) = effects.get(trigger) else { continue };
        let (seconds, time) = time_in(trigger, events, memory, end);
        if seconds > 0.0 {
            let kind = ConsequenceKind::Hurt { seconds, damage: seconds * per_second };
            found.push(Consequence { time, trigger, kind });
        }
    }
    found.sort_by(|a, b| {
        let key = |c: &Consequence| (is_last(&c.kind), c.trigger);
        a.time.total_cmp(&b.time).then_with(|| key(a).cmp(&key(b)))
    });
    Ok(())
}

/// The consequence of one event.
fn kind(effect: Effect, event: &TriggerEvent, taken: &mut Taken) -> Option<ConsequenceKind> {
    match (effect, event.kind) {
        (Effect::Signal, TriggerEventKind::Entered) => Some(ConsequenceKind::Signalled),
        (Effect::PickUp, TriggerEventKind::Entered) => {
            taken.take(event.trigger).then_some(ConsequenceKind::PickedUp)
        }
        (Effect::Launch { velocity }, TriggerEventKind::Entered) => {
            Some(ConsequenceKind::Launched { velocity })
        }
        (Effect::Teleport { to, velocity }, TriggerEventKind::Entered) => {
            Some(ConsequenceKind::Teleported { to, velocity })
        }
        (Effect::Kill, TriggerEventKind::Entered) => Some(ConsequenceKind::Killed),
        (Effect::Checkpoint, TriggerEventKind::Entered) => Some(ConsequenceKind::Reached),
        (Effect::Open { target }, TriggerEventKind::Entered) => Some(ConsequenceKind::Opened { target }),
        (Effect::Open { target }, TriggerEventKind::Left) => Some(ConsequenceKind::Released { target }),
        _ => None,
    }
}

/// Whether it ends the old path.
fn is_last(kind: &ConsequenceKind) -> bool {
    matches!(kind, ConsequenceKind::Teleported { .. } | ConsequenceKind::Killed)
}

/// The triggers that the body was in at some time of the tick, each once: in one of all others it was for no time.
fn met<'a>(events: &'a [TriggerEvent], memory: &'a TriggerMemory) -> impl Iterator<Item = TriggerId> + 'a {
    let is_first = |(place, event): &(usize, &TriggerEvent)| {
        let trigger = event.trigger;
        !memory.is_in(trigger) && events[..*place].iter().all(|earlier| earlier.trigger != trigger)
    };
    let passed = events.iter().enumerate().filter(is_first).map(|(_, event)| event.trigger);
    memory.inside().iter().copied().chain(passed)
}

/// Seconds spent in a trigger up to `end`, and the end of the last interval.
fn time_in(trigger: TriggerId, events: &[TriggerEvent], memory: &TriggerMemory, end: f64) -> (f64, f64) {
    let turns = || {
        let own = events.iter().filter(|e| e.trigger == trigger);
        own.filter(|e| matches!(e.kind, TriggerEventKind::Entered | TriggerEventKind::Left))
    };
    // It was in at the start if its first change is leaving, or if it is in without a change.
    let was_in = turns().next().map_or(memory.is_in(trigger), |e| e.kind == TriggerEventKind::Left);
    let mut since = was_in.then_some(0.0);
    let (mut seconds, mut last) = (0.0, 0.0);
    for event in turns().filter(|e| e.time <= end) {
        match (event.kind, since) {
            (TriggerEventKind::Left, Some(from)) => {
                seconds += event.time - from;
                (since, last) = (None, event.time);
            }
            (TriggerEventKind::Entered, None) => since = Some(event.time),
            _ => {}
        }
    }
    match since {
        Some(from) if end > from => (seconds + (end - from), end),
        _ => (seconds, last),
    }
}
