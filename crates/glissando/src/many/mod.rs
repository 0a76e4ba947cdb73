//! Many characters in one world that do not meet each other, all moved by one call.
//!
//! Each makes exactly the step of [`step`](crate::step()), so the states and reports are the same to the bit, one by
//! one or all at once, on one thread or on many, in whatever order. The call adds memory: one [`ManyScratch`] holds
//! the working memory of all threads, the cache of each walker and its report, and stops growing after the first
//! ticks. For characters that must not pass through each other use a [`crowd`](crate::crowd).
//!
//! `order.rs` sorts the walkers, `batch.rs` cuts them into batches, `report.rs` stores their reports, `parallel.rs`
//! distributes the batches to threads.

mod batch;
mod order;
#[cfg(feature = "parallel")]
mod parallel;
mod report;

#[cfg(feature = "parallel")]
pub use parallel::step_many_parallel;
pub use report::{ManyReport, ReportLists};

use crate::character::{Config, Input, Memory, Own, State, check_duration};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::sorting;
use crate::world::World;
use alloc::vec::Vec;
use batch::{BATCH, Batch, Many, Walkers};
use order::Order;
use report::Lists;

/// Working memory of [`step_many`], with the reports of the last tick.
///
/// Use one for each group of walkers: it keeps the order in which they are moved for some ticks, and for each walker
/// the nearest triangles as long as the world is unchanged; some 800 bytes a walker. It affects the time of a tick,
/// never its result.
#[derive(Clone, Debug, Default)]
pub struct ManyScratch {
    keep: ReportLists,
    order: Order,
    /// One for each thread.
    lanes: Vec<Memory>,
    /// The new states, in `order`.
    moved: Vec<State>,
    /// The cache of each walker, in `order`.
    own: Vec<Own>,
    /// One for each batch.
    lists: Vec<Lists>,
    /// Refused walkers by index, in rising order.
    refused: Vec<(usize, InputError)>,
}

impl ManyScratch {
    /// Empty memory; it grows to its final size in the first ticks. It keeps complete reports.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empty memory that keeps less of the reports: without contacts the time to copy them is saved.
    pub fn keeping(keep: ReportLists) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Grows the memory for these walkers and threads; never shrinks it.
    fn prepare(&mut self, configs: &[Config], states: &[State], threads: usize) {
        let radius = configs.first().map_or(1.0, |config| config.shape(false).largest_radius());
        self.order.renew(states, CELL * radius);
        let [lanes, lists] =
            [self.lanes.len().max(threads), self.lists.len().max(states.len().div_ceil(BATCH))];
        self.lanes.resize_with(lanes, Memory::default);
        self.lists.resize_with(lists, Lists::default);
        self.moved.resize(states.len(), State::at(DVec3::ZERO));
        self.own.resize_with(states.len(), Own::default);
    }

    /// The batches of the walkers, and memory for each thread.
    fn parts(&mut self) -> (impl Iterator<Item = Batch<'_>> + Send, &mut [Memory]) {
        let walkers = Walkers { indices: &self.order.indices, moved: &mut self.moved, own: &mut self.own };
        (walkers.batches(&mut self.lists), &mut self.lanes)
    }

    /// Writes the new states, and returns the report.
    fn finish(&mut self, states: &mut [State]) -> ManyReport<'_> {
        for (index, moved) in self.order.indices.iter().zip(&self.moved) {
            states[*index as usize] = *moved;
        }
        let lists = &self.lists[..states.len().div_ceil(BATCH)];
        self.refused.clear();
        self.refused.extend(lists.iter().flat_map(|lists| &lists.refused));
        sorting::sort_by_key(&mut self.refused, |(index, _)| *index);
        ManyReport { order: &self.order, lists, refused: &self.refused }
    }
}

/// The edge of a cell for the order, in largest radii.
const CELL: f64 = 2.0;

/// Moves every character by one tick of `dt` seconds, each by its input, with the same result as
/// [`step`](crate::step()).
///
/// `configs` has one entry for all, or one for each. If the state or input of a character is refused, it keeps its
/// state and its report is the error; the others move. Nothing is allocated once `scratch` has grown to its size.
///
/// ```
/// use glissando::many::{ManyScratch, step_many};
/// use glissando::{Config, DVec3, Input, Settings, State, World};
///
/// # fn main() -> Result<(), glissando::InputError> {
/// let world = World::new();
/// let config = Config::new(&Settings::default())?;
/// let mut states: Vec<State> = (0..100).map(|k| State::at(DVec3::X * f64::from(k))).collect();
/// let mut inputs = vec![Input { wish: DVec3::Z, ..Input::default() }; 100];
/// inputs[3].wish.x = f64::NAN;
///
/// let mut scratch = ManyScratch::new();
/// let report = step_many(&world, &[config], &mut states, &inputs, 1.0 / 60.0, &mut scratch)?;
/// for (index, error) in report.refused() {
///     println!("walker {index}: {error}");
/// }
/// for walker in report.walkers().flatten() {
///     assert!(walker.events.is_empty() && walker.path.len() == 2);
/// }
/// assert_eq!(states[3], State::at(DVec3::X * 3.0));
/// assert!(states[4].position.z > 0.0);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Another number of inputs or configs than of states; `dt` out of range (0 to 10 s). Then no state has changed.
pub fn step_many<'s>(
    world: &World,
    configs: &[Config],
    states: &mut [State],
    inputs: &[Input],
    dt: f64,
    scratch: &'s mut ManyScratch,
) -> Result<ManyReport<'s>, InputError> {
    world.check_at_rest()?;
    check(configs, states, inputs, dt)?;
    scratch.prepare(configs, states, 1);
    let many = Many { world, configs, states, inputs, dt, keep: scratch.keep };
    let (batches, lanes) = scratch.parts();
    for batch in batches {
        batch.step(&many, &mut lanes[0]);
    }
    Ok(scratch.finish(states))
}

fn check(configs: &[Config], states: &[State], inputs: &[Input], dt: f64) -> Result<(), InputError> {
    check_duration(dt)?;
    let count = states.len() as f64;
    input::scalar("number of states", count, 0.0, f64::from(u32::MAX))?;
    input::scalar("number of inputs (one for each state)", inputs.len() as f64, count, count)?;
    if configs.len() != 1 {
        let what = "number of configs (one for all, or one for each state)";
        input::scalar(what, configs.len() as f64, count, count)?;
    }
    Ok(())
}
