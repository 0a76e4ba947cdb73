//! Rollback: what the state of a stage weighs, what it costs to keep it and go back to it, and that this is exact.

use anyhow::Context;
use glissando::balls::Ball;
use glissando::stage::{MoverState, Stage, StageCharacter, StageScratch, StageState};
use glissando::{BodyId, Input};
use glissando_testkit::fairground::{Fairground, wishes};
use glissando_testkit::random::Random;
use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

/// Seconds a tick.
const DT: f64 = 1.0 / 60.0;

/// Movers and characters of each row.
const ROWS: [(usize, usize); 5] = [(0, 1000), (1000, 0), (1000, 1), (100, 100), (1000, 1000)];

/// Ticks that are walked before anything is measured, so that things are under way.
const BEFORE: usize = 30;

/// Ticks that are gone back in the figures.
const BACK: usize = 5;

/// Prints the figures, then restores `count` times at random ticks; whether every end was the same.
///
/// # Errors
/// Output that breaks.
pub(crate) fn run(seed: u64, count: u64, out: &mut impl Write) -> anyhow::Result<bool> {
    writeln!(
        out,
        "{:>8}{:>12}{:>12}{:>12}{:>14}{:>14}{:>16}",
        "movers", "characters", "bytes", "as JSON", "clone ns", "restore ns", "tick again ns"
    )?;
    for (index, (movers, characters)) in (0..).zip(ROWS) {
        let mut random = Random::nth(seed, 1, index);
        let figures = Figures::of(Fairground::new(&mut random, movers, characters), &mut random)?;
        let Figures { bytes, json, clone, restore, again } = figures;
        writeln!(
            out,
            "{movers:>8}{characters:>12}{bytes:>12}{json:>12}{clone:>14.0}{restore:>14.0}{again:>16.0}"
        )?;
        out.flush()?;
    }
    let mut different = 0;
    for number in 0..count.div_ceil(PER_STAGE) {
        different += restores(&mut Random::nth(seed, 2, number), PER_STAGE.min(count - number * PER_STAGE))?;
    }
    writeln!(out, "{count} restores at random ticks, every other from JSON: {different} ended otherwise")?;
    Ok(different == 0)
}

/// Restores on one stage before the next is made.
const PER_STAGE: u64 = 250;

/// Ticks of such a stage.
const TICKS: usize = 120;

/// What a stage costs.
struct Figures {
    bytes: usize,
    json: usize,
    /// Nanoseconds to copy the state.
    clone: f64,
    /// To put every body where a state has it.
    restore: f64,
    /// To walk a tick again.
    again: f64,
}

impl Figures {
    fn of(fair: Fairground, random: &mut Random) -> anyhow::Result<Self> {
        let Fairground { mut stage, state } = fair;
        let (states, inputs) = kept(&mut stage, state, random, BEFORE + BACK)?;
        let (Some(saved), Some(last)) = (states.get(BEFORE), states.last()) else { return Ok(Self::none()) };
        let clone = median(|| {
            let copied = time(|| black_box(saved.clone()));
            Ok(copied)
        })?;
        let restore = median(|| {
            stage.world_at(last)?;
            let start = Instant::now();
            stage.world_at(saved)?;
            Ok(start.elapsed().as_nanos() as f64)
        })?;
        let mut scratch = StageScratch::default();
        let again = median(|| {
            let mut now = saved.clone();
            let start = Instant::now();
            for inputs in &inputs[BEFORE..] {
                stage.tick(&mut now, inputs, DT, &mut scratch)?;
            }
            Ok(start.elapsed().as_nanos() as f64 / BACK as f64)
        })?;
        Ok(Self { bytes: bytes(saved), json: serde_json::to_vec(saved)?.len(), clone, restore, again })
    }

    const fn none() -> Self {
        Self { bytes: 0, json: 0, clone: 0.0, restore: 0.0, again: 0.0 }
    }
}

/// The state before each tick and after the last, and what was pressed.
fn kept(
    stage: &mut Stage,
    state: StageState,
    random: &mut Random,
    ticks: usize,
) -> anyhow::Result<(Vec<StageState>, Vec<Vec<Input>>)> {
    let (mut now, mut scratch) = (state, StageScratch::default());
    let mut pressed = vec![Input::default(); now.characters.len()];
    let (mut states, mut inputs) = (vec![now.clone()], Vec::new());
    for _ in 0..ticks {
        wishes(random, &mut pressed);
        stage.tick(&mut now, &pressed, DT, &mut scratch).context("a tick of the fairground")?;
        inputs.push(pressed.clone());
        states.push(now.clone());
    }
    Ok((states, inputs))
}

/// Goes back to random ticks and forth again; how often the end was not the same.
fn restores(random: &mut Random, count: u64) -> anyhow::Result<u64> {
    let Fairground { mut stage, state } = Fairground::new(random, 12, 18);
    let (states, inputs) = kept(&mut stage, state, random, TICKS)?;
    let mut scratch = StageScratch::default();
    let mut different = 0;
    for number in 0..count {
        let from = random.integer(0, TICKS as i64 - 1) as usize;
        let to = (from + random.integer(1, 10) as usize).min(TICKS);
        let mut now = states[from].clone();
        if number % 2 == 1 {
            now = serde_json::from_slice(&serde_json::to_vec(&now)?)?;
        }
        for inputs in &inputs[from..to] {
            stage.tick(&mut now, inputs, DT, &mut scratch)?;
        }
        // The text tells 0 from -0.
        different += u64::from(format!("{now:?}") != format!("{:?}", states[to]));
    }
    Ok(different)
}

/// Bytes of a state in memory.
fn bytes(state: &StageState) -> usize {
    let touching: usize = state.characters.iter().map(|actor| actor.touching.len()).sum();
    size_of::<StageState>()
        + size_of_val::<[MoverState]>(&state.movers)
        + size_of_val::<[StageCharacter]>(&state.characters)
        + size_of_val::<[Ball]>(&state.balls)
        + touching * size_of::<BodyId>()
}

/// Nanoseconds that something takes.
fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = work();
    let nanoseconds = start.elapsed().as_nanos() as f64;
    drop(result);
    nanoseconds
}

/// The middle of 9 measurements.
fn median(mut measure: impl FnMut() -> anyhow::Result<f64>) -> anyhow::Result<f64> {
    let mut times = (0..9).map(|_| measure()).collect::<anyhow::Result<Vec<f64>>>()?;
    times.sort_by(f64::total_cmp);
    Ok(times[4])
}
