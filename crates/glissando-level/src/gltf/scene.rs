//! The tree of nodes, walked without recursion: what is placed where, and what it is for.

use super::document::{Document, Node, SceneRoots};
use super::instancing;
use super::mesh::{MeshReader, morphs};
use super::node::{parent_from_node, world_from_node};
use crate::content::{Content, Meshed, Places, Visit};
use crate::convention::{self, Role};
use crate::error::{Place, Problem};
use crate::notes::Notes;
use glissando::DAffine3;

/// A node whose children are being walked.
struct Open {
    world_from_node: DAffine3,
    /// Nothing below it is solid or a marker.
    dropped: bool,
    /// What is below it belongs to this mechanism.
    mechanism: Option<usize>,
    children: std::vec::IntoIter<u32>,
}

/// Visits every node of the scene once, parents first, and puts what it carries into `content`.
pub(super) fn walk(
    document: &Document<'_>,
    world_from_file: DAffine3,
    content: &mut Content,
    reader: &mut MeshReader<'_, '_>,
    notes: &mut Notes,
) -> Result<(), Problem> {
    let mut reached = vec![false; document.nodes.len()];
    let children = roots(document, notes)?.into_iter();
    let mut path = vec![Open { world_from_node: world_from_file, dropped: false, mechanism: None, children }];
    while let Some(open) = path.last_mut() {
        let Some(index) = open.children.next() else {
            path.pop();
            continue;
        };
        let index = index as usize;
        if reached.get(index) == Some(&true) {
            let place = Place { kind: "node", index, name: "" };
            let what = "is reached twice: nodes must form trees, without cycles or second parents";
            return Err(Problem::malformed(place.to_string(), what));
        }
        let mut node: Node<'_> = document.element(&document.nodes, "node", index)?;
        let children = std::mem::take(&mut node.children);
        let place = Place { kind: "node", index, name: &node.name };
        let local = parent_from_node(&node).map_err(|problem| problem.within(&place))?;
        let world_from_node =
            world_from_node(open.world_from_node, local).map_err(|problem| problem.within(&place))?;
        let dropped = open.dropped || convention::role(&node.name) == Role::Dropped;
        let (is_leaf, mechanism) = (children.is_empty(), open.mechanism);
        let visit = Visit {
            index,
            name: &node.name,
            extras: node.extras.map(|extras| extras.get()),
            has_mesh: node.mesh.is_some(),
            is_view: node.camera.is_some() || node.extensions.light.is_some(),
            is_leaf,
            world_from_node,
            dropped,
            mechanism,
        };
        if node.skin.is_some() {
            notes.add(|| format!("{place} has a skin: its mesh is taken as it is, without bones"));
        }
        if morphs(node.weights.as_deref()) {
            notes.add(|| {
                format!("{place} has morph weights: its mesh is taken as it is, without morph targets")
            });
        }
        let read = |notes: &mut Notes| meshed(&node, world_from_node, reader, notes);
        let mechanism = content.add(&visit, notes, read).map_err(|problem| problem.within(&place))?;
        path.push(Open { world_from_node, dropped, mechanism, children: children.into_iter() });
        if let Some(flag) = reached.get_mut(index) {
            *flag = true;
        }
    }
    let missed = reached.iter().filter(|r| !**r).count();
    if missed > 0 {
        notes.add(|| format!("{missed} nodes are not in the scene and were skipped"));
    }
    Ok(())
}

/// The mesh of a node, if it has triangles.
fn meshed(
    node: &Node<'_>,
    world_from_node: DAffine3,
    reader: &mut MeshReader<'_, '_>,
    notes: &mut Notes,
) -> Result<Option<Meshed>, Problem> {
    let Some(mesh) = node.mesh.map_or(Ok(None), |mesh| reader.mesh(mesh, notes))? else { return Ok(None) };
    let role = reader.role(mesh);
    let places = match &node.extensions.instancing {
        None => Places::Once,
        Some(instancing) => {
            let name = node.name.len();
            Places::Copies(instancing::world_from_copies(reader, world_from_node, instancing, name)?)
        }
    };
    Ok(Some(Meshed { mesh, role, places }))
}

/// The roots of the scene; without any scene, every node that is no node's child.
fn roots(document: &Document<'_>, notes: &mut Notes) -> Result<Vec<u32>, Problem> {
    let scenes = &document.scenes;
    if !scenes.is_empty() {
        if scenes.len() > 1 {
            notes.add(|| format!("only one of {} scenes was loaded", scenes.len()));
        }
        let scene: SceneRoots = document.element(scenes, "scene", document.scene.unwrap_or(0))?;
        return Ok(scene.nodes);
    }
    let nodes = &document.nodes;
    let mut is_child = vec![false; nodes.len()];
    for index in 0..nodes.len() {
        for child in document.element::<Node<'_>>(nodes, "node", index)?.children {
            if let Some(flag) = is_child.get_mut(child as usize) {
                *flag = true;
            }
        }
    }
    Ok((0_u32..).zip(is_child).filter(|(_, child)| !child).map(|(index, _)| index).collect())
}
