//! A round body: the unit sphere as triangles.

use crate::shader::Vertex;
use crate::shape::bytes;
use glissando::debug::Colour;
use std::f32::consts::{PI, TAU};

/// Strips around and rings from pole to pole.
const AROUND: u32 = 24;
const RINGS: u32 = 14;

/// The corners of the unit sphere; its normals are smooth.
pub(crate) fn corners() -> Vec<Vertex> {
    let mut vertices = Vec::with_capacity((AROUND * RINGS * 6) as usize);
    for ring in 0..RINGS {
        for strip in 0..AROUND {
            let [a, b] = [point(ring, strip), point(ring + 1, strip)];
            let [c, d] = [point(ring + 1, strip + 1), point(ring, strip + 1)];
            vertices.extend([a, b, c, a, c, d].map(vertex));
        }
    }
    vertices
}

fn point(ring: u32, strip: u32) -> [f32; 3] {
    let (sin, cos) = (PI * ring as f32 / RINGS as f32).sin_cos();
    let (x, z) = (TAU * strip as f32 / AROUND as f32).sin_cos();
    [sin * x, cos, sin * z]
}

fn vertex(position: [f32; 3]) -> Vertex {
    Vertex { position, normal: position, colour: bytes(Colour([1.0; 4])) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_lies_on_the_sphere() {
        for vertex in corners() {
            let length: f32 = vertex.position.iter().map(|c| c * c).sum();
            assert!((length - 1.0).abs() < 1e-5, "{vertex:?}");
        }
    }
}
