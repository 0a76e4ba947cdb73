//! Parry: a `TriMesh`, asked directly (what Rapier's queries end in).

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question, ROUND};
use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast, ShapeCastOptions, cast_shapes};
use parry3d::shape::{Ball, TriMesh};

pub struct Parry {
    mesh: TriMesh,
}

impl Parry {
    pub fn new(level: &Level) -> Self {
        let vertices = level.vertices.iter().map(|&v| Vector::from(v)).collect();
        Self { mesh: TriMesh::new(vertices, level.triangles.clone()).expect("triangles") }
    }
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
        let ball = Ball::new(if kind.is_tall() { 1.0 } else { ROUND as f32 });
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let (place, start) = (Pose::IDENTITY, Pose::from_translation(from));
        cast_shapes(&place, Vector::ZERO, &self.mesh, &start, translation, &ball, options)
            .expect("a supported pair")
            .map(|hit| f64::from(hit.time_of_impact))
    }
}

impl Foreign for Parry {}
