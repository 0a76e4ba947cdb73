//! Values and closed forms: no world, no tree, no allocation in a query.

mod ellipsoid;
mod products;
mod ray_triangle;

pub use ellipsoid::Ellipsoid;
pub use ray_triangle::{RayHit, ray_triangle, ray_triangle_front};
