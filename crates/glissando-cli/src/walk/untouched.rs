//! Walks that never touch anything: nearly always a spawn, a scale or an axis that is not what its author meant.

use super::go::Walked;
use super::words;
use glissando::Ground;
use glissando::stage::{Outcome, StageEventKind};
use glissando_play::walk::{Setup, Tick};
use std::io::{self, Write};

/// Seconds that a walk takes at least before it can be said to touch nothing.
const SHORTEST: f64 = 1.0;

/// A gap to a surface that counts as a touch, metres: plain slides have no events.
const NEAR: f64 = 0.05;

/// What movers do by themselves, or because a character is near.
const OF_MOVERS: [&str; 4] = ["started", "arrived", "returned", "gave_way"];

/// Whether a character touched or passed through anything so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    has_touched: bool,
    seconds: f64,
}

impl Touched {
    /// Takes in a tick.
    pub(super) fn add(&mut self, tick: &Tick, clearance: Option<f64>) {
        let is_met = tick.staged.as_ref().is_some_and(|staged| {
            let is_of_world = |kind: &StageEventKind| !matches!(kind, StageEventKind::Met(_));
            staged.outcome != Outcome::Unaffected
                || staged.events.iter().any(|event| is_of_world(&event.kind))
                || !staged.passed.is_empty()
                || staged.incidents.iter().any(|incident| !OF_MOVERS.contains(&incident.name))
        });
        let is_near = clearance.is_some_and(|gap| gap <= NEAR);
        // A character that jumps from where it is placed is on no ground at the end of a tick.
        let has_events = !tick.events.is_empty();
        self.has_touched |= tick.state.ground != Ground::Airborne || has_events || is_near || is_met;
        self.seconds = tick.time;
    }

    /// Whether a walk of this length should have touched something and did not.
    pub(super) fn is_lost(&self) -> bool {
        !self.has_touched && self.seconds >= SHORTEST
    }
}

/// Names on standard error the characters that touched nothing, and what to check.
///
/// # Errors
/// Those of `out`.
pub(super) fn warn(walk: &Setup, walked: &Walked, out: &mut impl Write) -> io::Result<()> {
    let lost: Vec<usize> =
        (0..).zip(&walked.summaries).filter(|(_, s)| s.touched.is_lost()).map(|(index, _)| index).collect();
    let Some(player) = lost.first().and_then(|&first| walk.players.get(first)) else { return Ok(()) };
    let who = words::characters(&lost, walked.summaries.len());
    let seconds = walked.summaries.first().map_or(0.0, |summary| summary.seconds);
    let [x, y, z] = player.spawn.to_array().map(|metres| (metres * 1e3).round() / 1e3);
    let bounds = walk.scene.world.bounds();
    let size = match bounds.is_empty() {
        true => "which has no solid bodies".to_owned(),
        false => {
            let ([a, b, c], [d, e, f]) = (bounds.min.to_array(), bounds.max.to_array());
            format!("whose box goes from ({a:.2}, {b:.2}, {c:.2}) to ({d:.2}, {e:.2}, {f:.2}) m")
        }
    };
    writeln!(
        out,
        "warning: {who} touched nothing in {seconds:.2} s: check the spawn ({x}, {y}, {z}), and the scale and up axis \
         of the world, {size}"
    )
}
