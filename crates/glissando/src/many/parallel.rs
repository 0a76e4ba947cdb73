//! Batches on the threads of a pool: each thread takes the next one when it has done its own.
//!
//! Which thread a batch falls to is chance, but nothing depends on it: what a thread's memory has from one step to the
//! next never shows, and each batch has its own walkers and its own lists.

use super::{Many, ManyReport, ManyScratch, check};
use crate::character::{Config, Input, State};
use crate::input::InputError;
use crate::world::World;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::sync::{Mutex, PoisonError};

/// [`step_many`](super::step_many) on the threads of the rayon pool that it is called in: the same bits.
///
/// The pool is the caller's: the global one, or the one that it is `install`ed in. Called from within the pool nothing
/// is allocated once the memory has grown; from outside, rayon's queue takes a block now and then.
///
/// # Errors
/// As for [`step_many`](super::step_many).
pub fn step_many_parallel<'s>(
    world: &World,
    configs: &[Config],
    states: &mut [State],
    inputs: &[Input],
    dt: f64,
    scratch: &'s mut ManyScratch,
) -> Result<ManyReport<'s>, InputError> {
    world.check_at_rest()?;
    check(configs, states, inputs, dt)?;
    let threads = rayon::current_num_threads();
    scratch.prepare(configs, states, threads);
    let many = Many { world, configs, states, inputs, dt, keep: scratch.keep };
    let (batches, lanes) = scratch.parts();
    deal(batches, &mut lanes[..threads], |batch, memory| batch.step(&many, memory));
    Ok(scratch.finish(states))
}

/// Has every batch done by the first thread that is free, each with memory of its own.
fn deal<B: Send, M: Send>(
    batches: impl Iterator<Item = B> + Send,
    lanes: &mut [M],
    work: impl Fn(B, &mut M) + Sync,
) {
    let queue = Mutex::new(batches);
    // Taking a batch cannot panic, so a queue is whole even if a thread that took from it has panicked.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    lanes.par_iter_mut().with_max_len(1).for_each(|memory| {
        while let Some(batch) = next() {
            work(batch, memory);
        }
    });
}
