//! What is drawn: bodies, places, triggers, the overlay.

use crate::pose;
use crate::record::{Record, list, vector};
use crate::typed;
use glissando::{BodyId, DVec3};
use glissando_play::session::{Lines, Place, Places};
use glissando_play::walk::{Setup, TriggerShape};
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
            .with("positions", typed::copied(positions.as_slice()))
            .with("triangleMaterials", typed::copied(materials.as_slice()))
            .with("materials", list(&names, JsValue::clone))
            .with("pose", typed::copied(pose::told(&body.pose).as_slice()))
            .with("isMover", movers.contains(&id));
        bodies.push(JsValue::from(shape));
    }
    list(&bodies, JsValue::clone)
}

/// The poses of everything: copies, so that they never change in the caller's hands.
pub(super) fn places(places: &Places, movers: &[BodyId]) -> JsValue {
    let character = |Place { centre: c, shape }: &Place| {
        let core = shape.core_half_extents();
        let half = shape.radii() + core;
        let rounding = if core == DVec3::ZERO { 0.0 } else { shape.smallest_radius() };
        let is_round = if shape.is_cylinder() { 1.0 } else { 0.0 };
        [c.x, c.y, c.z, half.x, half.y, half.z, rounding, is_round]
    };
    let ball = |Place { centre: c, shape }: &Place| [c.x, c.y, c.z, shape.radii().x];
    // Both lists are in the order of the movers, as long as none is removed.
    let pose = |(place, id): (usize, &BodyId)| {
        let mut all = places.bodies.get(place).into_iter().chain(&places.bodies);
        all.find(|(body, _)| body == id).map(|(_, pose)| pose::told(pose))
    };
    let doubles = |numbers: Vec<f64>| typed::copied(numbers.as_slice());
    Record::new()
        .with("characters", doubles(places.characters.iter().flat_map(character).collect()))
        .with("balls", doubles(places.balls.iter().flat_map(ball).collect()))
        .with("poses", doubles(movers.iter().enumerate().filter_map(pose).flatten().collect()))
        .into()
}

/// What is passed through.
pub(super) fn trigger_shapes(shapes: &[TriggerShape]) -> JsValue {
    list(shapes, |shape| {
        let corners = shape.triangles.iter().flatten().flat_map(|corner| corner.to_array());
        let positions: Vec<f32> = corners.map(|c| c as f32).collect();
        Record::new()
            .with("name", shape.name.as_str())
            .with("positions", typed::copied(positions.as_slice()))
            .with("isPickUp", shape.is_pick_up)
            .with("isGone", shape.is_gone)
            .into()
    })
}

/// The overlay.
pub(super) fn overlay(lines: &Lines) -> JsValue {
    let floats = |values: &[f32]| typed::copied(values);
    Record::new()
        .with("origin", vector(DVec3::from(lines.origin)))
        .with("lines", floats(lines.lines.as_flattened()))
        .with("lineColours", floats(lines.line_colours.as_flattened()))
        .with("triangles", floats(lines.triangles.as_flattened()))
        .with("triangleColours", floats(lines.triangle_colours.as_flattened()))
        .into()
}
