//! All triangles on a segment: bullets that go through walls, thicknesses, the floors of a house below a point.

use super::World;
use super::body::Placed;
use super::brute::Brute;
use super::ray::{Met, RayPath};
use crate::bvh::round_up;
use crate::collide::{Filter, Hit};
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::simd::{F8, Kernel};
use crate::sorting;
use crate::tolerance;
use alloc::vec::Vec;

impl World {
    /// Every triangle on the segment from `from` to `from + translation`, nearest first, replacing `hits`.
    ///
    /// The order is (fraction, body, triangle); the first is the hit of [`World::ray`], and each is described as there. A ray
    /// through a shared edge or corner hits at least one of the neighbours, and often all of them: whoever counts walls counts hits
    /// of one fraction once. There is no limit to their number.
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let mut hits = Vec::new();
    /// world.ray_hits(DVec3::new(-5.0, 0.25, 0.125), DVec3::X * 8.0, Filter::ALL, &mut hits)?;
    /// // Into the cube and out of it.
    /// assert_eq!(hits.iter().map(|hit| hit.distance).collect::<Vec<_>>(), [4.0, 6.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`World::ray`]; `hits` is then empty.
    #[doc(alias = "raycast_all")]
    pub fn ray_hits(
        &self,
        from: DVec3,
        translation: DVec3,
        filter: Filter,
        hits: &mut Vec<Hit>,
    ) -> Result<(), InputError> {
        hits.clear();
        input::position("from", from)?;
        input::vector("translation", translation, tolerance::WORLD_LIMIT)?;
        self.all_on_segment(from, translation, filter, hits);
        sort(hits);
        Ok(())
    }
}

impl Brute<'_> {
    /// [`World::ray_hits`] without its checks.
    pub fn ray_hits(&self, from: DVec3, translation: DVec3, filter: Filter, hits: &mut Vec<Hit>) {
        hits.clear();
        self.each_on_segment(from, translation, filter, |hit| hits.push(hit));
        sort(hits);
    }
}

/// The search for all triangles of a body, compiled for each instruction set. It goes to the end of the segment, so it has a path of its own
/// beside that of the nearest triangle: there a path in memory would cost time.
pub(super) struct OnSegment<'a, 'b> {
    pub(super) body: (BodyId, &'a Placed),
    /// Start and displacement, in the world.
    pub(super) segment: (DVec3, DVec3),
    /// Where the hits go, in any order.
    pub(super) hits: &'b mut Vec<Hit>,
}

impl Kernel for OnSegment<'_, '_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        let Self { body, segment, hits } = self;
        let Some(path) = RayPath::new(body, segment.0, segment.1) else { return };
        let mesh = &*body.1.body.mesh;
        let (walk, mut agenda) = (mesh.tree().walk(&path.cast).fetching(mesh.words()), mesh.tree().agenda());
        let end = round_up(1.0);
        while let Some(leaf) = walk.next::<F>(&mut agenda, end) {
            let packet = mesh.packet(leaf);
            let mut pending = path.crossings::<F>(&packet, end).lanes;
            while pending != 0 {
                let lane = pending.trailing_zeros() as usize;
                pending &= pending - 1;
                hits.extend(Met::on(&path, &packet, lane).map(|met| met.hit(segment)));
            }
        }
    }
}

fn sort(hits: &mut [Hit]) {
    let key = |hit: &Hit| (hit.surface.owner, hit.surface.triangle);
    sorting::sort_by(hits, |a, b| a.fraction.total_cmp(&b.fraction).then_with(|| key(a).cmp(&key(b))));
}
