//! Faces sorted into meshes by the name of their group, each with only the vertices it uses.

use crate::budget::Budget;
use crate::error::Problem;
use crate::level::{Instance, LevelMesh};
use crate::notes::Notes;
use crate::solid;
use glissando::{DAffine3, Soup, Vec3};
use std::collections::BTreeMap;

/// Bytes that a mesh, its instance and its place in the tables take.
const GROUP: u64 = 640;
/// Bytes of a triangle, with room for growing.
const TRIANGLE: u64 = 28;
/// Bytes of a vertex, with room for growing.
const VERTEX: u64 = 24;

/// The meshes of a file.
#[derive(Debug, Default)]
pub(super) struct Groups {
    meshes: Vec<LevelMesh>,
    by_name: BTreeMap<String, usize>,
    /// The name that the next face belongs to; groups without faces never become meshes.
    name: String,
    current: Option<usize>,
    /// For each vertex of the file: which mesh had it last, and as which of its vertices.
    places: Vec<(u32, u32)>,
}

impl Groups {
    /// Following faces belong to the group of this name.
    pub(super) fn switch(&mut self, name: &str) {
        self.name.clear();
        self.name.push_str(name);
        self.current = None;
    }

    /// Adds triangles to the current group.
    pub(super) fn add(
        &mut self,
        triangles: &[[u32; 3]],
        vertices: &[Vec3],
        material: u16,
        budget: &mut Budget,
    ) -> Result<(), Problem> {
        let mesh = self.current_mesh(budget)?;
        budget.spend(triangles.len() as u64, TRIANGLE, || "f".into())?;
        self.places.resize(vertices.len(), (u32::MAX, 0));
        for triangle in triangles {
            let mut local = [0; 3];
            for (slot, &index) in local.iter_mut().zip(triangle) {
                *slot = self.local(mesh, index, vertices, budget)?;
            }
            if let Some(LevelMesh { soup, .. }) = self.meshes.get_mut(mesh) {
                soup.triangles.push(local);
                soup.materials.push(material);
            }
        }
        Ok(())
    }

    fn current_mesh(&mut self, budget: &mut Budget) -> Result<usize, Problem> {
        if let Some(mesh) = self.current {
            return Ok(mesh);
        }
        let mesh = match self.by_name.get(&self.name) {
            Some(&mesh) => mesh,
            None => {
                budget.spend(1, GROUP + 3 * self.name.len() as u64, || "group".into())?;
                self.meshes.push(LevelMesh { name: self.name.clone(), soup: Soup::default() });
                self.by_name.insert(self.name.clone(), self.meshes.len() - 1);
                self.meshes.len() - 1
            }
        };
        self.current = Some(mesh);
        Ok(mesh)
    }

    /// The vertex of a mesh for a vertex of the file.
    fn local(
        &mut self,
        mesh: usize,
        index: u32,
        vertices: &[Vec3],
        budget: &mut Budget,
    ) -> Result<u32, Problem> {
        let (Some(place), Some(vertex)) = (self.places.get_mut(index as usize), vertices.get(index as usize))
        else {
            return Err(Problem::malformed("f", format!("vertex {index} does not exist")));
        };
        if place.0 as usize == mesh {
            return Ok(place.1);
        }
        budget.spend(1, VERTEX, || "f".into())?;
        let Some(LevelMesh { soup, .. }) = self.meshes.get_mut(mesh) else { return Ok(0) };
        *place = (mesh as u32, soup.vertices.len() as u32);
        soup.vertices.push(*vertex);
        Ok(place.1)
    }

    /// Whether no face was seen.
    pub(super) fn is_empty(&self) -> bool {
        self.meshes.is_empty()
    }

    /// The meshes, and one instance of each.
    pub(super) fn finish(self, pose: DAffine3, notes: &mut Notes) -> (Vec<LevelMesh>, Vec<Instance>) {
        solid::place_all(self.meshes, pose, notes)
    }
}
