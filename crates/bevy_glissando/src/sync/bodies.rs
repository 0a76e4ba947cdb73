//! Colliders.

use crate::component::{Ball, CharacterBody, Collider, Mover};
use crate::fault::{Faults, StageError};
use crate::pose::{Pose, parent_pose};
use crate::stage::BodyLink;
use crate::{GlissandoStage, StageOrder};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use glissando::{DAffine3, InputError};
use std::sync::Arc;

const COMPONENT: &str = "Collider";

type Parts<'a> = (Ref<'a, Collider>, &'a Transform, Has<Mover>, Or2<'a>);
type Or2<'a> = (Has<CharacterBody>, Has<Ball>, Option<&'a ChildOf>);

pub(crate) fn sync_bodies(
    mut stage: ResMut<GlissandoStage>,
    mut faults: Faults,
    orders: Query<(Entity, &StageOrder), With<Collider>>,
    colliders: Query<Parts>,
    transforms: Query<&Transform>,
    parents: Query<&ChildOf>,
    kinds: Query<(Has<Mover>, Has<CharacterBody>, Has<Ball>)>,
) {
    let stage = &mut *stage;
    for link in stage.bodies.take_missing(|entity| colliders.contains(entity)) {
        if let Some(body) = link.on_stage {
            // Its mover was removed before, so the body is there and free.
            let _ = stage.stage.remove(body.id);
        }
        // The faults of the entity's other components stay known.
        faults.mended(link.entity, COMPONENT);
    }
    stage.bodies.append_new(orders.iter());
    for place in 0..stage.bodies.as_slice().len() {
        let entity = stage.bodies.as_slice()[place].entity;
        let Ok((collider, transform, is_mover, (is_character, is_ball, parent))) = colliders.get(entity)
        else {
            continue;
        };
        let refused = if is_character || is_ball {
            Some(StageError::OwnCollider)
        } else {
            parents.iter_ancestors(entity).find_map(|above| refused_below(above, is_mover, &kinds))
        };
        if let Some(error) = refused {
            if let Some(link) = stage.bodies.as_mut_slice()[place].on_stage.take() {
                stage.remove_mover_of(entity);
                let _ = stage.stage.remove(link.id);
            }
            faults.report(entity, COMPONENT, error);
            continue;
        }
        let is_changed = collider.is_changed() || stage.is_copy;
        let seen = parent.is_none().then_some(*transform);
        let is_known =
            |link: &BodyLink| !is_changed && link.pose.is_some() && seen.is_some() && link.seen == seen;
        if stage.bodies.as_slice()[place].on_stage.as_ref().is_some_and(is_known) {
            faults.mended(entity, COMPONENT);
            continue;
        }
        let above = match parent {
            Some(_) => parent_pose(entity, &parents, |above| transforms.get(above).ok().copied()),
            None => Pose::IDENTITY,
        };
        let pose = Pose::of(transform).below(above).affine;
        match stage.sync_body(place, &collider, pose, is_changed) {
            Ok(()) => {
                if let Some(link) = &mut stage.bodies.as_mut_slice()[place].on_stage {
                    link.seen = seen;
                }
                faults.mended(entity, COMPONENT);
            }
            Err(error) => faults.report(entity, COMPONENT, error),
        }
    }
}

/// Why a collider cannot be below this entity; a mover may be below another.
fn refused_below(
    above: Entity,
    is_mover: bool,
    kinds: &Query<(Has<Mover>, Has<CharacterBody>, Has<Ball>)>,
) -> Option<StageError> {
    match kinds.get(above).ok()? {
        (_, true, _) | (_, _, true) => Some(StageError::BelowCharacter { character: above }),
        (true, ..) if !is_mover => Some(StageError::BelowMover { mover: above }),
        _ => None,
    }
}

impl GlissandoStage {
    fn sync_body(
        &mut self,
        place: usize,
        collider: &Collider,
        pose: DAffine3,
        is_changed: bool,
    ) -> Result<(), InputError> {
        let entity = self.bodies.as_slice()[place].entity;
        if is_changed
            && self.bodies.as_slice()[place]
                .on_stage
                .as_ref()
                .is_some_and(|l| is_other(&l.collider, collider))
        {
            // Neither materials nor belts of a body can be exchanged: another body takes its place.
            self.remove_mover_of(entity);
            if let Some(old) = self.bodies.as_mut_slice()[place].on_stage.take() {
                let _ = self.stage.remove(old.id);
            }
        }
        let has_mover = self.movers.get(entity).is_some();
        let Some(link) = &mut self.bodies.as_mut_slice()[place].on_stage else {
            let id = self.stage.insert(collider.body().at(pose))?;
            self.of_body.set((id.index(), id.generation()), entity);
            let collider = collider.clone();
            self.bodies.as_mut_slice()[place].on_stage =
                Some(BodyLink { id, collider, pose: Some(pose), seen: None });
            return Ok(());
        };
        if is_changed && link.collider.mesh != collider.mesh {
            self.stage.set_mesh(link.id, Arc::clone(collider.mesh.shared()))?;
            link.collider.mesh = collider.mesh.clone();
        }
        if is_changed && link.collider.layers != collider.layers {
            self.stage.set_layers(link.id, collider.layers)?;
            link.collider.layers = collider.layers;
        }
        if !has_mover && link.pose != Some(pose) {
            self.stage.set_pose(link.id, pose)?;
            link.pose = Some(pose);
        }
        Ok(())
    }

    /// Ends the mover of an entity, which may get another.
    pub(crate) fn remove_mover_of(&mut self, entity: Entity) {
        let Some(link) = self.movers.link_mut(entity) else { return };
        if let Some(mover) = link.on_stage.take() {
            // A live handle, and the state is the stage's own.
            let _ = self.stage.remove_mover(mover.id, &self.state);
            if let Some(body) = self.bodies.get_mut(entity) {
                body.pose = None;
            }
        }
    }
}

/// Whether colliders differ in what only another body can have.
fn is_other(old: &Collider, new: &Collider) -> bool {
    (old.material, &old.conveyors, &old.tractions) != (new.material, &new.conveyors, &new.tractions)
}
