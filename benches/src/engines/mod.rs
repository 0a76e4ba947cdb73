//! Who is asked.

#[cfg(feature = "box3d")]
mod box3d;
#[cfg(feature = "box3d")]
mod box3d_mesh;
#[cfg(feature = "box3d")]
mod box3d_proxy;
#[cfg(feature = "embree")]
mod embree;
mod glissando;
#[cfg(feature = "obvhs")]
mod obvhs;
#[cfg(feature = "parry")]
mod parry;

#[cfg(feature = "box3d")]
pub use box3d::Box3d;
#[cfg(feature = "box3d")]
pub use box3d_mesh::vector;
pub use glissando::Glissando;

use crate::ALLOCATOR;
use crate::level::Level;
use crate::questions::{Kind, Question};
use std::time::Instant;

/// Something that knows where triangles are.
pub trait Engine {
    fn name(&self) -> &'static str;

    /// Whether it has an answer to questions of this kind.
    fn can(&self, _kind: Kind) -> bool {
        true
    }

    /// How much of the move is free, `0..=1`; `None` if all of it is.
    fn ask(&self, kind: Kind, question: &Question) -> Option<f64>;
}

/// An engine, and what it took to make.
pub struct Build {
    pub engine: Box<dyn Engine>,
    /// For each triangle.
    pub nanoseconds: f64,
    /// For each triangle, what the queries need: not what only the build needed.
    pub bytes: f64,
}

/// All engines on this level, glissando first; built again and again until each has a time to trust.
pub fn build(level: &Level) -> Vec<Build> {
    let mut all: Vec<_> = makers().map(|make| make(level)).collect();
    let mut times: Vec<Vec<f64>> = all.iter().map(|b| vec![b.nanoseconds]).collect();
    let count = level.triangles.len() as f64;
    while times.iter().flatten().sum::<f64>() * count < ENOUGH || times[0].len() < LEAST_BUILDS {
        for (times, make) in times.iter_mut().zip(makers()) {
            times.push(make(level).nanoseconds);
        }
    }
    for (build, mut times) in all.iter_mut().zip(times) {
        times.sort_by(f64::total_cmp);
        build.nanoseconds = times[(times.len() - 1) / 2];
    }
    all
}

/// The peers on this level, built once.
pub fn build_peers(level: &Level) -> Vec<Build> {
    PEERS.iter().map(|peer| peer(level)).collect()
}

fn makers() -> impl Iterator<Item = Make> {
    let ours: Make = |level| timed(level, Glissando::new);
    std::iter::once(ours).chain(PEERS.iter().copied())
}

type Make = fn(&Level) -> Build;

/// Builds of each engine at least.
const LEAST_BUILDS: usize = 3;
/// Nanoseconds of building, of all engines together, that are enough.
const ENOUGH: f64 = 3e8;

/// How each peer is built.
const PEERS: &[Make] = &[
    #[cfg(feature = "parry")]
    |level| timed(level, parry::Parry::new),
    #[cfg(feature = "box3d")]
    |level| timed(level, Box3d::new),
    #[cfg(feature = "box3d")]
    |level| timed(level, box3d_mesh::Box3dMesh::new),
    #[cfg(feature = "obvhs")]
    |level| timed(level, obvhs::Obvhs::new),
    #[cfg(feature = "embree")]
    |level| timed(level, embree::Embree::new),
];

/// What an engine holds outside the Rust heap.
pub trait Foreign: Engine {
    fn foreign_bytes(&self) -> usize {
        0
    }
}

fn timed<E: Foreign + 'static>(level: &Level, make: impl Fn(&Level) -> E) -> Build {
    let (before, start) = (ALLOCATOR.allocated(), Instant::now());
    let engine = make(level);
    let nanoseconds = start.elapsed().as_nanos() as f64;
    let bytes = (ALLOCATOR.allocated() - before + engine.foreign_bytes()) as f64;
    let count = level.triangles.len() as f64;
    Build { engine: Box::new(engine), nanoseconds: nanoseconds / count, bytes: bytes / count }
}
