//! Thousands of characters that do not meet each other, moved by one call.

use crate::character::{gls_input, gls_state};
use crate::event::gls_event;
use crate::pointer::{given, read, room};
use crate::result::{GLS_ERROR_LENGTH, Refusal, border, gls_result};
use crate::settings::gls_config;
#[cfg(feature = "parallel")]
use crate::threads::{self, Threads};
use crate::world::gls_world;
#[cfg(feature = "parallel")]
use glissando::many::step_many_parallel;
use glissando::many::{ManyReport, ManyScratch, ReportLists, step_many};
use glissando::{Config, Input, InputError, State, World};
use std::mem::MaybeUninit;

/// Working memory and threads of `gls_step_many`: one for each group of characters. It affects the time of a tick, never
/// its result.
#[derive(Debug)]
pub struct gls_many {
    scratch: ManyScratch,
    #[cfg(feature = "parallel")]
    threads: Option<Threads>,
    configs: Vec<Config>,
    states: Vec<State>,
    inputs: Vec<Input>,
    events: Vec<gls_event>,
    refused: Vec<usize>,
    reasons: Vec<InputError>,
    keeps_events: bool,
}

/// What happened in a tick of `gls_step_many`. The arrays belong to the `gls_many`, and are valid until it is used again or
/// freed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_many_report {
    /// Events by (character, time), if they are kept; `character` is the index.
    pub events: *const gls_event,
    /// How many there are.
    pub event_count: usize,
    /// Indices of the characters that were refused, rising: those stay as they were. `gls_many_refusal` has the reasons.
    pub refused: *const usize,
    /// How many there are.
    pub refused_count: usize,
}

/// The most threads that `gls_many_new` starts.
pub const GLS_MOST_THREADS: u32 = 1024;

/// Makes working memory with `threads` threads of its own (1 to `GLS_MOST_THREADS`); with 1 the calling thread does all.
/// Not 0 in `keeps_events` keeps the events of all characters. `gls_many_free` frees it and ends its threads.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a number of threads that is out of range or cannot be started.
#[unsafe(no_mangle)]
pub extern "C" fn gls_many_new(
    threads: u32,
    keeps_events: u32,
    many: Option<&mut MaybeUninit<Box<gls_many>>>,
) -> gls_result {
    border(|| {
        let many = given("many", many)?;
        #[cfg(feature = "parallel")]
        let threads = threads::start(threads)?;
        #[cfg(not(feature = "parallel"))]
        if threads != 1 {
            return Err(Refusal::unknown("threads", threads, "1: this library is built without threads"));
        }
        let keeps_events = keeps_events != 0;
        let keep = if keeps_events { ReportLists::EVENTS } else { ReportLists::NONE };
        many.write(Box::new(gls_many {
            scratch: ManyScratch::keeping(keep),
            #[cfg(feature = "parallel")]
            threads,
            configs: Vec::new(),
            states: Vec::new(),
            inputs: Vec::new(),
            events: Vec::new(),
            refused: Vec::new(),
            reasons: Vec::new(),
            keeps_events,
        }));
        Ok(())
    })
}

/// Frees working memory and ends its threads; null is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn gls_many_free(many: Option<Box<gls_many>>) {
    drop(many);
}

/// Moves `count` characters by one tick of `dt` seconds (0 to 10), each by its input: the same bits as one by one with
/// `gls_step`, at any number of threads. `configs` has one config for all, or one for each. `report` may be null.
///
/// A character whose numbers are refused stays as it was and is listed in the report; the others move. Allocates nothing
/// once the memory has grown (with threads, their queue allocates a block now and then).
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for another number of configs; `GLS_ERROR_VALUE` for a duration out of
/// range, or a `ground`, `support` or `buttons` that is no constant of its kind. No state has changed then.
///
/// # Safety
/// `configs` has `config_count` live pointers or nulls, `states` and `inputs` have `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_step_many(
    world: Option<&gls_world>,
    configs: *const Option<&gls_config>,
    config_count: usize,
    states: *mut gls_state,
    inputs: *const gls_input,
    count: usize,
    dt: f64,
    many: Option<&mut gls_many>,
    report: Option<&mut MaybeUninit<gls_many_report>>,
) -> gls_result {
    border(|| {
        let (world, many) = (given("world", world)?, given("many", many)?);
        let (configs, inputs) = (read!(configs, config_count), read!(inputs, count));
        many.configs.clear();
        for (index, config) in configs.iter().enumerate() {
            let config = config.ok_or_else(|| Refusal::null(&format!("configs[{index}]")))?;
            many.configs.push(config.checked);
        }
        many.inputs.clear();
        for (index, input) in inputs.iter().enumerate() {
            many.inputs.push(input.read().map_err(|refusal| refusal.at("inputs", index))?);
        }
        many.states.clear();
        for (index, state) in read!(states, count).iter().enumerate() {
            many.states.push(state.read().map_err(|refusal| refusal.at("states", index))?);
        }
        many.tick(&world.bodies, dt)?;
        for (state, moved) in room!(states, count).iter_mut().zip(&many.states) {
            state.write(gls_state::from(moved));
        }
        if let Some(report) = report {
            report.write(gls_many_report {
                events: many.events.as_ptr(),
                event_count: many.events.len(),
                refused: many.refused.as_ptr(),
                refused_count: many.refused.len(),
            });
        }
        Ok(())
    })
}

impl gls_many {
    /// Moves the states that were read, and keeps what the report lists.
    fn tick(&mut self, world: &World, dt: f64) -> Result<(), Refusal> {
        let Self { scratch, configs, states, inputs, .. } = self;
        #[cfg(feature = "parallel")]
        let tick: ManyReport<'_> = match &self.threads {
            Some(threads) => {
                threads.run(|| step_many_parallel(world, configs, states, inputs, dt, scratch))?
            }
            None => step_many(world, configs, states, inputs, dt, scratch)?,
        };
        #[cfg(not(feature = "parallel"))]
        let tick: ManyReport<'_> = step_many(world, configs, states, inputs, dt, scratch)?;
        self.refused.clear();
        self.refused.extend(tick.refused().iter().map(|(index, _)| *index));
        self.reasons.clear();
        self.reasons.extend(tick.refused().iter().map(|(_, error)| *error));
        self.events.clear();
        if self.keeps_events {
            for (index, walker) in (0..).zip(tick.walkers()) {
                let events = walker.iter().flat_map(|report| report.events);
                self.events.extend(events.map(|event| gls_event::own(event, index)));
            }
        }
        Ok(())
    }
}

/// Why a character was refused in the last tick: returns the code of the entry `position` of `refused`, and
/// `gls_error_text` has the reason.
///
/// Errors, besides: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` past the last entry.
#[unsafe(no_mangle)]
pub extern "C" fn gls_many_refusal(many: Option<&gls_many>, position: usize) -> gls_result {
    border(|| {
        let many = given("many", many)?;
        let there = many.reasons.len();
        match many.reasons.get(position) {
            Some(reason) => Err(Refusal::from(*reason).at("states", many.refused[position])),
            None => Err(Refusal::new(
                GLS_ERROR_LENGTH,
                format!("position is {position}: {there} characters were refused in the last tick"),
            )),
        }
    })
}
