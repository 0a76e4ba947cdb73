//! Openings that are hardly wider or higher than the body.

use super::stairs::{WIDE, floor_to, start, there_and_back};
use super::{Course, Leg, Walker, one_of, rise_over_run};
use crate::random::Random;
use crate::scenes::{block, strip};
use glissando::{DVec3, Soup};

/// Room that is left beside a body in an opening, or above it, metres.
fn room(random: &mut Random) -> f64 {
    one_of([0.03, random.between(0.03, 0.6)], random)
}

/// Doorways in walls across the way, with a sill and a lintel, aimed at within what is free.
pub(super) fn doors(random: &mut Random, walker: &Walker) -> Course {
    let mut soup = Soup::default();
    let (count, high) = (random.integer(1, 3), walker.height() + walker.settings.ground.step_height + 1.0);
    let (mut x, mut top) = (0.0, 0.0_f64);
    let aside = room(random);
    let half = walker.reach() + aside;
    for _ in 0..count {
        let (thick, sill) = (random.between(0.05, 0.5), one_of([0.0, walker.step(random)], random));
        let lintel = sill + walker.height() + room(random) + 0.02 * walker.height();
        let wall = |low: f64, high: f64, from: f64, to: f64| {
            (DVec3::new(x, low, from), DVec3::new(x + thick, high, to))
        };
        let mut add = |(low, high): (DVec3, DVec3)| block(&mut soup, low, high);
        add(wall(-0.5, high, -WIDE, -half));
        add(wall(-0.5, high, half, WIDE));
        add(wall(lintel, high, -half, half));
        let deep = random.pick(&[thick, thick * 0.5, thick + 0.2]);
        if sill > 0.0 {
            add((DVec3::new(x, -0.5, -half), DVec3::new(x + deep, sill, half)));
        }
        top = top.max(sill);
        x += thick.max(deep) + 2.0 * walker.reach() + random.between(0.1, 1.0);
    }
    floor_to(&mut soup, x + 8.0, WIDE);
    let to_side = 0.8 * aside * random.between(-1.0, 1.0);
    let from = DVec3 { z: to_side, ..start(random, walker) };
    Course::new(soup, from, vec![Leg::forward(0.0, x + 0.5)], top)
}

/// A ceiling over steps and slopes, everywhere higher than the body by little.
pub(super) fn tunnel(random: &mut Random, walker: &Walker) -> Course {
    let (mut at, mut profile) = ((0.0_f64, 0.0_f64), vec![(-6.0, 0.0), (0.0, 0.0)]);
    let mut steepest = 0.0_f64;
    for _ in 0..random.integer(1, 4) {
        if random.chance(0.6) {
            at.1 += walker.step(random) * random.sign();
            profile.push(at);
        } else {
            let slope = rise_over_run(random.between(-35.0, 35.0));
            steepest = steepest.max(slope.abs());
            let long = random.between(0.3, 1.5);
            at = (at.0 + long, at.1 + long * slope);
            profile.push(at);
        }
        at.0 += 2.0 * walker.reach() + random.between(0.1, 1.0);
        profile.push(at);
    }
    profile.push((at.0 + 6.0, at.1));
    // Over each place the ceiling is as high above the highest ground that a body which is partly there can stand on as the body is, and a
    // little more: a flat body on a slope stands on its lower edge.
    let wide = 2.0 * walker.reach() * 1.05 + 0.02;
    let above = walker.height() * 1.03 + walker.reach() * steepest + room(random);
    let ceiling = ceiling_over(&profile, wide, above);
    let top = profile.iter().map(|p| p.1).fold(0.0, f64::max);
    let mut soup = strip(&profile, WIDE);
    soup.append(&strip(&ceiling, WIDE));
    let legs = there_and_back(random, walker, at.0, 40.0);
    Course::new(soup, start(random, walker), legs, top)
}

/// For each part of a profile the level ceiling over all that is within `wide` of it, `above` the highest of that.
fn ceiling_over(profile: &[(f64, f64)], wide: f64, above: f64) -> Vec<(f64, f64)> {
    let mut cuts: Vec<f64> = profile.iter().flat_map(|p| [p.0 - wide, p.0 + wide]).collect();
    cuts.sort_by(f64::total_cmp);
    let mut ceiling = Vec::new();
    for pair in cuts.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let near = |p: &&(f64, f64)| p.0 >= a - wide - 1e-9 && p.0 <= b + wide + 1e-9;
        let highest = profile.iter().filter(near).map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        let ends = [height_at(profile, a - wide), height_at(profile, b + wide)];
        let y = ends.into_iter().fold(highest, f64::max) + above;
        ceiling.extend([(a, y), (b, y)]);
    }
    ceiling
}

/// The height of a profile at x: of two at a step the higher.
fn height_at(profile: &[(f64, f64)], x: f64) -> f64 {
    let mut height = f64::NEG_INFINITY;
    for pair in profile.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        if x >= ax && x <= bx {
            let y = if bx > ax { ay + (by - ay) * (x - ax) / (bx - ax) } else { ay.max(by) };
            height = height.max(y);
        }
    }
    height
}

/// Steps with posts on them, which the walker passes along a lane that they leave free.
pub(super) fn posts(random: &mut Random, walker: &Walker) -> Course {
    let mut soup = Soup::default();
    let (count, tread) = (random.integer(1, 4) as usize, 2.0 * walker.reach() + random.between(0.1, 0.8));
    let rise = walker.step(random);
    floor_to(&mut soup, 1.0, WIDE);
    let end = count as f64 * tread;
    for step in 0..count {
        let (x, y) = (step as f64 * tread, (step + 1) as f64 * rise);
        block(&mut soup, DVec3::new(x, -1.0, -WIDE), DVec3::new(end + 6.0, y, WIDE));
    }
    let half = walker.reach() + room(random);
    for _ in 0..random.integer(1, 6) {
        let (x, thick) = (random.between(-0.4, end + 0.4), random.between(0.03, 0.5));
        let (sign, high) = (random.sign(), one_of([4.0, walker.step(random)], random));
        let near = (half + one_of([0.0, random.between(0.0, 0.5)], random)) * sign;
        let far = near + thick * sign;
        let base = if x > 0.0 { ((x / tread) as usize + 1).min(count) as f64 * rise } else { 0.0 };
        let low = DVec3::new(x, -0.9, near.min(far));
        block(&mut soup, low, DVec3::new(x + thick, base + high, near.max(far)));
    }
    let aside = (half - walker.reach() - 0.02).max(0.0) * random.between(-1.0, 1.0);
    let start = DVec3 { z: aside, ..start(random, walker) };
    let top = count as f64 * rise;
    Course::new(soup, start, vec![Leg::forward(0.0, end + walker.reach() + 0.2)], top)
}
