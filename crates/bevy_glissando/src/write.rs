//! Writes what a tick has moved: transforms and motions; and the places between two ticks, for drawing.

use crate::GlissandoStage;
use crate::component::{BallMotion, CharacterMotion};
use crate::event::StageMessage;
use crate::fault::{Faults, StageError};
use crate::pose::{Pose, parent_pose};
use crate::stage::MoverLink;
use crate::tick::TickMemory;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use glissando::DVec3;
use glissando::interpolation::point_between;

/// The transform as the plugin left it: another one was written by the game.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    /// After the last tick.
    exact: Option<Transform>,
    /// Between two ticks, for drawing, if that is in the entity's transform now.
    shown: Option<Transform>,
}

impl Written {
    /// Whether the game has moved a character or a ball since the last tick. Its rotation is always the game's.
    pub(crate) fn is_moved(&self, transform: &Transform) -> bool {
        self.exact.is_some_and(|exact| !is_same_place(&exact, transform))
    }
}

/// What is drawn between two ticks.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) enum Drawn {
    /// What is not on the stage yet.
    #[default]
    Nothing,
    /// The centre of a character or a ball before and after the last tick.
    Point(DVec3, DVec3),
    Mover,
}

/// To the bit: NaN is like itself.
fn is_same_place(a: &Transform, b: &Transform) -> bool {
    a.translation.to_array().map(f32::to_bits) == b.translation.to_array().map(f32::to_bits)
}

fn is_same_pose(a: &Transform, b: &Transform) -> bool {
    is_same_place(a, b) && a.rotation.to_array().map(f32::to_bits) == b.rotation.to_array().map(f32::to_bits)
}

/// The component of faults of a place that cannot be written.
const PLACE: &str = "Transform";

