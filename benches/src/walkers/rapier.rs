//! Rapier's `KinematicCharacterController`: a capsule that climbs steps and snaps to the ground.

use super::Walker;
use super::capsule::{GRAVITY, HALF_HEIGHT, RADIUS};
use crate::level::Level;
use crate::shape::Shape;
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::*;

/// Steps this high are climbed, and drops this deep followed, in metres.
const STEP: f32 = 0.4;

pub struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    controller: KinematicCharacterController,
    capsule: Capsule,
    walkers: Vec<(Vector, f32)>,
}

impl Rapier {
    pub fn new(level: &Level) -> Self {
        let vertices = level.vertices.iter().map(|&v| Vector::from(v)).collect();
        let mut colliders = ColliderSet::new();
        colliders.insert(ColliderBuilder::trimesh(vertices, level.triangles.clone()).expect("triangles"));
        let (mut bodies, mut broad, mut narrow) =
            (RigidBodySet::new(), BroadPhaseBvh::new(), NarrowPhase::new());
        // One step of an empty world fills the broad phase.
        PhysicsPipeline::new().step(
            Vector::ZERO,
            &IntegrationParameters::default(),
            &mut IslandManager::new(),
            &mut broad,
            &mut narrow,
            &mut bodies,
            &mut colliders,
            &mut ImpulseJointSet::new(),
            &mut MultibodyJointSet::new(),
            &mut SoftBodySet::new(),
            &mut CCDSolver::new(),
            &(),
            &(),
        );
        let (controller, capsule) = (controller(), shape());
        Self { bodies, colliders, broad, narrow, controller, capsule, walkers: Vec::new() }
    }
}

/// A controller that climbs steps and snaps to the ground.
pub fn controller() -> KinematicCharacterController {
    let autostep = CharacterAutostep { max_height: CharacterLength::Absolute(STEP), ..Default::default() };
    KinematicCharacterController {
        autostep: Some(autostep),
        snap_to_ground: Some(CharacterLength::Absolute(STEP)),
        ..Default::default()
    }
}

/// A character's capsule.
pub fn shape() -> Capsule {
    Capsule::new_y(HALF_HEIGHT, RADIUS)
}

fn at_rest(centre: [f64; 3]) -> (Vector, f32) {
    (Vector::from(centre.map(|c| c as f32)), 0.0)
}

impl Walker for Rapier {
    fn name(&self) -> &'static str {
        "rapier"
    }

    fn place(&mut self, centres: &[[f64; 3]]) {
        self.walkers = centres.iter().map(|&c| at_rest(c)).collect();
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.walkers[who] = at_rest(centre);
    }

    fn tick(&mut self, who: usize, wish: [f64; 3], dt: f64) {
        let dt = dt as f32;
        let (at, fall) = &mut self.walkers[who];
        *fall -= GRAVITY * dt;
        let way = Vector::new(wish[0] as f32, *fall, wish[2] as f32) * dt;
        let dispatcher = self.narrow.query_dispatcher();
        let filter = QueryFilter::default();
        let queries = self.broad.as_query_pipeline(dispatcher, &self.bodies, &self.colliders, filter);
        let place = Pose::from_translation(*at);
        let moved = self.controller.move_shape(dt, &queries, &self.capsule, &place, way, |_| {});
        *at += moved.translation;
        if moved.grounded {
            *fall = 0.0;
        }
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.walkers[who].0.to_array().map(f64::from)
    }

    fn shape(&self) -> Shape {
        Shape::capsule(f64::from(RADIUS), f64::from(HALF_HEIGHT))
    }
}
