//! The tick of a stage, and what it reports.

use crate::character::gls_input;
use crate::event::gls_event;
use crate::filter::gls_contact_filter;
use crate::pod::gls_vec3;
use crate::pointer::{given, read};
use crate::result::{Refusal, border, gls_result};
use crate::stage::balls::gls_impact;
use crate::stage::characters::gls_character;
use crate::stage::gls_stage;
use crate::stage::state::gls_stage_state;
use crate::step::{GLS_STOP_NONE, stop};
use crate::trace::{Caller, gls_trace_fn};
use glissando::stage::{CharacterReport, Outcome, RefusedFor, Stage, StageScratch, StageState, TickReport};
use glissando::trace::Trace;
use glissando::{CharacterId, Input, InputError};
use std::ffi::c_void;
use std::mem::MaybeUninit;

/// Neither carried nor pushed.
pub const GLS_OUTCOME_UNAFFECTED: u32 = 0;
/// Carried by its support.
pub const GLS_OUTCOME_CARRIED: u32 = 1;
/// Shoved by an approaching surface.
pub const GLS_OUTCOME_PUSHED: u32 = 2;
/// Squeezed, and a mover yielded.
pub const GLS_OUTCOME_BLOCKED: u32 = 3;
/// Squeezed by surfaces that do not yield: it stays put, overlaps, and makes no move of its own.
pub const GLS_OUTCOME_CRUSHED: u32 = 4;

/// What the moving world did to a character in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_character_report {
    /// How far it was carried and pushed, metres; without its own move.
    pub moved: gls_vec3,
    /// The turn of its support, as axis times tangent of half the angle, for a view that turns along.
    pub turn: gls_vec3,
    /// `GLS_OUTCOME_UNAFFECTED` and so on.
    pub outcome: u32,
    /// What ended its own move: `GLS_STOP_DONE` and so on, `GLS_STOP_NONE` if it made none.
    pub stop: u32,
    /// 1 if its own move was undone, else 0.
    pub is_held: u32,
    /// 0.
    pub reserved: u32,
}

/// What a mover did in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_mover_report {
    /// The part of its planned motion that it made, 0 to 1.
    pub fraction: f64,
    /// If `is_held`, the handle of the character that blocked it.
    pub held_by: u64,
    /// 1 if a character blocked it, else 0.
    pub is_held: u32,
    /// 0.
    pub reserved: u32,
}

/// What became of a ball in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct gls_ball_report {
    /// 1 if it had so many impacts that they lost their restitution, else 0.
    pub is_damped: u32,
    /// 1 if it was held in place for the rest of the tick, else 0.
    pub is_held: u32,
}

/// What happened in a tick. The arrays belong to the stage, and are valid until it is ticked again or freed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_stage_report {
    /// Events by (time, character).
    pub events: *const gls_event,
    /// How many there are.
    pub event_count: usize,
    /// One for each character, in their order.
    pub characters: *const gls_character_report,
    /// How many there are.
    pub character_count: usize,
    /// One for each mover, in the order in which they were added; removed ones too.
    pub movers: *const gls_mover_report,
    /// How many there are.
    pub mover_count: usize,
    /// One for each ball, in their order.
    pub balls: *const gls_ball_report,
    /// How many there are.
    pub ball_count: usize,
    /// Impacts of balls in order of time, then pushes by characters.
    pub impacts: *const gls_impact,
    /// How many there are.
    pub impact_count: usize,
    /// 1 if the limits on work sufficed, else 0.
    pub is_settled: u32,
    /// 0.
    pub reserved: u32,
}

fn outcome(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Unaffected => GLS_OUTCOME_UNAFFECTED,
        Outcome::Carried => GLS_OUTCOME_CARRIED,
        Outcome::Pushed => GLS_OUTCOME_PUSHED,
        Outcome::Blocked => GLS_OUTCOME_BLOCKED,
        Outcome::Crushed => GLS_OUTCOME_CRUSHED,
    }
}

impl From<&CharacterReport> for gls_character_report {
    fn from(report: &CharacterReport) -> Self {
        Self {
            moved: report.moved.into(),
            turn: report.turn.into(),
            outcome: outcome(report.outcome),
            stop: report.stop.map_or(GLS_STOP_NONE, stop),
            is_held: report.is_held.into(),
            reserved: 0,
        }
    }
}

/// Moves everything by one tick of `dt` seconds (more than 0, to 10): the world moves first and takes the characters along, then
/// each makes its own move. `inputs` has one entry for each character of the state, in their order. `report` may be null.
/// Allocates nothing once the memory has grown, after the first ticks.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for another number of inputs than of characters, or of movers than on the
/// stage; `GLS_ERROR_DEAD` for the settings of a character; `GLS_ERROR_VALUE` for numbers out of range. Nothing has changed
/// then.
///
/// # Safety
/// `inputs` has `input_count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_tick(
    stage: Option<&mut gls_stage>,
    state: Option<&mut gls_stage_state>,
    inputs: *const gls_input,
    input_count: usize,
    dt: f64,
    report: Option<&mut MaybeUninit<gls_stage_report>>,
) -> gls_result {
    border(|| {
        let (stage, state) = (given("stage", stage)?, given("state", state)?);
        stage.read(read!(inputs, input_count))?;
        stage.tick(state, dt, report, |core, state, inputs, scratch| core.tick(state, inputs, dt, scratch))
    })
}

