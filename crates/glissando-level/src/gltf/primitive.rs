//! One primitive of a mesh, added to a soup.

use super::accessor::Accessor;
use super::document::Primitive;
use super::extension;
use super::mesh::Source;
use super::topology::Topology;
use crate::budget::Budget;
use crate::error::Problem;
use crate::notes::Notes;
use glissando::{Soup, Vec3};
use std::collections::BTreeMap;

/// Bytes of a triangle in a soup.
const TRIANGLE: u64 = 14;
/// Bytes of a vertex in a soup, and once more while it is decoded.
const VERTEX: u64 = 24;

/// A soup in the making.
#[derive(Debug, Default)]
pub(super) struct Build {
    /// What it is so far.
    pub(super) soup: Soup,
    /// First vertex of each position accessor that was added as a whole.
    whole: BTreeMap<usize, u32>,
}

impl Build {
    /// Adds the triangles of a primitive with this material id.
    pub(super) fn add(
        &mut self,
        source: &Source<'_, '_>,
        primitive: &Primitive,
        material: u16,
        budget: &mut Budget,
        notes: &mut Notes,
    ) -> Result<(), Problem> {
        let Some(topology) = Topology::of(primitive.mode.unwrap_or(4))? else {
            notes.add(|| "points and lines were skipped: they have no triangles".into());
            return Ok(());
        };
        let Some(position) = primitive.attributes.position else {
            notes.add(|| "a primitive without POSITION was skipped".into());
            return Ok(());
        };
        let positions = source.accessor(position)?;
        if primitive.extensions.draco.is_some() && !positions.has_data() {
            return Err(extension::unsupported("KHR_draco_mesh_compression"));
        }
        if positions.width != 3 {
            return Err(Problem::malformed("POSITION", "is not of type VEC3"));
        }
        let indices = self.indices(source, primitive.indices, budget)?;
        let count = indices.as_ref().map_or(positions.count, Vec::len);
        let triangles = topology.triangles(count);
        budget.spend(triangles as u64, TRIANGLE, || "triangles".into())?;
        if topology == Topology::List && count % 3 != 0 {
            notes.add(|| format!("{} vertices at the end of a triangle list were ignored", count % 3));
        }
        let map = self.vertices(&positions, position, indices.as_deref(), budget)?;
        self.soup.triangles.reserve_exact(triangles);
        self.soup.materials.reserve_exact(triangles);
        for i in 0..triangles {
            let mut triangle = [0; 3];
            for (slot, corner) in triangle.iter_mut().zip(topology.corners(i)) {
                *slot = map.vertex(indices.as_deref(), corner, positions.count)?;
            }
            self.soup.triangles.push(triangle);
            self.soup.materials.push(material);
        }
        Ok(())
    }

    fn indices(
        &self,
        source: &Source<'_, '_>,
        index: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<u32>>, Problem> {
        let Some(index) = index else { return Ok(None) };
        let accessor = source.accessor(index)?;
        if accessor.width != 1 || !accessor.component.is_index() {
            return Err(Problem::malformed("indices", "are not scalar unsigned integers"));
        }
        budget.spend(accessor.count as u64, 4, || "indices".into())?;
        accessor.indices().map(Some)
    }

    /// Adds the vertices that are needed, and says where they went.
    ///
    /// Meshes that share one huge vertex buffer get only what they use of it.
    fn vertices(
        &mut self,
        positions: &Accessor<'_>,
        accessor: usize,
        indices: Option<&[u32]>,
        budget: &mut Budget,
    ) -> Result<VertexMap, Problem> {
        if let Some(&first) = self.whole.get(&accessor) {
            return Ok(VertexMap::Whole { first });
        }
        let first = u32::try_from(self.soup.vertices.len())
            .map_err(|_| Problem::malformed("POSITION", "makes more vertices than 32-bit indices reach"))?;
        let few = indices.filter(|i| i.len() < positions.count / 2 && !positions.is_sparse());
        let Some(indices) = few else {
            budget.spend(positions.count as u64, VERTEX, || "POSITION".into())?;
            self.soup.vertices.reserve_exact(positions.count);
            self.soup.vertices.extend(positions.vectors::<3>()?.into_iter().map(Vec3::from));
            self.whole.insert(accessor, first);
            return Ok(VertexMap::Whole { first });
        };
        budget.spend(indices.len() as u64, VERTEX, || "POSITION".into())?;
        let mut used = indices.to_vec();
        used.sort_unstable();
        used.dedup();
        self.soup.vertices.extend(used.iter().map(|&i| Vec3::from(positions.vector::<3>(i as usize))));
        Ok(VertexMap::Used { first, used })
    }
}

/// From the vertices of a primitive to those of its soup.
enum VertexMap {
    /// All of them follow this one.
    Whole { first: u32 },
    /// Only these, in this order, follow the first.
    Used { first: u32, used: Vec<u32> },
}

impl VertexMap {
    fn vertex(&self, indices: Option<&[u32]>, corner: usize, count: usize) -> Result<u32, Problem> {
        let index = match indices {
            Some(indices) => indices.get(corner).copied().unwrap_or(0),
            None => corner as u32,
        };
        if index as usize >= count {
            let what = format!("number {corner} is {index}, but there are only {count} vertices");
            return Err(Problem::malformed("indices", what));
        }
        Ok(match self {
            Self::Whole { first } => first.saturating_add(index),
            Self::Used { first, used } => {
                first.saturating_add(used.binary_search(&index).unwrap_or(0) as u32)
            }
        })
    }
}
