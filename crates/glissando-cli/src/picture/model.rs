//! What can be seen of levels: their solid triangles without the sky, and what colours they are.

use super::colour::Colour;
use anyhow::{Context, bail};
use glissando::{Body, BodyId, DVec3, Mesh, MeshOptions, Soup, World};
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
    bodies: Vec<BodyId>,
    /// By level, by the material of its body.
    looks: Vec<Look>,
    /// Where bodies may start, in metres.
    pub(crate) spawns: Vec<DVec3>,
}

/// What the triangles of a level look like.
#[derive(Debug)]
struct Look {
    /// Hue of each material; `None` for the usual one.
    hues: Vec<Option<Colour>>,
    /// Hue of the materials that the level does not name.
    other: Option<Colour>,
    /// Materials of which only fronts are seen.
    one_sided: Vec<u16>,
}

/// A triangle as it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// World space, metres.
    pub(super) corners: [DVec3; 3],
    /// Unit, out of its front.
    pub(super) normal: DVec3,
    pub(super) is_one_sided: bool,
    pub(super) hue: Option<Colour>,
    pub(super) material: u16,
}

impl Model {
    /// # Errors
    /// Meshes that cannot be used; levels without anything to see.
    pub(crate) fn new(levels: &[LoadedLevel], faces: Faces) -> anyhow::Result<Self> {
        let (world, bodies, looks, spawns) = (World::new(), Vec::new(), Vec::new(), Vec::new());
        let mut model = Self { world, faces, bodies, looks, spawns };
        let mut left_out = None;
        for (index, loaded) in levels.iter().enumerate() {
            let level = &loaded.level;
            let refused =
                model.add(loaded, index as u16).with_context(|| loaded.path.display().to_string())?;
            left_out = left_out.or(refused);
            model.looks.push(Look::of(loaded, faces));
            model.spawns.extend(level.spawns().map(|s| s.position));
        }
        if model.world.body_count() > 0 {
            return Ok(model);
        }
        match left_out {
            Some(refused) => {
                bail!("{refused}; nothing else is solid: correct its place or scale in the file")
            }
            None => bail!("nothing solid to draw; `glissando info` says what is there"),
        }
    }

    /// Adds a level; returns the first instance that is left out, and why.
    fn add(&mut self, loaded: &LoadedLevel, index: u16) -> anyhow::Result<Option<String>> {
        let level = &loaded.level;
        let mut meshes: Vec<Option<Arc<Mesh>>> = Vec::new();
        for (number, mesh) in level.meshes.iter().enumerate() {
            let built = loaded.meshes.get(number).and_then(Option::as_ref).map(|built| &built.mesh);
            let seen = seen(&mesh.soup, level, self.faces, built);
            meshes.push(seen.with_context(|| format!("mesh {:?}", mesh.name))?);
        }
        let mut left_out = None;
        for (number, instance) in level.instances.iter().enumerate().filter(|(_, i)| i.solid) {
            let Some(Some(mesh)) = meshes.get(instance.mesh) else { continue };
            let body = Body { material: index, ..Body::new(Arc::clone(mesh)).at(instance.pose) };
            match self.world.insert(body) {
                Ok(id) => self.bodies.push(id),
                Err(error) => {
                    left_out = left_out.or_else(|| Some(loaded.left_out(number, &error)));
                }
            }
        }
        Ok(left_out)
    }

    pub(super) fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// The indices of a body's triangles are below this.
    pub(super) fn triangle_count(&self, body: usize) -> u32 {
        self.body(body).map_or(0, |body| body.mesh.source_count())
    }

    fn body(&self, index: usize) -> Option<&Body> {
        self.bodies.get(index).and_then(|&id| self.world.body(id).ok())
    }

    /// A triangle by its body and index; nothing for one without area, which cannot be seen.
    pub(super) fn face(&self, body: usize, index: u32) -> Option<Face> {
        let body = self.body(body)?;
        let corners = body.mesh.triangle(index)?.map(|c| body.pose.transform_point(c.as_dvec3()));
        let [a, b, c] = corners;
        let front = (b - a).cross(c - a).try_normalize()?;
        // A mirror turns corners around and leaves fronts where they are.
        let normal = if body.pose.matrix3.determinant() < 0.0 { -front } else { front };
        let material = body.mesh.material(index)?;
        let look = self.looks.get(usize::from(body.material))?;
        let hue = look.hues.get(usize::from(material)).copied().unwrap_or(look.other);
        let is_one_sided = self.faces == Faces::Fronts || look.one_sided.contains(&material);
        Some(Face { corners, normal, is_one_sided, hue, material })
    }

