//! The movers that go in a tick. A mover at rest costs nothing; in a state that the last tick did not leave, one comparison.
//!
//! A mover rests if a tick left its whole state unchanged, and a tick of any length would. What a stage remembers for this
//! (`known.rs`) is checked against the state that a tick is given, so any state may be given at any time.

use super::drive::is_identity;
use super::known::Known;
use super::leg::Leg;
use super::mover::{MoverSpec, MoverState, Plan};
use super::report::{GoingMover, MoverReport};
use super::scratch::StageScratch;
use super::tick::{MOVER_STATES, same_count};
use super::yielding::Scale;
use super::{Stage, StageState};
use crate::input::InputError;
use crate::math::{DAffine3, DMat3, DRigid3, DVec3};
use crate::motion::Motion;
use alloc::vec::Vec;

/// A mover and the pose in which its body rests.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    pub(super) spec: MoverSpec,
    pub(super) rest: DAffine3,
    /// The part of the body's pose that is the same at every place that is not turned.
    unturned: DAffine3,
    /// The pivot, turned by no rotation.
    unturned_pivot: DVec3,
    /// Removed: it moves no body; its slot is not used again.
    pub(super) is_removed: bool,
}

impl Cast {
    pub(super) fn new(spec: MoverSpec, rest: DAffine3) -> Self {
        let unturned = DAffine3 {
            matrix3: DMat3::IDENTITY * rest.matrix3,
            translation: DMat3::IDENTITY * rest.translation,
        };
        let unturned_pivot = spec.unturned_pivot();
        Self { spec, rest, unturned, unturned_pivot, is_removed: false }
    }

    /// The pose of the body at a mover's place.
    #[inline]
    pub(super) fn pose(&self, place: &DRigid3) -> DAffine3 {
        if is_identity(place.rotation) {
            let DAffine3 { matrix3, translation } = self.unturned;
            return DAffine3 {
                matrix3,
                translation: translation + self.spec.shift(place, self.unturned_pivot),
            };
        }
        self.spec.pose(place, &self.rest)
    }
}

/// The movers that go in a tick, in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Going {
    movers: Vec<u32>,
    /// The plan of each of them; those of earlier ticks may follow.
    plans: Vec<Plan>,
    /// Those of them that do not rest, as they are reported: which of those at rest are planned depends on what is known.
    pub(super) reports: Vec<GoingMover>,
}

impl Going {
    /// The planned motion of a mover.
    pub(super) fn motion(&self, mover: usize) -> Motion {
        let found = self.movers.binary_search(&(mover as u32));
        found.map_or(Motion::STILL, |at| self.plans[at].motion)
    }

    /// The movers with their plans.
    fn iter(&self) -> impl Iterator<Item = (usize, &Plan)> {
        self.movers.iter().map(|index| *index as usize).zip(&self.plans)
    }
}

impl Stage {
    /// Puts the bodies of the movers where a state says.
    pub(super) fn place(&mut self, state: &StageState) -> Result<(), InputError> {
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        if !self.known.has_left(&state.movers) {
            for (index, mover) in state.movers.iter().enumerate() {
                self.place_mover(index, mover)?;
            }
        }
        self.place_triggers(state)
    }

    #[inline]
    fn place_mover(&mut self, index: usize, mover: &MoverState) -> Result<(), InputError> {
        let cast = &self.movers[index];
        if self.known[index].is_placed_at(mover) || cast.is_removed {
            return Ok(());
        }
        self.known.forget(index);
        let pose = cast.pose(&mover.pose);
        if self.world.body(cast.spec.body)?.pose != pose {
            self.world.set_pose(cast.spec.body, pose)?;
        }
        self.known[index] = Known::placed(mover);
        Ok(())
    }

