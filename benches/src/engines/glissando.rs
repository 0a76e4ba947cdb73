//! glissando: one mesh in a world.

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{BOX, CAPSULE, CYLINDER, Kind, Question, ROUND, TALL};
use crate::shape;
use glissando::{DQuat, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World};

pub struct Glissando {
    pub world: World,
    sphere: Shape,
    ellipsoid: Shape,
    capsule: Shape,
    cuboid: Shape,
    cylinder: Shape,
}

impl Glissando {
    pub fn new(level: &Level) -> Self {
        let soup = Soup::new(&level.vertices, &level.triangles);
        // As the peers, which report nothing.
        let options = MeshOptions { without_edges: true, ..MeshOptions::default() };
        let (mesh, _) = Mesh::build(&soup, &options).expect("a sound level");
        let mut world = World::new();
        world.insert_mesh(mesh);
        Self {
            world,
            sphere: ours(shape::Shape::Ellipsoid([ROUND; 3])),
            ellipsoid: ours(shape::Shape::Ellipsoid(TALL)),
            capsule: ours(CAPSULE),
            cuboid: ours(BOX),
            cylinder: ours(CYLINDER),
        }
    }
}

fn ours(shape: shape::Shape) -> Shape {
    let (whole, upright) = (DVec3::from(shape.half_extents()), DQuat::IDENTITY);
    let made = match shape {
        shape::Shape::Ellipsoid(radii) => Shape::upright_ellipsoid(radii.into()),
        shape::Shape::Rounded(core, rounding) if core.is_round => {
            Shape::cylinder(whole.x, whole.y, rounding, upright)
        }
        shape::Shape::Rounded(core, radius) if core.half[0] == 0.0 => {
            Shape::capsule(radius, core.half[1], upright)
        }
        shape::Shape::Rounded(_, rounding) => Shape::cuboid(whole, rounding, upright),
    };
    made.expect("a shape")
}

impl Engine for Glissando {
    fn name(&self) -> &'static str {
        "glissando"
    }

    fn ask(&self, kind: Kind, question: &Question) -> Option<f64> {
        let (from, translation) = (question.from.into(), question.translation.into());
        let shape = match kind {
            Kind::Ray(_) => {
                let hit = self.world.ray(from, translation, Filter::ALL);
                return hit.expect("a ray").map(|hit| hit.fraction);
            }
            Kind::Sphere(_) => self.sphere,
            Kind::Ellipsoid(_) => self.ellipsoid,
            Kind::Capsule(_) => self.capsule,
            Kind::Box(_) => self.cuboid,
            Kind::Cylinder(_) => self.cylinder,
        };
        let sweep = Sweep::new(shape, from, translation).expect("a move");
        self.world.sweep(&sweep).map(|hit| hit.fraction)
    }
}

impl Foreign for Glissando {}
