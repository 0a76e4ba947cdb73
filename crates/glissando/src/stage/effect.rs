//! What the moving world does to one character in a tick.

use super::report::Outcome;
use super::shoved::{Shoved, Squeeze};
use super::strike::Strike;
use crate::handle::BodyId;
use crate::math::DVec3;

/// What is known of a character before it is carried and shoved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    /// Whether the moving world leaves it where it is.
    pub(super) is_left: bool,
    /// Whether it is known that no mobile body can come near its own move.
    pub(super) is_apart: bool,
}

/// The effect of the moving world on one character. Large, so a tick changes it in place.
#[derive(Clone, Debug, Default)]
pub(super) struct WorldEffect {
    /// Whether there is none: all but the place is as in [`WorldEffect::leave`].
    pub(super) is_none: bool,
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
    /// There is none, on a character at this place.
    #[inline]
    pub(super) fn leave(&mut self, at: DVec3) {
        if !self.is_none {
            self.forget();
        }
        self.shoved.position = at;
    }

    #[inline(never)]
    fn forget(&mut self) {
        let Self {
            is_none,
            shoved,
            pushes,
            turn,
            is_carried,
            path,
            entering,
            cabin,
            blocked,
            strike,
            struck,
        } = self;
        *is_none = blocked.is_none();
        (shoved.is_pushed, shoved.pusher, shoved.reached, shoved.squeeze) = (false, None, None, None);
        (*pushes, *path, *turn, *is_carried) = (0..0, 0..0, DVec3::ZERO, false);
        (*entering, *cabin, *struck) = (None, None, DVec3::ZERO);
        strike.forget();
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
