//! The motion of a body during one tick: a straight shift and an almost uniform turn about a pivot that shifts along.
//!
//! The turn by the fraction `s` of a tick is Cayley's: the rotation of Gibbs vector `s * turn`, where `turn` is the
//! axis times the tangent of half the whole angle. It needs no sine, so it is the same on every machine, and it is
//! the same motion for every query about the tick. For small angles it is practically uniform.
//!
//! Source: J. W. Gibbs, Vector Analysis (1901), section 128; Bauchau and Trainelli, The vectorial
//! parameterization of rotation (2003).

use crate::input::{self, InputError};
use crate::math::{DAffine3, DMat3, DQuat, DRigid3, DVec3, tan_half};
use crate::tolerance;

/// The motion of a body during one tick. The displacement of a point is linear in the shift, exact in the turn.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Motion {
    /// The point about which the body turns, at its place at the start of the tick; metres, world space.
    pivot: DVec3,
    /// The displacement of the pivot in the tick, metres.
    shift: DVec3,
    /// Axis times the tangent of half the angle turned in the tick.
    turn: DVec3,
}

/// A motion that was read, with any numbers.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    pivot: DVec3,
    shift: DVec3,
    turn: DVec3,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Motion {
    type Error = InputError;

    fn try_from(Unchecked { pivot, shift, turn }: Unchecked) -> Result<Self, InputError> {
        input::position("pivot of a body", pivot)?;
        // Between two poses it may be longer than the limit of each; where it leads is checked when a body gets it.
        input::vector("shift of a body", shift, f64::MAX)?;
        input::scalar(TURN, turn.length(), 0.0, MOST_TURN * (1.0 + 2e-12))?;
        Ok(Self { pivot, shift, turn })
    }
}

/// The largest turn of a body in one tick, radians: a quarter of a full turn.
pub const LARGEST_TURN: f64 = core::f64::consts::FRAC_PI_2;

/// [`LARGEST_TURN`] as the tangent of half the angle.
const MOST_TURN: f64 = 1.0;

const TURN: &str = "tangent of half the angle turned by a body in one tick (1 is a quarter turn)";

/// The turn in a tick at an angular velocity. A body that turns steadily has the same in every tick, and its tangent takes a dozen
/// divisions, each of which waits for the last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    angular: DVec3,
    dt: f64,
    turn: DVec3,
}

impl Turn {
    fn new(angular: DVec3, dt: f64) -> Result<Self, InputError> {
        let most = LARGEST_TURN * (1.0 + 1e-12);
        let what = "angle turned by a body in one tick (radians; take shorter ticks for faster turns)";
        let angle = input::scalar(what, angular.length() * dt, 0.0, most)?;
        let turn = angular.try_normalize().map_or(DVec3::ZERO, |axis| axis * tan_half(angle));
        Ok(Self { angular, dt, turn })
    }

    /// Whether it is the turn of these numbers, to the bit.
    fn is_of(&self, angular: DVec3, dt: f64) -> bool {
        let bits = |v: DVec3, dt: f64| (v.to_array().map(f64::to_bits), dt.to_bits());
        bits(self.angular, self.dt) == bits(angular, dt)
    }
}

impl Motion {
    /// No motion.
    pub const STILL: Self = Self { pivot: DVec3::ZERO, shift: DVec3::ZERO, turn: DVec3::ZERO };

    /// A shift by this much in the tick, in metres.
    ///
    /// # Errors
    /// NaN, infinities, more than [`tolerance::WORLD_LIMIT`].
    pub fn linear(shift: DVec3) -> Result<Self, InputError> {
        input::vector("shift of a body", shift, tolerance::WORLD_LIMIT)?;
        Ok(Self { shift, ..Self::STILL })
    }

    /// The motion in `dt` seconds of a body that moves at `linear` m/s and turns at `angular` rad/s (axis times
    /// speed, right-handed) about `pivot`, a point of the world at the start of the tick.
    ///
    /// # Errors
    /// NaN, infinities, values beyond [`tolerance::WORLD_LIMIT`], and more than a quarter turn in the tick.
    pub fn from_velocity(linear: DVec3, angular: DVec3, pivot: DVec3, dt: f64) -> Result<Self, InputError> {
        Self::of_velocity((linear, angular), pivot, dt, &mut Turn::default())
    }

