//! Things to walk over, up, down and off: they begin with flat ground at x < 0 and lead along +x.

use super::blocks::{block, strip};
use super::{HALF_WIDTH, cos_sin};
use glissando::{DVec3, Soup};

/// Where flat ground begins and how long it goes on at the end.
const RUN: f64 = 20.0;

/// `count` steps of height `rise` and depth `tread`, the first riser at x = 0, flat ground on top.
pub fn stairs(rise: f64, count: usize, tread: f64) -> Soup {
    let mut profile = vec![(-RUN, 0.0)];
    for k in 0..count {
        let (x, y) = (k as f64 * tread, k as f64 * rise);
        profile.extend([(x, y), (x, y + rise)]);
    }
    profile.push((count as f64 * tread + RUN, count as f64 * rise));
    strip(&profile, HALF_WIDTH)
}

/// Flat ground, a ramp of this steepness and length along the slope from x = 0, flat ground on top.
pub fn ramp(degrees: f64, length: f64) -> Soup {
    let (c, s) = cos_sin(degrees);
    let top = (c * length, s * length);
    strip(&[(-RUN, 0.0), (0.0, 0.0), top, (top.0 + RUN, top.1)], HALF_WIDTH)
}

/// Ground that ends at x = 0 with a drop of `height` to lower ground.
pub fn ledge(height: f64) -> Soup {
    strip(&[(-RUN, 0.0), (0.0, 0.0), (0.0, -height), (RUN, -height)], HALF_WIDTH)
}

/// A trench of this width and depth from x = 0.
pub fn gap(width: f64, depth: f64) -> Soup {
    let profile = [(-RUN, 0.0), (0.0, 0.0), (0.0, -depth), (width, -depth), (width, 0.0), (RUN, 0.0)];
    strip(&profile, HALF_WIDTH)
}

/// Flat ground with a slab above x > 0 whose underside is at `height`.
pub fn low_ceiling(height: f64) -> Soup {
    let mut soup = strip(&[(-RUN, 0.0), (RUN, 0.0)], HALF_WIDTH);
    let low = DVec3::new(0.0, height, -HALF_WIDTH);
    block(&mut soup, low, DVec3::new(RUN, height + 0.5, HALF_WIDTH));
    soup
}

/// Flat ground with a fence across it at x = 0: a block of this height and thickness, or a single sheet for 0.
pub fn fence(height: f64, thickness: f64) -> Soup {
    let mut soup = strip(&[(-RUN, 0.0), (RUN, 0.0)], HALF_WIDTH);
    if thickness == 0.0 {
        soup.append(&strip(&[(0.0, 0.0), (0.0, height)], HALF_WIDTH));
    } else {
        let low = DVec3::new(0.0, -0.1, -HALF_WIDTH);
        block(&mut soup, low, DVec3::new(thickness, height, HALF_WIDTH));
    }
    soup
}

/// A course along +x: stairs up, a ramp down, a drop, a trench to jump, stairs down, a ramp up, a wall at the end.
///
/// It runs from x = 0 to x = 40; ground height at the start is 0.
pub fn course() -> Soup {
    let mut profile = vec![(-RUN, 0.0)];
    for k in 0..6 {
        let (x, y) = (3.0 + 0.4 * f64::from(k), 0.25 * f64::from(k));
        profile.extend([(x, y), (x, y + 0.25)]);
    }
    profile.extend([(8.0, 1.5), (11.0, 0.5), (14.0, 0.5), (14.0, -0.75), (18.0, -0.75)]);
    profile.extend([(18.0, -3.0), (19.0, -3.0), (19.0, -0.75), (22.0, -0.75)]);
    for k in 0..4 {
        let (x, y) = (22.0 + 0.5 * f64::from(k), -0.75 - 0.3 * f64::from(k));
        profile.extend([(x, y), (x, y - 0.3)]);
    }
    profile.extend([(27.0, -1.95), (31.0, 0.05), (40.0, 0.05), (40.0, 5.0)]);
    strip(&profile, HALF_WIDTH)
}
