//! Two members at exactly the same place, as many spawns leave them: the direction that they part along.
//!
//! No line leads from one centre to the other. With one direction for all pairs, only the two members at its ends could leave at
//! a time, and the others were held between them. So each member has a point of a square by its index, and two members part
//! along the line between their points: the members at the rim of the square leave in all directions at once.
//!
//! Source: Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018 (the points).

use super::frame::Body;
use crate::math::DVec3;

/// The unit direction from the first to the second of two members with these indices, across the axis of the world along which
/// they are tallest.
#[cold]
pub(super) fn direction_at_same_place(bodies: [Body; 2], indices: [u32; 2]) -> DVec3 {
    let [[x, z], [to_x, to_z]] = indices.map(point_of);
    let [one, other] = across_the_tallest(bodies);
    (one * (to_x - x) + other * (to_z - z)).try_normalize().unwrap_or(one)
}

/// A point of the unit square; points of consecutive indices are spread evenly.
fn point_of(index: u32) -> [f64; 2] {
    STEPS.map(|step| {
        let along = step * f64::from(index);
        along - (along as u64) as f64
    })
}

/// One over the plastic number, the root of `x³ = x + 1`, and its square.
const STEPS: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];

/// The axes of the world but that with the greatest sum of extents.
fn across_the_tallest([a, b]: [Body; 2]) -> [DVec3; 2] {
    let reach = |axis: DVec3| a.extent_along(axis) + b.extent_along(axis);
    let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(reach);
    if y >= x && y >= z {
        [DVec3::X, DVec3::Z]
    } else if x >= z {
        [DVec3::Y, DVec3::Z]
    } else {
        [DVec3::X, DVec3::Y]
    }
}
