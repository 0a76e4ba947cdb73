//! The effects of the moving world in a tick: the place of each character, and more for those that it does not leave alone.

use super::report::Outcome;
use super::shoved::{Shoved, Squeeze};
use super::strike::Strike;
use crate::handle::BodyId;
use crate::math::DVec3;
use alloc::vec::Vec;

/// What is known of a character before it is carried and shoved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    /// Whether the moving world leaves it where it is.
    pub(super) is_left: bool,
    /// Whether it is known that no mobile body can come near its own move.
    pub(super) is_apart: bool,
}

/// The effects of the moving world on all characters.
///
/// Most are left alone in most ticks, and an effect is large: so only places are kept for all, beside each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Where the world takes each character, metres.
    pub(super) places: Vec<DVec3>,
    /// The position of each character's effect in `list`; [`NONE`] of one that is left alone.
    positions: Vec<u32>,
    list: Vec<WorldEffect>,
    /// How many of `list` are of this tick. The others are memory for those to come.
    count: usize,
}

/// The position of the effect on a character that is left alone.
const NONE: u32 = u32::MAX;

impl Effects {
    /// Begins a tick with so many characters: none is affected, and no place is known.
    pub(super) fn begin(&mut self, characters: usize) {
        self.places.resize(characters, DVec3::ZERO);
        self.positions.clear();
        self.positions.resize(characters, NONE);
        self.count = 0;
    }

    /// Leaves a character where it is. All else that a former round has found is forgotten, but for the squeeze that a mover yielded to.
    #[inline]
    pub(super) fn leave(&mut self, character: usize, at: DVec3) {
        self.places[character] = at;
        let position = &mut self.positions[character];
        if let Some(effect) = self.list.get_mut(*position as usize) {
            effect.forget();
            if effect.blocked.is_none() {
                *position = NONE;
            }
        }
    }

    /// The effect on a character; `None` if it is left alone.
    #[inline]
    pub(super) fn get(&self, character: usize) -> Option<&WorldEffect> {
        self.list.get(self.positions[character] as usize)
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn get_mut(&mut self, character: usize) -> Option<&mut WorldEffect> {
        self.list.get_mut(self.positions[character] as usize)
    }

    /// The effect on a character, which is no longer left alone.
    pub(super) fn of(&mut self, character: usize) -> &mut WorldEffect {
        let Self { positions, list, count, .. } = self;
        let position = &mut positions[character];
        if *position == NONE {
            *position = *count as u32;
            match list.get_mut(*count) {
                Some(effect) => {
                    effect.forget();
                    effect.blocked = None;
                }
                None => list.push(WorldEffect::default()),
            }
            *count += 1;
        }
        &mut list[*position as usize]
    }

    /// The effect on a character that is carried and shoved, without anything in it yet but the squeeze that a mover yielded to.
    pub(super) fn renew(&mut self, character: usize) -> &mut WorldEffect {
        if self.positions[character] == NONE {
            return self.of(character);
        }
        let effect = &mut self.list[self.positions[character] as usize];
        effect.forget();
        effect
    }

    /// Whether surfaces squeeze a character.
    pub(super) fn is_squeezed(&self, character: usize) -> bool {
        self.get(character).is_some_and(|effect| effect.shoved.squeeze.is_some())
    }
}

/// The effect of the moving world on one character. Large, so a tick changes it in place.
#[derive(Clone, Debug, Default)]
pub(super) struct WorldEffect {
    pub(super) shoved: Shoved,
    /// The pushes at the end of its way, in [`StageScratch::pushes`].
    pub(super) pushes: core::ops::Range<usize>,
    pub(super) turn: DVec3,
    pub(super) is_carried: bool,
    /// Its way, in [`StageScratch::ways`]; empty if it stays at its start.
    pub(super) path: core::ops::Range<usize>,
    /// A yielding mover that would end in this character, which other surfaces squeeze.
    pub(super) entering: Option<usize>,
    /// The moving body that enclosed a character which is squeezed now.
    pub(super) cabin: Option<BodyId>,
    /// The squeeze for which a mover yielded.
    pub(super) blocked: Option<Squeeze>,
    /// The walls and ceilings that reached it in the air.
    pub(super) strike: Strike,
    /// The change of its velocity by balls, m/s.
    pub(super) struck: DVec3,
}

impl WorldEffect {
    /// Forgets all but the squeeze for which a mover yielded.
    #[inline(never)]
    fn forget(&mut self) {
        let Self { shoved, pushes, turn, is_carried, path, entering, cabin, blocked: _, strike, struck } =
            self;
        (shoved.is_pushed, shoved.pusher, shoved.reached, shoved.squeeze) = (false, None, None, None);
        (*pushes, *path, *turn, *is_carried) = (0..0, 0..0, DVec3::ZERO, false);
        (*entering, *cabin, *struck) = (None, None, DVec3::ZERO);
        strike.forget();
    }

    /// Whether there is something to tell besides the character's own move.
    pub(super) fn has_event(&self) -> bool {
        self.squeeze().is_some() || self.strike.event.is_some()
    }

    /// The squeeze to report, and whether it is one that crushes: none yielded to it.
    pub(super) fn squeeze(&self) -> Option<(&Squeeze, bool)> {
        let blocked = || self.blocked.as_ref().map(|squeeze| (squeeze, false));
        self.shoved.squeeze.as_ref().map(|squeeze| (squeeze, true)).or_else(blocked)
    }

    pub(super) fn outcome(&self) -> Outcome {
        match (&self.shoved.squeeze, &self.blocked) {
            (Some(_), _) => Outcome::Crushed,
            (None, Some(_)) => Outcome::Blocked,
            _ if self.shoved.is_pushed => Outcome::Pushed,
            _ if self.is_carried => Outcome::Carried,
            _ => Outcome::Unaffected,
        }
    }
}
