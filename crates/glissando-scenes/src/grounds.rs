//! Grounds: flat ones cut into triangles in good and bad ways, slopes, grooves.

use super::blocks::{block, quad, strip};
use super::{HALF_WIDTH, cos_sin};
use crate::random::Random;
use glissando::{DVec3, Soup, Vec3};

/// A flat square floor from `-half` to `half`, cut into `cells` × `cells` squares of two triangles each.
pub fn floor(half: f64, cells: usize) -> Soup {
    let mut soup = Soup::default();
    let at = |i: usize, k: usize| {
        let share = |n: usize| half * (2.0 * n as f64 / cells as f64 - 1.0);
        DVec3::new(share(i), 0.0, share(k))
    };
    for i in 0..cells {
        for k in 0..cells {
            quad(&mut soup, [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)]);
        }
    }
    soup
}

/// A flat strip along x whose triangles are needles: `count` of them fan out from either end.
pub fn sliver_floor(length: f64, count: usize) -> Soup {
    let mut soup = Soup::default();
    let rim = |x: f64, k: usize| DVec3::new(x, 0.0, HALF_WIDTH * (2.0 * k as f64 / count as f64 - 1.0));
    for k in 0..count {
        let (start, end) = (rim(0.0, 0), rim(length, count));
        soup.push([start, rim(length, k), rim(length, k + 1)].map(DVec3::as_vec3), 0);
        soup.push([end, rim(0.0, k + 1), rim(0.0, k)].map(DVec3::as_vec3), 0);
    }
    soup
}

/// A flat floor of triangles about random points: a fan about each of them to the rim of its cell.
pub fn fan_floor(half: f64, cells: usize, seed: u64) -> Soup {
    let mut random = Random::new(seed);
    let mut soup = Soup::default();
    let size = 2.0 * half / cells as f64;
    for cell in 0..cells * cells {
        let low = DVec3::new((cell % cells) as f64, 0.0, (cell / cells) as f64) * size
            - DVec3::new(half, 0.0, half);
        let middle = low + DVec3::new(random.between(0.1, 0.9), 0.0, random.between(0.1, 0.9)) * size;
        let rim = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)];
        let corner = |k: usize| low + DVec3::new(rim[k % 4].0, 0.0, rim[k % 4].1) * size;
        for k in 0..4 {
            soup.push([middle, corner(k), corner(k + 1)].map(DVec3::as_vec3), 0);
        }
    }
    soup
}

/// An inclined plane through the origin that rises along +x and goes on for `length` both ways.
pub fn slope(degrees: f64, length: f64) -> Soup {
    let (c, s) = cos_sin(degrees);
    strip(&[(-c * length, -s * length), (c * length, s * length)], HALF_WIDTH)
}

/// A groove along z between two planes of this steepness, its bottom on the z axis.
pub fn groove(degrees: f64) -> Soup {
    let (c, s) = cos_sin(degrees);
    strip(&[(-10.0 * c, 10.0 * s), (0.0, 0.0), (10.0 * c, 10.0 * s)], HALF_WIDTH)
}

/// Two flat blocks, tops at y = 0, that meet at x = 0: made to be two bodies.
pub fn two_bodies(reach: f64) -> [Soup; 2] {
    let mut soups = [Soup::default(), Soup::default()];
    block(&mut soups[0], DVec3::new(-reach, -1.0, -HALF_WIDTH), DVec3::new(0.0, 0.0, HALF_WIDTH));
    block(&mut soups[1], DVec3::new(0.0, -1.0, -HALF_WIDTH), DVec3::new(reach, 0.0, HALF_WIDTH));
    soups
}

/// Triangles without area: points, segments, and corners in a row.
pub fn degenerate() -> Soup {
    let mut soup = Soup::default();
    let at = Vec3::new;
    soup.push([at(1.0, 0.0, 0.0); 3], 0);
    soup.push([at(0.0, 0.0, 0.0), at(2.0, 0.0, 0.0), at(2.0, 0.0, 0.0)], 0);
    soup.push([at(0.0, 0.0, 1.0), at(1.0, 0.0, 1.0), at(3.0, 0.0, 1.0)], 0);
    soup
}
