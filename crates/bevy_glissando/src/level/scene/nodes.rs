//! The entities of a scene as the nodes and meshes of a level.

use crate::level::placed::moved;
use crate::level::words::*;
use crate::mesh::soup_of;
use crate::pose::{Pose, parent_pose};
use bevy_asset::{AssetId, Assets};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_ecs::system::SystemState;
use bevy_mesh::{Mesh, Mesh3d};
use bevy_reflect::TypeRegistry;
use bevy_transform::components::Transform;
use glissando::{DAffine3, Soup};
use glissando_level::{LevelMaterial, LevelMesh, SceneNode};

/// A node of a scene, before its meshes are joined.
pub(super) struct Found {
    pub(super) entity: Entity,
    pub(super) node: SceneNode,
    /// The meshes of the node itself and of its primitives.
    parts: Vec<Part>,
    /// It is a camera or has a light.
    is_view: bool,
}

struct Part {
    mesh: AssetId<Mesh>,
    name: String,
    material: usize,
    /// Its place in the node's space.
    at: DAffine3,
}

/// Mesh, material and place of each part: nodes with equal keys have the same mesh.
type MeshKey = Vec<(AssetId<Mesh>, usize, DAffine3)>;

/// The nodes of a scene, parents first, and what their meshes are made of.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) found: Vec<Found>,
    pub(super) materials: Vec<LevelMaterial>,
    soups: Vec<(AssetId<Mesh>, Soup)>,
}

impl Nodes {
    /// Walks the hierarchy from a root down; `None` as long as a mesh is not there.
    pub(super) fn below(world: &mut World, root: Entity, left_out: &mut Vec<String>) -> Option<Self> {
        let registry = world.resource::<AppTypeRegistry>().clone();
        let registry = registry.read();
        if registry.get_with_type_path(EXTRAS).is_none() {
            let why = "extras are not read: register_type::<GltfExtras>() makes them known, and so does Bevy's \
                       feature reflect_auto_register";
            left_out.push(why.into());
        }
        let mut state: SystemState<(Query<&ChildOf>, Query<&Transform>)> = SystemState::new(world);
        let (parents, transforms) = state.get(world).ok()?;
        let above = parent_pose(root, &parents, |at| transforms.get(at).ok().copied());
        let assets = world.get_resource::<Assets<Mesh>>()?;
        let mut walk = Walk { root, registry: &registry, assets, left_out, nodes: Self::default() };
        let mut open: Vec<(Entity, Pose, Option<usize>)> = vec![(root, above, None)];
        while let Some((entity, above, parent)) = open.pop() {
            let Ok(here) = world.get_entity(entity) else { continue };
            let Some(transform) = here.get::<Transform>() else { continue };
            let pose = Pose::of(transform).below(above);
            let own = walk.visit(here, transform, &pose, parent)?;
            if let Some(children) = here.get::<Children>() {
                // In their order: the last is walked first.
                open.extend(children.iter().rev().map(|child| (child, pose, Some(own))));
            }
        }
        Some(walk.nodes)
    }

    /// The nodes with one mesh each, and the meshes; nodes with the same parts share one.
    pub(super) fn joined(&self) -> (Vec<SceneNode>, Vec<LevelMesh>) {
        let (mut nodes, mut meshes) = (Vec::new(), Vec::<LevelMesh>::new());
        // By the meshes of its parts; looked through in order.
        let mut known: Vec<(MeshKey, usize)> = Vec::new();
        for Found { node, parts, is_view, .. } in &self.found {
            let key: MeshKey = parts.iter().map(|part| (part.mesh, part.material, part.at)).collect();
            let mesh = match known.iter().find(|(other, _)| *other == key) {
                _ if parts.is_empty() => None,
                Some((_, mesh)) => Some(*mesh),
                None => {
                    meshes.push(LevelMesh { name: parts[0].name.clone(), soup: self.soup(parts) });
                    known.push((key, meshes.len() - 1));
                    Some(meshes.len() - 1)
                }
            };
            let mut node = SceneNode { mesh, ..node.clone() };
            if *is_view && mesh.is_none() {
                // As in files: the name of a camera or a light makes no marker.
                node.name.clear();
                node.extras = node.extras.filter(|text| text.contains("\"glissando\""));
            }
            nodes.push(node);
        }
        (nodes, meshes)
    }

