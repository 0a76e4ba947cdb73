//! Traces: each sub-step of a move, as numbers and as a text.

use crate::pod::{gls_surface, gls_vec3};
use glissando::trace::{StepOutcome, Trace, TraceStep};
use std::ffi::{CString, c_char, c_void};

/// A step of a later version of the library.
pub const GLS_TRACE_OTHER: u32 = 0;
/// A displacement `b` was requested at the centre `a`.
pub const GLS_TRACE_WANTED: u32 = 1;
/// `count` planes in contact changed the displacement: `b` is left.
pub const GLS_TRACE_BENT: u32 = 2;
/// The sweep hit `surface` at the fraction `amount`, with the unit normal `b`; the centre stopped at `a`.
pub const GLS_TRACE_HIT: u32 = 3;
/// The body moved freely to the centre `a`.
pub const GLS_TRACE_MOVED: u32 = 4;
/// A step up was tried: `count` is `GLS_STEP_CLIMBED` or the reason against it, `amount` its height or room, `surface` what blocks or
/// is stood on.
pub const GLS_TRACE_STEP_TRIED: u32 = 5;
/// The body snapped down to the ground by `amount`.
pub const GLS_TRACE_SNAPPED: u32 = 6;
/// The body was inside a surface and was moved out by `b`.
pub const GLS_TRACE_RECOVERED: u32 = 7;

/// Climbed.
pub const GLS_STEP_CLIMBED: u32 = 0;
/// Too little head room.
pub const GLS_STEP_HEAD_ROOM: u32 = 1;
/// Blocked at the raised height too.
pub const GLS_STEP_BLOCKED: u32 = 2;
/// No ground to stand on beyond.
pub const GLS_STEP_NO_GROUND: u32 = 3;
/// Higher than the step height.
pub const GLS_STEP_TOO_HIGH: u32 = 4;
/// Sliding along the obstacle gets farther.
pub const GLS_STEP_NO_PROGRESS: u32 = 5;

/// A reason of a later version of the library.
pub const GLS_STEP_OTHER: u32 = 6;

/// A step of a move. Which fields have a meaning stands with the constants of `kind`; the others are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_trace_step {
    /// A place, metres.
    pub a: gls_vec3,
    /// A displacement (metres) or a normal.
    pub b: gls_vec3,
    /// A fraction, height or distance, metres.
    pub amount: f64,
    /// A surface.
    pub surface: gls_surface,
    /// `GLS_TRACE_WANTED` and so on.
    pub kind: u32,
    /// See the kinds.
    pub count: u32,
}

/// Is called for each step of a move, in order, with the step as a line of text, valid for the call.
///
/// It must not use the objects of the call, nor leave by longjmp or an exception.
pub type gls_trace_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, step: *const gls_trace_step, text: *const c_char)>;

/// Calls a function of C for each step.
pub(crate) struct Caller {
    pub(crate) call: unsafe extern "C" fn(*mut c_void, *const gls_trace_step, *const c_char),
    pub(crate) user: *mut c_void,
}

impl Trace for Caller {
    fn record(&mut self, step: &TraceStep) {
        let (told, text) = (gls_trace_step::from(step), CString::new(step.to_string()).unwrap_or_default());
        // SAFETY: the caller's promise for the function; step and text live for the call.
        unsafe { (self.call)(self.user, &raw const told, text.as_ptr()) };
    }
}

impl From<&TraceStep> for gls_trace_step {
    fn from(step: &TraceStep) -> Self {
        let none = Self::default();
        match *step {
            TraceStep::Wanted { from, displacement } => {
                Self { kind: GLS_TRACE_WANTED, a: from.into(), b: displacement.into(), ..none }
            }
            TraceStep::Bent { planes, displacement } => {
                Self { kind: GLS_TRACE_BENT, b: displacement.into(), count: planes as u32, ..none }
            }
            TraceStep::Hit { hit, at } => Self {
                kind: GLS_TRACE_HIT,
                a: at.into(),
                b: hit.normal.into(),
                amount: hit.fraction,
                surface: hit.surface.into(),
                ..none
            },
            TraceStep::Moved { to } => Self { kind: GLS_TRACE_MOVED, a: to.into(), ..none },
            TraceStep::StepTried { outcome, surface } => {
                let (count, amount) = match outcome {
                    StepOutcome::Climbed(height) => (GLS_STEP_CLIMBED, height),
                    StepOutcome::HeadRoom(room) => (GLS_STEP_HEAD_ROOM, room),
                    StepOutcome::Blocked => (GLS_STEP_BLOCKED, 0.0),
                    StepOutcome::NoGround => (GLS_STEP_NO_GROUND, 0.0),
                    StepOutcome::TooHigh(height) => (GLS_STEP_TOO_HIGH, height),
                    StepOutcome::NoProgress => (GLS_STEP_NO_PROGRESS, 0.0),
                    _ => (GLS_STEP_OTHER, 0.0),
                };
                let surface = surface.map(Into::into).unwrap_or_default();
                Self { kind: GLS_TRACE_STEP_TRIED, count, amount, surface, ..none }
            }
            TraceStep::Snapped { distance } => Self { kind: GLS_TRACE_SNAPPED, amount: distance, ..none },
            TraceStep::Recovered { displacement } => {
                Self { kind: GLS_TRACE_RECOVERED, b: displacement.into(), ..none }
            }
            _ => Self { kind: GLS_TRACE_OTHER, ..none },
        }
    }
}