    /// The same, with the turn of an earlier tick, which is kept anew.
    pub(crate) fn of_velocity(
        (linear, angular): (DVec3, DVec3),
        pivot: DVec3,
        dt: f64,
        last: &mut Turn,
    ) -> Result<Self, InputError> {
        input::vector("linear velocity of a body", linear, tolerance::WORLD_LIMIT)?;
        input::vector("angular velocity of a body", angular, tolerance::WORLD_LIMIT)?;
        input::position("pivot of a body", pivot)?;
        if !last.is_of(angular, dt) {
            *last = Turn::new(angular, dt)?;
        }
        input::vector("shift of a body", linear * dt, tolerance::WORLD_LIMIT)?;
        Ok(Self { pivot, shift: linear * dt, turn: last.turn })
    }

    /// The motion of a body from one pose to another, by the shortest turn, about its own origin.
    ///
    /// Rotations of any length but zero are accepted: only their direction counts.
    ///
    /// # Errors
    /// NaN, infinities, rotations of length zero, and more than a quarter turn.
    pub fn between(from: &DRigid3, to: &DRigid3) -> Result<Self, InputError> {
        Self::about(from, to, from.translation)
    }

    /// [`Motion::between`], about `pivot` (world space, at the start): the path of that point is straight.
    ///
    /// # Errors
    /// The same as of [`Motion::between`].
    pub fn about(from: &DRigid3, to: &DRigid3, pivot: DVec3) -> Result<Self, InputError> {
        input::position("pivot of a body", pivot)?;
        for place in [from, to] {
            input::position("translation of a body", place.translation)?;
        }
        // Only the direction of a rotation counts; the code below needs unit ones.
        let what = "rotation of a body";
        let (start, end) =
            (input::unit_rotation(what, from.rotation)?, input::unit_rotation(what, to.rotation)?);
        if start == DQuat::IDENTITY && end == DQuat::IDENTITY {
            return Self::unturned(from.translation, to.translation, pivot);
        }
        let change = end * start.conjugate();
        // A rotation and its negative are the same; this is the shorter turn.
        let sign = if change.w < 0.0 { -1.0 } else { 1.0 };
        let w = change.w * sign;
        let axis = DVec3::new(change.x, change.y, change.z) * sign;
        input::scalar(TURN, axis.length() / w, 0.0, MOST_TURN * (1.0 + 1e-12))?;
        let own = start.conjugate() * (pivot - from.translation);
        let arrival = end * own + to.translation;
        Ok(Self { pivot, shift: arrival - pivot, turn: axis / w })
    }

    /// What [`Motion::about`] comes to where both poses are shifts.
    ///
    /// # Errors
    /// The same as of [`Motion::between`].
    pub(crate) fn unturned(from: DVec3, to: DVec3, pivot: DVec3) -> Result<Self, InputError> {
        input::position("pivot of a body", pivot)?;
        for place in [from, to] {
            input::position("translation of a body", place)?;
        }
        Ok(Self::shifted(from, to, pivot))
    }

    /// The same for valid places.
    #[inline]
    pub(crate) fn shifted(from: DVec3, to: DVec3, pivot: DVec3) -> Self {
        let arrival = pivot - from + to;
        Self { pivot, shift: arrival - pivot, turn: DVec3::ZERO }
    }

    /// The part of the motion up to the fraction `share`, slowed down to take the whole tick.
    #[must_use]
    pub fn slowed(&self, share: f64) -> Self {
        Self { pivot: self.pivot, shift: self.shift * share, turn: self.turn * share }
    }

    /// Whether the body does not move.
    pub fn is_still(&self) -> bool {
        self.shift == DVec3::ZERO && self.turn == DVec3::ZERO
    }

    /// Whether the body turns.
    pub fn is_turning(&self) -> bool {
        self.turn != DVec3::ZERO
    }

    /// The pivot at the start of the tick, metres, world space.
    pub const fn pivot(&self) -> DVec3 {
        self.pivot
    }

    /// The displacement of the pivot in the tick, metres.
    pub const fn shift(&self) -> DVec3 {
        self.shift
    }

