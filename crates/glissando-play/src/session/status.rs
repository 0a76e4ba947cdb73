//! How the hand's character is, in numbers and words for a display.

use super::Session;
use glissando::Ground;
use glissando::stage::Outcome;
use serde::Serialize;

/// How the hand's character is after the last tick.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// Ticks since the start.
    pub tick: u64,
    /// Seconds since the start.
    pub time: f64,
    /// Centre of the ellipsoid, metres.
    pub position: [f64; 3],
    /// m/s; while standing, relative to what it stands on.
    pub velocity: [f64; 3],
    /// m/s along the level, and up.
    pub speed: (f64, f64),
    /// `standing`, `steep` or `airborne`.
    pub ground: &'static str,
    /// Degrees from level of the ground under the feet.
    pub slope: Option<f64>,
    /// What it stands on.
    pub support: Option<String>,
    /// What the moving world did to it: `alone`, `carried`, `pushed`, `blocked` or `crushed`.
    pub outcome: &'static str,
    /// Whether it is crouching.
    pub is_crouching: bool,
    /// Points of health, where the level knows of any.
    pub health: Option<f64>,
    /// What touches it, the most loaded first.
    pub touches: Vec<Held>,
    /// What it is in.
    pub inside: Vec<String>,
    /// Sweeps taken by its own move.
    pub sub_steps: usize,
    /// Why its own move ended.
    pub stop: String,
    /// The last move, a sentence for each sub-step.
    pub trace: Vec<String>,
    /// Metres to the nearest surface, within one.
    pub clearance: Option<f64>,
    /// Microseconds of a tick, of all characters together: the median of the last 60.
    pub microseconds: f64,
    /// How many walk, and how many bodies move.
    pub counts: (usize, usize),
    /// Seconds that were left out because the machine did not keep up.
    pub lost: f64,
}

/// Something that touches the character.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// What it is called.
    pub name: String,
    /// Unit normal, towards the character.
    pub normal: [f64; 3],
    /// Impulse per mass in the tick, m/s.
    pub load: f64,
}

impl Session {
    /// How the hand's character is.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn status(&mut self) -> anyhow::Result<Status> {
        let clearance = self.play.clearance(0)?;
        let actor = &self.state().characters[0];
        let (state, up) = (actor.state, self.settings().up);
        let rise = state.velocity.dot(up);
        let level = state.velocity - up * rise;
        let is_held = state.ground != Ground::Airborne;
        let cosine = state.ground_normal.as_dvec3().dot(up).clamp(-1.0, 1.0);
        let staged = self.last.as_ref().and_then(|tick| tick.staged.as_ref());
        let outcome = staged.map_or(Outcome::Unaffected, |staged| staged.outcome);
        let heard = self.play.heard();
        let person = self.play.machinery().people.first();
        Ok(Status {
            tick: self.tick(),
            time: self.tick() as f64 * self.walk.dt,
            position: state.position.to_array(),
            velocity: state.velocity.to_array(),
            speed: (level.length(), rise),
            ground: state.ground.name(),
            slope: is_held.then(|| cosine.acos().to_degrees()),
            support: state.support.filter(|_| is_held).map(|on| self.called(on.owner)),
            outcome: outcome.name(),
            is_crouching: state.is_crouching,
            health: person.map(|person| person.health),
            touches: self.touches(),
            inside: self.play.inside(0),
            sub_steps: heard.sub_steps,
            stop: self.last.as_ref().map_or(String::new(), |tick| format!("{:?}", tick.stop)),
            trace: heard.trace.iter().map(ToString::to_string).collect(),
            clearance,
            microseconds: self.seconds_per_tick() * 1e6,
            counts: (self.state().characters.len(), self.walk.movers.len()),
            lost: self.pace.lost,
        })
    }

    /// The median of the last ticks.
    pub(super) fn seconds_per_tick(&self) -> f64 {
        median(&self.nanoseconds) / 1e9
    }

    fn touches(&self) -> Vec<Held> {
        let held = |touch: &glissando::stage::Touch| Held {
            name: self.called(touch.contact.surface.owner),
            normal: touch.contact.normal.to_array(),
            load: touch.load,
        };
        let mut touches: Vec<Held> = Vec::new();
        for touch in self.play.heard().touches.iter().map(held) {
            touches.insert(touches.partition_point(|before| before.load >= touch.load), touch);
        }
        touches
    }
}

fn median(values: &[u64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.get(values.len() / 2).map_or(0.0, |value| *value as f64)
}
