//! The way of a centre past a triangle, in the triangle's frame and about the point of the way that is next to it.
//!
//! Numbers there are as small as the distance, so a start a million radii away costs no digits.

use super::double::{Double, Double3};
use super::flat::Flat;
use glissando::DVec3;

/// A straight way, as `near + (fraction - pivot) * translation`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// The fraction about which everything is measured.
    pub(super) pivot: f64,
    /// Where the centre is then, in the frame.
    near: DVec3,
    /// The whole move, in the frame.
    translation: DVec3,
    /// Length of the move.
    pub(super) length: f64,
}

impl Path {
    /// The way of `from + fraction * translation` past `flat`.
    pub(super) fn new(flat: &Flat, from: DVec3, translation: DVec3) -> Self {
        let middle = flat.origin() + flat.out_of_frame(flat.middle());
        let pivot = fraction_next_to(middle, from, translation);
        let near = flat.in_frame(place(flat, from, translation, pivot));
        Self { pivot, near, translation: flat.in_frame(translation), length: length(translation) }
    }

    /// The centre at `pivot + offset`, in the frame.
    pub(super) fn at(&self, offset: f64) -> DVec3 {
        self.near + self.translation * offset
    }

    /// How far the offsets must be searched: `(low, high)`.
    ///
    /// Beyond them the centre is farther than `radius` from the triangle, and farther than at the pivot.
    pub(super) fn span(&self, flat: &Flat, radius: f64) -> (f64, f64) {
        let reach = self.reach(flat, radius) / self.length;
        let reach = if reach.is_finite() { reach } else { 1.0 };
        ((-self.pivot).max(-reach), (1.0 - self.pivot).min(reach))
    }

    /// The same as a length. Every number of the search is at most a few times this.
    pub(super) fn reach(&self, flat: &Flat, radius: f64) -> f64 {
        flat.size() + radius + 2.0 * (self.near - flat.middle()).length()
    }
}

/// The centre at `fraction` relative to the frame's origin, rounded once, in the space of the corners.
pub(super) fn place(flat: &Flat, from: DVec3, translation: DVec3, fraction: f64) -> DVec3 {
    let moved = Double3::from(translation) * Double::from(fraction);
    (Double3::difference(from, flat.origin()) + moved).value()
}

/// The fraction at which the centre is next to `point`. Only a pivot: its rounding does not matter.
fn fraction_next_to(point: DVec3, from: DVec3, translation: DVec3) -> f64 {
    let largest = translation.abs().max_element();
    if largest == 0.0 {
        return 0.0;
    }
    let scaled = translation / largest;
    let fraction = (point - from).dot(scaled) / scaled.length_sq() / largest;
    if fraction.is_nan() { 0.0 } else { fraction.clamp(0.0, 1.0) }
}

/// The unit vector of a move in the frame; zero for no move.
pub(super) fn direction(flat: &Flat, translation: DVec3) -> DVec3 {
    // First to length one, then into the frame: the other way round a subnormal move loses its direction.
    translation.try_normalize().map_or(DVec3::ZERO, |unit| flat.in_frame(unit))
}

/// The length of a vector that may be subnormal.
fn length(v: DVec3) -> f64 {
    let largest = v.abs().max_element();
    if largest == 0.0 { 0.0 } else { largest * (v / largest).length() }
}
