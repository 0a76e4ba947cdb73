//! The body of a character, in words.

use glissando::Settings;
use glissando::character::BodyShape;

/// The kind of a body: `a capsule`.
pub(crate) fn kind(body: BodyShape) -> &'static str {
    match body {
        BodyShape::Capsule => "a capsule",
        BodyShape::Box => "a box",
        BodyShape::Cylinder => "a cylinder",
        _ => "an ellipsoid",
    }
}

/// The body of these settings with its measures, each written by `length`, which gets metres.
pub(crate) fn describe(settings: &Settings, length: impl Fn(f64) -> String) -> String {
    let kind = kind(settings.body);
    let [x, y, z] = settings.radii.to_array().map(&length);
    let (height, rounding) = (length(2.0 * settings.radii.y), length(settings.rounding));
    match settings.body {
        BodyShape::Capsule => format!("{kind} of {x} m radius and {height} m height"),
        BodyShape::Cylinder => {
            format!("{kind} of {x} m radius and {height} m height, its edges rounded by {rounding} m")
        }
        BodyShape::Box => {
            format!("{kind} of {x} x {y} x {z} m half extents, its edges rounded by {rounding} m")
        }
        _ => format!("{kind} of {x} x {y} x {z} m radii"),
    }
}
