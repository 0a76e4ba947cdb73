//! Triangles in the memory of the graphics card.

use crate::shader::Vertex;
use glissando::debug::Colour;
use glissando::{Mesh, Vec3};
use macroquad::miniquad::{Bindings, BufferSource, BufferType, BufferUsage, RenderingBackend};

/// Triangles that are drawn at once.
#[derive(Debug)]
pub(crate) struct Shape {
    bindings: Bindings,
    corner_count: i32,
}

impl Shape {
    /// Takes triangles over; nothing if there are none, or more than a card counts.
    pub(crate) fn new(gl: &mut dyn RenderingBackend, vertices: &[Vertex]) -> Option<Self> {
        let corner_count = i32::try_from(vertices.len()).ok().filter(|count| *count > 0)?;
        // Corners are not shared: each has the normal of its own triangle.
        let indices: Vec<u32> = (0..corner_count.cast_unsigned()).collect();
        let (vertex, index) = (BufferType::VertexBuffer, BufferType::IndexBuffer);
        let vertices = gl.new_buffer(vertex, BufferUsage::Immutable, BufferSource::slice(vertices));
        let index_buffer = gl.new_buffer(index, BufferUsage::Immutable, BufferSource::slice(&indices));
        let bindings = Bindings { vertex_buffers: vec![vertices], index_buffer, images: Vec::new() };
        Some(Self { bindings, corner_count })
    }

    pub(crate) fn bind(&self, gl: &mut dyn RenderingBackend) {
        gl.apply_bindings(&self.bindings);
    }

    /// Draws what was bound.
    pub(crate) fn draw(&self, gl: &mut dyn RenderingBackend) {
        gl.draw(0, self.corner_count, 1);
    }

    /// Gives the memory back.
    pub(crate) fn free(&self, gl: &mut dyn RenderingBackend) {
        for buffer in &self.bindings.vertex_buffers {
            gl.delete_buffer(*buffer);
        }
        gl.delete_buffer(self.bindings.index_buffer);
    }
}

/// The corners of a mesh, painted by material; those of a material without a colour are not seen.
pub(crate) fn corners(mesh: &Mesh, colour: &dyn Fn(u16) -> Option<Colour>) -> Vec<Vertex> {
    let mut vertices = Vec::with_capacity(mesh.triangle_count() * 3);
    for index in 0..mesh.source_count() {
        let Some(triangle) = mesh.triangle(index) else { continue };
        if let Some(colour) = colour(mesh.material(index).unwrap_or(0)) {
            vertices.extend(facet(triangle, colour));
        }
    }
    vertices
}

/// The corners of a triangle; none if it has no area.
pub(crate) fn facet(corners: [Vec3; 3], colour: Colour) -> impl Iterator<Item = Vertex> {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).try_normalize();
    let colour = bytes(colour);
    let vertex = move |(corner, normal): (Vec3, Vec3)| Vertex {
        position: corner.to_array(),
        normal: normal.to_array(),
        colour,
    };
    normal.into_iter().flat_map(move |normal| corners.map(|corner| (corner, normal))).map(vertex)
}

/// A colour as the shader takes it.
pub(crate) fn bytes(Colour(parts): Colour) -> [u8; 4] {
    parts.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::{MeshOptions, Soup};

    #[test]
    fn only_what_has_a_colour_is_seen_and_a_triangle_s_corners_face_as_it_does() {
        let mut soup = Soup::new(
            &[[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            &[[0, 1, 2], [0, 2, 3]],
        );
        soup.materials = vec![0, 1];
        let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
        let grey = Colour([0.5, 0.5, 0.5, 1.0]);
        let seen = corners(&mesh, &|material| (material == 0).then_some(grey));
        assert_eq!(seen.len(), 3);
        assert!(seen.iter().all(|v| v.normal == [0.0, 1.0, 0.0] && v.colour == [128, 128, 128, 255]));
        assert_eq!(corners(&mesh, &|_| Some(grey)).len(), 6);
    }
}