    /// All triangles, in the order of the files.
    pub(super) fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        self.world.bodies().flat_map(|(_, body)| {
            let corners = (0..body.mesh.source_count()).filter_map(|index| body.mesh.triangle(index));
            corners.map(|corners| corners.map(|c| body.pose.transform_point(c.as_dvec3())))
        })
    }

    /// Whether a level moves.
    pub(crate) fn has_movers(&self) -> bool {
        let is_mover = |body: &Body| {
            self.looks.get(usize::from(body.material)).is_some_and(|look| look.other == Some(Colour::TEAL))
        };
        self.world.bodies().any(|(_, body)| is_mover(body))
    }

    /// Whether some material has a hue of its own.
    pub(crate) fn has_tints(&self) -> bool {
        self.looks.iter().filter(|look| look.other.is_none()).any(|l| l.hues.iter().any(Option::is_some))
    }

    /// Lowest and highest corner of everything, in metres.
    pub(crate) fn bounds(&self) -> (DVec3, DVec3) {
        let bounds = self.world.bounds();
        (bounds.min.as_dvec3(), bounds.max.as_dvec3())
    }
}

impl Look {
    fn of(loaded: &LoadedLevel, faces: Faces) -> Self {
        let materials = (0_u16..).zip(&loaded.level.materials);
        let one_sided = materials.filter(|(_, m)| faces == Faces::Both && m.one_sided).map(|(id, _)| id);
        let one_sided = one_sided.collect();
        if loaded.moves {
            return Self { hues: Vec::new(), other: Some(Colour::TEAL), one_sided };
        }
        Self { hues: hues(&loaded.level), other: None, one_sided }
    }
}

/// The triangles of a soup that can be seen; `None` if there are none.
///
/// `built` is the mesh of the same soup that is collided with: its tree is used again, since trees cost the most.
fn seen(
    soup: &Soup,
    level: &Level,
    faces: Faces,
    built: Option<&Arc<Mesh>>,
) -> anyhow::Result<Option<Arc<Mesh>>> {
    let name = |triangle| level.materials.get(usize::from(soup.material(triangle))).map_or("", |m| &m.name);
    let is_sky = |triangle: usize| is_sky(name(triangle));
    let kept: Vec<usize> = (0..soup.triangles.len()).filter(|&t| !is_sky(t)).collect();
    if kept.is_empty() {
        return Ok(None);
    }
    let is_whole = kept.len() == soup.triangles.len();
    if let Some(built) = built.filter(|_| is_whole && faces == Faces::Both) {
        return Ok(Some(Arc::clone(built)));
    }
    let options = options(level, faces);
    if let Some(built) = built.filter(|built| is_whole && built.triangle_count() == soup.triangles.len()) {
        return Ok(Some(Arc::new(built.refit(soup, &options)?.0)));
    }
    let soup = Soup {
        vertices: soup.vertices.clone(),
        triangles: kept.iter().filter_map(|&t| soup.triangles.get(t).copied()).collect(),
        materials: kept.iter().map(|&t| soup.material(t)).collect(),
    };
    Ok(Some(Arc::new(Mesh::build(&soup, &options)?.0)))
}

/// Which sides of a level's triangles are there.
fn options(level: &Level, faces: Faces) -> MeshOptions {
    let mut options = level.mesh_options();
    if faces == Faces::Fronts {
        options.one_sided = (0..=u16::MAX).zip(&level.materials).map(|(id, _)| id).collect();
    }
    if faces == Faces::Fronts && level.materials.is_empty() {
        options.one_sided.push(0);
    }
    options
}

/// Whether a material of this name is the sky, which would hide the level from outside.
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
        (count > 0 && count < most && !material.name.is_empty()).then(|| Colour::of_name(&material.name))
    };
    level.materials.iter().zip(counts).map(hue).collect()
}
