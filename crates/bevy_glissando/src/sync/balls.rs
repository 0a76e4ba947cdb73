//! Balls.

use crate::component::Ball;
use crate::fault::Faults;
use crate::pose::{parent_pose, vector};
use crate::write::Written;
use crate::{GlissandoStage, StageOrder};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;

const COMPONENT: &str = "Ball";
const PLACE: &str = "Transform";

pub(crate) fn sync_balls(
    mut stage: ResMut<GlissandoStage>,
    mut faults: Faults,
    orders: Query<(Entity, &StageOrder), With<Ball>>,
    balls: Query<(Ref<Ball>, &Transform, &Written)>,
    (transforms, parents): (Query<&Transform>, Query<&ChildOf>),
) {
    let stage = &mut *stage;
    for link in stage.balls.take_missing(|entity| balls.contains(entity)) {
        if let Some(id) = link.on_stage {
            stage.state.balls.remove(id);
        }
        faults.forget(link.entity);
    }
    stage.balls.append_new(orders.iter());
    for place in 0..stage.balls.as_slice().len() {
        let entity = stage.balls.as_slice()[place].entity;
        let Ok((ball, transform, written)) = balls.get(entity) else { continue };
        let here = || {
            let above = parent_pose(entity, &parents, |above| transforms.get(above).ok().copied());
            above.affine.transform_point(vector(transform.translation))
        };
        let Some(id) = stage.balls.as_slice()[place].on_stage else {
            let new = ball.core(here());
            match new.check() {
                Ok(()) => {
                    let id = stage.state.balls.insert(new);
                    stage.of_ball.set((id.index(), id.generation()), entity);
                    stage.balls.as_mut_slice()[place].on_stage = Some(id);
                    faults.mended(entity, COMPONENT);
                }
                Err(error) => faults.report(entity, COMPONENT, error),
            }
            continue;
        };
        let Some(now) = stage.state.balls.get_mut(id) else { continue };
        if ball.is_changed() || stage.is_copy {
            // The velocity is that of the start.
            let changed = glissando::balls::Ball { velocity: now.velocity, ..ball.core(now.position) };
            match changed.check() {
                Ok(()) => {
                    *now = changed;
                    faults.mended(entity, COMPONENT);
                }
                Err(error) => faults.report(entity, COMPONENT, error),
            }
        }
        if !stage.is_copy && written.is_moved(transform) {
            let moved = glissando::balls::Ball { position: here(), ..*now };
            match moved.check() {
                Ok(()) => {
                    *now = moved;
                    faults.mended(entity, PLACE);
                }
                Err(error) => faults.report(entity, PLACE, error),
            }
        }
    }
}
