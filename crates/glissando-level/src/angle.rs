//! Sines, directions and turns with the same bits everywhere: for what is made once when a level is loaded.

use glissando::math::cos_degrees;
use glissando::{DQuat, DVec3};

/// Cosine and sine of an angle in degrees, of any size.
pub fn cos_sin_degrees(degrees: f64) -> (f64, f64) {
    let turns = degrees / 360.0;
    let within = 360.0 * (turns - turns.floor());
    let sine = |angle: f64| cos_degrees((90.0 - angle).abs());
    if within <= 180.0 {
        (cos_degrees(within), sine(within))
    } else {
        (cos_degrees(360.0 - within), -sine(360.0 - within))
    }
}

/// The direction of a yaw: 0 along +X, a quarter turn along -Z.
pub fn direction(yaw_radians: f64) -> DVec3 {
    let (cosine, sine) = cos_sin_degrees(yaw_radians.to_degrees());
    DVec3::new(cosine, 0.0, -sine)
}

/// The turn by an angle about a unit axis.
pub fn turn(axis: DVec3, radians: f64) -> DQuat {
    let (cosine, sine) = cos_sin_degrees(0.5 * radians.to_degrees());
    let v = axis * sine;
    DQuat::from_xyzw(v.x, v.y, v.z, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_are_those_of_the_standard_library() {
        for step in -2000..2000 {
            let degrees = f64::from(step) * 0.731;
            let (cosine, sine) = cos_sin_degrees(degrees);
            let (s, c) = (degrees.to_radians().sin(), degrees.to_radians().cos());
            assert!((cosine - c).abs() < 1e-12 && (sine - s).abs() < 1e-12, "{degrees}");
        }
    }

    #[test]
    fn a_quarter_turn_of_the_yaw_looks_along_minus_z() {
        assert!((direction(std::f64::consts::FRAC_PI_2) + DVec3::Z).length() < 1e-15);
        assert!((turn(DVec3::Y, std::f64::consts::FRAC_PI_2) * DVec3::X + DVec3::Z).length() < 1e-15);
    }
}
