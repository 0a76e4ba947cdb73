//! Ink: dark lines where what is seen in neighbouring samples is not one surface.

use super::colour::Colour;
use glissando::DVec3;

/// Cosine of the angle between normals from which on an edge is drawn.
const CREASE: f64 = 0.96;

/// Metres between two surfaces from which on one is seen before the other.
const STEP: f64 = 0.02;

/// What a sample shows, as far as ink depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) point: DVec3,
    pub(super) normal: DVec3,
    pub(super) hue: Option<Colour>,
}

const INK: Colour = Colour::new(0.012, 0.014, 0.020);

/// The `colour` of a sample, with ink if one of its neighbours lies on something else; `None` is the background.
pub(super) fn inked(
    here: &Option<Spot>,
    colour: Colour,
    neighbours: &[Option<Spot>; 2],
    pixel_metres: f64,
) -> Colour {
    let strongest = neighbours.iter().map(|there| strength(here, there, pixel_metres)).fold(0.0, f32::max);
    // The border of a material takes its colour.
    let hue = |spot: &Option<Spot>| spot.and_then(|spot| spot.hue);
    let border = neighbours.iter().find(|n| hue(n) != hue(here)).and_then(|n| hue(n).or(hue(here)));
    if strongest > 0.0 {
        return colour.mix(border.map_or(INK, |hue| INK.mix(hue, 0.25)), strongest);
    }
    border.map_or(colour, |hue| colour.mix(hue, 0.5))
}

fn strength(here: &Option<Spot>, there: &Option<Spot>, pixel_metres: f64) -> f32 {
    match (here, there) {
        (None, None) => 0.0,
        (Some(_), None) | (None, Some(_)) => 0.85,
        (Some(a), Some(b)) if is_apart(a, b, pixel_metres) => 0.75,
        (Some(a), Some(b)) if a.normal.dot(b.normal) < CREASE => 0.40,
        _ => 0.0,
    }
}

/// Whether one place is off the plane of the other: not a fold of one surface but a step between two.
fn is_apart(a: &Spot, b: &Spot, pixel_metres: f64) -> bool {
    let between = b.point - a.point;
    let off = a.normal.dot(between).abs().min(b.normal.dot(between).abs());
    off > STEP + pixel_metres
}
