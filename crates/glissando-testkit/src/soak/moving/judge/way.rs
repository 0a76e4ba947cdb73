//! The way of a character in a tick: did it pass through anything, or come nearer to it than the sweep shell?

use super::{Moving, Subject, Tick, body, half_core, rounding_of, story};
use crate::oracle::{Carried, Swept, TooClose};
use crate::soak::moving::counts::{Counts, Fault, Oddity};
use crate::soak::moving::path::Parts;
use crate::soak::moving::scene::Scene;
use crate::soak::paths::{Eye, segment_crosses};
use glissando::slide::Mover;
use glissando::{Config, DVec3};

/// Radians that a body turns between two looks at which side the centre is on.
const LOOK: f64 = 0.05;

/// Counts the passages and scrapes on the way, before and during the character's own move.
pub(super) fn judge(
    tick: &Tick<'_>,
    subject: &Subject<'_>,
    scene: &Scene,
    moving: &[Moving<'_>],
    config: &Config,
    counts: &mut Counts,
) {
    let from = subject.before.state.position;
    let report = &tick.report.characters[subject.index];
    let parts = Parts::of(tick.report.path_of(subject.index), report, from, tick.dt);
    let shoved = config.mover(subject.before.state.is_crouching);
    let mut eye = Eye::new(&scene.still, &shoved);
    for pair in parts.shoved.windows(2) {
        let ((start, p), (end, q)) = (pair[0], pair[1]);
        counts.legs += 1;
        if eye.crosses(p, q) || moving.iter().any(|m| crosses_moving(m, (start, p), (end, q))) {
            counts.fault(Fault::Passages, tick.walk, tick.number, || story(tick, subject));
        }
        if !subject.was_clear {
            continue;
        }
        let mut depth = if p == q { 0.0 } else { eye.deepest(p, q) };
        let mut by = None;
        for mover in moving {
            let (more, is_coarse) = scrape(&shoved, mover, (start, p), (end, q));
            if more > depth {
                (depth, by) = (more, Some(mover.index));
            }
            if is_coarse {
                counts.oddity(Oddity::Coarse);
            }
        }
        if depth > rounding_of(&shoved) {
            let words = || {
                format!("by {depth:e} radii in {by:?} between {start} and {end}; {}", story(tick, subject))
            };
            counts.fault(Fault::Scrapes, tick.walk, tick.number, words);
        }
    }
    for pair in parts.own.windows(2) {
        let is_through = |m: &Moving<'_>| {
            m.shape
                .triangles
                .iter()
                .any(|t| segment_crosses(pair[0], pair[1], t.map(|c| m.to.transform_point(c))))
        };
        if eye.crosses(pair[0], pair[1]) || moving.iter().any(is_through) {
            let words = || format!("own {:?}; {}", pair, story(tick, subject));
            counts.fault(Fault::Passages, tick.walk, tick.number, words);
        }
    }
}

/// How much nearer than the sweep shell, and than at its start, a leg comes to a mover on its way; and whether that was judged to
/// [`COARSELY`] only, because it keeps to that distance from a mover that turns.
fn scrape(
    body_of: &Mover,
    moving: &Moving<'_>,
    (start, p): (f64, DVec3),
    (end, q): (f64, DVec3),
) -> (f64, bool) {
    let way = (q - p).length() + moving.motion.shift().length();
    let near = moving.shape.reach + 1.5 * body_of.shape().largest_radius() + way;
    if (p - moving.middle).length() > near {
        return (0.0, false);
    }
    let (body, half) = (body(body_of, p), half_core(body_of));
    let is_round = body_of.shape().is_cylinder();
    let swept = Swept { body, half, is_round, translation: q - p, span: (start, end) };
    let rounding = rounding_of(body_of);
    let mut is_coarse = false;
    let depth = |corners: &[DVec3; 3]| {
        let triangle = Carried { motion: moving.motion, pose: moving.from, corners: *corners };
        let level = swept.distance(&triangle, 0.0).min(body_of.sweep_shell());
        let search = |slack: f64| swept.below(&triangle, level - rounding, slack, 1.0);
        let below = search(0.1 * rounding).or_else(|TooClose| {
            is_coarse = true;
            search(COARSELY * swept.speed(&triangle))
        });
        // So coarse a search ends in time.
        below.ok().flatten().map_or(0.0, |time| level - swept.distance(&triangle, time))
    };
    let turned = 2.0 * moving.motion.turn().length() * moving.shape.reach;
    let reach = 1.5 * body_of.shape().largest_radius() + way + turned;
    let depth = moving.near(&moving.from, p, reach).map(depth).fold(0.0, f64::max);
    (depth, is_coarse)
}

/// Share of a leg's way by which a mover may come nearer where no finer search ends.
const COARSELY: f64 = 1.0 / 65_536.0;

/// Whether the centre crosses a mover's triangle during a leg, as seen from the mover.
fn crosses_moving(moving: &Moving<'_>, (start, p): (f64, DVec3), (end, q): (f64, DVec3)) -> bool {
    let angle = 2.0 * moving.motion.turn().length() * (end - start);
    let looks = (angle / LOOK) as u32 + 1;
    let seen = |n: u32| {
        let time = f64::from(n) / f64::from(looks);
        let pose = moving.motion.pose_at(&moving.from, start + (end - start) * time);
        let there = p + (q - p) * time;
        pose.matrix3.try_inverse().map(|inverse| inverse * (there - pose.translation))
    };
    (0..looks).any(|n| {
        let Some((a, b)) = seen(n).zip(seen(n + 1)) else { return false };
        moving.shape.triangles.iter().any(|t| segment_crosses(a, b, *t))
    })
}
