//! What is drawn: bodies, places, props, the overlay.

use crate::record::{Record, list, vector};
use crate::{memory, pose};
use glissando::{BodyId, DVec3};
use glissando_play::session::{Lines, Places};
use glissando_play::walk::{Prop, Setup};
use js_sys::{Float32Array, Float64Array, Uint16Array};
use wasm_bindgen::JsValue;

/// All bodies, in the order of the world.
pub(super) fn bodies(walk: &Setup, movers: &[BodyId]) -> JsValue {
    let (scene, mut bodies) = (&walk.scene, Vec::new());
    for (index, (id, body)) in scene.world.bodies().enumerate() {
        let (mut positions, mut materials) = (Vec::new(), Vec::new());
        for triangle in 0..body.mesh.source_count() {
            let Some(corners) = body.mesh.triangle(triangle) else { continue };
            positions.extend(corners.iter().flat_map(|corner| corner.to_array()));
            materials.push(body.mesh.material(triangle).unwrap_or(0));
        }
        let names: Vec<JsValue> = scene.materials_of(id).map(JsValue::from).collect();
        let shape = Record::new()
            .with("index", index as u32)
            .with("name", scene.name_of(id))
            .with("positions", Float32Array::from(positions.as_slice()))
            .with("triangleMaterials", Uint16Array::from(materials.as_slice()))
            .with("materials", list(&names, JsValue::clone))
            .with("pose", Float64Array::from(pose::told(&body.pose).as_slice()))
            .with("isMover", movers.contains(&id));
        bodies.push(JsValue::from(shape));
    }
    list(&bodies, JsValue::clone)
}

/// Numbers that are written again and again in the same memory.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    characters: Vec<f64>,
    balls: Vec<f64>,
    poses: Vec<f64>,
}

impl Buffers {
    /// Takes in where everything is.
    pub(super) fn fill(&mut self, places: &Places, movers: &[BodyId]) {
        self.characters.clear();
        for place in &places.characters {
            self.characters.extend(place.centre.to_array());
            self.characters.extend(place.radii.to_array());
        }
        self.balls.clear();
        for place in &places.balls {
            self.balls.extend(place.centre.to_array());
            self.balls.push(place.radii.x);
        }
        self.poses.clear();
        for id in movers {
            if let Some((_, pose)) = places.bodies.iter().find(|(body, _)| body == id) {
                self.poses.extend(pose::told(pose));
            }
        }
    }

    /// The numbers, where they lie.
    pub(super) fn views(&self) -> JsValue {
        Record::new()
            .with("characters", memory::doubles(&self.characters))
            .with("balls", memory::doubles(&self.balls))
            .with("poses", memory::doubles(&self.poses))
            .into()
    }
}

/// What is passed through.
pub(super) fn props(props: &[Prop]) -> JsValue {
    list(props, |prop| {
        let corners = prop.triangles.iter().flatten().flat_map(|corner| corner.to_array());
        let positions: Vec<f32> = corners.map(|c| c as f32).collect();
        Record::new()
            .with("name", prop.name.as_str())
            .with("positions", Float32Array::from(positions.as_slice()))
            .with("isPickUp", prop.is_pick_up)
            .with("isGone", prop.is_gone)
            .into()
    })
}

/// The overlay.
pub(super) fn overlay(lines: &Lines) -> JsValue {
    let floats = |values: &[f32]| Float32Array::from(values);
    Record::new()
        .with("origin", vector(DVec3::from(lines.origin)))
        .with("lines", floats(lines.lines.as_flattened()))
        .with("lineColours", floats(lines.line_colours.as_flattened()))
        .with("triangles", floats(lines.triangles.as_flattened()))
        .with("triangleColours", floats(lines.triangle_colours.as_flattened()))
        .into()
}
