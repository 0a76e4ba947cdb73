//! How the times grow: over the number of walkers, and over the number of triangles.

mod triangles;
mod walkers;

use crate::options::Options;
use crate::results::Results;
use std::error::Error;

/// Both curves.
#[derive(Clone, Debug, Default)]
pub struct Curves {
    pub walkers: Results,
    pub triangles: Results,
}

pub fn bench(options: &Options) -> Result<Curves, Box<dyn Error>> {
    Ok(Curves { walkers: walkers::bench(options)?, triangles: triangles::bench(options) })
}
