//! `LEVEL…` on the command line: files to levels, levels to a world.

use crate::output;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use glissando::{Body, BodyId, Conveyor, DAffine3, DVec3, Mesh, MeshOptions, MeshReport, Surface, World};
use glissando_level::{Instance, Level, LevelMesh, LoadOptions, Mechanisms, Up};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Which files, and what they do not say themselves.
#[derive(Args, Clone, Debug)]
pub(crate) struct LevelArguments {
    /// Level files (.glb, .gltf, .obj, .stl); several share one world
    #[arg(required = true, value_name = "LEVEL")]
    pub(crate) levels: Vec<PathBuf>,
    /// Metres per unit of the files [default: the manifest's, else 1]
    #[arg(long, value_name = "METRES")]
    pub(crate) unit: Option<f64>,
    /// Axis of the files that points up [default: the manifest's, else z for STL, y for the others]
    #[arg(long, value_name = "AXIS")]
    pub(crate) up: Option<Axis>,
    /// Do not read manifest.json and NAME.entities.json beside the files
    #[arg(long)]
    pub(crate) no_manifest: bool,
}

/// An axis that can point up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    Y,
    Z,
}

/// A level and the file it came from.
#[derive(Debug)]
pub(crate) struct LoadedLevel {
    pub(crate) path: PathBuf,
    pub(crate) level: Level,
    /// What became of each mesh; `None` for a mesh without triangles.
    pub(crate) meshes: Vec<Option<BuiltMesh>>,
    /// Materials that are belts, and their velocities in m/s, along the world's axes.
    pub(crate) belts: Vec<(u16, DVec3)>,
    /// The layers of its bodies.
    pub(crate) layers: u32,
}

/// A mesh fit for collision, and what was found on the way.
#[derive(Debug)]
pub(crate) struct BuiltMesh {
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) report: MeshReport,
}

/// Levels together in one world.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) levels: Vec<LoadedLevel>,
    pub(crate) world: World,
    /// Which instance each body of the world is, by slot.
    parts: Vec<Part>,
}

/// The instance behind a body.
#[derive(Clone, Copy, Debug)]
struct Part {
    level: usize,
    instance: usize,
    /// Counted through the instances of all levels, solid or not.
    number: usize,
}

/// The words for a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfaceNames<'a> {
    /// Index of the instance, counted through all levels.
    pub(crate) body: usize,
    /// Name of the instance.
    pub(crate) instance: &'a str,
    /// Name of the mesh.
    pub(crate) mesh: &'a str,
    /// Name of the triangle's material.
    pub(crate) material: &'a str,
}

impl LevelArguments {
    /// Reads the files and prepares their meshes.
    ///
    /// # Errors
    /// The first file that is no level; the message says where in it and what to do.
    pub(crate) fn load(&self) -> anyhow::Result<Vec<LoadedLevel>> {
        let options = self.options();
        let mut levels = Vec::new();
        for path in &self.levels {
            let spinner = output::spinner(format!("reading {}", path.display()));
            let level = glissando_level::load(path, &options)?;
            let file = path.display();
            let meshes = build_meshes(&level, &one_sided(&level)).with_context(|| file.to_string())?;
            spinner.finish_and_clear();
            levels.push(LoadedLevel { path: path.clone(), level, meshes, belts: Vec::new(), layers: 1 });
        }
        Ok(levels)
    }

    fn options(&self) -> LoadOptions {
        let up = self.up.map(|axis| match axis {
            Axis::Y => Up::Y,
            Axis::Z => Up::Z,
        });
        LoadOptions { unit: self.unit, up, use_manifest: !self.no_manifest }
    }

    /// What moves and what is touched in one of the levels.
    ///
    /// # Errors
    /// A file beside the level that is damaged.
    pub(crate) fn mechanisms(&self, loaded: &LoadedLevel) -> anyhow::Result<Mechanisms> {
        Ok(glissando_level::load_mechanisms(&loaded.path, &loaded.level, &self.options())?)
    }

    /// Reads the files and places everything solid.
    ///
    /// # Errors
    /// As [`Self::load`]; nothing solid in any of the files.
    pub(crate) fn scene(&self) -> anyhow::Result<Scene> {
        Scene::new(self.load()?)
    }
}

impl LoadedLevel {
    /// Its belts, along the axes of a mesh that is put like this.
    fn conveyors(&self, pose: &DAffine3) -> Vec<Conveyor> {
        let Some(inverse) = pose.try_inverse() else { return Vec::new() };
        let belt = |&(material, velocity): &(u16, DVec3)| Conveyor {
            material,
            velocity: inverse.transform_vector(velocity),
        };
        self.belts.iter().map(belt).collect()
    }
}

impl Scene {
    /// A world with nothing in it.
    pub(crate) fn empty() -> Self {
        Self { levels: Vec::new(), world: World::new(), parts: Vec::new() }
    }

