//! Interpolation between two ticks, for drawing: a game that ticks at 60 Hz and draws at 144 interpolates between the
//! last two states.
//!
//! With `share`, the time since the last tick as a fraction of a tick, `0..=1`, a frame shows the state of one tick
//! ago: it lags by a tick, and never predicts. These functions change no state, and their results must not be written
//! into one.
//!
//! A straight line between two positions suits any game: it needs only two states. It cuts the corners of a path
//! within a tick, by millimetres on foot. [`position_on_path`] does not, and needs the path of the last tick
//! ([`Report::path`](crate::Report::path)).
//!
//! ```
//! use glissando::interpolation::{position_between, position_on_path};
//! use glissando::path::Waypoint;
//! use glissando::{DVec3, State};
//!
//! let before = State::at(DVec3::ZERO);
//! let mut after = State { position: DVec3::X, ..before };
//! assert_eq!(position_between(&before, &after, 0.25), DVec3::X * 0.25);
//! // A teleport is not drawn as a movement.
//! after.teleport(DVec3::X * 9.0);
//! assert_eq!(position_between(&before, &after, 0.25), DVec3::X * 9.0);
//!
//! let corner = [(0.0, DVec3::ZERO), (0.01, DVec3::X), (0.02, DVec3::ONE)];
//! let path = corner.map(|(time, position)| Waypoint { time, position });
//! assert_eq!(position_on_path(&path, 0.5), Some(DVec3::X));
//! ```

use crate::character::State;
use crate::math::{DQuat, DRigid3, DVec3};
use crate::path::Waypoint;

/// The position for drawing a character between two of its states, metres: at the fraction `share` between them.
///
/// After a teleport between them ([`State::teleport`]) it is the new position. A share below 0 counts as 0, above 1
/// as 1, NaN as 1.
pub fn position_between(before: &State, after: &State, share: f64) -> DVec3 {
    if before.teleports == after.teleports {
        point_between(before.position, after.position, share)
    } else {
        after.position
    }
}

/// A point on the straight line between two, of a ball for instance; exact at both ends.
pub fn point_between(before: DVec3, after: DVec3, share: f64) -> DVec3 {
    let share = bounded(share);
    if share == 1.0 { after } else { before + (after - before) * share }
}

/// The centre at a fraction of a tick, on its path; `None` for a path without places.
///
/// At the time of a leg without duration, up a step for instance, it is the end of that leg.
pub fn position_on_path(path: &[Waypoint], share: f64) -> Option<DVec3> {
    let end = path.last()?;
    let time = end.time * bounded(share);
    let next = path.iter().position(|waypoint| waypoint.time > time);
    let Some(next) = next.filter(|next| *next > 0) else { return Some(end.position) };
    let [from, to] = [path[next - 1], path[next]];
    Some(point_between(from.position, to.position, (time - from.time) / (to.time - from.time)))
}

/// A pose between two: the translation on a straight line, the rotation by the shorter turn.
///
/// The rotation is a normalised mean, within a degree of a uniform turn for turns up to 90 degrees. Exactly opposite
/// rotations give the second.
pub fn place_between(before: &DRigid3, after: &DRigid3, share: f64) -> DRigid3 {
    let share = bounded(share);
    let (a, b) = (before.rotation.to_array(), after.rotation.to_array());
    let dot: f64 = (0..4).map(|k| a[k] * b[k]).sum();
    let side = if dot < 0.0 { -1.0 } else { 1.0 };
    let [x, y, z, w] = [0, 1, 2, 3].map(|k| a[k] * (1.0 - share) + b[k] * side * share);
    let rotation = DQuat::from_xyzw(x, y, z, w).try_normalize().unwrap_or(after.rotation);
    DRigid3 { rotation, translation: point_between(before.translation, after.translation, share) }
}

fn bounded(share: f64) -> f64 {
    if share < 0.0 {
        0.0
    } else if share < 1.0 {
        share
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_exact_and_shares_outside_count_as_ends() {
        let (before, after) = (State::at(DVec3::new(0.1, 0.2, 0.3)), State::at(DVec3::new(1.1, -7.3, 1e8)));
        for (share, at) in [(0.0, before), (-3.0, before), (1.0, after), (7.0, after), (f64::NAN, after)] {
            assert_eq!(position_between(&before, &after, share), at.position, "{share}");
        }
    }

    #[test]
    fn a_path_is_followed_leg_by_leg() {
        let legs = [(0.0, 0.0, 0.0), (0.1, 1.0, 0.0), (0.1, 1.0, 0.3), (0.2, 2.0, 0.3)];
        let path = legs.map(|(time, x, y)| Waypoint { time, position: DVec3::new(x, y, 0.0) });
        let at = |share| position_on_path(&path, share).unwrap();
        assert_eq!(at(0.25), DVec3::X * 0.5);
        // The step up takes no time.
        assert_eq!(at(0.5), DVec3::new(1.0, 0.3, 0.0));
        assert!((at(0.75) - DVec3::new(1.5, 0.3, 0.0)).length() < 1e-15);
        assert_eq!((at(0.0), at(1.0)), (path[0].position, path[3].position));
        assert_eq!(position_on_path(&[], 0.5), None);
        assert_eq!(position_on_path(&path[..1], 0.5), Some(path[0].position));
    }

    #[test]
    fn a_turn_is_the_shorter_one_and_nearly_uniform() {
        let half = core::f64::consts::FRAC_PI_4;
        let turned = |angle: f64| DQuat::from_xyzw(0.0, (angle / 2.0).sin(), 0.0, (angle / 2.0).cos());
        let place = |rotation| DRigid3 { rotation, translation: DVec3::ZERO };
        let (from, to) = (place(turned(0.0)), place(turned(2.0 * half)));
        for share in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let angle = |rotation: DQuat| 2.0 * rotation.to_array()[1].atan2(rotation.to_array()[3]);
            let even = 2.0 * half * share;
            let one = place_between(&from, &to, share);
            assert!((angle(one.rotation) - even).abs() < 0.0175, "{share}");
            // The same rotation with the other sign.
            let [x, y, z, w] = to.rotation.to_array().map(|k| -k);
            let other = place_between(&from, &place(DQuat::from_xyzw(x, y, z, w)), share);
            assert!((angle(other.rotation) - angle(one.rotation)).abs() < 1e-12 || share == 1.0);
        }
    }
}
