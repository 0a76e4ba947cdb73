//! `Batch`: thousands of questions by one call, written and answered in the memory of wasm.

use crate::fields::Fields;
use crate::question::Options;
use crate::refusal::Refusal;
use crate::typed::Column;
use crate::world::World;
use crate::{handle, read};
use glissando::{DVec3, Hit, InputError, Sweep};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Questions at most in a batch: 134 bytes each.
const MOST: u32 = 1 << 22;

/// Questions that are copied in, answered and copied out at once: what stays in the nearest memory.
const PIECE: usize = 512;

/// What may be said besides a batch of rays, and of sweeps.
const OF_RAYS: [&str; 2] = ["count", "mask"];
const OF_SWEEPS: [&str; 6] = ["count", "mask", "skin", "body", "rounding", "rotation"];

/// Many rays or sweeps and their answers.
///
/// Write `origins` and `translations`, call `world.rays(batch)` or `world.sweeps(radii, batch)`, read the rest. All of
/// them are typed arrays that the batch has from the start to its end: take them once and keep them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Batch {
    count: usize,
    origins: Column<f64>,
    translations: Column<f64>,
    hits: Column<u8>,
    fractions: Column<f64>,
    points: Column<f64>,
    normals: Column<f64>,
    bodies: Column<f64>,
    triangles: Column<u32>,
}

#[wasm_bindgen]
impl Batch {
    /// Room for `count` questions.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "number")] count: JsValue) -> Result<Self, Refusal> {
        let count = read::whole("count", &count, MOST)? as usize;
        let batch = Self {
            count,
            origins: Column::new("origins", 3 * count)?,
            translations: Column::new("translations", 3 * count)?,
            hits: Column::new("hits", count)?,
            fractions: Column::new("fractions", count)?,
            points: Column::new("points", 3 * count)?,
            normals: Column::new("normals", 3 * count)?,
            bodies: Column::new("bodies", count)?,
            triangles: Column::new("triangles", count)?,
        };
        batch.fractions.fill(count, 1.0)?;
        Ok(batch)
    }

    /// How many questions there is room for.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// To write: where each starts, x, y, z in metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn origins(&self) -> JsValue {
        self.origins.array()
    }

    /// To write: how far each goes, x, y, z in metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn translations(&self) -> JsValue {
        self.translations.array()
    }

    /// To read: 1 where something was met, else 0.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint8Array")]
    pub fn hits(&self) -> JsValue {
        self.hits.array()
    }

    /// To read: how much of the translation was possible, 0 to 1; 1 where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn fractions(&self) -> JsValue {
        self.fractions.array()
    }

    /// To read: the points that were met, x, y, z in metres; 0 where nothing was.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn points(&self) -> JsValue {
        self.points.array()
    }

    /// To read: unit normals there, x, y, z; 0 where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn normals(&self) -> JsValue {
        self.normals.array()
    }

    /// To read: handles of the bodies; of no meaning where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn bodies(&self) -> JsValue {
        self.bodies.array()
    }

    /// To read: indices of the triangles; of no meaning where nothing was met.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint32Array")]
    pub fn triangles(&self) -> JsValue {
        self.triangles.array()
    }

    /// Answers the first `count` questions; if one is refused, nothing counts as met.
    fn answer(&self, count: usize, ask: impl Ask) -> Result<(), Refusal> {
        let mut piece = Piece::default();
        let mut pieces = (0..count).step_by(PIECE);
        let done =
            pieces.try_for_each(|from| self.answer_piece(&mut piece, from, (count - from).min(PIECE), &ask));
        if done.is_err() {
            self.hits.fill(self.count, 0)?;
        }
        done
    }

    /// Answers so many from the place `from` on.
    fn answer_piece(
        &self,
        piece: &mut Piece,
        from: usize,
        count: usize,
        ask: &impl Ask,
    ) -> Result<(), Refusal> {
        piece.make_room(count);
        self.origins.read(3 * from, piece.origins.as_flattened_mut())?;
        self.translations.read(3 * from, piece.translations.as_flattened_mut())?;
        for index in 0..count {
            let (origin, by) = (piece.origins[index], piece.translations[index]);
            let hit = ask(DVec3::from(origin), DVec3::from(by));
            let hit = hit.map_err(|error| Refusal::Text(format!("question {}: {error}", from + index)))?;
            piece.push(hit.as_ref());
        }
        self.hits.write(from, &piece.hits)?;
        self.fractions.write(from, &piece.fractions)?;
        self.points.write(3 * from, piece.points.as_flattened())?;
        self.normals.write(3 * from, piece.normals.as_flattened())?;
        self.bodies.write(from, &piece.bodies)?;
        self.triangles.write(from, &piece.triangles)
    }
}

/// Whatever answers a question.
trait Ask: Fn(DVec3, DVec3) -> Result<Option<Hit>, InputError> {}

impl<F: Fn(DVec3, DVec3) -> Result<Option<Hit>, InputError>> Ask for F {}

/// Some of the questions with their answers.
#[derive(Default)]
struct Piece {
    origins: Vec<[f64; 3]>,
    translations: Vec<[f64; 3]>,
    hits: Vec<u8>,
    fractions: Vec<f64>,
    points: Vec<[f64; 3]>,
    normals: Vec<[f64; 3]>,
    bodies: Vec<f64>,
    triangles: Vec<u32>,
}

impl Piece {
    /// For so many questions, and none answered.
    fn make_room(&mut self, count: usize) {
        self.origins.resize(count, [0.0; 3]);
        self.translations.resize(count, [0.0; 3]);
        self.hits.clear();
        self.fractions.clear();
        self.points.clear();
        self.normals.clear();
        self.bodies.clear();
        self.triangles.clear();
    }

    /// The answer of the next.
    fn push(&mut self, hit: Option<&Hit>) {
        self.hits.push(u8::from(hit.is_some()));
        self.fractions.push(hit.map_or(1.0, |hit| hit.fraction));
        self.points.push(hit.map_or([0.0; 3], |hit| hit.point.to_array()));
        self.normals.push(hit.map_or([0.0; 3], |hit| hit.normal.to_array()));
        self.bodies.push(hit.and_then(|hit| hit.surface.body()).map_or(0.0, handle::told));
        self.triangles.push(hit.map_or(0, |hit| hit.surface.triangle));
    }
}

#[wasm_bindgen]
impl World {
    /// `ray` for every question of a batch, or the first `options.count`: the same answers to the bit.
    pub fn rays(
        &self,
        batch: &Batch,
        #[wasm_bindgen(unchecked_optional_param_type = "BatchOptions")] options: JsValue,
    ) -> Result<(), Refusal> {
        let fields = Fields::of("options", &options, &OF_RAYS)?;
        let options = Options::of(&fields)?;
        let count = count(&fields, batch)?;
        batch.answer(count, |from, by| self.bodies.ray(from, by, options.filter))
    }

    /// `sweep` for every question of a batch, or the first `options.count`: the same answers to the bit.
    pub fn sweeps(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Radii")] radii: JsValue,
        batch: &Batch,
        #[wasm_bindgen(unchecked_optional_param_type = "BatchOptions & SweepOptions")] options: JsValue,
    ) -> Result<(), Refusal> {
        let fields = Fields::of("options", &options, &OF_SWEEPS)?;
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
    let most = batch.count;
    let count = fields.read("count", |what, value| read::whole(what, value, most as u32))?;
    Ok(count.map_or(most, |count| count as usize))
}
