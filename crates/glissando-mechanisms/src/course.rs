//! From the rule of a motion to what drives a mover of the stage: keys, ends, and turns that a tick can take.

use glissando::motion::LARGEST_TURN;
use glissando::stage::{Drive, Key, MoverState, PathEnds};
use glissando::{DQuat, DVec3};
use glissando_level::angle::{cos_sin_degrees, turn};
use glissando_level::{MotionSpec, Start};
use serde::Serialize;

/// Keys for a whole period of a sine. The chord is then off by an eighth of `(2π / 64)²`: 0.12 % of the amplitude.
const KEYS_OF_A_PERIOD: u32 = 64;

/// Most keys of one course.
const MOST_KEYS: u32 = 1 << 16;

/// Cosine of half the largest turn between neighbouring keys, 10 degrees: the chord between rotations is then even to
/// a quarter of a percent.
const COS_HALF_TURN: f64 = 0.996;

/// Largest share of [`LARGEST_TURN`] in a tick, so that rounding does not pass it.
const SHORT_OF_A_QUARTER: f64 = 0.99;

/// What drives a mover of a level on a stage, and how it is started.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Course {
    /// The drive.
    pub drive: Drive,
    /// What the mover turns about at rest, in the world.
    pub pivot: DVec3,
    /// Whether it goes from the first moment.
    pub is_going: bool,
    /// The path's length in seconds and the wait at its end, if it rests there.
    pub call: Option<Call>,
    /// What had to be changed so that it can be simulated.
    pub note: Option<&'static str>,
}

/// A course that is gone when called.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// Seconds from rest to the far end.
    pub length: f64,
    /// Seconds there.
    pub wait: f64,
    /// Whether the far end is rest again: then every call goes through the whole path once more.
    pub is_round: bool,
}

impl Call {
    /// A call of so many seconds to the far end and a wait there.
    pub fn new(length: f64, wait: f64, is_round: bool) -> Self {
        Self { length, wait, is_round }
    }
}

impl Course {
    /// The course of a mover that no tick of at most `tick` seconds turns too far; `None` for what stands still.
    ///
    /// ```
    /// use glissando::DVec3;
    /// use glissando_level::{MotionSpec, Start};
    /// use glissando_mechanisms::Course;
    ///
    /// let motion = MotionSpec::Shuttle { travel: DVec3::Y * 3.0, speed: 1.5, wait: Some(2.0) };
    /// let course = Course::of(&motion, &Start::Target, DVec3::ZERO, 1.0 / 60.0).unwrap();
    /// assert!(!course.is_going && course.call.unwrap().length == 2.0);
    /// ```
    pub fn of(motion: &MotionSpec, start: &Start, middle: DVec3, tick: f64) -> Option<Self> {
        course(motion, start, middle, tick)
    }
}

/// Sends a mover to its far end, or keeps it there for another wait; `call` is that of its [`Course`]. Returns whether it
/// was not on its way already.
pub fn start_mover(call: Option<Call>, mover: &mut MoverState) -> bool {
    let is_new = match call {
        None => mover.rate == 0.0,
        Some(call) if call.is_round => mover.rate == 0.0,
        Some(call) => mover.rate < 0.0 || (mover.rate == 0.0 && mover.clock < call.length),
    };
    match call {
        Some(call) if call.is_round && is_new => mover.clock = 0.0,
        Some(call) if !call.is_round && !is_new && mover.rate == 0.0 => mover.wait = call.wait,
        _ => {}
    }
    if is_new {
        mover.open();
    }
    is_new
}

/// The course of a motion; `None` for what stands still. No tick will be longer than `tick` seconds.
pub(crate) fn course(motion: &MotionSpec, start: &Start, origin: DVec3, tick: f64) -> Option<Course> {
    let is_going = *start == Start::Always;
    match motion {
        MotionSpec::Still => None,
        MotionSpec::Steady { linear, angular, pivot } => {
            Some(steady(*linear, *angular, *pivot, is_going, tick))
        }
        MotionSpec::Shuttle { travel, speed, wait } => {
            Some(shuttle(*travel, travel.length() / *speed, *wait, origin, is_going))
        }
        MotionSpec::Path { keys, pivot, repeat } => Some(path(keys, *pivot, *repeat, is_going, tick)),
        MotionSpec::Bob { amplitude, period, phase } => {
            let key = |sine: f64| Key { translation: *amplitude * sine, ..Key::default() };
            let keys = sampled(KEYS_OF_A_PERIOD, *period, *phase, key);
            Some(endless(keys, origin, is_going, tick))
        }
        MotionSpec::Swing { axis, pivot, radians, period, phase } => {
            let key = |sine: f64| Key { rotation: turn(*axis, radians * sine), ..Key::default() };
            // At most a twentieth of a radian between keys in the middle, where it turns fastest.
            let count = (radians.abs() * std::f64::consts::TAU * 20.0).ceil() as u32;
            let keys = sampled(count.clamp(KEYS_OF_A_PERIOD, MOST_KEYS), *period, *phase, key);
            Some(endless(keys, *pivot, is_going, tick))
        }
    }
}

