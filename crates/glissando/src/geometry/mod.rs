//! Shapes and closed forms: no world, no tree, no allocation in a query.

mod aabb;
mod box_depth;
mod box_triangle;
mod closest;
mod core_triangle;
mod ellipsoid_distance;
mod line_crossing;
mod plane;
mod polygon;
mod products;
mod ray_triangle;
mod segment_triangle;
mod shape;
mod shear;
mod spheres;
mod tangent;
mod triangle_box;

pub use aabb::Aabb;
pub(crate) use box_depth::{BoxDepth, depth_in_box};
pub(crate) use box_triangle::box_to_rim;
pub use box_triangle::{BoxClosest, closest_to_box};
pub(crate) use closest::closest_on_edge;
pub use closest::{Closest, closest_on_edges, closest_on_segment, closest_on_triangle};
pub(crate) use core_triangle::{distance_sq_from_sum, is_segment};
pub(crate) use ellipsoid_distance::point_distance;
pub use ellipsoid_distance::{EllipsoidGap, ellipsoid_triangle_distance};
pub(crate) use line_crossing::Line;
pub use plane::{Crossing, Faces, Plane, Side};
pub use polygon::Polygon;
pub use ray_triangle::{RayHit, ray_triangle, ray_triangle_front};
pub(crate) use segment_triangle::segment_to_rim;
pub use segment_triangle::{SegmentClosest, closest_to_segment};
pub use shape::Shape;
pub(crate) use spheres::point_to_ball;
pub use spheres::{Sphere, SphereTouch};
pub use triangle_box::triangle_meets_box;
