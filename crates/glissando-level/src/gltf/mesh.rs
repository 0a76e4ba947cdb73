//! Meshes and materials, each read once, when the first node asks for it.

use super::accessor::Accessor;
use super::buffer::Buffers;
use super::document::{Document, Material, Mesh, Primitive};
use super::primitive::Build;
use crate::budget::Budget;
use crate::convention::{self, Role};
use crate::error::{Place, Problem};
use crate::level::{LevelMaterial, LevelMesh};
use crate::notes::Notes;
use glissando::traction::Traction;
use std::collections::BTreeMap;

/// Most materials of a file with a traction: every body of the level gets the list.
const MOST_TRACTIONS: usize = 64;

/// Where accessors come from.
#[derive(Clone, Copy)]
pub(super) struct Source<'d, 'b> {
    pub(super) document: &'d Document<'b>,
    pub(super) buffers: &'d Buffers<'b>,
}

impl<'d> Source<'d, '_> {
    /// A checked accessor.
    pub(super) fn accessor(&self, index: usize) -> Result<Accessor<'d>, Problem> {
        Accessor::open(self.document, self.buffers, index)
    }
}

/// Reads the meshes that nodes ask for.
pub(super) struct MeshReader<'d, 'b> {
    pub(super) source: Source<'d, 'b>,
    pub(super) budget: Budget,
    meshes: Vec<LevelMesh>,
    /// What the name of each mesh says.
    roles: Vec<Role>,
    /// Which meshes were asked for, and what became of them; `None` for no triangles.
    known: BTreeMap<usize, Option<usize>>,
}

impl<'d, 'b> MeshReader<'d, 'b> {
    /// A reader that has read nothing yet.
    pub(super) fn new(document: &'d Document<'b>, buffers: &'d Buffers<'b>, budget: Budget) -> Self {
        let source = Source { document, buffers };
        Self { source, budget, meshes: Vec::new(), roles: Vec::new(), known: BTreeMap::new() }
    }

    /// The level mesh of mesh `index`, or `None` if it has no triangles.
    pub(super) fn mesh(&mut self, index: usize, notes: &mut Notes) -> Result<Option<usize>, Problem> {
        if let Some(&known) = self.known.get(&index) {
            return Ok(known);
        }
        let mesh: Mesh<'_> = self.source.document.element(&self.source.document.meshes, "mesh", index)?;
        let place = Place { kind: "mesh", index, name: &mesh.name };
        if morphs(mesh.weights.as_deref()) {
            notes.add(|| format!("{place} has morph weights: it is taken as it is, without morph targets"));
        }
        let mut build = Build::default();
        for number in 0..mesh.primitives.len() {
            self.primitive(&mesh, number, &mut build, notes).map_err(|problem| problem.within(&place))?;
        }
        let slot = if build.soup.triangles.is_empty() {
            notes.add(|| format!("{place} has no triangles and was skipped"));
            None
        } else {
            self.roles.push(convention::role(&mesh.name));
            self.meshes.push(LevelMesh { name: mesh.name.into_owned(), soup: build.soup });
            Some(self.meshes.len() - 1)
        };
        self.known.insert(index, slot);
        Ok(slot)
    }

    /// What the name of a level mesh says about collision.
    pub(super) fn role(&self, level_mesh: usize) -> Role {
        self.roles.get(level_mesh).copied().unwrap_or(Role::Plain)
    }

    fn primitive(
        &mut self,
        mesh: &Mesh<'_>,
        number: usize,
        build: &mut Build,
        notes: &mut Notes,
    ) -> Result<(), Problem> {
        let place = Place { kind: "primitive", index: number, name: "" };
        let primitive: Primitive = self.source.document.element(&mesh.primitives, "primitive", number)?;
        let material = self.material_id(primitive.material).map_err(|p| p.within(&place))?;
        build
            .add(&self.source, &primitive, material, &mut self.budget, notes)
            .map_err(|problem| problem.within(&place))
    }

    /// The id of a material; primitives without one have the id after the last.
    fn material_id(&self, material: Option<usize>) -> Result<u16, Problem> {
        let count = self.source.document.materials.len();
        let id = material.unwrap_or(count);
        if material.is_some_and(|m| m >= count) {
            let what = format!("{id} is referred to, but the file has only {count} of them");
            return Err(Problem::malformed("material", what));
        }
        u16::try_from(id)
            .map_err(|_| Problem::malformed("material", format!("{id} is beyond the accepted 65535")))
    }

    /// All meshes that were asked for, and all materials.
    pub(super) fn finish(self, notes: &mut Notes) -> Result<(Vec<LevelMesh>, Vec<LevelMaterial>), Problem> {
        let document = self.source.document;
        let unused = document.meshes.len() - self.known.len().min(document.meshes.len());
        if unused > 0 {
            notes.add(|| format!("{unused} meshes are in no node of the scene and were skipped"));
        }
        let mut materials = Vec::new();
        for index in 0..document.materials.len().min(usize::from(u16::MAX)) {
            materials.push(material(document, index, notes)?);
        }
        materials.push(LevelMaterial::default());
        limit_tractions(&mut materials, notes);
        Ok((self.meshes, materials))
    }
}

/// Whether morph targets with these weights change anything.
pub(super) fn morphs(weights: Option<&[f64]>) -> bool {
    weights.unwrap_or_default().iter().any(|weight| *weight != 0.0)
}

/// Ignores the tractions beyond the accepted number.
fn limit_tractions(materials: &mut [LevelMaterial], notes: &mut Notes) {
    let with_traction = materials.iter_mut().filter(|material| material.traction != Traction::NORMAL);
    let mut ignored = 0;
    for material in with_traction.skip(MOST_TRACTIONS) {
        material.traction = Traction::NORMAL;
        ignored += 1;
    }
    if ignored > 0 {
        notes
            .add(|| format!("{ignored} materials' tractions were ignored: a file may have {MOST_TRACTIONS}"));
    }
}

fn material(document: &Document<'_>, index: usize, notes: &mut Notes) -> Result<LevelMaterial, Problem> {
    let json: Material<'_> = document.element(&document.materials, "material", index)?;
    let place = Place { kind: "material", index, name: &json.name };
    let extras = json.extras.map(|extras| extras.get());
    Ok(LevelMaterial::of(json.name.clone().into_owned(), extras, |why| {
        notes.add(|| format!("{place}: extras: {why}"));
    }))
}
