//! Scenes of glTF files that Bevy has spawned (feature `gltf`): their entities become the parts of a level where they are.

use super::parts::{LevelMarker, LevelTrigger, Opens};
use super::placed::{body_of, mesh_of, moved, transform_of};
use super::spawn::{LONGEST_TICK, SpawnedLevel, level_mover, level_trigger, mates, mover, started_by};
use super::words::{EXTRAS, MATERIAL_EXTRAS, MATERIAL_NAME, MESH_NAME, text_of};
use crate::mesh::soup_of;
use crate::pose::{Pose, parent_pose};
use crate::{Collider, ColliderMesh, Trigger};
use bevy_asset::{AssetId, Assets};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_ecs::system::SystemState;
use bevy_mesh::{Mesh, Mesh3d};
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando::{DAffine3, Soup};
use glissando_level::{
    LevelMaterial, LevelMesh, Mechanisms, MotionSpec, SceneLevel, SceneNode, Start, TriggerShape,
};
use glissando_mechanisms::{Course, ShapeMaker};

/// Put this on the root of a glTF scene: once Bevy has spawned the scene, its entities become the parts of a level.
///
/// By the names and extras of the nodes, as in files that [`glissando_level`] reads: a solid node gets a [`Collider`], one that moves a
/// collider with a [`Mover`](crate::Mover), one that is touched a [`Trigger`]; what is drawn stays as it is and moves along. The root
/// gets a [`SpawnedLevel`] with the entities; `On<Insert, SpawnedLevel>` observes it.
///
/// Vectors and points in extras are those of the scene: a root that is turned or scaled does not turn or scale them, and one that is
/// shifted does not shift points given as numbers (markers are shifted). A scene that has come is not read again.
///
/// Meshes must be in main memory (`RenderAssetUsages::MAIN_WORLD`, as Bevy's loader has them unless told otherwise).
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component, Default, Debug, Clone)]
#[require(Transform)]
pub struct LevelScene;

type Fresh = Query<'static, 'static, Entity, (With<LevelScene>, With<Children>, Without<SpawnedLevel>)>;

/// Reads the scenes that have come with all of their meshes.
pub(super) fn read_scenes(world: &mut World, state: &mut SystemState<Fresh>) {
    let roots: Vec<Entity> = state.get(world).map(|fresh| fresh.iter().collect()).unwrap_or_default();
    for root in roots {
        if let Some(spawned) = read_scene(world, root) {
            for why in &spawned.left_out {
                log::warn!("level scene {root}: {why}");
            }
            world.entity_mut(root).insert(spawned);
        }
    }
}

/// A node of a scene, before its meshes are joined.
struct Found {
    entity: Entity,
    node: SceneNode,
    /// The meshes of the node itself and of its primitives.
    parts: Vec<Part>,
}

struct Part {
    mesh: AssetId<Mesh>,
    name: String,
    material: usize,
    /// Its place in the node's space.
    at: DAffine3,
}

/// Whether the loader made this entity for a primitive of its parent's mesh: it is no node of the file.
fn is_primitive(entity: EntityRef, has_mesh_name: bool) -> bool {
    let name = entity.get::<Name>().map_or("", Name::as_str);
    let is_of_unnamed = name == "Mesh" || name.starts_with("Mesh.");
    entity.contains::<Mesh3d>() && (has_mesh_name || is_of_unnamed)
}

/// The entities below a root as the nodes of a level; `None` as long as a mesh is not there.
pub(super) fn read_scene(world: &mut World, root: Entity) -> Option<SpawnedLevel> {
    let mut left_out = Vec::new();
    let (found, materials, soups) = gather(world, root, &mut left_out)?;
    let (mut nodes, mut meshes) = (Vec::new(), Vec::<LevelMesh>::new());
    // By the meshes of its parts; looked through in order.
    let mut known: Vec<(MeshKey, usize)> = Vec::new();
    for Found { node, parts, .. } in &found {
        let key: MeshKey = parts.iter().map(|part| (part.mesh, part.material, part.at)).collect();
        let mesh = match known.iter().find(|(other, _)| *other == key) {
            _ if parts.is_empty() => None,
            Some((_, mesh)) => Some(*mesh),
            None => {
                let mut soup = Soup::default();
                for part in parts {
                    let Some((_, source)) = soups.iter().find(|(id, _)| *id == part.mesh) else { continue };
                    let material = u16::try_from(part.material).unwrap_or(u16::MAX);
                    let materials = vec![material; source.triangles.len()];
                    let placed =
                        if part.at == DAffine3::IDENTITY { source.clone() } else { moved(source, &part.at) };
                    soup.append(&Soup { materials, ..placed });
                }
                meshes.push(LevelMesh { name: parts[0].name.clone(), soup });
                known.push((key, meshes.len() - 1));
                Some(meshes.len() - 1)
            }
        };
        nodes.push(SceneNode { mesh, ..node.clone() });
    }
    let scene = SceneLevel::of(&nodes, meshes, materials);
    left_out.extend(scene.level.notes.iter().cloned());
    let mut placer = Placer { world, root, found: &found, scene: &scene, left_out };
    Some(placer.place())
}

