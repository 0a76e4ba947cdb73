//! Random closed worlds: never inside, never through, never back, never back and forth.

use super::play::{Player, mover, shapes};
use glissando::slide::{Slide, Stop};
use glissando::{DVec3, Filter, World, tolerance};
use glissando_testkit::form;
use glissando_testkit::random::Random;
use glissando_testkit::soups::{PLAIN, Recipe};

/// Counts and largest deviations.
#[derive(Debug, Default)]
struct Tally {
    slides: usize,
    blocked: usize,
    /// Moves that ran out of sub-steps.
    capped: usize,
    sub_steps: usize,
    /// Moves opposite to the previous one: a zigzag of walls causes some.
    turns: usize,
    /// Turns right after a turn, of a ten-thousandth to one radius: a jittering body makes them.
    double_turns: usize,
    /// Moves that undo the previous one.
    swings: usize,
    /// Deepest overlap of the sweep shell, in radii.
    overlap: f64,
    /// Furthest move against the wish, in smallest radii.
    back: f64,
    /// Moves along the wish, in wishes.
    progress: f64,
}

/// A run of moves with one wish.
struct Run {
    wish: DVec3,
    radius: f64,
    last: DVec3,
    was_turn: bool,
}

impl Run {
    fn count(&mut self, tally: &mut Tally, end: &Slide, moved: DVec3) {
        let length = self.wish.length();
        tally.slides += 1;
        tally.sub_steps += end.sub_steps;
        tally.blocked += usize::from(end.stop == Stop::Blocked);
        tally.capped += usize::from(end.stop == Stop::SubSteps);
        tally.back = tally.back.max(-moved.dot(self.wish) / length / self.radius);
        tally.progress += moved.dot(self.wish) / length / length;
        let is_turn = self.last.dot(moved) < -1e-12 * self.radius * self.radius;
        tally.turns += usize::from(is_turn);
        let is_seen = (1e-4..1.0).contains(&(moved.length() / self.radius));
        tally.double_turns += usize::from(is_turn && self.was_turn && is_seen);
        let larger = moved.length().max(self.last.length());
        tally.swings += usize::from(is_turn && (moved + self.last).length() < 0.5 * larger);
        (self.last, self.was_turn) = (moved, is_turn);
    }
}

/// Whether a straight leg of the path crosses a triangle.
fn is_through(world: &World, from: DVec3, player: &Player) -> bool {
    let mut leg = from;
    let is_through = player.way().any(|at| {
        let is_blocked = world.is_blocked_between(leg, at, Filter::ALL).unwrap();
        leg = at;
        is_blocked
    });
    assert_eq!(leg, player.at);
    is_through
}

fn play(recipe: &Recipe, seed: u64, tally: &mut Tally) {
    let mut random = Random::nth(seed, recipe.bodies as u64, 0);
    let world = recipe.world(&mut random);
    for shape in shapes(&mut random) {
        let mover = mover(shape);
        let radius = shape.smallest_radius();
        let Some(start) = recipe.free_place(&mut random, &world, &mover) else { continue };
        let mut player = Player::new(&world, mover, start);
        let mut inside = 0.0;
        for _ in 0..12 {
            let (speed, ticks) = random.pick(&[(0.02, 40), (0.15, 40), (0.6, 40), (3.0, 40), (100.0, 3)]);
            let wish = random.direction() * (speed * radius);
            let mut run = Run { wish, radius, last: DVec3::ZERO, was_turn: false };
            for _ in 0..ticks {
                let from = player.at;
                let (end, moved) = player.step(wish);
                assert!(end.stop != Stop::Stuck, "{recipe:?} {seed}: {wish:?} from {from:?}");
                assert!(recipe.is_inside(player.at), "{recipe:?} {seed}: {wish:?} from {from:?}");
                assert!(!is_through(&world, from, &player), "{recipe:?} {seed}: {wish:?} from {from:?}");
                let rounding = 1e-15 * from.length();
                assert!(moved.length() <= wish.length() * (1.0 + 1e-12) + rounding);
                // A body that rounding has put inside its sweep shell, by half a graze, is pushed out.
                let push =
                    if inside > 0.5 * tolerance::GRAZE { inside * shape.largest_radius() } else { 0.0 };
                assert!(
                    moved.dot(wish) >= moved.length_sq() - (1e-12 * radius + rounding + push) * wish.length()
                );
                inside = player.overlap();
                tally.overlap = tally.overlap.max(inside);
                run.count(tally, &end, moved);
            }
        }
    }
}

/// Checks the guarantees of a slide, in so many worlds of a recipe; in a third of them in the short form.
fn check(recipe: &Recipe, seeds: u64) -> Tally {
    let mut tally = Tally::default();
    let seeds = form::cases(seeds / 3, seeds);
    for seed in 0..seeds {
        play(recipe, seed, &mut tally);
    }
    println!("{} bodies about {:?}: {tally:?}", recipe.bodies, recipe.middle);
    assert!(tally.overlap <= 1e-8);
    assert!(tally.back <= 1e-9);
    assert!(tally.capped * 1000 <= tally.slides);
    assert_eq!((tally.swings, tally.double_turns), (0, 0));
    assert!(tally.blocked > tally.slides / 20 && tally.progress > 0.2 * tally.slides as f64);
    tally
}

#[test]
fn never_inside_never_through_never_back_among_large_triangles() {
    let tally = check(&PLAIN, 45);
    assert!(tally.slides > form::cases(20_000, 60_000));
}

#[test]
fn never_inside_never_through_never_back_among_skewed_and_mirrored_bodies() {
    let tally = check(&Recipe { bodies: 4, triangles: 72, ..PLAIN }, 45);
    assert!(tally.slides > form::cases(20_000, 60_000));
}

#[test]
fn never_inside_never_through_never_back_a_hundred_kilometres_from_the_origin() {
    let middle = DVec3::new(1e5, -2e4, 3e4);
    let tally = check(&Recipe { bodies: 4, triangles: 72, middle, ..PLAIN }, 30);
    assert!(tally.slides > form::cases(13_000, 40_000));
}

#[test]
fn never_inside_never_through_never_back_in_gravel() {
    let tally = check(&Recipe { bodies: 2, triangles: 260, edge: 0.8, ..PLAIN }, 30);
    assert!(tally.slides > form::cases(13_000, 40_000));
}
