//! A scene that another program has read, by the rules for glTF: what collides, what moves, what is touched, where spawns are.

use crate::content::{Content, Meshed, Places, Visit};
use crate::convention::{self, Role};
use crate::error::clip;
use crate::level::{Level, LevelMaterial, LevelMesh};
use crate::notes::Notes;
use glissando::DAffine3;

/// A node of a scene in memory: an entity of an engine, for instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneNode {
    /// Index of the node above it, which comes before it in the list; `None` for a root.
    pub parent: Option<usize>,
    /// Its name, with the suffixes and prefixes on the crate's front page.
    pub name: String,
    /// From the node's space to the world, in metres, Y up.
    pub pose: DAffine3,
    /// Index into the meshes, if it has triangles.
    pub mesh: Option<usize>,
    /// Its extras as JSON text.
    pub extras: Option<String>,
}

/// The level of a scene, and which node each part of it is.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SceneLevel {
    /// The level.
    pub level: Level,
    /// By index in [`Level::instances`].
    pub instances: Vec<usize>,
    /// By index in [`Level::mechanism_nodes`].
    pub mechanisms: Vec<usize>,
    /// By index in [`Level::markers`].
    pub markers: Vec<usize>,
}

impl SceneLevel {
    /// The level of these nodes, parents first. Material ids of the meshes' soups are indices into `materials`.
    ///
    /// A node whose parent does not come before it counts as a root, one whose mesh does not exist as one without; notes say so.
    ///
    /// ```
    /// use glissando::{Soup, Vec3};
    /// use glissando_level::{LevelMesh, Mechanisms, SceneLevel, SceneNode};
    ///
    /// let cube = LevelMesh { name: "cube".into(), soup: Soup::cuboid(Vec3::ZERO, Vec3::ONE) };
    /// let node = |name: &str| SceneNode { name: name.into(), mesh: Some(0), ..SceneNode::default() };
    /// let extras = r#"{"glissando":{"motion":{"angular":[0,1,0]}}}"#;
    /// let table = SceneNode { extras: Some(extras.into()), ..node("table") };
    /// let scene = SceneLevel::of(&[node("floor"), node("flag-noimp"), table], vec![cube], Vec::new());
    /// assert_eq!(scene.level.instances.iter().filter(|i| i.solid).count(), 1);
    /// let mechanisms = Mechanisms::of_level(&scene.level);
    /// assert_eq!(scene.mechanisms[mechanisms.movers[0].node.unwrap()], 2);
    /// ```
    pub fn of(nodes: &[SceneNode], meshes: Vec<LevelMesh>, materials: Vec<LevelMaterial>) -> Self {
        let mut notes = Notes::default();
        let text_bytes = nodes.iter().filter_map(|node| node.extras.as_ref()).map(String::len).sum();
        let mut content = Content::new(text_bytes, 0);
        let mut scene = Self::default();
        let mut is_leaf = vec![true; nodes.len()];
        for parent in nodes.iter().filter_map(|node| node.parent) {
            if let Some(is_leaf) = is_leaf.get_mut(parent) {
                *is_leaf = false;
            }
        }
        // By node: whether it is dropped, and the mechanism that what is below it belongs to.
        let mut walked: Vec<(bool, Option<usize>)> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let name = clip(&node.name);
            let above = node.parent.and_then(|parent| walked.get(parent));
            if node.parent.is_some() && above.is_none() {
                notes.add(|| format!("node {index} {name:?}: its parent does not come before it"));
            }
            let (above_dropped, mechanism) = above.copied().unwrap_or_default();
            let dropped = above_dropped || convention::role(&node.name) == Role::Dropped;
            let mesh = node.mesh.and_then(|mesh| meshes.get(mesh).map(|source| (mesh, source)));
            if node.mesh.is_some() && mesh.is_none() {
                notes.add(|| format!("node {index} {name:?}: its mesh does not exist"));
            }
            let visit = Visit {
                index,
                name: &node.name,
                extras: node.extras.as_deref(),
                has_mesh: mesh.is_some(),
                is_view: false,
                is_leaf: is_leaf[index],
                world_from_node: node.pose,
                dropped,
                mechanism,
            };
            let meshed = mesh.map(|(mesh, source)| {
                let role = convention::role(&source.name);
                Meshed { mesh, role, places: Places::Once }
            });
            // Only reading a file can fail.
            let below = content.add(&visit, &mut notes, |_| Ok(meshed)).unwrap_or_default();
            walked.push((dropped, below));
            let [instances, mechanisms, markers] = content.counts();
            scene.instances.resize(instances, index);
            scene.mechanisms.resize(mechanisms, index);
            scene.markers.resize(markers, index);
        }
        content.finish(&mut scene.level, &mut notes);
        (scene.level.meshes, scene.level.materials) = (meshes, materials);
        (scene.level.unit, scene.level.notes) = (1.0, notes.into_lines());
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, LoadOptions, MarkerKind, Mechanisms, load_bytes};
    use glissando::{Soup, Vec3};

    const YARD: &str = include_str!("../examples/courtyard.gltf");

    fn cube() -> LevelMesh {
        LevelMesh { name: "cube".into(), soup: Soup::cuboid(Vec3::ZERO, Vec3::ONE) }
    }

    fn node(name: &str, parent: Option<usize>) -> SceneNode {
        SceneNode { name: name.into(), parent, mesh: Some(0), ..SceneNode::default() }
    }

    #[test]
    fn a_scene_has_the_level_that_its_file_has() {
        let file = load_bytes(Format::Gltf, YARD.as_bytes(), &LoadOptions::default()).unwrap();
        let placed = |level: &Level| -> Vec<_> {
            level.instances.iter().map(|i| (i.name.clone(), i.solid, i.pose.translation)).collect()
        };
        let nodes = file.instances.iter().map(|i| SceneNode { pose: i.pose, ..node(&i.name, None) });
        let spawn = file.spawns().next().unwrap();
        let spawn = SceneNode {
            name: spawn.name.clone(),
            pose: DAffine3::from_translation(spawn.position),
            ..SceneNode::default()
        };
        let nodes: Vec<_> = nodes.chain([spawn]).collect();
        let scene = SceneLevel::of(&nodes, file.meshes.clone(), file.materials.clone());
        assert_eq!(placed(&scene.level), placed(&file));
        assert_eq!(scene.markers, [nodes.len() - 1]);
        assert_eq!(scene.level.markers[0].kind, MarkerKind::Spawn);
        assert_eq!(scene.instances, (0..nodes.len() - 1).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_below_a_mechanism_belongs_to_it_and_what_is_below_a_dropped_node_is_not_there() {
        let mut lift = node("lift", None);
        lift.extras = Some(r#"{"glissando":{"shuttle":{"travel":[0,2,0],"speed":1}}}"#.into());
        let nodes = [
            node("sketch-noimp", None),
            node("wall", Some(0)),
            lift,
            node("rail", Some(2)),
            node("floor", None),
        ];
        let scene = SceneLevel::of(&nodes, vec![cube()], Vec::new());
        let solid: Vec<_> =
            scene.level.instances.iter().filter(|i| i.solid).map(|i| i.name.as_str()).collect();
        assert_eq!(solid, ["floor"]);
        let mechanisms = Mechanisms::of_level(&scene.level);
        assert_eq!(mechanisms.movers[0].soup.triangles.len(), 24);
        assert_eq!(scene.mechanisms, [2]);
    }

    #[test]
    fn a_parent_that_comes_later_and_a_mesh_that_is_not_there_are_noted() {
        let nodes = [node("a", Some(1)), SceneNode { mesh: Some(7), ..node("b", None) }];
        let scene = SceneLevel::of(&nodes, vec![cube()], Vec::new());
        let notes = &scene.level.notes;
        assert!(notes.iter().any(|n| n.contains("\"a\"") && n.contains("parent")), "{notes:?}");
        assert!(notes.iter().any(|n| n.contains("\"b\"") && n.contains("mesh")), "{notes:?}");
    }
}
