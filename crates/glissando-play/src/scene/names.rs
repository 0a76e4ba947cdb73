//! What the bodies and surfaces of a scene are called.

use super::Scene;
use glissando::{BodyId, Owner, Surface};
use glissando_level::Instance;

/// The words for a surface.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceNames<'a> {
    /// Index of the instance, counted through all levels.
    pub body: usize,
    /// Name of the instance.
    pub instance: &'a str,
    /// Name of the mesh.
    pub mesh: &'a str,
    /// Name of the triangle's material.
    pub material: &'a str,
}

impl Scene {
    /// The name of the instance that a body is; empty for one that has none.
    pub fn name_of(&self, body: BodyId) -> &str {
        self.instance_of(body).map_or("", |instance| &instance.name)
    }

    /// The instance that a body is, if it is one.
    pub fn instance_of(&self, body: BodyId) -> Option<&Instance> {
        let part = self.parts.get(body.index() as usize)?;
        self.levels.get(part.level)?.level.instances.get(part.instance)
    }

    /// What something is called, for people: a body by the name of its instance; what has none by its handle, `body 3`,
    /// `character 2` or `ball 0`, whose number the data of walks has too.
    pub fn called(&self, owner: impl Into<Owner>) -> String {
        let owner = owner.into();
        match owner.body().map_or("", |body| self.name_of(body)) {
            "" => owner.to_string(),
            name => name.to_owned(),
        }
    }

    /// What a body is called, and the file that it came from: `door_48 of town.glb`. Without the file where it has none.
    pub fn called_with_file(&self, owner: impl Into<Owner>) -> String {
        let owner = owner.into();
        let part = owner.body().and_then(|body| self.parts.get(body.index() as usize));
        let level = part.and_then(|part| self.levels.get(part.level));
        let name = self.called(owner);
        level.map_or_else(|| name.clone(), |level| format!("{name} of {}", level.path.display()))
    }

    /// The name of a surface's body, in the words of the files.
    pub fn names(&self, surface: &Surface) -> Option<SurfaceNames<'_>> {
        let part = self.parts.get(surface.body()?.index() as usize)?;
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
