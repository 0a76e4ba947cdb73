//! The answers: fields in a fixed order, absent where they have no meaning, numbers that read back bit for bit.

use glissando::world::Clearance;
use glissando::{Contact, Feature, Hit, Surface};
use glissando_play::scene::{Scene, SurfaceNames};
use serde::Serialize;
use serde_json::value::RawValue;

/// A line of the output.
#[derive(Debug)]
pub(super) enum Answer<'a> {
    Found(Box<Found<'a>>),
    Refused(Refused<'a>),
}

/// The answer to a question.
#[derive(Debug, Default, Serialize)]
pub(super) struct Found<'a> {
    id: Option<&'a RawValue>,
    hit: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangle: Option<u32>,
    #[serde(flatten)]
    bodies: Bodies,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    mesh: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    material: &'a str,
}

/// What is told of questions that need no level.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Bodies {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gap: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) velocities: Option<[[f64; 3]; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) approach: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) impulse: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) energy: Option<[f64; 2]>,
}

/// Where two things first touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) fraction: f64,
    pub(super) point: [f64; 3],
    pub(super) normal: [f64; 3],
}

/// A line that could not be answered.
#[derive(Debug, Serialize)]
pub(super) struct Refused<'a> {
    id: Option<&'a RawValue>,
    error: String,
}

impl<'a> Answer<'a> {
    pub(super) fn refused(id: Option<&'a RawValue>, error: String) -> Self {
        Self::Refused(Refused { id, error })
    }

    /// A plain yes or no.
    pub(super) fn yes_or_no(id: Option<&'a RawValue>, hit: bool) -> Self {
        Self::Found(Box::new(Found { id, hit, ..Found::default() }))
    }

    /// Of bodies alone: where they touch, if they do, and what else there is to tell.
    pub(super) fn bodies(id: Option<&'a RawValue>, hit: bool, touch: Option<Touch>, bodies: Bodies) -> Self {
        Self::Found(Box::new(Found {
            id,
            hit,
            fraction: touch.map(|t| t.fraction),
            point: touch.map(|t| t.point),
            normal: touch.map(|t| t.normal),
            bodies,
            ..Found::default()
        }))
    }

    pub(super) fn hit(id: Option<&'a RawValue>, scene: &'a Scene, hit: &Hit) -> Self {
        let place = Found {
            fraction: Some(hit.fraction),
            distance: Some(hit.distance),
            point: Some(hit.point.to_array()),
            normal: Some(hit.normal.to_array()),
            depth: Some(hit.depth),
            ..Found::default()
        };
        Self::of(id, scene, hit.feature, &hit.surface, place)
    }

    pub(super) fn overlap(id: Option<&'a RawValue>, scene: &'a Scene, contact: &Contact) -> Self {
        let place = Found {
            point: Some(contact.point.to_array()),
            normal: Some(contact.normal.to_array()),
            depth: Some(-contact.gap()),
            ..Found::default()
        };
        Self::of(id, scene, contact.feature, &contact.surface, place)
    }

    pub(super) fn clearance(id: Option<&'a RawValue>, scene: &'a Scene, nearest: &Clearance) -> Self {
        let place = Found {
            distance: Some(nearest.distance),
            point: Some(nearest.point.to_array()),
            normal: Some(nearest.normal.to_array()),
            ..Found::default()
        };
        Self::of(id, scene, nearest.feature, &nearest.surface, place)
    }

    fn of(
        id: Option<&'a RawValue>,
        scene: &'a Scene,
        feature: Feature,
        surface: &Surface,
        place: Found<'a>,
    ) -> Self {
        let none = SurfaceNames { body: 0, instance: "", mesh: "", material: "" };
        let names = scene.names(surface);
        let SurfaceNames { instance, mesh, material, .. } = names.unwrap_or(none);
        Self::Found(Box::new(Found {
            id,
            hit: true,
            feature: Some(feature_name(feature)),
            body: names.map(|n| n.body),
            triangle: Some(surface.triangle),
            name: instance,
            mesh,
            material,
            ..place
        }))
    }

    /// Appends the line, and tells whether it is an answer rather than a refusal.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> serde_json::Result<bool> {
        match self {
            Self::Found(found) => serde_json::to_writer(&mut *out, found)?,
            Self::Refused(refused) => serde_json::to_writer(&mut *out, refused)?,
        }
        out.push(b'\n');
        Ok(matches!(self, Self::Found(_)))
    }
}

const fn feature_name(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => "face",
        Feature::Edge(0) => "edge0",
        Feature::Edge(1) => "edge1",
        Feature::Edge(_) => "edge2",
        Feature::Vertex(0) => "vertex0",
        Feature::Vertex(1) => "vertex1",
        Feature::Vertex(_) => "vertex2",
    }
}
