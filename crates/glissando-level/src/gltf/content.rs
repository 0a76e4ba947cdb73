//! What a node carries: instances of its mesh, or a marker.

use super::document::{Document, Node};
use super::extras::ExtrasReader;
use super::instancing;
use super::mesh::MeshReader;
use crate::convention::{self, Flags, Role};
use crate::error::{Place, Problem};
use crate::level::{Extras, Instance, Marker, MarkerKind, SpawnAnchor};
use crate::notes::Notes;
use crate::solid;
use glissando::{DAffine3, DVec3};

/// Bytes of the shortest node with a mesh: `{"mesh":0},`.
const SHORTEST_MESH_NODE: usize = 11;

/// A node on the walk.
pub(super) struct Visit<'n> {
    pub(super) index: usize,
    pub(super) node: &'n Node<'n>,
    pub(super) is_leaf: bool,
    pub(super) world_from_node: DAffine3,
    /// It, or something above it, says that nothing here counts.
    pub(super) dropped: bool,
}

/// What was found so far.
#[derive(Debug)]
pub(super) struct Content {
    extras: ExtrasReader,
    instances: Vec<Instance>,
    /// One an instance.
    roles: Vec<Role>,
    markers: Vec<Marker>,
}

impl Content {
    /// Nothing yet, but room for all instances: growing would take three times the memory.
    pub(super) fn new(document: &Document<'_>) -> Self {
        let most = document.nodes.len().min(document.text_bytes / SHORTEST_MESH_NODE);
        Self {
            extras: ExtrasReader::new(document.text_bytes),
            instances: Vec::with_capacity(most),
            roles: Vec::with_capacity(most),
            markers: Vec::new(),
        }
    }

    /// Adds what a node carries.
    pub(super) fn add(
        &mut self,
        visit: &Visit<'_>,
        reader: &mut MeshReader<'_, '_>,
        notes: &mut Notes,
    ) -> Result<(), Problem> {
        let node = visit.node;
        let place = Place { kind: "node", index: visit.index, name: &node.name };
        let flags = node.extras.map_or(Ok(Flags::default()), |extras| convention::flags(extras.get()));
        let flags = flags.unwrap_or_else(|error| {
            notes.add(|| format!("{place}: extras: {error}"));
            Flags::default()
        });
        let extras = self.extras.read(node.extras, notes);
        if node.skin.is_some() {
            notes.add(|| format!("{place} has a skin: its mesh is taken as it is, without bones"));
        }
        if let Some(mesh) = node.mesh {
            if !flags.spawn && convention::names_a_spawn(&node.name) {
                notes
                    .add(|| format!("{place} has a mesh and is no spawn: say so in its extras if it is one"));
            }
            self.place_mesh(mesh, visit, &flags, &extras, (reader, notes))?;
        }
        if let Some(kind) = marker_kind(visit, &flags)
            && !visit.dropped
        {
            self.markers.push(marker(visit, kind, extras));
        }
        Ok(())
    }

    fn place_mesh(
        &mut self,
        mesh: usize,
        visit: &Visit<'_>,
        flags: &Flags,
        extras: &Extras,
        (reader, notes): (&mut MeshReader<'_, '_>, &mut Notes),
    ) -> Result<(), Problem> {
        let Some(mesh) = reader.mesh(mesh, notes)? else { return Ok(()) };
        let role = role(visit, flags, reader.role(mesh));
        let name = &visit.node.name;
        let instance = |pose: DAffine3| Instance {
            name: name.clone().into_owned(),
            mesh,
            pose,
            solid: true,
            extras: extras.clone(),
        };
        match &visit.node.extensions.instancing {
            None => {
                self.instances.push(instance(visit.world_from_node));
                self.roles.push(role);
            }
            Some(instancing) => {
                let copies = instancing::node_from_copies(reader, instancing, name.len())?;
                self.roles.resize(self.roles.len() + copies.len(), role);
                self.instances.reserve_exact(copies.len());
                self.instances.extend(copies.into_iter().map(|copy| instance(visit.world_from_node * copy)));
            }
        }
        Ok(())
    }

    /// All instances, with their solidity decided, and all markers.
    pub(super) fn finish(mut self, notes: &mut Notes) -> (Vec<Instance>, Vec<Marker>) {
        solid::decide(&mut self.instances, &self.roles, notes);
        (self.instances, self.markers)
    }
}

/// What extras, the node's name and the mesh's name say, in this order.
fn role(visit: &Visit<'_>, flags: &Flags, of_mesh: Role) -> Role {
    match (visit.dropped, flags.collision) {
        (true, _) => return Role::Dropped,
        (false, Some(true)) => return Role::Collision,
        (false, Some(false)) => return Role::Intangible,
        (false, None) if flags.spawn => return Role::Intangible,
        (false, None) => {}
    }
    match convention::role(&visit.node.name) {
        Role::Plain => of_mesh,
        role => role,
    }
}

/// What kind of marker a node is, if it is one.
fn marker_kind(visit: &Visit<'_>, flags: &Flags) -> Option<MarkerKind> {
    let node = visit.node;
    if flags.spawn {
        return Some(MarkerKind::Spawn);
    }
    if flags.path {
        return Some(MarkerKind::Path);
    }
    if node.mesh.is_some() || node.camera.is_some() || node.extensions.light.is_some() {
        return None;
    }
    if convention::names_a_spawn(&node.name) {
        Some(MarkerKind::Spawn)
    } else if convention::names_a_path(&node.name) {
        Some(MarkerKind::Path)
    } else {
        let is_named_leaf = visit.is_leaf && !node.name.is_empty();
        (is_named_leaf || node.extras.is_some()).then_some(MarkerKind::Other)
    }
}

fn marker(visit: &Visit<'_>, kind: MarkerKind, extras: Extras) -> Marker {
    let front = visit.world_from_node.transform_vector(DVec3::Z);
    Marker {
        name: visit.node.name.clone().into_owned(),
        kind,
        position: visit.world_from_node.translation,
        anchor: SpawnAnchor::Feet,
        yaw_radians: libm::atan2(-front.z, front.x),
        extras,
    }
}
