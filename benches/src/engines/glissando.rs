//! glissando: one mesh in a world.

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question};
use glissando::{DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World};

pub struct Glissando {
    pub world: World,
    shapes: [Shape; 2],
}

impl Glissando {
    pub fn new(level: &Level) -> Self {
        let soup = Soup::new(&level.vertices, &level.triangles);
        let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).expect("a sound level");
        let mut world = World::new();
        world.insert_mesh(mesh);
        let shape = |kind: Kind| Shape::upright_ellipsoid(DVec3::from(kind.radii())).expect("a shape");
        Self { world, shapes: [Kind::Sphere(1.0), Kind::Ellipsoid(1.0)].map(shape) }
    }
}

impl Engine for Glissando {
    fn name(&self) -> &'static str {
        "glissando"
    }

    fn ask(&self, kind: Kind, question: &Question) -> Option<f64> {
        let (from, translation) = (question.from.into(), question.translation.into());
        if let Kind::Ray(_) = kind {
            let hit = self.world.ray(from, translation, Filter::ALL);
            return hit.expect("a ray").map(|hit| hit.fraction);
        }
        let shape = self.shapes[usize::from(kind.is_tall())];
        let sweep = Sweep::new(shape, from, translation).expect("a move");
        self.world.sweep(&sweep).map(|hit| hit.fraction)
    }
}

impl Foreign for Glissando {}
