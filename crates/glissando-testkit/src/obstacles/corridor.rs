//! Corridors with right bends, from middle to middle, with steps and slopes.

use super::{Course, Leg, Walker, one_of, rise_over_run};
use crate::random::Random;
use crate::scenes::quad;
use glissando::{DVec3, Soup};

/// One straight part, between the middles of two corners.
struct Part {
    corner: DVec3,
    forward: DVec3,
    long: f64,
    half_width: f64,
    /// The heights of its ends.
    heights: [f64; 2],
    /// Where the second height begins: at a step one place, at a slope two.
    rise: [f64; 2],
    ceiling: f64,
}

impl Part {
    fn at(&self, along: f64, side: f64, y: f64) -> DVec3 {
        self.corner + self.forward * along + aside_of(self.forward) * side + DVec3::Y * y
    }

    fn floor(&self, soup: &mut Soup) {
        let (half, [before, after], [from, to]) = (self.half_width, self.heights, self.rise);
        for (a, b, p, q) in
            [(-half, from, before, before), (from, to, before, after), (to, self.long + half, after, after)]
        {
            // A step is a slope of no length.
            quad(
                soup,
                [self.at(a, -half, p), self.at(a, half, p), self.at(b, half, q), self.at(b, -half, q)],
            );
        }
    }

    /// A wall from one place to another; from side to side if both are one, else along one side.
    fn wall(&self, soup: &mut Soup, [from, to]: [(f64, f64); 2]) {
        let low = self.heights[0].min(self.heights[1]) - 0.5;
        let corner = |(along, side): (f64, f64), y: f64| self.at(along, side, y);
        let top = self.ceiling;
        quad(soup, [corner(from, low), corner(to, low), corner(to, top), corner(from, top)]);
    }
}

fn aside_of(forward: DVec3) -> DVec3 {
    DVec3::new(-forward.z, 0.0, forward.x)
}

pub(super) fn corridor(random: &mut Random, walker: &Walker) -> Course {
    let half = walker.reach() + one_of([0.03, random.between(0.03, 0.6)], random);
    let within = 0.1_f64.max(0.3 * (half - walker.reach()));
    let (mut soup, mut legs) = (Soup::default(), Vec::new());
    let (mut corner, mut forward, mut y, mut top) = (DVec3::ZERO, DVec3::X, 0.0, 0.0_f64);
    // To which side of a part the one before it opens: the wall on that side begins after the corner.
    let mut opening = 0.0;
    let count = random.integer(2, 4);
    for bend in 0..count {
        let part = part(random, walker, half, (corner, forward, y));
        part.floor(&mut soup);
        // After a bend the next leads ahead again, so that no part crosses another. The wall to that side ends a corridor's width earlier.
        let turn = if forward == DVec3::X { random.sign() } else { -opening };
        for side in [-half, half] {
            let begin = if side * opening > 0.0 { half } else { -half };
            let end = if bend + 1 < count && side * turn > 0.0 { part.long - half } else { part.long + half };
            part.wall(&mut soup, [(begin, side), (end, side)]);
        }
        if bend == 0 {
            part.wall(&mut soup, [(-half, -half), (-half, half)]);
        }
        let end = part.long + half;
        part.wall(&mut soup, [(end, -half), (end, half)]);
        corner += forward * part.long;
        y = part.heights[1];
        top = top.max(y);
        legs.push(Leg::To { point: corner, within });
        (forward, opening) = (aside_of(forward) * turn, turn);
    }
    Course::new(soup, DVec3::ZERO, legs, top)
}

/// A part that rises by a step or a slope, or not at all, somewhere between its corners.
fn part(
    random: &mut Random,
    walker: &Walker,
    half_width: f64,
    (corner, forward, y): (DVec3, DVec3, f64),
) -> Part {
    let long = 2.0 * half_width + random.between(1.5, 4.0);
    let (from, to) = (half_width + 0.2, long - half_width - 0.2);
    let rise = match random.integer(0, 2) {
        0 => 0.0,
        1 => walker.step(random) * random.sign(),
        _ => (to - from) * rise_over_run(random.between(-40.0, 40.0)),
    };
    let is_step = rise.abs() <= walker.settings.ground.step_height;
    let middle = if is_step { random.between(from, to) } else { from };
    let after = y + rise;
    let ceiling = y.max(after) + walker.height() + 2.0;
    let rise = [middle, if is_step { middle } else { to }];
    Part { corner, forward, long, half_width, heights: [y, after], rise, ceiling }
}
