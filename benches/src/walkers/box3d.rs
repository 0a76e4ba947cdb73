//! Box3D's mover functions, put together as its sample does, without the pogo spring under the feet: collide,
//! solve the planes, cast, up to five times; then clip the velocity.

use super::Walker;
use super::capsule::{GRAVITY, HALF_HEIGHT, RADIUS};
use crate::engines::{self, vector};
use crate::level::Level;
use crate::shape::Shape;
use boxddd_sys::ffi::*;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

/// Planes and rounds at most, and the squared way in metres below which a tick is over.
const PLANES: usize = 8;
const ROUNDS: usize = 5;
const ENOUGH_SQ: f32 = 1e-4;

pub struct Box3d {
    world: engines::Box3d,
    walkers: Vec<Body>,
}

#[derive(Clone, Copy)]
struct Body {
    at: b3Vec3,
    velocity: b3Vec3,
}

/// The planes about a mover.
#[derive(Default)]
struct Planes {
    list: Vec<b3CollisionPlane>,
}

impl Box3d {
    pub fn new(level: &Level) -> Self {
        Self { world: engines::Box3d::new(level), walkers: Vec::new() }
    }
}

fn at_rest(centre: [f64; 3]) -> Body {
    Body { at: vector(centre.map(|c| c as f32)), velocity: vector([0.0; 3]) }
}

fn add(a: b3Vec3, b: b3Vec3, factor: f32) -> b3Vec3 {
    vector([a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor])
}

unsafe extern "C" fn gather(
    _shape: b3ShapeId,
    found: *const b3PlaneResult,
    count: c_int,
    context: *mut c_void,
) -> bool {
    // Safe: Box3D passes `count` planes, and `tick` the address of its own `Planes`.
    let (planes, found) =
        unsafe { (&mut *context.cast::<Planes>(), std::slice::from_raw_parts(found, count as usize)) };
    for plane in found {
        if planes.list.len() < PLANES {
            let plane = plane.plane;
            planes.list.push(b3CollisionPlane { plane, pushLimit: f32::MAX, push: 0.0, clipVelocity: true });
        }
    }
    true
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
        let (dt, world) = (dt as f32, self.world.world);
        let Body { at, velocity } = &mut self.walkers[who];
        *velocity = vector([wish[0] as f32, velocity.y - GRAVITY * dt, wish[2] as f32]);
        let target = add(*at, *velocity, dt);
        let capsule = b3Capsule {
            center1: vector([0.0, -HALF_HEIGHT, 0.0]),
            center2: vector([0.0, HALF_HEIGHT, 0.0]),
            radius: RADIUS,
        };
        let mut planes = Planes { list: Vec::with_capacity(PLANES) };
        // Safe: the world is alive; pointers are to locals that outlive the calls, counts are of their lists.
        unsafe {
            let filter = b3DefaultQueryFilter();
            for _ in 0..ROUNDS {
                planes.list.clear();
                let context = (&raw mut planes).cast::<c_void>();
                b3World_CollideMover(world, *at, &capsule, filter, Some(gather), context);
                let count = planes.list.len() as c_int;
                let way = b3SolvePlanes(add(target, *at, -1.0), planes.list.as_mut_ptr(), count).delta;
                let free = b3World_CastMover(world, *at, &capsule, way, filter, None, null_mut());
                *at = add(*at, way, free);
                if free * free * (way.x * way.x + way.y * way.y + way.z * way.z) < ENOUGH_SQ {
                    break;
                }
            }
            *velocity = b3ClipVector(*velocity, planes.list.as_ptr(), planes.list.len() as c_int);
        }
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        let at = self.walkers[who].at;
        [at.x, at.y, at.z].map(f64::from)
    }

    fn shape(&self) -> Shape {
        Shape::capsule(f64::from(RADIUS), f64::from(HALF_HEIGHT))
    }
}
