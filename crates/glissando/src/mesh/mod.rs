//! Triangles made fit for collision.

mod soup;

pub use soup::Soup;
