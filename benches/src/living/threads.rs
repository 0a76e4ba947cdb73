//! The calls that move many characters, on two threads beside one.

use super::{Way, alone, crowd, print, stage, time};
use crate::level::Level;
use crate::options::Options;
use crate::walk::Plan;
use glissando::Input;
use rayon::{ThreadPool, ThreadPoolBuilder};

const THREADS: usize = 2;
/// Lifts of the second stage.
const LIFTS: usize = 100;

/// A way on several threads.
struct OnThreads<W> {
    way: W,
    pool: ThreadPool,
}

impl<W: Way> Way for OnThreads<W> {
    fn name(&self) -> String {
        format!("  on {THREADS} threads")
    }

    fn count(&self) -> usize {
        self.way.count()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        let Self { way, pool } = self;
        pool.install(|| way.tick_parallel(inputs, dt));
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.way.centre(who)
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.way.replace(who, centre);
    }
}

/// Prints the times of every way on one thread and on several, and how many times as fast the latter is.
pub fn measure(level: &Level, plan: &Plan, options: &Options) {
    let mut ways: Vec<Box<dyn Way>> = Vec::new();
    both(&mut ways, || alone::Many::new(level, &plan.starts));
    both(&mut ways, || crowd::Crowd::new(level, &plan.starts));
    for lifts in [0, LIFTS] {
        both(&mut ways, || stage::Staged::new(level, &plan.starts, lifts, options.seed));
    }
    let times = time(plan, &mut ways);
    print(level, plan.starts.len(), &ways, &times);
    for (way, times) in ways.chunks(2).zip(times.chunks(2)) {
        println!("  {}: {:.2} times as fast on {THREADS} threads", way[0].name(), times[0] / times[1]);
    }
}

fn both<W: Way + 'static>(ways: &mut Vec<Box<dyn Way>>, new: impl Fn() -> W) {
    let pool = ThreadPoolBuilder::new().num_threads(THREADS).build().expect("threads");
    ways.push(Box::new(new()));
    ways.push(Box::new(OnThreads { way: new(), pool }));
}
