//! A level as a world: each mesh is built once, and each solid instance becomes a body.

use crate::level::{Instance, Level, Marker, ReferenceCharacter};
use glissando::mesh::{MeshError, MeshReport};
use glissando::{Body, BodyId, Config, DVec3, InputError, Mesh, Settings, State, World};
use std::sync::Arc;

/// A mesh of a level, ready for collision.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuiltMesh {
    /// The mesh.
    pub mesh: Arc<Mesh>,
    /// What looks wrong in its triangles.
    pub report: MeshReport,
}

/// A mesh that cannot be built.
#[derive(Clone, Debug, thiserror::Error)]
#[error("mesh {index} {name:?}")]
#[non_exhaustive]
pub struct BuildError {
    /// Index in [`Level::meshes`].
    pub index: usize,
    /// Its name in the file.
    pub name: String,
    /// What is wrong with it.
    #[source]
    pub error: MeshError,
}

/// The bodies of a level in a world.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Placed {
    /// Each body with the index of its instance in [`Level::instances`].
    pub bodies: Vec<(BodyId, usize)>,
    /// Instances with a pose that no world accepts, by index, and why.
    pub left_out: Vec<(usize, InputError)>,
}

/// A level as a world of its own.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuiltLevel {
    /// Its solid instances.
    pub world: World,
    /// By index in [`Level::meshes`]; `None` for a mesh without triangles.
    pub meshes: Vec<Option<BuiltMesh>>,
    /// Which body is which instance.
    pub placed: Placed,
}

impl Level {
    /// The world of a level: all solid instances as bodies on the first layer.
    ///
    /// ```
    /// use glissando_level::{Format, LoadOptions, load_bytes};
    ///
    /// let obj = b"o floor\nv -5 0 -5\nv -5 0 5\nv 5 0 5\nf 1 2 3\n";
    /// let level = load_bytes(Format::Obj, obj, &LoadOptions::default())?;
    /// let built = level.build()?;
    /// assert_eq!((built.world.body_count(), built.placed.left_out.len()), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A mesh with coordinates that are not finite or too large, by its name.
    pub fn build(&self) -> Result<BuiltLevel, BuildError> {
        let meshes = self.build_meshes()?;
        let mut world = World::new();
        let placed = self.place(&meshes, &mut world, |_, body| body);
        world.optimize();
        Ok(BuiltLevel { world, meshes, placed })
    }

    /// Its meshes, by index, ready for collision; `None` for a mesh without triangles.
    ///
    /// # Errors
    /// As for [`Level::build`].
    pub fn build_meshes(&self) -> Result<Vec<Option<BuiltMesh>>, BuildError> {
        let options = self.mesh_options();
        let build = |(index, mesh): (usize, &crate::LevelMesh)| {
            if mesh.soup.triangles.is_empty() {
                return Ok(None);
            }
            let built = Mesh::build(&mesh.soup, &options);
            let (mesh, report) =
                built.map_err(|error| BuildError { index, name: mesh.name.clone(), error })?;
            Ok(Some(BuiltMesh { mesh: Arc::new(mesh), report }))
        };
        self.meshes.iter().enumerate().map(build).collect()
    }

    /// Inserts its solid instances into a world, with these meshes of [`Level::build_meshes`] and the tractions of its
    /// materials; `dress` may change a body first: its layers, conveyors, tractions.
    pub fn place(
        &self,
        meshes: &[Option<BuiltMesh>],
        world: &mut World,
        dress: impl Fn(&Instance, Body) -> Body,
    ) -> Placed {
        let mut placed = Placed::default();
        let tractions = self.tractions();
        for (index, instance) in self.instances.iter().enumerate().filter(|(_, i)| i.solid) {
            let Some(Some(built)) = meshes.get(instance.mesh) else { continue };
            let body = Body::new(Arc::clone(&built.mesh)).at(instance.pose);
            let body = Body { tractions: tractions.clone(), ..body };
            match world.insert(dress(instance, body)) {
                Ok(id) => placed.bodies.push((id, index)),
                Err(error) => placed.left_out.push((index, error)),
            }
        }
        placed
    }

    /// The settings of the character that the level was made for, or the default ones.
    pub fn settings(&self) -> Settings {
        self.character.as_ref().map_or_else(Settings::default, ReferenceCharacter::settings)
    }
}

impl ReferenceCharacter {
    /// The default settings with the values of this character: radii, step height, slopes, gravity, jump.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings { body: self.body, ..Settings::default() }.with_radii(self.radii);
        if let Some(height) = self.step_height {
            (settings.ground.step_height, settings.ground.snap_distance) = (height, height);
        }
        if let Some(cosine) = self.min_ground_normal_y {
            (settings.ground.cos_climb, settings.ground.cos_slip) = (cosine, cosine);
        }
        if let Some(gravity) = self.gravity {
            settings.gravity = DVec3::Y * -gravity;
        }
        settings.jump.speed = self.jump_speed.unwrap_or(settings.jump.speed);
        settings
    }
}

impl Marker {
    /// A character that starts here: at rest, its feet on the marker.
    pub fn state(&self, config: &Config) -> State {
        State::with_feet_at(config, self.position)
    }
}
