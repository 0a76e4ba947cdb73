//! What can be seen of levels: their solid triangles without the sky, and what colours they are.

use super::colour::Colour;
use anyhow::{Context, bail};
use glissando::{Body, DVec3, Mesh, MeshOptions, Soup, Surface, World};
use glissando_level::Level;
use glissando_play::scene::LoadedLevel;
use std::sync::Arc;

/// Which sides of triangles are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Faces {
    /// Both, as they collide.
    Both,
    /// Fronts alone: rooms open up when they are looked at from outside.
    Fronts,
}

/// What can be seen.
#[derive(Debug)]
pub(crate) struct Model {
    pub(super) world: World,
    pub(super) faces: Faces,
    /// Hue of each material of each level; `None` for the usual ones.
    hues: Vec<Vec<Option<Colour>>>,
    /// Where bodies may start, in metres.
    pub(crate) spawns: Vec<DVec3>,
}

impl Model {
    /// # Errors
    /// Meshes that cannot be used; levels without anything to see.
    pub(crate) fn new(levels: &[LoadedLevel], faces: Faces) -> anyhow::Result<Self> {
        let mut model = Self { world: World::new(), faces, hues: Vec::new(), spawns: Vec::new() };
        for (index, loaded) in levels.iter().enumerate() {
            let level = &loaded.level;
            model.add(level, index as u16).with_context(|| loaded.path.display().to_string())?;
            model.hues.push(hues(level));
            model.spawns.extend(level.spawns().map(|s| s.position));
        }
        if model.world.body_count() == 0 {
            bail!("nothing solid to draw; `glissando info` says what is there");
        }
        Ok(model)
    }

    fn add(&mut self, level: &Level, index: u16) -> anyhow::Result<()> {
        let mut meshes: Vec<Option<Arc<Mesh>>> = Vec::new();
        for mesh in &level.meshes {
            meshes
                .push(seen(&mesh.soup, level, self.faces).with_context(|| format!("mesh {:?}", mesh.name))?);
        }
        for instance in level.instances.iter().filter(|i| i.solid) {
            if let Some(Some(mesh)) = meshes.get(instance.mesh) {
                let body = Body { material: index, ..Body::new(Arc::clone(mesh)).at(instance.pose) };
                // A pose that no body can have was already reported when the level was loaded.
                let _ = self.world.insert(body);
            }
        }
        Ok(())
    }

    /// Lowest and highest corner of everything, in metres.
    pub(crate) fn bounds(&self) -> (DVec3, DVec3) {
        let bounds = self.world.bounds();
        (bounds.min.as_dvec3(), bounds.max.as_dvec3())
    }

    /// The corners of all triangles that reach below a height, lowered to it where they are higher.
    pub(crate) fn corners_below(&self, height: f64) -> Vec<DVec3> {
        let mut found = Vec::new();
        for (_, body) in self.world.bodies() {
            let triangles = (0..).map_while(|index| body.mesh.triangle(index));
            for corners in triangles.map(|t| t.map(|c| body.pose.transform_point(c.as_dvec3()))) {
                if corners.iter().any(|c| c.y < height) {
                    found.extend(corners.map(|c| DVec3::new(c.x, c.y.min(height), c.z)));
                }
            }
        }
        found
    }

    /// The hue of a surface, if it is of an unusual material.
    pub(super) fn hue(&self, surface: &Surface) -> Option<Colour> {
        let level = self.hues.get(usize::from(surface.body_material))?;
        level.get(usize::from(surface.material)).copied().flatten()
    }
}

/// The triangles of a soup that can be seen; `None` if there are none.
fn seen(soup: &Soup, level: &Level, faces: Faces) -> anyhow::Result<Option<Arc<Mesh>>> {
    let name = |triangle| level.materials.get(usize::from(soup.material(triangle))).map_or("", |m| &m.name);
    let is_sky = |triangle: usize| is_sky(name(triangle));
    let kept: Vec<usize> = (0..soup.triangles.len()).filter(|&t| !is_sky(t)).collect();
    if kept.is_empty() {
        return Ok(None);
    }
    let soup = Soup {
        vertices: soup.vertices.clone(),
        triangles: kept.iter().filter_map(|&t| soup.triangles.get(t).copied()).collect(),
        materials: kept.iter().map(|&t| soup.material(t)).collect(),
    };
    let materials = (0_u16..).zip(&level.materials);
    let one_sided = materials.filter(|(_, m)| faces == Faces::Fronts || m.one_sided).map(|(id, _)| id);
    let mut options = MeshOptions { one_sided: one_sided.collect(), ..MeshOptions::default() };
    if faces == Faces::Fronts && level.materials.is_empty() {
        options.one_sided.push(0);
    }
    Ok(Some(Arc::new(Mesh::build(&soup, &options)?.0)))
}

/// Whether a material of this name is the sky, which nobody wants to see from outside.
pub(crate) fn is_sky(name: &str) -> bool {
    name.to_lowercase().contains("sky")
}

/// A hue for each material but the most common one of the level.
pub(crate) fn hues(level: &Level) -> Vec<Option<Colour>> {
    let mut counts = vec![0_usize; level.materials.len()];
    for mesh in &level.meshes {
        for triangle in 0..mesh.soup.triangles.len() {
            if let Some(count) = counts.get_mut(usize::from(mesh.soup.material(triangle))) {
                *count += 1;
            }
        }
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let hue = |(material, count): (&glissando_level::LevelMaterial, usize)| {
        (count < most && !material.name.is_empty()).then(|| Colour::of_name(&material.name))
    };
    level.materials.iter().zip(counts).map(hue).collect()
}
