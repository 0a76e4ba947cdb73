//! The same questions to glissando and its peers, in one process and in turns, with the oracle beside them.
//!
//! Every engine gets the same triangles and the same starts and moves. The rounds are interleaved, so
//! that a noisy machine is noisy for all; the tables show medians over the rounds. Every answer is judged
//! too: a fast wrong answer is not a fast answer.

mod csv;
mod curves;
mod engines;
mod generated;
mod kernels;
mod level;
mod living;
mod machine;
mod markdown;
mod measure;
mod options;
#[cfg(feature = "plots")]
mod plots;
mod questions;
mod random;
mod report;
mod results;
mod scene;
mod scenes;
mod shape;
mod short;
mod surfaces;
mod truth;
mod walk;
mod walkers;
mod write;

use clap::Parser;
use options::Options;
use std::error::Error;

#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    if options.short {
        return short::run();
    }
    if options.living {
        return living::run(&options);
    }
    if let Some(name) = &options.kernel {
        return kernels::run(name, &options);
    }
    let scenes = scenes::bench(&options)?;
    let curves = if options.has_curves() { Some(curves::bench(&options)?) } else { None };
    write::everything(&options, &scenes, &curves.unwrap_or_default())
}