/// `gls_stage_tick` with rules of contacts of the program's own: `filters` has one for each character, in their order.
///
/// A dropped surface neither stops nor carries nor shoves the character, and the character does not block it. Triggers ignore filters.
///
/// Errors: as for `gls_stage_tick`.
///
/// # Safety
/// `inputs` and `filters` have `count` entries, whose functions may be called with their `user` in this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_tick_filtered(
    stage: Option<&mut gls_stage>,
    state: Option<&mut gls_stage_state>,
    inputs: *const gls_input,
    filters: *const gls_contact_filter,
    count: usize,
    dt: f64,
    report: Option<&mut MaybeUninit<gls_stage_report>>,
) -> gls_result {
    border(|| {
        let (stage, state) = (given("stage", stage)?, given("state", state)?);
        stage.read(read!(inputs, count))?;
        let filters = read!(filters, count);
        stage.tick(state, dt, report, |core, state, inputs, scratch| {
            core.tick_filtered(state, inputs, dt, filters, scratch)
        })
    })
}

/// Records the steps of one character's own moves in the ticks from now on, for `gls_stage_trace`; 0 in `is_on` ends that.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_set_trace(
    stage: Option<&mut gls_stage>,
    character: gls_character,
    is_on: u32,
) -> gls_result {
    border(|| {
        let stage = given("stage", stage)?;
        stage.scratch.trace_character((is_on != 0).then(|| CharacterId::from_bits(character)));
        stage.trace.clear();
        Ok(())
    })
}

/// Calls `trace` for every step of the last tick of the character that is recorded, in order; if none is, not at all.
///
/// Errors: `GLS_ERROR_NULL`.
///
/// # Safety
/// `trace` may be called with `user` in this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_trace(
    stage: Option<&gls_stage>,
    trace: gls_trace_fn,
    user: *mut c_void,
) -> gls_result {
    border(|| {
        let mut caller = Caller { call: given("trace", trace)?, user };
        given("stage", stage)?.trace.iter().for_each(|step| caller.record(step));
        Ok(())
    })
}

impl gls_stage {
    /// Reads the inputs of a tick.
    pub(crate) fn read(&mut self, inputs: &[gls_input]) -> Result<(), Refusal> {
        self.inputs.clear();
        for (index, input) in inputs.iter().enumerate() {
            self.inputs.push(input.read().map_err(|refusal| refusal.at("inputs", index))?);
        }
        Ok(())
    }

    /// Makes a tick of the inputs that were read, and writes the report if one is wanted.
    fn tick(
        &mut self,
        state: &mut gls_stage_state,
        dt: f64,
        report: Option<&mut MaybeUninit<gls_stage_report>>,
        tick: impl for<'s> FnOnce(
            &mut Stage,
            &mut StageState,
            &[Input],
            &'s mut StageScratch,
        ) -> Result<TickReport<'s>, InputError>,
    ) -> Result<(), Refusal> {
        let Self { core, scratch, inputs, told, trace, .. } = self;
        let tick = match tick(core, &mut state.core, inputs, scratch) {
            Ok(tick) => tick,
            Err(error) => return Err(refusal(core, &state.core, (inputs, dt), error)),
        };
        trace.clear();
        trace.extend_from_slice(tick.trace);
        if let Some(report) = report {
            report.write(told.of(&tick, &state.core));
        }
        Ok(())
    }
}

/// The refusal of a tick, with the character or the mover that it is about.
pub(crate) fn refusal(
    stage: &Stage,
    state: &StageState,
    (inputs, dt): (&[Input], f64),
    error: InputError,
) -> Refusal {
    match stage.refused_for(state, inputs, dt, error) {
        Some(RefusedFor::Character(position)) => Refusal::from(error).at("characters", position),
        Some(RefusedFor::Mover(mover)) => Refusal::from(error).of("mover", mover.to_bits()),
        None => error.into(),
    }
}

/// What the last ticks reported; the lists keep their memory.
#[derive(Debug, Default)]
pub(crate) struct Told {
    characters: Vec<gls_character_report>,
    movers: Vec<gls_mover_report>,
    balls: Vec<gls_ball_report>,
    events: Vec<gls_event>,
    impacts: Vec<gls_impact>,
}

impl Told {
    /// The report of a tick, whose arrays are these lists.
    pub(crate) fn of(&mut self, tick: &TickReport<'_>, state: &StageState) -> gls_stage_report {
        let Self { characters, movers, balls, events, impacts } = self;
        events.clear();
        events.extend(tick.events.iter().map(gls_event::from));
        characters.clear();
        characters.extend(tick.characters.iter().map(gls_character_report::from));
        tell_movers(tick, movers);
        tell_balls(tick, state, balls, impacts);
        gls_stage_report {
            events: events.as_ptr(),
            event_count: events.len(),
            characters: characters.as_ptr(),
            character_count: characters.len(),
            movers: movers.as_ptr(),
            mover_count: movers.len(),
            balls: balls.as_ptr(),
            ball_count: balls.len(),
            impacts: impacts.as_ptr(),
            impact_count: impacts.len(),
            is_settled: tick.is_settled.into(),
            reserved: 0,
        }
    }
}

fn tell_movers(tick: &TickReport<'_>, told: &mut Vec<gls_mover_report>) {
    told.clear();
    told.extend(tick.movers.iter().map(|mover| gls_mover_report {
        fraction: mover.fraction,
        held_by: mover.held_by.map_or(0, CharacterId::to_bits),
        is_held: mover.held_by.is_some().into(),
        reserved: 0,
    }));
}

fn tell_balls(
    tick: &TickReport<'_>,
    state: &StageState,
    balls: &mut Vec<gls_ball_report>,
    impacts: &mut Vec<gls_impact>,
) {
    balls.clear();
    balls.extend(
        tick.balls
            .iter()
            .map(|ball| gls_ball_report { is_damped: ball.is_damped.into(), is_held: ball.is_held.into() }),
    );
    impacts.clear();
    impacts.extend(tick.impacts.iter().map(|impact| gls_impact::of(impact, state)));
}
