//! Movers.

use crate::component::{Collider, Drive, Mover};
use crate::fault::{Faults, StageError};
use crate::plugin::Clock;
use crate::pose::{Pose, parent_pose};
use crate::stage::MoverLink;
use crate::{GlissandoStage, StageOrder};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use glissando::DRigid3;
use glissando::stage::MoverSpec;

const COMPONENT: &str = "Mover";
const PLACE: &str = "Transform";

/// Ends the movers of entities that are gone or have lost a part, so that their bodies are free.
pub(crate) fn drop_movers(
    mut stage: ResMut<GlissandoStage>,
    mut faults: Faults,
    movers: Query<Has<Collider>, With<Mover>>,
) {
    let stage = &mut *stage;
    let gone: Vec<Entity> = stage.movers.as_slice().iter().map(|link| link.entity).collect();
    for entity in gone {
        match movers.get(entity) {
            Ok(true) => {}
            Ok(false) => stage.remove_mover_of(entity),
            Err(_) => {
                stage.remove_mover_of(entity);
                faults.mended(entity, COMPONENT);
                faults.mended(entity, PLACE);
            }
        }
    }
    stage.movers.take_missing(|entity| movers.contains(entity));
}

pub(crate) fn sync_movers(
    mut stage: ResMut<GlissandoStage>,
    mut faults: Faults,
    clock: Clock,
    orders: Query<(Entity, &StageOrder), With<Mover>>,
    movers: Query<(Ref<Mover>, &Transform)>,
    (transforms, parents): (Query<&Transform>, Query<&ChildOf>),
) {
    let stage = &mut *stage;
    stage.movers.append_new(orders.iter());
    for place in 0..stage.movers.as_slice().len() {
        let entity = stage.movers.as_slice()[place].entity;
        let Ok((mover, transform)) = movers.get(entity) else { continue };
        let above = parent_pose(entity, &parents, |above| transforms.get(above).ok().copied());
        let pose = Pose::of(transform).below(above);
        // What a copy has of a mover that has changed since is not known, so it begins anew only if it must.
        if mover.is_changed() && !stage.is_copy {
            stage.remove_mover_of(entity);
        }
        let result = match &stage.movers.as_slice()[place].on_stage {
            None => stage.join_mover(entity, place, &mover, pose, clock.dt()),
            Some(link) if link.follows => {
                let link = link.clone();
                stage.follow(place, &link, &mover, pose, clock.dt())
            }
            Some(_) => Ok(false),
        };
        match result {
            Ok(true) => faults.mended(entity, COMPONENT),
            Ok(false) => {}
            Err(error) => faults.report(entity, COMPONENT, error),
        }
    }
}

impl GlissandoStage {
    /// Makes the body of an entity a mover, which rests where the entity is. Returns true.
    fn join_mover(
        &mut self,
        entity: Entity,
        place: usize,
        mover: &Mover,
        rest: Pose,
        dt: f64,
    ) -> Result<bool, StageError> {
        let body = self.bodies.get_mut(entity).ok_or(StageError::NothingToMove)?;
        let id = body.id;
        self.stage.set_pose(id, rest.affine)?;
        body.pose = Some(rest.affine);
        let pivot = rest.affine.transform_point(mover.pivot.into());
        let (drive, policy) = ((&mover.drive).into(), mover.policy.into());
        let added = self.stage.add_mover(MoverSpec { body: id, pivot, drive, policy })?;
        self.stage.add_new_movers_to(&mut self.state);
        if let Some(rate) = mover.start_rate {
            self.state.movers[added].rate = rate;
        }
        if let Err(error) = self.stage.check_mover(&self.state, added, dt) {
            let _ = self.stage.remove_mover(added, &self.state);
            return Err(error.into());
        }
        let follows = mover.drive == Drive::Follow;
        let link = MoverLink { id: added, rest, follows, seen: Some(rest) };
        self.movers.as_mut_slice()[place].on_stage = Some(link);
        Ok(true)
    }

    /// Sets the target of a mover to where the game has put its entity; returns whether it has put it elsewhere.
    fn follow(
        &mut self,
        place: usize,
        link: &MoverLink,
        mover: &Mover,
        pose: Pose,
        dt: f64,
    ) -> Result<bool, StageError> {
        if self.is_copy || link.seen == Some(pose) {
            return Ok(false);
        }
        let [at_rest, now] = [&link.rest, &pose].map(|pose| pose.affine.transform_point(mover.pivot.into()));
        let rotation = pose.rotation * link.rest.rotation.conjugate();
        let was = self.state.movers[link.id].target;
        self.state.movers[link.id].target = DRigid3 { rotation, translation: now - at_rest };
        let checked = self.stage.check_mover(&self.state, link.id, dt);
        if checked.is_err() {
            self.state.movers[link.id].target = was;
        }
        if let Some(link) = &mut self.movers.as_mut_slice()[place].on_stage {
            link.seen = checked.is_ok().then_some(pose);
        }
        Ok(checked.map(|()| true)?)
    }
}
