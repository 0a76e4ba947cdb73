//! Bodies: the unit sphere as triangles, fine for near ones, coarse for the many. The octants of the sphere are moved apart
//! for a capsule or a box, its two halves and their rings for a cylinder, and flat or straight parts join them.

use crate::camera::{Camera, normals};
use crate::shader::Vertex;
use crate::shape::bytes;
use glissando::debug::Colour;
use glissando::{DAffine3, DMat3, DVec3, Shape};
use std::f32::consts::FRAC_PI_2;

/// An ellipsoid, a capsule, a box or a cylinder somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Places the unit sphere.
    pub pose: DAffine3,
    /// How far the octants of the unit sphere are moved apart along each axis, to either side.
    pub core: [f32; 3],
    /// Whether they are moved outward from the Y axis instead, for a cylinder.
    pub is_round: bool,
    /// Its colour.
    pub colour: Colour,
}

/// Strips of a quarter around, and rings from pole to equator.
type Grid = (u32, u32);

pub(crate) const FINE: Grid = (7, 8);
pub(crate) const COARSE: Grid = (3, 4);

/// Most balls that are drawn finely.
pub(crate) const MOST_FINE: usize = 24;

/// The fine unit sphere; its normals are smooth.
pub(crate) fn corners() -> Vec<Vertex> {
    let corners: Vec<[f32; 3]> = grid(FINE).into_iter().map(|corner| corner.at).collect();
    order(FINE, false)
        .into_iter()
        .filter_map(|index| corners.get(index as usize))
        .map(|&at| vertex(at))
        .collect()
}

/// Balls as seen from the eye, all in one: their corners, and the order of these.
pub(crate) fn many(balls: &[Ball], camera: &Camera, fineness: Grid) -> (Vec<Vertex>, Vec<u32>) {
    let (sphere, round, wide) = (grid(fineness), order(fineness, false), order(fineness, true));
    let mut vertices = Vec::with_capacity(balls.len() * sphere.len());
    let mut indices = Vec::with_capacity(balls.len() * wide.len());
    for ball in balls {
        let first = vertices.len() as u32;
        let (place, normal) = (camera.place(&ball.pose), normals(&ball.pose));
        let colour = bytes(ball.colour);
        vertices.extend(sphere.iter().map(|corner| Vertex {
            position: transformed(&place, ball.apart(corner), 1.0),
            normal: transformed(&normal, corner.at, 0.0),
            colour,
        }));
        let faces = if ball.has_core() { &wide } else { &round };
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
    /// A body, turned so in place of its own orientation.
    pub fn new(centre: DVec3, shape: &Shape, rotation: glissando::DQuat, colour: Colour) -> Self {
        let pose = DAffine3::from_scale_rotation_translation(shape.radii(), rotation, centre);
        let (core, radius) = (shape.core_half_extents(), shape.smallest_radius());
        let core = (core * (1.0 / radius)).as_vec3().to_array();
        Self { pose, core, is_round: shape.is_cylinder(), colour }
    }

    /// Whether it is more than a round body.
    pub(crate) fn has_core(&self) -> bool {
        self.core != [0.0; 3]
    }

    /// A corner of the unit sphere, moved with its octant or outward.
    fn apart(&self, corner: &Corner) -> [f32; 3] {
        let Corner { at, octant, outward: [x, z] } = *corner;
        let way = if self.is_round { [x, octant[1], z] } else { octant };
        [0, 1, 2].map(|axis| at[axis] + way[axis] * self.core[axis])
    }

    /// A flat round patch on a surface: a ball with hardly any height.
    pub fn patch(centre: DVec3, normal: DVec3, radius: f64, colour: Colour) -> Self {
        let turn = glissando::DQuat::from_rotation_arc(DVec3::Y, normal).to_mat3();
        let matrix3 = turn * DMat3::from_diagonal(DVec3::new(radius, 0.002, radius));
        Self { pose: DAffine3 { matrix3, translation: centre }, core: [0.0; 3], is_round: false, colour }
    }
}

/// A corner of the unit sphere.
struct Corner {
    at: [f32; 3],
    /// The signs of its octant.
    octant: [f32; 3],
    /// The direction from the Y axis, x and z: at the poles too.
    outward: [f32; 2],
}

/// The corners of the unit sphere, ring by ring: those between two octants are in both.
fn grid((strips, rings): Grid) -> Vec<Corner> {
    let mut corners = Vec::new();
    for (half, ring) in [0, 1].into_iter().flat_map(|half| (0..=rings).map(move |ring| (half, ring))) {
        let (sin, cos) = (FRAC_PI_2 * (half as f32 + ring as f32 / rings as f32)).sin_cos();
        // The sine at the lower pole is rounded below zero: triangles there would face in.
        let sin = sin.max(0.0);
        for (quarter, strip) in (0..4).flat_map(|quarter| (0..=strips).map(move |strip| (quarter, strip))) {
            let (x, z) = (FRAC_PI_2 * (quarter as f32 + strip as f32 / strips as f32)).sin_cos();
            let [right, front] = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]][quarter];
            let octant = [right, 1.0 - 2.0 * half as f32, front];
            corners.push(Corner { at: [sin * x, cos, sin * z], octant, outward: [x, z] });
        }
    }
    corners
}

