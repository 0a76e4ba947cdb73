//! The triggers of a level: a set with handles, apart from the world, so that nothing collides with them.

use super::block::Block;
use super::closed::check_closed;
use crate::handle::{BodyId, TriggerId};
use crate::input::InputError;
use crate::math::DAffine3;
use crate::mesh::Mesh;
use crate::motion::Motion;
use crate::world::{Body, World};
use alloc::sync::Arc;
use alloc::vec::Vec;

impl TriggerId {
    pub(super) const fn of(body: BodyId) -> Self {
        Self { index: body.index, generation: body.generation }
    }

    pub(super) const fn body(self) -> BodyId {
        BodyId { index: self.index, generation: self.generation }
    }

    fn dead(self) -> InputError {
        InputError::DeadTrigger { trigger: self }
    }
}

/// The rule for being in a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TriggerKind {
    /// In while the body touches or overlaps the triangles, from either side. The centre's passing through them is
    /// also reported, with its side.
    Surface,
    /// In while any part of the body touches or is inside the closed mesh.
    VolumeByBody,
    /// In while the centre of the body is inside the closed mesh.
    VolumeByCentre,
}

/// A trigger for [`Triggers::insert`]. Plain data; the mesh is shared.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// The triangles. Both sides count, whatever their materials.
    pub mesh: Arc<Mesh>,
    /// World from mesh: any invertible affine map.
    pub pose: DAffine3,
    /// The layers that the trigger is on, a bit each; see [`Filter`](crate::Filter).
    pub layers: u32,
    /// The rule for being in it.
    pub kind: TriggerKind,
}

impl Trigger {
    /// A trigger of this mesh, unmoved, on layer 0 (bit 1).
    pub fn new(mesh: impl Into<Arc<Mesh>>, kind: TriggerKind) -> Self {
        Self { mesh: mesh.into(), pose: DAffine3::IDENTITY, layers: 1, kind }
    }

    /// A trigger of this mesh with the kind that fits it: [`TriggerKind::VolumeByBody`] for a closed one, else
    /// [`TriggerKind::Surface`].
    ///
    /// ```
    /// use glissando::trigger::{Trigger, TriggerKind};
    /// use glissando::{Mesh, MeshOptions, Soup, Vec3};
    ///
    /// let pane = Mesh::build(&Soup::plane(Vec3::ZERO, 1.0, 1.0, 1), &MeshOptions::default())?.0;
    /// let block = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0;
    /// assert_eq!(Trigger::fitting(pane).kind, TriggerKind::Surface);
    /// assert_eq!(Trigger::fitting(block).kind, TriggerKind::VolumeByBody);
    /// # Ok::<(), glissando::mesh::MeshError>(())
    /// ```
    pub fn fitting(mesh: impl Into<Arc<Mesh>>) -> Self {
        let mesh = mesh.into();
        let is_closed = check_closed(&mesh).is_ok();
        Self::new(mesh, if is_closed { TriggerKind::VolumeByBody } else { TriggerKind::Surface })
    }

    /// The same trigger at another pose.
    #[must_use]
    pub fn at(mut self, pose: DAffine3) -> Self {
        self.pose = pose;
        self
    }

    /// The same trigger on other layers.
    #[must_use]
    pub fn on_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }
}

/// A set of bodies that do not block: they are touched and passed through.
///
/// Poses and motions are set between ticks, as for a [`World`]; the queries take `&self`.
#[derive(Clone, Debug, Default)]
pub struct Triggers {
    pub(super) bodies: World,
    /// The kind of the trigger in each slot.
    pub(super) kinds: Vec<TriggerKind>,
    /// The block that the volume in each slot is.
    pub(super) blocks: Vec<Option<Block>>,
}

impl Triggers {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a trigger. Its handle stays valid until [`Triggers::remove`].
    ///
    /// ```
    /// use glissando::trigger::{Trigger, TriggerKind, Triggers};
    /// use glissando::{InputError, Mesh, MeshOptions, Soup, Vec3};
    ///
    /// // A single plane has no inside, so it can be crossed, but not contain a body.
    /// let plane = Mesh::build(&Soup::plane(Vec3::ZERO, 1.0, 1.0, 1), &MeshOptions::default())?.0;
    /// let mut triggers = Triggers::new();
    /// assert!(triggers.insert(Trigger::new(plane.clone(), TriggerKind::Surface)).is_ok());
    /// let refused = triggers.insert(Trigger::new(plane, TriggerKind::VolumeByBody));
    /// assert!(matches!(refused, Err(InputError::Open { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A pose that [`World::insert`] refuses; [`InputError::Open`] for a volume whose mesh is not closed.
    pub fn insert(&mut self, trigger: Trigger) -> Result<TriggerId, InputError> {
        let Trigger { mesh, pose, layers, kind } = trigger;
        let block = block_of(&mesh, kind)?;
        let id = self.bodies.insert(Body::new(mesh).at(pose).on_layers(layers))?;
        let slot = id.index as usize;
        if slot == self.kinds.len() {
            self.kinds.push(kind);
            self.blocks.push(block);
        } else {
            (self.kinds[slot], self.blocks[slot]) = (kind, block);
        }
        Ok(TriggerId::of(id))
    }

