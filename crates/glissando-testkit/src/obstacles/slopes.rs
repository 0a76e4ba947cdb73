//! Slopes with steps in them.

use super::stairs::{WIDE, start, there_and_back};
use super::{Course, Walker, rise_over_run};
use crate::random::Random;
use crate::scenes::{block, quad, strip};
use glissando::{DVec3, Soup};

/// Slopes up and down, with steps at their ends and level pieces between.
pub(super) fn ramps(random: &mut Random, walker: &Walker) -> Course {
    let (mut at, mut profile) = ((0.0_f64, 0.0_f64), vec![(-6.0, 0.0), (0.0, 0.0)]);
    for _ in 0..random.integer(1, 4) {
        let slope = random.between(-44.0, walker.steepest());
        // A body stands on a slope before it meets what is at its end.
        let least = if slope > 0.0 { 1.2 * walker.reach() } else { 0.2 };
        let long = random.between(least, 2.5);
        at = (at.0 + long, at.1 + long * rise_over_run(slope));
        profile.push(at);
        if random.chance(0.5) {
            at.0 += random.between(0.05, 0.8);
            profile.push(at);
        }
        // A step at the end of a slope that leads up is met with the feet below its foot: that is allowed for by the rules.
        if random.chance(0.7) {
            at.1 += walker.step(random) * random.pick(&[-1.0, 1.0, 1.0]);
            profile.push(at);
        }
    }
    profile.push((at.0 + 6.0, at.1));
    let legs = there_and_back(random, walker, at.0, 50.0);
    let highest = profile.iter().map(|p| p.1).fold(0.0, f64::max);
    Course::new(strip(&profile, WIDE), start(random, walker), legs, highest)
}

/// A slope with sills across it, their tops along the slope, and a wall at its side against which the walker presses.
pub(super) fn sills(random: &mut Random, walker: &Walker) -> Course {
    let slope = rise_over_run(random.between(3.0, walker.steepest() - 4.0));
    let (mut soup, long) = (Soup::default(), 5.0);
    let mut profile = vec![(-6.0, 0.0), (0.0, 0.0)];
    let mut x = random.between(0.5, 1.5);
    let mut most = 0.0_f64;
    while x < long - 1.5 {
        let (height, thick) = (walker.step(random), random.between(0.05, 0.6));
        let on = |x: f64, above: f64| (x, x * slope + above);
        profile.extend([on(x, 0.0), on(x, height), on(x + thick, height), on(x + thick, 0.0)]);
        most = most.max(height);
        x += thick + 2.0 * walker.reach() + random.between(0.1, 1.0);
    }
    let high = long * slope;
    profile.extend([(long, high), (long + 8.0, high)]);
    soup.append(&strip(&profile, WIDE));
    let (wall, sign) = (walker.reach() + random.between(0.15, 0.5), random.sign());
    if random.chance(0.6) {
        let (near, far) = (wall * sign, (wall + 1.0) * sign);
        let low = DVec3::new(-6.0, -1.0, near.min(far));
        block(&mut soup, low, DVec3::new(long + 8.0, high + 4.0, near.max(far)));
    } else {
        let at = |x: f64, y: f64| DVec3::new(x, y, wall * sign);
        let top = high + 4.0;
        quad(&mut soup, [at(-6.0, -1.0), at(long + 8.0, -1.0), at(long + 8.0, top), at(-6.0, top)]);
    }
    let legs = there_and_back(random, walker, long, 60.0);
    Course::new(soup, start(random, walker), legs, high + most)
}
