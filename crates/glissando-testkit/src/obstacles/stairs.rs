//! Stairs: straight, of planks, winding, between rails.

use super::{Course, Leg, Walker, one_of};
use crate::random::Random;
use crate::scenes::{block, heading, quad};
use glissando::{DVec3, Soup};

/// Half the width of what is never left sideways, metres.
pub(super) const WIDE: f64 = 60.0;

/// A floor from x = -6 to this x.
pub(super) fn floor_to(soup: &mut Soup, x: f64, half_width: f64) {
    block(soup, DVec3::new(-6.0, -1.0, -half_width), DVec3::new(x, 0.0, half_width));
}

/// Where the feet begin: before x = 0, somewhat aside of the middle.
pub(super) fn start(random: &mut Random, walker: &Walker) -> DVec3 {
    DVec3::new(-walker.reach() - random.between(0.1, 0.6), 0.0, random.between(-0.1, 0.1))
}

/// The way over what lies between x = 0 and `end`, turned by up to so many degrees, and, by chance, back.
pub(super) fn there_and_back(random: &mut Random, walker: &Walker, end: f64, most: f64) -> Vec<Leg> {
    let beyond = walker.reach() + 0.2;
    let mut legs = vec![Leg::forward(one_of([0.0, random.between(-most, most)], random), end + beyond)];
    if random.chance(0.5) {
        legs.push(Leg::back(one_of([0.0, random.between(-most, most)], random), -beyond));
    }
    legs
}

/// Number of steps, rise and tread, metres; no steeper than this rise over tread.
fn measures(random: &mut Random, walker: &Walker, steepest: f64) -> (usize, f64, f64) {
    let rise = walker.step(random);
    let tread = (rise / steepest).max(0.05) * random.between(1.0, 3.0);
    (random.integer(2, 6) as usize, rise, tread)
}

pub(super) fn straight(random: &mut Random, walker: &Walker) -> Course {
    let (count, rise, tread) = measures(random, walker, 1.0);
    let mut soup = Soup::default();
    floor_to(&mut soup, 1.0, WIDE);
    let (end, top) = (count as f64 * tread, count as f64 * rise);
    for step in 0..count {
        let (x, y) = (step as f64 * tread, (step + 1) as f64 * rise);
        block(&mut soup, DVec3::new(x, -1.0, -WIDE), DVec3::new(end + 6.0, y, WIDE));
    }
    let legs = there_and_back(random, walker, end, 65.0);
    Course::new(soup, start(random, walker), legs, top)
}

pub(super) fn open(random: &mut Random, walker: &Walker) -> Course {
    let (count, rise, pitch) = measures(random, walker, 1.0);
    let depth = random.between(0.2, 0.9) * pitch;
    // A body does not fall through, nor down to what is below the first gap: no gap is wider than nine tenths of it.
    let widest = walker.gap_for_sinking(0.8 * rise).min(1.8 * walker.half_width());
    let pitch = depth + (pitch - depth).min(widest);
    let thick = random.between(0.03, 0.2);
    let mut soup = Soup::default();
    let (end, top) = (count as f64 * pitch, count as f64 * rise);
    floor_to(&mut soup, end + 6.0, WIDE);
    for plank in 0..count {
        let (x, y) = (plank as f64 * pitch, (plank + 1) as f64 * rise);
        block(&mut soup, DVec3::new(x, y - thick, -WIDE), DVec3::new(x + depth, y, WIDE));
    }
    block(&mut soup, DVec3::new(end, -0.5, -WIDE), DVec3::new(end + 6.0, top, WIDE));
    let legs = there_and_back(random, walker, end, 40.0);
    Course::new(soup, start(random, walker), legs, top)
}

