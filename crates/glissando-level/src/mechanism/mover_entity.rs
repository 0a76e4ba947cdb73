//! A mover of an entity list: its fields, its mesh, and where that lies.

use super::Mechanisms;
use super::check::{corners, point};
use super::gather::{Gatherer, bounds};
use super::keys::Keys;
use super::mover::MoverSpec;
use super::mover_rule::rule;
use super::surroundings::Surroundings;
use crate::error::clip;
use crate::level::{Level, LevelMaterial};
use crate::notes::Notes;
use glissando::DVec3;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How far a mesh may be from the box that its entity states, in units of the file.
const BOX_SLACK: f64 = 1.0;

/// A mover as the file gives it, in its units.
#[derive(Debug, Deserialize)]
pub(super) struct MoverEntity {
    #[serde(default)]
    pub(super) class: String,
    pub(super) node: String,
    aabb: Option<[[f64; 3]; 2]>,
    origin: Option<[f64; 3]>,
    pub(super) keys: Option<Keys>,
    pub(super) travel: Option<[f64; 3]>,
    pub(super) speed: Option<f64>,
    pub(super) path: Option<Vec<[f64; 3]>>,
    pub(super) axis: Option<[f64; 3]>,
    pub(super) deg_per_s: Option<f64>,
    pub(super) amplitude: Option<[f64; 3]>,
    pub(super) period_s: Option<f64>,
}

/// The meshes of the movers, by the names of their nodes.
#[derive(Debug)]
pub(super) struct MoverMeshes {
    level: Level,
    /// The first instance of each name.
    by_name: BTreeMap<String, usize>,
    gatherer: Gatherer,
}

impl MoverMeshes {
    /// Takes the meshes of a file; its materials join those of the mechanisms.
    pub(super) fn new(mut level: Level, mechanisms: &mut Mechanisms) -> Self {
        join_materials(&mut level, &mut mechanisms.materials);
        let mut by_name = BTreeMap::new();
        for (index, instance) in level.instances.iter().enumerate() {
            by_name.entry(instance.name.clone()).or_insert(index);
        }
        Self { level, by_name, gatherer: Gatherer::new() }
    }
}

/// The mover of an entity.
pub(super) fn mover(
    entity: MoverEntity,
    meshes: &mut MoverMeshes,
    around: &Surroundings,
    notes: &mut Notes,
) -> Result<MoverSpec, String> {
    let node = clip(&entity.node);
    let instance = meshes.by_name.get(&entity.node).copied();
    let instance = instance.ok_or_else(|| format!("no mesh has its node {node:?}"))?;
    let drawn_at = meshes.level.instances.get(instance).map_or(DVec3::ZERO, |i| i.pose.translation);
    let soup = meshes.gatherer.soup_about(&meshes.level, &[instance], drawn_at)?;
    let (low, high) = bounds(&soup).ok_or("its mesh has no vertices")?;
    let place = place_of_mesh(&entity, (drawn_at + low, drawn_at + high), around, notes)?;
    let origin = drawn_at + place;
    let rule = rule(&entity, origin, (origin + low, origin + high), around, notes)?;
    let name = |key: &str| entity.keys.as_ref().and_then(|keys| keys.text(key));
    Ok(MoverSpec {
        soup,
        origin: origin + rule.rest,
        motion: rule.motion,
        start: rule.start,
        policy: rule.policy,
        damage: rule.damage,
        target: name("target").filter(|_| entity.class != "func_train"),
        node: None,
        target_name: name("targetname"),
        team: name("team"),
        name: entity.node,
        class: entity.class,
    })
}

/// Makes the ids of the soups those of `materials`, which gains what it lacks.
fn join_materials(level: &mut Level, materials: &mut Vec<LevelMaterial>) {
    let mut ids = Vec::with_capacity(level.materials.len());
    for material in &level.materials {
        let known = materials.iter().position(|m| m == material).unwrap_or(materials.len());
        let id = u16::try_from(known).unwrap_or(0);
        if known == materials.len() && usize::from(id) == known {
            materials.push(material.clone());
        }
        ids.push(id);
    }
    for mesh in &mut level.meshes {
        for material in &mut mesh.soup.materials {
            *material = ids.get(usize::from(*material)).copied().unwrap_or(0);
        }
    }
}

/// How far the mesh must be moved to lie in the box that the entity states: not at all, or by its origin.
fn place_of_mesh(
    entity: &MoverEntity,
    drawn: (DVec3, DVec3),
    around: &Surroundings,
    notes: &mut Notes,
) -> Result<DVec3, String> {
    let Some(stated) = entity.aabb else { return Ok(DVec3::ZERO) };
    let (low, high) = corners("aabb", stated, around.frame)?;
    let slack = BOX_SLACK * around.frame.unit;
    let fits = |by: DVec3| {
        let off = [drawn.0 + by - low, drawn.1 + by - high];
        off.iter().all(|d| d.to_array().into_iter().all(|c| c.abs() <= slack))
    };
    let origin = entity.origin.map_or(Ok(DVec3::ZERO), |o| point("origin", o, around.frame))?;
    if fits(DVec3::ZERO) {
        Ok(DVec3::ZERO)
    } else if fits(origin) {
        Ok(origin)
    } else {
        let node = clip(&entity.node);
        notes.add(|| format!("entities, mover {node:?}: its mesh does not lie in its aabb; the mesh counts"));
        Ok(DVec3::ZERO)
    }
}
