//! A body that moves and pushes: a lift, a door, a train, a turning table, a crusher.

use super::drive::{Drive, PathEnds, is_identity};
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::{DAffine3, DMat3, DQuat, DRigid3, DVec3};
use crate::motion::{Motion, Turn};
use crate::tolerance;

/// The constant data of a mover; its changing data is in [`MoverState`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoverSpec {
    /// The body that it moves.
    pub body: BodyId,
    /// The point about which it turns, in the world while the body rests; metres.
    pub pivot: DVec3,
    /// The drive.
    pub drive: Drive,
    /// The behaviour when a character is squeezed and cannot get out of the way.
    pub policy: Policy,
}

/// The behaviour of a mover that squeezes a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Policy {
    /// Moves on; the squeezed character is reported as crushed.
    #[default]
    Push,
    /// Stops before the character and tries again in the next tick.
    Stop,
    /// Undoes the tick and reverses.
    Reverse,
}

/// The state of a mover between two ticks. Plain data.
///
/// To put a mover elsewhere at once, write its state between two ticks: `pose` for [`Drive::Velocity`], `pose` and `target` for
/// [`Drive::Target`], `clock` and the `pose` that the path has at that time for [`Drive::Path`]. Nothing is swept, carried
/// or pushed by this: characters on the body stay behind, and one that it then overlaps comes out or is reported as
/// [`Stop::Stuck`](crate::slide::Stop::Stuck). If only `target` or `clock` is written, the body moves there within one tick, and pushes,
/// carries or crushes what is on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoverState {
    /// Displacement of the pivot from its place at rest, and rotation of the body about it.
    #[cfg_attr(feature = "serde", serde(rename = "place"))]
    pub pose: DRigid3,
    /// The pose for the end of the next tick, for [`Drive::Target`].
    ///
    /// Rotations here and in `pose` may have any length but zero. A tick refuses zero, NaN and infinities, whatever the
    /// drive.
    pub target: DRigid3,
    /// Seconds on the path.
    pub clock: f64,
    /// Speed of the clock: 1 forward, -1 back, 0 at rest.
    pub rate: f64,
    /// Remaining seconds to wait at the end.
    #[cfg_attr(feature = "serde", serde(with = "super::wait"))]
    pub wait: f64,
}

impl Default for MoverState {
    fn default() -> Self {
        Self { pose: DRigid3::IDENTITY, target: DRigid3::IDENTITY, clock: 0.0, rate: 1.0, wait: 0.0 }
    }
}

impl MoverState {
    /// Whether two states are the same to the bit. Without branches: it is asked of every mover in every tick.
    #[inline]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let pairs = self.numbers().into_iter().zip(other.numbers());
        pairs.fold(0, |differ, (a, b)| differ | (a.to_bits() ^ b.to_bits())) == 0
    }

    #[inline]
    fn numbers(&self) -> [f64; 17] {
        let Self { pose, target, clock, rate, wait } = self;
        let [a, b, c, d, e, f, g] = numbers_of(pose);
        let [h, i, j, k, l, m, n] = numbers_of(target);
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, *clock, *rate, *wait]
    }

    /// The first state: at the start of its path, running unless it has to be called.
    pub(super) fn of(spec: &MoverSpec) -> Self {
        let is_called = matches!(spec.drive, Drive::Path { ends: PathEnds::OnCall { .. }, .. });
        let place = spec.drive.place(0.0).unwrap_or_default();
        Self { pose: place, target: place, rate: if is_called { 0.0 } else { 1.0 }, ..Self::default() }
    }

    /// Refuses a target that is no pose, and times that no path has: they would put its body anywhere.
    fn check(&self) -> Result<(), InputError> {
        input::position("translation of a mover's target", self.target.translation)?;
        unit("rotation of a mover's target", &self.target)?;
        input::scalar("clock of a mover", self.clock, -tolerance::WORLD_LIMIT, tolerance::WORLD_LIMIT)?;
        input::scalar("rate of a mover", self.rate, -tolerance::WORLD_LIMIT, tolerance::WORLD_LIMIT)?;
        if self.wait.is_nan() {
            let (what, value) = ("wait of a mover", self.wait);
            return Err(InputError::OutOfRange { what, value, least: 0.0, most: f64::INFINITY });
        }
        Ok(())
    }

    /// Starts it towards the end of its path: opens a door, calls a lift.
    pub fn open(&mut self) {
        self.rate = 1.0;
    }

    /// Starts it back to the start of its path.
    pub fn close(&mut self) {
        (self.rate, self.wait) = (-1.0, 0.0);
    }
}

/// The planned motion of a mover in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) motion: Motion,
    /// The state after the tick: at first that of a mover that nothing blocks.
    pub(super) after: MoverState,
}

/// The numbers of a pose in the order in which they lie in memory, which lets a compiler compare several at once.
#[inline]
fn numbers_of(pose: &DRigid3) -> [f64; 7] {
    let DRigid3 { rotation, translation } = pose;
    let [x, y, z, w] = rotation.to_array();
    let [a, b, c] = translation.to_array();
    [x, y, z, w, a, b, c]
}

/// A pose with a rotation of length one; a rotation of length one keeps its bits.
#[inline]
fn unit(what: &'static str, place: &DRigid3) -> Result<DRigid3, InputError> {
    if is_identity(place.rotation) {
        return Ok(*place);
    }
    Ok(DRigid3 { rotation: input::unit_rotation(what, place.rotation)?, ..*place })
}