/// Sectors about a post at the origin, from heading 0 on, each higher than the last, with a wall around. The walker goes from point to point
/// in the middle between post and wall.
pub(super) fn winding(random: &mut Random, walker: &Walker) -> Course {
    let (post, room) = (random.between(0.1, 1.0), 2.0 * walker.reach() + random.between(0.1, 1.5));
    let (wall, middle) = (post + room, post + 0.5 * room);
    let count = random.integer(2, 10) as usize;
    let sector = random.between(12.0, 200.0 / count as f64);
    let rise = walker.step(random).min(middle * sector.to_radians());
    let ring = |radius: f64, degrees: f64, y: f64| heading(degrees.rem_euclid(360.0)) * radius + DVec3::Y * y;
    let mut soup = Soup::default();
    let low = -1.0;
    let end = count as f64 * sector + 60.0;
    let top = count as f64 * rise;
    let mut tread = |from: f64, to: f64, y: f64| {
        // Chords of at most 15 degrees, so that the ring is round.
        let pieces = ((to - from) / 15.0).ceil();
        for piece in 0..pieces as usize {
            let (a, b) = (piece as f64 / pieces, (piece + 1) as f64 / pieces);
            let (a, b) = (from + a * (to - from), from + b * (to - from));
            quad(&mut soup, [ring(post, a, y), ring(post, b, y), ring(wall, b, y), ring(wall, a, y)]);
            for radius in [post, wall] {
                let high = top + 2.0 * walker.height();
                quad(
                    &mut soup,
                    [
                        ring(radius, a, low),
                        ring(radius, b, low),
                        ring(radius, b, high),
                        ring(radius, a, high),
                    ],
                );
            }
        }
        let below = if y > 0.0 { y - rise } else { y };
        quad(
            &mut soup,
            [ring(post, from, below), ring(wall, from, below), ring(wall, from, y), ring(post, from, y)],
        );
    };
    tread(-80.0, 0.0, 0.0);
    for step in 0..count {
        let from = step as f64 * sector;
        let to = if step + 1 == count { end } else { from + sector };
        tread(from, to, (step + 1) as f64 * rise);
    }
    let points = |degrees: f64| Leg::To { point: ring(middle, degrees, 0.0), within: 0.15 };
    let pace = 10.0;
    let mut ways: Vec<f64> = (-2..=((end - 30.0) / pace) as i32).map(|k| f64::from(k) * pace).collect();
    let start = ring(middle, -40.0, 0.0);
    if random.chance(0.5) {
        let back: Vec<f64> = ways.iter().rev().copied().collect();
        ways.extend(back);
    }
    Course::new(soup, start, ways.into_iter().map(points).collect(), top)
}

/// Straight stairs between two blocks that go up with them, a rail's height above the treads, or two walls; the walker presses against one.
pub(super) fn railed(random: &mut Random, walker: &Walker) -> Course {
    let (count, rise, tread) = measures(random, walker, 0.8);
    let half = walker.reach() + random.between(0.03, 0.8);
    let (end, top) = (count as f64 * tread, count as f64 * rise);
    let is_low = random.chance(0.6);
    let rail = if is_low { walker.step(random) } else { top + 3.0 };
    let mut soup = Soup::default();
    floor_to(&mut soup, 1.0, WIDE);
    let outer = if is_low { half + random.between(0.1, 0.6) } else { WIDE };
    let mut side = |low: DVec3, high: DVec3| {
        block(&mut soup, DVec3 { z: half, ..low }, DVec3 { z: outer, ..high });
        block(&mut soup, DVec3 { z: -outer, ..low }, DVec3 { z: -half, ..high });
    };
    // Who walks aside must not be led past high walls before it is between them.
    let before = if is_low { random.pick(&[0.0, 0.3, 3.0]) } else { 5.0 };
    side(DVec3::new(-before, -1.0, 0.0), DVec3::new(0.0, rail, 0.0));
    for step in 0..count {
        let (x, y) = (step as f64 * tread, (step + 1) as f64 * rise);
        let last = if step + 1 == count { end + 6.0 } else { x + tread };
        side(DVec3::new(x, -1.0, 0.0), DVec3::new(last, y + rail, 0.0));
    }
    for step in 0..count {
        let (x, y) = (step as f64 * tread, (step + 1) as f64 * rise);
        block(&mut soup, DVec3::new(x, -1.0, -half), DVec3::new(end + 6.0, y, half));
    }
    // Beside the stairs is ground, so that who crosses a rail goes on.
    if is_low {
        for step in 0..count {
            let (x, y) = (step as f64 * tread, (step + 1) as f64 * rise);
            let far = if step + 1 == count { end + 6.0 } else { x + tread };
            block(&mut soup, DVec3::new(x, -1.0, outer), DVec3::new(far, y, WIDE));
            block(&mut soup, DVec3::new(x, -1.0, -WIDE), DVec3::new(far, y, -outer));
        }
    }
    let legs = there_and_back(random, walker, end, 70.0);
    let top = if is_low { top + rail } else { top };
    let aside = (half - walker.reach() - 0.02).max(0.0) * random.between(-1.0, 1.0);
    Course::new(soup, DVec3 { z: aside, ..start(random, walker) }, legs, top)
}
