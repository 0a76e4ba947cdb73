//! The world, a move and its contacts as lines, for any engine's line drawing.
//!
//! The library never draws: implement the one method of [`Draw`] and pass it in.

mod ellipsoid;

use crate::collide::Contact;
use crate::geometry::{Aabb, Shape};
use crate::math::{DAffine3, DVec3};
use crate::trace::TraceStep;
use crate::world::World;

/// A target for lines.
pub trait Draw {
    /// Draws a straight line between two points of the world, in metres.
    fn line(&mut self, from: DVec3, to: DVec3, colour: Colour);

    /// Draws a line strip.
    fn strip(&mut self, points: &[DVec3], colour: Colour) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], colour);
        }
    }

    /// Draws a box given in some local space.
    fn cuboid(&mut self, bounds: Aabb, pose: &DAffine3, colour: Colour) {
        let corners = bounds.corners().map(|c| pose.transform_point(c.as_dvec3()));
        for corner in 0..8 {
            for bit in [1, 2, 4] {
                if corner & bit == 0 {
                    self.line(corners[corner], corners[corner | bit], colour);
                }
            }
        }
    }

    /// Draws three great circles of an ellipsoid, or the same three outlines of a capsule.
    fn ellipsoid(&mut self, shape: &Shape, at: DVec3, colour: Colour) {
        for circle in ellipsoid::circles(shape, at) {
            self.strip(&circle, colour);
        }
    }
}

/// Red, green, blue and opacity, `0..=1` each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour(pub [f32; 4]);

impl Colour {
    /// For triangles.
    pub const TRIANGLE: Self = Self([0.55, 0.6, 0.65, 1.0]);
    /// For boxes of trees.
    pub const TREE: Self = Self([0.25, 0.55, 0.3, 0.5]);
    /// For contact normals.
    pub const CONTACT: Self = Self([1.0, 0.75, 0.1, 1.0]);
    /// For the path of a move.
    pub const PATH: Self = Self([0.2, 0.8, 1.0, 1.0]);
    /// For hits.
    pub const HIT: Self = Self([1.0, 0.25, 0.2, 1.0]);
}

/// Draws the edges of every triangle of every body.
pub fn draw_world(world: &World, draw: &mut impl Draw) {
    for (_, body) in world.bodies() {
        for index in 0..body.mesh.source_count() {
            let Some(corners) = body.mesh.triangle(index) else { continue };
            let [a, b, c] = corners.map(|v| body.pose.transform_point(v.as_dvec3()));
            draw.strip(&[a, b, c, a], Colour::TRIANGLE);
        }
    }
}

/// Draws the boxes of every body's tree, down to `depth`.
pub fn draw_trees(world: &World, depth: usize, draw: &mut impl Draw) {
    for (_, body) in world.bodies() {
        body.mesh.visit_tree(|bounds, at| {
            if at <= depth {
                draw.cuboid(bounds, &body.pose, Colour::TREE);
            }
        });
    }
}

/// Draws contacts as normals of `length` metres.
pub fn draw_contacts<'a>(contacts: impl IntoIterator<Item = &'a Contact>, length: f64, draw: &mut impl Draw) {
    for contact in contacts {
        draw.line(contact.point, contact.point + contact.normal * length, Colour::CONTACT);
    }
}

/// Draws the steps of a traced move: the path of the centre, and the normal at every hit.
pub fn draw_move(from: DVec3, steps: &[TraceStep], draw: &mut impl Draw) {
    let mut at = from;
    for step in steps {
        let to = match step {
            TraceStep::Moved { to } => *to,
            TraceStep::Hit { hit, at } => {
                draw.line(hit.point, hit.point + hit.normal * NORMAL_LENGTH, Colour::HIT);
                *at
            }
            _ => continue,
        };
        draw.line(at, to, Colour::PATH);
        at = to;
    }
}

/// Length of a hit's normal, metres.
const NORMAL_LENGTH: f64 = 0.3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Mesh, MeshOptions, Soup};
    use alloc::vec::Vec;

    struct Lines(Vec<(DVec3, DVec3)>);

    impl Draw for Lines {
        fn line(&mut self, from: DVec3, to: DVec3, _: Colour) {
            self.0.push((from, to));
        }
    }

    #[test]
    fn a_triangle_is_three_lines_and_its_tree_one_box() {
        let soup = Soup::new(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], &[[0, 1, 2]]);
        let mut world = World::new();
        world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
        let mut lines = Lines(Vec::new());
        draw_world(&world, &mut lines);
        assert_eq!(lines.0.len(), 3);
        draw_trees(&world, 9, &mut lines);
        assert_eq!(lines.0.len(), 3 + 12);
    }

    #[test]
    fn an_ellipsoid_s_lines_lie_on_it() {
        let shape = Shape::upright_ellipsoid(DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let mut lines = Lines(Vec::new());
        lines.ellipsoid(&shape, DVec3::ZERO, Colour::PATH);
        assert!(lines.0.len() > 60);
        for (from, _) in lines.0 {
            assert!((shape.unit_from_world() * from).length() - 1.0 < 1e-12);
        }
    }
}
