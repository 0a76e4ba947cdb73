//! What a level file becomes: meshes, the instances that place them, markers and materials.

use crate::convention::{self, Flags};
use crate::error::{LevelError, Problem};
use crate::options::Up;
use crate::words;
use glissando::character::BodyShape;
use glissando::traction::Traction;
use glissando::{DAffine3, DVec3, MeshOptions, Soup, Vec3};
use std::sync::Arc;

/// Free-form data of a node, as the author wrote it; shared by all instances of the node.
pub type Extras = Option<Arc<serde_json::Value>>;

/// Most triangles that [`Level::flatten`] gathers.
const MOST_FLAT_TRIANGLES: u64 = 1 << 25;

/// A level: everything in metres, Y up, once an instance's pose is applied.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Triangles, each mesh once, in the units and axes of the file.
    pub meshes: Vec<LevelMesh>,
    /// Where the meshes are.
    pub instances: Vec<Instance>,
    /// Spawns, paths and other named points.
    pub markers: Vec<Marker>,
    /// What the material ids of the soups stand for.
    pub materials: Vec<LevelMaterial>,
    /// The body that the level was made for, where the manifest says so.
    pub character: Option<ReferenceCharacter>,
    /// Nodes that move or trigger by their extras. Their instances are not solid.
    pub mechanism_nodes: Vec<MechanismNode>,
    /// Metres per unit of the file: the length of a unit in every pose.
    pub unit: f64,
    /// The axis of the file that became Y.
    pub up: Up,
    /// What was skipped or looks wrong, and why. At most 65 lines.
    pub notes: Vec<String>,
}

/// The triangles of one mesh.
#[derive(Clone, Debug)]
pub struct LevelMesh {
    /// Its name in the file.
    pub name: String,
    /// Triangles in mesh space; material ids are indices into [`Level::materials`].
    ///
    /// Coordinates are those of the file: one that is NaN or infinite is noted, and `glissando::Mesh::build` refuses it.
    pub soup: Soup,
}

/// A mesh, placed.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Name of the node, group or solid.
    pub name: String,
    /// Index into [`Level::meshes`].
    pub mesh: usize,
    /// From mesh space to the world in metres, with Y up. Finite: a file with any other is refused.
    pub pose: DAffine3,
    /// Whether it collides, by the rules on the crate's front page.
    pub solid: bool,
    /// The node's extras.
    pub extras: Extras,
}

impl Instance {
    /// Whether its author says that no character is to stand on it or, if it is not solid, in it: `{"glissando": {"off_limits": true}}`.
    pub fn is_off_limits(&self) -> bool {
        let flag =
            self.extras.as_ref().and_then(|extras| extras.get("glissando")?.get("off_limits")?.as_bool());
        flag.unwrap_or(false)
    }
}

/// A node that moves or triggers by its extras, with everything below it: see [`load_mechanisms`](crate::load_mechanisms).
#[derive(Clone, Debug)]
pub struct MechanismNode {
    /// Name of the node.
    pub name: String,
    /// From the node's space to the world in metres, at rest. Finite.
    pub pose: DAffine3,
    /// The node's extras.
    pub extras: Extras,
    /// Indices into [`Level::instances`]: its triangles.
    pub instances: Vec<usize>,
}

/// A named point.
#[derive(Clone, Debug)]
pub struct Marker {
    /// Name of the node, or the class of the spawn.
    pub name: String,
    /// What it is for.
    pub kind: MarkerKind,
    /// Where, in metres. Finite.
    pub position: DVec3,
    /// What `position` is of a body that starts here.
    pub anchor: SpawnAnchor,
    /// Where it looks, about Y: 0 along +X, a quarter turn along -Z (counter-clockwise seen from above).
    ///
    /// Of a glTF node this is its +Z axis, the front of an asset. 0 for a node that looks straight up or down.
    pub yaw_radians: f64,
    /// The node's extras.
    pub extras: Extras,
}

/// What a marker is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MarkerKind {
    /// A body starts here.
    Spawn,
    /// A point of a path.
    Path,
    /// Anything else with a name.
    Other,
}

/// Which point of a body a spawn gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpawnAnchor {
    /// The lowest point of the body.
    Feet,
    /// Some point above the floor: put the body's feet here and let it drop.
    AboveFloor,
}

/// A material, as far as collision is concerned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelMaterial {
    /// Its name in the file; empty for none.
    pub name: String,
    /// Whether its triangles only stop what comes from their front.
    pub one_sided: bool,
    /// How it changes the pace of a character that stands on it.
    pub traction: Traction,
    /// Whether its author says that no character is to stand on it: by extras, or because it is the sky.
    pub off_limits: bool,
}

