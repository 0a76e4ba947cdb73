//! Plays a shot: the ways of its balls, and what it kept.

use super::shot::Setup;
use super::table;
use glissando::DVec3;
use glissando::balls::{Conserved, Other, Scratch, step};

/// Seconds of a tick.
const TICK: f64 = 1.0 / 120.0;

/// What became of a shot.
pub(super) struct Played {
    /// For each ball, where it was after every tick and at every impact.
    pub(super) paths: Vec<Vec<DVec3>>,
    pub(super) seconds: f64,
    pub(super) impacts: usize,
    pub(super) before: Conserved,
    pub(super) after: Conserved,
    /// Impulses of the cushions together, N s.
    pub(super) cushions: DVec3,
    /// Momenta at the start by size, N s: what the rounding of momentum is measured by.
    pub(super) bustle: f64,
    /// Balls of all ticks that ran out of their budget.
    pub(super) unsolved: usize,
}

/// Plays until all lie still or the time is over.
///
/// # Errors
/// A table that cannot be built, balls that cannot be moved.
pub(super) fn play(setup: &Setup) -> anyhow::Result<Played> {
    let (world, settings) = (table::world()?, &setup.settings);
    let mut balls = setup.balls.clone();
    let mut scratch = Scratch::new();
    let before = Conserved::of(&balls, settings.gravity);
    let mut played = Played {
        paths: balls.iter().map(|b| vec![b.position]).collect(),
        seconds: 0.0,
        impacts: 0,
        before,
        after: before,
        cushions: DVec3::ZERO,
        bustle: balls.iter().map(|b| Conserved::of(&[*b], DVec3::ZERO).momentum.length()).sum(),
        unsolved: 0,
    };
    let ticks = (setup.seconds / TICK) as u32;
    for tick in 1..=ticks {
        let report = step(&world, settings, &mut balls, TICK, &mut scratch)?;
        played.impacts += report.impacts.len();
        played.unsolved += report.damped + report.held;
        for impact in report.impacts {
            let radius = impact.normal * table::RADIUS;
            if let Some(path) = played.paths.get_mut(impact.ball) {
                path.push(impact.point + radius);
            }
            match impact.other {
                Other::Ball(other) => {
                    if let Some(path) = played.paths.get_mut(other) {
                        path.push(impact.point - radius);
                    }
                }
                _ => played.cushions += impact.normal * impact.impulse,
            }
        }
        for (path, ball) in played.paths.iter_mut().zip(&balls) {
            if path.last() != Some(&ball.position) {
                path.push(ball.position);
            }
        }
        played.seconds = f64::from(tick) * TICK;
        if balls.iter().all(|b| b.velocity.length() < 1e-9) {
            break;
        }
    }
    played.after = Conserved::of(&balls, settings.gravity);
    Ok(played)
}
