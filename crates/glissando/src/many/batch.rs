//! Batches: some walkers that are moved one after the other, by one thread, into one list of reports.

use super::report::{Keep, Lists};
use crate::character::{Config, Input, Scratch, State, step};
use crate::world::World;

/// Walkers in a batch: many enough that dealing one out costs nothing, few enough that threads end together.
pub(super) const BATCH: usize = 32;

/// What all walkers of a tick are and want.
#[derive(Clone, Copy)]
pub(super) struct Many<'a> {
    pub(super) world: &'a World,
    /// One for all, or one for each.
    pub(super) configs: &'a [Config],
    pub(super) states: &'a [State],
    pub(super) inputs: &'a [Input],
    pub(super) dt: f64,
    pub(super) keep: Keep,
}

/// Some of them, and where their new states and reports go.
pub(super) struct Batch<'a> {
    indices: &'a [u32],
    moved: &'a mut [State],
    lists: &'a mut Lists,
}

/// Cuts walkers into batches, in the order of `indices`; `moved` is as long.
pub(super) fn batches<'a>(
    indices: &'a [u32],
    moved: &'a mut [State],
    lists: &'a mut [Lists],
) -> impl Iterator<Item = Batch<'a>> {
    let parts = indices.chunks(BATCH).zip(moved.chunks_mut(BATCH)).zip(lists);
    parts.map(|((indices, moved), lists)| Batch { indices, moved, lists })
}

impl Batch<'_> {
    /// Moves its walkers by one tick, with the memory of one thread.
    pub(super) fn step(self, many: &Many, memory: &mut Scratch) {
        let Many { world, configs, states, inputs, dt, keep } = *many;
        self.lists.clear();
        // They lie here and there in memory: fetched all at once, the processor waits for all of them but once.
        let mut wishes = [Input::default(); BATCH];
        for ((index, state), wish) in self.indices.iter().zip(self.moved.iter_mut()).zip(&mut wishes) {
            (*state, *wish) = (states[*index as usize], inputs[*index as usize]);
        }
        for ((index, state), wish) in self.indices.iter().zip(self.moved).zip(wishes) {
            let index = *index as usize;
            let config = if configs.len() == 1 { &configs[0] } else { &configs[index] };
            self.lists.add(index, step(world, config, state, wish, dt, memory), keep);
        }
    }
}
