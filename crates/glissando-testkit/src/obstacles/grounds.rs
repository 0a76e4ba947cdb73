//! Uneven ground: hills, domes, rubble.

use super::stairs::{floor_to, start, there_and_back};
use super::{Course, Leg, Walker, rise_over_run};
use crate::random::Random;
use crate::scenes::{cos_sin, heading, quad, strip};
use glissando::{DVec3, Soup};

/// A grid of random heights, no triangle steeper than can be climbed.
pub(super) fn hills(random: &mut Random, walker: &Walker) -> Course {
    let (cell, count) = (random.between(0.15, 1.5), 16_usize);
    let wide = 2 * count;
    // Two edges of a triangle along the axes are steepest together: each gets its share.
    let most = cell * rise_over_run(walker.steepest()) / 1.5;
    let steep = random.between(0.2, 1.0) * most;
    let mut heights = vec![vec![0.0_f64; wide + 1]; count + 1];
    for x in 1..count {
        for z in 0..=wide {
            heights[x][z] = heights[x - 1][z] + random.between(-steep, steep);
            if z > 0 {
                let beside = heights[x][z - 1];
                heights[x][z] = heights[x][z].clamp(beside - most, beside + most);
                let (low, high) = (heights[x - 1][z] - most, heights[x - 1][z] + most);
                heights[x][z] = heights[x][z].clamp(low, high);
            }
        }
    }
    let (mut soup, mut top) = (Soup::default(), 0.0_f64);
    let at = |x: usize, z: usize, y: f64| DVec3::new(x as f64 * cell, y, (z as f64 - count as f64) * cell);
    for x in 0..count - 1 {
        for z in 0..wide {
            let corner = |x: usize, z: usize| at(x, z, heights[x][z]);
            let corners = [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
            let turned = [corners[1], corners[2], corners[3], corners[0]];
            quad(&mut soup, if random.chance(0.5) { corners } else { turned });
            top = top.max(heights[x + 1][z]).max(heights[x + 1][z + 1]);
        }
    }
    floor_to(&mut soup, 0.0, count as f64 * cell);
    let end = (count - 2) as f64 * cell;
    let legs = vec![Leg::forward(random.between(-20.0, 20.0), end - walker.reach() - 0.1)];
    Course::new(soup, start(random, walker), legs, top)
}

/// A round hill or trough across the way, of facets.
pub(super) fn dome(random: &mut Random, walker: &Walker) -> Course {
    let half = random.between(10.0, walker.steepest());
    let (radius, pieces) = (random.between(0.5, 6.0), random.integer(3, 40) as usize);
    let sign = random.sign();
    let (end_cosine, end_sine) = cos_sin(half);
    let (long, mut profile) = (radius * end_sine, vec![(-6.0, 0.0)]);
    for piece in 0..=pieces {
        let share = 2.0 * piece as f64 / pieces as f64 - 1.0;
        let (cosine, sine) = cos_sin(half * share.abs());
        profile.push((long + radius * sine * share.signum(), sign * radius * (cosine - end_cosine)));
    }
    profile.push((2.0 * long + 6.0, 0.0));
    let legs = there_and_back(random, walker, 2.0 * long, 60.0);
    let top = profile.iter().map(|p| p.1).fold(0.0, f64::max);
    Course::new(strip(&profile, 40.0), start(random, walker), legs, top)
}

/// Blocks with upright sides, turned in any way, none higher than a step; some overlap.
pub(super) fn rubble(random: &mut Random, walker: &Walker) -> Course {
    let mut soup = Soup::default();
    let long = 4.0;
    floor_to(&mut soup, long + 8.0, 12.0);
    let step = 0.97 * walker.settings.ground.step_height;
    let mut top = 0.0_f64;
    for _ in 0..random.integer(5, 60) {
        let middle = DVec3::new(random.between(0.3, long), 0.0, random.between(-3.0, 3.0));
        let along = heading(random.between(0.0, 360.0));
        let across = DVec3::new(-along.z, 0.0, along.x);
        let (a, b) = (along * random.between(0.03, 0.6), across * random.between(0.03, 0.6));
        let high = DVec3::Y * random.between(0.02, 1.0) * step;
        top = top.max(high.y);
        let ring = [middle - a - b, middle - a + b, middle + a + b, middle + a - b];
        quad(&mut soup, ring.map(|corner| corner + high));
        for side in 0..4 {
            let (p, q) = (ring[side], ring[(side + 1) % 4]);
            quad(&mut soup, [p, q, q + high, p + high]);
        }
    }
    let legs = there_and_back(random, walker, long + 0.8, 20.0);
    Course::new(soup, start(random, walker), legs, top)
}
