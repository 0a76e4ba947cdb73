//! From a level to entities.

use super::parts::{LevelMarker, LevelMover, LevelTrigger, Opens};
use super::placed::{body_of, mesh_of, transform_of};
use crate::pose::single;
use crate::{CharacterBody, CharacterStart, Collider, ColliderMesh, Drive, Mover, Policy, Trigger};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_math::DVec3;
use bevy_transform::components::Transform;
use glissando::DAffine3;
use glissando_level::{Level, Mechanisms, MotionSpec, MoverSpec, Start, TriggerShape, TriggerSpec};
use glissando_mechanisms::{Course, ShapeMaker};

/// The longest tick for which the turns of a level's movers are fit, seconds.
pub(super) const LONGEST_TICK: f64 = 1.0 / 30.0;

/// Colliders on no layer: they carry a trigger, and nothing meets them.
const INTANGIBLE: u32 = 0;

/// The entities of a level, all below [`SpawnedLevel::root`].
#[derive(Component, Clone, Debug)]
#[non_exhaustive]
pub struct SpawnedLevel {
    /// The parent of all others. Despawning it despawns the level; its transform moves what is at rest.
    pub root: Entity,
    /// The solid instances, each with its index in [`Level::instances`].
    pub colliders: Vec<(Entity, usize)>,
    /// By index in [`Mechanisms::movers`]; `None` for one that was left out.
    pub movers: Vec<Option<Entity>>,
    /// By index in [`Mechanisms::triggers`], and then those of [`Mechanisms::liquids`]; `None` for one that was left out.
    pub triggers: Vec<Option<Entity>>,
    /// By index in [`Level::markers`].
    pub markers: Vec<Entity>,
    /// The feet at each spawn, metres, and the direction in which it looks, about Y: 0 along +X, a quarter turn along -Z.
    pub spawns: Vec<(DVec3, f64)>,
    /// The character that the level was made for, or the default one.
    pub body: CharacterBody,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

impl SpawnedLevel {
    /// The start of a character at the first spawn; at the origin in a level without spawns.
    pub fn start(&self) -> CharacterStart {
        CharacterStart::Feet(self.spawns.first().map_or(DVec3::ZERO, |(feet, _)| *feet))
    }
}

/// Spawns the entities of a level: a [`Collider`] for each solid instance, with its `Name`; for what moves a [`Mover`] with a
/// [`LevelMover`]; for what is touched a [`Trigger`] with a [`LevelTrigger`]; for each named point a [`LevelMarker`].
///
/// Meshes are shared. An instance that is skewed has its own, since no `Transform` is skewed. What cannot be used is left out,
/// and [`SpawnedLevel::left_out`] says why.
pub fn spawn_level(commands: &mut Commands, level: &Level, mechanisms: &Mechanisms) -> SpawnedLevel {
    let root = commands.spawn((Name::new("level"), Transform::default())).id();
    let mut spawner = Spawner { commands, root, left_out: Vec::new() };
    let colliders = spawner.colliders(level);
    let movers = spawner.movers(mechanisms);
    let mut triggers = Vec::new();
    match ShapeMaker::new() {
        Ok(maker) => {
            spawner.zones(mechanisms, &movers, &maker);
            // Liquids do nothing by themselves; the game may read what is entered.
            for spec in mechanisms.triggers.iter().chain(&mechanisms.liquids) {
                triggers.push(spawner.trigger(spec, mechanisms, &movers, &maker));
            }
        }
        Err(error) => spawner.leave_out("triggers", &error),
    }
    let markers = level.markers.iter().map(|marker| spawner.marker(marker)).collect();
    let is_spawn = |marker: &&glissando_level::Marker| marker.kind == glissando_level::MarkerKind::Spawn;
    let spawns = level.markers.iter().filter(is_spawn).map(|m| (m.position.into(), m.yaw_radians)).collect();
    let (body, left_out) = (body_of(level), spawner.left_out);
    SpawnedLevel { root, colliders, movers, triggers, markers, spawns, body, left_out }
}

struct Spawner<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    root: Entity,
    left_out: Vec<String>,
}

