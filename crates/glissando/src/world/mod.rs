//! Worlds: many meshes, each placed by any invertible affine map, under a tree over their boxes.
//!
//! Bodies are inserted, removed and moved between ticks (`&mut self`); all queries take `&self`, allocate nothing
//! (except [`World::clearance`]), and return the same result whatever the shape of the trees or the number of threads. The
//! order of triangles and bodies decides only between exact ties: of two that are met at the same fraction or are equally near,
//! the one that came first counts.

mod batches;
mod body;
mod brute;
mod candidates;
mod clearance;
mod contact_filter;
mod during;
#[cfg(feature = "serde")]
pub(crate) mod extract;
mod motion;
mod near_bodies;
pub(crate) mod neighbourhood;
mod overlap;
mod path;
pub(crate) mod placement;
mod posed;
mod query;
mod ray;
mod ray_hits;
mod stamp;
mod subject;
mod top;
mod world_path;

pub use body::{Body, BodyVelocity, Conveyor};
pub use brute::Brute;
pub use clearance::Clearance;
pub use contact_filter::{ContactFilter, FilteredWorld};
pub(crate) use contact_filter::{
    filter_contacts, filter_hit, ray_filtered, sweep_filtered, traction_filtered, velocity_filtered,
};
pub(crate) use near_bodies::NearBodies;
pub(crate) use neighbourhood::{CachedDuring, MobileCache, NearestCache, PassingBodies, Range};
pub use neighbourhood::{Neighbourhood, NeighbourhoodBuffer};
pub use overlap::WorldTriangle;

use crate::geometry::Aabb;
use crate::handle::{BodyId, Owner};
use crate::input::InputError;
use crate::math::DAffine3;
use crate::mesh::Mesh;
pub use crate::simd::Instructions;
use alloc::sync::Arc;
use alloc::vec::Vec;
use body::Placed;
pub(crate) use stamp::Stamp;
pub(crate) use subject::Subject;
use top::Top;

/// The bodies that characters and queries collide with.
///
/// ```
/// use glissando::{Body, DAffine3, DVec3, Filter, InputError, Mesh, MeshOptions, Soup, Vec3, World};
///
/// let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?;
/// let mut world = World::new();
/// // The same mesh on layer 2, ten metres away.
/// let wall = world.insert(Body::new(mesh).at(DAffine3::from_translation(DVec3::X * 10.0)).on_layers(1 << 2))?;
/// assert!(world.is_blocked_between(DVec3::ZERO, DVec3::X * 20.0, Filter::ALL)?);
/// assert!(!world.is_blocked_between(DVec3::ZERO, DVec3::X * 20.0, Filter { mask: 1 << 3 })?);
///
/// let taken_out = world.remove(wall)?;
/// assert_eq!(taken_out.layers, 1 << 2);
/// assert!(matches!(world.body(wall), Err(InputError::DeadBody { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    slots: Vec<Slot>,
    /// Slots without a body, for reuse.
    free: Vec<u32>,
    /// Slots of the bodies that move in the next tick.
    moving: Vec<u32>,
    /// Most metres by which the box of a motion exceeds its body's box, of all bodies in motion.
    motion_reach: f64,
    /// Whether any body was ever mobile; see `stamp.rs`.
    has_mobile: bool,
    /// Whether any body ever had a conveyor belt.
    has_belts: bool,
    /// Slots of the bodies that have a velocity from their last motion, and maybe of others.
    drifting: Vec<u32>,
    top: Top,
    instructions: Instructions,
    stamp: Stamp,
}

#[derive(Clone, Debug)]
struct Slot {
    generation: u32,
    placed: Option<Placed>,
}

impl World {
    /// A world without bodies.
    pub fn new() -> Self {
        Self::default()
    }

    /// Inserts a mesh at the identity pose, on layer 0: the shortest way to make a world.
    pub fn insert_mesh(&mut self, mesh: impl Into<Arc<Mesh>>) -> BodyId {
        // The identity is a valid pose for any mesh, so there is no error.
        self.insert_placed(Placed::unmoved(Body::new(mesh)))
    }

