//! A world as bytes: its bodies under their handles, each mesh once, as the triangles that collide.

use super::{SavedError, WORLD, read, write};
use crate::handle::BodyId;
use crate::math::DAffine3;
use crate::mesh::Mesh;
use crate::repro::ReproTriangle;
use crate::traction::Traction;
use crate::world::{Body, BodyVelocity, Conveyor, World};
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The data of a world.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct WorldData {
    /// Each mesh once, however many bodies share it.
    meshes: Vec<Vec<ReproTriangle>>,
    bodies: Vec<BodyData>,
    /// The handles of the next bodies in free slots.
    free: Vec<BodyId>,
}

/// A body without its triangles.
#[derive(serde::Serialize, serde::Deserialize)]
struct BodyData {
    id: BodyId,
    /// Index into [`WorldData::meshes`].
    mesh: u32,
    pose: DAffine3,
    layers: u32,
    material: u16,
    conveyors: Vec<Conveyor>,
    tractions: Vec<(u16, Traction)>,
    velocity: Option<BodyVelocity>,
}

impl WorldData {
    /// The data of a world.
    pub(super) fn of(world: &World) -> Result<Self, SavedError> {
        world.check_at_rest()?;
        let mut shared: BTreeMap<*const Mesh, u32> = BTreeMap::new();
        let mut data = Self { meshes: Vec::new(), bodies: Vec::new(), free: world.free_slots().collect() };
        for (id, body) in world.bodies() {
            let mesh = *shared.entry(Arc::as_ptr(&body.mesh)).or_insert_with(|| {
                data.meshes.push(body.mesh.primes().map(ReproTriangle::from).collect());
                data.meshes.len() as u32 - 1
            });
            let Body { pose, layers, material, ref conveyors, ref tractions, .. } = *body;
            let (conveyors, tractions) = (conveyors.clone(), tractions.clone());
            let velocity = world.body_velocity(id);
            data.bodies.push(BodyData { id, mesh, pose, layers, material, conveyors, tractions, velocity });
        }
        Ok(data)
    }

    /// How many slots the world has: every slot has a body or is free, so the bytes bound the memory that the handles need.
    pub(super) fn slots(&self) -> usize {
        self.bodies.len() + self.free.len()
    }

    /// The world of the data.
    pub(super) fn world(self) -> Result<World, SavedError> {
        let mut meshes = Vec::with_capacity(self.meshes.len());
        for triangles in &self.meshes {
            // A mesh has one triangle for each index of its soup, in order.
            if triangles.iter().zip(0..).any(|(triangle, index)| triangle.index != index) {
                return Err(SavedError::Broken);
            }
            let primes: Result<Vec<_>, _> = triangles.iter().map(ReproTriangle::prime).collect();
            meshes.push(Arc::new(Mesh::of_primes(&primes?)));
        }
        let slots = u32::try_from(self.slots()).map_err(|_| SavedError::Broken)?;
        let mut parts = Vec::with_capacity(self.bodies.len());
        for body in self.bodies {
            let BodyData { id, mesh, pose, layers, material, conveyors, tractions, velocity } = body;
            let mesh = Arc::clone(meshes.get(mesh as usize).ok_or(SavedError::Broken)?);
            parts.push((id, Body { mesh, pose, layers, material, conveyors, tractions }, velocity));
        }
        if !parts.windows(2).all(|two| two[0].0.index() < two[1].0.index()) {
            return Err(SavedError::Broken);
        }
        let mut world = World::of_extract(parts, slots)?;
        world.set_free_slots(&self.free, slots)?;
        Ok(world)
    }
}

/// A world as bytes: bodies with their handles, free slots, velocities. The same bodies give the same bytes.
///
/// ```
/// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
/// use glissando::saved;
///
/// # let mut world = World::new();
/// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
/// let again = saved::world_from_bytes(&saved::world_to_bytes(&world)?)?;
/// let ray = |world: &World| world.ray(DVec3::X * -5.0, DVec3::X * 10.0, Filter::ALL);
/// assert_eq!(ray(&again)?, ray(&world)?); // handles and triangles too
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A body with a motion that is not finished.
pub fn world_to_bytes(world: &World) -> Result<Vec<u8>, SavedError> {
    write(WORLD, &WorldData::of(world)?)
}

/// The world in these bytes: the same handles, and the same bits from every query and tick.
///
/// # Errors
/// Bytes that [`world_to_bytes`] did not write; numbers that no world has.
pub fn world_from_bytes(bytes: &[u8]) -> Result<World, SavedError> {
    read::<WorldData>(WORLD, bytes)?.world()
}

/// A 64-bit hash of a world: FNV-1a over the bytes that [`world_to_bytes`] writes.
///
/// Worlds with equal hashes give the same bits from every query and tick; for a check, not against an adversary.
/// Worlds that answer alike can have different hashes: two bodies of one mesh are not two bodies of equal meshes.
///
/// # Errors
/// The same as of [`world_to_bytes`].
pub fn world_hash(world: &World) -> Result<u64, SavedError> {
    let byte = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    Ok(world_to_bytes(world)?.iter().fold(0xcbf2_9ce4_8422_2325, byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::math::{DVec3, Vec3};
    use crate::mesh::{MeshOptions, Soup};
    use alloc::string::ToString;

    /// A world of two bodies and a free slot between them, as data.
    fn data() -> WorldData {
        let mesh =
            Arc::new(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default()).unwrap().0);
        let mut world = World::new();
        let ids = [(); 3].map(|()| world.insert_mesh(Arc::clone(&mesh)));
        world.remove(ids[1]).unwrap();
        read(WORLD, &world_to_bytes(&world).unwrap()).unwrap()
    }

    /// The handles are bounded by the bytes: as many slots as bodies and free slots together, and no other limit.
    #[test]
    fn a_handle_beyond_all_slots_is_refused_by_name_and_needs_no_memory() {
        for (index, text) in [(3, "3"), (1 << 20, "1048576"), (u32::MAX, "4.294967295e9")] {
            let mut forged = data();
            forged.bodies[1].id.index = index;
            let error = world_from_bytes(&write(WORLD, &forged).unwrap()).unwrap_err().to_string();
            assert_eq!(error, alloc::format!("body index is {text}: it must lie between 0 and 2"));
            let mut forged = data();
            forged.free[0].index = index;
            let error = world_from_bytes(&write(WORLD, &forged).unwrap()).unwrap_err().to_string();
            assert_eq!(error, alloc::format!("body index is {text}: it must lie between 0 and 2"));
        }
        let world = world_from_bytes(&write(WORLD, &data()).unwrap()).unwrap();
        let sphere = Shape::sphere(0.5).unwrap();
        assert!(world.overlap(&sphere, DVec3::X, crate::collide::Filter::ALL).unwrap().is_some());
    }
}
