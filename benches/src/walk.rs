//! Characters on foot: every engine's own walker, the same starts and wishes.
//!
//! The walkers are not the same machine: glissando's are an ellipsoid, a capsule, a box and a cylinder that climb steps and
//! keep to the ground, Rapier's a capsule with the same abilities, Box3D's sample loop a capsule with neither. So the
//! table also says how far they came and whether they stayed outside of things.

use crate::measure::Timing;
use crate::questions::{BOX, CAPSULE, TALL};
use crate::random::Random;
use crate::scene::Scene;
use crate::shape::Shape;
use crate::surfaces::Surfaces;
use crate::truth::{Stand, is_crossed};
use crate::walkers::Walker;
use std::time::Instant;

/// Ticks a second.
pub const RATE: usize = 60;
/// Metres a second that every character wishes to go, in a direction that changes every second.
const SPEED: f64 = 4.0;
/// A body that is deeper than this in a surface is inside, in metres.
const INSIDE: f64 = 0.01;

/// What a walker did in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deeds {
    pub ticks: usize,
    pub metres: f64,
    /// Ticks at whose end the body was more than 1 cm deep in something.
    pub inside: usize,
    /// Ticks in which the centre went through a triangle.
    pub through: usize,
    /// How often one fell out of the level and was put back.
    pub fallen: usize,
}

/// Who starts where and wishes what.
pub struct Plan {
    pub starts: Vec<[f64; 3]>,
    /// For each second, for each character.
    wishes: Vec<Vec<[f64; 3]>>,
    /// Below this, one has fallen out of the level.
    bottom: f64,
}

impl Plan {
    /// Of given starts and wishes; who falls below `bottom` is put back.
    pub const fn of(starts: Vec<[f64; 3]>, wishes: Vec<Vec<[f64; 3]>>, bottom: f64) -> Self {
        Self { starts, wishes, bottom }
    }

    /// For ellipsoids and capsules.
    pub fn new(scene: &Scene, characters: usize, seconds: usize, seed: u64) -> Self {
        Self::with_room(scene, characters, seconds, seed, &[Shape::Ellipsoid(TALL), CAPSULE])
    }

    /// For every body: all of them fit into the box.
    pub fn for_all(scene: &Scene, characters: usize, seconds: usize, seed: u64) -> Self {
        Self::with_room(scene, characters, seconds, seed, &[BOX])
    }

    fn with_room(scene: &Scene, characters: usize, seconds: usize, seed: u64, bodies: &[Shape]) -> Self {
        let starts = starts(scene, characters, seed, bodies);
        let mut random = Random::new(seed);
        let mut wish = || random.level_direction().map(|c| c * SPEED);
        let wishes = (0..seconds).map(|_| starts.iter().map(|_| wish()).collect()).collect();
        Self { starts, wishes, bottom: scene.level.bottom() - 2.0 }
    }

    /// Lets all walkers walk, at least three times and until the time is up: nanoseconds of a tick. One turn is a
    /// character's second; every walker has it before the next turn begins.
    pub fn time(&self, walkers: &mut [Box<dyn Walker>], seconds: f64) -> Vec<Timing> {
        let mut times = vec![vec![Vec::new(); self.starts.len() * self.wishes.len()]; walkers.len()];
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < seconds || times[0][0].len() < 3 {
            walkers.iter_mut().for_each(|w| w.place(&self.starts));
            for (second, wishes) in self.wishes.iter().enumerate() {
                for (who, &wish) in wishes.iter().enumerate() {
                    for (walker, times) in walkers.iter_mut().zip(&mut times) {
                        let begin = Instant::now();
                        (0..RATE).for_each(|_| walker.tick(who, wish, 1.0 / RATE as f64));
                        times[second * wishes.len() + who].push(begin.elapsed().as_nanos() as f64);
                        self.put_back(&mut **walker, who);
                    }
                }
            }
        }
        let ticks = self.starts.len() * self.wishes.len() * RATE;
        times.into_iter().map(|turns| Timing::of(turns, ticks)).collect()
    }

    /// The same walk once more with the oracle at every tick.
    pub fn judge(&self, scene: &Scene, walker: &mut dyn Walker) -> Deeds {
        let mut deeds = Deeds::default();
        walker.place(&self.starts);
        for wishes in &self.wishes {
            for (who, &wish) in wishes.iter().enumerate() {
                for _ in 0..RATE {
                    let from = walker.centre(who);
                    walker.tick(who, wish, 1.0 / RATE as f64);
                    deeds.add(scene, walker.shape(), from, walker.centre(who));
                }
                deeds.fallen += usize::from(self.put_back(walker, who));
            }
        }
        deeds
    }

    /// Puts back who has fallen out of the level.
    pub fn put_back(&self, walker: &mut dyn Walker, who: usize) -> bool {
        let has_fallen = walker.centre(who)[1] < self.bottom;
        if has_fallen {
            walker.replace(who, self.starts[who]);
        }
        has_fallen
    }

    /// Metres; below it, one has fallen out of the level.
    pub fn bottom(&self) -> f64 {
        self.bottom
    }

    pub fn seconds(&self) -> usize {
        self.wishes.len()
    }

    /// The wishes of all characters in a second.
    pub fn wishes(&self, second: usize) -> &[[f64; 3]] {
        &self.wishes[second % self.wishes.len()]
    }
}

impl Deeds {
    fn add(&mut self, scene: &Scene, shape: Shape, from: [f64; 3], to: [f64; 3]) {
        let (x, z) = (to[0] - from[0], to[2] - from[2]);
        self.ticks += 1;
        self.metres += (x * x + z * z).sqrt();
        let is_inside = !Stand { shape, centre: to }.thinner(INSIDE).is_free(&scene.blocks);
        self.inside += usize::from(is_inside);
        self.through += usize::from(is_crossed(&scene.blocks, from, to));
    }

    /// Both together.
    pub fn and(self, other: &Self) -> Self {
        Self {
            ticks: self.ticks + other.ticks,
            metres: self.metres + other.metres,
            inside: self.inside + other.inside,
            through: self.through + other.through,
            fallen: self.fallen + other.fallen,
        }
    }
}

/// Starts that are looked for; who comes later shares one, since characters do not meet each other.
const MOST_STARTS: usize = 4000;

/// Centres of characters that stand free on walkable ground; all of them several times over where there are few.
///
/// # Panics
/// If there is nowhere to stand.
fn starts(scene: &Scene, count: usize, seed: u64, bodies: &[Shape]) -> Vec<[f64; 3]> {
    let mut random = Random::new(seed ^ 0x57a7);
    let surfaces = Surfaces::new(&scene.level);
    let mut starts = Vec::new();
    for _ in 0..100_000 {
        let Some(([x, y, z], normal)) = surfaces.spot(&mut random) else { continue };
        let centre = [x, y + 1.1 * TALL[1], z].map(|c| f64::from(c as f32));
        let is_free = |shape| Stand { shape, centre }.is_free(&scene.blocks);
        if normal[1] > 0.8 && bodies.iter().all(|&body| is_free(body)) {
            starts.push(centre);
        }
        if starts.len() == count.min(MOST_STARTS) {
            break;
        }
    }
    assert!(!starts.is_empty(), "{}: nowhere to stand", scene.level.name);
    starts.iter().copied().cycle().take(count).collect()
}