impl LevelMaterial {
    /// What the name and the extras (JSON text) of a material say; `note` gets what is wrong with the extras.
    pub fn of(name: String, extras: Option<&str>, mut note: impl FnMut(String)) -> Self {
        let flags = extras.map_or(Ok(Flags::default()), convention::flags).unwrap_or_else(|error| {
            note(error);
            Flags::default()
        });
        let unknown = extras.map(|extras| words::unknown(extras, words::OF_MATERIALS));
        unknown.into_iter().flatten().for_each(&mut note);
        let one_sided = flags.one_sided || convention::names_one_sided(&name);
        let off_limits = flags.off_limits.unwrap_or_else(|| convention::names_sky(&name));
        let traction = flags.traction.unwrap_or_default();
        let traction = traction.check().map(|()| traction).unwrap_or_else(|error| {
            note(format!("{error}; it was ignored"));
            Traction::NORMAL
        });
        Self { name, one_sided, traction, off_limits }
    }
}

/// The body that a level was made for, in metres and seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceCharacter {
    /// Its shape.
    pub body: BodyShape,
    /// Half extents along its own axes: the radii of an ellipsoid.
    pub radii: DVec3,
    /// Highest ledge that is climbed without a jump.
    pub step_height: Option<f64>,
    /// Upward part of the normal of the steepest ground that carries.
    pub min_ground_normal_y: Option<f64>,
    /// Downward acceleration.
    pub gravity: Option<f64>,
    /// Speed over ground.
    pub run_speed: Option<f64>,
    /// Upward speed at the start of a jump.
    pub jump_speed: Option<f64>,
}

impl Level {
    /// Triangles of all instances; a mesh that is placed twice counts twice.
    pub fn triangle_count(&self) -> u64 {
        self.instances.iter().map(|i| self.triangles_of(i)).sum()
    }

    /// Triangles of the instances that collide.
    pub fn solid_triangle_count(&self) -> u64 {
        self.instances.iter().filter(|i| i.solid).map(|i| self.triangles_of(i)).sum()
    }

    /// The spawns.
    pub fn spawns(&self) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(|m| m.kind == MarkerKind::Spawn)
    }

    /// How its meshes are built: with its one-sided materials, everything else as usual.
    pub fn mesh_options(&self) -> MeshOptions {
        mesh_options(&self.materials)
    }

    /// The tractions of its materials, by material id: for [`Body::tractions`](glissando::Body::tractions).
    pub fn tractions(&self) -> Vec<(u16, Traction)> {
        tractions(&self.materials)
    }

    /// All solid instances as one soup in metres: for a world that never moves.
    ///
    /// One mesh sees the inner edges between its parts, separate bodies cannot. Mirrored instances
    /// keep their fronts. Coordinates are rounded to `f32` after the pose was applied in `f64`.
    ///
    /// # Errors
    /// [`Problem::TooManyTriangles`]: instances multiply.
    pub fn flatten(&self) -> Result<Soup, LevelError> {
        let triangles = self.solid_triangle_count();
        let vertices: u64 = self.instances.iter().filter(|i| i.solid).map(|i| self.vertices_of(i)).sum();
        if triangles.max(vertices / 3) > MOST_FLAT_TRIANGLES {
            let problem = Problem::TooManyTriangles { triangles, most: MOST_FLAT_TRIANGLES };
            return Err(problem.in_file("level"));
        }
        let mut flat = Soup::default();
        for instance in self.instances.iter().filter(|i| i.solid) {
            if let Some(mesh) = self.meshes.get(instance.mesh) {
                append_posed(&mut flat, &mesh.soup, instance.pose);
            }
        }
        Ok(flat)
    }

    fn vertices_of(&self, instance: &Instance) -> u64 {
        self.meshes.get(instance.mesh).map_or(0, |m| m.soup.vertices.len() as u64)
    }

    fn triangles_of(&self, instance: &Instance) -> u64 {
        self.meshes.get(instance.mesh).map_or(0, |m| m.soup.triangles.len() as u64)
    }
}

pub(crate) fn mesh_options(materials: &[LevelMaterial]) -> MeshOptions {
    let materials = (0..=u16::MAX).zip(materials);
    let one_sided = materials.filter(|(_, material)| material.one_sided).map(|(id, _)| id).collect();
    MeshOptions { one_sided, ..MeshOptions::default() }
}

/// Those that change anything, by material id.
pub(crate) fn tractions(materials: &[LevelMaterial]) -> Vec<(u16, Traction)> {
    let materials = (0..=u16::MAX).zip(materials).map(|(id, material)| (id, material.traction));
    materials.filter(|(_, traction)| *traction != Traction::NORMAL).collect()
}

/// Adds the triangles of a soup, posed; mirrored ones keep their fronts.
pub(crate) fn append_posed(flat: &mut Soup, soup: &Soup, pose: DAffine3) {
    let mut posed = soup.clone();
    for v in &mut posed.vertices {
        let p = pose.transform_point(DVec3::new(v.x.into(), v.y.into(), v.z.into()));
        *v = Vec3::new(p.x as f32, p.y as f32, p.z as f32);
    }
    if pose.matrix3.determinant() < 0.0 {
        for t in &mut posed.triangles {
            t.swap(1, 2);
        }
    }
    flat.append(&posed);
}
