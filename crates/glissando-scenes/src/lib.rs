//! Small worlds, each written once: soups in which x leads on, y is up and z is to the side, the ground at y = 0.
//!
//! Lengths are metres, angles degrees. Sines and cosines come from a series of plain operations, so a scene
//! has the same bits on every machine.

mod blocks;
mod courses;
mod grounds;
mod narrows;
pub mod random;

pub use blocks::{block, quad, strip, world_of};
pub use courses::{course, fence, gap, ledge, low_ceiling, ramp, stairs};
pub use grounds::{degenerate, fan_floor, floor, groove, sliver_floor, slope, two_bodies};
pub use narrows::{corner, corridor, open_box, room, tunnel, wedge};

use glissando::DVec3;
use glissando::math::cos_degrees;

/// Half the width of scenes that are wide enough never to be left sideways.
pub const HALF_WIDTH: f64 = 8.0;

/// Cosine and sine of an angle between 0 and 180 degrees.
pub fn cos_sin(degrees: f64) -> (f64, f64) {
    let sine = if degrees <= 90.0 { cos_degrees(90.0 - degrees) } else { cos_degrees(degrees - 90.0) };
    (cos_degrees(degrees), sine)
}

/// The horizontal direction that is turned by this many degrees, 0 to 360, from +x towards +z.
pub fn heading(degrees: f64) -> DVec3 {
    let (c, s) = if degrees <= 180.0 { cos_sin(degrees) } else { cos_sin(degrees - 180.0) };
    if degrees <= 180.0 { DVec3::new(c, 0.0, s) } else { DVec3::new(-c, 0.0, -s) }
}
