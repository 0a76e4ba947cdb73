//! Threads of a `gls_many`: a pool that has ended, with all its threads, when it is dropped.

use crate::many::GLS_MOST_THREADS;
use crate::result::{GLS_ERROR_VALUE, Refusal};
use std::thread::JoinHandle;

/// A pool with the handles of its threads, which the pool itself does not wait for.
#[derive(Debug)]
pub(crate) struct Threads {
    /// `None` only while it is dropped.
    pool: Option<rayon::ThreadPool>,
    handles: Vec<JoinHandle<()>>,
}

/// So many threads; `None` for the calling one alone.
pub(crate) fn start(count: u32) -> Result<Option<Threads>, Refusal> {
    if !(1..=GLS_MOST_THREADS).contains(&count) {
        return Err(Refusal::unknown("threads", count, "1 to GLS_MOST_THREADS (1024)"));
    }
    if count == 1 {
        return Ok(None);
    }
    let mut handles = Vec::new();
    let builder = rayon::ThreadPoolBuilder::new().num_threads(count as usize).spawn_handler(|thread| {
        let named = std::thread::Builder::new().name("glissando".into());
        handles.push(named.spawn(|| thread.run())?);
        Ok(())
    });
    let failed = |error| Refusal::new(GLS_ERROR_VALUE, format!("{count} threads cannot be started: {error}"));
    let pool = builder.build().map_err(failed)?;
    Ok(Some(Threads { pool: Some(pool), handles }))
}

impl Threads {
    /// The pool, to move characters in.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        drop(self.pool.take());
        for handle in self.handles.drain(..) {
            // An error is a panic of that thread, which its pool has reported.
            let _ = handle.join();
        }
    }
}
