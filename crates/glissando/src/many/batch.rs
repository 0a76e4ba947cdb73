//! Batches: some walkers that are moved one after the other, by one thread, into one list of reports.

use super::report::Lists;
use crate::character::{Config, Input, Scratch, State, step};
use crate::world::World;

/// Walkers in a batch: many enough that dealing one out costs nothing, few enough that threads end together.
pub(super) const BATCH: usize = 32;

/// What belongs to the walkers of one batch.
pub(super) struct Batch<'a> {
    /// One for all, or one for each.
    configs: &'a [Config],
    states: &'a mut [State],
    inputs: &'a [Input],
    lists: &'a mut Lists,
}

/// Cuts walkers into batches; `configs` is one for all, or as long as `states` and `inputs`.
pub(super) fn batches<'a>(
    configs: &'a [Config],
    states: &'a mut [State],
    inputs: &'a [Input],
    lists: &'a mut [Lists],
) -> impl Iterator<Item = Batch<'a>> {
    let parts = states.chunks_mut(BATCH).zip(inputs.chunks(BATCH)).zip(lists);
    parts.enumerate().map(move |(index, ((states, inputs), lists))| {
        let own = index * BATCH..index * BATCH + states.len();
        Batch { configs: configs.get(own).unwrap_or(configs), states, inputs, lists }
    })
}

impl Batch<'_> {
    /// Moves its walkers by one tick, with the memory of one thread.
    pub(super) fn step(self, world: &World, dt: f64, memory: &mut Scratch) {
        self.lists.clear();
        // One for all goes round and round.
        let configs = self.configs.iter().cycle();
        for ((state, input), config) in self.states.iter_mut().zip(self.inputs).zip(configs) {
            self.lists.add(step(world, config, state, *input, dt, memory));
        }
    }
}
