//! `Batch`: thousands of questions by one call, written and answered in the memory of wasm.

use crate::fields::Fields;
use crate::question::Options;
use crate::refusal::Refusal;
use crate::world::World;
use crate::{handle, memory, read};
use glissando::{DVec3, Hit, InputError, Sweep};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Questions at most in a batch: 134 bytes each.
const MOST: u32 = 1 << 22;

/// What may be said besides a batch.
const OPTIONS: [&str; 4] = ["count", "mask", "skin", "rotation"];

/// Room for many rays or sweeps and their answers.
///
/// Write `origins` and `translations`, call `world.rays(batch)` or `world.sweeps(radii, batch)`, read the rest. All of
/// them are views of the memory of wasm: nothing is copied. A view is dead (its length is 0) once that memory has grown,
/// so take it from the batch anew after anything that makes or grows something.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Batch {
    origins: Vec<f64>,
    translations: Vec<f64>,
    hits: Vec<u8>,
    fractions: Vec<f64>,
    points: Vec<f64>,
    normals: Vec<f64>,
    bodies: Vec<f64>,
    triangles: Vec<u32>,
}

#[wasm_bindgen]
impl Batch {
    /// Room for `count` questions.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "number")] count: JsValue) -> Result<Self, Refusal> {
        let count = read::whole("count", &count, MOST)? as usize;
        Ok(Self {
            origins: vec![0.0; 3 * count],
            translations: vec![0.0; 3 * count],
            hits: vec![0; count],
            fractions: vec![1.0; count],
            points: vec![0.0; 3 * count],
            normals: vec![0.0; 3 * count],
            bodies: vec![0.0; count],
            triangles: vec![0; count],
        })
    }

    /// How many questions there is room for.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> usize {
        self.hits.len()
    }

    /// To write: where each starts, x, y, z in metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn origins(&mut self) -> JsValue {
        memory::doubles(&self.origins)
    }

    /// To write: how far each goes, x, y, z in metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn translations(&mut self) -> JsValue {
        memory::doubles(&self.translations)
    }

    /// To read: 1 where something was met, else 0.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint8Array")]
    pub fn hits(&mut self) -> JsValue {
        memory::bytes(&self.hits)
    }

    /// To read: how much of the translation was possible, 0 to 1; 1 where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn fractions(&mut self) -> JsValue {
        memory::doubles(&self.fractions)
    }

    /// To read: the points that were met, x, y, z in metres; 0 where nothing was.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn points(&mut self) -> JsValue {
        memory::doubles(&self.points)
    }

    /// To read: unit normals there, x, y, z; 0 where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn normals(&mut self) -> JsValue {
        memory::doubles(&self.normals)
    }

    /// To read: handles of the bodies; of no meaning where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn bodies(&mut self) -> JsValue {
        memory::doubles(&self.bodies)
    }

    /// To read: indices of the triangles; of no meaning where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint32Array")]
    pub fn triangles(&mut self) -> JsValue {
        memory::indices(&self.triangles)
    }

    /// Answers the first `count` questions; if one is refused, nothing counts as met.
    fn answer(
        &mut self,
        count: usize,
        ask: impl Fn(DVec3, DVec3) -> Result<Option<Hit>, InputError>,
    ) -> Result<(), Refusal> {
        for index in 0..count {
            match ask(vector(&self.origins, index), vector(&self.translations, index)) {
                Ok(hit) => self.write(index, hit.as_ref()),
                Err(error) => {
                    self.hits.fill(0);
                    return Err(Refusal::Text(format!("question {index}: {error}")));
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, index: usize, hit: Option<&Hit>) {
        self.hits[index] = u8::from(hit.is_some());
        self.fractions[index] = hit.map_or(1.0, |hit| hit.fraction);
        let at = 3 * index..3 * index + 3;
        let [point, normal] = hit.map_or([DVec3::ZERO; 2], |hit| [hit.point, hit.normal]);
        self.points[at.clone()].copy_from_slice(&point.to_array());
        self.normals[at].copy_from_slice(&normal.to_array());
        if let Some(hit) = hit {
            self.bodies[index] = handle::told(hit.surface.body);
            self.triangles[index] = hit.surface.triangle;
        }
    }
}

/// The vector of a question.
fn vector(numbers: &[f64], index: usize) -> DVec3 {
    let (vectors, _) = numbers.as_chunks::<3>();
    DVec3::from(vectors[index])
}

#[wasm_bindgen]
impl World {
    /// `ray` for every question of a batch, or the first `options.count`: the same answers to the bit.
    pub fn rays(
        &self,
        batch: &mut Batch,
        #[wasm_bindgen(unchecked_optional_param_type = "BatchOptions")] options: JsValue,
    ) -> Result<(), Refusal> {
        let fields = Fields::of("options", &options, &OPTIONS)?;
        let options = Options::of(&fields)?;
        let count = count(&fields, batch)?;
        batch.answer(count, |from, by| self.bodies.ray(from, by, options.filter))
    }

    /// `sweep` for every question of a batch, or the first `options.count`: the same answers to the bit.
    pub fn sweeps(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Radii")] radii: JsValue,
        batch: &mut Batch,
        #[wasm_bindgen(unchecked_optional_param_type = "BatchOptions & SweepOptions")] options: JsValue,
    ) -> Result<(), Refusal> {
        let fields = Fields::of("options", &options, &OPTIONS)?;
        let options = Options::of(&fields)?;
        let count = count(&fields, batch)?;
        let shape = options.shape(&radii)?;
        batch.answer(count, |from, by| {
            let sweep = options.finish(Sweep::new(shape, from, by)?)?;
            Ok(self.bodies.sweep(&sweep))
        })
    }
}

/// How many questions are asked.
fn count(fields: &Fields, batch: &Batch) -> Result<usize, Refusal> {
    let most = batch.hits.len();
    let count = fields.read("count", |what, value| read::whole(what, value, most as u32))?;
    Ok(count.map_or(most, |count| count as usize))
}