    /// Inserts a body. Its handle stays valid until [`World::remove`].
    ///
    /// # Errors
    /// A pose with NaN, infinities, no inverse, or a condition beyond [`crate::tolerance::MAX_CONDITION`]; a pose that
    /// takes the mesh further than [`crate::tolerance::REACH_LIMIT`] from the body's own origin; conveyors of a
    /// velocity beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn insert(&mut self, body: Body) -> Result<BodyId, InputError> {
        Ok(self.insert_placed(Placed::checked(body)?))
    }

    fn insert_placed(&mut self, placed: Placed) -> BodyId {
        let (bounds, is_mobile) = (placed.bounds, placed.is_mobile);
        self.has_belts |= !placed.body.conveyors.is_empty();
        let index = match self.free.pop() {
            Some(index) => {
                self.slots_mut()[index as usize].placed = Some(placed);
                index
            }
            None => {
                self.slots_mut().push(Slot { generation: 0, placed: Some(placed) });
                self.slots.len() as u32 - 1
            }
        };
        self.top.set(index, bounds, is_mobile);
        BodyId { index, generation: self.slots[index as usize].generation }
    }

    /// Rebuilds the trees over the bodies, for queries in less time and with the same answers: worth a call after many bodies are
    /// inserted one by one. A [`Stage`](crate::stage::Stage) does it when it is made, and 64 ticks after the last change if more
    /// than four bodies are waiting.
    ///
    /// Bodies that are new, or were put elsewhere, wait on a list that every query scans: up to 16 of them, and one more for each 32
    /// bodies of the world. Nothing changes where none is waiting.
    pub fn optimize(&mut self) {
        self.top.optimize();
    }

    /// Notes a tick of a stage, after some of which without changes the trees are rebuilt.
    pub(crate) fn note_tick(&mut self) {
        self.top.tick();
    }

    /// Removes a body and returns it. Its handle, and every copy of it, is then dead.
    ///
    /// # Errors
    /// [`InputError::DeadBody`].
    pub fn remove(&mut self, id: BodyId) -> Result<Body, InputError> {
        self.placed(id)?;
        self.top.clear(id.index);
        self.moving.retain(|&moving| moving != id.index);
        self.free.push(id.index);
        let slot = &mut self.slots_mut()[id.index as usize];
        slot.generation += 1;
        slot.placed.take().map(|p| p.body).ok_or(dead(id))
    }

    /// Sets a body's pose at once: for teleports and editors, between ticks. Cancels the body's motion.
    ///
    /// ```
    /// # use glissando::{DAffine3, DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// world.set_pose(body, DAffine3::from_translation(DVec3::Y * 50.0))?;
    /// assert!(!world.is_blocked_between(DVec3::X * -5.0, DVec3::X * 5.0, Filter::ALL)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`World::insert`], or [`InputError::DeadBody`]; the body then keeps its pose.
    pub fn set_pose(&mut self, id: BodyId, pose: DAffine3) -> Result<(), InputError> {
        let placed = placed_in(&mut self.slots, id)?;
        if !placed.move_to(&pose)? {
            // An equal pose may have zeros of other signs.
            placed.body.pose = pose;
        }
        (placed.motion, placed.drift) = (None, None);
        self.stamp.change_of_pose(placed.is_mobile);
        self.top.set(id.index, placed.bounds, placed.is_mobile);
        self.moving.retain(|&moving| moving != id.index);
        Ok(())
    }

    /// Replaces the body of a live handle.
    fn replace(&mut self, id: BodyId, placed: Placed) {
        self.top.set(id.index, placed.bounds, placed.is_mobile);
        self.has_belts |= !placed.body.conveyors.is_empty();
        self.moving.retain(|&moving| moving != id.index);
        self.slots_mut()[id.index as usize].placed = Some(placed);
    }

    /// Replaces a body's mesh at once: by a deformed one (see [`Mesh::refit`]), or any. Between ticks.
    ///
    /// For characters the triangles simply appear: the deformation itself neither carries nor pushes a character; a
    /// character that overlaps them in the next tick comes out by the shortest free displacement, or is reported stuck.
    /// Cancels the body's motion; set one with [`World::set_motion`] if a deforming platform is to carry characters.
    ///
    /// ```
    /// # use glissando::{DVec3, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let higher = Soup::cuboid(Vec3::ZERO, Vec3::new(1.0, 2.0, 1.0));
    /// let bent = world.body(body)?.mesh.refit(&higher, &MeshOptions::default())?.0;
    /// world.set_mesh(body, bent)?;
    /// assert!(world.bounds().max.y > 1.9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::DeadBody`]; a mesh that reaches too far in the body's pose, see [`World::insert`]. The body then
    /// keeps its mesh.
    pub fn set_mesh(&mut self, id: BodyId, mesh: impl Into<Arc<Mesh>>) -> Result<(), InputError> {
        let Placed { body, is_driven, .. } = self.placed(id)?;
        let (body, is_driven) = (Body { mesh: mesh.into(), ..body.clone() }, *is_driven);
        let mut placed = Placed::checked(body)?;
        placed.is_driven = is_driven;
        self.replace(id, placed);
        Ok(())
    }

    /// Sets a body's layers, as a bit mask; see [`Filter`](crate::Filter). Between ticks.
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// // A door that is open for ghosts with a filter of only layer 1.
    /// world.set_layers(body, 1 << 0)?;
    /// let ghost = Filter { mask: 1 << 1 };
    /// assert!(!world.is_blocked_between(DVec3::X * -5.0, DVec3::X * 5.0, ghost)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::DeadBody`].
    pub fn set_layers(&mut self, id: BodyId, layers: u32) -> Result<(), InputError> {
        self.placed(id)?;
        if let Some(placed) = &mut self.slots_mut()[id.index as usize].placed {
            placed.body.layers = layers;
        }
        Ok(())
    }

    /// The body behind a handle.
    ///
    /// # Errors
    /// [`InputError::DeadBody`].
    pub fn body(&self, id: BodyId) -> Result<&Body, InputError> {
        self.placed(id).map(|p| &p.body)
    }

    /// All bodies, by slot.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let id = BodyId { index: index as u32, generation: slot.generation };
            slot.placed.as_ref().map(|p| (id, &p.body))
        })
    }

    /// Number of bodies.
    pub fn body_count(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// The box of all bodies, world space, rounded outward.
    pub fn bounds(&self) -> Aabb {
        self.slots.iter().filter_map(|s| s.placed.as_ref()).fold(Aabb::EMPTY, |b, p| b.union(p.bounds))
    }

    /// The vector instructions that queries run on.
    pub const fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Selects other instructions than the machine's best: for tests and measurements, since every result is the same
    /// to the bit.
    pub const fn set_instructions(&mut self, instructions: Instructions) {
        self.instructions = instructions;
    }

    /// Identifies this world in its present state.
    pub(crate) const fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// The slots, for changes: updates the stamp.
    const fn slots_mut(&mut self) -> &mut Vec<Slot> {
        self.stamp.change();
        &mut self.slots
    }

    /// The body in a slot, if there is one.
    fn in_slot(&self, index: u32) -> Option<(BodyId, &Placed)> {
        let Slot { generation, placed } = self.slots.get(index as usize)?;
        placed.as_ref().map(|placed| (BodyId { index, generation: *generation }, placed))
    }

    fn placed(&self, id: BodyId) -> Result<&Placed, InputError> {
        let slot = self.slots.get(id.index as usize).filter(|s| s.generation == id.generation);
        slot.and_then(|s| s.placed.as_ref()).ok_or(dead(id))
    }

    /// The owner of a surface, if it is a body of this world.
    fn owned(&self, owner: Owner) -> Option<&Placed> {
        self.placed(owner.body()?).ok()
    }
}

/// The body of a handle, to change it.
#[inline]
fn placed_in(slots: &mut [Slot], id: BodyId) -> Result<&mut Placed, InputError> {
    let slot = slots.get_mut(id.index as usize).filter(|slot| slot.generation == id.generation);
    slot.and_then(|slot| slot.placed.as_mut()).ok_or(dead(id))
}

fn dead(id: BodyId) -> InputError {
    InputError::DeadBody { body: id }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_can_be_shared_by_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<World>();
    }
}
