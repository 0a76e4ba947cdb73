//! Gaps in the ground that are narrower than the body.

use super::stairs::{WIDE, floor_to, start, there_and_back};
use super::{Course, Walker, one_of};
use crate::random::Random;
use crate::scenes::block;
use glissando::{DVec3, Soup};

/// A gap that holds every body: at most nine tenths of its width.
fn gap(random: &mut Random, walker: &Walker) -> f64 {
    walker.half_width() * one_of([random.between(0.1, 1.8), random.between(1.4, 1.8)], random)
}

/// Floors with slots between them, each as high as the last or a step higher or lower.
pub(super) fn slots(random: &mut Random, walker: &Walker) -> Course {
    let mut soup = Soup::default();
    floor_to(&mut soup, 0.0, WIDE);
    let (mut x, mut y, mut top) = (0.0, 0.0, 0.0_f64);
    let count = random.integer(1, 4);
    for slot in 0..count {
        x += gap(random, walker);
        // A slot that leads up is met from below its far edge: the step is what the body sinks and the rise together.
        y += one_of([0.0, 0.0, walker.step(random) * random.pick(&[-0.5, 0.5])], random);
        top = top.max(y);
        let long = if slot + 1 == count { 6.0 } else { random.between(0.05, 1.0) };
        block(&mut soup, DVec3::new(x, y - 3.0, -WIDE), DVec3::new(x + long, y, WIDE));
        x += if slot + 1 == count { 0.0 } else { long };
    }
    let legs = there_and_back(random, walker, x, 40.0);
    Course::new(soup, start(random, walker), legs, top)
}

/// Bars in one direction or both.
pub(super) fn grate(random: &mut Random, walker: &Walker) -> Course {
    let mut soup = Soup::default();
    floor_to(&mut soup, 0.0, 8.0);
    let (hole, bar) = (gap(random, walker), random.between(0.03, 0.3));
    let (deep, long) = (random.between(0.03, 0.5), 4.0);
    let is_crossed = random.chance(0.6);
    let count = (long / (hole + bar)) as usize;
    let end = count as f64 * (hole + bar) + hole;
    for nth in 0..count {
        let x = nth as f64 * (hole + bar) + hole;
        block(&mut soup, DVec3::new(x, -deep, -8.0), DVec3::new(x + bar, 0.0, 8.0));
    }
    if is_crossed {
        let side = hole * random.between(0.5, 1.0);
        for nth in -((8.0 / (side + bar)) as i64)..=(8.0 / (side + bar)) as i64 {
            let z = nth as f64 * (side + bar);
            block(&mut soup, DVec3::new(-0.1, -deep, z), DVec3::new(end + 0.1, 0.0, z + bar));
        }
    }
    block(&mut soup, DVec3::new(end, -1.0, -8.0), DVec3::new(end + 6.0, 0.0, 8.0));
    let legs = there_and_back(random, walker, end, 30.0);
    Course::new(soup, start(random, walker), legs, 0.0)
}
