//! Poses in the world from the chain of an entity's transforms.
//!
//! `GlobalTransform` is a frame behind for what was spawned or moved since the last frame, and its bits depend on the machine.
//! Here the chain is multiplied in `f64` by the library's own arithmetic.

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use glissando::{DAffine3, DQuat, DVec3};

/// The pose of an entity in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) affine: DAffine3,
    /// The product of the rotations alone, which is the rotation of the entity where no scale skews it.
    pub(crate) rotation: DQuat,
}

impl Pose {
    pub(crate) const IDENTITY: Self = Self { affine: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };

    pub(crate) fn of(transform: &Transform) -> Self {
        let rotation = to_f64(transform.rotation);
        let scale = vector(transform.scale);
        let affine =
            DAffine3::from_scale_rotation_translation(scale, rotation, vector(transform.translation));
        Self { affine, rotation }
    }

    /// This pose, seen from the parent's space.
    pub(crate) fn below(self, parent: Self) -> Self {
        if parent == Self::IDENTITY {
            return self;
        }
        Self { affine: parent.affine * self.affine, rotation: parent.rotation * self.rotation }
    }

    /// The translation of a child's transform that has its origin at a point of the world; `None` if this pose is flat.
    pub(crate) fn local_point(&self, at: DVec3) -> Option<Vec3> {
        if *self == Self::IDENTITY {
            return Some(single(at));
        }
        self.affine.try_inverse().map(|inverse| single(inverse.transform_point(at)))
    }

    /// The rotation of a child's transform that is turned so in the world.
    pub(crate) fn local_rotation(&self, turned: DQuat) -> Quat {
        let [x, y, z, w] = (self.rotation.conjugate() * turned).to_array().map(|k| k as f32);
        Quat::from_xyzw(x, y, z, w)
    }
}

/// The pose of the parent of an entity, by the transforms of all above it.
pub(crate) fn parent_pose(
    entity: Entity,
    parents: &Query<&ChildOf>,
    transform: impl Fn(Entity) -> Option<Transform>,
) -> Pose {
    let mut pose = Pose::IDENTITY;
    for above in parents.iter_ancestors(entity) {
        // As in Bevy, a hierarchy ends where an entity has no transform.
        let Some(transform) = transform(above) else { break };
        pose = pose.below(Pose::of(&transform));
    }
    pose
}

pub(crate) fn vector(v: Vec3) -> DVec3 {
    let [x, y, z] = v.to_array().map(f64::from);
    DVec3::new(x, y, z)
}

pub(crate) fn single(v: DVec3) -> Vec3 {
    let [x, y, z] = v.to_array().map(|k| k as f32);
    Vec3::new(x, y, z)
}

/// A unit rotation; one without a direction stays as it is, and is refused where it is used.
fn to_f64(rotation: Quat) -> DQuat {
    let [x, y, z, w] = rotation.to_array().map(f64::from);
    let rotation = DQuat::from_xyzw(x, y, z, w);
    if rotation == DQuat::IDENTITY { rotation } else { rotation.try_normalize().unwrap_or(rotation) }
}
