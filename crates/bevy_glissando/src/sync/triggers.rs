//! Triggers.

use crate::component::Trigger;
use crate::fault::Faults;
use crate::pose::Pose;
use crate::stage::TriggerLink;
use crate::{GlissandoStage, StageOrder};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use glissando::{DAffine3, InputError, MoverId};

const COMPONENT: &str = "Trigger";

pub(crate) fn sync_triggers(
    mut stage: ResMut<GlissandoStage>,
    mut faults: Faults,
    orders: Query<(Entity, &StageOrder), With<Trigger>>,
    triggers: Query<Ref<Trigger>>,
    (transforms, parents): (Query<&Transform>, Query<&ChildOf>),
) {
    let stage = &mut *stage;
    for link in stage.triggers.take_missing(|entity| triggers.contains(entity)) {
        if let Some(trigger) = link.on_stage {
            let _ = stage.stage.remove_trigger(trigger.id);
        }
        faults.mended(link.entity, COMPONENT);
    }
    stage.triggers.append_new(orders.iter());
    for place in 0..stage.triggers.as_slice().len() {
        let entity = stage.triggers.as_slice()[place].entity;
        let Ok(trigger) = triggers.get(entity) else { continue };
        let is_changed = trigger.is_changed() || stage.is_copy;
        let is_alone = !parents.contains(entity) && stage.movers.get(entity).is_none();
        let seen = transforms.get(entity).ok().filter(|_| is_alone).copied();
        let is_known =
            |link: &TriggerLink| !is_changed && link.mover.is_none() && seen.is_some() && link.seen == seen;
        if stage.triggers.as_slice()[place].on_stage.as_ref().is_some_and(is_known) {
            faults.mended(entity, COMPONENT);
            continue;
        }
        let (pose, mover) = stage.trigger_pose(entity, &transforms, &parents);
        match stage.sync_trigger(place, &trigger, (pose, mover), is_changed) {
            Ok(()) => {
                if let Some(link) = &mut stage.triggers.as_mut_slice()[place].on_stage {
                    link.seen = seen;
                }
                faults.mended(entity, COMPONENT);
            }
            Err(error) => faults.report(entity, COMPONENT, error),
        }
    }
}

impl GlissandoStage {
    /// The pose of a trigger in the world; with the mover that it rides on, the pose while that rests.
    fn trigger_pose(
        &self,
        entity: Entity,
        transforms: &Query<&Transform>,
        parents: &Query<&ChildOf>,
    ) -> (DAffine3, Option<MoverId>) {
        let mut pose = Pose::IDENTITY;
        for at in std::iter::once(entity).chain(parents.iter_ancestors(entity)) {
            if let Some(mover) = self.movers.get(at) {
                return (pose.below(mover.rest).affine, Some(mover.id));
            }
            let Ok(transform) = transforms.get(at) else { break };
            pose = pose.below(Pose::of(transform));
        }
        (pose.affine, None)
    }

    fn sync_trigger(
        &mut self,
        place: usize,
        trigger: &Trigger,
        (pose, mover): (DAffine3, Option<MoverId>),
        is_changed: bool,
    ) -> Result<(), InputError> {
        let link = &mut self.triggers.as_mut_slice()[place];
        let entity = link.entity;
        if link.on_stage.as_ref().is_some_and(|l| l.mover != mover || (is_changed && l.trigger != *trigger))
            && let Some(old) = link.on_stage.take()
        {
            let _ = self.stage.remove_trigger(old.id);
        }
        let Some(link) = &mut link.on_stage else {
            let id = self.stage.add_trigger(trigger.core().at(pose), mover)?;
            self.of_trigger.set((id.index(), id.generation()), entity);
            let trigger = trigger.clone();
            self.triggers.as_mut_slice()[place].on_stage =
                Some(TriggerLink { id, trigger, pose, mover, seen: None });
            return Ok(());
        };
        if link.pose != pose {
            self.stage.set_trigger_pose(link.id, pose)?;
            link.pose = pose;
        }
        Ok(())
    }
}
