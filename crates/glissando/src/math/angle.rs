//! Cosines of angles in degrees, for settings, and tangents of half angles, for turns: the same bits everywhere.

/// Cosine of an angle in degrees, `0..=180`, accurate to one or two units in the last place of 1.
///
/// Angles outside are clamped; NaN stays NaN. Meant for limits in settings, not for simulation.
pub fn cos_degrees(degrees: f64) -> f64 {
    let clamped = degrees.clamp(0.0, 180.0);
    if clamped > 90.0 {
        return -cos_degrees(180.0 - clamped);
    }
    // Near 90 degrees the cosine is small: its complement's sine keeps the digits, and 90 gives exactly 0.
    if clamped > 45.0 { series(90.0 - clamped, 1.0) } else { series(clamped, 0.0) }
}

/// Sine (`first` 1) or cosine (`first` 0) by its power series; for `0..=45` degrees.
fn series(degrees: f64, first: f64) -> f64 {
    let x = degrees * (core::f64::consts::PI / 180.0);
    let mut term = if first > 0.0 { x } else { 1.0 };
    let mut sum = term;
    let mut n = first;
    for _ in 0..12 {
        term = -term * x * x / ((n + 1.0) * (n + 2.0));
        sum += term;
        n += 2.0;
    }
    sum
}

/// Tangent of half an angle in radians, for `0..=π/2`, by Lambert's continued fraction (1761).
pub(crate) fn tan_half(angle: f64) -> f64 {
    const TERMS: u32 = 12;
    let x = 0.5 * angle;
    let mut below = f64::from(2 * TERMS + 1);
    for term in (0..TERMS).rev() {
        below = f64::from(2 * term + 1) - x * x / below;
    }
    x / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tangents_are_right_to_the_last_digits() {
        let eighth = core::f64::consts::FRAC_PI_8;
        assert!((tan_half(4.0 * eighth) - 1.0).abs() < 3e-16);
        assert!((tan_half(2.0 * eighth) - (2.0_f64.sqrt() - 1.0)).abs() < 2e-16);
        assert_eq!((tan_half(0.0), tan_half(1e-300)), (0.0, 0.5e-300));
    }

    #[test]
    fn known_cosines_are_right_to_the_last_digits() {
        let half_root = 0.5_f64.sqrt();
        for (degrees, cosine) in
            [(0.0, 1.0), (45.0, half_root), (60.0, 0.5), (90.0, 0.0), (120.0, -0.5), (180.0, -1.0)]
        {
            assert!((cos_degrees(degrees) - cosine).abs() < 3e-16, "{degrees}");
        }
    }
}
