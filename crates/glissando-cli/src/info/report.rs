//! What there is to say about a level, as plain data: for people and for `--json` alike.

use glissando::DVec3;
use glissando::mesh::{MeshReport, TreeStats};
use glissando::traction::Traction;
use glissando_level::{
    BuiltMesh, Instance, LevelMaterial, LevelMesh, Marker, MarkerKind, Mechanisms, SpawnAnchor,
};
use glissando_play::scene::LoadedLevel;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    pub(super) file: String,
    /// Metres per unit of the file.
    pub(super) unit: f64,
    /// Of all instances, and of those that collide.
    pub(super) triangles: u64,
    pub(super) solid_triangles: u64,
    /// Box of the solid instances in metres: lowest and highest corner.
    pub(super) bounds: Option<[[f64; 3]; 2]>,
    pub(super) character: Option<CharacterReport>,
    pub(super) meshes: Vec<MeshRow<'a>>,
    pub(super) instances: Vec<InstanceRow<'a>>,
    pub(super) materials: Vec<MaterialRow<'a>>,
    pub(super) markers: Vec<MarkerRow<'a>>,
    /// How many there are of each class.
    pub(super) movers: BTreeMap<&'a str, usize>,
    pub(super) triggers: BTreeMap<&'a str, usize>,
    pub(super) liquids: BTreeMap<&'a str, usize>,
    pub(super) notes: Vec<&'a str>,
}

/// The body that the level was made for, in metres and seconds.
#[derive(Debug, Serialize)]
pub(super) struct CharacterReport {
    pub(super) radii: [f64; 3],
    pub(super) step_height: Option<f64>,
    pub(super) gravity: Option<f64>,
    pub(super) run_speed: Option<f64>,
    pub(super) jump_speed: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct MeshRow<'a> {
    pub(super) name: &'a str,
    /// None for a mesh without triangles.
    pub(super) report: Option<&'a MeshReport>,
    pub(super) tree: Option<TreeRow>,
}

#[derive(Debug, Serialize)]
pub(super) struct TreeRow {
    pub(super) nodes: usize,
    pub(super) leaves: usize,
    pub(super) depth: usize,
    pub(super) leaf_fill: f64,
    pub(super) expected_visits: f64,
    pub(super) bytes: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct InstanceRow<'a> {
    /// As `query` names it.
    pub(super) body: usize,
    pub(super) name: &'a str,
    pub(super) mesh: usize,
    pub(super) solid: bool,
    pub(super) triangles: usize,
    /// Where the mesh's origin is, in metres.
    pub(super) origin: [f64; 3],
}

#[derive(Debug, Serialize)]
pub(super) struct MaterialRow<'a> {
    pub(super) name: &'a str,
    pub(super) one_sided: bool,
    pub(super) traction: Traction,
    /// Of all meshes, each mesh once.
    pub(super) triangles: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct MarkerRow<'a> {
    pub(super) kind: &'static str,
    pub(super) name: &'a str,
    pub(super) position: [f64; 3],
    /// Which point of a body `position` is.
    pub(super) anchor: &'static str,
    pub(super) yaw_radians: f64,
}

impl<'a> Report<'a> {
    /// `first_body` is the number of the level's first instance among those of all levels.
    pub(super) fn of(loaded: &'a LoadedLevel, mechanisms: &'a Mechanisms, first_body: usize) -> Self {
        let level = &loaded.level;
        let character = level.character.map(|c| CharacterReport {
            radii: c.radii.to_array(),
            step_height: c.step_height,
            gravity: c.gravity,
            run_speed: c.run_speed,
            jump_speed: c.jump_speed,
        });
        let count = |mesh: usize| level.meshes.get(mesh).map_or(0, |m| m.soup.triangles.len());
        let instances = (first_body..).zip(&level.instances);
        Self {
            file: loaded.path.display().to_string(),
            unit: level.unit,
            triangles: level.triangle_count(),
            solid_triangles: level.solid_triangle_count(),
            bounds: bounds(loaded),
            character,
            meshes: level
                .meshes
                .iter()
                .zip(&loaded.meshes)
                .map(|(m, built)| mesh_row(m, built.as_ref()))
                .collect(),
            instances: instances.map(|(body, i)| instance_row(body, i, count(i.mesh))).collect(),
            materials: material_rows(&level.materials, &level.meshes),
            markers: level.markers.iter().map(marker_row).collect(),
            movers: count_classes(mechanisms.movers.iter().map(|m| &m.class)),
            triggers: count_classes(mechanisms.triggers.iter().map(|t| &t.class)),
            liquids: count_classes(mechanisms.liquids.iter().map(|l| &l.class)),
            notes: level.notes.iter().chain(&mechanisms.notes).map(String::as_str).collect(),
        }
    }
}

fn count_classes<'a>(classes: impl Iterator<Item = &'a String>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for class in classes {
        *counts.entry(class.as_str()).or_default() += 1;
    }
    counts
}

fn bounds(loaded: &LoadedLevel) -> Option<[[f64; 3]; 2]> {
    let mut bounds: Option<(DVec3, DVec3)> = None;
    for instance in loaded.level.instances.iter().filter(|i| i.solid) {
        let Some(Some(built)) = loaded.meshes.get(instance.mesh) else { continue };
        for corner in built.mesh.bounds().corners() {
            let p = instance.pose.transform_point(corner.as_dvec3());
            bounds = Some(bounds.map_or((p, p), |(low, high)| (low.min(p), high.max(p))));
        }
    }
    bounds.map(|(low, high)| [low.to_array(), high.to_array()])
}

fn mesh_row<'a>(mesh: &'a LevelMesh, built: Option<&'a BuiltMesh>) -> MeshRow<'a> {
    let tree = |stats: TreeStats| TreeRow {
        nodes: stats.node_count,
        leaves: stats.leaf_count,
        depth: stats.depth,
        leaf_fill: stats.leaf_fill,
        expected_visits: stats.expected_visits,
        bytes: stats.byte_count,
    };
    MeshRow {
        name: &mesh.name,
        report: built.map(|built| &built.report),
        tree: built.map(|built| tree(built.mesh.tree_stats())),
    }
}

fn instance_row(body: usize, instance: &Instance, triangles: usize) -> InstanceRow<'_> {
    InstanceRow {
        body,
        name: &instance.name,
        mesh: instance.mesh,
        solid: instance.solid,
        triangles,
        origin: instance.pose.translation.to_array(),
    }
}

fn material_rows<'a>(materials: &'a [LevelMaterial], meshes: &[LevelMesh]) -> Vec<MaterialRow<'a>> {
    let mut counts = vec![0_usize; materials.len()];
    for mesh in meshes {
        for triangle in 0..mesh.soup.triangles.len() {
            if let Some(count) = counts.get_mut(usize::from(mesh.soup.material(triangle))) {
                *count += 1;
            }
        }
    }
    let row = |(m, triangles): (&'a LevelMaterial, usize)| MaterialRow {
        name: &m.name,
        one_sided: m.one_sided,
        traction: m.traction,
        triangles,
    };
    materials.iter().zip(counts).map(row).collect()
}

fn marker_row(marker: &Marker) -> MarkerRow<'_> {
    MarkerRow {
        kind: match marker.kind {
            MarkerKind::Spawn => "spawn",
            MarkerKind::Path => "path",
            _ => "other",
        },
        name: &marker.name,
        position: marker.position.to_array(),
        anchor: match marker.anchor {
            SpawnAnchor::Feet => "feet",
            SpawnAnchor::AboveFloor => "above the floor",
        },
        yaw_radians: marker.yaw_radians,
    }
}
