//! obvhs: a compressed eight-wide tree over triangles in its own order, for rays alone.

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question};
use obvhs::BvhBuildParams;
use obvhs::cwbvh::{CwBvh, builder::build_cwbvh_from_tris};
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;
use std::time::Duration;

pub struct Obvhs {
    tree: CwBvh,
    /// In the order of the leaves.
    triangles: Vec<Triangle>,
}

impl Obvhs {
    pub fn new(level: &Level) -> Self {
        let corner = |v: u32| level.vertices[v as usize].into();
        let triangle = |t: &[u32; 3]| Triangle { v0: corner(t[0]), v1: corner(t[1]), v2: corner(t[2]) };
        let triangles: Vec<_> = level.triangles.iter().map(triangle).collect();
        let parameters = BvhBuildParams::medium_build();
        let tree = build_cwbvh_from_tris(&triangles, parameters, &mut Duration::default());
        let triangles = tree.primitive_indices.iter().map(|&i| triangles[i as usize]).collect();
        Self { tree, triangles }
    }
}

impl Engine for Obvhs {
    fn name(&self) -> &'static str {
        "obvhs"
    }

    fn can(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Ray(_))
    }

    fn ask(&self, _kind: Kind, question: &Question) -> Option<f64> {
        let ray = Ray::new(question.peer_from.into(), question.peer_translation.into(), 0.0, 1.0);
        let mut hit = RayHit::none();
        let is_hit = self.tree.ray_traverse(ray, &mut hit, |ray, at| self.triangles[at].intersect(ray));
        is_hit.then(|| f64::from(hit.t))
    }
}

impl Foreign for Obvhs {}
