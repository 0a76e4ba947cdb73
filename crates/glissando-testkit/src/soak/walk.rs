//! One walk: a body, a pace, a stream of inputs, and the judge.

use super::judge::{Judge, Tick};
use super::place::{BodyKind, Place};
use super::verdicts::{Finding, Verdicts};
use super::wander::{Pace, Wanderer};
use crate::random::Random;
use glissando::character::step_traced;
use glissando::{Config, EventKind, Scratch, State};

/// Which walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// The body.
    pub body: BodyKind,
    /// How fast.
    pub pace: Pace,
    /// Seed of everything.
    pub seed: u64,
    /// Number of the walk.
    pub number: u64,
    /// Ticks at most.
    pub ticks: usize,
}

impl Walk {
    /// Its name in a place: `place/body/pace/seed/number`.
    pub fn name(&self, place: &Place) -> String {
        format!("{}/{}/{}/{}/{}", place.name, self.body.name(), self.pace.name, self.seed, self.number)
    }
}

/// Walks, judging every tick.
pub fn walk(place: &Place, plan: &Walk) -> Verdicts {
    let mut verdicts = Verdicts { walks: 1, ..Verdicts::default() };
    let mut random = Random::nth(plan.seed, 5000, plan.number);
    let settings = plan.pace.settings(place.settings(plan.body, &mut random));
    let Ok(config) = Config::new(&settings) else { return verdicts };
    let Some(mut state) = place.start(&config, &mut random) else { return verdicts };
    let mut wanderer = Wanderer::new(random, plan.pace);
    let (mut scratch, mut trace) = (Scratch::new(), Vec::new());
    let mut judge = Judge::new(place, &config, plan.name(place), &state);
    for number in 0..plan.ticks {
        let (input, dt) = wanderer.decide();
        let before: State = state;
        trace.clear();
        let report = step_traced(&place.world, &config, &mut state, input, dt, &mut scratch, &mut trace);
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                verdicts.errors += 1;
                let (walk, story) = (plan.name(place), error.to_string());
                verdicts.keep(Finding { walk, tick: number, kind: "errors", is_fault: true, story });
                break;
            }
        };
        let is_stuck = report.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }));
        let tick = Tick { number, before: &before, after: &state, input, dt, report: &report, trace: &trace };
        judge.judge(&tick, &mut verdicts);
        if is_stuck {
            break;
        }
        if place.is_lost(state.position) {
            verdicts.left_the_level += 1;
            break;
        }
    }
    verdicts
}
