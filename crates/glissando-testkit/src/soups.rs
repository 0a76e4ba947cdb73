//! Random closed worlds: a box that no body may leave, full of triangles without order.

use crate::random::Random;
use glissando::slide::Mover;
use glissando::world::Brute;
use glissando::{Body, Collide, DAffine3, DMat3, DVec3, Mesh, MeshOptions, Soup, World};
use std::vec::Vec;

/// Half the edge of the box, in metres.
pub const HALF: f64 = 7.0;

/// What a closed world is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Bodies that the triangles are dealt to; each is scaled, sheared and every second mirrored.
    pub bodies: usize,
    /// Triangles in the box.
    pub triangles: usize,
    /// Length of their edges, in metres, more or less.
    pub edge: f64,
    /// Where the middle of the box is, in metres.
    pub middle: DVec3,
}

/// Seventy large triangles in one body about the origin.
pub const PLAIN: Recipe = Recipe { bodies: 1, triangles: 70, edge: 4.0, middle: DVec3::ZERO };

impl Recipe {
    /// The world of this recipe.
    pub fn world(&self, random: &mut Random) -> World {
        let mut world = World::new();
        let middle = DAffine3::from_translation(self.middle);
        insert(&mut world, &closed_box(), middle);
        for body in 0..self.bodies {
            let pose = if self.bodies == 1 { DAffine3::IDENTITY } else { skewed(random, body % 2 == 1) };
            let inverse = pose.try_inverse().expect("skewed poses have inverses");
            let mut soup = Soup::default();
            for _ in 0..self.triangles / self.bodies {
                let at = random.vector(0.85 * HALF);
                let corners = [(); 3].map(|()| at + random.vector(0.8 * self.edge));
                soup.push(corners.map(|c| inverse.transform_point(c).as_vec3()), 0);
            }
            insert(&mut world, &soup, middle * pose);
        }
        world
    }

    /// A place in the box where `mover` is free, if one is soon found.
    pub fn free_place(&self, random: &mut Random, world: &World, mover: &Mover) -> Option<DVec3> {
        let mut near = Vec::new();
        (0..500).map(|_| self.middle + random.vector(0.8 * HALF)).find(|&at| {
            Brute(world).contacts_in_radii(
                &mover.shape(),
                at,
                mover.gather_shell(),
                mover.filter(),
                &mut near,
            );
            near.is_empty()
        })
    }

    /// Whether a place is in the box.
    pub fn is_inside(&self, at: DVec3) -> bool {
        (at - self.middle).abs().max_element() < HALF
    }
}

/// Puts a soup into a world.
///
/// # Panics
/// If the soup makes no mesh or the pose is refused.
pub fn insert(world: &mut World, soup: &Soup, pose: DAffine3) {
    let (mesh, _) = Mesh::build(soup, &MeshOptions::default()).expect("a good soup");
    world.insert(Body::new(mesh).at(pose)).expect("a good pose");
}

/// An affine map between half and twice the size, sheared, and mirrored if asked to.
pub fn skewed(random: &mut Random, is_mirrored: bool) -> DAffine3 {
    let mut stretch = [(); 3].map(|()| random.between(0.5, 2.0));
    if is_mirrored {
        stretch[0] = -stretch[0];
    }
    let shear = DMat3::from_cols(DVec3::X, DVec3::new(random.between(-0.7, 0.7), 1.0, 0.0), DVec3::Z);
    let matrix3 =
        random.rotation_matrix() * shear * DMat3::from_diagonal(stretch.into()) * random.rotation_matrix();
    DAffine3 { matrix3, translation: random.vector(5.0) }
}

/// The twelve triangles of a cube about the origin.
fn closed_box() -> Soup {
    let h = HALF as f32;
    let sign = |corner: u32, bit: u32| if corner >> bit & 1 == 1 { h } else { -h };
    let corners: Vec<[f32; 3]> = (0..8).map(|c| [sign(c, 0), sign(c, 1), sign(c, 2)]).collect();
    let sides = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let triangles: Vec<[u32; 3]> = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Soup::new(&corners, &triangles)
}
