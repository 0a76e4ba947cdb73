//! Distributes batches to the threads of a pool: each free thread takes the next batch.
//!
//! The thread of a batch is random, but no result depends on it: the memory that a thread keeps between steps never
//! affects them, and each batch has its own walkers and lists.

use super::{Many, ManyReport, ManyScratch, check};
use crate::character::{Config, Input, State};
use crate::input::InputError;
use crate::world::World;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::sync::{Mutex, PoisonError};

/// [`step_many`](super::step_many) on the threads of the current rayon pool: the same bits.
///
/// The pool is the caller's: the global one, or the one that runs it by `install`. Called from within the pool
/// nothing is allocated once the memory has grown; from outside, rayon's queue allocates a block now and then.
///
/// # Errors
/// The same as of [`step_many`](super::step_many).
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

/// Gives every batch to the first free thread, each with memory of its own.
fn deal<B: Send, M: Send>(
    batches: impl Iterator<Item = B> + Send,
    lanes: &mut [M],
    work: impl Fn(B, &mut M) + Sync,
) {
    let queue = Mutex::new(batches);
    // Taking a batch cannot panic, so the queue is intact even after a thread panicked.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    lanes.par_iter_mut().with_max_len(1).for_each(|memory| {
        while let Some(batch) = next() {
            work(batch, memory);
        }
    });
}
