//! `Mesh`: triangles made fit for collision.

use crate::fields::Fields;
use crate::record::{Record, list, short_vector};
use crate::refusal::Refusal;
use crate::{memory, read};
use glissando::mesh::MeshEdge;
use glissando::mesh::MeshReport;
use glissando::{MeshOptions, Soup};
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Triangles made fit for collision. Build it once, place it as often as you like.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    pub(crate) shared: Arc<glissando::Mesh>,
    report: MeshReport,
}

/// What building takes at least, at its height: measured, with a mesh in which there is nothing to repair.
const BYTES_A_TRIANGLE: u64 = 128;
const BYTES_A_VERTEX: u64 = 32;

/// The fields of the options.
pub(crate) const FIELDS: [&str; 4] = ["materials", "weldDistance", "oneSided", "oneWay"];

#[wasm_bindgen]
impl Mesh {
    /// A mesh of plain arrays: positions by threes in metres, indices by threes (0, 1, 2, … where they are left out), counter-clockwise
    /// fronts.
    ///
    /// Throws on numbers that cannot be used: every offending vertex and triangle is named.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] positions: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Uint32Array | Uint16Array | null")] indices: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MeshOptions")] options: JsValue,
    ) -> Result<Self, Refusal> {
        build(&positions, &indices, &Fields::of("options", &options, &FIELDS)?)
    }

    /// How many triangles can collide.
    #[wasm_bindgen(getter, js_name = triangleCount)]
    pub fn triangle_count(&self) -> usize {
        self.shared.triangle_count()
    }

    /// The smallest box with all triangles, in metres of the mesh.
    #[wasm_bindgen(getter, unchecked_return_type = "Bounds")]
    pub fn bounds(&self) -> JsValue {
        let bounds = self.shared.bounds();
        Record::new().with("min", short_vector(bounds.min)).with("max", short_vector(bounds.max)).into()
    }

    /// What was repaired or is worth a look. Nothing in it stops a mesh from colliding.
    #[wasm_bindgen(getter, unchecked_return_type = "MeshReport")]
    pub fn report(&self) -> JsValue {
        let r = &self.report;
        Record::new()
            .with("vertexCount", r.vertex_count as f64)
            .with("triangleCount", r.triangle_count as f64)
            .with("area", r.area)
            .with("isClosed", r.is_closed())
            .with("welded", r.welded.clone())
            .with("unused", r.unused.clone())
            .with("degenerate", r.degenerate.clone())
            .with("slivers", r.slivers.clone())
            .with("openEdges", edges(&r.open_edges))
            .with("crowdedEdges", edges(&r.crowded_edges))
            .with("twistedEdges", edges(&r.twisted_edges))
            .into()
    }
}

/// A mesh, as its options say.
pub(crate) fn build(positions: &JsValue, indices: &JsValue, options: &Fields) -> Result<Mesh, Refusal> {
    let positions = read::threes::<f32>("positions", positions)?;
    let indices = read::threes::<u32>("indices", indices)?;
    let least = BYTES_A_TRIANGLE * indices.len() as u64 + BYTES_A_VERTEX * positions.len() as u64;
    memory::probe("a mesh of so many triangles", least)?;
    let mut soup = Soup::new(&positions, &indices);
    soup.materials = options.read("materials", read::typed)?.unwrap_or_default();
    let defaults = MeshOptions::default();
    let weld = options.read("weldDistance", read::number)?;
    let options = MeshOptions {
        weld_distance: weld.map_or(defaults.weld_distance, |metres| metres as f32),
        one_sided: options.read("oneSided", read::typed)?.unwrap_or_default(),
        one_way: options.read("oneWay", read::typed)?.unwrap_or_default(),
        without_edges: false,
    };
    let (mesh, report) = glissando::Mesh::build(&soup, &options)?;
    Ok(Mesh { shared: Arc::new(mesh), report })
}

fn edges(edges: &[MeshEdge]) -> JsValue {
    list(edges, |edge| {
        let [from, to] = edge.ends.map(short_vector);
        Record::new().with("from", from).with("to", to).with("triangle", edge.triangles[0]).into()
    })
}
