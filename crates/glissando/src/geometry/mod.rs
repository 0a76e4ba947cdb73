//! Values and closed forms: no world, no tree, no allocation in a query.

mod ellipsoid;

pub use ellipsoid::Ellipsoid;
