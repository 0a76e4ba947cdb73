//! Parry: a `TriMesh`, asked directly (what Rapier's queries end in).

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{BOX, CAPSULE, CYLINDER, Kind, Question, ROUND};
use crate::shape;
use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast, ShapeCastOptions, cast_shapes};
use parry3d::shape::{Ball, Capsule, Cuboid, Cylinder, RoundShape, Shape, TriMesh};

pub struct Parry {
    mesh: TriMesh,
    capsule: Capsule,
    cuboid: RoundShape<Cuboid>,
    cylinder: RoundShape<Cylinder>,
}

impl Parry {
    pub fn new(level: &Level) -> Self {
        let vertices = level.vertices.iter().map(|&v| Vector::from(v)).collect();
        let [(segment, radius), (cuboid, edge), (cylinder, rim)] = [CAPSULE, BOX, CYLINDER].map(core);
        Self {
            mesh: TriMesh::new(vertices, level.triangles.clone()).expect("triangles"),
            capsule: Capsule::new_y(segment.y, radius),
            cuboid: RoundShape { inner_shape: Cuboid::new(cuboid), border_radius: edge },
            cylinder: RoundShape { inner_shape: Cylinder::new(cylinder.y, cylinder.x), border_radius: rim },
        }
    }
}

/// Half extents of a core, and its rounding.
fn core(shape: shape::Shape) -> (Vector, f32) {
    let (half, rounding) = shape.core();
    (Vector::from(half.map(|h| h as f32)), rounding as f32)
}

impl Engine for Parry {
    fn name(&self) -> &'static str {
        "parry"
    }

    fn ask(&self, kind: Kind, question: &Question) -> Option<f64> {
        let (from, translation) = (Vector::from(question.peer_from), Vector::from(question.peer_translation));
        if let Kind::Ray(_) = kind {
            let hit = self.mesh.cast_local_ray_and_get_normal(&Ray::new(from, translation), 1.0, true);
            return hit.map(|hit| f64::from(hit.time_of_impact));
        }
        let shape: &dyn Shape = match kind {
            Kind::Ray(_) | Kind::Sphere(_) => &Ball::new(ROUND as f32),
            Kind::Ellipsoid(_) => &Ball::new(1.0),
            Kind::Capsule(_) => &self.capsule,
            Kind::Box(_) => &self.cuboid,
            Kind::Cylinder(_) => &self.cylinder,
        };
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let (place, start) = (Pose::IDENTITY, Pose::from_translation(from));
        cast_shapes(&place, Vector::ZERO, &self.mesh, &start, translation, shape, options)
            .expect("a supported pair")
            .map(|hit| f64::from(hit.time_of_impact))
    }
}

impl Foreign for Parry {}
