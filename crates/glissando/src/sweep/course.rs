//! How far a point stays before a plane that turns: bounds by parabolas and concave functions, and their first zeros.

use crate::math::{DVec3, sqrt_f64};

/// How the height of a point before a plane that turns changes: `gap + rate t - bend t²/2` at least.
pub(super) struct Course {
    pub(super) gap: f64,
    pub(super) rate: f64,
    pub(super) bend: f64,
}

/// A time before the first zero of a concave function and close to it; infinite if it is positive up to `end`.
pub(super) fn first_zero_of_concave(height: impl Fn(f64) -> f64, end: f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    let (mut at_low, mut at_high) = (height(low), height(high));
    if at_low <= 0.0 {
        return 0.0;
    }
    if at_high > 0.0 {
        return f64::INFINITY;
    }
    for _ in 0..CHORDS {
        let chord = low + (high - low) * (at_low / (at_low - at_high));
        let at_chord = height(chord);
        if chord <= low {
            break;
        }
        // Of a function that is nearly straight rounding may put the chord's end on the zero or past it. Before the first part of
        // the step it is only a bound: no step at all would count as a touch.
        if at_chord > 0.0 {
            (low, at_low) = (chord, at_chord);
        } else if low > 0.0 {
            break;
        } else {
            (high, at_high) = (chord, at_chord);
        }
        let middle = 0.5 * (low + high);
        let at_middle = height(middle);
        if at_middle > 0.0 {
            (low, at_low) = (middle, at_middle);
        } else {
            (high, at_high) = (middle, at_middle);
        }
    }
    low
}

/// Most chords of a step: the zero need not be met, since another step follows.
const CHORDS: usize = 24;

/// The corners of a box, each once.
pub(super) fn corners_of(half: DVec3) -> [Option<DVec3>; 8] {
    let mut corners = [None; 8];
    for (index, corner) in corners.iter_mut().enumerate() {
        let side = |axis: usize, half: f64| if index >> axis & 1 == 1 { half } else { -half };
        let is_double = |axis: usize, half: f64| index >> axis & 1 == 1 && half == 0.0;
        if !(is_double(0, half.x) || is_double(1, half.y) || is_double(2, half.z)) {
            *corner = Some(DVec3::new(side(0, half.x), side(1, half.y), side(2, half.z)));
        }
    }
    corners
}

/// The first positive root of `lead + rate t - bend t²/2`, for `lead >= 0`.
pub(super) fn first_root(lead: f64, rate: f64, bend: f64) -> f64 {
    if lead <= 0.0 {
        return 0.0;
    }
    let root = sqrt_f64(rate * rate + 2.0 * bend * lead);
    if rate <= 0.0 {
        let down = root - rate;
        return if down > 0.0 { 2.0 * lead / down } else { f64::INFINITY };
    }
    if bend > 0.0 { (root + rate) / bend } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chord of a straight line ends on its zero, and for every other line past it.
    #[test]
    fn a_step_along_a_straight_line_is_never_empty() {
        let mut past = 0;
        for k in 1..10_000 {
            let (lead, rate) = (f64::from(k) / 9_000.0, f64::from(k % 97 + 100) / 90.0);
            let (height, zero) = (|t: f64| lead - rate * t, lead / rate);
            past += u32::from(zero < 1.0 && height(zero) <= 0.0);
            let step = first_zero_of_concave(height, 1.0);
            if zero < 1.0 - 1e-9 {
                assert!(step >= 0.49 * zero && step <= zero * (1.0 + 1e-12), "{k}: {step} for {zero}");
            }
        }
        assert!(past > 1000, "{past}");
    }
}
