//! Things that are tight: rooms, corners, corridors, tunnels, wedges.

use super::blocks::{block, quad, strip};
use super::{HALF_WIDTH, heading};
use glissando::{DVec3, Soup};

/// A closed box about the origin with the floor at y = 0.
pub fn room(half: f64, height: f64) -> Soup {
    let mut soup = Soup::default();
    block(&mut soup, DVec3::new(-half, 0.0, -half), DVec3::new(half, height, half));
    soup
}

/// The same box without its lid.
pub fn open_box(half: f64, height: f64) -> Soup {
    let mut soup = Soup::default();
    let corner = |k: usize, y: f64| {
        let (x, z) = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)][k % 4];
        DVec3::new(x * half, y, z * half)
    };
    quad(&mut soup, [0, 1, 2, 3].map(|k| corner(k, 0.0)));
    for k in 0..4 {
        let sides = [corner(k, 0.0), corner(k + 1, 0.0), corner(k + 1, height), corner(k, height)];
        quad(&mut soup, sides);
    }
    soup
}

/// Two walls on a floor that meet above the origin and leave this angle open, about the -x axis.
///
/// Below 180 degrees it is a corner to walk into, above it the edge of a house.
pub fn corner(degrees: f64) -> Soup {
    let mut soup = strip(&[(-20.0, 0.0), (20.0, 0.0)], 20.0);
    for end in [180.0 - degrees / 2.0, 180.0 + degrees / 2.0] {
        let end = heading(end) * 15.0;
        let up = DVec3::Y * 4.0;
        quad(&mut soup, [DVec3::ZERO, end, end + up, up]);
    }
    soup
}

/// A corridor along x of this width between walls of 3 m.
pub fn corridor(width: f64) -> Soup {
    let mut soup = strip(&[(-20.0, 0.0), (20.0, 0.0)], HALF_WIDTH);
    for side in [-0.5, 0.5] {
        let at = |x: f64, y: f64| DVec3::new(x, y, side * width);
        quad(&mut soup, [at(-10.0, 0.0), at(10.0, 0.0), at(10.0, 3.0), at(-10.0, 3.0)]);
    }
    soup
}

/// A corridor whose width falls from `wide` at x = 0 to `narrow` at x = 10.
pub fn tunnel(wide: f64, narrow: f64) -> Soup {
    let mut soup = strip(&[(-20.0, 0.0), (20.0, 0.0)], HALF_WIDTH);
    for side in [-0.5, 0.5] {
        let at = |x: f64, width: f64, y: f64| DVec3::new(x, y, side * width);
        quad(
            &mut soup,
            [at(0.0, wide, 0.0), at(10.0, narrow, 0.0), at(10.0, narrow, 3.0), at(0.0, wide, 3.0)],
        );
    }
    soup
}

/// A floor and a ceiling that comes down to it at x = 10, from `height` at x = 0.
pub fn wedge(height: f64) -> Soup {
    let mut soup = strip(&[(-20.0, 0.0), (10.0, 0.0)], HALF_WIDTH);
    soup.append(&strip(&[(0.0, height), (10.0, 0.0)], HALF_WIDTH));
    soup
}
