//! Questions to a world: a ray, a line of sight, a sweep, what is near, how much room there is.

use crate::fields::Fields;
use crate::record::{Record, list};
use crate::refusal::Refusal;
use crate::world::World;
use crate::{answer, read, settings};
use glissando::character::BodyShape;
use glissando::{DQuat, Filter, InputError, Settings, Shape, Sweep};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What may be said besides a question about a line, about a body at rest, and about one that moves.
const OF_LINES: [&str; 1] = ["mask"];
const OF_SHAPES: [&str; 4] = ["mask", "body", "rounding", "rotation"];
const OF_SWEEPS: [&str; 5] = ["mask", "skin", "body", "rounding", "rotation"];

/// What was said besides a question.
pub(crate) struct Options {
    pub(crate) filter: Filter,
    skin: f64,
    body: BodyShape,
    rounding: f64,
    rotation: DQuat,
}

impl Options {
    pub(crate) fn of(fields: &Fields) -> Result<Self, Refusal> {
        let mask = fields.read("mask", read::bits)?;
        Ok(Self {
            filter: mask.map_or(Filter::ALL, |mask| Filter { mask }),
            skin: fields.read("skin", read::number)?.unwrap_or(0.0),
            body: fields.read("body", settings::body)?.unwrap_or_default(),
            rounding: fields.read("rounding", read::number)?.unwrap_or(Settings::default().rounding),
            rotation: fields.read("rotation", read::rotation)?.unwrap_or(DQuat::IDENTITY),
        })
    }

    fn read(options: &JsValue, known: &[&str]) -> Result<Self, Refusal> {
        Self::of(&Fields::of("options", options, known)?)
    }

    /// The shape with these radii, turned.
    pub(crate) fn shape(&self, radii: &JsValue) -> Result<Shape, Refusal> {
        read::shape(radii, (self.body, self.rounding), self.rotation)
    }

    /// The sweep with its skin and filter.
    pub(crate) fn finish(&self, sweep: Sweep) -> Result<Sweep, InputError> {
        Ok(sweep.with_skin(self.skin)?.with_filter(self.filter))
    }
}

#[wasm_bindgen]
impl World {
    /// The nearest triangle on the segment from `from` to `from + by` (metres), or `undefined`.
    #[wasm_bindgen(unchecked_return_type = "Hit | undefined")]
    pub fn ray(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] by: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MaskOptions")] options: JsValue,
    ) -> Result<JsValue, Refusal> {
        let (from, by) = (read::vector("from", &from)?, read::vector("by", &by)?);
        let hit = self.bodies.ray(from, by, Options::read(&options, &OF_LINES)?.filter)?;
        Ok(hit.as_ref().map_or(JsValue::UNDEFINED, answer::hit))
    }

    /// Every triangle on the segment from `from` to `from + by` (metres), nearest first: what a bullet goes through.
    #[wasm_bindgen(js_name = rayHits, unchecked_return_type = "Hit[]")]
    pub fn ray_hits(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] by: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MaskOptions")] options: JsValue,
    ) -> Result<JsValue, Refusal> {
        let (from, by) = (read::vector("from", &from)?, read::vector("by", &by)?);
        let mut hits = Vec::new();
        self.bodies.ray_hits(from, by, Options::read(&options, &OF_LINES)?.filter, &mut hits)?;
        Ok(list(&hits, answer::hit))
    }

    /// Whether anything lies on the segment from `from` to `to` (metres): line of sight. Cheaper than `ray`.
    #[wasm_bindgen(js_name = isBlockedBetween)]
    pub fn is_blocked_between(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] to: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MaskOptions")] options: JsValue,
    ) -> Result<bool, Refusal> {
        let (from, to) = (read::vector("from", &from)?, read::vector("to", &to)?);
        Ok(self.bodies.is_blocked_between(from, to, Options::read(&options, &OF_LINES)?.filter)?)
    }

    /// The first touch of a body whose centre moves from `from` by `by` (metres), or `undefined`: the way is free.
    #[wasm_bindgen(unchecked_return_type = "Hit | undefined")]
    pub fn sweep(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Radii")] radii: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] by: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "SweepOptions")] options: JsValue,
    ) -> Result<JsValue, Refusal> {
        let options = Options::read(&options, &OF_SWEEPS)?;
        let (from, by) = (read::vector("from", &from)?, read::vector("by", &by)?);
        let sweep = options.finish(Sweep::new(options.shape(&radii)?, from, by)?)?;
        Ok(self.bodies.sweep(&sweep).as_ref().map_or(JsValue::UNDEFINED, answer::hit))
    }

    /// Every triangle within `distance` metres of a resting body, by body and triangle; 0 is those it touches.
    #[wasm_bindgen(unchecked_return_type = "Contact[]")]
    pub fn overlap(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Radii")] radii: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] at: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] distance: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ShapeOptions")] options: JsValue,
    ) -> Result<JsValue, Refusal> {
        let options = Options::read(&options, &OF_SHAPES)?;
        let distance = if distance.is_undefined() { 0.0 } else { read::number("distance", &distance)? };
        let (shape, at) = (options.shape(&radii)?, read::vector("at", &at)?);
        let mut found = Vec::new();
        self.bodies.contacts(&shape, at, distance, options.filter, &mut found)?;
        Ok(list(&found, |contact| answer::contact(Record::new(), contact).into()))
    }

    /// The triangle nearest to a resting body, if one is within `most` metres (may be `Infinity`).
    #[wasm_bindgen(unchecked_return_type = "Clearance | undefined")]
    pub fn clearance(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Radii")] radii: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] at: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] most: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ShapeOptions")] options: JsValue,
    ) -> Result<JsValue, Refusal> {
        let options = Options::read(&options, &OF_SHAPES)?;
        let (shape, at) = (options.shape(&radii)?, read::vector("at", &at)?);
        let nearest = self.bodies.clearance(&shape, at, read::number("most", &most)?, options.filter)?;
        Ok(nearest.as_ref().map_or(JsValue::UNDEFINED, answer::clearance))
    }
}
