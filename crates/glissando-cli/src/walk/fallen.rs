//! Walks that end in a fall out of the world: below everything that a character could land on.

use super::go::Walked;
use super::words;
use glissando::{DVec3, Ground, World};
use glissando_play::walk::Tick;
use std::io::{self, Write};

/// A fall below the world that lasts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fall {
    /// When the centre of the body was below the lowest point of the world, seconds.
    since: f64,
    /// How far it is below that point by now, metres.
    depth: f64,
}

impl Fall {
    /// The fall after a tick, with the one before it: none where the character is in the world, stands or rises.
    pub(super) fn after(before: Option<Self>, tick: &Tick, world: &World, up: DVec3) -> Option<Self> {
        let is_falling = tick.state.ground == Ground::Airborne && tick.state.velocity.dot(up) < 0.0;
        let bounds = is_falling.then(|| world.bounds()).filter(|bounds| !bounds.is_empty())?;
        let lowest =
            bounds.corners().map(|corner| corner.as_dvec3().dot(up)).into_iter().fold(f64::MAX, f64::min);
        let depth = lowest - tick.state.position.dot(up);
        let since = before.map_or(tick.time, |fall| fall.since);
        (depth > 0.0).then_some(Self { since, depth })
    }

    /// From when on and how far, for people.
    pub(super) fn words(&self) -> String {
        format!("below the level from {:.2} s on, {:.2} m deep at the end", self.since, self.depth)
    }
}

/// Names on standard error the characters that fell out of the world, and what to do.
///
/// # Errors
/// Those of `out`.
pub(super) fn warn(walked: &Walked, out: &mut impl Write) -> io::Result<()> {
    let falls = (0..).zip(&walked.summaries).filter_map(|(index, summary)| Some((index, summary.fall()?)));
    let falls: Vec<(usize, Fall)> = falls.collect();
    let Some((_, first)) = falls.first() else { return Ok(()) };
    let fallen: Vec<usize> = falls.iter().map(|(index, _)| *index).collect();
    let who = words::characters(&fallen, walked.summaries.len());
    writeln!(
        out,
        "warning: {who} fell {}: close the gap or the open edge in the level; `glissando check` finds them",
        first.words()
    )
}
