//! The movers that go in a tick. A mover at rest costs one comparison of its state.
//!
//! A mover rests if a tick left its whole state unchanged, and a tick of any length would. What a stage remembers for this is checked
//! against the state that a tick is given, so any state may be given at any time.

use super::drive::is_identity;
use super::leg::Leg;
use super::mover::{MoverSpec, MoverState, Plan};
use super::report::MoverReport;
use super::scratch::StageScratch;
use super::tick::{MOVER_STATES, same_count};
use super::yielding::Scale;
use super::{Stage, StageState};
use crate::input::InputError;
use crate::math::{DAffine3, DMat3, DRigid3, DVec3};
use crate::motion::{Motion, Turn};
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

/// What a stage knows of a mover from its last tick. Apart from the movers themselves, as it is read in every tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// A state whose pose the mover's body has; apart from the pose only right for one at rest.
    state: MoverState,
    is_placed: bool,
    /// Whether a tick changes nothing in that state.
    is_at_rest: bool,
    /// The part of its path that the mover was on.
    leg: Option<Leg>,
    /// The turn of the last plan.
    turn: Turn,
}

impl Known {
    /// The plan of a mover whose body is placed and that stays on its part of the path; false if it takes more to tell.
    #[inline]
    fn plan(&self, state: &MoverState, dt: f64, plan: &mut Plan) -> bool {
        self.is_placed
            && self.state.pose == state.pose
            && self.leg.as_ref().is_some_and(|leg| leg.plan(state, dt, plan))
    }
}

/// The movers that go in a tick, in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Going {
    movers: Vec<u32>,
    /// The plan of each of them; those of earlier ticks may follow.
    plans: Vec<Plan>,
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
        let pose = cast.pose(&mover.pose);
        if self.world.body(cast.spec.body)?.pose != pose {
            self.world.set_pose(cast.spec.body, pose)?;
        }
        *known = Known { state: *mover, is_placed: true, ..Known::default() };
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
        for (index, mover) in state.movers.iter().enumerate() {
            let known = &self.known[index];
            if known.is_at_rest && known.state.is_same(mover) {
                continue;
            }
            let plan = &mut going.plans[going.movers.len()];
            if !known.plan(mover, dt, plan) {
                self.place_mover(index, mover)?;
                let (cast, turn) = (&self.movers[index], &mut self.known[index].turn);
                if cast.is_removed {
                    continue;
                }
                cast.spec.plan(mover, cast.unturned_pivot, dt, (turn, plan))?;
            }
            going.movers.push(index as u32);
        }
        self.place_triggers(state)
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
        let StageScratch { going, scales, movers: reports, .. } = scratch;
        reports.clear();
        reports.resize(self.movers.len(), MoverReport { fraction: 1.0, held_by: None });
        for (&index, plan) in going.movers.iter().zip(&mut going.plans) {
            let index = index as usize;
            let scale = &scales[index];
            (self.known[index].is_placed, self.known[index].is_at_rest) = (false, false);
            if let Some(position) = scale.held_by {
                plan.after = self.movers[index].spec.held(&state.movers[index], plan, scale.share, dt);
                let held_by = state.characters.id(position as usize);
                reports[index] = MoverReport { fraction: scale.share, held_by };
            }
        }
        let casts = &self.movers;
        let arrived = going.iter().map(|(index, plan)| (&casts[index], &plan.after));
        let poses = arrived.map(|(cast, now)| (cast.spec.body, cast.pose(&now.pose)));
        self.world.finish_motions_at(dt, poses)?;
        for (index, plan) in going.iter() {
            let (known, now) = (&mut self.known[index], &plan.after);
            known.is_placed = true;
            let is_same = plan.motion.is_still() && *now == state.movers[index];
            known.is_at_rest = is_same && self.movers[index].spec.rests(now);
            if known.is_at_rest {
                known.state = *now;
            } else {
                known.state.pose = now.pose;
                if !known.leg.as_ref().is_some_and(|leg| leg.holds(now.clock)) {
                    let cast = &self.movers[index];
                    known.leg = Leg::of(&cast.spec, cast.unturned_pivot, now.clock);
                }
            }
        }
        Ok(())
    }
}

impl StageState {
    /// The movers are where they arrived.
    pub(super) fn take_movers(&mut self, going: &Going) {
        for (index, plan) in going.iter() {
            self.movers[index] = plan.after;
        }
    }
}
