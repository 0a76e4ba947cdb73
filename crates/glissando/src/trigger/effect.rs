//! What triggers do, as plain data: from the events of a tick to the list of what follows, with times.
//!
//! Nothing here is applied and nothing is called back. The game, or a tick over the whole world, reads the list
//! and moves, hurts and opens. A tick ends for a body where it is teleported or killed: what its old path met
//! afterwards has no consequences.

use super::event::{TriggerEvent, TriggerEventKind, TriggerMemory};
use crate::handle::TriggerId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;
use alloc::vec::Vec;

/// What a trigger does to a character that enters it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Effect {
    /// The first character that enters takes it, and it is gone then: a gem, a key.
    PickUp,
    /// Throws: a jump pad.
    Launch {
        /// Velocity from then on, m/s.
        velocity: DVec3,
    },
    /// Puts elsewhere.
    Teleport {
        /// Where the centre is from then on, metres.
        to: DVec3,
    },
    /// Hurts as long as one is in: lava, gas.
    Hurt {
        /// Damage per second, at most [`tolerance::DAMAGE_LIMIT`]; negative heals.
        per_second: f64,
    },
    /// Kills at once: the floor below the world.
    Kill,
    /// Is where one comes back to.
    Checkpoint,
    /// Is held open, switched on or started while one is in: a door, a lift, a scene.
    Open {
        /// The caller's name for what is opened.
        target: u64,
    },
}

/// Something that follows from a tick's events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Consequence {
    /// Seconds since the start of the tick; for damage, when the last of it was done.
    pub time: f64,
    /// By which trigger.
    pub trigger: TriggerId,
    /// What follows.
    pub outcome: Outcome,
}

/// What can follow.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Outcome {
    /// It was taken. It is in [`Taken`] now.
    PickedUp,
    /// The velocity is this from then on, m/s.
    Launched {
        /// The velocity.
        velocity: DVec3,
    },
    /// The centre is there from then on; follow it with [`Triggers::teleport`](super::Triggers::teleport).
    Teleported {
        /// Where.
        to: DVec3,
    },
    /// Damage was done in this tick.
    Hurt {
        /// Seconds spent inside, exactly.
        seconds: f64,
        /// Damage: so many times the damage per second.
        damage: f64,
    },
    /// Dead.
    Killed,
    /// A checkpoint was reached.
    Reached,
    /// It was entered: what it opens is opened.
    Opened {
        /// What.
        target: u64,
    },
    /// It was left: by this body what it opens is no longer held open.
    Released {
        /// What.
        target: u64,
    },
}

impl Outcome {
    /// Its name in snake case, as serde writes it: `picked_up`.
    pub const fn name(&self) -> &'static str {
        match self {
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

/// Which trigger does what. Triggers without an effect are for the game's own rules.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Effects {
    /// By rising handle.
    list: Vec<(TriggerId, Effect)>,
}

impl Effects {
    /// No effects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a trigger its effect, in place of any other.
    ///
    /// # Errors
    /// NaN, infinities, places and speeds beyond [`tolerance::WORLD_LIMIT`], damage per second beyond
    /// [`tolerance::DAMAGE_LIMIT`].
    pub fn set(&mut self, trigger: TriggerId, effect: Effect) -> Result<(), InputError> {
        match effect {
            Effect::Launch { velocity } => {
                input::vector("velocity of a launch", velocity, tolerance::WORLD_LIMIT)?;
            }
            Effect::Teleport { to } => {
                input::position("destination of a teleporter", to)?;
            }
            Effect::Hurt { per_second } => {
                let most = tolerance::DAMAGE_LIMIT;
                input::scalar("damage per second", per_second, -most, most)?;
            }
            Effect::PickUp | Effect::Kill | Effect::Checkpoint | Effect::Open { .. } => {}
        }
        match self.list.binary_search_by_key(&trigger, |e| e.0) {
            Ok(place) => self.list[place].1 = effect,
            Err(place) => self.list.insert(place, (trigger, effect)),
        }
        Ok(())
    }

    /// The effect of a trigger.
    pub fn get(&self, trigger: TriggerId) -> Option<Effect> {
        self.list.iter().find(|e| e.0 == trigger).map(|e| e.1)
    }
}

/// The pick-ups that are gone: plain data, one for all characters of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Taken {
    taken: Vec<TriggerId>,
}

impl Taken {
    /// Everything is still there.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a pick-up is gone.
    pub fn is_taken(&self, trigger: TriggerId) -> bool {
        self.taken.contains(&trigger)
    }

