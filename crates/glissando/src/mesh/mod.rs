//! Meshes: checked triangles, packed by eights, under a tree. Immutable and shared.

mod bucket;
mod bytes;
mod directory;
mod edges;
mod error;
mod face;
mod materials;
mod near;
mod options;
mod pack;
mod packet;
mod packets;
mod prepare;
mod prepared;
mod prime;
mod report;
mod ridges;
mod shapes;
mod soup;
mod sources;
mod tables;
mod weld;

pub use bytes::MeshBytes;
pub use error::{MeshError, MeshFault};
#[cfg(feature = "serde")]
pub(crate) use face::has_face;
pub use options::MeshOptions;
pub(crate) use packet::Packet;
pub use report::{MeshEdge, MeshReport};
pub use soup::Soup;

#[cfg(feature = "serde")]
use crate::bvh::Item;
pub use crate::bvh::TreeStats;
use crate::bvh::{Bvh, Leaves, Sorted};
use crate::geometry::Aabb;
use crate::math::Vec3;
use crate::threads::Builders;
use packets::Packets;
use prepare::prepare;
use prepared::Corners;
#[cfg(feature = "serde")]
pub(crate) use prime::Prime;
use prime::Primes;

/// A collision mesh: build it once, share it by `Arc`, place it in worlds as often as needed.
#[derive(Clone, Debug)]
pub struct Mesh {
    bvh: Bvh,
    /// The triangles in its leaves.
    packets: Packets,
}

impl Mesh {
    /// The mesh of a soup, and a report on its triangles.
    ///
    /// Triangles keep the index that they have in the soup. A mesh of a level takes 17 to 27 bytes a triangle, one of
    /// unconnected triangles about 52. Building takes at most another 320 bytes a triangle and 64 a vertex, the report
    /// included; with the feature `parallel` it uses all threads and gives the same mesh.
    ///
    /// # Errors
    /// An invalid soup: the error lists every offending vertex, index or triangle.
    pub fn build(soup: &Soup, options: &MeshOptions) -> Result<(Self, MeshReport), MeshError> {
        let sort = |corners: Corners<'_>| Sorted::new(corners.items(), Builders::Pool);
        prepare(soup, options, sort, Sorted::tree, |primes, tree| {
            Self::pack(primes, tree, soup.triangles.len())
        })
    }

    /// This mesh deformed: the same triangles, in the same order, with new corners.
    ///
    /// Faster than [`Mesh::build`], since the tree keeps its structure; queries return the same results as with a new
    /// mesh. Replace the old mesh between ticks with [`World::set_mesh`](crate::World::set_mesh).
    ///
    /// # Errors
    /// As for [`Mesh::build`], and soups with another number of triangles.
    pub fn refit(&self, soup: &Soup, options: &MeshOptions) -> Result<(Self, MeshReport), MeshError> {
        let (mesh, report) = prepare(soup, options, |_| (), |()| (), |primes, ()| self.with_primes(primes))?;
        let (triangles, wanted) = (soup.triangles.len(), self.packets.soup_count());
        let mesh = mesh.ok_or(MeshFault::OtherCount { triangles, wanted });
        Ok((mesh.map_err(|fault| MeshError { faults: alloc::vec![fault] })?, report))
    }

    /// This mesh with new triangles; `None` unless there is one for each of the old.
    fn with_primes(&self, primes: &impl Primes) -> Option<Self> {
        if primes.count() != self.packets.soup_count() || primes.count() != self.triangle_count() {
            return None;
        }
        let (packets, firsts) = self.packets.refit(primes);
        let mut bvh = self.bvh.clone();
        // The leaves that are farther from the root begin elsewhere, but in the same order.
        bvh.renumber(firsts.iter().map(|first| *first as usize));
        let bvh = bvh.refit(|leaf| packets.packet(leaf).bounds());
        Some(Self { bvh, packets })
    }

    /// A mesh of triangles that are already prepared: of another mesh, or of a part of one.
    #[cfg(feature = "serde")]
    pub(crate) fn of_primes(primes: &[Prime]) -> Self {
        let count = primes.iter().map(|prime| prime.source as usize + 1).max().unwrap_or(0);
        let items = (0..).zip(primes).map(|(number, prime)| Item::new(prime.bounds(), number)).collect();
        Self::pack(primes, Sorted::new(items, Builders::Pool).tree(), count)
    }

    /// Its triangles by their index in the soup, for [`Self::of_primes`].
    #[cfg(feature = "saved")]
    pub(crate) fn primes(&self) -> impl Iterator<Item = Prime> {
        (0..self.source_count()).filter_map(|index| {
            let (packet, lane) = self.packets.place(index)?;
            Some(packet.prime(lane))
        })
    }

    /// Of triangles under a tree.
    fn pack(primes: &(impl Primes + ?Sized), (mut bvh, leaves): (Bvh, Leaves), soup_count: usize) -> Self {
        let leaf_of = |leaf: usize| leaves.of(leaf).iter().copied();
        let (packets, firsts) = Packets::new(bvh.leaf_count(), leaf_of, primes, soup_count);
        bvh.number(|leaf| firsts[leaf] as usize);
        Self { bvh, packets }
    }

    /// The bounding box of all triangles, mesh space.
    pub fn bounds(&self) -> Aabb {
        self.bvh.bounds()
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.packets.triangle_count()
    }

    /// Number of triangles in the soup: their indices are below this.
    pub fn source_count(&self) -> u32 {
        self.packets.soup_count() as u32
    }

    /// Corners of the triangle with this index in the soup, mesh space.
    pub fn triangle(&self, index: u32) -> Option<[Vec3; 3]> {
        let (packet, lane) = self.packets.place(index)?;
        Some(packet.corners_of(lane).map(Vec3::from))
    }

    /// Material of the triangle with this index in the soup.
    pub fn material(&self, index: u32) -> Option<u16> {
        let (packet, lane) = self.packets.place(index)?;
        Some(packet.material(lane))
    }

    /// Counts and quality of the tree.
    pub fn tree_stats(&self) -> TreeStats {
        let mut stats = self.bvh.stats(self.triangle_count());
        stats.byte_count += self.packets.byte_count();
        stats
    }

    /// What its bytes are spent on; their sum is the byte count of [`Self::tree_stats`].
    pub fn byte_counts(&self) -> MeshBytes {
        MeshBytes::of(self)
    }

    /// Calls `visit` with every box of the tree and its depth, mesh space.
    pub fn visit_tree(&self, visit: impl FnMut(Aabb, usize)) {
        self.bvh.visit_boxes(visit);
    }

    pub(crate) fn tree(&self) -> &Bvh {
        &self.bvh
    }

    /// The triangles of a leaf of the tree.
    #[inline(always)]
    pub(crate) fn packet(&self, leaf: usize) -> Packet<'_> {
        self.packets.packet(leaf)
    }

    /// What the numbers of the tree's leaves are places in.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u32] {
        self.packets.words()
    }

    /// All triangles, leaf by leaf.
    pub(crate) fn packets(&self) -> impl Iterator<Item = Packet<'_>> {
        self.packets.all()
    }
}
