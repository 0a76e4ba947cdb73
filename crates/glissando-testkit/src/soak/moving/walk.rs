//! One walk: a scene, several characters with wishes of their own, and the judge.

use super::again::{Again, Made};
use super::changes::Changes;
use super::counts::{Counts, Fault};
use super::judge::{Judge, Tick};
use super::kinds::Kind;
use super::scene::Scene;
use crate::random::Random;
use crate::soak::{Pace, Wanderer};
use glissando::stage::{Drive, StageScratch};
use glissando::{DVec3, Input};

/// Characters of a walk.
pub const CHARACTERS: usize = 4;

/// Which walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovingWalk {
    /// What moves, mainly.
    pub kind: Kind,
    /// Seed of everything.
    pub seed: u64,
    /// Number of the walk.
    pub number: u64,
    /// Ticks of the stage.
    pub ticks: usize,
}

/// One tick in this many is made again.
const AGAIN: usize = 8;

/// Ticks in a row that a character may be crushed before it is put elsewhere.
const CRUSHED: usize = 40;

impl MovingWalk {
    /// Its name: `movers/kind/seed/number`.
    pub fn name(&self) -> String {
        format!("movers/{}/{}/{}", self.kind.name(), self.seed, self.number)
    }
}

/// Walks, judging every tick.
pub fn walk_among(plan: &MovingWalk) -> Counts {
    let mut counts = Counts::default();
    counts.walks = 1;
    let name = plan.name();
    let mut random = Random::nth(plan.seed, 6000, plan.number);
    let dt = 1.0 / random.pick(&[20.0, 30.0, 60.0, 60.0, 120.0, 240.0]);
    let mut scene = Scene::new(&mut random, plan.kind, dt, CHARACTERS);
    let mut wanderers: Vec<Wanderer> = (0..scene.state.characters.len())
        .map(|index| Wanderer::new(Random::nth(random.bits(), 6001, index as u64), pace(&mut random)))
        .collect();
    let seekers: Vec<usize> = (0..wanderers.len()).map(|_| random.integer(0, 40) as usize).collect();
    let (mut judge, mut again) = (Judge::new(), Again::new(&scene));
    let mut scratch = StageScratch::default();
    let mut crushed_for = vec![0; scene.state.characters.len()];
    let mut changes = Changes::of(plan.seed, plan.number, dt);
    for number in 0..plan.ticks {
        if changes.as_mut().is_some_and(|changes| changes.change(&mut scene)) {
            again = Again::new(&scene);
        }
        aim(&mut scene, &mut random, dt);
        let inputs: Vec<Input> = wanderers.iter_mut().map(|w| w.decide().0).collect();
        let inputs = seek(&scene, &seekers, number, inputs);
        let before = scene.state.clone();
        let mut state = before.clone();
        let mut stage = core::mem::take(&mut scene.stage);
        match stage.tick(&mut state, &inputs, dt, &mut scratch) {
            Ok(report) => {
                let tick = Tick {
                    walk: &name,
                    number,
                    before: &before,
                    after: &state,
                    inputs: &inputs,
                    dt,
                    report: &report,
                };
                judge.judge(&tick, &scene, &mut counts);
                let made = Made { walk: &name, number, before: &before, after: &state, inputs: &inputs, dt };
                if number % AGAIN == 0 {
                    again.compare(&made, &mut counts);
                }
                if changes.is_none() {
                    again.undo(&made, &scene, &report, &mut counts);
                }
            }
            Err(error) => {
                counts.fault(Fault::Errors, &name, number, || error.to_string());
                return counts;
            }
        }
        (scene.stage, scene.state) = (stage, state);
        for (index, crushed) in crushed_for.iter_mut().enumerate() {
            *crushed = if scene.state.characters[index].is_crushed { *crushed + 1 } else { 0 };
            let is_out = !scene.recipe.is_inside(scene.state.characters[index].state.position);
            if (*crushed > CRUSHED || is_out)
                && let Some(actor) = scene.newcomer(&mut random)
            {
                scene.state.characters[index] = actor;
                judge.forget(index);
            }
        }
    }
    if let Some(changes) = changes {
        counts.changes = changes.made;
    }
    counts
}

/// Calls doors and lifts, and sends those that follow a target somewhere.
fn aim(scene: &mut Scene, random: &mut Random, dt: f64) {
    for (mover, state) in scene.movers.iter().zip(&mut scene.state.movers) {
        if mover.is_ended {
            continue;
        }
        if random.chance(0.02) {
            if random.chance(0.7) { state.open() } else { state.close() }
        }
        if mover.spec.drive == Drive::Target {
            let speed = random.magnitude(0.01, 50.0);
            let step = random.vector(speed * dt * 0.5);
            let aim = state.pose.translation + step;
            state.target = state.pose;
            state.target.translation = aim.max(DVec3::splat(-4.0)).min(DVec3::splat(4.0));
        }
    }
}

/// Turns wishes towards movers, each for some ticks: where nothing moves nothing is found.
fn seek(scene: &Scene, seekers: &[usize], number: usize, mut inputs: Vec<Input>) -> Vec<Input> {
    for (index, input) in inputs.iter_mut().enumerate() {
        let phase = number + seekers[index];
        let sought = phase / 40 % (2 * scene.movers.len());
        if let Some(mover) = scene.movers.get(sought) {
            let about = mover.spec.pivot + scene.state.movers[sought].pose.translation;
            let way = about - scene.state.characters[index].state.position;
            let way = if input.fly { way } else { DVec3::new(way.x, 0.0, way.z) };
            let speed = input.wish.length();
            input.wish = way.try_normalize().map_or(input.wish, |way| way * speed);
        }
    }
    inputs
}

/// Up to 30 m/s on foot, or in flight.
fn pace(random: &mut Random) -> Pace {
    let speed = random.pick(&[0.0, 2.0, 5.0, 10.0, 30.0]);
    Pace { name: "among movers", speed, is_instant: true, is_flying: random.chance(0.1) }
}