    /// Takes a pick-up, or whether it was gone already.
    fn take(&mut self, trigger: TriggerId) -> bool {
        let is_there = !self.is_taken(trigger);
        if is_there {
            self.taken.push(trigger);
            self.taken.sort_unstable();
        }
        is_there
    }

    /// Puts a pick-up back.
    pub fn put_back(&mut self, trigger: TriggerId) {
        self.taken.retain(|t| *t != trigger);
    }
}

/// What follows for one body from a tick of `dt` seconds: replaces `found`, in order of time.
///
/// `events` are those that [`Triggers::travel`](super::Triggers::travel) told, `memory` is as that left it. A
/// teleport or death is the last; damage counts up to it. Where several bodies may want one pick-up, ask for
/// them in the order in which they shall have it.
///
/// ```
/// # use glissando::path::Waypoint;
/// # use glissando::{DVec3, Ellipsoid, Filter, Mesh, MeshOptions, Soup, Vec3};
/// # use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
/// # let mut triggers = Triggers::new();
/// # let mesh = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0;
/// # let pool = triggers.insert(Trigger::new(mesh, TriggerKind::VolumeByCentre))?;
/// use glissando::trigger::effect::{Effect, Effects, Outcome, Taken, consequences};
///
/// let mut effects = Effects::new();
/// effects.set(pool, Effect::Hurt { per_second: 50.0 })?;
/// let path = [Waypoint::new(0.0, DVec3::X * -5.0), Waypoint::new(0.1, DVec3::X * 5.0)];
/// let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
/// let events = triggers.travel(&Ellipsoid::sphere(0.5)?, &path, Filter::ALL, &mut memory, &mut buffer)?;
/// let mut found = Vec::new();
/// consequences(&effects, events, &memory, 0.1, &mut Taken::new(), &mut found)?;
/// // A fiftieth of a second in the pool.
/// assert!(matches!(found[0].outcome, Outcome::Hurt { damage, .. } if (damage - 1.0).abs() < 1e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A `dt` that is negative, not finite or longer than [`tolerance::LONGEST_TIME`]. Nothing is taken then.
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
        let Some(outcome) = effects.get(event.trigger).and_then(|e| outcome(e, event, taken)) else {
            continue;
        };
        found.push(Consequence { time: event.time, trigger: event.trigger, outcome });
        if is_last(&outcome) {
            end = event.time;
            break;
        }
    }
    for &(trigger, effect) in &effects.list {
        let Effect::Hurt { per_second } = effect else { continue };
        let (seconds, time) = time_in(trigger, events, memory, end);
        if seconds > 0.0 {
            let outcome = Outcome::Hurt { seconds, damage: seconds * per_second };
            found.push(Consequence { time, trigger, outcome });
        }
    }
    found.sort_by(|a, b| {
        let key = |c: &Consequence| (is_last(&c.outcome), c.trigger);
        a.time.total_cmp(&b.time).then_with(|| key(a).cmp(&key(b)))
    });
    Ok(())
}

/// What one event leads to.
fn outcome(effect: Effect, event: &TriggerEvent, taken: &mut Taken) -> Option<Outcome> {
    match (effect, event.kind) {
        (Effect::PickUp, TriggerEventKind::Entered) => taken.take(event.trigger).then_some(Outcome::PickedUp),
        (Effect::Launch { velocity }, TriggerEventKind::Entered) => Some(Outcome::Launched { velocity }),
        (Effect::Teleport { to }, TriggerEventKind::Entered) => Some(Outcome::Teleported { to }),
        (Effect::Kill, TriggerEventKind::Entered) => Some(Outcome::Killed),
        (Effect::Checkpoint, TriggerEventKind::Entered) => Some(Outcome::Reached),
        (Effect::Open { target }, TriggerEventKind::Entered) => Some(Outcome::Opened { target }),
        (Effect::Open { target }, TriggerEventKind::Left) => Some(Outcome::Released { target }),
        _ => None,
    }
}

/// Whether nothing on the old path follows it.
fn is_last(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Teleported { .. } | Outcome::Killed)
}

/// Seconds spent in a trigger up to `end`, and when the last of them was.
fn time_in(trigger: TriggerId, events: &[TriggerEvent], memory: &TriggerMemory, end: f64) -> (f64, f64) {
    let turns = || {
        let own = events.iter().filter(|e| e.trigger == trigger);
        own.filter(|e| matches!(e.kind, TriggerEventKind::Entered | TriggerEventKind::Left))
    };
    // It was in at the start if the first change is that it left, or if it is in and nothing changed.
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
