//! Effects of triggers, as plain data; [`consequences`] has what they do in a tick.

use crate::handle::TriggerId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::sorting;
use crate::tolerance;
use alloc::vec::Vec;

pub use super::consequence::{Consequence, ConsequenceKind, consequences};

/// The effect of a trigger on a body that enters it. Files may name the `Target` of [`Effect::Open`] by any type; see
/// [`Effect::with_target`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case", deny_unknown_fields))]
pub enum Effect<Target = u64> {
    /// Nothing by itself: it is reported, for the game's own rules.
    Signal,
    /// A pick-up: taken by the first body that enters, and gone then: a gem, a key.
    PickUp,
    /// A jump pad.
    Launch {
        /// The new velocity, m/s.
        velocity: DVec3,
    },
    /// A teleporter.
    Teleport {
        /// The new place of the centre, metres.
        to: DVec3,
        /// The new velocity, m/s; `None` keeps the old one.
        #[cfg_attr(feature = "serde", serde(default))]
        velocity: Option<DVec3>,
    },
    /// Damage while a body is in: lava, gas.
    Hurt {
        /// Damage per second, at most [`tolerance::DAMAGE_LIMIT`]; negative heals.
        per_second: f64,
    },
    /// Immediate death: the floor below the world.
    Kill,
    /// A checkpoint to return to.
    Checkpoint,
    /// Holds open, switches on or starts a target while a body is in: a door, a lift, a scene.
    Open {
        /// The caller's identifier of the target.
        target: Target,
    },
}

impl<Target> Effect<Target> {
    /// The same effect with the target that `find` returns for that of an [`Effect::Open`].
    ///
    /// ```
    /// use glissando::trigger::effect::Effect;
    ///
    /// let named = Effect::Open { target: "gate" };
    /// let found = named.with_target(|name| ["door", "gate"].iter().position(|n| *n == name).ok_or(name));
    /// assert_eq!(found, Ok(Effect::Open { target: 1 }));
    /// ```
    ///
    /// # Errors
    /// Those of `find`.
    pub fn with_target<T, E>(self, find: impl FnOnce(Target) -> Result<T, E>) -> Result<Effect<T>, E> {
        Ok(match self {
            Self::Signal => Effect::Signal,
            Self::PickUp => Effect::PickUp,
            Self::Launch { velocity } => Effect::Launch { velocity },
            Self::Teleport { to, velocity } => Effect::Teleport { to, velocity },
            Self::Hurt { per_second } => Effect::Hurt { per_second },
            Self::Kill => Effect::Kill,
            Self::Checkpoint => Effect::Checkpoint,
            Self::Open { target } => Effect::Open { target: find(target)? },
        })
    }

    /// Refuses values out of range.
    ///
    /// # Errors
    /// NaN, infinities, places and speeds beyond [`tolerance::WORLD_LIMIT`], damage per second beyond
    /// [`tolerance::DAMAGE_LIMIT`].
    pub fn check(&self) -> Result<(), InputError> {
        match *self {
            Self::Launch { velocity } => {
                input::vector("velocity of a launch", velocity, tolerance::WORLD_LIMIT).map(|_| ())
            }
            Self::Teleport { to, velocity } => {
                let velocity = velocity.unwrap_or_default();
                input::vector("velocity after a teleport", velocity, tolerance::WORLD_LIMIT)?;
                input::position("destination of a teleporter", to).map(|_| ())
            }
            Self::Hurt { per_second } => {
                let most = tolerance::DAMAGE_LIMIT;
                input::scalar("damage per second", per_second, -most, most).map(|_| ())
            }
            Self::Signal | Self::PickUp | Self::Kill | Self::Checkpoint | Self::Open { .. } => Ok(()),
        }
    }
}

/// The effects of triggers. Triggers without an effect are for the game's own rules.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Effects {
    /// By rising handle.
    list: Vec<(TriggerId, Effect)>,
}

/// Effects that were read, in any order and with any numbers.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    list: Vec<(TriggerId, Effect)>,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Effects {
    type Error = InputError;

    fn try_from(Unchecked { list }: Unchecked) -> Result<Self, InputError> {
        let mut effects = Self::new();
        list.into_iter().try_for_each(|(trigger, effect)| effects.set(trigger, effect))?;
        Ok(effects)
    }
}

impl Effects {
    /// No effects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the effect of a trigger, replacing any other.
    ///
    /// # Errors
    /// The same as of [`Effect::check`].
    pub fn set(&mut self, trigger: TriggerId, effect: Effect) -> Result<(), InputError> {
        effect.check()?;
        match self.list.binary_search_by_key(&trigger, |e| e.0) {
            Ok(place) => self.list[place].1 = effect,
            Err(place) => self.list.insert(place, (trigger, effect)),
        }
        Ok(())
    }

    /// The effect of a trigger.
    pub fn get(&self, trigger: TriggerId) -> Option<Effect> {
        let place = self.list.binary_search_by_key(&trigger, |e| e.0).ok()?;
        Some(self.list[place].1)
    }
}

/// The pick-ups that were taken: plain data, one for all characters of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Taken {
    taken: Vec<TriggerId>,
}

impl Taken {
    /// No pick-up is taken.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a pick-up was taken.
    pub fn is_taken(&self, trigger: TriggerId) -> bool {
        self.taken.contains(&trigger)
    }

    /// Takes a pick-up; false if it was already taken.
    pub(super) fn take(&mut self, trigger: TriggerId) -> bool {
        let is_there = !self.is_taken(trigger);
        if is_there {
            self.taken.push(trigger);
            sorting::sort_by(&mut self.taken, Ord::cmp);
        }
        is_there
    }

    /// Restores a pick-up.
    pub fn put_back(&mut self, trigger: TriggerId) {
        self.taken.retain(|t| *t != trigger);
    }
}
