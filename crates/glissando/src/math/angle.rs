//! Cosines of angles in degrees, for settings: a Taylor series, the same bits everywhere.

/// Cosine of an angle in degrees, `0..=180`, right to one or two units in the last place of 1.
///
/// Angles outside are clamped; NaN stays NaN. Meant for limits that people choose, not for simulation.
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

#[cfg(test)]
mod tests {
    use super::*;

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