    /// Axis times the tangent of half the angle turned in the tick.
    pub const fn turn(&self) -> DVec3 {
        self.turn
    }

    /// The pivot at the fraction `at` (`0..=1`) of the tick.
    pub fn pivot_at(&self, at: f64) -> DVec3 {
        self.pivot + self.shift * at
    }

    /// Turns a vector fixed to the body from its direction at the start to that at the fraction `at`.
    pub fn turned(&self, v: DVec3, at: f64) -> DVec3 {
        turned_by(self.turn * at, v)
    }

    /// The turn from the start to the fraction `at`, for several vectors.
    pub(crate) fn turn_to(&self, at: f64) -> Turned {
        Turned::by(self.turn * at)
    }

    /// The place at the fraction `at` of the tick of the point of the body that is at `p` at the start.
    pub fn point_at(&self, p: DVec3, at: f64) -> DVec3 {
        self.pivot_at(at) + self.turned(p - self.pivot, at)
    }

    /// The pose at the fraction `at` of a body whose pose at the start is `start`.
    pub fn pose_at(&self, start: &DAffine3, at: f64) -> DAffine3 {
        let DMat3 { x_axis, y_axis, z_axis } = start.matrix3;
        let turn = self.turn_to(at);
        let [x, y, z] = [x_axis, y_axis, z_axis].map(|axis| turn.apply(axis));
        DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: self.point_at(start.translation, at) }
    }

    /// The displacement from the fraction `from` to the fraction `to` of the point of the body that is at `p` at
    /// `from`.
    pub fn displacement(&self, p: DVec3, from: f64, to: f64) -> DVec3 {
        let arm = p - self.pivot_at(from);
        // The tangent of the difference of two half angles about one axis.
        let between = (to - from) / (1.0 + from * to * self.turn.length_sq());
        self.shift * (to - from) + (turned_by(self.turn * between, arm) - arm)
    }

    /// Velocity, in metres per tick, of the point of the body that is at `p` at the fraction `at`.
    pub fn velocity(&self, p: DVec3, at: f64) -> DVec3 {
        self.shift + self.spin(at).cross(p - self.pivot_at(at))
    }

    /// Angular velocity at the fraction `at` of the tick, in radians per tick.
    pub fn spin(&self, at: f64) -> DVec3 {
        if !self.is_turning() {
            // What the line below would come to.
            return self.turn * 2.0;
        }
        self.turn * (2.0 / (1.0 + at * at * self.turn.length_sq()))
    }

    /// Largest acceleration, in metres per tick per tick, of a point within `radius` of the pivot.
    ///
    /// With `k = |turn|` the spin is at most `2k`, its rate at most `1.3 k²` (the maximum of `4 k² x / (1 + x²)²`),
    /// so the acceleration is at most `(4 + 1.3) k² radius`; it is perpendicular to the axis.
    pub fn bow(&self, radius: f64) -> f64 {
        5.3 * self.turn.length_sq() * radius
    }
}

/// Turns a vector by the rotation of a Gibbs vector.
fn turned_by(gibbs: DVec3, v: DVec3) -> DVec3 {
    Turned::by(gibbs).apply(v)
}

/// The rotation of a Gibbs vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    gibbs: DVec3,
    scale: f64,
}

impl Turned {
    #[inline]
    fn by(gibbs: DVec3) -> Self {
        Self { gibbs, scale: 2.0 / (1.0 + gibbs.length_sq()) }
    }

