//! Phases of a tick in batches, worked off one after the other or on the threads of a pool.
//!
//! The thread of a batch is random, but no result may depend on it: a batch writes what is its own and reads what no
//! batch writes, and the memory of a thread (its *lane*) never affects a result.

mod builders;

pub(crate) use builders::Builders;

/// Threads that work at once.
pub(crate) trait Workers: Copy {
    /// How many there are; as many lanes are needed.
    fn count(self) -> usize;
}

/// A way to work off batches that read `V`.
pub(crate) trait Threads<V: ?Sized>: Workers {
    /// Does the work of every batch, each with one of the lanes, at least one.
    fn deal<B: Send, L: Send>(
        self,
        read: &V,
        batches: impl Iterator<Item = B> + Send,
        lanes: &mut [L],
        work: impl Fn(&V, B, &mut L) + Sync,
    );
}

/// The thread that calls, alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct One;

impl Workers for One {
    fn count(self) -> usize {
        1
    }
}

impl<V: ?Sized> Threads<V> for One {
    fn deal<B: Send, L: Send>(
        self,
        read: &V,
        batches: impl Iterator<Item = B> + Send,
        lanes: &mut [L],
        work: impl Fn(&V, B, &mut L) + Sync,
    ) {
        if let Some(lane) = lanes.first_mut() {
            batches.for_each(|batch| work(read, batch, lane));
        }
    }
}

/// The threads of the current rayon pool: each free thread takes the next batch.
#[cfg(feature = "parallel")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool;

#[cfg(feature = "parallel")]
impl Workers for Pool {
    fn count(self) -> usize {
        rayon::current_num_threads()
    }
}

#[cfg(feature = "parallel")]
impl<V: Sync + ?Sized> Threads<V> for Pool {
    fn deal<B: Send, L: Send>(
        self,
        read: &V,
        batches: impl Iterator<Item = B> + Send,
        lanes: &mut [L],
        work: impl Fn(&V, B, &mut L) + Sync,
    ) {
        use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
        use std::sync::{Mutex, PoisonError};

        if batches.size_hint().1.is_some_and(|most| most <= 1) {
            return One.deal(read, batches, lanes, work);
        }
        let threads = self.count().min(lanes.len());
        let queue = Mutex::new(batches);
        // Taking a batch cannot panic, so the queue is intact even after a thread panicked.
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        lanes[..threads].par_iter_mut().with_max_len(1).for_each(|lane| {
            while let Some(batch) = next() {
                work(read, batch, lane);
            }
        });
    }
}
