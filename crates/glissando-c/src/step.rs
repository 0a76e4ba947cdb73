//! The tick of one character, and what it reports.

use crate::character::{gls_input, gls_state};
use crate::event::gls_event;
use crate::filter::gls_contact_filter;
use crate::nearby::gls_contact;
use crate::pod::gls_vec3;
use crate::pointer::given;
use crate::result::{Refusal, border, gls_result};
use crate::settings::gls_config;
use crate::trace::{Caller, gls_trace_fn};
use crate::world::gls_world;
use glissando::character::{step_through, step_traced};
use glissando::path::Waypoint;
use glissando::slide::Stop;
use glissando::world::FilteredWorld;
use glissando::{Config, Input, InputError, Report, Scratch, State, step};
use std::ffi::c_void;
use std::mem::MaybeUninit;

/// The whole displacement was used.
pub const GLS_STOP_DONE: u32 = 0;
/// A wall, crease or corner blocks the rest.
pub const GLS_STOP_BLOCKED: u32 = 1;
/// The sub-steps ran out; the rest of the displacement was dropped.
pub const GLS_STOP_SUB_STEPS: u32 = 2;
/// The body overlaps a surface or is squeezed, and could not come free.
pub const GLS_STOP_STUCK: u32 = 3;
/// On a stage: the character made no move of its own.
pub const GLS_STOP_NONE: u32 = 4;

/// A point of the path of a character's centre. Two of one time are a leg that takes no time: a step up, a snap down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_waypoint {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre at that time, metres.
    pub position: gls_vec3,
}

/// What happened in a tick of `gls_step`. The arrays belong to the scratch, and are valid until it is used again or freed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_report {
    /// Events, in order of time.
    pub events: *const gls_event,
    /// How many there are.
    pub event_count: usize,
    /// Contacts at the end, nearest first, with loads.
    pub contacts: *const gls_contact,
    /// How many there are.
    pub contact_count: usize,
    /// The path that the centre really took.
    pub path: *const gls_waypoint,
    /// How many points it has.
    pub path_count: usize,
    /// If `has_reduced_skin`: the gap that was kept because the body fits only with less than its skin, metres.
    pub reduced_skin: f64,
    /// Number of sweeps and slides.
    pub sub_steps: u64,
    /// `GLS_STOP_DONE`, or what ended the move before.
    pub stop: u32,
    /// 1 if less than the skin was kept, else 0.
    pub has_reduced_skin: u32,
}

/// Working memory of `gls_step`: one for each thread that steps characters, and best one for each character, whose
/// surroundings it remembers. It affects the time of a tick, never its result.
#[derive(Debug, Default)]
pub struct gls_scratch {
    core: Scratch,
    events: Vec<gls_event>,
    contacts: Vec<gls_contact>,
    path: Vec<gls_waypoint>,
}

/// The number of a reason to stop.
pub(crate) fn stop(stop: Stop) -> u32 {
    match stop {
        Stop::Done => GLS_STOP_DONE,
        Stop::Blocked => GLS_STOP_BLOCKED,
        Stop::SubSteps => GLS_STOP_SUB_STEPS,
        Stop::Stuck => GLS_STOP_STUCK,
    }
}

impl From<&Waypoint> for gls_waypoint {
    fn from(waypoint: &Waypoint) -> Self {
        Self { time: waypoint.time, position: waypoint.position.into() }
    }
}

/// Makes working memory; `gls_scratch_free` frees it.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_scratch_new(scratch: Option<&mut MaybeUninit<Box<gls_scratch>>>) -> gls_result {
    border(|| {
        given("scratch", scratch)?.write(Box::default());
        Ok(())
    })
}

/// Frees working memory; null is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn gls_scratch_free(scratch: Option<Box<gls_scratch>>) {
    drop(scratch);
}

/// Moves a character by one tick of `dt` seconds (0 to 10). `report` may be null. Allocates nothing once the scratch has
/// grown, after the first ticks.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state, input or duration out of range. The state is unchanged then.
#[unsafe(no_mangle)]
pub extern "C" fn gls_step(
    world: Option<&gls_world>,
    config: Option<&gls_config>,
    state: Option<&mut gls_state>,
    input: Option<&gls_input>,
    dt: f64,
    scratch: Option<&mut gls_scratch>,
    report: Option<&mut MaybeUninit<gls_report>>,
) -> gls_result {
    border(|| {
        let world = given("world", world)?;
        let tick = Step::given(config, state, input, scratch)?;
        tick.make(report, |config, state, input, scratch| {
            step(&world.bodies, config, state, input, dt, scratch)
        })
    })
}