fn steady(linear: DVec3, angular: DVec3, pivot: DVec3, is_going: bool, tick: f64) -> Course {
    let most = SHORT_OF_A_QUARTER * LARGEST_TURN / tick;
    let speed = angular.length();
    let is_too_fast = speed > most;
    let angular = if is_too_fast { angular * (most / speed) } else { angular };
    let drive = Drive::Velocity { linear, angular };
    Course { drive, pivot, is_going, call: None, note: is_too_fast.then_some(SLOWED) }
}

fn shuttle(travel: DVec3, length: f64, wait: Option<f64>, pivot: DVec3, is_going: bool) -> Course {
    let key = |time, translation| Key { time, translation, ..Key::default() };
    let mut keys = vec![key(0.0, DVec3::ZERO), key(length, travel)];
    match wait {
        Some(wait) if is_going => {
            let back = length + wait;
            keys.extend([key(back, travel), key(back + length, DVec3::ZERO)]);
            keys.push(key(back + length + wait, DVec3::ZERO));
            let drive = Drive::Path { keys, ends: PathEnds::Loop };
            Course { drive, pivot, is_going, call: None, note: None }
        }
        _ => called(keys, pivot, wait.unwrap_or(f64::INFINITY), is_going),
    }
}

fn path(keys: &[Key], pivot: DVec3, repeat: bool, is_going: bool, tick: f64) -> Course {
    let mut keys = keys.to_vec();
    let mut note = None;
    if repeat && !is_round(&keys) {
        close(&mut keys);
        note = Some("its path does not end where it begins: it goes back in the time of its first leg");
    }
    let mut course = if repeat {
        endless(keys, pivot, is_going, tick)
    } else {
        let (keys, is_slowed) = fit(keys, tick);
        let course = called(keys, pivot, f64::INFINITY, is_going);
        Course { note: is_slowed.then_some(SLOWED), ..course }
    };
    course.note = course.note.or(note);
    course
}

const SLOWED: &str = "it would turn by more than a quarter in a tick: it goes slower";

/// Round and round.
fn endless(keys: Vec<Key>, pivot: DVec3, is_going: bool, tick: f64) -> Course {
    let (keys, is_slowed) = fit(keys, tick);
    let drive = Drive::Path { keys, ends: PathEnds::Loop };
    Course { drive, pivot, is_going, call: None, note: is_slowed.then_some(SLOWED) }
}

fn called(keys: Vec<Key>, pivot: DVec3, wait: f64, is_going: bool) -> Course {
    let length = keys.last().map_or(0.0, |key| key.time);
    let call = Some(Call { length, wait, is_round: is_round(&keys) });
    Course { drive: Drive::Path { keys, ends: PathEnds::OnCall { wait } }, pivot, is_going, call, note: None }
}

/// Whether the last key is the first place again.
fn is_round(keys: &[Key]) -> bool {
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return true };
    first.translation == last.translation && cosine_between(first.rotation, last.rotation) > 1.0 - 1e-12
}

/// Adds the way back to the first key.
fn close(keys: &mut Vec<Key>) {
    let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return };
    let leg = keys.get(1).map_or(1.0, |second| second.time);
    keys.push(Key { time: last.time + leg, ..first });
}

/// A period of a sine.
fn sampled(count: u32, period: f64, phase: f64, key: impl Fn(f64) -> Key) -> Vec<Key> {
    let at = |index: u32| {
        let share = f64::from(index) / f64::from(count);
        let (_, sine) = cos_sin_degrees(360.0 * (share + phase));
        Key { time: period * share, ..key(sine) }
    };
    // The last is the first to the bit: a path that is closed has no gap.
    (0..=count).map(|index| Key { time: at(index).time, ..at(index % count) }).collect()
}

/// The same keys with large turns cut, and slowed down where a tick could not take the turn; whether they were.
fn fit(keys: Vec<Key>, tick: f64) -> (Vec<Key>, bool) {
    let mut cut: Vec<Key> = Vec::with_capacity(keys.len());
    for key in keys {
        match cut.last().copied() {
            Some(last) => halve(last, key, &mut cut),
            None => cut.push(key),
        }
    }
    // A tick is at most as long as some legs together, so it turns at most by the fastest leg's speed.
    let fastest = cut.windows(2).map(|w| speed(w[0], w[1])).fold(0.0, |a, b| if b > a { b } else { a });
    let most = SHORT_OF_A_QUARTER * LARGEST_TURN / tick;
    let is_too_fast = fastest > most;
    if is_too_fast {
        let slower = fastest / most;
        cut.iter_mut().for_each(|key| key.time *= slower);
    }
    (cut, is_too_fast)
}

