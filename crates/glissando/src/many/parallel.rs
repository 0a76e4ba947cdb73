//! `step_many` on the threads of a pool: each batch has its own walkers and lists.

use super::{Many, ManyReport, ManyScratch, check};
use crate::character::{Config, Input, State};
use crate::input::InputError;
use crate::threads::{Pool, Threads};
use crate::world::World;

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
    scratch.prepare(configs, states, rayon::current_num_threads());
    let many = Many { world, configs, states, inputs, dt, keep: scratch.keep };
    let (batches, lanes) = scratch.parts();
    Pool.deal(&many, batches, lanes, |many, batch, memory| batch.step(many, memory));
    Ok(scratch.finish(states))
}
