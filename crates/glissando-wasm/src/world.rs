//! `World`: bodies, put in, moved and taken out.

use crate::fields::Fields;
use crate::mesh::{self, Mesh};
use crate::record::{Record, short_vector};
use crate::refusal::Refusal;
use crate::{by_material, handle, pose, read};
use glissando::Body;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The bodies that can be collided with.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct World {
    pub(crate) bodies: glissando::World,
}

/// The fields of a place.
pub(crate) const PLACE: [&str; 5] = ["pose", "layers", "material", "conveyors", "tractions"];

#[wasm_bindgen]
impl World {
    /// A world without bodies.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Places a mesh; it may be placed any number of times.
    ///
    /// Throws on poses that have no inverse.
    #[wasm_bindgen(unchecked_return_type = "BodyHandle")]
    pub fn add(
        &mut self,
        mesh: &Mesh,
        #[wasm_bindgen(unchecked_optional_param_type = "PlaceOptions")] place: JsValue,
    ) -> Result<f64, Refusal> {
        Ok(handle::told(self.bodies.insert(body(mesh, &Fields::of("place", &place, &PLACE)?)?)?))
    }

    /// Makes a mesh of plain arrays and places it: the shortest way to a world.
    #[wasm_bindgen(js_name = addMesh, unchecked_return_type = "BodyHandle")]
    pub fn add_mesh(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] positions: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Uint32Array | Uint16Array | null")] indices: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "MeshOptions & PlaceOptions")] options: JsValue,
    ) -> Result<f64, Refusal> {
        let known = [&mesh::FIELDS[..], &PLACE].concat();
        let fields = Fields::of("options", &options, &known)?;
        let mesh = mesh::build(&positions, &indices, &fields)?;
        Ok(handle::told(self.bodies.insert(body(&mesh, &fields)?)?))
    }

    /// Takes a body out. Its handle is dead from then on.
    pub fn remove(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
    ) -> Result<(), Refusal> {
        self.bodies.remove(handle::read("body", &body)?)?;
        Ok(())
    }

    /// Whether a body is in this world.
    pub fn has(&self, #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue) -> bool {
        handle::read("body", &body).is_ok_and(|id| self.bodies.body(id).is_ok())
    }

    /// Moves a body to another pose, at once: between ticks, for editors and teleports.
    #[wasm_bindgen(js_name = setPose)]
    pub fn set_pose(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Pose")] pose: JsValue,
    ) -> Result<(), Refusal> {
        let id = handle::read("body", &body)?;
        Ok(self.bodies.set_pose(id, pose::read("pose", &pose)?)?)
    }

    /// Gives a body another mesh, at once: a bent one, or any.
    #[wasm_bindgen(js_name = setMesh)]
    pub fn set_mesh(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        mesh: &Mesh,
    ) -> Result<(), Refusal> {
        Ok(self.bodies.set_mesh(handle::read("body", &body)?, mesh.shared.clone())?)
    }

    /// Puts a body on other layers, a bit each.
    #[wasm_bindgen(js_name = setLayers)]
    pub fn set_layers(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] layers: JsValue,
    ) -> Result<(), Refusal> {
        let (body, layers) = (handle::read("body", &body)?, read::bits("layers", &layers)?);
        Ok(self.bodies.set_layers(body, layers)?)
    }

    /// The pose of a body: the three columns of its matrix, then its translation; twelve numbers.
    pub fn pose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
    ) -> Result<Vec<f64>, Refusal> {
        Ok(pose::told(&self.bodies.body(handle::read("body", &body)?)?.pose))
    }

    /// How many bodies there are.
    #[wasm_bindgen(getter, js_name = bodyCount)]
    pub fn body_count(&self) -> usize {
        self.bodies.body_count()
    }

    /// How many triangles they have in all.
    #[wasm_bindgen(getter, js_name = triangleCount)]
    pub fn triangle_count(&self) -> usize {
        self.bodies.bodies().map(|(_, body)| body.mesh.triangle_count()).sum()
    }

    /// The box of all bodies in metres, or `undefined` if there are none.
    #[wasm_bindgen(getter, unchecked_return_type = "Bounds | undefined")]
    pub fn bounds(&self) -> JsValue {
        let bounds = self.bodies.bounds();
        if bounds.is_empty() {
            return JsValue::UNDEFINED;
        }
        Record::new().with("min", short_vector(bounds.min)).with("max", short_vector(bounds.max)).into()
    }
}

/// A mesh, placed as the fields of [`PLACE`] say.
pub(crate) fn body(mesh: &Mesh, place: &Fields) -> Result<Body, Refusal> {
    let mut body = Body::new(mesh.shared.clone());
    if let Some(pose) = place.read("pose", |_, value| pose::read("pose", value))? {
        body.pose = pose;
    }
    if let Some(layers) = place.read("layers", read::bits)? {
        body.layers = layers;
    }
    if let Some(material) = place.read("material", |what, v| read::whole(what, v, u16::MAX.into()))? {
        body.material = material as u16;
    }
    if let Some(conveyors) = place.read("conveyors", by_material::conveyors)? {
        body.conveyors = conveyors;
    }
    if let Some(tractions) = place.read("tractions", by_material::tractions)? {
        body.tractions = tractions;
    }
    Ok(body)
}
