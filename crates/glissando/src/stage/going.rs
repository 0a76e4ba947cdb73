//! The movers that go in a tick. A mover at rest costs one comparison of its state.
//!
//! A mover rests if a tick left its whole state unchanged, and a tick of any length would. What a stage remembers for this is checked
//! against the state that a tick is given, so any state may be given at any time.

use super::mover::{MoverSpec, MoverState, Plan};
use super::report::MoverReport;
use super::tick::{MOVER_STATES, StageScratch, same_count};
use super::yielding::Scale;
use super::{Stage, StageState};
use crate::input::InputError;
use crate::math::DAffine3;
use crate::motion::Motion;
use alloc::vec::Vec;

/// A mover and the pose in which its body rests.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    pub(super) spec: MoverSpec,
    pub(super) rest: DAffine3,
    /// Removed: it moves no body; its slot is not used again.
    pub(super) is_removed: bool,
}

/// What a stage knows of a mover from its last tick. Apart from the movers themselves, as it is read in every tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// A state whose pose the mover's body has.
    state: MoverState,
    is_placed: bool,
    /// Whether a tick changes nothing in that state.
    is_at_rest: bool,
}

/// The movers that go in a tick, in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Going {
    plans: Vec<(u32, Plan)>,
    /// Their states after the tick.
    arrived: Vec<MoverState>,
}

impl Going {
    /// The planned motion of a mover.
    pub(super) fn motion(&self, mover: usize) -> Motion {
        let found = self.plans.binary_search_by_key(&mover, |(index, _)| *index as usize);
        found.map_or(Motion::STILL, |at| self.plans[at].1.motion)
    }
}

impl Stage {
    /// Puts the bodies of the movers where a state says.
    pub(super) fn place(&mut self, state: &StageState) -> Result<(), InputError> {
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        for (index, mover) in state.movers.iter().enumerate() {
            self.place_mover(index, mover)?;
        }
        self.place_triggers(state)
    }

    #[inline]
    fn place_mover(&mut self, index: usize, mover: &MoverState) -> Result<(), InputError> {
        let known = &mut self.known[index];
        let cast = &self.movers[index];
        if (known.is_placed && known.state.pose == mover.pose) || cast.is_removed {
            return Ok(());
        }
        *known = Known::default();
        let pose = cast.spec.pose(&mover.pose, &cast.rest);
        if self.world.body(cast.spec.body)?.pose != pose {
            self.world.set_pose(cast.spec.body, pose)?;
        }
        *known = Known { state: *mover, is_placed: true, is_at_rest: false };
        Ok(())
    }

    /// Places every mover, and plans the tick of all that do not rest. A tick that was refused may have left motions, which are
    /// cancelled.
    pub(super) fn plan(&mut self, state: &StageState, dt: f64, going: &mut Going) -> Result<(), InputError> {
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        self.world.cancel_motions();
        going.plans.clear();
        for (index, mover) in state.movers.iter().enumerate() {
            let known = &self.known[index];
            if known.is_at_rest && known.state == *mover {
                continue;
            }
            self.place_mover(index, mover)?;
            let cast = &self.movers[index];
            if !cast.is_removed {
                going.plans.push((index as u32, cast.spec.plan(mover, dt)?));
            }
        }
        self.place_triggers(state)
    }

    /// Sets the motions of the bodies, as far as their movers make them.
    pub(super) fn set_motions(&mut self, going: &Going, scales: &[Scale]) -> Result<(), InputError> {
        for &(index, plan) in &going.plans {
            let motion = plan.motion.slowed(scales[index as usize].share);
            self.world.set_motion(self.movers[index as usize].spec.body, motion)?;
        }
        Ok(())
    }

    /// Puts the bodies where they have come to, and tells how the movers are then.
    pub(super) fn arrive(
        &mut self,
        state: &StageState,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch { going, scales, movers: reports, .. } = scratch;
        reports.clear();
        reports.resize(self.movers.len(), MoverReport { fraction: 1.0, held_by: None });
        going.arrived.clear();
        for (index, plan) in &going.plans {
            let index = *index as usize;
            let (cast, scale) = (&self.movers[index], scales[index]);
            self.known[index] = Known::default();
            going.arrived.push(if scale.held_by.is_none() {
                plan.after
            } else {
                cast.spec.held(&state.movers[index], plan, scale.share, dt)
            });
            let held_by = scale.held_by.and_then(|position| state.characters.id(position as usize));
            reports[index] = MoverReport { fraction: scale.share, held_by };
        }
        let casts = &self.movers;
        let arrived =
            going.plans.iter().zip(&going.arrived).map(|((index, _), now)| (&casts[*index as usize], now));
        let poses = arrived.map(|(cast, now)| (cast.spec.body, cast.spec.pose(&now.pose, &cast.rest)));
        self.world.finish_motions_at(dt, poses)?;
        for ((index, plan), now) in going.plans.iter().zip(&going.arrived) {
            let index = *index as usize;
            let is_same = plan.motion.is_still() && *now == state.movers[index];
            let is_at_rest = is_same && self.movers[index].spec.rests(now);
            self.known[index] = Known { state: *now, is_placed: true, is_at_rest };
        }
        Ok(())
    }
}

impl StageState {
    /// The movers are where they arrived.
    pub(super) fn take_movers(&mut self, going: &Going) {
        for ((index, _), now) in going.plans.iter().zip(&going.arrived) {
            self.movers[*index as usize] = *now;
        }
    }
}
