//! Long random walks through real levels, each tick judged by somebody who shares no code with the mover.

mod grid;
mod judge;
mod wander;

pub use grid::Grid;
pub use judge::{Judge, Verdicts};
pub use wander::{Pace, Wanderer};

use crate::levels::RealLevel;
use glissando::character::step_traced;
use glissando::{Config, EventKind, Scratch, State};

/// What to walk.
#[derive(Clone, Copy, Debug)]
pub struct WalkPlan {
    /// Ticks in all.
    pub ticks: usize,
    /// Ticks of one walk before it begins anew at a spawn.
    pub ticks_per_walk: usize,
    /// Seed of everything.
    pub seed: u64,
    /// How fast.
    pub pace: Pace,
}

/// Walks a plan through a level.
pub fn walk_level(level: &RealLevel, grid: &Grid, plan: &WalkPlan) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let Ok(config) = Config::new(&plan.pace.settings(level.settings())) else { return verdicts };
    let spawns = level.spawns(&config);
    let mut scratch = Scratch::new();
    let mut trace = Vec::new();
    let walks = plan.ticks.div_ceil(plan.ticks_per_walk);
    for walk in 0..walks {
        let mut wanderer = Wanderer::new(plan.seed, walk as u64, plan.pace);
        let Some(mut state) = wanderer.start(&spawns, level) else { return verdicts };
        let mut judge = Judge::new(grid, &config, &state);
        for tick in 0..plan.ticks_per_walk.min(plan.ticks - walk * plan.ticks_per_walk) {
            let (input, dt) = wanderer.next(&state);
            let before: State = state;
            trace.clear();
            let report =
                match step_traced(&level.world, &config, &mut state, input, dt, &mut scratch, &mut trace) {
                    Ok(report) => report,
                    Err(error) => {
                        verdicts.errors += 1;
                        verdicts.note(format!("{} walk {walk} tick {tick}: {error}", level.name));
                        break;
                    }
                };
            let is_lost = report.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }));
            let place = || format!("{} seed {} walk {walk} tick {tick}", level.name, plan.seed);
            judge.tick(&level.world, &before, &state, input, dt, &report, &trace, &mut verdicts, place);
            if is_lost || grid.is_far_outside(state.position) {
                verdicts.left_the_level += usize::from(!is_lost);
                break;
            }
        }
        if verdicts.ticks >= plan.ticks {
            break;
        }
    }
    verdicts
}