/// Transforms of all entities, and what the plugin knows of those that it moves.
#[derive(SystemParam)]
pub(crate) struct Placed<'w, 's> {
    transforms: Query<'w, 's, &'static mut Transform>,
    tracked: Query<'w, 's, (&'static mut Written, &'static mut Drawn)>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl Placed<'_, '_> {
    /// The pose of an entity's parent.
    fn above(&self, entity: Entity) -> Pose {
        parent_pose(entity, &self.parents, |above| self.transforms.get(above).ok().copied())
    }
}

pub(crate) fn write(
    mut stage: ResMut<GlissandoStage>,
    memory: Res<TickMemory>,
    mut faults: Faults,
    mut placed: Placed,
    mut motions: Query<(Option<&mut CharacterMotion>, Option<&mut BallMotion>)>,
) {
    let stage = &mut *stage;
    for place in 0..stage.movers.as_slice().len() {
        let link = &stage.movers.as_slice()[place];
        let Some(mover) = link.on_stage.clone() else { continue };
        let (entity, state) = (link.entity, stage.state.movers[mover.id]);
        let Some(pose) = stage.mover_pose(&mover, 1.0) else { continue };
        // Where the game has put it, nothing need be rounded.
        let has_arrived =
            mover.follows && mover.seen.is_some() && !stage.is_copy && state.pose == state.target;
        if let Some(seen) = put_mover(entity, &mover, pose, has_arrived, &mut placed, &mut faults)
            && let Some(mover) = &mut stage.movers.as_mut_slice()[place].on_stage
        {
            mover.seen = Some(seen);
        }
    }
    for (place, (id, actor)) in stage.state.characters.iter_with_ids().enumerate() {
        let Some(entity) = stage.entity(id.into()) else { continue };
        let (before, after) = (memory.before.characters.get(place), actor.state.position);
        put_point(entity, (before.copied(), after), &mut placed, &mut faults);
        if let (Ok((Some(mut motion), _)), Some(new)) =
            (motions.get_mut(entity), memory.characters.get(place))
        {
            motion.set_if_neq(*new);
        }
    }
    for (place, (id, ball)) in stage.state.balls.iter_with_ids().enumerate() {
        let Some(entity) = stage.entity(id.into()) else { continue };
        let (before, after) = (memory.before.balls.get(place), ball.position);
        put_point(entity, (before.copied(), after), &mut placed, &mut faults);
        if let (Ok((_, Some(mut motion))), Some(new)) = (motions.get_mut(entity), memory.balls.get(place)) {
            motion.set_if_neq(*new);
        }
    }
    stage.is_copy = false;
}

/// Writes the transform of a mover; returns the pose of its entity with that transform.
fn put_mover(
    entity: Entity,
    mover: &MoverLink,
    pose: Pose,
    has_arrived: bool,
    placed: &mut Placed,
    faults: &mut Faults,
) -> Option<Pose> {
    let above = placed.above(entity);
    let (mut written, mut drawn) = placed.tracked.get_mut(entity).ok()?;
    let mut transform = placed.transforms.get_mut(entity).ok()?;
    *drawn = Drawn::Mover;
    let mut seen = mover.seen.unwrap_or(pose);
    if !has_arrived {
        let Some(translation) = above.local_point(pose.affine.translation) else {
            faults.report(entity, PLACE, StageError::FlatParent);
            return None;
        };
        let new = Transform { translation, rotation: above.local_rotation(pose.rotation), ..*transform };
        if !is_same_pose(&transform, &new) {
            *transform = new;
        }
        seen = Pose::of(&transform).below(above);
    }
    *written = Written { exact: Some(*transform), shown: None };
    Some(seen)
}

/// Writes the translation of a character or a ball.
fn put_point(
    entity: Entity,
    (before, after): (Option<DVec3>, DVec3),
    placed: &mut Placed,
    faults: &mut Faults,
) {
    let above = placed.above(entity);
    let Ok(mut transform) = placed.transforms.get_mut(entity) else { return };
    let Ok((mut written, mut drawn)) = placed.tracked.get_mut(entity) else { return };
    *drawn = Drawn::Point(before.unwrap_or(after), after);
    let Some(translation) = above.local_point(after) else {
        faults.report(entity, PLACE, StageError::FlatParent);
        return;
    };
    let new = Transform { translation, ..*transform };
    if !is_same_place(&transform, &new) {
        *transform = new;
    }
    *written = Written { exact: Some(new), shown: None };
}

/// Messages, then observers, in the order of the stage.
pub(crate) fn send(world: &mut World) {
    let messages = std::mem::take(&mut world.resource_mut::<TickMemory>().messages);
    if messages.is_empty() {
        return;
    }
    world.resource_mut::<Messages<StageMessage>>().write_batch(messages.iter().copied());
    for message in &messages {
        message.trigger(world);
    }
    // The list keeps its memory.
    let mut memory = world.resource_mut::<TickMemory>();
    if memory.messages.is_empty() {
        memory.messages = messages;
        memory.messages.clear();
    }
}

/// Puts the places of the last tick back before the next ticks, where drawing has put others.
pub(crate) fn show_exact(mut placed: Query<(&mut Transform, &mut Written, &Drawn)>) {
    for (mut transform, mut written, drawn) in &mut placed {
        let (Some(shown), Some(exact)) = (written.shown, written.exact) else { continue };
        written.shown = None;
        match drawn {
            Drawn::Mover if is_same_pose(&transform, &shown) => {
                (transform.translation, transform.rotation) = (exact.translation, exact.rotation);
            }
            Drawn::Point(..) if is_same_place(&transform, &shown) => {
                transform.translation = exact.translation;
            }
            // The game has put it elsewhere.
            _ => {}
        }
    }
}

/// Puts everything where it is between the last two ticks, by the share of the next tick that has passed.
pub(crate) fn show_between(
    stage: Res<GlissandoStage>,
    time: Res<Time<Fixed>>,
    mut placed: Placed,
    drawn: Query<Entity, With<Drawn>>,
) {
    let share = time.overstep_fraction_f64();
    for entity in &drawn {
        let (Ok(transform), Ok((written, drawn))) =
            (placed.transforms.get(entity), placed.tracked.get(entity))
        else {
            continue;
        };
        let Some(exact) = written.exact else { continue };
        let mut new = *transform;
        match *drawn {
            Drawn::Nothing => continue,
            Drawn::Mover => {
                // What the game has moved since shows where the game has put it.
                if !is_same_pose(&exact, transform) {
                    continue;
                }
                let link = stage.movers.get(entity);
                let Some(pose) = link.and_then(|link| stage.mover_pose(link, share)) else { continue };
                let above = placed.above(entity);
                let Some(translation) = above.local_point(pose.affine.translation) else { continue };
                (new.translation, new.rotation) = (translation, above.local_rotation(pose.rotation));
            }
            Drawn::Point(before, after) => {
                if !is_same_place(&exact, transform) {
                    continue;
                }
                let at = point_between(before, after, share);
                let above = placed.above(entity);
                let Some(translation) = above.local_point(at) else { continue };
                new.translation = translation;
            }
        }
        if let Ok((mut written, _)) = placed.tracked.get_mut(entity) {
            written.shown = Some(new);
        }
        if let Ok(mut transform) = placed.transforms.get_mut(entity)
            && !is_same_pose(&transform, &new)
        {
            *transform = new;
        }
    }
}
