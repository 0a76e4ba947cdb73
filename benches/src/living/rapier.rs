//! Rapier: a kinematic body for every character and lift, a `KinematicCharacterController` for each move, and one step of the
//! pipeline, which takes all to their new places.
//!
//! Its controller is blocked by lifts and by other characters as they were before the tick; lifts neither carry nor push.

use super::Way;
use super::lifts::{LIFT, height, places};
use crate::level::Level;
use crate::walkers::capsule::GRAVITY;
use crate::walkers::rapier::{controller, shape};
use glissando::{DVec3, Input};
use rapier3d::control::KinematicCharacterController;
use rapier3d::prelude::*;

pub struct Rapier {
    scene: Scene,
    controller: KinematicCharacterController,
    capsule: Capsule,
    characters: Vec<(RigidBodyHandle, f32)>,
    lifts: Vec<(RigidBodyHandle, DVec3)>,
    /// Seconds since the start.
    time: f64,
}

/// The arguments of a step of Rapier's pipeline.
#[derive(Default)]
struct Scene {
    pipeline: PhysicsPipeline,
    parameters: IntegrationParameters,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
}

impl Scene {
    fn insert(&mut self, at: Vector, collider: ColliderBuilder) -> RigidBodyHandle {
        let body = self.bodies.insert(RigidBodyBuilder::kinematic_position_based().translation(at));
        self.colliders.insert_with_parent(collider, body, &mut self.bodies);
        body
    }

    fn step(&mut self) {
        self.pipeline.step(
            Vector::ZERO,
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }
}

fn vector(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}

impl Rapier {
    pub fn new(level: &Level, starts: &[[f64; 3]], lifts: usize, seed: u64) -> Self {
        let mut scene = Scene::default();
        let vertices = level.vertices.iter().map(|&v| Vector::from(v)).collect();
        let mesh = ColliderBuilder::trimesh(vertices, level.triangles.clone());
        scene.colliders.insert(mesh.expect("triangles"));
        let capsule = shape();
        let (height, radius) = (capsule.half_height(), capsule.radius);
        let characters = starts.iter().map(|&at| {
            let collider = ColliderBuilder::capsule_y(height, radius);
            (scene.insert(vector(at.into()), collider), 0.0)
        });
        let characters = characters.collect();
        let lifts = places(level, lifts, seed)
            .into_iter()
            .map(|at| (scene.insert(vector(at), ColliderBuilder::cuboid(LIFT.x, LIFT.y, LIFT.z)), at));
        let lifts = lifts.collect();
        scene.step();
        Self { scene, controller: controller(), capsule, characters, lifts, time: 0.0 }
    }
}

impl Way for Rapier {
    fn name(&self) -> String {
        format!("rapier, {} lifts", self.lifts.len())
    }

    fn count(&self) -> usize {
        self.characters.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        let Self { scene, controller, capsule, characters, lifts, time } = self;
        *time += dt;
        for (lift, start) in lifts {
            let to = vector(*start + DVec3::Y * height(*time));
            scene.bodies[*lift].set_next_kinematic_translation(to);
        }
        let dt = dt as f32;
        for ((body, fall), input) in characters.iter_mut().zip(inputs) {
            *fall -= GRAVITY * dt;
            let way = Vector::new(input.wish.x as f32, *fall, input.wish.z as f32) * dt;
            let at = scene.bodies[*body].translation();
            let filter = QueryFilter::default().exclude_rigid_body(*body);
            let dispatcher = scene.narrow.query_dispatcher();
            let queries = scene.broad.as_query_pipeline(dispatcher, &scene.bodies, &scene.colliders, filter);
            let place = Pose::from_translation(at);
            let moved = controller.move_shape(dt, &queries, &*capsule, &place, way, |_| {});
            if moved.grounded {
                *fall = 0.0;
            }
            scene.bodies[*body].set_next_kinematic_translation(at + moved.translation);
        }
        scene.parameters.dt = dt;
        scene.step();
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.scene.bodies[self.characters[who].0].translation().to_array().map(f64::from)
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        let (body, fall) = &mut self.characters[who];
        *fall = 0.0;
        self.scene.bodies[*body].set_translation(vector(centre.into()), true);
    }
}
