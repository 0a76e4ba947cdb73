//! Triangles made fit for collision: checked, packed by eights, under a tree. Immutable and shared.

mod bucket;
mod edges;
mod error;
mod near;
mod packet;
mod prepare;
mod report;
mod soup;
mod weld;

pub use error::{MeshError, MeshFault};
pub(crate) use packet::Packet;
pub use prepare::MeshOptions;
#[cfg(feature = "serde")]
pub(crate) use prepare::has_face;
pub use report::{MeshEdge, MeshReport};
pub use soup::Soup;

use crate::bvh::{Bvh, Leaves, TreeStats};
use crate::geometry::Aabb;
use crate::math::Vec3;
use alloc::vec::Vec;
pub(crate) use prepare::Prime;
use prepare::prepare;

/// A collision mesh: build it once, share it by `Arc`, place it in the world as often as you like.
#[derive(Clone, Debug)]
pub struct Mesh {
    bvh: Bvh,
    /// One packet a leaf of the tree, in the same order.
    packets: Vec<Packet>,
    /// Packet and lane of each triangle of the soup.
    places: Vec<u32>,
}

impl Mesh {
    /// The mesh of a soup, and what was noticed on the way.
    ///
    /// Triangles keep the index that they have in the soup.
    ///
    /// # Errors
    /// Soups that cannot be used: the error lists every offending vertex, index or triangle.
    pub fn build(soup: &Soup, options: &MeshOptions) -> Result<(Self, MeshReport), MeshError> {
        let (prepared, report) = prepare(soup, options)?;
        Ok((Self::pack(&prepared.triangles, soup.triangles.len()), report))
    }

    /// This mesh bent: the same triangles, in the same order, with their corners elsewhere.
    ///
    /// Faster than [`Mesh::build`], since the tree keeps its shape; answers are the same as a new mesh would
    /// give. Put it in place of the old one between ticks by [`World::set_mesh`](crate::World::set_mesh).
    ///
    /// # Errors
    /// As for [`Mesh::build`], and soups with another number of triangles.
    pub fn refit(&self, soup: &Soup, options: &MeshOptions) -> Result<(Self, MeshReport), MeshError> {
        let (prepared, report) = prepare(soup, options)?;
        let primes = &prepared.triangles;
        let (triangles, wanted) = (soup.triangles.len(), self.places.len());
        if triangles != wanted || primes.len() != self.triangle_count() {
            return Err(MeshError { faults: alloc::vec![MeshFault::OtherCount { triangles, wanted }] });
        }
        let mut packets = self.packets.clone();
        for packet in &mut packets {
            for lane in 0..8 {
                if packet.lanes >> lane & 1 == 1 {
                    packet.set(lane, &primes[packet.source(lane) as usize]);
                }
            }
        }
        let bvh = self.bvh.refit(|leaf| packets[leaf].bounds());
        Ok((Self { bvh, packets, places: self.places.clone() }, report))
    }

    /// The mesh of triangles that were prepared before: of another mesh, or of a part of one.
    #[cfg(feature = "serde")]
    pub(crate) fn of_primes(primes: &[Prime]) -> Self {
        let count = primes.iter().map(|prime| prime.source as usize + 1).max().unwrap_or(0);
        Self::pack(primes, count)
    }

    fn pack(primes: &[Prime], soup_count: usize) -> Self {
        let (bvh, leaves) = Bvh::build(primes.len(), |i| Aabb::of(&primes[i].corners));
        let (packets, places) = fill(&leaves, bvh.leaf_count(), primes, soup_count);
        Self { bvh, packets, places }
    }

    /// The smallest box with all triangles, mesh space.
    pub fn bounds(&self) -> Aabb {
        self.bvh.bounds()
    }

    /// How many triangles can collide.
    pub fn triangle_count(&self) -> usize {
        self.places.iter().filter(|&&p| p != u32::MAX).count()
    }

    /// How many triangles the soup had: their indices are below this.
    pub fn source_count(&self) -> u32 {
        self.places.len() as u32
    }

    /// Corners of the triangle with this index in the soup, mesh space.
    pub fn triangle(&self, index: u32) -> Option<[Vec3; 3]> {
        let place = *self.places.get(index as usize)?;
        let packet = self.packets.get(place as usize / 8)?;
        Some(packet.corners_of(place as usize % 8).map(Vec3::from))
    }

    /// Material of the triangle with this index in the soup.
    pub fn material(&self, index: u32) -> Option<u16> {
        let place = *self.places.get(index as usize)?;
        Some(self.packets.get(place as usize / 8)?.material(place as usize % 8))
    }

    /// Counts and quality of the tree.
    pub fn tree_stats(&self) -> TreeStats {
        let mut stats = self.bvh.stats(self.triangle_count());
        stats.byte_count += self.packets.len() * size_of::<Packet>() + self.places.len() * 4;
        stats
    }

    /// Calls `visit` with every box of the tree and its depth, mesh space.
    pub fn visit_tree(&self, visit: impl FnMut(Aabb, usize)) {
        self.bvh.visit_boxes(visit);
    }

    pub(crate) fn tree(&self) -> &Bvh {
        &self.bvh
    }

    pub(crate) fn packet(&self, leaf: usize) -> &Packet {
        &self.packets[leaf]
    }
}

/// The triangles by the tree's leaves, and where each has come to.
fn fill(leaves: &Leaves, leaf_count: usize, primes: &[Prime], soup_count: usize) -> (Vec<Packet>, Vec<u32>) {
    let mut places = alloc::vec![u32::MAX; soup_count];
    let mut packets = Vec::with_capacity(leaf_count);
    for leaf in 0..leaf_count {
        let mut packet = Packet::default();
        for (lane, &p) in leaves.of(leaf).iter().enumerate() {
            let prime = &primes[p as usize];
            packet.set(lane, prime);
            places[prime.source as usize] = (leaf * 8 + lane) as u32;
        }
        packets.push(packet);
    }
    (packets, places)
}