impl MoverSpec {
    /// Refuses invalid values.
    pub(super) fn check(&self) -> Result<(), InputError> {
        input::position("pivot of a mover", self.pivot)?;
        self.drive.check()
    }

    /// The pose of the body in the world at a mover's place, from its pose at rest.
    pub(super) fn pose(&self, place: &DRigid3, rest: &DAffine3) -> DAffine3 {
        self.rigid(place).to_affine() * *rest
    }

    /// The pivot, turned by no rotation: what a shift subtracts.
    pub(super) fn unturned_pivot(&self) -> DVec3 {
        DMat3::IDENTITY * self.pivot
    }

    /// The place as a map of the world: turned about the pivot, then shifted.
    fn rigid(&self, place: &DRigid3) -> DRigid3 {
        if is_identity(place.rotation) {
            return DRigid3 {
                rotation: place.rotation,
                translation: self.shift(place, self.unturned_pivot()),
            };
        }
        let rotation = input::unit_rotation("rotation of a mover's place", place.rotation);
        // An invalid rotation is kept; the use of its pose returns the error.
        let rotation = rotation.unwrap_or(place.rotation);
        let translation = self.pivot + place.translation - rotation * self.pivot;
        DRigid3 { rotation, translation }
    }

    /// The translation of that map at a place that is not turned; `unturned` is [`MoverSpec::unturned_pivot`].
    #[inline]
    pub(super) fn shift(&self, place: &DRigid3, unturned: DVec3) -> DVec3 {
        self.pivot + place.translation - unturned
    }

    /// Plans the next `dt` seconds, in place. `unturned` is [`MoverSpec::unturned_pivot`], `turn` that of the last plan.
    ///
    /// # Errors
    /// More than a quarter turn in a tick, or an invalid target.
    pub(super) fn plan(
        &self,
        state: &MoverState,
        unturned: DVec3,
        dt: f64,
        (turn, plan): (&mut Turn, &mut Plan),
    ) -> Result<(), InputError> {
        let Plan { motion, after } = plan;
        state.check()?;
        let place = unit("rotation of a mover's place", &state.pose)?;
        *after = MoverState { pose: place, ..*state };
        let pivot = self.pivot + place.translation;
        if let Drive::Velocity { linear, angular } = self.drive {
            let velocity = (linear * state.rate, angular * state.rate);
            *motion = Motion::of_velocity(velocity, pivot, dt, turn)?;
            after.pose = self.place_after(&place, motion, 1.0);
            return Ok(());
        }
        after.pose = match &self.drive {
            Drive::Target => unit("rotation of a mover's target", &state.target)?,
            drive => {
                (after.clock, after.rate) = drive.clock_after(state, dt);
                self.wait(after, dt);
                drive.place(after.clock).unwrap_or(place)
            }
        };
        // The same place is no motion, where the way from place to place would have a rounding for its length.
        *motion = if after.pose == place {
            Motion::STILL
        } else if is_identity(place.rotation) && is_identity(after.pose.rotation) {
            Motion::unturned(self.shift(&place, unturned), self.shift(&after.pose, unturned), pivot)?
        } else {
            Motion::about(&self.rigid(&place), &self.rigid(&after.pose), pivot)?
        };
        Ok(())
    }

    /// Whether no tick, however long, begins a motion in a state that one tick has left as it was.
    pub(super) fn rests(&self, state: &MoverState) -> bool {
        match &self.drive {
            Drive::Target => true,
            Drive::Velocity { linear, angular } => {
                *linear * state.rate == DVec3::ZERO && *angular * state.rate == DVec3::ZERO
            }
            Drive::Path { ends: PathEnds::OnCall { .. }, .. } => {
                state.rate == 0.0 && (state.clock <= 0.0 || state.wait == f64::INFINITY)
            }
            Drive::Path { .. } => false,
        }
    }

    /// Rests and waits at the ends of a path with `PathEnds::OnCall`.
    fn wait(&self, state: &mut MoverState, dt: f64) {
        let Drive::Path { keys, ends: PathEnds::OnCall { wait } } = &self.drive else { return };
        let end = keys.last().map_or(0.0, |key| key.time);
        if state.rate > 0.0 && state.clock >= end {
            (state.rate, state.wait) = (0.0, *wait);
        } else if state.rate < 0.0 && state.clock <= 0.0 {
            state.rate = 0.0;
        } else if state.rate == 0.0 && state.clock > 0.0 {
            state.wait -= dt;
            if state.wait <= 0.0 {
                state.close();
            }
        }
    }

    /// The place after the part `scale` of a motion, for a blocked mover or one with [`Drive::Velocity`].
    fn place_after(&self, place: &DRigid3, motion: &Motion, scale: f64) -> DRigid3 {
        let t = motion.turn() * scale;
        let turned = DQuat::from_xyzw(t.x, t.y, t.z, 1.0) * place.rotation;
        let rotation = turned.try_normalize().unwrap_or(place.rotation);
        let translation = place.translation + motion.shift() * scale;
        DRigid3 { rotation, translation }
    }

    /// The state of a mover that was blocked after the part `scale` of its plan.
    pub(super) fn held(&self, state: &MoverState, plan: &Plan, scale: f64, dt: f64) -> MoverState {
        match self.policy {
            Policy::Reverse => MoverState { rate: -state.rate, wait: 0.0, ..*state },
            _ => {
                let clock = state.clock + state.rate * dt * scale;
                MoverState { clock, pose: self.place_after(&state.pose, &plan.motion, scale), ..*state }
            }
        }
    }
}
