//! The straight part of a path that a mover is on: between two keys a tick needs neither the keys nor the rules of the path's ends.

use super::drive::is_identity;
use super::mover::{MoverSpec, MoverState, Plan};
use crate::math::{DQuat, DRigid3, DVec3};
use crate::motion::Motion;
use crate::tolerance;

/// Largest coordinate of the places that a leg is used for: their sums are valid positions.
const LARGEST: f64 = tolerance::WORLD_LIMIT / 8.0;

/// A part of a path between two keys that do not turn the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// The times of the two keys, seconds.
    start: f64,
    end: f64,
    /// The translation of the first key, and that of the second less it.
    from: DVec3,
    way: DVec3,
    pivot: DVec3,
    /// [`MoverSpec::unturned_pivot`].
    unturned_pivot: DVec3,
}

impl Leg {
    /// The leg that a mover is on at a time of its path; `None` at its ends, on one that turns, and for other drives.
    pub(super) fn of(spec: &MoverSpec, unturned_pivot: DVec3, clock: f64) -> Option<Self> {
        let (before, after) = spec.drive.keys_about(clock)?;
        let (from, to, pivot) = (before.translation, after.translation, spec.pivot);
        let is_unturned = is_identity(before.rotation) && is_identity(after.rotation);
        let is_near = [from, to, pivot].iter().all(|v| is_near(*v));
        let leg = Self { start: before.time, end: after.time, from, way: to - from, pivot, unturned_pivot };
        (leg.holds(clock) && is_unturned && is_near).then_some(leg)
    }

    /// Whether a time is on the leg, and not at an end of it, where rules begin.
    #[inline]
    pub(super) fn holds(&self, clock: f64) -> bool {
        clock > self.start && clock < self.end
    }

    /// The plan for the next `dt` seconds, to the bit that of [`MoverSpec::plan`]; false if only that can tell.
    #[inline]
    pub(super) fn plan(&self, state: &MoverState, dt: f64, plan: &mut Plan) -> bool {
        let clock = state.clock + state.rate * dt;
        let place = state.pose.translation;
        let is_usual = self.holds(clock)
            & (state.rate != 0.0)
            & (state.rate.abs() <= tolerance::WORLD_LIMIT)
            & (state.clock.abs() <= tolerance::WORLD_LIMIT)
            & !state.wait.is_nan()
            & is_usual_target(&state.target);
        if !is_usual || !is_identity(state.pose.rotation) || !is_near(place) {
            return false;
        }
        let to = self.from + self.way * ((clock - self.start) / (self.end - self.start));
        if to == place {
            return false;
        }
        let shift = |place: DVec3| self.pivot + place - self.unturned_pivot;
        plan.motion = Motion::shifted(shift(place), shift(to), self.pivot + place);
        plan.after = MoverState { clock, pose: DRigid3 { translation: to, ..DRigid3::IDENTITY }, ..*state };
        true
    }
}

/// Whether a target is certainly one that a tick accepts.
#[inline]
fn is_usual_target(target: &DRigid3) -> bool {
    let DQuat { x, y, z, w } = target.rotation;
    let length_sq = x * x + y * y + z * z + w * w;
    (length_sq > 0.25) & (length_sq < 4.0) & is_near(target.translation)
}

#[inline]
fn is_near(place: DVec3) -> bool {
    (place.x.abs() <= LARGEST) & (place.y.abs() <= LARGEST) & (place.z.abs() <= LARGEST)
}

#[cfg(test)]
mod tests {
    use super::super::drive::{Drive, Key, PathEnds};
    use super::super::mover::Policy;
    use super::*;
    use crate::handle::BodyId;
    use crate::motion::Turn;
    use crate::random::Numbers;

    /// One of so many.
    fn one_of(random: &mut Numbers, count: usize) -> usize {
        ((random.next() * 0.5 + 0.5) * count as f64) as usize
    }

    fn pick<T: Copy>(random: &mut Numbers, list: &[T]) -> T {
        list[one_of(random, list.len())]
    }

    /// A path of a few keys, of which a few turn the body and a few are at one time or one place.
    fn spec(random: &mut Numbers) -> MoverSpec {
        let mut keys = alloc::vec![Key::default()];
        for _ in 0..1 + one_of(random, 3) {
            let mut next = keys[keys.len() - 1];
            next.time += pick(random, &[0.0, 0.1, 0.25, 1.0]);
            let mut step = || pick(random, &[-0.6, -0.3, 0.0, 0.3, 0.7]);
            next.translation += DVec3::new(step(), step(), step());
            if one_of(random, 8) == 0 {
                next.rotation = DQuat::from_xyzw(0.0, 0.1, 0.0, 1.0);
            }
            if one_of(random, 16) == 0 {
                next.translation.x = 1e9;
            }
            keys.push(next);
        }
        let wait = pick(random, &[0.1, f64::INFINITY]);
        let ends = pick(random, &[PathEnds::Loop, PathEnds::PingPong, PathEnds::OnCall { wait }]);
        let drive = Drive::Path { keys, ends };
        let pivot = random.vector(100.0);
        let body = BodyId { index: 0, generation: 0 };
        MoverSpec { body, pivot, drive, policy: Policy::Push }
    }

    #[test]
    fn a_leg_plans_what_the_path_plans_to_the_bit() {
        let mut random = Numbers::new();
        let (mut by_leg, mut refused) = (0, 0);
        for _ in 0..40_000 {
            let spec = spec(&mut random);
            let unturned = spec.unturned_pivot();
            let mut state = MoverState { rate: 1.0, ..MoverState::of(&spec) };
            let mut leg = None;
            for _ in 0..30 {
                match one_of(&mut random, 64) {
                    0 => state.rate = pick(&mut random, &[0.0, -1.0, 0.5, 2e9, f64::NAN]),
                    1 => state.clock = pick(&mut random, &[-0.2, 0.05, 1.0, f64::INFINITY]),
                    2 => state.pose.translation.y = pick(&mut random, &[1e9, 0.25, f64::NAN]),
                    3 => state.target.translation.z = pick(&mut random, &[2e9, f64::NAN, 0.0]),
                    4 => state.target.rotation.w = pick(&mut random, &[0.0, f64::NAN, 1.0]),
                    5 => state.wait = pick(&mut random, &[f64::NAN, 0.0]),
                    _ => {}
                }
                let dt = pick(&mut random, &[1.0 / 60.0, 1.0 / 64.0, 0.3]);
                let mut long = Plan { motion: Motion::STILL, after: state };
                let mut short = long;
                let expected = spec.plan(&state, unturned, dt, (&mut Turn::default(), &mut long));
                if leg.is_some_and(|leg: Leg| leg.plan(&state, dt, &mut short)) {
                    assert_eq!(expected, Ok(()), "{spec:?} {state:?}");
                    assert_eq!(short.motion, long.motion, "{spec:?} {state:?}");
                    assert!(short.after.is_same(&long.after), "{spec:?} {state:?}");
                    by_leg += 1;
                }
                refused += u32::from(expected.is_err());
                state = if expected.is_ok() { long.after } else { MoverState::of(&spec) };
                leg = Leg::of(&spec, unturned, state.clock);
            }
        }
        std::println!("{by_leg} plans by a leg, {refused} refused");
        assert!(by_leg > 100_000 && refused > 1000);
    }
}
