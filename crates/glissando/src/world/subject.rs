//! The world, shape and filter of cached triangles: with any other the cache must not be used.

use super::{Stamp, World};
use crate::collide::Filter;
use crate::geometry::{Core, Shape};
use crate::math::{DQuat, DVec3};

/// The world state, shape and filter that a cache belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    stamp: Stamp,
    radii: DVec3,
    core: Core,
    rotation: DQuat,
    filter: Filter,
}

impl Subject {
    /// Whether it is this world, unchanged, with the same shape and filter.
    pub(crate) fn is(&self, world: &World, shape: &Shape, filter: Filter) -> bool {
        self.stamp == *world.stamp() && self.is_for(shape, filter)
    }

    /// The same, where mobile bodies may have moved meanwhile.
    pub(crate) fn is_at_rest(&self, world: &World, shape: &Shape, filter: Filter) -> bool {
        self.stamp.is_same_at_rest(world.stamp()) && self.is_for(shape, filter)
    }

    fn is_for(&self, shape: &Shape, filter: Filter) -> bool {
        self.filter == filter && shape.is_of(&self.radii, &self.core, &self.rotation)
    }

    /// Sets the subject.
    pub(crate) fn set(subject: &mut Option<Self>, world: &World, shape: &Shape, filter: Filter) {
        let known = subject.take().map(|old| old.stamp).filter(|stamp| *stamp == *world.stamp());
        let stamp = known.unwrap_or_else(|| world.stamp().remembered());
        let (radii, core, rotation) = (shape.radii(), shape.core_shape(), shape.rotation());
        *subject = Some(Self { stamp, radii, core, rotation, filter });
    }
}
