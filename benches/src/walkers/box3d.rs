//! Box3D's mover functions, put together as its sample does, without the pogo spring under the feet: collide,
//! solve the planes, cast, up to five times; then clip the velocity.

use super::Walker;
use super::capsule::{GRAVITY, HALF_HEIGHT, RADIUS};
use crate::engines::{self, vector};
use crate::level::Level;
use crate::shape::Shape;
use boxddd_sys::ffi::*;
use std::ffi::{c_int, c_void};

/// Planes and rounds at most, and the squared way in metres below which a tick is over.
const PLANES: usize = 8;
const ROUNDS: usize = 5;
const ENOUGH_SQ: f32 = 1e-4;

pub struct Box3d {
    world: engines::Box3d,
    walkers: Vec<Body>,
}

/// A mover: where its centre is, and its velocity, m/s.
#[derive(Clone, Copy)]
pub struct Body {
    pub at: b3Vec3,
    velocity: b3Vec3,
}

/// The planes about a mover.
struct Planes {
    list: Vec<b3CollisionPlane>,
    own: Option<b3ShapeId>,
}

impl Box3d {
    pub fn new(level: &Level) -> Self {
        Self { world: engines::Box3d::new(level), walkers: Vec::new() }
    }
}

/// The shape of a mover, about its centre.
pub fn shape() -> b3Capsule {
    b3Capsule {
        center1: vector([0.0, -HALF_HEIGHT, 0.0]),
        center2: vector([0.0, HALF_HEIGHT, 0.0]),
        radius: RADIUS,
    }
}

pub fn at_rest(centre: [f64; 3]) -> Body {
    Body { at: vector(centre.map(|c| c as f32)), velocity: vector([0.0; 3]) }
}

fn add(a: b3Vec3, b: b3Vec3, factor: f32) -> b3Vec3 {
    vector([a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor])
}

/// Whether a shape is a mover's own one.
fn is_own(shape: b3ShapeId, own: Option<b3ShapeId>) -> bool {
    own.is_some_and(|own| (own.index1, own.generation) == (shape.index1, shape.generation))
}

unsafe extern "C" fn is_another(shape: b3ShapeId, context: *mut c_void) -> bool {
    // Safe: `tick` passes the address of its own `Planes`.
    !is_own(shape, unsafe { (*context.cast::<Planes>()).own })
}

unsafe extern "C" fn gather(
    shape: b3ShapeId,
    found: *const b3PlaneResult,
    count: c_int,
    context: *mut c_void,
) -> bool {
    // Safe: Box3D passes `count` planes, and `tick` the address of its own `Planes`.
    let (planes, found) =
        unsafe { (&mut *context.cast::<Planes>(), std::slice::from_raw_parts(found, count as usize)) };
    if is_own(shape, planes.own) {
        return true;
    }
    for plane in found {
        if planes.list.len() < PLANES {
            let plane = plane.plane;
            planes.list.push(b3CollisionPlane { plane, pushLimit: f32::MAX, push: 0.0, clipVelocity: true });
        }
    }
    true
}

/// Moves a body by one tick; `own` is its own shape, if the world has one.
pub fn tick(world: b3WorldId, body: &mut Body, own: Option<b3ShapeId>, wish: [f64; 3], dt: f32) {
    let Body { at, velocity } = body;
    *velocity = vector([wish[0] as f32, velocity.y - GRAVITY * dt, wish[2] as f32]);
    let target = add(*at, *velocity, dt);
    let capsule = shape();
    let mut planes = Planes { list: Vec::with_capacity(PLANES), own };
    // Safe: the world is alive; pointers are to locals that outlive the calls, counts are of their lists.
    unsafe {
        let filter = b3DefaultQueryFilter();
        for _ in 0..ROUNDS {
            planes.list.clear();
            let context = (&raw mut planes).cast::<c_void>();
            b3World_CollideMover(world, *at, &capsule, filter, Some(gather), context);
            let count = planes.list.len() as c_int;
            let way = b3SolvePlanes(add(target, *at, -1.0), planes.list.as_mut_ptr(), count).delta;
            let asks: b3MoverFilterFcn = if own.is_some() { Some(is_another) } else { None };
            let free = b3World_CastMover(world, *at, &capsule, way, filter, asks, context);
            *at = add(*at, way, free);
            if free * free * (way.x * way.x + way.y * way.y + way.z * way.z) < ENOUGH_SQ {
                break;
            }
        }
        *velocity = b3ClipVector(*velocity, planes.list.as_ptr(), planes.list.len() as c_int);
    }
}

impl Walker for Box3d {
    fn name(&self) -> &'static str {
        "box3d"
    }

    fn place(&mut self, centres: &[[f64; 3]]) {
        self.walkers = centres.iter().map(|&c| at_rest(c)).collect();
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.walkers[who] = at_rest(centre);
    }

    fn tick(&mut self, who: usize, wish: [f64; 3], dt: f64) {
        tick(self.world.world, &mut self.walkers[who], None, wish, dt as f32);
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        let at = self.walkers[who].at;
        [at.x, at.y, at.z].map(f64::from)
    }

    fn shape(&self) -> Shape {
        Shape::capsule(f64::from(RADIUS), f64::from(HALF_HEIGHT))
    }
}
