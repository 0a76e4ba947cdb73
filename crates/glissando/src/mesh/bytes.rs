//! The bytes of a mesh by their use.

use super::Mesh;
use super::packet::REACH;

/// Bytes on the heap that a mesh takes, by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshBytes {
    /// The nodes of the tree.
    pub nodes: usize,
    /// For each leaf the counts, and for each triangle the places of its coordinates in the leaf's tables.
    pub places: usize,
    /// The coordinates of the leaves' tables.
    pub coordinates: usize,
    /// The indices of the leaves' triangles in the soup.
    pub indices: usize,
    /// Which leaf a triangle of the soup is in.
    pub directory: usize,
    /// The materials.
    pub materials: usize,
    /// Which triangles of one-way floors meet at a ridge; 0 where all such floors are level.
    pub ridges: usize,
    /// Room behind the last leaf, the same for every mesh.
    pub end: usize,
}

impl MeshBytes {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let mut all = Self { nodes: mesh.bvh.byte_count(), end: 4 * REACH, ..Self::default() };
        for packet in mesh.packets.all() {
            let [places, coordinates, indices] = packet.word_counts();
            all.places += 4 * places;
            all.coordinates += 4 * coordinates;
            all.indices += 4 * indices;
        }
        (all.directory, all.materials, all.ridges) = mesh.packets.bytes_beside();
        all
    }

    /// All of them.
    pub fn sum(&self) -> usize {
        let leaves = self.places + self.coordinates + self.indices + self.end;
        self.nodes + leaves + self.directory + self.materials + self.ridges
    }
}
