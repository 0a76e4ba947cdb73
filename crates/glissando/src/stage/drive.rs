//! Drives of movers: constant velocities, a path of keys, or a target set by the game.

use super::mover::MoverState;
use crate::input::{self, InputError};
use crate::math::{DQuat, DRigid3, DVec3};
use crate::tolerance;
use alloc::vec::Vec;

/// The drive of a mover.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Drive {
    /// Constant velocities for ever; a reversed mover goes back.
    Velocity {
        /// Of the pivot, m/s.
        linear: DVec3,
        /// About the pivot, axis times radians per second.
        angular: DVec3,
    },
    /// A path of keys.
    Path {
        /// The keys in order of time, the first at time 0.
        keys: Vec<Key>,
        /// The behaviour at the ends.
        ends: PathEnds,
    },
    /// Moves to [`MoverState::target`], which the game sets before each tick, within the tick.
    Target,
}

/// A pose at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Key {
    /// Seconds from the start of the path.
    pub time: f64,
    /// Displacement of the pivot from its place at rest, metres.
    pub translation: DVec3,
    /// Rotation of the body about the pivot; any length but zero is accepted.
    pub rotation: DQuat,
}

impl Default for Key {
    fn default() -> Self {
        Self { time: 0.0, translation: DVec3::ZERO, rotation: DQuat::IDENTITY }
    }
}

/// The behaviour of a path at its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", deny_unknown_fields))]
pub enum PathEnds {
    /// Starts again from the first key: a train on a closed line. From a last key that is not like the first the body goes back in
    /// the same tick, and takes along or crushes what is on that way.
    Loop,
    /// Goes back and forth.
    #[default]
    PingPong,
    /// Rests at the start until opened, waits this long at the end (seconds), goes back. A door, a lift.
    ///
    /// With an infinite wait it stays at the end until closed.
    #[cfg_attr(feature = "serde", serde(rename = "call"))]
    OnCall {
        /// Seconds at the end; an infinite one is the word `"for_ever"` in files, or left out.
        #[cfg_attr(feature = "serde", serde(default = "super::wait::for_ever", with = "super::wait"))]
        wait: f64,
    },
}

impl Drive {
    /// Refuses values that no mover can follow.
    pub(super) fn check(&self) -> Result<(), InputError> {
        match self {
            Self::Target => Ok(()),
            Self::Velocity { linear, angular } => {
                input::vector("linear velocity of a mover", *linear, tolerance::WORLD_LIMIT)?;
                input::vector("angular velocity of a mover", *angular, tolerance::WORLD_LIMIT).map(|_| ())
            }
            Self::Path { keys, ends } => check_path(keys, *ends),
        }
    }

    /// The clock and rate one tick later, for a path in this state; wrapped where the path is closed.
    pub(super) fn clock_after(&self, state: &MoverState, dt: f64) -> (f64, f64) {
        let Self::Path { keys, ends } = self else { return (state.clock, state.rate) };
        let end = keys.last().map_or(0.0, |key| key.time);
        let clock = state.clock + state.rate * dt;
        match ends {
            PathEnds::Loop => (wrapped(clock, end), state.rate),
            PathEnds::PingPong if clock > end => (end - (clock - end).min(end), -state.rate),
            PathEnds::PingPong if clock < 0.0 => ((-clock).min(end), -state.rate),
            PathEnds::PingPong => (clock, state.rate),
            PathEnds::OnCall { .. } => (clock.clamp(0.0, end), state.rate),
        }
    }

    /// The last key up to a time and the next one, of a path; the last key twice at its end and after.
    pub(super) fn keys_about(&self, clock: f64) -> Option<(&Key, &Key)> {
        let Self::Path { keys, .. } = self else { return None };
        // Keys are in order of time.
        let next = keys.partition_point(|key| key.time <= clock);
        let after = keys.get(next).or(keys.last())?;
        Some((keys.get(next.saturating_sub(1)).or(keys.first())?, after))
    }

    /// The pose relative to rest at a time of the path; `None` for other drives.
    pub(super) fn place(&self, clock: f64) -> Option<DRigid3> {
        let (before, after) = self.keys_about(clock)?;
        let length = after.time - before.time;
        let u = if length > 0.0 { ((clock - before.time) / length).clamp(0.0, 1.0) } else { 0.0 };
        Some(DRigid3 {
            translation: before.translation + (after.translation - before.translation) * u,
            rotation: between(before.rotation, after.rotation, u),
        })
    }
}

