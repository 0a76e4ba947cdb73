//! Ink: dark lines where what is seen in neighbouring samples is not one surface.

use super::colour::Colour;
use super::paint::{Place, Sample};

/// Cosine of the angle between normals from which on an edge is drawn.
const CREASE: f64 = 0.96;

/// Metres between two surfaces from which on one is seen before the other.
const STEP: f64 = 0.02;

const INK: Colour = Colour::new(0.012, 0.014, 0.020);

/// The `colour` of a sample, with ink if one of its neighbours lies on something else.
pub(super) fn inked(here: &Sample, colour: Colour, neighbours: [&Sample; 2], pixel_metres: f64) -> Colour {
    let amount = |neighbour: &&Sample| strength(here, neighbour, pixel_metres);
    let strongest = neighbours.iter().map(amount).fold(0.0, f32::max);
    // The border of a material takes its colour.
    let hue = |sample: &Sample| sample.place.and_then(|p| p.hue);
    let border = neighbours.iter().find(|n| hue(n) != hue(here)).and_then(|n| hue(n).or(hue(here)));
    if strongest > 0.0 {
        return colour.mix(border.map_or(INK, |hue| INK.mix(hue, 0.25)), strongest);
    }
    border.map_or(colour, |hue| colour.mix(hue, 0.5))
}

fn strength(here: &Sample, there: &Sample, pixel_metres: f64) -> f32 {
    match (&here.place, &there.place) {
        (None, None) => 0.0,
        (Some(_), None) | (None, Some(_)) => 0.85,
        (Some(a), Some(b)) if is_apart(a, b, pixel_metres) => 0.75,
        (Some(a), Some(b)) if a.normal.dot(b.normal) < CREASE => 0.40,
        _ => 0.0,
    }
}

/// Whether one place is off the plane of the other: not a fold of one surface but a step between two.
fn is_apart(a: &Place, b: &Place, pixel_metres: f64) -> bool {
    let between = b.point - a.point;
    let off = a.normal.dot(between).abs().min(b.normal.dot(between).abs());
    off > STEP + pixel_metres
}
