//! A bare field with a ceiling: how the cost grows with characters and movers, and with how near the characters are.

use super::{MOVERS, SECONDS, Way, alone, crowd, print, stage, time};
use crate::level::Level;
use crate::options::Options;
use crate::questions::TALL;
use crate::random::Random;
use crate::walk::Plan;

/// Numbers of characters of the curve.
const CHARACTERS: [usize; 4] = [1, 32, 1000, 10_000];
/// Characters of a crowd.
const CROWD: usize = 400;
/// Metres between neighbours who do not meet, and between those of a dense crowd.
const APART: f64 = 8.0;
const NEAR: f64 = 1.0;
/// Half the width of the doorway, and half the thickness of its wall, metres.
const DOORWAY: [f64; 2] = [0.6, 0.1];
/// Height of the ceiling.
const CEILING: f64 = 20.0;
/// Metres a second that each wishes to go.
const SPEED: f64 = 4.0;

/// Prints the curve over characters and movers, then a crowd that is spread out, a dense one, one in a doorway and one that starts
/// at one place.
pub fn run(options: &Options) {
    for characters in CHARACTERS {
        let (level, plan) = walking("field", characters, APART, options.seed);
        let mut ways = both(&level, &plan);
        for movers in MOVERS {
            ways.push(Box::new(stage::Staged::new(&level, &plan.starts, movers, options.seed)));
        }
        #[cfg(feature = "box3d")]
        for movers in [0, 1000] {
            ways.push(Box::new(super::box3d::Box3d::new(&level, &plan.starts, movers, options.seed)));
        }
        let times = time(&plan, &mut ways);
        print(&level, characters, &ways, &times);
        #[cfg(feature = "parallel")]
        super::threads::measure(&level, &plan, options);
    }
    let scenes = [
        walking("spread crowd", CROWD, APART, options.seed),
        walking("dense crowd", CROWD, NEAR, options.seed),
        in_doorway(),
        walking("crowd that starts at one place", CROWD, 0.0, options.seed),
    ];
    for (level, plan) in scenes {
        let mut ways = both(&level, &plan);
        let times = time(&plan, &mut ways);
        print(&level, CROWD, &ways, &times);
        #[cfg(feature = "parallel")]
        super::threads::measure(&level, &plan, options);
    }
}

/// The walk of 400 characters on the field: "spread", "dense", "doorway", or "spawn", where all start at one place.
pub fn crowd(name: &str, seed: u64) -> Option<(Level, Plan)> {
    match name {
        "spread" => Some(walking(name, CROWD, APART, seed)),
        "dense" => Some(walking(name, CROWD, NEAR, seed)),
        "doorway" => Some(in_doorway()),
        "spawn" => Some(walking(name, CROWD, 0.0, seed)),
        _ => None,
    }
}

fn both(level: &Level, plan: &Plan) -> Vec<Box<dyn Way>> {
    vec![Box::new(alone::Many::new(level, &plan.starts)), Box::new(crowd::Crowd::new(level, &plan.starts))]
}

/// A square of characters, each with a direction of its own that changes every second.
fn walking(name: &str, count: usize, apart: f64, seed: u64) -> (Level, Plan) {
    let starts = square(count, apart, 0.0);
    let mut random = Random::new(seed);
    let mut wish = || random.level_direction().map(|c| c * SPEED);
    let wishes = (0..SECONDS).map(|_| starts.iter().map(|_| wish()).collect()).collect();
    (field(name, &starts, None), Plan::of(starts, wishes, -2.0))
}

/// A dense square that wants through a doorway before it.
fn in_doorway() -> (Level, Plan) {
    let starts = square(CROWD, NEAR, 1.0);
    let towards = |[x, _, z]: [f64; 3]| {
        // Beyond the door straight on.
        let way = if z > 0.0 { [-x, -z - 1.0] } else { [0.0, -1.0] };
        let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
        [way[0] / length * SPEED, 0.0, way[1] / length * SPEED]
    };
    let wishes = vec![starts.iter().map(|&start| towards(start)).collect(); SECONDS];
    (field("crowd before a doorway", &starts, Some(0.0)), Plan::of(starts, wishes, -2.0))
}

/// Centres in a square whose nearest row is at `z`.
fn square(count: usize, apart: f64, z: f64) -> Vec<[f64; 3]> {
    let side = (count as f64).sqrt().ceil() as usize;
    let middle = (side - 1) as f64 * 0.5;
    let at = |k: usize| {
        let [column, row] = [k % side, k / side].map(|i| i as f64);
        [(column - middle) * apart, 1.1 * TALL[1], row * apart + z]
    };
    (0..count).map(at).collect()
}

/// A floor with room about the starts, a ceiling, and where asked for a wall across it with a doorway.
fn field(name: &str, starts: &[[f64; 3]], wall: Option<f64>) -> Level {
    let half = starts.iter().flat_map(|s| [s[0].abs(), s[2].abs()]).fold(0.0, f64::max) + 20.0;
    let mut level = Level { name: name.to_owned(), vertices: Vec::new(), triangles: Vec::new() };
    level.add_box([-half, -1.0, -half], [half, 0.0, half]);
    level.add_box([-half, CEILING, -half], [half, CEILING + 1.0, half]);
    if let Some(z) = wall {
        let [gap, thick] = DOORWAY;
        level.add_box([-half, 0.0, z - thick], [-gap, CEILING, z + thick]);
        level.add_box([gap, 0.0, z - thick], [half, CEILING, z + thick]);
    }
    level
}

impl Level {
    fn add_box(&mut self, low: [f64; 3], high: [f64; 3]) {
        let first = self.vertices.len() as u32;
        for corner in 0..8_usize {
            self.vertices.push(std::array::from_fn(|axis| {
                (if corner >> axis & 1 == 1 { high[axis] } else { low[axis] }) as f32
            }));
        }
        // Two triangles of each side, seen from outside.
        const SIDES: [[u32; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        for [a, b, c, d] in SIDES {
            self.triangles.extend([[a, b, c], [a, c, d]].map(|triangle| triangle.map(|i| first + i)));
        }
    }
}
