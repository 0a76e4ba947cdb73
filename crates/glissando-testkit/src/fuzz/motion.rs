//! Kind `motion`: motions of bodies from velocities and from places, and where they lead.

use super::mix::{Mix, is_tame};
use super::watch::Watch;
use super::worlds::rigid;
use glissando::motion::Motion;
use glissando::{DRigid3, DVec3};

/// Rounds of one case.
const ROUNDS: usize = 40;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    for _ in 0..ROUNDS {
        let size = mix.size();
        let (shift, pivot, point) = (mix.point(size), mix.point(size), mix.point(size));
        let linear = watch.call("Motion::linear", || Motion::linear(shift));
        let (angular, dt) = (mix.point(3.0), mix.length(0.1));
        let driven = watch.call("Motion::from_velocity", || Motion::from_velocity(shift, angular, pivot, dt));
        let (from, to) = ends(mix, size);
        let between = watch.call("Motion::between", || Motion::between(&from, &to));
        let about = watch.call("Motion::about", || Motion::about(&from, &to, pivot));
        for motion in [linear, driven, between, about].into_iter().flatten() {
            if is_tame(point) {
                follow(mix, watch, &motion, point);
            }
        }
        for (motion, pivot) in [(between, from.translation), (about, pivot)] {
            if let Some(motion) = motion {
                arrives(watch, &motion, (&from, &to), pivot);
            }
        }
    }
}

/// Two places: any, near each other, or with tiny rotations.
fn ends(mix: &mut Mix, size: f64) -> (DRigid3, DRigid3) {
    let from = rigid(mix, size);
    let mut to = rigid(mix, size);
    if mix.chance(0.4) {
        let nudge = mix.pick(&[0.0, 1e-300, 1e-160, 1e-12, 0.1]);
        let mut turn = from.rotation;
        (turn.x, turn.y) = (turn.x + mix.number(nudge), turn.y + mix.number(nudge));
        to.rotation = turn.try_normalize().unwrap_or(turn);
    }
    (from, to)
}

/// All that can be asked of a motion.
fn follow(mix: &mut Mix, watch: &mut Watch, motion: &Motion, point: DVec3) {
    let (at, until) = (mix.fraction(), mix.fraction());
    watch.value("Motion::point_at", || (motion.point_at(point, at), motion.pivot_at(at)));
    watch.value("Motion::displacement", || motion.displacement(point, at, until));
    watch.value("Motion::velocity", || (motion.velocity(point, at), motion.spin(at)));
    watch.value("Motion::bow", || motion.bow(point.length()));
    watch.value("Motion::slowed", || motion.slowed(at));
    // The way from the pivot and back is rounded.
    let rounding = 4.0 * f64::EPSILON * (point.length() + motion.pivot().length());
    let moved = (motion.point_at(point, 1.0) - point).length();
    watch.expect(!motion.is_still() || moved <= rounding, "a still motion that moves", || {
        format!("{motion:?} {point:?}")
    });
}

/// A motion from place to place ends at the second.
fn arrives(watch: &mut Watch, motion: &Motion, (from, to): (&DRigid3, &DRigid3), pivot: DVec3) {
    let lengths = [from, to].map(|place| place.rotation.to_array().iter().map(|c| c * c).sum::<f64>());
    if lengths.iter().any(|square| (square - 1.0).abs() > 1e-12) {
        return;
    }
    let end = motion.pose_at(&from.to_affine(), 1.0);
    let size =
        [from.translation, to.translation, pivot].iter().fold(1.0, |most: f64, v| most.max(v.length()));
    let wrong = (end.translation - to.translation).length();
    watch.expect(wrong <= 1e-12 * size, "a motion that does not end where it should", || {
        format!("{wrong} m: {from:?} {to:?} about {pivot:?}: {motion:?}")
    });
}
