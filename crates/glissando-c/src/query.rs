//! Questions along a way: rays, sweeps, lines of sight; one by one or many by one call.

use crate::pod::{gls_surface, gls_vec3};
use crate::pointer::{fill, given, read, room};
use crate::result::{Refusal, border, gls_result};
use crate::shape::gls_shape;
use crate::world::gls_world;
use glissando::{DVec3, Feature, Filter, Hit, Sweep};
use std::mem::MaybeUninit;

/// The mask that meets bodies on any layer.
pub const GLS_ALL_LAYERS: u32 = 0xFFFF_FFFF;

/// The inside of a triangle was touched.
pub const GLS_FEATURE_FACE: u32 = 0;
/// An edge was touched: this plus 0, 1 or 2, from that corner to the next.
pub const GLS_FEATURE_EDGE: u32 = 1;
/// A corner was touched: this plus 0, 1 or 2.
pub const GLS_FEATURE_VERTEX: u32 = 4;

/// A segment: a ray, or a line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_ray {
    /// Where it starts, metres.
    pub from: gls_vec3,
    /// How far it goes, metres.
    pub translation: gls_vec3,
}

/// A shape that moves straight.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_sweep {
    /// What moves.
    pub shape: gls_shape,
    /// Where its centre starts, metres.
    pub from: gls_vec3,
    /// How far it goes, metres.
    pub translation: gls_vec3,
    /// How far before a surface it stops, metres; 0 to its smallest half extent.
    pub skin: f64,
    /// The layers that it meets, a bit each; `GLS_ALL_LAYERS` for all.
    pub mask: u32,
    /// Not read.
    pub reserved: u32,
}

/// The first touch of a ray or sweep. Without one `is_hit` is 0, `fraction` 1 and all else 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_hit {
    /// How much of the translation was possible, 0 to 1.
    pub fraction: f64,
    /// The same in metres.
    pub distance: f64,
    /// The touched point of the surface, metres.
    pub point: gls_vec3,
    /// Unit, out of the surface towards the shape's centre; of a ray the triangle's, on the ray's side.
    pub normal: gls_vec3,
    /// Unit normal of the triangle itself, on the shape's side.
    pub face_normal: gls_vec3,
    /// How deep the shape was in the surface at its start, metres along `normal`; else 0.
    pub depth: f64,
    /// What was touched.
    pub surface: gls_surface,
    /// `GLS_FEATURE_FACE`, or `GLS_FEATURE_EDGE` or `GLS_FEATURE_VERTEX` plus 0, 1 or 2.
    pub feature: u32,
    /// 1 if something was touched, else 0.
    pub is_hit: u32,
}

/// The number of a feature.
pub(crate) fn feature(feature: Feature) -> u32 {
    match feature {
        Feature::Face => GLS_FEATURE_FACE,
        Feature::Edge(index) => GLS_FEATURE_EDGE + u32::from(index),
        Feature::Vertex(index) => GLS_FEATURE_VERTEX + u32::from(index),
    }
}

impl From<Option<Hit>> for gls_hit {
    fn from(hit: Option<Hit>) -> Self {
        let Some(hit) = hit else { return Self { fraction: 1.0, ..Self::default() } };
        Self {
            fraction: hit.fraction,
            distance: hit.distance,
            point: hit.point.into(),
            normal: hit.normal.into(),
            face_normal: hit.face_normal.into(),
            depth: hit.depth,
            surface: hit.surface.into(),
            feature: feature(hit.feature),
            is_hit: 1,
        }
    }
}

impl gls_sweep {
    fn read(&self) -> Result<Sweep, Refusal> {
        let sweep = Sweep::new(self.shape.read()?, self.from.into(), self.translation.into())?;
        Ok(sweep.with_skin(self.skin)?.with_filter(Filter { mask: self.mask }))
    }
}

/// A sweep without skin that meets all layers.
#[unsafe(no_mangle)]
pub extern "C" fn gls_sweep_of(shape: gls_shape, from: gls_vec3, translation: gls_vec3) -> gls_sweep {
    gls_sweep { shape, from, translation, skin: 0.0, mask: GLS_ALL_LAYERS, reserved: 0 }
}

/// Writes the nearest triangle on the segment from `from` to `from + translation` (metres). A ray in the plane of a triangle
/// does not meet it.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers that are not finite or beyond 1e9 m.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_ray(
    world: Option<&gls_world>,
    from: gls_vec3,
    translation: gls_vec3,
    mask: u32,
    hit: Option<&mut MaybeUninit<gls_hit>>,
) -> gls_result {
    border(|| {
        let (world, hit) = (given("world", world)?, given("hit", hit)?);
        hit.write(world.bodies.ray(from.into(), translation.into(), Filter { mask })?.into());
        Ok(())
    })
}

