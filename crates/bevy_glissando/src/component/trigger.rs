//! Triggers: volumes and surfaces that do not block, and report what enters, crosses and leaves them.

use super::collider::ColliderMesh;
use crate::StageOrder;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando::Soup;
use glissando::mesh::MeshError;
use glissando::trigger::TriggerKind;
use std::sync::Arc;

/// A trigger, placed by the entity's transform and those above it; below a [`Mover`](crate::Mover) it rides along.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(StageOrder, Transform)]
pub struct Trigger {
    /// The triangles, in the entity's own space; both sides count.
    pub mesh: ColliderMesh,
    /// The rule for being in it.
    pub rule: TriggerRule,
    /// Bit mask of the layers that it is on. Default the first.
    pub layers: u32,
}

/// The rule for being in a trigger.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Default, Debug, Clone, PartialEq, Hash)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum TriggerRule {
    /// In while the body touches or overlaps the triangles; the centre's passing through them is reported too, with its side.
    Surface,
    /// In while any part of the body touches or is inside the closed mesh.
    #[default]
    VolumeByBody,
    /// In while the centre of the body is inside the closed mesh.
    VolumeByCentre,
}

impl From<TriggerRule> for TriggerKind {
    fn from(rule: TriggerRule) -> Self {
        match rule {
            TriggerRule::Surface => Self::Surface,
            TriggerRule::VolumeByBody => Self::VolumeByBody,
            TriggerRule::VolumeByCentre => Self::VolumeByCentre,
        }
    }
}

impl From<TriggerKind> for TriggerRule {
    fn from(kind: TriggerKind) -> Self {
        match kind {
            TriggerKind::Surface => Self::Surface,
            TriggerKind::VolumeByBody => Self::VolumeByBody,
            TriggerKind::VolumeByCentre => Self::VolumeByCentre,
        }
    }
}

impl Trigger {
    /// A trigger of a mesh, by a rule.
    pub fn new(mesh: impl Into<ColliderMesh>, rule: TriggerRule) -> Self {
        Self { mesh: mesh.into(), rule, layers: 1 }
    }

    /// A volume in the form of a box about the origin with these half extents, metres.
    ///
    /// # Errors
    /// Half extents that are not finite, or too large.
    pub fn cuboid(half_extents: Vec3) -> Result<Self, MeshError> {
        let soup = Soup::cuboid(glissando::Vec3::ZERO, half_extents.into());
        Ok(Self::new(ColliderMesh::build(&soup)?, TriggerRule::VolumeByBody))
    }

    /// The same trigger by another rule.
    #[must_use]
    pub fn by(self, rule: TriggerRule) -> Self {
        Self { rule, ..self }
    }

    /// The trigger for the library, at the identity pose.
    pub(crate) fn core(&self) -> glissando::trigger::Trigger {
        glissando::trigger::Trigger::new(Arc::clone(self.mesh.shared()), self.rule.into())
            .on_layers(self.layers)
    }
}
