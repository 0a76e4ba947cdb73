//! Great circles of an ellipsoid, or outlines of a capsule, a box or a cylinder, as points.

use crate::geometry::Shape;
use crate::math::{DVec3, sqrt_f64};
use alloc::vec::Vec;

/// Segments of a quarter of a circle.
const QUARTER: usize = 8;

/// The three circles about the shape's own axes, each closed; those of another shape are pulled apart by its core.
pub(super) fn circles(shape: &Shape, at: DVec3) -> [Vec<DVec3>; 3] {
    let (world_from_unit, core) = (shape.world_from_unit(), shape.core_half_extents());
    let axes = shape.rotation().to_mat3();
    let side = |along: f64, half: f64| {
        if along > 0.0 {
            half
        } else if along < 0.0 {
            -half
        } else {
            0.0
        }
    };
    let end = |unit: DVec3| {
        let DVec3 { x, y, z } = unit;
        let from_axis = sqrt_f64(x * x + z * z);
        if shape.is_cylinder() && from_axis > 0.0 {
            let out = core.x / from_axis;
            return axes * DVec3::new(x * out, side(y, core.y), z * out);
        }
        axes * DVec3::new(side(unit.x, core.x), side(unit.y, core.y), side(unit.z, core.z))
    };
    let place = |unit: DVec3| at + world_from_unit * unit + end(unit);
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    core::array::from_fn(|axis| {
        let (u, v) = (axes[(axis + 1) % 3], axes[(axis + 2) % 3]);
        circle().map(|(a, b)| place(u * a + v * b)).collect()
    })
}

/// Points of the unit circle: chords of each quarter pushed out to it, to avoid a sine.
fn circle() -> impl Iterator<Item = (f64, f64)> {
    let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    (0..=4 * QUARTER).map(move |step| {
        let (from, to) = (corners[step / QUARTER % 4], corners[(step / QUARTER + 1) % 4]);
        let part = (step % QUARTER) as f64 / QUARTER as f64;
        let on_chord = DVec3::new(from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, 0.0);
        let on_circle = on_chord / on_chord.length();
        (on_circle.x, on_circle.y)
    })
}
