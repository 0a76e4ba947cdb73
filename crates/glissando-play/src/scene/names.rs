//! What the bodies and surfaces of a scene are called.

use super::Scene;
use glissando::{BodyId, Surface};

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
        let part = self.parts.get(body.index as usize);
        let level = part.and_then(|part| self.levels.get(part.level));
        let instance = level.zip(part).and_then(|(level, part)| level.level.instances.get(part.instance));
        instance.map_or("", |instance| &instance.name)
    }

    /// What a body is called, for people: the name of its instance; without one its number in the world, `body 3`, which
    /// the data of walks has too. Of a stage also `character 2` and `ball 0`.
    pub fn called(&self, body: BodyId) -> String {
        let by_stage = body
            .as_character()
            .map(|index| format!("character {index}"))
            .or_else(|| body.as_ball().map(|index| format!("ball {index}")));
        by_stage.unwrap_or_else(|| match self.name_of(body) {
            "" => format!("body {}", body.index),
            name => name.to_owned(),
        })
    }

    /// What a body is called, and the file that it came from: `door_48 of town.glb`. Without the file where it has none.
    pub fn called_with_file(&self, body: BodyId) -> String {
        let part = self.parts.get(body.index as usize).filter(|_| self.is_of_world(body));
        let level = part.and_then(|part| self.levels.get(part.level));
        let name = self.called(body);
        level.map_or_else(|| name.clone(), |level| format!("{name} of {}", level.path.display()))
    }

    /// Whether a body is one of the world, and not a character or a ball of a stage.
    fn is_of_world(&self, body: BodyId) -> bool {
        body.as_character().is_none() && body.as_ball().is_none()
    }

    /// Whose triangle a surface is, in the words of the files.
    pub fn names(&self, surface: &Surface) -> Option<SurfaceNames<'_>> {
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
