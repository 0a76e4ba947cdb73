//! From the level of a scene to the parts on its entities.

use super::nodes::Found;
use crate::level::parts::{LevelMarker, LevelTrigger, Opens};
use crate::level::placed::{body_of, mesh_of, moved, transform_of};
use crate::level::spawn::{LONGEST_TICK, SpawnedLevel, level_mover, level_trigger, mates, mover, started_by};
use crate::{Collider, ColliderMesh, Trigger};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use glissando::{DAffine3, Soup};
use glissando_level::{Mechanisms, MotionSpec, SceneLevel, Start, TriggerShape};
use glissando_mechanisms::{Course, ShapeMaker};

/// Puts the parts of a level onto the entities of its nodes.
pub(super) struct Placer<'a> {
    pub(super) world: &'a mut World,
    pub(super) root: Entity,
    pub(super) found: &'a [Found],
    pub(super) scene: &'a SceneLevel,
    pub(super) left_out: Vec<String>,
}

impl Placer<'_> {
    fn leave_out(&mut self, name: &str, why: &impl core::fmt::Display) {
        self.left_out.push(format!("{name:?}: {why}"));
    }

    pub(super) fn place(&mut self) -> SpawnedLevel {
        let level = &self.scene.level;
        let mechanisms = Mechanisms::of_level(level);
        self.left_out.extend(mechanisms.notes.iter().cloned());
        let colliders = self.colliders();
        let movers = self.movers(&mechanisms);
        let triggers = self.triggers(&mechanisms, &movers);
        let mut markers = Vec::new();
        for (marker, node) in level.markers.iter().zip(&self.scene.markers) {
            let entity = self.found[*node].entity;
            self.world.entity_mut(entity).insert(LevelMarker::from(marker));
            markers.push(entity);
        }
        let spawns = level.spawns().map(|marker| (marker.position.into(), marker.yaw_radians)).collect();
        let (root, body, left_out) = (self.root, body_of(level), std::mem::take(&mut self.left_out));
        SpawnedLevel { root, colliders, movers, triggers, markers, spawns, body, left_out }
    }

    fn colliders(&mut self) -> Vec<(Entity, usize)> {
        let level = &self.scene.level;
        let (options, tractions) = (level.mesh_options(), level.tractions());
        let mut meshes: Vec<Option<Option<ColliderMesh>>> = vec![None; level.meshes.len()];
        let mut spawned = Vec::new();
        for (index, instance) in level.instances.iter().enumerate().filter(|(_, i)| i.solid) {
            let source = &level.meshes[instance.mesh];
            if source.soup.triangles.is_empty() {
                continue;
            }
            let known = &mut meshes[instance.mesh];
            if known.is_none() {
                let built = ColliderMesh::build_with(&source.soup, &options);
                *known = Some(built.map_err(|error| self.leave_out(&instance.name, &error)).ok());
            }
            let Some(mesh) = known.clone().flatten() else { continue };
            let entity = self.found[self.scene.instances[index]].entity;
            self.world.entity_mut(entity).insert(Collider { tractions: tractions.clone(), ..mesh.into() });
            spawned.push((entity, index));
        }
        spawned
    }

    /// The entity of a mechanism's node, and the node's pose.
    fn mechanism(&self, node: Option<usize>) -> Option<(Entity, DAffine3)> {
        let found = &self.found[*self.scene.mechanisms.get(node?)?];
        Some((found.entity, found.node.pose))
    }

    fn movers(&mut self, mechanisms: &Mechanisms) -> Vec<Option<Entity>> {
        let (options, tractions) = (mechanisms.mesh_options(), mechanisms.tractions());
        let mut entities = Vec::new();
        for spec in &mechanisms.movers {
            let placed = self.mechanism(spec.node);
            let Some((entity, inverse)) = placed.and_then(|(e, pose)| Some((e, pose.try_inverse()?))) else {
                self.leave_out(&spec.name, &"its transform is flat");
                entities.push(None);
                continue;
            };
            let to_node = inverse * DAffine3::from_translation(spec.origin);
            let mesh = match mesh_of(&spec.soup, &to_node, &options) {
                Ok(mesh) => mesh,
                Err(error) => {
                    self.leave_out(&spec.name, &error);
                    entities.push(None);
                    continue;
                }
            };
            let collider = Collider { tractions: tractions.clone(), ..mesh.into() };
            self.world.entity_mut(entity).insert(collider);
            if let Some(course) = Course::of(&spec.motion, &spec.start, spec.middle(), LONGEST_TICK) {
                let pivot = inverse.transform_point(course.pivot).into();
                let parts = (mover(&course, spec.policy.into(), pivot), level_mover(spec, &course));
                self.world.entity_mut(entity).insert(parts);
            }
            entities.push(Some(entity));
        }
        for (spec, entity) in mechanisms.movers.iter().zip(&entities) {
            let (Some(target), Some(entity)) = (&spec.target, entity) else { continue };
            let movers = started_by(target, mechanisms, &entities);
            self.world.entity_mut(*entity).insert(Opens { movers, holds: false });
        }
        entities
    }

    fn triggers(&mut self, mechanisms: &Mechanisms, movers: &[Option<Entity>]) -> Vec<Option<Entity>> {
        let maker = match ShapeMaker::new() {
            Ok(maker) => maker,
            Err(error) => {
                self.leave_out("triggers", &error);
                return Vec::new();
            }
        };
        for (spec, entity) in mechanisms.movers.iter().zip(movers) {
            let (Start::Zone { low, high, holds }, Some(entity)) = (&spec.start, entity) else { continue };
            let zone = maker.in_box(*low, *high);
            let opens = Opens { movers: mates(spec, *entity, mechanisms, movers), holds: *holds };
            let of_root = self.found[0].node.pose.try_inverse().map(|inverse| inverse * zone.pose);
            let Some(transform) = of_root.as_ref().and_then(transform_of) else {
                self.leave_out(
                    &spec.name,
                    &"the box in which it is started is skewed by the root's transform",
                );
                continue;
            };
            let parts =
                (Name::new(spec.name.clone()), ChildOf(self.root), Trigger::of(zone), transform, opens);
            self.world.spawn(parts);
        }
        let mut entities = Vec::new();
        for spec in &mechanisms.triggers {
            let placed = self.mechanism(spec.node).and_then(|(e, pose)| Some((e, pose.try_inverse()?)));
            let made =
                placed.ok_or_else(|| "its transform is flat".to_owned()).and_then(|(entity, inverse)| {
                    let shape = in_node(&spec.shape, &inverse);
                    let made = maker.trigger(&shape).map_err(|error| error.to_string())?;
                    spec.effect.check().map_err(|error| error.to_string())?;
                    Ok((entity, inverse, Trigger::of(made)))
                });
            let (entity, inverse, trigger) = match made {
                Ok(made) => made,
                Err(why) => {
                    self.leave_out(&spec.name, &why);
                    entities.push(None);
                    continue;
                }
            };
            if spec.motion != MotionSpec::Still
                && let Some(course) = Course::of(&spec.motion, &Start::Always, spec.middle(), LONGEST_TICK)
            {
                // It rides on an intangible collider of its own.
                let pivot = inverse.transform_point(course.pivot).into();
                let carrier = Collider::from(trigger.mesh.clone()).on_layers(0);
                let parts = (carrier, mover(&course, crate::Policy::Push, pivot));
                self.world.entity_mut(entity).insert(parts);
            }
            let own: LevelTrigger = level_trigger(spec);
            self.world.entity_mut(entity).insert((trigger, own));
            if let Some(target) = &spec.target {
                let opens = Opens { movers: started_by(target, mechanisms, movers), holds: true };
                self.world.entity_mut(entity).insert(opens);
            }
            entities.push(Some(entity));
        }
        entities
    }
}

/// The same shape in the space of its node.
fn in_node(shape: &TriggerShape, inverse: &DAffine3) -> TriggerShape {
    let moved = |soup: &Soup| moved(soup, inverse);
    match shape {
        TriggerShape::Box { low, high } => TriggerShape::Box { low: *low, high: *high },
        TriggerShape::Closed(soup) => TriggerShape::Closed(moved(soup)),
        TriggerShape::Surface { soup, front_only } => {
            TriggerShape::Surface { soup: moved(soup), front_only: *front_only }
        }
    }
}
