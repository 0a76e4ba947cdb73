//! Movers: lifts, doors, trains, turning tables, crushers.

use crate::pod::{gls_pose, gls_quat, gls_rigid, gls_vec3};
use crate::pointer::{given, read};
use crate::result::{GLS_ERROR_DEAD, Refusal, border, gls_result};
use crate::stage::gls_stage;
use crate::stage::state::gls_stage_state;
use crate::world::gls_body;
use glissando::stage::{Drive, Key, MoverSpec, MoverState, PathEnds, Policy, StageState};
use glissando::{BodyId, InputError, MoverId};
use std::mem::MaybeUninit;

/// Moves with constant velocities: `linear` and `angular`.
pub const GLS_DRIVE_VELOCITY: u32 = 0;
/// Follows a path of `keys`.
pub const GLS_DRIVE_PATH: u32 = 1;
/// Moves to the `target` of its state, which the game sets before each tick, within the tick.
pub const GLS_DRIVE_TARGET: u32 = 2;

/// A path starts again from its first key.
pub const GLS_ENDS_LOOP: u32 = 0;
/// A path goes back and forth.
pub const GLS_ENDS_PING_PONG: u32 = 1;
/// A path rests at its start until it is opened, waits `wait` seconds at its end (infinity is accepted), goes back.
pub const GLS_ENDS_ON_CALL: u32 = 2;

/// A mover that squeezes a character moves on; the character is reported as crushed.
pub const GLS_POLICY_PUSH: u32 = 0;
/// It stops before the character and tries again in the next tick.
pub const GLS_POLICY_STOP: u32 = 1;
/// It undoes the tick and reverses.
pub const GLS_POLICY_REVERSE: u32 = 2;

/// The handle of a mover on a stage.
pub type gls_mover = u64;

/// A pose of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_key {
    /// Seconds from the start of the path; the first key has 0, the others do not decrease.
    pub time: f64,
    /// Displacement of the pivot from its place at rest, metres.
    pub translation: gls_vec3,
    /// Rotation of the body about the pivot.
    pub rotation: gls_quat,
}

/// What is constant of a mover. `gls_mover_spec_of` has the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_mover_spec {
    /// The body that it moves; its present pose is its pose at rest.
    pub body: gls_body,
    /// The point about which it turns, in the world while the body rests; metres.
    pub pivot: gls_vec3,
    /// For `GLS_DRIVE_VELOCITY`: of the pivot, m/s.
    pub linear: gls_vec3,
    /// For `GLS_DRIVE_VELOCITY`: about the pivot, axis times radians per second.
    pub angular: gls_vec3,
    /// For `GLS_DRIVE_PATH`: the keys in order of time; they are copied.
    pub keys: *const gls_key,
    /// How many keys there are.
    pub key_count: usize,
    /// For `GLS_ENDS_ON_CALL`: seconds at the end.
    pub wait: f64,
    /// `GLS_DRIVE_VELOCITY`, `GLS_DRIVE_PATH` or `GLS_DRIVE_TARGET`.
    pub drive: u32,
    /// For `GLS_DRIVE_PATH`: `GLS_ENDS_LOOP`, `GLS_ENDS_PING_PONG` or `GLS_ENDS_ON_CALL`.
    pub ends: u32,
    /// `GLS_POLICY_PUSH`, `GLS_POLICY_STOP` or `GLS_POLICY_REVERSE`.
    pub policy: u32,
    /// Not read.
    pub reserved: u32,
}

/// A mover between two ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_mover_state {
    /// Displacement of the pivot from its place at rest, and rotation of the body about it.
    pub pose: gls_rigid,
    /// For `GLS_DRIVE_TARGET`: the pose for the end of the next tick.
    pub target: gls_rigid,
    /// Seconds on the path.
    pub clock: f64,
    /// Speed of the clock: 1 forward (opens a door, calls a lift), -1 back, 0 at rest.
    pub rate: f64,
    /// Remaining seconds to wait at the end.
    pub wait: f64,
}

/// A mover of a body that rests, about the origin of the world, and pushes: velocities of 0, no keys.
#[unsafe(no_mangle)]
pub extern "C" fn gls_mover_spec_of(body: gls_body, drive: u32) -> gls_mover_spec {
    let zero = gls_vec3::default();
    gls_mover_spec {
        body,
        pivot: zero,
        linear: zero,
        angular: zero,
        keys: std::ptr::null(),
        key_count: 0,
        wait: 0.0,
        drive,
        ends: GLS_ENDS_PING_PONG,
        policy: GLS_POLICY_PUSH,
        reserved: 0,
    }
}

impl gls_mover_spec {
    fn ends(&self) -> Result<PathEnds, Refusal> {
        match self.ends {
            GLS_ENDS_LOOP => Ok(PathEnds::Loop),
            GLS_ENDS_PING_PONG => Ok(PathEnds::PingPong),
            GLS_ENDS_ON_CALL => Ok(PathEnds::OnCall { wait: self.wait }),
            other => Err(Refusal::unknown("ends", other, "GLS_ENDS_LOOP (0) to GLS_ENDS_ON_CALL (2)")),
        }
    }