    /// # Errors
    /// Nothing solid in any of the levels.
    pub(crate) fn new(levels: Vec<LoadedLevel>) -> anyhow::Result<Self> {
        let mut scene = Self::empty();
        let mut number = 0;
        for (index, loaded) in levels.iter().enumerate() {
            for (instance_index, instance) in loaded.level.instances.iter().enumerate() {
                let part = Part { level: index, instance: instance_index, number };
                number += 1;
                let mesh = loaded.meshes.get(instance.mesh).and_then(Option::as_ref);
                let Some(built) = mesh.filter(|_| instance.solid) else { continue };
                let conveyors = loaded.conveyors(&instance.pose);
                let (pose, layers) = (instance.pose, loaded.layers);
                let body = Body { pose, layers, conveyors, ..Body::new(Arc::clone(&built.mesh)) };
                match scene.world.insert(body) {
                    Ok(_) => scene.parts.push(part),
                    Err(error) => warn(loaded, instance_index, &instance.name, &error),
                }
            }
        }
        if scene.parts.is_empty() {
            let files: Vec<String> = levels.iter().map(|l| l.path.display().to_string()).collect();
            bail!("{}: nothing solid to collide with; `glissando info` says what is there", files.join(", "));
        }
        scene.levels = levels;
        Ok(scene)
    }

    /// Takes in what moves in one of the levels, whose bodies are in the world already, as a level of its own.
    pub(crate) fn add_movers(&mut self, level: usize, mechanisms: &Mechanisms, bodies: &[Option<BodyId>]) {
        let Some(path) = self.levels.get(level).map(|loaded| loaded.path.clone()) else { return };
        let first = self.parts.iter().map(|part| part.number + 1).max().unwrap_or(0);
        let mut movers = Level { materials: mechanisms.materials.clone(), ..Level::default() };
        for (mover, body) in mechanisms.movers.iter().zip(bodies) {
            let Some(body) = body else { continue };
            let instance = movers.instances.len();
            movers.meshes.push(LevelMesh { name: mover.name.clone(), soup: mover.soup.clone() });
            movers.instances.push(Instance {
                name: mover.name.clone(),
                mesh: instance,
                pose: DAffine3::from_translation(mover.origin),
                solid: true,
                extras: None,
            });
            let slot = body.index as usize;
            // Bodies that nobody sees have no part.
            let nobody = Part { level: usize::MAX, instance: 0, number: 0 };
            self.parts.resize(self.parts.len().max(slot + 1), nobody);
            self.parts[slot] = Part { level: self.levels.len(), instance, number: first + instance };
        }
        self.levels.push(LoadedLevel {
            path,
            level: movers,
            meshes: Vec::new(),
            belts: Vec::new(),
            layers: 1,
        });
    }

    /// The bodies of a level.
    pub(crate) fn bodies_of(&self, level: usize) -> impl Iterator<Item = BodyId> {
        let is_of = move |id: &BodyId| self.parts.get(id.index as usize).is_some_and(|p| p.level == level);
        self.world.bodies().map(|(id, _)| id).filter(is_of)
    }

    /// The name of the instance that a body is; empty for one that has none.
    pub(crate) fn name_of(&self, body: BodyId) -> &str {
        let part = self.parts.get(body.index as usize);
        let level = part.and_then(|part| self.levels.get(part.level));
        let instance = level.zip(part).and_then(|(level, part)| level.level.instances.get(part.instance));
        instance.map_or("", |instance| &instance.name)
    }

    /// Puts the instances of the levels where the bodies of `world` are: this scene's, moved on.
    pub(crate) fn follow(&mut self, world: &World) {
        for (id, body) in world.bodies() {
            let Some(part) = self.parts.get(id.index as usize) else { continue };
            let level = self.levels.get_mut(part.level);
            if let Some(instance) = level.and_then(|level| level.level.instances.get_mut(part.instance)) {
                instance.pose = body.pose;
            }
        }
    }

    /// Whose triangle a surface is, in the words of the files.
    pub(crate) fn names(&self, surface: &Surface) -> Option<SurfaceNames<'_>> {
        let part = self.parts.get(surface.body.index as usize)?;
        let level = &self.levels.get(part.level)?.level;
        let instance = level.instances.get(part.instance)?;
        Some(SurfaceNames {
            body: part.number,
            instance: &instance.name,
            mesh: level.meshes.get(instance.mesh).map_or("", |m| &m.name),
            material: level.materials.get(usize::from(surface.material)).map_or("", |m| &m.name),
        })
    }
}

/// The meshes of a level, with these materials one-sided.
pub(crate) fn build_meshes(level: &Level, one_sided: &[u16]) -> anyhow::Result<Vec<Option<BuiltMesh>>> {
    let options = MeshOptions { one_sided: one_sided.to_vec(), ..MeshOptions::default() };
    let mut meshes = Vec::with_capacity(level.meshes.len());
    for (index, mesh) in level.meshes.iter().enumerate() {
        if mesh.soup.triangles.is_empty() {
            meshes.push(None);
            continue;
        }
        let built = Mesh::build(&mesh.soup, &options);
        let (mesh, report) = built.with_context(|| format!("mesh {index} {:?}", mesh.name))?;
        meshes.push(Some(BuiltMesh { mesh: Arc::new(mesh), report }));
    }
    Ok(meshes)
}

fn one_sided(level: &Level) -> Vec<u16> {
    (0_u16..).zip(&level.materials).filter(|(_, m)| m.one_sided).map(|(id, _)| id).collect()
}

fn warn(loaded: &LoadedLevel, index: usize, name: &str, error: &glissando::InputError) {
    let file = loaded.path.display();
    // Standard error may be closed; the answers on standard output are still worth having.
    let _ = writeln!(std::io::stderr(), "warning: {file}: instance {index} {name:?} is left out: {error}");
}
