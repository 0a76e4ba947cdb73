//! The movers that go in a tick. A mover at rest costs one comparison of its state.
//!
//! A mover rests if its last tick left its whole state unchanged: from the same state, in a tick of the same length, it does the same
//! again. What a stage remembers for this is checked against the state that a tick is given, so any state may be given at any time.

use super::mover::{MoverSpec, MoverState, Plan};
use super::report::MoverReport;
use super::tick::{MOVER_STATES, StageScratch, same_count};
use super::yielding::Scale;
use super::{Stage, StageState};
use crate::input::InputError;
use crate::math::{DAffine3, DRigid3};
use crate::motion::Motion;
use alloc::vec::Vec;

/// A mover and the pose in which its body rests.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    pub(super) spec: MoverSpec,
    pub(super) rest: DAffine3,
    /// Removed: it moves no body; its slot is not used again.
    pub(super) is_removed: bool,
    /// The place at which its body lies in the world; `None` if that is unknown.
    placed: Option<DRigid3>,
    /// A state from which a tick of so many seconds changes nothing.
    idle: Option<(MoverState, f64)>,
}

/// The movers that go in a tick, in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Going {
    plans: Vec<(u32, Plan)>,
    /// Their states after the tick.
    arrived: Vec<MoverState>,
}

impl Cast {
    pub(super) const fn new(spec: MoverSpec, rest: DAffine3) -> Self {
        Self { spec, rest, is_removed: false, placed: None, idle: None }
    }
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
        for (cast, mover) in self.movers.iter_mut().zip(state.movers.iter()) {
            if cast.is_removed || cast.placed == Some(mover.pose) {
                continue;
            }
            let pose = cast.spec.pose(&mover.pose, &cast.rest);
            if self.world.body(cast.spec.body)?.pose != pose {
                cast.placed = None;
                self.world.set_pose(cast.spec.body, pose)?;
            }
            cast.placed = Some(mover.pose);
        }
        self.place_triggers(state)
    }

    /// Plans the tick of every mover that does not rest. A tick that was refused may have left motions, which are cancelled.
    pub(super) fn plan(&mut self, state: &StageState, dt: f64, going: &mut Going) -> Result<(), InputError> {
        self.world.cancel_motions();
        going.plans.clear();
        for (index, (cast, mover)) in (0..).zip(self.movers.iter().zip(state.movers.iter())) {
            if !cast.is_removed && cast.idle != Some((*mover, dt)) {
                going.plans.push((index, cast.spec.plan(mover, dt)?));
            }
        }
        Ok(())
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
            let (cast, scale) = (&mut self.movers[index], scales[index]);
            cast.placed = None;
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
            let cast = &mut self.movers[*index as usize];
            cast.placed = Some(now.pose);
            let is_idle = plan.motion.is_still() && *now == state.movers[*index as usize];
            cast.idle = is_idle.then_some((*now, dt));
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
