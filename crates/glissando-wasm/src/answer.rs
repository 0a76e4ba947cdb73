//! Hits, contacts and surfaces as plain objects.

use crate::handle;
use crate::record::{Record, vector};
use glissando::world::Clearance;
use glissando::{Contact, Feature, Hit, Surface};
use wasm_bindgen::JsValue;

/// Adds the triangle's owner, index and material.
pub(crate) fn surface(record: Record, surface: &Surface) -> Record {
    record
        .with("body", surface.body().map(handle::told))
        .with("triangle", surface.triangle)
        .with("material", surface.material)
        .with("bodyMaterial", surface.body_material)
}

/// A first touch.
pub(crate) fn hit(hit: &Hit) -> JsValue {
    let record = Record::new()
        .with("fraction", hit.fraction)
        .with("distance", hit.distance)
        .with("point", vector(hit.point))
        .with("normal", vector(hit.normal))
        .with("faceNormal", vector(hit.face_normal))
        .with("depth", hit.depth)
        .with("feature", feature(hit.feature));
    surface(record, &hit.surface).into()
}

/// A surface that is near, its fields added to those that are there.
pub(crate) fn contact(record: Record, contact: &Contact) -> Record {
    let record = record
        .with("gap", contact.gap())
        .with("point", vector(contact.point))
        .with("normal", vector(contact.normal))
        .with("faceNormal", vector(contact.face_normal))
        .with("feature", feature(contact.feature));
    surface(record, &contact.surface)
}

/// The nearest surface.
pub(crate) fn clearance(nearest: &Clearance) -> JsValue {
    let record = Record::new()
        .with("distance", nearest.distance)
        .with("point", vector(nearest.point))
        .with("normal", vector(nearest.normal))
        .with("feature", feature(nearest.feature));
    surface(record, &nearest.surface).into()
}

const fn feature(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => "face",
        Feature::Edge(_) => "edge",
        Feature::Vertex(_) => "vertex",
    }
}
