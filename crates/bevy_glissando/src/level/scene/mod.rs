//! Scenes of glTF files that Bevy has spawned (feature `gltf`): their entities become the parts of a level where they are.

mod nodes;
mod parts;

use super::spawn::SpawnedLevel;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando_level::SceneLevel;
use nodes::Nodes;
use parts::Placer;

/// Put this on the root of a glTF scene: once Bevy has spawned the scene, its entities become the parts of a level.
///
/// By the names and extras of the nodes, as in files that [`glissando_level`] reads: a solid node gets a [`Collider`], one that moves a
/// collider with a [`Mover`](crate::Mover), one that is touched a [`Trigger`]; what is drawn stays as it is and moves along. The root
/// gets a [`SpawnedLevel`] with the entities; `On<Insert, SpawnedLevel>` observes it.
///
/// Vectors and points in extras are those of the scene: a root that is turned or scaled does not turn or scale them, nor does the
/// loader's `rotate_scene_entity`, and a root that is shifted does not shift points given as numbers (markers are shifted). A scene
/// that has come is not read again.
///
/// Meshes must be in main memory (`RenderAssetUsages::MAIN_WORLD`, as Bevy's loader has them unless told otherwise).
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component, Default, Debug, Clone)]
#[require(Transform)]
pub struct LevelScene;

type Fresh = Query<'static, 'static, Entity, (With<LevelScene>, With<Children>, Without<SpawnedLevel>)>;

/// Reads the scenes that have come with all of their meshes.
pub(in crate::level) fn read_scenes(world: &mut World, state: &mut SystemState<Fresh>) {
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

/// The entities below a root as the parts of a level; `None` as long as a mesh is not there.
fn read_scene(world: &mut World, root: Entity) -> Option<SpawnedLevel> {
    let mut left_out = Vec::new();
    let nodes = Nodes::below(world, root, &mut left_out)?;
    let (list, meshes) = nodes.joined();
    let scene = SceneLevel::of(&list, meshes, nodes.materials);
    left_out.extend(scene.level.notes.iter().cloned());
    let mut placer = Placer { world, root, found: &nodes.found, scene: &scene, left_out };
    Some(placer.place())
}
