//! What a node carries: instances of its mesh, or a marker.

use crate::convention::{self, Flags, Role};
use crate::error::{Place, Problem};
use crate::extras::ExtrasReader;
use crate::level::{Extras, Instance, Level, Marker, MarkerKind, MechanismNode, SpawnAnchor};
use crate::notes::Notes;
use crate::solid;
use crate::words;
use glissando::{DAffine3, DVec3};

/// A node on the walk.
pub(crate) struct Visit<'n> {
    pub(crate) index: usize,
    pub(crate) name: &'n str,
    /// As JSON text.
    pub(crate) extras: Option<&'n str>,
    pub(crate) has_mesh: bool,
    /// It has a camera or a light.
    pub(crate) is_view: bool,
    pub(crate) is_leaf: bool,
    pub(crate) world_from_node: DAffine3,
    /// It, or something above it, says that nothing here counts.
    pub(crate) dropped: bool,
    /// The mechanism that the node above it belongs to.
    pub(crate) mechanism: Option<usize>,
}

/// The mesh of a node, and where it is.
pub(crate) struct Meshed {
    /// Index into the level's meshes.
    pub(crate) mesh: usize,
    /// What the name of the mesh says.
    pub(crate) role: Role,
    pub(crate) places: Places,
}

/// Where a node has its mesh.
pub(crate) enum Places {
    /// Where the node is.
    Once,
    /// In these poses in the world.
    Copies(Vec<DAffine3>),
}

/// What was found so far.
#[derive(Debug)]
pub(crate) struct Content {
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
    /// Nothing yet, but room for so many instances: growing would take three times the memory.
    pub(crate) fn new(text_bytes: usize, most: usize) -> Self {
        Self {
            extras: ExtrasReader::new(text_bytes),
            instances: Vec::with_capacity(most),
            roles: Vec::with_capacity(most),
            markers: Vec::new(),
            mechanisms: Vec::new(),
        }
    }

    /// Adds what a node carries, and tells which mechanism it and what is below it belong to. `read` reads its mesh.
    pub(crate) fn add(
        &mut self,
        visit: &Visit<'_>,
        notes: &mut Notes,
        read: impl FnOnce(&mut Notes) -> Result<Option<Meshed>, Problem>,
    ) -> Result<Option<usize>, Problem> {
        let place = Place { kind: "node", index: visit.index, name: visit.name };
        let flags = visit.extras.map_or(Ok(Flags::default()), convention::flags);
        let flags = flags.unwrap_or_else(|error| {
            notes.add(|| format!("{place}: extras: {error}"));
            Flags::default()
        });
        if flags.traction.is_some() {
            notes.add(|| format!("{place}: extras: traction is for materials, and was ignored"));
        }
        let extras = self.extras.read(visit.extras, notes);
        let before = self.mechanisms.len();
        let (mechanism, below) = self.mechanisms(visit, &flags, &extras);
        // A mechanism names its unknown words where it is read.
        if self.mechanisms.len() == before {
            let unknown = visit.extras.map(|extras| words::unknown(extras, words::OF_NODES));
            for why in unknown.into_iter().flatten() {
                notes.add(|| format!("{place}: extras, {why}"));
            }
        }
        if visit.has_mesh {
            if !flags.spawn && convention::names_a_spawn(visit.name) {
                notes
                    .add(|| format!("{place} has a mesh and is no spawn: say so in its extras if it is one"));
            }
            let first = self.instances.len();
            if let Some(meshed) = read(notes)? {
                self.place_mesh(meshed, visit, &flags, &extras);
            }
            self.hand_over(first, mechanism);
        }
        if let Some(kind) = marker_kind(visit, &flags)
            && !visit.dropped
        {
            self.markers.push(marker(visit, kind, extras));
        }
        Ok(below)
    }

    /// The number of instances, mechanisms and markers so far.
    pub(crate) fn counts(&self) -> [usize; 3] {
        [self.instances.len(), self.mechanisms.len(), self.markers.len()]
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
        let by_name = visit.has_mesh
            && convention::names_a_trigger(visit.name)
            && !flags.spawn
            && flags.collision.is_none();
        if visit.dropped || !(flags.mechanism() || by_name) {
            return (visit.mechanism, visit.mechanism);
        }
        let node = MechanismNode {
            name: visit.name.to_owned(),
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

    fn place_mesh(&mut self, meshed: Meshed, visit: &Visit<'_>, flags: &Flags, extras: &Extras) {
        let Meshed { mesh, role: of_mesh, places } = meshed;
        let role = role(visit, flags, of_mesh);
        let instance = |pose: DAffine3| Instance {
            name: visit.name.to_owned(),
            mesh,
            pose,
            solid: true,
            extras: extras.clone(),
        };
        match places {
            Places::Once => {
                self.instances.push(instance(visit.world_from_node));
                self.roles.push(role);
            }
            Places::Copies(copies) => {
                self.roles.resize(self.roles.len() + copies.len(), role);
                self.instances.reserve_exact(copies.len());
                self.instances.extend(copies.into_iter().map(instance));
            }
        }
    }

    /// Puts everything into the level, with the instances' solidity decided.
    pub(crate) fn finish(mut self, level: &mut Level, notes: &mut Notes) {
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
        (false, None) if convention::names_a_trigger(visit.name) => return Role::Plain,
        (false, None) => {}
    }
    match convention::role(visit.name) {
        Role::Plain => of_mesh,
        role => role,
    }
}

/// What kind of marker a node is, if it is one.
fn marker_kind(visit: &Visit<'_>, flags: &Flags) -> Option<MarkerKind> {
    if flags.spawn {
        return Some(MarkerKind::Spawn);
    }
    if flags.path() {
        return Some(MarkerKind::Path);
    }
    if flags.mechanism() || visit.has_mesh || visit.is_view {
        return None;
    }
    if convention::names_a_spawn(visit.name) {
        Some(MarkerKind::Spawn)
    } else if convention::names_a_path(visit.name) {
        Some(MarkerKind::Path)
    } else {
        let is_named_leaf = visit.is_leaf && !visit.name.is_empty();
        (is_named_leaf || visit.extras.is_some()).then_some(MarkerKind::Other)
    }
}

fn marker(visit: &Visit<'_>, kind: MarkerKind, extras: Extras) -> Marker {
    let front = visit.world_from_node.transform_vector(DVec3::Z);
    Marker {
        name: visit.name.to_owned(),
        kind,
        position: visit.world_from_node.translation,
        anchor: SpawnAnchor::Feet,
        yaw_radians: libm::atan2(-front.z, front.x),
        extras,
    }
}
