//! Round bodies: the unit sphere as triangles, fine for near ones, coarse for the many. A capsule is a sphere whose halves
//! are drawn apart.

use crate::camera::{Camera, normals};
use crate::shader::Vertex;
use crate::shape::bytes;
use glissando::debug::Colour;
use glissando::{DAffine3, DMat3, DVec3, Shape};
use std::f32::consts::{PI, TAU};

/// An ellipsoid or a capsule somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Places the unit sphere.
    pub pose: DAffine3,
    /// How far the halves of the unit sphere are moved apart along y, each: of a capsule.
    pub core: f32,
    /// Its colour.
    pub colour: Colour,
}

/// Strips around and rings from pole to pole.
type Grid = (u32, u32);

pub(crate) const FINE: Grid = (28, 16);
pub(crate) const COARSE: Grid = (10, 7);

/// Most balls that are drawn finely.
pub(crate) const MOST_FINE: usize = 24;

/// The fine unit sphere; its normals are smooth.
pub(crate) fn corners() -> Vec<Vertex> {
    let corners = grid(FINE);
    order(FINE).into_iter().filter_map(|index| corners.get(index as usize)).map(|&at| vertex(at)).collect()
}

/// Balls as seen from the eye, all in one: their corners, and the order of these.
pub(crate) fn many(balls: &[Ball], camera: &Camera, fineness: Grid) -> (Vec<Vertex>, Vec<u32>) {
    let (sphere, faces) = (grid(fineness), order(fineness));
    let mut vertices = Vec::with_capacity(balls.len() * sphere.len());
    let mut indices = Vec::with_capacity(balls.len() * faces.len());
    for ball in balls {
        let first = vertices.len() as u32;
        let (place, normal) = (camera.place(&ball.pose), normals(&ball.pose));
        let colour = bytes(ball.colour);
        vertices.extend(sphere.iter().map(|&at| Vertex {
            position: transformed(&place, ball.apart(at), 1.0),
            normal: transformed(&normal, at, 0.0),
            colour,
        }));
        indices.extend(faces.iter().map(|index| first + index));
    }
    (vertices, indices)
}

/// The nearest first.
pub(crate) fn sorted(balls: &[Ball], eye: DVec3) -> Vec<Ball> {
    let mut sorted = balls.to_vec();
    sorted.sort_by(|a, b| {
        let far = |ball: &Ball| (ball.pose.translation - eye).length_sq();
        far(a).total_cmp(&far(b))
    });
    sorted
}

impl Ball {
    /// An ellipsoid or a capsule, turned so in place of its own orientation.
    pub fn new(centre: DVec3, shape: &Shape, rotation: glissando::DQuat, colour: Colour) -> Self {
        let pose = DAffine3::from_scale_rotation_translation(shape.radii(), rotation, centre);
        Self { pose, core: (shape.half_height() / shape.radii().y) as f32, colour }
    }

    /// A corner of the unit sphere with its half.
    fn apart(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        [x, if y < 0.0 { y - self.core } else { y + self.core }, z]
    }

    /// A flat round patch on a surface: a ball with hardly any height.
    pub fn patch(centre: DVec3, normal: DVec3, radius: f64, colour: Colour) -> Self {
        let turn = glissando::DQuat::from_rotation_arc(DVec3::Y, normal).to_mat3();
        let matrix3 = turn * DMat3::from_diagonal(DVec3::new(radius, 0.002, radius));
        Self { pose: DAffine3 { matrix3, translation: centre }, core: 0.0, colour }
    }
}

/// The corners of the unit sphere, ring by ring.
fn grid((around, rings): Grid) -> Vec<[f32; 3]> {
    let point = |ring: u32, strip: u32| {
        let (sin, cos) = (PI * ring as f32 / rings as f32).sin_cos();
        let (x, z) = (TAU * strip as f32 / around as f32).sin_cos();
        [sin * x, cos, sin * z]
    };
    (0..=rings).flat_map(|ring| (0..around).map(move |strip| point(ring, strip))).collect()
}

/// Its triangles; those at the poles have no area, and are left out.
fn order((around, rings): Grid) -> Vec<u32> {
    let mut order = Vec::new();
    for ring in 0..rings {
        for strip in 0..around {
            let next = (strip + 1) % around;
            let [a, d] = [strip, next].map(|strip| ring * around + strip);
            let [b, c] = [a, d].map(|above| above + around);
            if ring + 1 < rings {
                order.extend([a, b, c]);
            }
            if ring > 0 {
                order.extend([a, c, d]);
            }
        }
    }
    order
}

fn vertex(position: [f32; 3]) -> Vertex {
    Vertex { position, normal: position, colour: bytes(Colour([1.0; 4])) }
}

/// A point (`w` is 1) or a direction (`w` is 0) by the columns of a matrix.
fn transformed(m: &[f32; 16], [x, y, z]: [f32; 3], w: f32) -> [f32; 3] {
    [0, 1, 2].map(|row| m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12] * w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::DQuat;

    #[test]
    fn every_corner_lies_on_the_sphere_and_every_triangle_faces_out() {
        let corners = corners();
        for triangle in corners.chunks(3) {
            let at = |index: usize| macroquad::math::Vec3::from_array(triangle[index].position);
            let (a, b, c) = (at(0), at(1), at(2));
            assert!((a.length() - 1.0).abs() < 1e-5);
            assert!((b - a).cross(c - a).dot(a) > 0.0, "{triangle:?}");
        }
    }

    #[test]
    fn many_balls_are_where_they_are_seen_from_the_eye() {
        let eye = Camera { at: DVec3::new(1e6, 0.0, 0.0), forward: DVec3::X, up: DVec3::Y };
        let shape = Shape::upright_ellipsoid(DVec3::new(0.5, 1.0, 0.5)).unwrap();
        let ball = |x: f64| Ball::new(eye.at + DVec3::X * x, &shape, DQuat::IDENTITY, Colour([1.0; 4]));
        let (vertices, indices) = many(&[ball(3.0), ball(7.0)], &eye, COARSE);
        assert!(indices.iter().all(|index| (*index as usize) < vertices.len()));
        let half = vertices.len() / 2;
        let middle = |part: &[Vertex]| part.iter().map(|v| v.position[0]).sum::<f32>() / part.len() as f32;
        assert!(
            (middle(&vertices[..half]) - 3.0).abs() < 1e-3 && (middle(&vertices[half..]) - 7.0).abs() < 1e-3
        );
        assert_eq!(sorted(&[ball(7.0), ball(3.0)], eye.at)[0], ball(3.0));
    }

    #[test]
    fn a_capsule_is_as_high_as_its_core_and_two_radii() {
        let eye = Camera { at: DVec3::ZERO, forward: DVec3::X, up: DVec3::Y };
        let shape = Shape::capsule(0.5, 0.75, DQuat::IDENTITY).unwrap();
        let capsule = Ball::new(DVec3::X, &shape, DQuat::IDENTITY, Colour([1.0; 4]));
        let (vertices, _) = many(&[capsule], &eye, FINE);
        let height = |sign: f32| vertices.iter().map(|v| v.position[1] * sign).fold(0.0, f32::max);
        assert_eq!((height(1.0), height(-1.0)), (1.25, 1.25));
    }
}