    /// The triangles of these parts in the space of their node.
    fn soup(&self, parts: &[Part]) -> Soup {
        let mut soup = Soup::default();
        for part in parts {
            let Some((_, source)) = self.soups.iter().find(|(id, _)| *id == part.mesh) else { continue };
            let material = u16::try_from(part.material).unwrap_or(u16::MAX);
            let materials = vec![material; source.triangles.len()];
            let placed = if part.at == DAffine3::IDENTITY { source.clone() } else { moved(source, &part.at) };
            soup.append(&Soup { materials, ..placed });
        }
        soup
    }
}

/// A walk through a scene, and what it has found.
struct Walk<'a> {
    root: Entity,
    registry: &'a TypeRegistry,
    assets: &'a Assets<Mesh>,
    left_out: &'a mut Vec<String>,
    nodes: Nodes,
}

impl Walk<'_> {
    /// Adds what an entity has, and returns the index of its node; `None` if its mesh is not there.
    fn visit(
        &mut self,
        here: EntityRef,
        transform: &Transform,
        pose: &Pose,
        parent: Option<usize>,
    ) -> Option<usize> {
        let has = |path| has(here, path, self.registry);
        if let Some(parent) = parent.filter(|_| !here.contains::<Mesh3d>() && LIGHTS.into_iter().any(has)) {
            self.nodes.found[parent].is_view = true;
            return Some(parent);
        }
        let mesh_name = text_of(here, MESH_NAME, self.registry);
        let of_mesh = parent.filter(|_| is_primitive(here, mesh_name.is_some()));
        let own = of_mesh.unwrap_or(self.nodes.found.len());
        if of_mesh.is_none() {
            let node = SceneNode {
                parent,
                name: self.name(here, parent),
                pose: pose.affine,
                mesh: None,
                extras: text_of(here, EXTRAS, self.registry),
            };
            self.nodes.found.push(Found { entity: here.id(), node, parts: Vec::new(), is_view: has(CAMERA) });
        }
        if let Some(Mesh3d(handle)) = here.get::<Mesh3d>() {
            let mesh = handle.id();
            self.read_mesh(mesh, own)?;
            let material = self.material(here);
            let at = if of_mesh.is_some() { Pose::of(transform).affine } else { DAffine3::IDENTITY };
            let part = Part { mesh, name: mesh_name.unwrap_or_default(), material, at };
            self.nodes.found[own].parts.push(part);
        }
        Some(own)
    }

    /// The name that the file gives a node; the loader makes up names of nodes without one, and a scene is no node.
    fn name(&self, here: EntityRef, parent: Option<usize>) -> String {
        let name = here.get::<Name>().map_or("", Name::as_str);
        let is_unnamed_scene = parent == Some(0) && is_numbered(name, "Scene");
        let is_scene = here.id() == self.root || is_unnamed_scene || has(here, SCENE_NAME, self.registry);
        if is_scene || is_numbered(name, "GltfNode") { String::new() } else { name.to_owned() }
    }

    /// Reads the triangles of a mesh that was not met before; `None` if it is not there.
    fn read_mesh(&mut self, mesh: AssetId<Mesh>, own: usize) -> Option<()> {
        if !self.nodes.soups.iter().any(|(id, _)| *id == mesh) {
            let soup = soup_of(self.assets.get(mesh)?).unwrap_or_else(|why| {
                self.left_out.push(format!("{:?}: {why}", self.nodes.found[own].node.name));
                Soup::default()
            });
            self.nodes.soups.push((mesh, soup));
        }
        Some(())
    }

    /// The index of the material of a primitive.
    fn material(&mut self, here: EntityRef) -> usize {
        let text = |path| text_of(here, path, self.registry);
        let name = text(MATERIAL_NAME).unwrap_or_default();
        let material =
            LevelMaterial::of(name, text(MATERIAL_EXTRAS).as_deref(), |why| self.left_out.push(why));
        let materials = &mut self.nodes.materials;
        materials.iter().position(|known| *known == material).unwrap_or_else(|| {
            materials.push(material);
            materials.len() - 1
        })
    }
}

/// Whether a name is this word and a number.
fn is_numbered(name: &str, word: &str) -> bool {
    let number = name.strip_prefix(word).unwrap_or("");
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether the loader made this entity for a primitive of its parent's mesh: it is no node of the file.
fn is_primitive(entity: EntityRef, has_mesh_name: bool) -> bool {
    let name = entity.get::<Name>().map_or("", Name::as_str);
    let is_of_unnamed = name == "Mesh" || name.starts_with("Mesh.");
    entity.contains::<Mesh3d>() && (has_mesh_name || is_of_unnamed)
}
