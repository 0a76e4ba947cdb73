//! Characters on foot: every engine's own walker, the same starts and wishes.
//!
//! The walkers are not the same machine: glissando's is an ellipsoid that climbs steps and keeps to the
//! ground, Rapier's a capsule with the same abilities, Box3D's sample loop a capsule with neither. So the
//! table also says how far they came and whether they stayed outside of things.

use crate::engines::Glissando;
use crate::level::Level;
use crate::measure::Timing;
use crate::options::Options;
use crate::questions::{ROUND, Surfaces, TALL};
use crate::random::Random;
use crate::walkers::{self, Walker};
use std::time::Instant;

/// Ticks a second.
const RATE: usize = 60;
/// Metres a second that every character wishes to go, in a direction that changes every second.
const SPEED: f64 = 4.0;
/// Radius of the balls in the middle of a character that must never meet a surface.
const CORE: f64 = 0.2;

/// What a walker did in one round.
#[derive(Clone, Copy, Debug, Default)]
struct Deeds {
    metres: f64,
    /// Seconds at whose end the core was in something.
    inside: usize,
    /// How often one fell out of the level and was put back.
    fallen: usize,
}

/// Lets all walkers walk until the time is up; prints a line for each, and returns its name and times.
pub fn bench(level: &Level, judge: &Glissando, options: &Options) -> Vec<(&'static str, Timing)> {
    let starts = starts(level, judge, options);
    let mut walkers = walkers::all(level);
    walkers.retain(|w| options.wants_engine(w.name()));
    let mut times = vec![vec![Vec::new(); starts.len() * options.walk]; walkers.len()];
    let mut deeds = Vec::new();
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 2.0 * options.seconds || times[0][0].len() < 3 {
        deeds = round(level, judge, options, &starts, &mut walkers, &mut times);
    }
    let mut timings = Vec::new();
    for ((walker, turns), deeds) in walkers.iter().zip(times).zip(deeds) {
        let ticks = turns.len() * RATE;
        let timing = Timing::of(turns, ticks);
        let Timing { median, fastest, rounds } = timing;
        let Deeds { metres, inside, fallen } = deeds;
        println!(
            "  walk            {:<12} {median:>8.0} ns a tick (least {fastest:>7.0}, {rounds:>4} rounds)  \
             {metres:.0} m, inside {inside}, fallen {fallen}",
            walker.name(),
        );
        timings.push((walker.name(), timing));
    }
    timings
}

/// One turn is a character's second; every walker has it before the next turn begins.
fn round(
    level: &Level,
    judge: &Glissando,
    options: &Options,
    starts: &[[f64; 3]],
    walkers: &mut [Box<dyn Walker>],
    times: &mut [Vec<Vec<f64>>],
) -> Vec<Deeds> {
    let mut random = Random::new(options.seed);
    let mut deeds = vec![Deeds::default(); walkers.len()];
    let bottom = level.bottom() - 2.0;
    walkers.iter_mut().for_each(|w| w.place(starts));
    for second in 0..options.walk {
        for who in 0..starts.len() {
            let wish = random.level_direction().map(|c| c * SPEED);
            for ((walker, times), deeds) in walkers.iter_mut().zip(&mut *times).zip(&mut deeds) {
                let from = walker.centre(who);
                let begin = Instant::now();
                for _ in 0..RATE {
                    walker.tick(who, wish, 1.0 / RATE as f64);
                }
                times[second * starts.len() + who].push(begin.elapsed().as_nanos() as f64);
                let to = walker.centre(who);
                deeds.metres += ((to[0] - from[0]).powi(2) + (to[2] - from[2]).powi(2)).sqrt();
                if to[1] < bottom {
                    deeds.fallen += 1;
                    walker.replace(who, starts[who]);
                } else {
                    deeds.inside += usize::from(!is_core_free(judge, to));
                }
            }
        }
    }
    deeds
}

fn is_core_free(judge: &Glissando, [x, y, z]: [f64; 3]) -> bool {
    [-0.4, 0.0, 0.4].iter().all(|up| judge.is_free([x, y + up, z], [CORE; 3]))
}

/// Centres of characters that stand free on walkable ground.
fn starts(level: &Level, judge: &Glissando, options: &Options) -> Vec<[f64; 3]> {
    let mut random = Random::new(options.seed ^ 0x57a7);
    let surfaces = Surfaces::new(level);
    let mut starts = Vec::new();
    for _ in 0..100_000 {
        let Some(([x, y, z], normal)) = surfaces.spot(&mut random) else { continue };
        let at = [x, y + 1.1 * TALL[1], z].map(|c| f64::from(c as f32));
        let is_capsule_free =
            || [-0.5, 0.0, 0.5].iter().all(|up| judge.is_free([at[0], at[1] + up, at[2]], [ROUND; 3]));
        if normal[1] > 0.8 && judge.is_free(at, TALL) && is_capsule_free() {
            starts.push(at);
        }
        if starts.len() == options.characters {
            break;
        }
    }
    assert!(!starts.is_empty(), "{}: nowhere to stand", level.name);
    starts
}
