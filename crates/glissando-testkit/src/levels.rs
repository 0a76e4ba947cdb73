//! Real levels, where they are at hand, as worlds to walk in.

use glissando::{Body, Config, DVec3, Mesh, MeshOptions, Settings, State, World};
use glissando_level::{Level, LoadOptions, SpawnAnchor, load};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A loaded level with its world.
pub struct RealLevel {
    /// File name without ending.
    pub name: String,
    /// What the loader found.
    pub level: Level,
    /// All solid instances, each mesh built once.
    pub world: World,
}

/// The level files of the folder `shared/levels` beside the project, sorted; says so loudly if there are none.
pub fn shared_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: no real levels, since the folder {} is missing", folder.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| {
            let name = p.file_name().and_then(|n| n.to_str()).unwrap_or("");
            name.ends_with(".glb") && !name.ends_with(".movers.glb")
        })
        .collect();
    files.sort();
    files
}

impl RealLevel {
    /// Loads a level and builds its world.
    ///
    /// # Errors
    /// What the loader or the mesh builder refuses, as a sentence.
    pub fn load(path: &Path) -> Result<Self, String> {
        let level = load(path, &LoadOptions::default()).map_err(|e| e.to_string())?;
        let one_sided: Vec<u16> = (0..level.materials.len() as u16)
            .filter(|&m| level.materials[usize::from(m)].one_sided)
            .collect();
        let options = MeshOptions { one_sided, ..MeshOptions::default() };
        let mut meshes: Vec<Option<Arc<Mesh>>> = vec![None; level.meshes.len()];
        let mut world = World::new();
        for instance in level.instances.iter().filter(|i| i.solid) {
            let mesh = match &meshes[instance.mesh] {
                Some(mesh) => mesh.clone(),
                None => {
                    let soup = &level.meshes[instance.mesh].soup;
                    let (mesh, _) = Mesh::build(soup, &options).map_err(|e| e.to_string())?;
                    meshes[instance.mesh].insert(Arc::new(mesh)).clone()
                }
            };
            world.insert(Body::new(mesh).at(instance.pose)).map_err(|e| e.to_string())?;
        }
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, level, world })
    }

    /// The level's own character, or a person of 1.8 m.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        let Some(character) = &self.level.character else { return settings };
        settings.radii = character.radii;
        settings.crouch_radii = DVec3::new(character.radii.x, character.radii.y * 0.6, character.radii.z);
        if let Some(height) = character.step_height {
            settings.ground.step_height = height;
            settings.ground.snap_distance = height;
        }
        if let Some(cosine) = character.min_ground_normal_y {
            settings.ground.cos_climb = cosine;
            settings.ground.cos_slip = cosine;
        }
        if let Some(speed) = character.jump_speed {
            settings.jump.speed = speed;
        }
        settings
    }

    /// States at the level's spawns, centres a little above where the feet would be.
    pub fn spawns(&self, config: &Config) -> Vec<State> {
        let radius = config.settings().radii.y;
        self.level
            .spawns()
            .map(|marker| {
                let lift = match marker.anchor {
                    SpawnAnchor::Feet => radius * 1.05,
                    _ => 0.0,
                };
                State::at(marker.position + DVec3::Y * lift)
            })
            .collect()
    }
}