/// `gls_world_ray` for `count` rays: the same bits. If `rays[i]` is refused, the text names it, and hits from `i` on are
/// not written. Allocates nothing.
///
/// # Safety
/// `rays` and `hits` have `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_rays(
    world: Option<&gls_world>,
    rays: *const gls_ray,
    count: usize,
    mask: u32,
    hits: *mut gls_hit,
) -> gls_result {
    border(|| {
        let (world, rays, hits) = (given("world", world)?, read!(rays, count), room!(hits, count));
        for (index, (ray, hit)) in rays.iter().zip(hits).enumerate() {
            let answer = world.bodies.ray(ray.from.into(), ray.translation.into(), Filter { mask });
            hit.write(answer.map_err(|error| Refusal::from(error).at("rays", index))?.into());
        }
        Ok(())
    })
}

/// Finds every triangle on the segment from `from` to `from + translation` (metres), nearest first, then by (body, triangle); the
/// first is the hit of `gls_world_ray`. A ray through a shared edge or corner hits at least one of the neighbours, and often all of
/// them. Writes how many there are to `count`, and the first `capacity` of them to `hits` (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers that are not finite or beyond 1e9 m.
///
/// # Safety
/// `hits` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_ray_hits(
    world: Option<&gls_world>,
    from: gls_vec3,
    translation: gls_vec3,
    mask: u32,
    hits: *mut gls_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let world = given("world", world)?;
        let (hits, count) = (room!(hits, capacity), given("count", count)?);
        let mut found = Vec::new();
        world.bodies.ray_hits(from.into(), translation.into(), Filter { mask }, &mut found)?;
        count.write(fill(hits, found.iter().map(|hit| Some(*hit).into())));
        Ok(())
    })
}

/// Writes the first touch of a moving shape. A shape that touches or overlaps a surface at its start meets it at
/// fraction 0 if it moves into it, and does not meet it if it leaves it.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape, place or skin out of range.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_sweep(
    world: Option<&gls_world>,
    sweep: Option<&gls_sweep>,
    hit: Option<&mut MaybeUninit<gls_hit>>,
) -> gls_result {
    border(|| {
        let (world, sweep, hit) = (given("world", world)?, given("sweep", sweep)?, given("hit", hit)?);
        hit.write(world.bodies.sweep(&sweep.read()?).into());
        Ok(())
    })
}

/// `gls_world_sweep` for `count` sweeps: the same bits. If `sweeps[i]` is refused, the text names it, and hits from `i`
/// on are not written. Allocates nothing.
///
/// # Safety
/// `sweeps` and `hits` have `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_sweeps(
    world: Option<&gls_world>,
    sweeps: *const gls_sweep,
    count: usize,
    hits: *mut gls_hit,
) -> gls_result {
    border(|| {
        let (world, sweeps, hits) = (given("world", world)?, read!(sweeps, count), room!(hits, count));
        for (index, (sweep, hit)) in sweeps.iter().zip(hits).enumerate() {
            let sweep = sweep.read().map_err(|refusal| refusal.at("sweeps", index))?;
            hit.write(world.bodies.sweep(&sweep).into());
        }
        Ok(())
    })
}

/// Writes 1 if a surface crosses the segment between two places (metres), else 0: line of sight. Cheaper than a ray.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers that are not finite or beyond 1e9 m.
#[unsafe(no_mangle)]
pub extern "C" fn gls_world_is_blocked(
    world: Option<&gls_world>,
    from: gls_vec3,
    to: gls_vec3,
    mask: u32,
    is_blocked: Option<&mut MaybeUninit<u8>>,
) -> gls_result {
    border(|| {
        let (world, is_blocked) = (given("world", world)?, given("is_blocked", is_blocked)?);
        is_blocked.write(world.bodies.is_blocked_between(from.into(), to.into(), Filter { mask })?.into());
        Ok(())
    })
}

/// `gls_world_is_blocked` for `count` segments, each from `from` to `from + translation`. If `segments[i]` is refused, the
/// text names it, and answers from `i` on are not written. Allocates nothing.
///
/// # Safety
/// `segments` and `are_blocked` have `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_world_are_blocked(
    world: Option<&gls_world>,
    segments: *const gls_ray,
    count: usize,
    mask: u32,
    are_blocked: *mut u8,
) -> gls_result {
    border(|| {
        let world = given("world", world)?;
        let (segments, answers) = (read!(segments, count), room!(are_blocked, count));
        for (index, (segment, answer)) in segments.iter().zip(answers).enumerate() {
            let [from, translation] = [segment.from, segment.translation].map(DVec3::from);
            let blocked = world.bodies.is_blocked_between(from, from + translation, Filter { mask });
            answer.write(blocked.map_err(|error| Refusal::from(error).at("segments", index))?.into());
        }
        Ok(())
    })
}
