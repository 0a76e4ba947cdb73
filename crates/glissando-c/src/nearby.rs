//! Questions about the surroundings of a resting shape: overlap, contacts, clearance, triangles in a box.

use crate::pod::{gls_surface, gls_vec3};
use crate::pointer::{fill, given, room};
use crate::query::feature;
use crate::result::{border, gls_result};
use crate::shape::gls_shape;
use crate::world::gls_world;
use glissando::world::Clearance;
use glissando::{Contact, Filter};
use std::mem::MaybeUninit;

/// A surface near a resting shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_contact {
    /// The nearest point of the triangle, in the shape's own metric; metres.
    pub point: gls_vec3,
    /// Unit, out of the surface towards the shape.
    pub normal: gls_vec3,
    /// Unit normal of the triangle itself, on the side of the shape's centre.
    pub face_normal: gls_vec3,
    /// Metres along `normal` between shape and surface; negative for an overlap.
    pub gap: f64,
    /// Impulse per mass that the surface gave in the tick, m/s; 0 in answers of queries.
    pub load: f64,
    /// The surface.
    pub surface: gls_surface,
    /// `GLS_FEATURE_FACE`, or `GLS_FEATURE_EDGE` or `GLS_FEATURE_VERTEX` plus 0, 1 or 2.
    pub feature: u32,
    /// 1 if there is a contact; 0 where all else is 0.
    pub is_contact: u32,
}

/// How far a shape is from the nearest surface.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_clearance {
    /// Metres; negative for an overlap.
    pub distance: f64,
    /// The nearest point of the surface, metres.
    pub point: gls_vec3,
    /// Unit, out of the surface towards the shape.
    pub normal: gls_vec3,
    /// The surface.
    pub surface: gls_surface,
    /// `GLS_FEATURE_FACE`, or `GLS_FEATURE_EDGE` or `GLS_FEATURE_VERTEX` plus 0, 1 or 2.
    pub feature: u32,
    /// 1 if a surface is near enough; 0 where all else is 0.
    pub is_found: u32,
}

/// A triangle of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_triangle {
    /// Its corners, metres.
    pub corners: [gls_vec3; 3],
    /// Its surface.
    pub surface: gls_surface,
}

impl From<&Contact> for gls_contact {
    fn from(contact: &Contact) -> Self {
        Self {
            point: contact.point.into(),
            normal: contact.normal.into(),
            face_normal: contact.face_normal.into(),
            gap: contact.gap(),
            load: 0.0,
            surface: contact.surface.into(),
            feature: feature(contact.feature),
            is_contact: 1,
        }
    }
}

impl From<Clearance> for gls_clearance {
    fn from(found: Clearance) -> Self {
        Self {
            distance: found.distance,
            point: found.point.into(),
            normal: found.normal.into(),
            surface: found.surface.into(),
            feature: feature(found.feature),
            is_found: 1,
        }
    }
}

/// Writes the deepest contact of a shape at a place (metres) that overlaps the world; `is_contact` is 0 if it is free or
/// just touches.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape or place out of range.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_overlap(
    world: Option<&gls_world>,
    shape: Option<&gls_shape>,
    at: gls_vec3,
    mask: u32,
    contact: Option<&mut MaybeUninit<gls_contact>>,
) -> gls_result {
    border(|| {
        let (world, shape) = (given("world", world)?, given("shape", shape)?);
        let contact = given("contact", contact)?;
        let deepest = world.bodies.overlap(&shape.read()?, at.into(), Filter { mask })?;
        contact.write(deepest.as_ref().map_or_else(gls_contact::default, Into::into));
        Ok(())
    })
}

/// Finds every triangle within `distance` metres of a shape at a place, by (body, triangle). Writes how many there are
/// to `count`, and the first `capacity` of them to `contacts` (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape, place or distance out of range.
///
/// # Safety
/// `contacts` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_contacts(
    world: Option<&gls_world>,
    shape: Option<&gls_shape>,
    at: gls_vec3,
    distance: f64,
    mask: u32,
    contacts: *mut gls_contact,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (world, shape) = (given("world", world)?, given("shape", shape)?);
        let (contacts, count) = (room!(contacts, capacity), given("count", count)?);
        let mut found = Vec::new();
        world.bodies.contacts(&shape.read()?, at.into(), distance, Filter { mask }, &mut found)?;
        count.write(fill(contacts, found.iter().map(gls_contact::from)));
        Ok(())
    })
}

/// Writes how far a shape at a place (metres) is from the nearest surface within `most` metres (infinity is accepted).
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape, place or distance out of range.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_clearance(
    world: Option<&gls_world>,
    shape: Option<&gls_shape>,
    at: gls_vec3,
    most: f64,
    mask: u32,
    clearance: Option<&mut MaybeUninit<gls_clearance>>,
) -> gls_result {
    border(|| {
        let (world, shape) = (given("world", world)?, given("shape", shape)?);
        let clearance = given("clearance", clearance)?;
        let found = world.bodies.clearance(&shape.read()?, at.into(), most, Filter { mask })?;
        clearance.write(found.map_or_else(gls_clearance::default, Into::into));
        Ok(())
    })
}

/// Finds the triangles that meet the box from `low` to `high` (metres), by (body, triangle). Writes how many there are
/// to `count`, and the first `capacity` of them to `triangles` (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for corners that are not finite or beyond 1e9 m.
///
/// # Safety
/// `triangles` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_triangles(
    world: Option<&gls_world>,
    low: gls_vec3,
    high: gls_vec3,
    mask: u32,
    triangles: *mut gls_triangle,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let world = given("world", world)?;
        let (triangles, count) = (room!(triangles, capacity), given("count", count)?);
        let mut found = Vec::new();
        world.bodies.triangles_in_box(low.into(), high.into(), Filter { mask }, &mut found)?;
        let told = found.iter().map(|triangle| gls_triangle {
            corners: triangle.corners.map(Into::into),
            surface: triangle.surface.into(),
        });
        count.write(fill(triangles, told));
        Ok(())
    })
}
