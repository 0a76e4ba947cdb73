//! Parts of a world: triangles extracted, and inserted again under the same handles.
//!
//! A world made of extracted triangles returns the same bits for every query within the extracted boxes: results depend
//! on triangles, poses and handles, never on the shape of a tree.

use super::body::{BodyVelocity, Placed};
use super::path::lanes;
use super::{Body, Slot, World};
use crate::bvh::BoxPath;
use crate::collide::Filter;
use crate::geometry::Aabb;
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::mesh::Prime;
use crate::sorting;
use alloc::vec::Vec;

impl World {
    /// Every body that `filter` accepts, with its triangles that may meet one of the boxes (world space).
    pub(crate) fn extract(&self, boxes: &[Aabb], filter: Filter) -> Vec<(BodyId, &Body, Vec<Prime>)> {
        let mut parts = Vec::new();
        for (index, slot) in self.slots.iter().enumerate() {
            let Some(placed) = slot.placed.as_ref().filter(|p| filter.accepts(p.body.layers)) else {
                continue;
            };
            let near = boxes.iter().filter(|b| b.overlaps(placed.bounds));
            let mut triangles: Vec<Prime> = near.flat_map(|b| placed.triangles_in(*b)).collect();
            sorting::sort_by_key(&mut triangles, |t| t.source);
            triangles.dedup_by_key(|t| t.source);
            if !triangles.is_empty() {
                let id = BodyId { index: index as u32, generation: slot.generation };
                parts.push((id, &placed.body, triangles));
            }
        }
        parts
    }

    /// A world with these bodies at these handles; of two bodies with one handle the last is kept.
    ///
    /// # Errors
    /// Poses as for [`World::insert`]; handles beyond the first `slots`.
    pub(crate) fn of_extract(
        parts: Vec<(BodyId, Body, Option<BodyVelocity>)>,
        slots: u32,
    ) -> Result<Self, InputError> {
        let mut world = Self::default();
        for (id, body, velocity) in parts {
            check_slot(id, slots)?;
            check_generation(id)?;
            let mut placed = Placed::checked(body)?;
            if let Some(velocity) = velocity {
                input::position("pivot of a body's velocity", velocity.pivot)?;
                velocity.check()?;
                (placed.drift, placed.is_mobile) = (Some(velocity), true);
                world.has_mobile = true;
                world.drifting.push(id.index);
            }
            world.has_belts |= !placed.body.conveyors.is_empty();
            let slot = id.index as usize;
            if world.slots.len() <= slot {
                world.slots.resize_with(slot + 1, || Slot { generation: 0, placed: None });
            }
            world.top.set(id.index, placed.bounds, placed.is_mobile);
            world.slots[slot] = Slot { generation: id.generation, placed: Some(placed) };
        }
        let is_free = |index: &u32| world.slots[*index as usize].placed.is_none();
        world.free = (0..world.slots.len() as u32).rev().filter(is_free).collect();
        Ok(world)
    }
}

/// Refuses a handle beyond the first `slots`.
pub(crate) fn check_slot(id: BodyId, slots: u32) -> Result<(), InputError> {
    input::scalar("body index", f64::from(id.index), 0.0, f64::from(slots) - 1.0).map(drop)
}

/// Refuses a slot that was used as often as it can be: removing its body would count on.
fn check_generation(id: BodyId) -> Result<(), InputError> {
    input::scalar("uses of a body's slot", f64::from(id.generation), 0.0, f64::from(u32::MAX - 1)).map(drop)
}

/// The slots without a body of a saved world.
#[cfg(feature = "saved")]
impl World {
    /// Handles that the next uses of the free slots will have, in the order in which slots became free.
    pub(crate) fn free_slots(&self) -> impl Iterator<Item = BodyId> {
        self.free.iter().map(|&index| BodyId { index, generation: self.slots[index as usize].generation })
    }

    /// Makes these the free slots: a saved world gives new bodies the handles that the original would give.
    ///
    /// # Errors
    /// Slots beyond the first `slots`; slots that have a body, or are listed twice; slots without a body that are not listed.
    pub(crate) fn set_free_slots(&mut self, free: &[BodyId], slots: u32) -> Result<(), InputError> {
        for id in free {
            check_slot(*id, slots)?;
            let slots = self.slots.len().max(id.index as usize + 1);
            self.slots.resize_with(slots, || Slot { generation: 0, placed: None });
        }
        let mut is_listed = alloc::vec![false; self.slots.len()];
        for id in free {
            let slot = &mut self.slots[id.index as usize];
            let is_new =
                slot.placed.is_none() && !core::mem::replace(&mut is_listed[id.index as usize], true);
            input::scalar("bodies and entries of a free slot", if is_new { 1.0 } else { 2.0 }, 1.0, 1.0)?;
            check_generation(*id)?;
            slot.generation = id.generation;
        }
        let without_body = self.slots.iter().filter(|slot| slot.placed.is_none()).count() as f64;
        input::scalar("number of free slots", free.len() as f64, without_body, without_body)?;
        self.free = free.iter().map(|id| id.index).collect();
        Ok(())
    }
}

impl Placed {
    /// The triangles whose leaf of the tree meets a box in world space.
    fn triangles_in(&self, bounds: Aabb) -> Vec<Prime> {
        let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let centre = self.point_in_mesh((low + high) * 0.5);
        let half = (high - low) * 0.5;
        let [x, y, z] = self.mesh_from_world.rows();
        let along = |row: DVec3| row.abs().dot(half);
        let reach = DVec3::new(along(x), along(y), along(z));
        let mesh = &self.body.mesh;
        let mut found = Vec::new();
        mesh.tree().cast(&BoxPath::new(centre, DVec3::ZERO, reach), 1.0, |leaf, limit| {
            let packet = &mesh.packet(leaf);
            let primes = lanes(packet.lanes).map(|lane| packet.prime(lane));
            let box_in_mesh = Aabb::outward(centre - reach, centre + reach);
            found.extend(primes.filter(|prime| prime.bounds().overlaps(box_in_mesh)));
            limit
        });
        found
    }
}
