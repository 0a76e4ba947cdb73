//! Threads: none unless they are asked for, and a pool that survives a fork.

use crate::refusal::refused;
use crate::scalar::whole_or;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// Threads at most.
const MOST: u64 = 1024;

/// The number of threads that an argument asks for; one for `None`.
pub(crate) fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    Ok(whole_or("threads", value, 1, MOST, 1)? as usize)
}

/// A pool of its own. Meshes are built in one too: rayon's global pool would be dead in a forked process.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| refused(format!("threads: {threads} cannot be started: {error}")))
}

/// The last pool, kept for the next call.
#[derive(Default)]
pub(crate) struct Workers {
    last: Mutex<Option<Kept>>,
}

struct Kept {
    /// A forked process has the memory of its parent without the threads.
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

impl Workers {
    /// A pool of so many threads; none for one, since the calling thread is that one.
    pub(crate) fn pool(&self, threads: usize) -> PyResult<Option<Arc<ThreadPool>>> {
        if threads == 1 {
            return Ok(None);
        }
        let process = std::process::id();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = &*last
            && (kept.process, kept.threads) == (process, threads)
        {
            return Ok(Some(Arc::clone(&kept.pool)));
        }
        let pool = Arc::new(pool(threads)?);
        *last = Some(Kept { process, threads, pool: Arc::clone(&pool) });
        Ok(Some(pool))
    }
}
