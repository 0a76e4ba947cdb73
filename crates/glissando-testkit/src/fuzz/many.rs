//! Kind `many`: many characters in one call are the same characters one by one.

use super::mix::Mix;
use super::people::{config, input, state, tick};
use super::watch::Watch;
use super::worlds::world;
use glissando::many::{ManyReport, ManyScratch, step_many};
use glissando::{Config, Input, Scratch, State, World, step};

/// Ticks of them all.
const TICKS: usize = 4;

/// Most characters: more than two batches.
const MOST: usize = 70;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let (world, _) = world(mix, watch, size);
    let count = mix.below(MOST);
    let configs = configs(mix, watch, count);
    let mut together: Vec<State> = (0..count).map(|_| state(mix, size)).collect();
    let mut alone = together.clone();
    let (mut scratch, mut own) = (ManyScratch::new(), Scratch::new());
    for _ in 0..TICKS {
        let inputs: Vec<Input> = (0..count + usize::from(mix.spoils())).map(|_| input(mix)).collect();
        let (dt, before) = (tick(mix), together.clone());
        let report = watch
            .attempt("step_many", || step_many(&world, &configs, &mut together, &inputs, dt, &mut scratch));
        let Some(report) = report else {
            watch.unchanged("step_many", &before, &together);
            continue;
        };
        let one_by_one = Alone { world: &world, configs: &configs, inputs: &inputs, dt };
        one_by_one.compare(watch, &report, &mut alone, &mut own);
        watch.same(
            "the states of many differ from those one by one",
            &text(&together),
            &text(&alone),
            String::new,
        );
        alone.clone_from(&together);
    }
}

/// States with NaN are equal by their texts alone.
fn text(states: &[State]) -> Vec<String> {
    states.iter().map(|state| format!("{state:?}")).collect()
}

/// Settings for all, or for each; sometimes of a wrong number.
fn configs(mix: &mut Mix, watch: &mut Watch, count: usize) -> Vec<Config> {
    let wanted = if mix.chance(0.6) { 1 } else { count + usize::from(mix.spoils()) };
    let default = Config::new(&glissando::Settings::default()).ok();
    (0..wanted).filter_map(|_| config(mix, watch).or(default)).collect()
}

/// The same tick, one by one.
struct Alone<'a> {
    world: &'a World,
    configs: &'a [Config],
    inputs: &'a [Input],
    dt: f64,
}

impl Alone<'_> {
    fn compare(&self, watch: &mut Watch, all: &ManyReport<'_>, states: &mut [State], own: &mut Scratch) {
        for (index, state) in states.iter_mut().enumerate() {
            let config = self.configs.get(index).unwrap_or(&self.configs[0]);
            let before = *state;
            let alone = Some(step(self.world, config, state, self.inputs[index], self.dt, own));
            let together = all.walker(index);
            if let Some(Ok(report)) = &together {
                watch.finite("step_many", report);
            }
            if format!("{alone:?}") != format!("{together:?}") {
                watch.find("the report of one of many differs", || {
                    format!("number {index}, {before:?}\n  alone {alone:?}\n  among many {together:?}")
                });
            }
        }
        let refused = all.walkers().filter(Result::is_err).count();
        watch.expect(
            refused == all.refused().len(),
            "refusals of many that are counted otherwise",
            String::new,
        );
    }
}