/// Its triangles; where the octants are not apart, without those that have no area: at the poles, and between octants.
fn order((strips, rings): Grid, is_apart: bool) -> Vec<u32> {
    let (columns, rows) = (4 * (strips + 1), 2 * (rings + 1));
    let mut order = Vec::new();
    for row in 0..rows - 1 {
        let is_equator = row == rings;
        for column in 0..columns {
            let is_between = column % (strips + 1) == strips;
            if (is_equator || is_between) && !is_apart {
                continue;
            }
            let next = (column + 1) % columns;
            let [a, d] = [column, next].map(|column| row * columns + column);
            let [b, c] = [a, d].map(|above| above + columns);
            if row + 2 < rows || is_apart {
                order.extend([a, b, c]);
            }
            if row > 0 || is_apart {
                order.extend([a, c, d]);
            }
        }
    }
    if is_apart {
        // The ends: of a box the strips of a quarter meet in a corner.
        let below = (rows - 1) * columns;
        for column in 1..columns - 1 {
            order.extend([0, column, column + 1]);
            order.extend([0, column + 1, column].map(|corner| below + corner));
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

    #[test]
    fn boxes_and_cylinders_are_closed_and_every_triangle_of_them_faces_out() {
        let eye = Camera { at: DVec3::ZERO, forward: DVec3::X, up: DVec3::Y };
        let cuboid = Shape::cuboid(DVec3::new(0.5, 1.0, 0.25), 0.125, DQuat::IDENTITY).unwrap();
        let cylinder = Shape::cylinder(0.5, 1.0, 0.125, DQuat::IDENTITY).unwrap();
        // The whole box has 1 m^3, the whole cylinder pi / 2; rounded edges and chords of circles take some of it.
        for (shape, volumes) in [(cuboid, 0.9..1.0), (cylinder, 1.4..1.57)] {
            let body = Ball::new(DVec3::ZERO, &shape, DQuat::IDENTITY, Colour([1.0; 4]));
            let (vertices, order) = many(&[body], &eye, COARSE);
            let at = |index: u32| macroquad::math::Vec3::from_array(vertices[index as usize].position);
            let mut volume = 0.0;
            for face in order.chunks(3) {
                let (a, b, c) = (at(face[0]), at(face[1]), at(face[2]));
                let across = (b - a).cross(c - a);
                // A triangle without area faces nowhere: 1e-6 is the rounding of f32 times a metre.
                assert!(across.length() < 1e-6 || across.dot(a + b + c) > 0.0, "{a} {b} {c}");
                volume += a.dot(b.cross(c)) / 6.0;
            }
            assert!(volumes.contains(&volume), "{volume}");
        }
    }
}
