//! Files to levels, levels to a world, and the instance behind each body.

mod names;

use crate::count::count;
use anyhow::{Context, bail};
use glissando::world::Conveyor;
use glissando::{Body, BodyId, DAffine3, DVec3, InputError, World};
use glissando_level::{BuiltMesh, Files, Instance, Level, LevelMesh, LoadOptions, Mechanisms, Up};
pub use names::SurfaceNames;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What level files do not say themselves.
#[derive(Clone, Copy, Debug)]
pub struct LevelOptions {
    /// Metres per unit of the files. `None`: the manifest's, else 1.
    pub unit: Option<f64>,
    /// Axis of the files that points up. `None`: the manifest's, else z for STL, y for the others.
    pub up: Option<Axis>,
    /// Whether `manifest.json` and `NAME.entities.json` beside the files are read.
    pub use_manifest: bool,
}

/// An axis that can point up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// The second.
    Y,
    /// The third.
    Z,
}

/// A level and the file it came from.
#[derive(Debug)]
pub struct LoadedLevel {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub level: Level,
    /// What became of each mesh; `None` for a mesh without triangles.
    pub meshes: Vec<Option<BuiltMesh>>,
    /// Materials that are belts, and their velocities in m/s, along the world's axes.
    pub belts: Vec<(u16, DVec3)>,
    /// The layers of its bodies.
    pub layers: u32,
    /// Whether it moves, or can.
    pub moves: bool,
}

/// Levels together in one world.
#[derive(Debug)]
pub struct Scene {
    /// What the files say.
    pub levels: Vec<LoadedLevel>,
    /// What can be collided with.
    pub world: World,
    /// Which instance each body of the world is, by slot.
    parts: Vec<Part>,
    /// What was left out, and why.
    pub warnings: Vec<String>,
}

/// The instance behind a body.
#[derive(Clone, Copy, Debug)]
struct Part {
    level: usize,
    instance: usize,
    /// Counted through the instances of all levels, solid or not.
    number: usize,
}

impl Default for LevelOptions {
    fn default() -> Self {
        Self { unit: None, up: None, use_manifest: true }
    }
}

impl LevelOptions {
    /// Reads a file and prepares its meshes.
    ///
    /// # Errors
    /// A file that is no level; the message says where in it and what to do.
    pub fn load(&self, files: &dyn Files, path: &Path) -> anyhow::Result<LoadedLevel> {
        let level = glissando_level::load_from(files, path, &self.options())?;
        LoadedLevel::new(path, level)
    }

    /// What moves and what is touched in a level that was loaded with these options.
    ///
    /// # Errors
    /// A file beside the level that is damaged.
    pub fn mechanisms(&self, files: &dyn Files, loaded: &LoadedLevel) -> anyhow::Result<Mechanisms> {
        let LoadedLevel { path, level, .. } = loaded;
        Ok(glissando_level::load_mechanisms_from(files, path, level, &self.options())?)
    }

    fn options(&self) -> LoadOptions {
        let up = self.up.map(|axis| match axis {
            Axis::Y => Up::Y,
            Axis::Z => Up::Z,
        });
        LoadOptions { unit: self.unit, up, use_manifest: self.use_manifest }
    }
}