    /// Places every mover, and plans the tick of all that do not rest. The world that the stage was made of may have had motions, which
    /// are cancelled.
    pub(super) fn plan(&mut self, state: &StageState, dt: f64, going: &mut Going) -> Result<(), InputError> {
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        self.world.cancel_motions();
        going.movers.clear();
        let unplanned = Plan { motion: Motion::STILL, after: MoverState::default() };
        going.plans.resize(self.movers.len(), unplanned);
        // In the states that the last tick left, all but those that are listed rest.
        let is_left = self.known.has_left(&state.movers);
        for place in 0..if is_left { self.known.stirring.len() } else { self.movers.len() } {
            let index = if is_left { self.known.stirring[place] as usize } else { place };
            let mover = &state.movers[index];
            if is_left || !self.known[index].rests_in(mover) {
                self.plan_one((index, mover), dt, going)?;
            }
        }
        self.place_triggers(state)
    }

    /// Places a mover that may go, and plans its tick.
    #[inline]
    fn plan_one(
        &mut self,
        (index, mover): (usize, &MoverState),
        dt: f64,
        going: &mut Going,
    ) -> Result<(), InputError> {
        let plan = &mut going.plans[going.movers.len()];
        if !self.known[index].plan(mover, dt, plan) {
            self.place_mover(index, mover)?;
            let (cast, turn) = (&self.movers[index], &mut self.known[index].turn);
            if cast.is_removed {
                return Ok(());
            }
            cast.spec.plan(mover, cast.unturned_pivot, dt, (turn, plan))?;
        }
        going.movers.push(index as u32);
        Ok(())
    }

    /// Sets the motions of the bodies, as far as their movers make them.
    pub(super) fn set_motions(&mut self, going: &Going, scales: &[Scale]) -> Result<(), InputError> {
        for (index, plan) in going.iter() {
            let (body, share) = (self.movers[index].spec.body, scales[index].share);
            if share == 1.0 {
                self.world.set_motion(body, plan.motion)?;
            } else {
                self.world.set_motion(body, plan.motion.slowed(share))?;
            }
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
        let StageScratch { going, scales, movers: reports, is_any_held, .. } = scratch;
        let whole = MoverReport { fraction: 1.0, held_by: None };
        // Most are what they were after the last tick.
        if *is_any_held || reports.len() != self.movers.len() {
            reports.clear();
            reports.resize(self.movers.len(), whole);
        }
        *is_any_held = false;
        self.known.changes();
        for (&index, plan) in going.movers.iter().zip(&mut going.plans) {
            let index = index as usize;
            let (was, scale) = (&state.movers[index], &scales[index]);
            self.known[index].is_leaving();
            if let Some(position) = scale.held_by {
                plan.after = self.movers[index].spec.held(was, plan, scale.share, dt);
                let held_by = state.characters.id(position as usize);
                reports[index] = MoverReport { fraction: scale.share, held_by };
                *is_any_held = true;
            }
        }
        let casts = &self.movers;
        let arrived = going.iter().map(|(index, plan)| (&casts[index], &plan.after));
        let poses = arrived.map(|(cast, now)| (cast.spec.body, cast.pose(&now.pose)));
        self.world.finish_motions_at(dt, poses)?;
        self.known.stirring.clear();
        going.reports.clear();
        for (&index, plan) in going.movers.iter().zip(&going.plans) {
            let index = index as usize;
            let (cast, was, now) = (&self.movers[index], &state.movers[index], &plan.after);
            let is_same = plan.motion.is_still() && now == was;
            let is_at_rest = is_same && cast.spec.rests(now);
            self.known[index]
                .arrive(now, is_at_rest, |clock| Leg::of(&cast.spec, cast.unturned_pivot, clock));
            if !is_at_rest {
                self.known.stirring.push(index as u32);
                going.reports.push(GoingMover { mover: index, clock_before: was.clock });
            }
        }
        Ok(())
    }

    /// The movers are where they arrived.
    pub(super) fn take_movers(&self, state: &mut StageState, going: &Going) {
        let states = going.iter().map(|(index, plan)| (index, plan.after));
        state.movers.leave(states, self.known.stamp());
    }
}
