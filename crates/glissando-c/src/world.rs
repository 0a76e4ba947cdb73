//! Worlds: bodies put in, moved and taken out.

use crate::mesh::gls_mesh;
use crate::pod::{gls_pose, gls_vec3, material};
use crate::pointer::{given, read};
use crate::result::{Refusal, border, gls_result};
use glissando::traction::Traction;
use glissando::world::Conveyor;
use glissando::{Body, BodyId, DAffine3, World};
use std::mem::MaybeUninit;

/// The bodies that can be collided with.
///
/// Any number of threads may ask one at once (functions with `const gls_world *`), while none changes it.
#[derive(Clone, Debug, Default)]
// Hidden from cbindgen, for which it is opaque; `pointer::world` relies on it.
#[cfg_attr(not(doc), repr(transparent))]
pub struct gls_world {
    pub(crate) bodies: World,
}

/// The handle of a body. A removed body's handle is dead and refused by every call; its number does not come back.
pub type gls_body = u64;

/// A material that carries characters standing on it, as a conveyor belt does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_conveyor {
    /// Velocity of the surface along the body's own axes, m/s.
    pub velocity: gls_vec3,
    /// Material id of its triangles.
    pub material: u32,
    /// Not read.
    pub reserved: u32,
}

/// A material that changes the pace of a character standing on it: ice, mud.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_traction {
    /// Factor of the wished velocity, 0 to 1000.
    pub speed: f64,
    /// Factor of the acceleration, 0 to 1000.
    pub acceleration: f64,
    /// Factor of the friction, 0 to 1000.
    pub friction: f64,
    /// Material id of its triangles.
    pub material: u32,
    /// Not read.
    pub reserved: u32,
}

/// How a mesh is placed; `gls_body_options_default` has the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_body_options {
    /// Where it is. Default: where its vertices are.
    pub pose: gls_pose,
    /// Conveyor belts, or null.
    pub conveyors: *const gls_conveyor,
    /// How many there are.
    pub conveyor_count: usize,
    /// Materials that change the pace, or null.
    pub tractions: *const gls_traction,
    /// How many there are.
    pub traction_count: usize,
    /// The layers it is on, a bit each; a query meets it if its mask has one of them. Default 1.
    pub layers: u32,
    /// Material id of the whole body, 0 to 65535. Default 0.
    pub material: u32,
}

/// The default options: at the identity pose, on layer 0 (bit 1), material 0, without belts.
#[unsafe(no_mangle)]
pub extern "C" fn gls_body_options_default() -> gls_body_options {
    gls_body_options {
        pose: DAffine3::IDENTITY.into(),
        conveyors: std::ptr::null(),
        conveyor_count: 0,
        tractions: std::ptr::null(),
        traction_count: 0,
        layers: 1,
        material: 0,
    }
}

/// The body of a mesh with these options.
///
/// # Safety
/// The lists of `options` have the lengths that stand beside them.
pub(crate) unsafe fn body(mesh: &gls_mesh, options: Option<&gls_body_options>) -> Result<Body, Refusal> {
    let mut body = Body::new(mesh.shared.clone());
    let Some(options) = options else { return Ok(body) };
    body.pose = options.pose.into();
    body.layers = options.layers;
    body.material = material("options.material", options.material)?;
    for belt in read!("options.conveyors", options.conveyors, options.conveyor_count) {
        let material = material("material of a conveyor", belt.material)?;
        body.conveyors.push(Conveyor { material, velocity: belt.velocity.into() });
    }
    for ground in read!("options.tractions", options.tractions, options.traction_count) {
        let gls_traction { speed, acceleration, friction, material, .. } = *ground;
        let material = crate::pod::material("material of a traction", material)?;
        body.tractions.push((material, Traction { speed, acceleration, friction }));
    }
    Ok(body)
}

/// Makes a world without bodies; `gls_world_free` frees it.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_new(world: Option<&mut MaybeUninit<Box<gls_world>>>) -> gls_result {
    border(|| {
        given("world", world)?.write(Box::default());
        Ok(())
    })
}

/// Frees a world; null is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_free(world: Option<Box<gls_world>>) {
    drop(world);
}

/// Places a mesh and writes the handle of the body. `options` may be null for the defaults; the same mesh may be
/// placed any number of times.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a pose without an inverse or with numbers that are not finite.
///
/// # Safety
/// The lists of `options` have the lengths that stand beside them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_add(
    world: Option<&mut gls_world>,
    mesh: Option<&gls_mesh>,
    options: Option<&gls_body_options>,
    body: Option<&mut MaybeUninit<gls_body>>,
) -> gls_result {
    border(|| {
        let (world, mesh, handle) = (given("world", world)?, given("mesh", mesh)?, given("body", body)?);
        // SAFETY: the caller's promise is that of this function.
        let body = unsafe { self::body(mesh, options) }?;
        handle.write(world.bodies.insert(body)?.to_bits());
        Ok(())
    })
}

/// Takes a body out. Its handle is dead from then on.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_remove(world: Option<&mut gls_world>, body: gls_body) -> gls_result {
    border(|| {
        given("world", world)?.bodies.remove(BodyId::from_bits(body))?;
        Ok(())
    })
}

/// Moves a body to another pose at once: between ticks, for editors and teleports. It pushes and carries nothing.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` as for `gls_world_add`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_set_pose(
    world: Option<&mut gls_world>,
    body: gls_body,
    pose: Option<&gls_pose>,
) -> gls_result {
    border(|| {
        let (world, pose) = (given("world", world)?, given("pose", pose)?);
        Ok(world.bodies.set_pose(BodyId::from_bits(body), (*pose).into())?)
    })
}

/// Writes the pose of a body.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_pose(
    world: Option<&gls_world>,
    body: gls_body,
    pose: Option<&mut MaybeUninit<gls_pose>>,
) -> gls_result {
    border(|| {
        let (world, pose) = (given("world", world)?, given("pose", pose)?);
        pose.write(world.bodies.body(BodyId::from_bits(body))?.pose.into());
        Ok(())
    })
}

/// Gives a body another mesh at once: a bent one, or any.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` for a mesh that reaches too far in the body's pose.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_set_mesh(
    world: Option<&mut gls_world>,
    body: gls_body,
    mesh: Option<&gls_mesh>,
) -> gls_result {
    border(|| {
        let (world, mesh) = (given("world", world)?, given("mesh", mesh)?);
        Ok(world.bodies.set_mesh(BodyId::from_bits(body), mesh.shared.clone())?)
    })
}

/// Puts a body on other layers, a bit each.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_set_layers(
    world: Option<&mut gls_world>,
    body: gls_body,
    layers: u32,
) -> gls_result {
    border(|| Ok(given("world", world)?.bodies.set_layers(BodyId::from_bits(body), layers)?))
}

/// How many bodies there are; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_body_count(world: Option<&gls_world>) -> usize {
    world.map_or(0, |world| world.bodies.body_count())
}