impl LoadedLevel {
    /// A level from this file, with its meshes made fit for collision.
    ///
    /// # Errors
    /// A mesh that is none, by its name.
    pub fn new(path: &Path, level: Level) -> anyhow::Result<Self> {
        let meshes = level.build_meshes().with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), level, meshes, belts: Vec::new(), layers: 1, moves: false })
    }

    /// What moves in a level, at rest, as a level of its own that can be drawn; nothing of it is in a world.
    pub fn movers(path: &Path, mechanisms: &Mechanisms) -> Self {
        let mut level = Level { materials: mechanisms.materials.clone(), ..Level::default() };
        for (index, mover) in mechanisms.movers.iter().enumerate() {
            level.meshes.push(LevelMesh { name: mover.name.clone(), soup: mover.soup.clone() });
            level.instances.push(Instance {
                name: mover.name.clone(),
                mesh: index,
                pose: DAffine3::from_translation(mover.origin),
                solid: true,
                extras: None,
            });
        }
        Self { path: path.to_owned(), level, meshes: Vec::new(), belts: Vec::new(), layers: 1, moves: true }
    }

    /// That an instance has no body, and why, for people.
    pub fn left_out(&self, instance: usize, why: &InputError) -> String {
        let (file, name) = (self.path.display(), self.level.instances.get(instance).map_or("", |i| &i.name));
        format!("{file}: instance {instance} {name:?} is left out: {why}")
    }

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
    pub fn empty() -> Self {
        Self { levels: Vec::new(), world: World::new(), parts: Vec::new(), warnings: Vec::new() }
    }

    /// Levels in one world with something solid in it.
    ///
    /// # Errors
    /// Nothing solid in any of the levels.
    pub fn new(levels: Vec<LoadedLevel>) -> anyhow::Result<Self> {
        let scene = Self::of(levels);
        scene.check_solid()?;
        Ok(scene)
    }

    /// Levels in one world, whatever is in them.
    pub(crate) fn of(levels: Vec<LoadedLevel>) -> Self {
        let mut scene = Self::empty();
        let mut first = 0;
        for (index, loaded) in levels.iter().enumerate() {
            let dress = |instance: &Instance, body: Body| {
                let conveyors = loaded.conveyors(&instance.pose);
                Body { layers: loaded.layers, conveyors, ..body }
            };
            let placed = loaded.level.place(&loaded.meshes, &mut scene.world, dress);
            let part = |(_, instance): &(BodyId, usize)| Part {
                level: index,
                instance: *instance,
                number: first + instance,
            };
            scene.parts.extend(placed.bodies.iter().map(part));
            for (instance, error) in placed.left_out {
                scene.warnings.push(loaded.left_out(instance, &error));
            }
            first += loaded.level.instances.len();
        }
        scene.levels = levels;
        scene
    }

    /// The names of the files, each once, in the order in which they were loaded.
    pub fn file_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        // The moving parts of a level are a level of their own, of the same file.
        for name in self.levels.iter().map(|loaded| loaded.path.display().to_string()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Refuses a world without bodies.
    ///
    /// # Errors
    /// A world without bodies, with what was left out, or the names of the files.
    pub fn check_solid(&self) -> anyhow::Result<()> {
        if self.world.body_count() > 0 {
            return Ok(());
        }
        // A warning names its file.
        match self.warnings.as_slice() {
            [] => bail!(
                "{}: nothing solid to collide with: no triangles, or only those that are passed through",
                self.file_names().join(", ")
            ),
            [only] => bail!("{only}; nothing else is solid: correct its place or scale in the file"),
            [first, others @ ..] => {
                bail!(
                    "{first}, and {} too; nothing else is solid: correct their places or scales in the file",
                    count(others.len() as u64, "other")
                )
            }
        }
    }

    /// Takes in what moves in one of the levels, whose bodies are in the world already, as a level of its own.
    pub fn add_movers(&mut self, level: usize, mechanisms: &Mechanisms, bodies: &[Option<BodyId>]) {
        let Some(path) = self.levels.get(level).map(|loaded| loaded.path.clone()) else { return };
        let first = self.parts.iter().map(|part| part.number + 1).max().unwrap_or(0);
        let mut movers = LoadedLevel::movers(&path, mechanisms);
        for (instance, body) in bodies.iter().enumerate() {
            let Some(body) = body else {
                // Left out of the world, so it is not drawn either.
                movers.level.instances[instance].solid = false;
                continue;
            };
            let slot = body.index() as usize;
            // Bodies that are not drawn have no part.
            let nobody = Part { level: usize::MAX, instance: 0, number: 0 };
            self.parts.resize(self.parts.len().max(slot + 1), nobody);
            self.parts[slot] = Part { level: self.levels.len(), instance, number: first + instance };
        }
        self.levels.push(movers);
    }

    /// The bodies of a level.
    pub fn bodies_of(&self, level: usize) -> impl Iterator<Item = BodyId> {
        let is_of = move |id: &BodyId| self.parts.get(id.index() as usize).is_some_and(|p| p.level == level);
        self.world.bodies().map(|(id, _)| id).filter(is_of)
    }

    /// The names of the materials of a body, by the ids of its triangles.
    pub fn materials_of(&self, body: BodyId) -> impl Iterator<Item = &str> {
        let part = self.parts.get(body.index() as usize);
        let level = part.and_then(|part| self.levels.get(part.level));
        level
            .into_iter()
            .flat_map(|level| level.level.materials.iter().map(|material| material.name.as_str()))
    }

    /// Puts the instances of the levels where the bodies of `world` are: this scene's, moved on.
    pub fn follow(&mut self, world: &World) {
        for (id, body) in world.bodies() {
            let Some(part) = self.parts.get(id.index() as usize) else { continue };
            let level = self.levels.get_mut(part.level);
            if let Some(instance) = level.and_then(|level| level.level.instances.get_mut(part.instance)) {
                instance.pose = body.pose;
            }
        }
    }
}