    fn policy(&self) -> Result<Policy, Refusal> {
        match self.policy {
            GLS_POLICY_PUSH => Ok(Policy::Push),
            GLS_POLICY_STOP => Ok(Policy::Stop),
            GLS_POLICY_REVERSE => Ok(Policy::Reverse),
            other => Err(Refusal::unknown("policy", other, "GLS_POLICY_PUSH (0) to GLS_POLICY_REVERSE (2)")),
        }
    }

    fn drive(&self, keys: &[gls_key]) -> Result<Drive, Refusal> {
        let key = |key: &gls_key| Key {
            time: key.time,
            translation: key.translation.into(),
            rotation: key.rotation.into(),
        };
        match self.drive {
            GLS_DRIVE_VELOCITY => {
                Ok(Drive::Velocity { linear: self.linear.into(), angular: self.angular.into() })
            }
            GLS_DRIVE_PATH => Ok(Drive::Path { keys: keys.iter().map(key).collect(), ends: self.ends()? }),
            GLS_DRIVE_TARGET => Ok(Drive::Target),
            other => Err(Refusal::unknown("drive", other, "GLS_DRIVE_VELOCITY (0) to GLS_DRIVE_TARGET (2)")),
        }
    }
}

impl From<&MoverState> for gls_mover_state {
    fn from(state: &MoverState) -> Self {
        let MoverState { pose, target, clock, rate, wait } = *state;
        Self { pose: pose.into(), target: target.into(), clock, rate, wait }
    }
}

/// Adds a mover for a body and writes its handle. States from before need `gls_stage_add_new_movers`.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` if another mover moves the body, for constants of no kind,
/// numbers that are not finite, keys out of order; `GLS_ERROR_LENGTH` for a path without keys.
///
/// # Safety
/// `spec.keys` has `spec.key_count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_add_mover(
    stage: Option<&mut gls_stage>,
    spec: Option<&gls_mover_spec>,
    id: Option<&mut MaybeUninit<gls_mover>>,
) -> gls_result {
    border(|| {
        let (stage, spec, id) = (given("stage", stage)?, given("spec", spec)?, given("id", id)?);
        let drive = spec.drive(read!("spec.keys", spec.keys, spec.key_count))?;
        let body = BodyId::from_bits(spec.body);
        let spec = MoverSpec { body, pivot: spec.pivot.into(), drive, policy: spec.policy()? };
        id.write(stage.core.add_mover(spec)?.to_bits());
        Ok(())
    })
}

/// Ends a mover: its body, and the triggers that ride on it, stay where they are in `state`.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; those of `gls_stage_world_at`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_remove_mover(
    stage: Option<&mut gls_stage>,
    id: gls_mover,
    state: Option<&gls_stage_state>,
) -> gls_result {
    border(|| {
        let (stage, state) = (given("stage", stage)?, given("state", state)?);
        Ok(stage.core.remove_mover(MoverId::from_bits(id), &state.core)?)
    })
}

/// Adds to a state the first states of movers that were added to the stage since the state was made.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_add_new_movers(
    stage: Option<&gls_stage>,
    state: Option<&mut gls_stage_state>,
) -> gls_result {
    border(|| {
        given("stage", stage)?.core.add_new_movers_to(&mut given("state", state)?.core);
        Ok(())
    })
}

/// The place of a mover in a state.
fn place(state: &StageState, id: MoverId) -> Result<usize, Refusal> {
    let index = id.index() as usize;
    let is_there = id.generation() == 0 && index < state.movers.len();
    let text = || format!("{id} is not in this state: it is of another stage, or newer than the state");
    is_there.then_some(index).ok_or_else(|| Refusal::new(GLS_ERROR_DEAD, text()))
}

/// Writes the state of a mover.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_mover(
    state: Option<&gls_stage_state>,
    id: gls_mover,
    mover: Option<&mut MaybeUninit<gls_mover_state>>,
) -> gls_result {
    border(|| {
        let (state, mover) = (given("state", state)?, given("mover", mover)?);
        mover.write((&state.core.movers[place(&state.core, MoverId::from_bits(id))?]).into());
        Ok(())
    })
}

/// Changes the state of a mover between ticks: opens a door (`rate` 1), sets a target. The next tick checks its numbers.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_set_mover(
    state: Option<&mut gls_stage_state>,
    id: gls_mover,
    mover: Option<&gls_mover_state>,
) -> gls_result {
    border(|| {
        let (state, mover) = (given("state", state)?, given("mover", mover)?);
        let index = place(&state.core, MoverId::from_bits(id))?;
        let gls_mover_state { pose, target, clock, rate, wait } = *mover;
        state.core.movers[index] = MoverState { pose: pose.into(), target: target.into(), clock, rate, wait };
        Ok(())
    })
}

/// Writes the pose of a mover's body between two states, for drawing: at the fraction `share` of the tick, 0 to 1.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for a removed mover, or one without an entry in either state.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_pose_between(
    stage: Option<&gls_stage>,
    id: gls_mover,
    before: Option<&gls_stage_state>,
    after: Option<&gls_stage_state>,
    share: f64,
    pose: Option<&mut MaybeUninit<gls_pose>>,
) -> gls_result {
    border(|| {
        let stage = given("stage", stage)?;
        let (before, after, pose) = (given("before", before)?, given("after", after)?, given("pose", pose)?);
        let mover = MoverId::from_bits(id);
        let place = stage.core.pose_between(mover, &before.core, &after.core, share);
        pose.write(place.ok_or(InputError::DeadMover { mover })?.into());
        Ok(())
    })
}
