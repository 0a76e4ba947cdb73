//! A bounce of two bodies: the impulse along the normal, by masses and restitution.
//!
//! Source: Newton's law of restitution. With the speed of approach `a` along the unit normal the impulse is
//! `(1 + e) a / (1/m + 1/m')`; it acts only if they approach, so separating bodies are unchanged.

use super::ball::Mass;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;

/// The result of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bounce {
    /// The velocities after it, m/s.
    pub velocities: [DVec3; 2],
    /// Speed of approach along the normal before it, m/s; zero or less if they did not approach.
    pub approach: f64,
    /// The impulse exchanged along the normal, N s; zero if they did not approach.
    pub impulse: f64,
    /// Kinetic energy of the movable bodies before and after, J.
    pub energy: [f64; 2],
}

/// The bounce of two bodies with these masses and velocities (m/s).
///
/// `normal` points from the second to the first, of any length: the difference of the centres for balls, the normal
/// of a wall that is second and [`Mass::Immovable`]. `restitution` is the fraction of the speed of approach that is
/// returned, `0..=1`.
///
/// ```
/// use glissando::DVec3;
/// use glissando::balls::{Mass, bounce};
///
/// // A ball drops on a floor, which returns half of its speed; the normal points to the ball.
/// let masses = [Mass::Kilograms(2.0), Mass::Immovable];
/// let after = bounce(masses, [DVec3::new(1.0, -4.0, 0.0), DVec3::ZERO], DVec3::Y, 0.5)?;
/// assert_eq!(after.velocities[0], DVec3::new(1.0, 2.0, 0.0));
/// assert_eq!((after.approach, after.impulse), (4.0, 12.0));
/// # Ok::<(), glissando::InputError>(())
/// ```
///
/// # Errors
/// NaN, infinities, masses outside [`tolerance::MASS_RANGE`], speeds beyond [`tolerance::WORLD_LIMIT`], a
/// restitution outside `0..=1`, a normal of zero.
pub fn bounce(
    masses: [Mass; 2],
    velocities: [DVec3; 2],
    normal: DVec3,
    restitution: f64,
) -> Result<Bounce, InputError> {
    for (mass, velocity) in masses.into_iter().zip(velocities) {
        mass.check()?;
        input::vector("velocity", velocity, tolerance::WORLD_LIMIT)?;
    }
    let n = input::direction("normal", normal)?;
    let e = input::scalar("restitution", restitution, 0.0, 1.0)?;
    let [v, w] = velocities;
    let [inverse, other] = masses.map(Mass::inverse);
    let approach = -n.dot(v - w);
    // The rounded normal is not quite unit; with its actual square the energy is still right.
    let admittance = n.length_sq() * (inverse + other);
    let is_changed = approach > 0.0 && admittance > 0.0;
    let impulse = if is_changed { (1.0 + e) * approach / admittance } else { 0.0 };
    let after = [v + n * (impulse * inverse), w - n * (impulse * other)];
    let energy = |[v, w]: [DVec3; 2]| kinetic(masses[0], v) + kinetic(masses[1], w);
    Ok(Bounce { velocities: after, approach, impulse, energy: [energy(velocities), energy(after)] })
}

/// Kinetic energy in J; zero for an immovable body, whose energy no impact changes.
pub(super) fn kinetic(mass: Mass, velocity: DVec3) -> f64 {
    match mass {
        Mass::Kilograms(mass) => 0.5 * mass * velocity.length_sq(),
        Mass::Immovable => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KG: Mass = Mass::Kilograms(1.0);

    #[test]
    fn equal_balls_exchange_their_speeds_head_on() {
        let b = bounce([KG, KG], [DVec3::X * 3.0, -DVec3::X], -DVec3::X, 1.0).unwrap();
        assert_eq!(b.velocities, [-DVec3::X, DVec3::X * 3.0]);
        assert_eq!((b.approach, b.impulse, b.energy), (4.0, 4.0, [5.0, 5.0]));
    }

    #[test]
    fn a_wall_returns_its_share_and_keeps_the_velocity_along_it() {
        let b = bounce([KG, Mass::Immovable], [DVec3::new(2.0, -4.0, 1.0), DVec3::ZERO], DVec3::Y * 7.0, 0.5);
        assert_eq!(b.unwrap().velocities, [DVec3::new(2.0, 2.0, 1.0), DVec3::ZERO]);
    }

    #[test]
    fn separating_or_immovable_bodies_are_unchanged() {
        let parting = bounce([KG, KG], [DVec3::X, -DVec3::X], DVec3::X, 1.0).unwrap();
        assert_eq!((parting.velocities, parting.impulse), ([DVec3::X, -DVec3::X], 0.0));
        let fixed = bounce([Mass::Immovable; 2], [-DVec3::X, DVec3::X], DVec3::X, 1.0).unwrap();
        assert_eq!((fixed.velocities, fixed.impulse), ([-DVec3::X, DVec3::X], 0.0));
    }

    #[test]
    fn broken_numbers_are_refused_by_name() {
        let refused = |masses, v, n, e| bounce(masses, [v, DVec3::ZERO], n, e).unwrap_err().to_string();
        let nan = DVec3::splat(f64::NAN);
        assert!(refused([KG, Mass::Kilograms(0.0)], DVec3::X, DVec3::X, 1.0).contains("mass is 0"));
        assert!(refused([KG, KG], nan, DVec3::X, 1.0).contains("velocity"));
        assert!(refused([KG, KG], DVec3::X, DVec3::ZERO, 1.0).contains("normal is 0"));
        assert!(refused([KG, KG], DVec3::X, DVec3::X, 1.5).contains("restitution is 1.5"));
    }
}
