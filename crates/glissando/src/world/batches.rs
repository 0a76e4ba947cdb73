//! Batches of rays and sweeps, and the memory size of a world.

use super::World;
use crate::collide::{Collide, Filter, Hit, Sweep};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::mesh::Mesh;
use crate::tolerance;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl World {
    /// [`World::ray`] for many rays, each a start and a translation: `hits[i]` for `rays[i]`, replacing the old content.
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let eye = DVec3::X * -5.0;
    /// let mut hits = Vec::new();
    /// world.rays(&[(eye, DVec3::X * 10.0), (eye, DVec3::Y * 10.0)], Filter::ALL, &mut hits)?;
    /// assert_eq!(hits[0].map(|hit| hit.point), Some(-DVec3::X));
    /// assert_eq!(hits[1], None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The error of the first invalid ray; `hits` is then empty.
    pub fn rays(
        &self,
        rays: &[(DVec3, DVec3)],
        filter: Filter,
        hits: &mut Vec<Option<Hit>>,
    ) -> Result<(), InputError> {
        hits.clear();
        for &(from, translation) in rays {
            input::position("from", from)?;
            input::vector("translation", translation, tolerance::WORLD_LIMIT)?;
        }
        hits.extend(rays.iter().map(|&(from, translation)| Collide::ray(self, from, translation, filter)));
        Ok(())
    }

    /// [`World::sweep`] for many sweeps: `hits[i]` for `sweeps[i]`, replacing the old content. A [`Sweep`] is checked
    /// when it is made, so this returns no error.
    ///
    /// ```
    /// # use glissando::{DVec3, Shape, Mesh, MeshOptions, Soup, Sweep, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let ball = Shape::sphere(0.5)?;
    /// let ahead = |from| Sweep::new(ball, from, DVec3::X * 10.0);
    /// let mut hits = Vec::new();
    /// world.sweeps(&[ahead(DVec3::X * -5.0)?, ahead(DVec3::X * 5.0)?], &mut hits);
    /// assert!(hits[0].is_some_and(|hit| (hit.distance - 3.5).abs() < 1e-9) && hits[1].is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweeps(&self, sweeps: &[Sweep], hits: &mut Vec<Option<Hit>>) {
        hits.clear();
        hits.extend(sweeps.iter().map(|sweep| Collide::sweep(self, sweep)));
    }

    /// Heap bytes of the world: each mesh once, however many bodies share it, and a few hundred for each body.
    pub fn byte_count(&self) -> usize {
        let bodies = self.slots.iter().filter_map(|slot| slot.placed.as_ref()).map(|placed| &placed.body);
        let meshes: BTreeMap<*const Mesh, usize> =
            bodies.map(|body| (Arc::as_ptr(&body.mesh), body.mesh.tree_stats().byte_count)).collect();
        meshes.values().sum::<usize>()
            + self.slots.capacity() * size_of::<super::Slot>()
            + self.top.byte_count()
    }
}