impl Spawner<'_, '_, '_> {
    fn leave_out(&mut self, name: &str, why: &impl core::fmt::Display) {
        self.left_out.push(format!("{name:?}: {why}"));
    }

    fn spawn(&mut self, name: &str, parts: impl Bundle) -> Entity {
        self.commands.spawn((Name::new(name.to_owned()), ChildOf(self.root), parts)).id()
    }

    fn colliders(&mut self, level: &Level) -> Vec<(Entity, usize)> {
        let (options, tractions) = (level.mesh_options(), level.tractions());
        // By mesh: not built yet, shared, or refused.
        let mut meshes: Vec<Option<Option<ColliderMesh>>> = vec![None; level.meshes.len()];
        let mut spawned = Vec::new();
        for (index, instance) in level.instances.iter().enumerate().filter(|(_, i)| i.solid) {
            let Some(source) = level.meshes.get(instance.mesh).filter(|m| !m.soup.triangles.is_empty())
            else {
                continue;
            };
            let (mesh, transform) = match transform_of(&instance.pose) {
                Some(transform) => {
                    let known = &mut meshes[instance.mesh];
                    if known.is_none() {
                        let built = ColliderMesh::build_with(&source.soup, &options);
                        *known = Some(built.map_err(|error| self.leave_out(&source.name, &error)).ok());
                    }
                    (known.clone().flatten(), transform)
                }
                None => {
                    let about = DAffine3 { translation: glissando::DVec3::ZERO, ..instance.pose };
                    let built = mesh_of(&source.soup, &about, &options);
                    let built = built.map_err(|error| self.leave_out(&instance.name, &error)).ok();
                    (built, Transform::from_translation(single(instance.pose.translation)))
                }
            };
            let Some(mesh) = mesh else { continue };
            let collider = Collider { tractions: tractions.clone(), ..mesh.into() };
            spawned.push((self.spawn(&instance.name, (collider, transform)), index));
        }
        spawned
    }

    fn movers(&mut self, mechanisms: &Mechanisms) -> Vec<Option<Entity>> {
        let (options, tractions) = (mechanisms.mesh_options(), mechanisms.tractions());
        let entities: Vec<Option<Entity>> = mechanisms
            .movers
            .iter()
            .map(|spec| {
                let mesh = ColliderMesh::build_with(&spec.soup, &options);
                let mesh = mesh.map_err(|error| self.leave_out(&spec.name, &error)).ok()?;
                let collider = Collider { tractions: tractions.clone(), ..mesh.into() };
                let transform = Transform::from_translation(single(spec.origin));
                let entity = self.spawn(&spec.name, (collider, transform));
                self.set_going(entity, spec);
                Some(entity)
            })
            .collect();
        for (spec, entity) in mechanisms.movers.iter().zip(&entities) {
            let (Some(target), Some(entity)) = (&spec.target, entity) else { continue };
            let movers = started_by(target, mechanisms, &entities);
            self.commands.entity(*entity).insert(Opens { movers, holds: false });
        }
        entities
    }

    /// Makes the collider of a mover move.
    fn set_going(&mut self, entity: Entity, spec: &MoverSpec) {
        let Some(course) = Course::of(&spec.motion, &spec.start, spec.middle(), LONGEST_TICK) else { return };
        if let Some(note) = course.note {
            self.leave_out(&spec.name, &note);
        }
        let mover = mover(&course, spec.policy.into(), (course.pivot - spec.origin).into());
        self.commands.entity(entity).insert((level_mover(spec, &course), mover));
    }

    /// The zones in which movers are started.
    fn zones(&mut self, mechanisms: &Mechanisms, entities: &[Option<Entity>], maker: &ShapeMaker) {
        for (spec, entity) in mechanisms.movers.iter().zip(entities) {
            let (Start::Zone { low, high, holds }, Some(entity)) = (&spec.start, entity) else { continue };
            let zone = maker.in_box(*low, *high);
            let opens = Opens { movers: mates(spec, *entity, mechanisms, entities), holds: *holds };
            let Some(transform) = transform_of(&zone.pose) else {
                self.leave_out(&spec.name, &"the box in which it is started is flat");
                continue;
            };
            self.spawn(&spec.name, (Trigger::of(zone), transform, opens));
        }
    }

    fn trigger(
        &mut self,
        spec: &TriggerSpec,
        mechanisms: &Mechanisms,
        entities: &[Option<Entity>],
        maker: &ShapeMaker,
    ) -> Option<Entity> {
        let made = maker.trigger(&spec.shape).map_err(|error| self.leave_out(&spec.name, &error)).ok()?;
        spec.effect.check().map_err(|error| self.leave_out(&spec.name, &error)).ok()?;
        let pose = made.pose;
        let own = level_trigger(spec);
        let transform = transform_of(&pose).or_else(|| {
            self.leave_out(&spec.name, &"its shape is skewed");
            None
        })?;
        let mesh = Trigger::of(made);
        let entity = if spec.motion == MotionSpec::Still {
            self.spawn(&spec.name, (mesh, own, transform))
        } else {
            self.carried(spec, (mesh, own), transform, &pose)
        };
        if let Some(target) = &spec.target {
            let movers = started_by(target, mechanisms, entities);
            self.commands.entity(entity).insert(Opens { movers, holds: true });
        }
        Some(entity)
    }

    /// A trigger below an intangible mover.
    fn carried(
        &mut self,
        spec: &TriggerSpec,
        (trigger, own): (Trigger, LevelTrigger),
        transform: Transform,
        pose: &DAffine3,
    ) -> Entity {
        let middle = pose.translation;
        let Some(course) = Course::of(&spec.motion, &Start::Always, middle, LONGEST_TICK) else {
            return self.spawn(&spec.name, (trigger, own, transform));
        };
        let collider = Collider::from(trigger.mesh.clone()).on_layers(INTANGIBLE);
        // The pivot is in the space of the carrier, which the pose scales.
        let place = Transform::from_translation(transform.translation);
        let carrier = self.spawn(
            &spec.name,
            (collider, place, mover(&course, Policy::Push, (course.pivot - middle).into())),
        );
        let within = Transform { translation: bevy_math::Vec3::ZERO, ..transform };
        self.commands.spawn((Name::new(spec.name.clone()), ChildOf(carrier), trigger, own, within)).id()
    }

    fn marker(&mut self, marker: &glissando_level::Marker) -> Entity {
        let transform = Transform::from_translation(single(marker.position));
        self.spawn(&marker.name, (LevelMarker::from(marker), transform))
    }
}