/// Adds the keys after `from` up to `to`, halving the turn as long as it is large.
fn halve(from: Key, to: Key, out: &mut Vec<Key>) {
    if cosine_between(from.rotation, to.rotation) >= COS_HALF_TURN || out.len() > MOST_KEYS as usize {
        out.push(to);
        return;
    }
    let middle = Key {
        time: 0.5 * (from.time + to.time),
        translation: (from.translation + to.translation) * 0.5,
        rotation: between(from.rotation, to.rotation),
    };
    halve(from, middle, out);
    halve(middle, to, out);
}

/// Radians a second from key to key, a little above the truth: the turn is at most π times the chord of half of it.
fn speed(a: Key, b: Key) -> f64 {
    let cosine = cosine_between(a.rotation, b.rotation);
    let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
    let length = b.time - a.time;
    // For half turns below 90 degrees the angle is at most π/2 times its sine, and at small ones nearly its sine.
    if sine > 0.0 { 2.0 * sine * (1.0 + 0.6 * sine * sine) / length } else { 0.0 }
}

/// Cosine of half the angle between two rotations.
fn cosine_between(a: DQuat, b: DQuat) -> f64 {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a.to_array(), b.to_array());
    (ax * bx + ay * by + az * bz + aw * bw).abs()
}

/// Half way from one rotation to another, the short way.
fn between(a: DQuat, b: DQuat) -> DQuat {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a.to_array(), b.to_array());
    let way = if ax * bx + ay * by + az * bz + aw * bw < 0.0 { -1.0 } else { 1.0 };
    let sum = DQuat::from_xyzw(ax + way * bx, ay + way * by, az + way * bz, aw + way * bw);
    sum.try_normalize().unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    const TICK: f64 = 1.0 / 30.0;

    fn keys(course: &Course) -> &[Key] {
        let Drive::Path { keys, .. } = &course.drive else { panic!("{course:?}") };
        keys
    }

    #[test]
    fn a_bob_is_a_sine_and_closes_to_the_bit() {
        let motion = MotionSpec::Bob { amplitude: DVec3::Y * 2.0, period: 4.0, phase: 0.25 };
        let course = course(&motion, &Start::Always, DVec3::X, TICK).unwrap();
        let keys = keys(&course);
        assert_eq!(keys[0].translation, keys[keys.len() - 1].translation);
        assert_eq!(keys[keys.len() - 1].time, 4.0);
        for key in keys {
            let height = 2.0 * (std::f64::consts::TAU * (key.time / 4.0 + 0.25)).sin();
            assert!((key.translation.y - height).abs() < 1e-12);
        }
    }

    #[test]
    fn a_tick_never_turns_by_more_than_a_quarter() {
        let axis = DVec3::Y;
        let turned = |time, degrees: f64| Key {
            time,
            translation: DVec3::ZERO,
            rotation: turn(axis, degrees.to_radians()),
        };
        let pivot = DVec3::ZERO;
        let motions = [
            MotionSpec::Steady { linear: DVec3::ZERO, angular: axis * 900.0, pivot },
            MotionSpec::Swing { axis, pivot, radians: 9.0, period: 0.1, phase: 0.0 },
            MotionSpec::Path { keys: vec![turned(0.0, 0.0), turned(0.01, 170.0)], pivot, repeat: true },
            MotionSpec::Path { keys: vec![turned(0.0, 0.0), turned(0.01, 170.0)], pivot, repeat: false },
        ];
        for motion in &motions {
            let course = course(motion, &Start::Always, pivot, TICK).unwrap();
            assert_eq!(course.note, Some(SLOWED), "{motion:?}");
            match &course.drive {
                Drive::Velocity { angular, .. } => assert!(angular.length() * TICK < FRAC_PI_2),
                Drive::Path { keys, .. } => {
                    assert!(keys.windows(2).all(|w| cosine_between(w[0].rotation, w[1].rotation) > 0.99));
                    assert!(keys.windows(2).all(|w| speed(w[0], w[1]) * TICK < FRAC_PI_2));
                }
                Drive::Target => panic!("no target was set"),
            }
        }
    }

    #[test]
    fn the_bound_of_the_speed_is_above_the_angle() {
        for degrees in 1..=40 {
            let angle = f64::from(degrees).to_radians();
            let key = |time, radians| Key { time, rotation: turn(DVec3::Z, radians), ..Key::default() };
            let found = speed(key(0.0, 0.0), key(1.0, angle));
            assert!(found >= angle && found < 1.05 * angle, "{degrees}: {found} for {angle}");
        }
    }

    #[test]
    fn a_shuttle_that_always_goes_waits_at_both_ends() {
        let motion = MotionSpec::Shuttle { travel: DVec3::Y * 3.0, speed: 1.5, wait: Some(0.5) };
        let always = course(&motion, &Start::Always, DVec3::ZERO, TICK).unwrap();
        let times: Vec<f64> = keys(&always).iter().map(|key| key.time).collect();
        assert_eq!(times, [0.0, 2.0, 2.5, 4.5, 5.0]);
        let called = course(&motion, &Start::Target, DVec3::ZERO, TICK).unwrap();
        assert_eq!(called.call, Some(Call { length: 2.0, wait: 0.5, is_round: false }));
        assert!(!called.is_going && always.is_going);
    }
}
