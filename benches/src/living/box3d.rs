//! Box3D: a kinematic body for every character and lift, its mover functions for each move, and one step of the world, which
//! takes all to their new places.
//!
//! A mover is blocked by lifts and by other characters as they were before the tick; lifts neither carry nor push.

use super::Way;
use super::lifts::{LIFT, height, places};
use crate::engines::{self, vector};
use crate::level::Level;
use crate::walkers::box3d::{Body, at_rest, shape, tick};
use boxddd_sys::ffi::*;
use glissando::{DVec3, Input};

/// Sub-steps of a step, as many as in its samples.
const SUB_STEPS: i32 = 4;

pub struct Box3d {
    world: engines::Box3d,
    characters: Vec<Character>,
    lifts: Vec<(b3BodyId, DVec3)>,
    /// Seconds since the start.
    time: f64,
}

struct Character {
    mover: Body,
    body: b3BodyId,
    shape: b3ShapeId,
}

fn pose(at: b3Vec3) -> b3WorldTransform {
    b3WorldTransform { p: at, q: b3Quat { v: vector([0.0; 3]), s: 1.0 } }
}

/// A kinematic body without a shape.
fn body(world: b3WorldId, at: b3Vec3) -> b3BodyId {
    // Safe: the world is alive, and the definition is a local.
    unsafe {
        let definition = b3BodyDef { type_: b3BodyType_b3_kinematicBody, position: at, ..b3DefaultBodyDef() };
        b3CreateBody(world, &definition)
    }
}

impl Box3d {
    pub fn new(level: &Level, starts: &[[f64; 3]], lifts: usize, seed: u64) -> Self {
        let world = engines::Box3d::new(level);
        let character = |&start: &[f64; 3]| {
            let mover = at_rest(start);
            let body = body(world.world, mover.at);
            // Safe: the body is alive, and both arguments are locals.
            let shape = unsafe { b3CreateCapsuleShape(body, &b3DefaultShapeDef(), &shape()) };
            Character { mover, body, shape }
        };
        let lift = |at: DVec3| {
            let body = body(world.world, vector(at.as_vec3().to_array()));
            // Safe: the body is alive, and Box3D copies the hull.
            unsafe {
                let hull = b3MakeBoxHull(LIFT.x, LIFT.y, LIFT.z);
                b3CreateHullShape(body, &b3DefaultShapeDef(), &hull.base);
            }
            (body, at)
        };
        let characters = starts.iter().map(character).collect();
        let lifts = places(level, lifts, seed).into_iter().map(lift).collect();
        Self { world, characters, lifts, time: 0.0 }
    }
}

impl Way for Box3d {
    fn name(&self) -> String {
        format!("box3d, {} lifts", self.lifts.len())
    }

    fn count(&self) -> usize {
        self.characters.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        let Self { world, characters, lifts, time } = self;
        *time += dt;
        let dt = dt as f32;
        // Safe: world, bodies and shapes are alive.
        unsafe {
            for (lift, start) in lifts {
                let to = *start + DVec3::Y * height(*time);
                b3Body_SetTargetTransform(*lift, pose(vector(to.as_vec3().to_array())), dt, true);
            }
            for (character, input) in characters.iter_mut().zip(inputs) {
                let Character { mover, body, shape } = character;
                tick(world.world, mover, Some(*shape), input.wish.to_array(), dt);
                b3Body_SetTargetTransform(*body, pose(mover.at), dt, true);
            }
            b3World_Step(world.world, dt, SUB_STEPS);
        }
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        let at = self.characters[who].mover.at;
        [at.x, at.y, at.z].map(f64::from)
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        let Character { mover, body, .. } = &mut self.characters[who];
        *mover = at_rest(centre);
        let to = pose(mover.at);
        // Safe: the body is alive.
        unsafe { b3Body_SetTransform(*body, to.p, to.q) };
    }
}
