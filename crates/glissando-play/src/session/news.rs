//! The events of a session, in words, for its viewer.

use super::Session;
use crate::walk::Tick;
use glissando::stage::{Outcome, StageEventKind};
use glissando::{EventKind, Owner, Surface};

/// Most messages that wait to be read.
const MOST: usize = 256;

/// Something that happened to the hand's character.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// Seconds since the start.
    pub time: f64,
    /// The name of the event with spaces, as one to three words that do not change: `landed`, `picked up`.
    pub name: String,
    /// The rest, for people.
    pub words: String,
}

impl Session {
    /// The messages since the last call, in order of time.
    pub fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Takes in what a tick brought.
    pub(super) fn tell(&mut self, tick: &Tick) {
        let mut found: Vec<News> = Vec::new();
        let mut add = |time, name: &str, words| {
            let place = found.partition_point(|before| before.time <= time);
            found.insert(place, News { time, name: name.replace('_', " "), words });
        };
        for event in &tick.events {
            if let Some(words) = self.own(&event.kind) {
                add(event.time, event.kind.name(), words);
            }
        }
        if let Some(staged) = &tick.staged {
            for event in &staged.events {
                if let Some((name, words)) = self.by_world(&event.kind) {
                    add(event.time, name, words);
                }
            }
            for passed in &staged.passed {
                add(passed.time, passed.what.name(), passed.name.clone());
            }
            for incident in &staged.incidents {
                let room = if incident.is_clear { "" } else { ", where there is no room" };
                add(incident.time, incident.name, incident.words() + room);
            }
        }
        self.news.extend(found);
        let surplus = self.news.len().saturating_sub(MOST);
        self.news.drain(..surplus);
        if self.nanoseconds.len() >= 60 {
            self.nanoseconds.remove(0);
        }
        self.nanoseconds.push(tick.nanoseconds);
    }

    /// What something is called.
    pub(super) fn called(&self, owner: Owner) -> String {
        self.walk.scene.called(owner)
    }

    /// The words about an event of the own move; `None` for one that is not news.
    fn own(&self, kind: &EventKind) -> Option<String> {
        let on = |surface: &Surface| self.called(surface.owner);
        Some(match kind {
            EventKind::Landed { speed, surface, .. } => format!("at {} on {}", rate(*speed), on(surface)),
            EventKind::LeftGround | EventKind::Jumped => String::new(),
            EventKind::HitWall { speed, surface, .. } if *speed > 1.0 => {
                format!("at {speed:.1} m/s: {}", on(surface))
            }
            EventKind::HitCeiling { speed, surface, .. } => format!("at {}: {}", rate(*speed), on(surface)),
            EventKind::SteppedUp { height, surface, .. } => {
                format!("{:.0} cm on {}", height * 100.0, on(surface))
            }
            EventKind::Recovered { distance, .. } => format!("by {distance:.3} m"),
            EventKind::Stuck { depth } => format!("{depth:.3} m deep"),
            _ => return None,
        })
    }

    fn by_world(&self, kind: &StageEventKind) -> Option<(&'static str, String)> {
        let named = |owner: &Option<Owner>| owner.map_or("nothing".to_owned(), |owner| self.called(owner));
        Some(match kind {
            StageEventKind::Squeezed { is_crushed, by, against } => {
                let outcome = if *is_crushed { Outcome::Crushed } else { Outcome::Blocked };
                (outcome.name(), format!("by {} against {}", named(by), named(against)))
            }
            StageEventKind::HitByBall { ball, speed, .. } => {
                (kind.name(), format!("{} at {speed:.1} m/s", ball.index()))
            }
            _ => return None,
        })
    }
}

/// A speed for display: negative speeds are 0.
fn rate(speed: f64) -> String {
    format!("{:.1} m/s", speed.max(0.0))
}
