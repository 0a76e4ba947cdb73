//! Triangles made fit for collision.

mod bucket;
mod edges;
mod error;
mod near;
mod prepare;
mod report;
mod soup;
mod weld;

pub use error::{MeshError, MeshFault};
pub use prepare::MeshOptions;
pub use report::{MeshEdge, MeshReport};
pub use soup::Soup;

pub(crate) use prepare::{Prepared, Prime, prepare};
