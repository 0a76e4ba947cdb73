//! The part of a core that is level over a face: an edge, a side, an end disk.
//!
//! All of it is equally close. Of what is over the face the point nearest to the middle is chosen: it depends on the
//! geometry alone, and a small motion moves it by a small distance.

use crate::math::sqrt_f64;

/// Units in the last place up to which a part counts as level.
pub(super) const PARALLEL: f64 = 4.0 * f64::EPSILON;

/// A level part about its middle, in two coordinates.
pub(super) enum Level {
    /// A rectangle of these half sides, either of which may be 0.
    Side([f64; 2]),
    /// A disk of this radius.
    Disk(f64),
}

/// The point of the part that is nearest to its middle and over the face; `None` if no part of it is.
///
/// Each of the face's edges is a line: `value + slope · place >= 0` is inside.
pub(super) fn nearest_over_face(lines: &[(f64, [f64; 2]); 3], level: &Level) -> Option<[f64; 2]> {
    if lines.iter().all(|(value, _)| *value >= 0.0) {
        return Some([0.0; 2]);
    }
    let mut best: Option<[f64; 2]> = None;
    for index in 0..3 {
        let place = nearest_on_line(index, lines, level);
        let sq = |[x, y]: [f64; 2]| x * x + y * y;
        best = match (best, place) {
            (Some(old), Some(new)) if sq(new) < sq(old) => Some(new),
            (None, new) => new,
            (old, _) => old,
        };
    }
    best
}

/// The point of a line, which the middle is beyond, that is nearest to the middle: within the part and the other lines.
fn nearest_on_line(index: usize, lines: &[(f64, [f64; 2]); 3], level: &Level) -> Option<[f64; 2]> {
    let (value, [x, y]) = lines[index];
    let length_sq = x * x + y * y;
    if value >= 0.0 || length_sq <= 0.0 {
        return None;
    }
    let foot = [-value * x / length_sq, -value * y / length_sq];
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut is_met = true;
    let mut clip = |value: f64, rate: f64| {
        let limit = -value / rate;
        if rate > 0.0 {
            low = if limit > low { limit } else { low };
        } else if rate < 0.0 {
            high = if limit < high { limit } else { high };
        } else if value < 0.0 {
            is_met = false;
        }
    };
    for (other, (value, slope)) in lines.iter().enumerate() {
        if other != index {
            clip(value + slope[0] * foot[0] + slope[1] * foot[1], slope[1] * x - slope[0] * y);
        }
    }
    match *level {
        Level::Side(sides) => {
            for (at, rate, side) in [(foot[0], -y, sides[0]), (foot[1], x, sides[1])] {
                clip(side + at, rate);
                clip(side - at, -rate);
            }
        }
        Level::Disk(radius) => {
            // The foot is the middle of the line's chord.
            let left = radius * radius * length_sq - value * value;
            let half = if left > 0.0 { sqrt_f64(left) / length_sq } else { 0.0 };
            clip(half, 1.0);
            clip(half, -1.0);
            clip(left, 0.0);
        }
    }
    (is_met && low <= high).then(|| {
        let at = if low > 0.0 { low } else { 0.0 };
        let at = if at > high { high } else { at };
        [foot[0] - y * at, foot[1] + x * at]
    })
}