/// The mover of a course with this pivot in its entity's space.
pub(super) fn mover(course: &Course, policy: Policy, pivot: DVec3) -> Mover {
    let rate = if course.is_going { 1.0 } else { 0.0 };
    Mover { drive: Drive::from(&course.drive), policy, pivot, start_rate: Some(rate) }
}

/// What the file says of a mover besides its motion.
pub(super) fn level_mover(spec: &MoverSpec, course: &Course) -> LevelMover {
    LevelMover { class: spec.class.clone(), damage: spec.damage, call: course.call.map(Into::into) }
}

/// What the file says of a trigger besides its shape.
pub(super) fn level_trigger(spec: &TriggerSpec) -> LevelTrigger {
    LevelTrigger {
        class: spec.class.clone(),
        effect: spec.effect.into(),
        front_only: matches!(spec.shape, TriggerShape::Surface { front_only: true, .. }),
        what: spec.what.clone(),
        yaw_radians: spec.yaw_radians,
        wait: spec.wait,
    }
}

/// The movers of a mover's team, itself among them.
pub(super) fn mates(
    spec: &MoverSpec,
    own: Entity,
    mechanisms: &Mechanisms,
    entities: &[Option<Entity>],
) -> Vec<Entity> {
    if spec.team.is_none() {
        return vec![own];
    }
    let mates = mechanisms.movers.iter().zip(entities).filter(|(other, _)| other.team == spec.team);
    mates.filter_map(|(_, mate)| *mate).collect()
}

/// The entities of the movers that a name starts.
pub(super) fn started_by(target: &str, mechanisms: &Mechanisms, entities: &[Option<Entity>]) -> Vec<Entity> {
    let started = mechanisms.movers_started_by(target).into_iter();
    started.filter_map(|index| entities.get(index).copied().flatten()).collect()
}

impl Trigger {
    /// The trigger of the library, without its pose.
    pub(super) fn of(made: glissando::trigger::Trigger) -> Self {
        Self::new(made.mesh, made.kind.into())
    }
}
