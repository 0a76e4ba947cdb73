//! Batches: some walkers that one thread moves one after the other, with one list of reports.

use super::report::{Lists, ReportLists};
use crate::character::{Config, Input, Memory, Own, Recalled, State, step_with};
use crate::trace::Recorder;
use crate::world::World;

/// Walkers in a batch: enough that distributing a batch costs nothing, few enough that threads end together.
pub(super) const BATCH: usize = 32;

/// The data of all walkers of a tick.
#[derive(Clone, Copy)]
pub(super) struct Many<'a> {
    pub(super) world: &'a World,
    /// One for all, or one for each walker.
    pub(super) configs: &'a [Config],
    pub(super) states: &'a [State],
    pub(super) inputs: &'a [Input],
    pub(super) dt: f64,
    pub(super) keep: ReportLists,
}

/// Some of the walkers, with their own data.
pub(super) struct Walkers<'a> {
    pub(super) indices: &'a [u32],
    /// Receives their new states.
    pub(super) moved: &'a mut [State],
    pub(super) own: &'a mut [Own],
}

/// Walkers with the lists of their reports.
pub(super) struct Batch<'a> {
    walkers: Walkers<'a>,
    lists: &'a mut Lists,
}

impl<'a> Walkers<'a> {
    /// Cuts them into batches.
    pub(super) fn batches(self, lists: &'a mut [Lists]) -> impl Iterator<Item = Batch<'a>> {
        let Self { indices, moved, own } = self;
        let parts = indices.chunks(BATCH).zip(moved.chunks_mut(BATCH)).zip(own.chunks_mut(BATCH));
        let batch =
            |(((indices, moved), own), lists)| Batch { walkers: Walkers { indices, moved, own }, lists };
        parts.zip(lists).map(batch)
    }
}

impl Batch<'_> {
    /// Moves its walkers by one tick, with the memory of one thread.
    pub(super) fn step(self, many: &Many, memory: &mut Memory) {
        let Many { world, configs, states, inputs, dt, keep } = *many;
        let (Walkers { indices, moved, own }, lists) = (self.walkers, self.lists);
        lists.clear();
        // They are scattered in memory: fetched together, they cost the processor a single wait.
        let mut wishes = [Input::default(); BATCH];
        for ((index, state), wish) in indices.iter().zip(moved.iter_mut()).zip(&mut wishes) {
            (*state, *wish) = (states[*index as usize], inputs[*index as usize]);
        }
        for (((index, state), wish), own) in indices.iter().zip(moved).zip(wishes).zip(own) {
            let index = *index as usize;
            let config = if configs.len() == 1 { &configs[0] } else { &configs[index] };
            let report = step_with(
                world,
                config,
                state,
                (wish, dt),
                (memory, own, Recalled::No),
                &mut Recorder::none(),
            );
            lists.add(index, report, keep);
        }
    }
}
