//! glissando: one mesh in a world.

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question};
use glissando::world::Brute;
use glissando::{Collide, DVec3, Ellipsoid, Filter, Mesh, MeshOptions, Soup, Sweep, World};

pub struct Glissando {
    pub world: World,
    shapes: [Ellipsoid; 2],
}

impl Glissando {
    pub fn new(level: &Level) -> Self {
        let soup = Soup::new(&level.vertices, &level.triangles);
        let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).expect("a sound level");
        let mut world = World::new();
        world.insert_mesh(mesh);
        let shapes = [Kind::Sphere(1.0), Kind::Ellipsoid(1.0)].map(|kind| resized(kind, 0.0));
        Self { world, shapes }
    }

    /// Whether nothing is within the ellipsoid and a millimetre about it.
    pub fn is_free(&self, at: [f64; 3], radii: [f64; 3]) -> bool {
        let shape = Ellipsoid::upright(radii.into()).expect("a shape");
        let mut found = Vec::new();
        self.world.contacts(&shape, at.into(), 0.001, Filter::ALL, &mut found).expect("a place");
        found.is_empty()
    }

    /// The answer for a mover of other radii, by so many metres.
    pub fn sweep_resized(&self, kind: Kind, question: &Question, by: f64) -> Option<f64> {
        let sweep = Sweep::new(resized(kind, by), question.from.into(), question.translation.into());
        self.world.sweep(&sweep.expect("a move")).map(|hit| hit.fraction)
    }

    fn sweep(&self, kind: Kind, question: &Question) -> Sweep {
        let shape = self.shapes[usize::from(kind.is_tall())];
        Sweep::new(shape, question.from.into(), question.translation.into()).expect("a move")
    }

    /// # Panics
    /// If the tree's answer is not the brute force's.
    pub fn assert_like_brute(&self, kind: Kind, question: &Question) {
        let brute = Brute(&self.world);
        let (from, translation): (DVec3, DVec3) = (question.from.into(), question.translation.into());
        let (fast, slow) = match kind {
            Kind::Ray(_) => (
                self.world.ray(from, translation, Filter::ALL).expect("a ray"),
                Collide::ray(&brute, from, translation, Filter::ALL),
            ),
            _ => (self.world.sweep(&self.sweep(kind, question)), brute.sweep(&self.sweep(kind, question))),
        };
        assert_eq!(fast, slow, "{} {question:?}", kind.name());
    }
}

fn resized(kind: Kind, by: f64) -> Ellipsoid {
    Ellipsoid::upright(DVec3::from(kind.radii()) + DVec3::splat(by)).expect("a shape")
}

impl Engine for Glissando {
    fn name(&self) -> &'static str {
        "glissando"
    }

    fn ask(&self, kind: Kind, question: &Question) -> Option<f64> {
        if let Kind::Ray(_) = kind {
            let hit = self.world.ray(question.from.into(), question.translation.into(), Filter::ALL);
            return hit.expect("a ray").map(|hit| hit.fraction);
        }
        self.world.sweep(&self.sweep(kind, question)).map(|hit| hit.fraction)
    }
}

impl Foreign for Glissando {}
