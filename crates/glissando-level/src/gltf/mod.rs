//! glTF 2.0 to a level: container, buffers, accessors, primitives, nodes.
//!
//! Source: Khronos Group, glTF 2.0 Specification, 2021.

mod accessor;
mod buffer;
mod component;
mod container;
mod document;
mod extension;
mod instancing;
mod mesh;
mod node;
mod primitive;
mod scene;
mod topology;
mod view;

use crate::budget::Budget;
use crate::content::Content;
use crate::error::Problem;
use crate::files::Files;
use crate::level::Level;
use crate::notes::Notes;
use crate::place::Frame;
use std::path::Path;

/// Bytes of the shortest node with a mesh: `{"mesh":0},`.
const SHORTEST_MESH_NODE: usize = 11;

/// The level in the bytes of a `.glb` or `.gltf`; other files are looked for in `folder`.
pub(crate) fn read(
    bytes: &[u8],
    folder: Option<(&dyn Files, &Path)>,
    frame: Frame,
    notes: &mut Notes,
) -> Result<Level, Problem> {
    let container = container::open(bytes, notes)?;
    let document = document::Document::parse(container.json)?;
    extension::check_required(&document)?;
    let buffers = buffer::load_all(&document, container.binary, folder)?;
    let input_bytes = bytes.len() as u64 + buffers.external_bytes;
    let mut reader = mesh::MeshReader::new(&document, &buffers, Budget::new(input_bytes));
    let most = document.nodes.len().min(document.text_bytes / SHORTEST_MESH_NODE);
    let mut content = Content::new(document.text_bytes, most);
    scene::walk(&document, frame.world_from_file(), &mut content, &mut reader, notes)?;
    let mut level = Level::default();
    content.finish(&mut level, notes);
    (level.meshes, level.materials) = reader.finish(notes)?;
    Ok(level)
}
