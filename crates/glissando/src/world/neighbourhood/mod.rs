//! The triangles around a character, gathered once a tick into a short list for several sweeps.
//!
//! The list holds every triangle that meets a box in ellipsoid space. A query within the box reads the list, and so does a
//! sweep whose hit is within it; any other queries the world. Both compute with the same numbers, so the results are the same to the bit.

mod buffer;
mod cached;
mod cover;
mod during;
mod flat_sides;
mod mobile;
mod nearest;
mod query;
mod sweep_gathering;

use buffer::Bodies;
pub use buffer::NeighbourhoodBuffer;
pub(crate) use cached::Range;
pub(crate) use during::{CachedDuring, PassingBodies};
pub(crate) use mobile::MobileCache;
pub(crate) use nearest::NearestCache;

use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::sweep::unit_space::UnitSpace;
use crate::traction::Traction;
use crate::world::World;
use alloc::vec::Vec;
use query::CacheQuery;

/// A world with a gathered list of nearby triangles.
#[derive(Clone, Copy, Debug)]
pub struct Neighbourhood<'a> {
    world: &'a World,
    buffer: &'a NeighbourhoodBuffer,
    shape: Shape,
    space: UnitSpace,
    filter: Filter,
}

impl World {
    /// Gathers the triangles that `shape`, its centre within `reach` (half extents in metres) of `centre`, can meet
    /// within `radii` of its own radii.
    ///
    /// If the buffer already covers them, for this world in its present state, it is used unchanged.
    ///
    /// ```
    /// # use glissando::{Collide, DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Sweep, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// # use glissando::world::NeighbourhoodBuffer;
    /// // Several queries of one neighbourhood: gathered once, with the same bits as the world's own results.
    /// let (ball, reach, mut buffer) = (Shape::sphere(0.5)?, DVec3::splat(2.0), NeighbourhoodBuffer::default());
    /// let near = world.neighbourhood(&ball, DVec3::X * 2.0, reach, 1.1, Filter::ALL, &mut buffer);
    /// let sweep = Sweep::new(ball, DVec3::X * 2.0, DVec3::X * -1.0)?;
    /// assert_eq!(near.sweep(&sweep), world.sweep(&sweep));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn neighbourhood<'a>(
        &'a self,
        shape: &Shape,
        centre: DVec3,
        reach: DVec3,
        radii: f64,
        filter: Filter,
        buffer: &'a mut NeighbourhoodBuffer,
    ) -> Neighbourhood<'a> {
        let space = UnitSpace::of(shape);
        let extents = extents(&space, reach, radii);
        buffer.hold(self, (shape, filter), &space, (centre, extents), (Bodies::All, None));
        Neighbourhood { world: self, buffer, shape: *shape, space, filter }
    }
}

/// Half extents in ellipsoid space of the region that a sphere of `radii` reaches with its centre within `reach`,
/// metres.
fn extents(space: &UnitSpace, reach: DVec3, radii: f64) -> DVec3 {
    let [x, y, z] = space.unit_from_world.rows();
    let along = |row: DVec3| row.abs().dot(reach) + radii;
    DVec3::new(along(x), along(y), along(z))
}

impl Neighbourhood<'_> {
    /// Number of gathered packets of eight triangles.
    pub fn packet_count(&self) -> usize {
        self.buffer.packet_count()
    }

    /// The list, if it is for this shape and filter.
    fn list_for(&self, shape: &Shape, filter: Filter) -> Option<CacheQuery<'_, NeighbourhoodBuffer>> {
        let is_same = filter == self.filter && *shape == self.shape;
        is_same.then_some(CacheQuery { world: self.world, space: &self.space, cache: self.buffer })
    }
}

impl Collide for Neighbourhood<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let list = self.list_for(&sweep.shape, sweep.filter);
        list.and_then(|list| list.sweep(sweep, &[])).unwrap_or_else(|| Collide::sweep(self.world, sweep))
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        if !self.list_for(shape, filter).is_some_and(|list| list.contacts((at, radii), &[], false, found)) {
            Collide::contacts_in_radii(self.world, shape, at, radii, filter, found);
        }
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.world.traction(surface)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        Collide::ray(self.world, from, translation, filter)
    }
}
