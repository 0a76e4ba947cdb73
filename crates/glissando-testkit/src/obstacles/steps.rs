//! Single steps: kerbs at any angle, risers that lean, risers that are too high.

use super::stairs::{WIDE, floor_to, start, there_and_back};
use super::{Course, Leg, Walker, one_of, rise_over_run};
use crate::random::Random;
use crate::scenes::{block, heading, quad, strip};
use glissando::{DVec3, Soup};

/// A kerb along x at z = 0 that is met at 7 degrees or more; a wall may stand behind it, with room to walk before it.
pub(super) fn kerb(random: &mut Random, walker: &Walker) -> Course {
    let height = walker.step(random);
    let bevel = one_of([0.0, 0.0, random.between(0.01, 0.6) * height], random);
    let degrees = one_of([random.between(7.0, 20.0), random.between(20.0, 90.0)], random);
    let mut soup = Soup::default();
    let (long, face) = (400.0, if random.chance(0.5) { height } else { height - bevel });
    block(&mut soup, DVec3::new(-long, -1.0, -20.0), DVec3::new(long, 0.0, 20.0));
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    // The upright face, the bevel behind it, the top.
    quad(&mut soup, [at(-long, -0.5, 0.0), at(long, -0.5, 0.0), at(long, face, 0.0), at(-long, face, 0.0)]);
    quad(
        &mut soup,
        [at(-long, face, 0.0), at(long, face, 0.0), at(long, height, bevel), at(-long, height, bevel)],
    );
    let wide = bevel + 2.0 * walker.reach() + random.between(0.3, 2.0);
    quad(
        &mut soup,
        [at(-long, height, bevel), at(long, height, bevel), at(long, height, wide), at(-long, height, wide)],
    );
    let (mut end, mut legs) = (bevel + walker.reach() + 0.1, Vec::new());
    if random.chance(0.5) {
        quad(
            &mut soup,
            [at(-long, 0.0, wide), at(long, 0.0, wide), at(long, 4.0, wide), at(-long, 4.0, wide)],
        );
    } else {
        block(&mut soup, at(-long, -0.5, wide - 0.01), at(long, height, 40.0));
        end += 0.5;
    }
    let direction = heading(degrees);
    legs.push(Leg::Along { direction, normal: DVec3::Z, distance: end });
    let from = at(random.between(-1.0, 1.0), 0.0, -walker.reach() - random.between(0.05, 0.5));
    Course::new(soup, from, legs, height)
}

/// Ledges behind risers that lean back, by less than makes them ground to walk on, or over their foot.
pub(super) fn risers(random: &mut Random, walker: &Walker) -> Course {
    let lean = one_of([random.between(1.0, 43.0), random.between(-30.0, 0.0)], random);
    let (count, mut at, mut profile) = (random.integer(1, 4), (0.0, 0.0), vec![(-6.0, 0.0)]);
    for _ in 0..count {
        let height = walker.step(random);
        profile.push(at);
        let top = (at.0 + height * rise_over_run(lean), at.1 + height);
        profile.push(top);
        // Room enough to stand under what leans over.
        let least = if lean < 0.0 { 2.0 * walker.reach() + 0.6 * height } else { 1.2 * height };
        at = (top.0.max(at.0) + random.between(0.4, 1.2).max(least), top.1);
    }
    profile.push((at.0 + 6.0, at.1));
    let legs = there_and_back(random, walker, at.0, 60.0);
    Course::new(strip(&profile, WIDE), start(random, walker), legs, at.1)
}

/// A riser between 1.05 and 2 times as high as a step, on a floor, behind steps, at the end of a slope.
pub(super) fn too_high(random: &mut Random, walker: &Walker) -> Course {
    let step = walker.settings.ground.step_height.max(1.1 * walker.rolled_over());
    let rise = step * one_of([random.between(1.05, 1.3), random.between(1.05, 2.0)], random);
    let lean = one_of([0.0, 0.0, random.between(0.0, 30.0)], random);
    let (mut at, mut profile) = ((0.0, 0.0), vec![(-6.0, 0.0), (0.0, 0.0)]);
    match random.integer(0, 2) {
        0 => {
            for _ in 0..random.integer(1, 3) {
                let height = walker.step(random);
                profile.push((at.0, at.1 + height));
                at = (at.0 + random.between(0.3, 1.0).max(height), at.1 + height);
                profile.push(at);
            }
        }
        1 => {
            let (long, slope) = (random.between(0.3, 2.0), random.between(3.0, walker.steepest()));
            at = (long, long * rise_over_run(slope));
            profile.push(at);
        }
        _ => {}
    }
    let back = rise * rise_over_run(lean);
    profile.extend([(at.0 + back, at.1 + rise), (at.0 + back + 6.0, at.1 + rise)]);
    let mut soup = strip(&profile, WIDE);
    floor_to(&mut soup, -2.0, WIDE);
    let legs = vec![Leg::forward(random.between(-60.0, 60.0), at.0 + back + walker.reach())];
    let course = Course::new(soup, start(random, walker), legs, at.1 + rise);
    Course { is_passable: false, ..course }
}