    /// A vector, turned.
    #[inline]
    pub(crate) fn apply(&self, v: DVec3) -> DVec3 {
        let once = self.gibbs.cross(v);
        v + (once + self.gibbs.cross(once)) * self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;

    fn quarter() -> Motion {
        let angular = DVec3::Y * core::f64::consts::FRAC_PI_2;
        Motion::from_velocity(DVec3::X, angular, DVec3::new(1.0, 0.0, 0.0), 1.0).unwrap()
    }

    #[test]
    fn a_quarter_turn_takes_z_to_x_and_keeps_its_pivot_on_a_line() {
        let motion = quarter();
        assert!((motion.turned(DVec3::Z, 1.0) - DVec3::X).length() < 1e-15);
        assert_eq!(motion.point_at(motion.pivot(), 0.25), DVec3::new(1.25, 0.0, 0.0));
    }

    #[test]
    fn a_displacement_in_two_parts_is_the_whole() {
        let motion = quarter();
        let p = DVec3::new(3.0, 2.0, -4.0);
        let middle = p + motion.displacement(p, 0.0, 0.37);
        let end = middle + motion.displacement(middle, 0.37, 1.0);
        assert!((middle - motion.point_at(p, 0.37)).length() < 1e-14);
        assert!((end - motion.point_at(p, 1.0)).length() < 1e-14);
    }

    #[test]
    fn velocity_is_the_slope_of_the_path_and_the_bow_bounds_its_curvature() {
        let motion = quarter();
        let (p, step) = (DVec3::new(3.0, 2.0, -4.0), 1e-4);
        for i in 1..100 {
            let at = f64::from(i) * 0.01;
            let [before, here, after] = [at - step, at, at + step].map(|s| motion.point_at(p, s));
            let slope = (after - before) / (2.0 * step);
            assert!((slope - motion.velocity(here, at)).length() < 1e-6);
            let bend = (after + before - here * 2.0) / (step * step);
            assert!(bend.length() <= motion.bow((p - motion.pivot()).length()) + 1e-5);
        }
    }

    #[test]
    fn the_motion_between_two_places_ends_at_the_second() {
        let turned = DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9).try_normalize().unwrap();
        let from = DRigid3 { rotation: turned, translation: DVec3::new(1.0, 2.0, 3.0) };
        let to = DRigid3 { rotation: DQuat::IDENTITY, translation: DVec3::new(-1.0, 0.5, 3.0) };
        let motion = Motion::about(&from, &to, DVec3::new(9.0, 0.0, 0.0)).unwrap();
        let end = motion.pose_at(&from.to_affine(), 1.0);
        assert!((end.translation - to.translation).length() < 1e-14);
        assert!((end.matrix3.x_axis - DVec3::X).length() < 1e-14);
    }

    #[test]
    fn too_fast_a_turn_is_refused_by_name() {
        let error = Motion::from_velocity(DVec3::ZERO, DVec3::Y * 200.0, DVec3::ZERO, 1.0 / 60.0);
        assert!(error.unwrap_err().to_string().contains("angle turned"));
    }

    /// A body that turns a billion times in a tick was accepted so, and no sweep met it.
    #[cfg(feature = "serde")]
    #[test]
    fn a_motion_that_is_read_is_checked() {
        let text = serde_json::to_string(&quarter()).unwrap();
        assert_eq!(serde_json::from_str::<Motion>(&text).unwrap(), quarter());
        for (turn, named) in [("[1e9,0.0,0.0]", "angle turned"), ("[0.0,1e300,1e300]", "angle turned")] {
            let text = alloc::format!(r#"{{"pivot":[0,0,0],"shift":[0,0,0],"turn":{turn}}}"#);
            assert!(serde_json::from_str::<Motion>(&text).unwrap_err().to_string().contains(named), "{text}");
        }
    }

    /// The product of two rotations of length 1e-309 is zero, and zero over zero is NaN.
    #[test]
    fn rotations_of_any_length_are_rotations() {
        let place = |q: DQuat| DRigid3 { rotation: q, translation: DVec3::new(1.0, 2.0, 3.0) };
        let scaled = |s: f64| DQuat::from_xyzw(0.1 * s, 0.2 * s, -0.3 * s, 0.9 * s);
        let to = place(DQuat::IDENTITY);
        let pivot = DVec3::new(9.0, 0.0, 0.0);
        let unit = Motion::about(&place(scaled(1.0).try_normalize().unwrap()), &to, pivot).unwrap();
        for size in [1e-309, 1e-160, 0.5, 3.0, 1e200] {
            let motion = Motion::about(&place(scaled(size)), &to, pivot).unwrap();
            assert!((motion.shift() - unit.shift()).length() < 1e-13, "{size:e}: {motion:?}");
            assert!((motion.turn() - unit.turn()).length() < 1e-14, "{size:e}: {motion:?}");
        }
        let none = place(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        assert!(Motion::between(&none, &to).unwrap_err().to_string().contains("rotation of a body"));
    }
}