/// Mesh, material and place of each part: nodes with equal keys have the same mesh.
type MeshKey = Vec<(AssetId<Mesh>, usize, DAffine3)>;

type Gathered = (Vec<Found>, Vec<LevelMaterial>, Vec<(AssetId<Mesh>, Soup)>);

/// Walks the hierarchy, parents first.
fn gather(world: &mut World, root: Entity, left_out: &mut Vec<String>) -> Option<Gathered> {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    if registry.get_with_type_path(EXTRAS).is_none() {
        let why = "extras are not read: register_type::<GltfExtras>() makes them known, and so does Bevy's feature \
                   reflect_auto_register";
        left_out.push(why.into());
    }
    let mut state: SystemState<(Query<&ChildOf>, Query<&Transform>)> = SystemState::new(world);
    let (parents, transforms) = state.get(world).ok()?;
    let above = parent_pose(root, &parents, |at| transforms.get(at).ok().copied());
    let assets = world.get_resource::<Assets<Mesh>>()?;
    let mut found: Vec<Found> = Vec::new();
    let mut materials: Vec<LevelMaterial> = Vec::new();
    let mut soups: Vec<(AssetId<Mesh>, Soup)> = Vec::new();
    let mut open: Vec<(Entity, Pose, Option<usize>)> = vec![(root, above, None)];
    while let Some((entity, above, parent)) = open.pop() {
        let Ok(here) = world.get_entity(entity) else { continue };
        let Some(transform) = here.get::<Transform>() else { continue };
        let pose = Pose::of(transform).below(above);
        let text = |path| text_of(here, path, &registry);
        let mesh_name = text(MESH_NAME);
        let drawn = here.get::<Mesh3d>();
        let of_mesh = parent.filter(|_| is_primitive(here, mesh_name.is_some()));
        let own = of_mesh.unwrap_or(found.len());
        if of_mesh.is_none() {
            let name = here.get::<Name>().filter(|_| entity != root).map(ToString::to_string);
            let node = SceneNode {
                parent,
                name: name.unwrap_or_default(),
                pose: pose.affine,
                mesh: None,
                extras: text(EXTRAS),
            };
            found.push(Found { entity, node, parts: Vec::new() });
        }
        if let Some(Mesh3d(handle)) = drawn {
            let mesh = handle.id();
            if !soups.iter().any(|(id, _)| *id == mesh) {
                let soup = soup_of(assets.get(mesh)?);
                let name = found[own].node.name.clone();
                soups.push((
                    mesh,
                    soup.unwrap_or_else(|why| {
                        left_out.push(format!("{name:?}: {why}"));
                        Soup::default()
                    }),
                ));
            }
            let note = |why| left_out.push(why);
            let material = LevelMaterial::of(
                text(MATERIAL_NAME).unwrap_or_default(),
                text(MATERIAL_EXTRAS).as_deref(),
                note,
            );
            let material = materials.iter().position(|known| *known == material).unwrap_or_else(|| {
                materials.push(material);
                materials.len() - 1
            });
            let at = if of_mesh.is_some() { Pose::of(transform).affine } else { DAffine3::IDENTITY };
            found[own].parts.push(Part { mesh, name: mesh_name.unwrap_or_default(), material, at });
        }
        if let Some(children) = here.get::<Children>() {
            // In their order: the last is walked first.
            open.extend(children.iter().rev().map(|child| (child, pose, Some(own))));
        }
    }
    Some((found, materials, soups))
}

/// Puts the parts of a level onto the entities of its nodes.
struct Placer<'a> {
    world: &'a mut World,
    root: Entity,
    found: &'a [Found],
    scene: &'a SceneLevel,
    left_out: Vec<String>,
}

impl Placer<'_> {
    fn leave_out(&mut self, name: &str, why: &impl core::fmt::Display) {
        self.left_out.push(format!("{name:?}: {why}"));
    }

    fn place(&mut self) -> SpawnedLevel {
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
