//! Raw triangles from a file or an editor, unchecked.

use crate::math::Vec3;
use alloc::vec::Vec;

/// Vertices, triangles as three indices each, and a material id for each triangle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Positions in mesh space.
    pub vertices: Vec<Vec3>,
    /// Three vertex indices a triangle, counter-clockwise seen from its front.
    pub triangles: Vec<[u32; 3]>,
    /// One material id a triangle; empty means material 0 everywhere.
    pub materials: Vec<u16>,
}

impl Soup {
    /// A soup of plain arrays, all of material 0.
    pub fn new(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Self {
        Self {
            vertices: vertices.iter().map(|&v| v.into()).collect(),
            triangles: triangles.to_vec(),
            materials: Vec::new(),
        }
    }

    /// Adds one triangle with three vertices of its own.
    pub fn push(&mut self, corners: [Vec3; 3], material: u16) {
        let first = self.vertices.len() as u32;
        self.materials.resize(self.triangles.len(), 0);
        self.vertices.extend_from_slice(&corners);
        self.triangles.push([first, first + 1, first + 2]);
        self.materials.push(material);
    }

    /// Adds all triangles of another soup.
    pub fn append(&mut self, other: &Self) {
        let first = self.vertices.len() as u32;
        self.materials.resize(self.triangles.len(), 0);
        self.vertices.extend_from_slice(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i.saturating_add(first))));
        self.materials.extend_from_slice(&other.materials);
        self.materials.resize(self.triangles.len(), 0);
    }

    /// The material of a triangle.
    pub fn material(&self, triangle: usize) -> u16 {
        self.materials.get(triangle).copied().unwrap_or(0)
    }
}