    /// Removes a trigger and returns it. A body in it leaves it at the start of its next path.
    ///
    /// # Errors
    /// [`InputError::DeadTrigger`].
    pub fn remove(&mut self, id: TriggerId) -> Result<Trigger, InputError> {
        let body = self.bodies.remove(id.body()).map_err(|_| id.dead())?;
        let kind = self.kinds[id.index as usize];
        Ok(Trigger { mesh: body.mesh, pose: body.pose, layers: body.layers, kind })
    }

    /// Teleports a trigger to another pose; resulting changes are reported at the start of the next path.
    ///
    /// # Errors
    /// The same as of [`Triggers::insert`], or [`InputError::DeadTrigger`]; the trigger then keeps its pose.
    pub fn set_pose(&mut self, id: TriggerId, pose: DAffine3) -> Result<(), InputError> {
        self.trigger(id)?;
        self.bodies.set_pose(id.body(), pose)
    }

    /// Sets the motion of a trigger in the next tick, until [`Triggers::finish_motions`].
    ///
    /// # Errors
    /// [`InputError::DeadTrigger`], and an end beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn set_motion(&mut self, id: TriggerId, motion: Motion) -> Result<(), InputError> {
        self.trigger(id)?;
        self.bodies.set_motion(id.body(), motion)
    }

    /// Ends the tick of `dt` seconds: every trigger is at the end of its motion, at rest until the next is set.
    ///
    /// # Errors
    /// An invalid `dt`. Then nothing has moved.
    pub fn finish_motions(&mut self, dt: f64) -> Result<(), InputError> {
        self.bodies.finish_motions(dt)
    }

    /// Forgets the motions of a tick that was not carried out.
    pub(crate) fn cancel_motions(&mut self) {
        self.bodies.cancel_motions();
    }

    /// The trigger of a handle, with its present pose.
    ///
    /// # Errors
    /// [`InputError::DeadTrigger`].
    pub fn trigger(&self, id: TriggerId) -> Result<Trigger, InputError> {
        let body = self.bodies.body(id.body()).map_err(|_| id.dead())?;
        let kind = self.kinds[id.index as usize];
        Ok(Trigger { mesh: Arc::clone(&body.mesh), pose: body.pose, layers: body.layers, kind })
    }

    /// The triggers as bodies, and the kind of each slot.
    #[cfg(feature = "saved")]
    pub(crate) const fn parts(&self) -> (&World, &Vec<TriggerKind>) {
        (&self.bodies, &self.kinds)
    }

    /// The set of these parts, as many kinds as the world has slots.
    ///
    /// # Errors
    /// [`InputError::Open`] for a volume whose mesh is not closed.
    #[cfg(feature = "saved")]
    pub(crate) fn of_parts(bodies: World, kinds: Vec<TriggerKind>) -> Result<Self, InputError> {
        let mut blocks = alloc::vec![None; kinds.len()];
        for (id, body) in bodies.bodies() {
            let slot = id.index as usize;
            if let (Some(kind), Some(block)) = (kinds.get(slot), blocks.get_mut(slot)) {
                *block = block_of(&body.mesh, *kind)?;
            }
        }
        Ok(Self { bodies, kinds, blocks })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bodies.body_count() == 0
    }

    /// The handles of all triggers, by slot.
    pub fn ids(&self) -> impl Iterator<Item = TriggerId> {
        self.bodies.bodies().map(|(id, _)| TriggerId::of(id))
    }
}

/// The block that a volume is, if it is one.
///
/// # Errors
/// [`InputError::Open`] for a volume whose mesh is not closed.
fn block_of(mesh: &Mesh, kind: TriggerKind) -> Result<Option<Block>, InputError> {
    if kind == TriggerKind::Surface {
        return Ok(None);
    }
    check_closed(mesh)?;
    Ok(Block::of(mesh))
}
