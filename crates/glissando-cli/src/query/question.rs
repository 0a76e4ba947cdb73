//! The questions: what a line may say, and how a line that says something else is refused.

use super::lines::LONGEST_LINE;
use glissando::character::BodyShape;
use glissando_play::script::read::complaint;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A line of the input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a question: an object with `op` and what it asks about")]
pub(super) struct Question<'a> {
    /// Given back as it was written.
    #[serde(borrow, default)]
    pub(super) id: Option<&'a RawValue>,
    pub(super) op: Op,
    pub(super) from: Option<[f64; 3]>,
    #[serde(rename = "move")]
    pub(super) movement: Option<[f64; 3]>,
    #[serde(default)]
    pub(super) body: BodyShape,
    pub(super) radii: Option<Radii>,
    pub(super) rounding: Option<f64>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) raw: Option<bool>,
    pub(super) skin: Option<f64>,
    pub(super) within: Option<f64>,
    pub(super) spheres: Option<[MovingSphere; 2]>,
    pub(super) masses: Option<[Option<f64>; 2]>,
    pub(super) velocities: Option<[[f64; 3]; 2]>,
    pub(super) positions: Option<[[f64; 3]; 2]>,
    pub(super) normal: Option<[f64; 3]>,
    pub(super) restitution: Option<f64>,
    pub(super) plane: Option<PointAndNormal>,
}

/// A sphere and how far it goes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovingSphere {
    pub(super) from: [f64; 3],
    #[serde(rename = "move", default)]
    pub(super) movement: [f64; 3],
    pub(super) radius: f64,
}

/// A plane.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointAndNormal {
    pub(super) point: [f64; 3],
    pub(super) normal: [f64; 3],
}

/// What is asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Op {
    Ray,
    Segment,
    Sweep,
    Overlap,
    Clearance,
    Spheres,
    Bounce,
    Plane,
}

/// The radii of a body: half extents along its own axes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "radii must be a number or three numbers")]
pub(super) enum Radii {
    /// A sphere.
    Equal(f64),
    Each([f64; 3]),
}

/// The id alone, for lines that are otherwise no question.
#[derive(Deserialize)]
struct Id<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

/// The question in line `number` (from 1), or the line's id, if it has one, and what is wrong with it.
pub(super) fn read(number: u64, line: &[u8]) -> Result<Question<'_>, (Option<&RawValue>, String)> {
    if line.len() > LONGEST_LINE {
        return Err((
            None,
            format!("line {number} is longer than {LONGEST_LINE} bytes: one question a line"),
        ));
    }
    serde_json::from_slice(line).map_err(|error| {
        let id = serde_json::from_slice::<Id<'_>>(line).ok().and_then(|line| line.id);
        // The parser counts lines within what it was given, which is always its first.
        let is_cut = error.is_eof();
        let what = if is_cut { "the line ends before its object does".to_owned() } else { complaint(&error) };
        (id, format!("line {number}, column {}: {what}", error.column()))
    })
}
