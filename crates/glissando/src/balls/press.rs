//! Characters that press against balls: a push without restitution, all at one moment.
//!
//! Solves for the least impulses after which no character approaches the ball that it presses. A standing character
//! is held upright by the ground: only the level part of an impulse acts on it.

use super::ball::Ball;
use super::complementarity::Outcome;
use super::report::{Impact, Other};
use super::scratch::Scratch;
use super::settings::Settings;
use super::work::Work;
use crate::math::DVec3;
use crate::sorting;
use alloc::vec::Vec;

/// A character that presses against a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Press {
    /// Index in the slice of balls.
    pub(crate) ball: usize,
    /// Index among the pressers.
    pub(crate) presser: usize,
    /// Unit, towards the ball.
    pub(crate) normal: DVec3,
    pub(crate) point: DVec3,
    /// Speed of approach, m/s.
    pub(crate) approach: f64,
}

/// A character that presses against balls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Presser {
    /// Index of the character.
    pub(crate) character: u32,
    /// m/s; on entry its velocity without the balls, on return with them.
    pub(crate) velocity: DVec3,
    /// kg.
    pub(crate) mass: f64,
    /// Up, for a standing character.
    pub(crate) stands: Option<DVec3>,
    /// Whether an impulse changed it.
    pub(crate) is_changed: bool,
}

impl Presser {
    /// The part of a normal along which it can be moved.
    fn free(&self, normal: DVec3) -> DVec3 {
        self.stands.map_or(normal, |up| normal - up * up.dot(normal))
    }
}

/// Changes the velocities of balls and of the characters that press against them; appends each impulse, at `time`, to
/// `impacts`.
///
/// False if there is no solution, or if it would need more work than a tick with as many balls as presses has; then
/// nothing is changed.
pub(crate) fn press(
    settings: &Settings,
    balls: &mut [Ball],
    pressers: &mut [Presser],
    presses: &mut [Press],
    scratch: &mut Scratch,
    time: f64,
    impacts: &mut Vec<Impact>,
) -> bool {
    for press in presses.iter_mut() {
        press.normal = settings.in_space(press.normal);
        let towards = pressers[press.presser].velocity - balls[press.ball].velocity;
        press.approach = press.normal.dot(towards);
    }
    sorting::sort_by(presses, |a, b| a.point.total_cmp(b.point).then_with(|| a.normal.total_cmp(b.normal)));
    let Scratch { matrix, slack, pressure, solver, work, .. } = scratch;
    *work = Work::of(presses.len());
    matrix.clear();
    slack.clear();
    for a in presses.iter() {
        slack.push(-a.approach);
        for b in presses.iter() {
            let one = |is_same: bool| if is_same { 1.0 } else { 0.0 };
            let by_ball = one(a.ball == b.ball) * balls[a.ball].mass.inverse() * a.normal.dot(b.normal);
            let presser = &pressers[a.presser];
            let level = presser.free(a.normal).dot(b.normal);
            matrix.push(by_ball + one(a.presser == b.presser) / presser.mass * level);
        }
    }
    if solver.solve(matrix, slack, pressure, work) != Outcome::Solved {
        return false;
    }
    for (press, &impulse) in presses.iter().zip(pressure.iter()) {
        if impulse <= 0.0 {
            continue;
        }
        let (ball, presser) = (&mut balls[press.ball], &mut pressers[press.presser]);
        ball.velocity += press.normal * (impulse * ball.mass.inverse());
        presser.velocity -= presser.free(press.normal) * (impulse / presser.mass);
        presser.is_changed = true;
        impacts.push(Impact {
            time,
            ball: press.ball,
            other: Other::Character(presser.character),
            point: press.point,
            normal: press.normal,
            impulse,
            approach: if press.approach > 0.0 { press.approach } else { 0.0 },
        });
    }
    true
}