/// Wraps a clock on a closed path.
fn wrapped(clock: f64, end: f64) -> f64 {
    if clock >= end {
        let past = clock - end;
        return if past < end { past } else { 0.0 };
    }
    if clock < 0.0 {
        let before = clock + end;
        return if before >= 0.0 { before } else { 0.0 };
    }
    clock
}

/// Interpolates two rotations along the chord of the unit sphere: needs no sine, and is nearly uniform for small
/// turns.
fn between(a: DQuat, b: DQuat, u: f64) -> DQuat {
    if is_identity(a) && is_identity(b) {
        // What the lines below would come to.
        return a;
    }
    mixed(a, b, u)
}

/// The same for rotations that are not both the identity.
fn mixed(a: DQuat, b: DQuat, u: f64) -> DQuat {
    // Unequal lengths would weigh the mean.
    let [a, b] = [a, b].map(|key| input::unit_rotation("rotation of a key", key).unwrap_or(key));
    let [ax, ay, az, aw] = a.to_array();
    let [bx, by, bz, bw] = b.to_array();
    let near = ax * bx + ay * by + az * bz + aw * bw;
    let (v, u) = (1.0 - u, if near < 0.0 { -u } else { u });
    let mixed = DQuat::from_xyzw(ax * v + bx * u, ay * v + by * u, az * v + bz * u, aw * v + bw * u);
    mixed.try_normalize().unwrap_or(a)
}

/// Whether a rotation is the identity to the bit: most movers never turn.
pub(super) fn is_identity(rotation: DQuat) -> bool {
    let [x, y, z, w] = rotation.to_array();
    (x.to_bits() | y.to_bits() | z.to_bits()) == 0 && w == 1.0
}

fn check_path(keys: &[Key], ends: PathEnds) -> Result<(), InputError> {
    input::scalar("number of keys of a path", keys.len() as f64, 1.0, 1e6)?;
    let mut least = 0.0;
    for key in keys {
        input::scalar("time of a key (seconds, in order)", key.time, least, tolerance::WORLD_LIMIT)?;
        input::vector("translation of a key", key.translation, tolerance::WORLD_LIMIT)?;
        input::rotation("rotation of a key", key.rotation)?;
        least = key.time;
    }
    input::scalar("time of the first key", keys[0].time, 0.0, 0.0)?;
    if let PathEnds::OnCall { wait } = ends
        && (wait.is_nan() || wait < 0.0)
    {
        return Err(InputError::OutOfRange {
            what: "wait of a path",
            value: wait,
            least: 0.0,
            most: f64::INFINITY,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(ends: PathEnds) -> Drive {
        let key = |time, x| Key { time, translation: DVec3::X * x, ..Key::default() };
        Drive::Path { keys: alloc::vec![key(0.0, 0.0), key(1.0, 4.0), key(3.0, 4.0)], ends }
    }

    #[test]
    fn places_lie_on_the_straight_lines_between_keys() {
        let drive = path(PathEnds::Loop);
        let at = |clock| drive.place(clock).unwrap().translation.x;
        assert_eq!([at(0.0), at(0.25), at(1.0), at(2.0), at(3.0), at(9.0)], [0.0, 1.0, 4.0, 4.0, 4.0, 4.0]);
    }

    #[test]
    fn each_end_has_its_rule() {
        let at = |ends, clock, rate| {
            path(ends).clock_after(&MoverState { clock, rate, ..MoverState::default() }, 1.0)
        };
        assert_eq!(at(PathEnds::Loop, 2.5, 1.0), (0.5, 1.0));
        assert_eq!(at(PathEnds::PingPong, 2.5, 1.0), (2.5, -1.0));
        assert_eq!(at(PathEnds::PingPong, 0.25, -1.0), (0.75, 1.0));
        assert_eq!(at(PathEnds::OnCall { wait: 1.0 }, 2.5, 1.0), (3.0, 1.0));
    }

    #[test]
    fn a_path_out_of_order_is_refused() {
        let keys = alloc::vec![
            Key::default(),
            Key { time: 2.0, ..Key::default() },
            Key { time: 1.0, ..Key::default() }
        ];
        let error = Drive::Path { keys, ends: PathEnds::Loop }.check().unwrap_err();
        assert!(error.to_string().contains("time of a key"));
    }
}
