//! A character's path through a tick, taken apart again: where the moving world took it, then its own way.

use glissando::DVec3;
use glissando::path::Waypoint;
use glissando::stage::{CharacterReport, Outcome};

/// Both parts.
pub(super) struct Parts {
    /// Shares of the tick and places while the world moves.
    pub(super) shoved: Vec<(f64, DVec3)>,
    /// Places of the own way, in the world as it is at the end.
    pub(super) own: Vec<DVec3>,
}

impl Parts {
    /// Of a path of a tick of `dt` seconds that began at `from`.
    pub(super) fn of(path: &[Waypoint], report: &CharacterReport, from: DVec3, dt: f64) -> Self {
        let all = |scale: f64| path.iter().map(|w| (w.time * scale, w.position)).collect::<Vec<_>>();
        let start = path.first().map_or(from, |w| w.position);
        if report.outcome == Outcome::Crushed {
            // The last leg is the rest of the tick, in which what crushes goes on.
            let mut shoved = all(1.0 / dt);
            shoved.pop();
            return Self { shoved, own: Vec::new() };
        }
        let shoved_to = from + report.moved;
        let is_there = |p: DVec3| (p - shoved_to).length() <= 1e-12 * (1.0 + from.length());
        let half = path.iter().position(|w| w.time == dt * 0.5 && is_there(w.position));
        if let Some(index) = half.filter(|_| start != shoved_to && report.moved != DVec3::ZERO) {
            let shoved = path[..=index].iter().map(|w| (w.time / (dt * 0.5), w.position)).collect();
            return Self { shoved, own: path[index..].iter().map(|w| w.position).collect() };
        }
        let ends_there = path.last().is_some_and(|w| is_there(w.position));
        if ends_there && !is_there(start) {
            return Self { shoved: all(1.0 / dt), own: Vec::new() };
        }
        let own = path.iter().map(|w| w.position).collect();
        Self { shoved: vec![(0.0, start), (1.0, start)], own }
    }
}
