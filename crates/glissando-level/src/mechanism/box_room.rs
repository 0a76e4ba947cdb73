//! The boxes around movers in which a body sets them going.

use glissando::DVec3;

/// The box of a door, grown on both sides along its thinnest axis: before and behind it.
pub(super) fn before_and_behind(low: DVec3, high: DVec3, by: f64, may_be_vertical: bool) -> (DVec3, DVec3) {
    let size = high - low;
    let thinnest = if may_be_vertical && size.y < size.x && size.y < size.z {
        DVec3::Y
    } else if size.x <= size.z {
        DVec3::X
    } else {
        DVec3::Z
    };
    (low - thinnest * by, high + thinnest * by)
}

/// The middle of a lift, `inset` from its sides, from its lowest point to a little above its top.
pub(super) fn on_top(low: DVec3, high: DVec3, inset: f64, above: f64) -> (DVec3, DVec3) {
    let shrink = |a: f64, b: f64| {
        if b - a > 2.0 * inset { (a + inset, b - inset) } else { ((a + b) / 2.0, (a + b) / 2.0) }
    };
    let ((x0, x1), (z0, z1)) = (shrink(low.x, high.x), shrink(low.z, high.z));
    (DVec3::new(x0, low.y, z0), DVec3::new(x1, high.y + above, z1))
}

/// The box grown by so much on every side.
pub(super) fn grown(low: DVec3, high: DVec3, by: f64) -> (DVec3, DVec3) {
    (low - DVec3::splat(by), high + DVec3::splat(by))
}
