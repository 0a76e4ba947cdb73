//! Lines and triangles in space, drawn over the world; what walls hide of them shines through faintly.

use crate::camera::{Camera, NEAR};
use crate::flat::Corner;
use crate::shape::bytes;
use glissando::DVec3;
use glissando::debug::{Colour, Draw};

/// Share of the way to the eye that everything is drawn nearer, so that it is not in the surfaces that it lies on.
const NEARER: f64 = 0.003;

/// Lines and flat triangles, in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    lines: Vec<([DVec3; 2], Colour)>,
    triangles: Vec<([DVec3; 3], Colour)>,
}

impl Sketch {
    /// Adds a triangle.
    pub fn triangle(&mut self, corners: [DVec3; 3], colour: Colour) {
        self.triangles.push((corners, colour));
    }

    /// The corners of everything as seen from the eye, and their order: lines first, so that triangles before them
    /// let them through.
    pub(crate) fn corners(&self, camera: &Camera) -> (Vec<Corner>, Vec<u32>) {
        let (mut corners, mut order) = (Vec::new(), Vec::new());
        let forward = camera.forward.try_normalize().unwrap_or(-DVec3::Z);
        for (ends, colour) in &self.lines {
            let ends = ends.map(|end| (end - camera.at) * (1.0 - 1.5 * NEARER));
            let Some(ends) = ahead(ends, forward) else { continue };
            let first = corners.len() as u32;
            corners.extend(Corner::of_line(ends.map(single), bytes(*colour)));
            order.extend([0, 1, 2, 2, 1, 3].map(|corner| first + corner));
        }
        for (triangle, colour) in &self.triangles {
            let first = corners.len() as u32;
            corners.extend(triangle.map(|at| Corner::of_triangle(seen(camera, at), bytes(*colour))));
            order.extend([0, 1, 2].map(|corner| first + corner));
        }
        (corners, order)
    }
}

impl Draw for Sketch {
    fn line(&mut self, from: DVec3, to: DVec3, colour: Colour) {
        self.lines.push(([from, to], colour));
    }
}

fn seen(camera: &Camera, point: DVec3) -> [f32; 3] {
    single((point - camera.at) * (1.0 - NEARER))
}

fn single(point: DVec3) -> [f32; 3] {
    point.to_array().map(|c| c as f32)
}

/// The part of a line, given as seen from the eye, that lies before the eye: behind it nothing has a place in the
/// picture.
fn ahead([a, b]: [DVec3; 2], forward: DVec3) -> Option<[DVec3; 2]> {
    let near = f64::from(NEAR);
    let (depth_a, depth_b) = (a.dot(forward) - near, b.dot(forward) - near);
    let between = || a + (b - a) * (depth_a / (depth_a - depth_b));
    match (depth_a > 0.0, depth_b > 0.0) {
        (true, true) => Some([a, b]),
        (true, false) => Some([a, between()]),
        (false, true) => Some([between(), b]),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EYE: Camera = Camera { at: DVec3::new(1e6, 0.0, 0.0), forward: DVec3::X, up: DVec3::Y };
    const RED: Colour = Colour([1.0, 0.0, 0.0, 0.5]);

    #[test]
    fn a_line_is_two_triangles_and_ends_before_the_eye() {
        let mut sketch = Sketch::default();
        sketch.line(EYE.at - DVec3::X, EYE.at + DVec3::X * 3.0, RED);
        sketch.line(EYE.at - DVec3::X, EYE.at - DVec3::X * 3.0, RED);
        sketch.triangle([EYE.at, EYE.at + DVec3::Y, EYE.at + DVec3::Z], RED);
        let (corners, order) = sketch.corners(&EYE);
        assert_eq!((corners.len(), order.len()), (3 + 4, 3 + 6));
        assert!(corners[..4].iter().all(|corner| corner.at[0] >= NEAR * 0.999), "{corners:?}");
        assert_eq!(corners[0].colour, [255, 0, 0, 128]);
    }
}
