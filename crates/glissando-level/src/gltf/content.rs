//! What a node carries: instances of its mesh, or a marker.

use super::document::{Document, Node};
use super::extras::ExtrasReader;
use super::instancing;
use super::mesh::MeshReader;
use crate::convention::{self, Flags, Role};
use crate::error::{Place, Problem};
use crate::level::{Extras, Instance, Level, Marker, MarkerKind, MechanismNode, SpawnAnchor};
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
    /// The mechanism that the node above it belongs to.
    pub(super) mechanism: Option<usize>,
}

/// What was found so far.
#[derive(Debug)]
pub(super) struct Content {
    extras: ExtrasReader,
    instances: Vec<Instance>,
    /// One an instance.
    roles: Vec<Role>,
    markers: Vec<Marker>,
    mechanisms: Vec<Mechanism>,
}

/// A mechanism, and which of its instances are made for collision.
#[derive(Debug)]
struct Mechanism {
    node: MechanismNode,
    explicit: Vec<usize>,
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
            mechanisms: Vec::new(),
        }
    }

    /// Adds what a node carries, and tells which mechanism it and what is below it belong to.
    pub(super) fn add(
        &mut self,
        visit: &Visit<'_>,
        reader: &mut MeshReader<'_, '_>,
        notes: &mut Notes,
    ) -> Result<Option<usize>, Problem> {
        let node = visit.node;
        let place = Place { kind: "node", index: visit.index, name: &node.name };
        let flags = node.extras.map_or(Ok(Flags::default()), |extras| convention::flags(extras.get()));
        let flags = flags.unwrap_or_else(|error| {
            notes.add(|| format!("{place}: extras: {error}"));
            Flags::default()
        });
        if flags.traction.is_some() {
            notes.add(|| format!("{place}: extras: traction is for materials, and was ignored"));
        }
        let extras = self.extras.read(node.extras, notes);
        if node.skin.is_some() {
            notes.add(|| format!("{place} has a skin: its mesh is taken as it is, without bones"));
        }
        let (mechanism, below) = self.mechanisms(visit, &flags, &extras);
        if let Some(mesh) = node.mesh {
            if !flags.spawn && convention::names_a_spawn(&node.name) {
                notes
                    .add(|| format!("{place} has a mesh and is no spawn: say so in its extras if it is one"));
            }
            let first = self.instances.len();
            self.place_mesh(mesh, visit, &flags, &extras, (reader, notes))?;
            self.hand_over(first, mechanism);
        }
        if let Some(kind) = marker_kind(visit, &flags)
            && !visit.dropped
        {
            self.markers.push(marker(visit, kind, extras));
        }
        Ok(below)
    }

    /// The mechanisms that a node and what is below it belong to: its own, else that of the node above it.
    ///
    /// What only its name makes a trigger is one alone.
    fn mechanisms(
        &mut self,
        visit: &Visit<'_>,
        flags: &Flags,
        extras: &Extras,
    ) -> (Option<usize>, Option<usize>) {
        let node = visit.node;
        let by_name = node.mesh.is_some()
            && convention::names_a_trigger(&node.name)
            && !flags.spawn
            && flags.collision.is_none();
        if visit.dropped || !(flags.mechanism() || by_name) {
            return (visit.mechanism, visit.mechanism);
        }
        let node = MechanismNode {
            name: node.name.clone().into_owned(),
            pose: visit.world_from_node,
            extras: extras.clone(),
            instances: Vec::new(),
        };
        self.mechanisms.push(Mechanism { node, explicit: Vec::new() });
        let own = Some(self.mechanisms.len() - 1);
        (own, if flags.mechanism() { own } else { visit.mechanism })
    }

    /// Gives the instances from `first` on to their mechanism.
    fn hand_over(&mut self, first: usize, mechanism: Option<usize>) {
        let Some(mechanism) = mechanism.and_then(|m| self.mechanisms.get_mut(m)) else { return };
        for (index, role) in self.roles.iter_mut().enumerate().skip(first) {
            match role {
                Role::Plain => mechanism.node.instances.push(index),
                Role::Collision => mechanism.explicit.push(index),
                Role::Intangible | Role::Dropped | Role::Mechanism => continue,
            }
            *role = Role::Mechanism;
        }
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
                let world_from_node = visit.world_from_node;
                let copies = instancing::world_from_copies(reader, world_from_node, instancing, name.len())?;
                self.roles.resize(self.roles.len() + copies.len(), role);
                self.instances.reserve_exact(copies.len());
                self.instances.extend(copies.into_iter().map(instance));
            }
        }
        Ok(())
    }

    /// Puts everything into the level, with the instances' solidity decided.
    pub(super) fn finish(mut self, level: &mut Level, notes: &mut Notes) {
        solid::decide(&mut self.instances, &self.roles, notes);
        let node = |mechanism: Mechanism| {
            let Mechanism { mut node, explicit } = mechanism;
            if !explicit.is_empty() {
                node.instances = explicit;
            }
            node
        };
        level.mechanism_nodes = self.mechanisms.into_iter().map(node).collect();
        level.instances = self.instances;
        level.markers = self.markers;
    }
}

/// What extras, the node's name and the mesh's name say, in this order.
fn role(visit: &Visit<'_>, flags: &Flags, of_mesh: Role) -> Role {
    match (visit.dropped, flags.collision) {
        (true, _) => return Role::Dropped,
        (false, Some(true)) => return Role::Collision,
        (false, Some(false)) => return Role::Intangible,
        (false, None) if flags.spawn => return Role::Intangible,
        // Nothing says what it is made for; `hand_over` takes it.
        (false, None) if convention::names_a_trigger(&visit.node.name) => return Role::Plain,
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
    if flags.path() {
        return Some(MarkerKind::Path);
    }
    if flags.mechanism() || node.mesh.is_some() || node.camera.is_some() || node.extensions.light.is_some() {
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
