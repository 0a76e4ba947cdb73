//! Who is asked.

#[cfg(feature = "box3d")]
mod box3d;
#[cfg(feature = "box3d")]
mod box3d_mesh;
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

/// All engines on this level, glissando first.
pub fn build(level: &Level) -> Vec<Build> {
    let mut all = vec![timed(level, Glissando::new)];
    all.extend(build_peers(level));
    all
}

/// The peers on this level.
pub fn build_peers(level: &Level) -> Vec<Build> {
    PEERS.iter().map(|peer| peer(level)).collect()
}

/// How each peer is built.
const PEERS: &[fn(&Level) -> Build] = &[
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