/// `gls_step` with rules of contacts of the program's own; it remembers no surroundings, so it takes longer.
///
/// Errors: as for `gls_step`.
///
/// # Safety
/// The functions of `filter` may be called with its `user` in this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_step_filtered(
    world: Option<&gls_world>,
    config: Option<&gls_config>,
    state: Option<&mut gls_state>,
    input: Option<&gls_input>,
    dt: f64,
    filter: Option<&gls_contact_filter>,
    scratch: Option<&mut gls_scratch>,
    report: Option<&mut MaybeUninit<gls_report>>,
) -> gls_result {
    border(|| {
        let (world, contact_filter) = (&given("world", world)?.bodies, given("filter", filter)?);
        let tick = Step::given(config, state, input, scratch)?;
        tick.make(report, |config, state, input, scratch| {
            let world = FilteredWorld { world, contact_filter };
            step_through(&world, config, state, input, dt, scratch, &mut ())
        })
    })
}

/// `gls_step` that calls `trace` for every sub-step of the move: to see why a character stops.
///
/// Errors: as for `gls_step`.
///
/// # Safety
/// `trace` may be called with `user` in this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_step_traced(
    world: Option<&gls_world>,
    config: Option<&gls_config>,
    state: Option<&mut gls_state>,
    input: Option<&gls_input>,
    dt: f64,
    trace: gls_trace_fn,
    user: *mut c_void,
    scratch: Option<&mut gls_scratch>,
    report: Option<&mut MaybeUninit<gls_report>>,
) -> gls_result {
    border(|| {
        let (world, call) = (given("world", world)?, given("trace", trace)?);
        let tick = Step::given(config, state, input, scratch)?;
        tick.make(report, |config, state, input, scratch| {
            step_traced(&world.bodies, config, state, input, dt, scratch, &mut Caller { call, user })
        })
    })
}

/// The arguments that all steps have.
struct Step<'a> {
    config: &'a gls_config,
    state: &'a mut gls_state,
    input: Input,
    scratch: &'a mut gls_scratch,
}

impl<'a> Step<'a> {
    fn given(
        config: Option<&'a gls_config>,
        state: Option<&'a mut gls_state>,
        input: Option<&gls_input>,
        scratch: Option<&'a mut gls_scratch>,
    ) -> Result<Self, Refusal> {
        let (config, state) = (given("config", config)?, given("state", state)?);
        let input = given("input", input)?.read()?;
        Ok(Self { config, state, input, scratch: given("scratch", scratch)? })
    }

    /// Makes the step, and writes the report if one is wanted.
    fn make(
        self,
        report: Option<&mut MaybeUninit<gls_report>>,
        step: impl for<'s> FnOnce(&Config, &mut State, Input, &'s mut Scratch) -> Result<Report<'s>, InputError>,
    ) -> Result<(), Refusal> {
        let Self { config, state, input, scratch } = self;
        let gls_scratch { core, events, contacts, path } = scratch;
        let mut moved = state.read()?;
        let tick = step(&config.checked, &mut moved, input, core)?;
        *state = gls_state::from(&moved);
        let Some(report) = report else { return Ok(()) };
        events.clear();
        events.extend(tick.events.iter().map(|event| gls_event::own(event, 0)));
        contacts.clear();
        contacts.extend(tick.contacts.iter().map(gls_contact::from));
        path.clear();
        path.extend(tick.path.iter().map(gls_waypoint::from));
        report.write(gls_report {
            events: events.as_ptr(),
            event_count: events.len(),
            contacts: contacts.as_ptr(),
            contact_count: contacts.len(),
            path: path.as_ptr(),
            path_count: path.len(),
            reduced_skin: tick.reduced_skin.unwrap_or(0.0),
            sub_steps: tick.sub_steps as u64,
            stop: stop(tick.stop),
            has_reduced_skin: tick.reduced_skin.is_some().into(),
        });
        Ok(())
    }
}
