//! Lower bounds of the distances of eight triangles from a position, in `f32`.

use super::core8::{Core8, Point8, Solid8};
use super::path8::LEAST_SQUARE;
use crate::math::Vec3;
use crate::simd::{F8, V8, one_by_one};
use crate::tolerance::F32_ROUNDING;

/// Distances in radii of those of the triangles in `lanes` from a body's core about `from`, 0 where unknown. `from` is a position in the space of the corners,
/// whose relative error is `rounding`; `core` is the core's half extents.
///
/// A triangle lies beyond its support plane in any direction; the directions used are its normal and the one to the
/// closest point of its rim.
#[inline(always)]
pub(crate) fn least_distances<F: F8>(
    corners: &[V8<F>; 3],
    lanes: u8,
    from: Vec3,
    core: Vec3,
    rounding: f32,
) -> [f32; 8] {
    if F::IS_SERIAL {
        let mut distances = [0.0; 8];
        for (lane, triangle) in one_by_one(corners, lanes) {
            distances[lane] = least_distances_of(&triangle, from, core, rounding).to_array()[0];
        }
        distances
    } else {
        least_distances_of(corners, from, core, rounding).to_array()
    }
}

#[inline(always)]
fn least_distances_of<F: F8>(corners: &[V8<F>; 3], from: Vec3, core: Vec3, rounding: f32) -> F {
    if core == Vec3::ZERO {
        least_distances_for(Point8, corners, from, 0.0, rounding)
    } else {
        let core = core * (1.0 + 4.0 * F32_ROUNDING);
        least_distances_for(Solid8(core), corners, from, core.x + core.y + core.z, rounding)
    }
}

#[inline(always)]
fn least_distances_for<F: F8, C: Core8>(
    core: C,
    corners: &[V8<F>; 3],
    from: Vec3,
    core_size: f32,
    rounding: f32,
) -> F {
    let start = V8::splat(from);
    let [a, b, c] = [corners[0] - start, corners[1] - start, corners[2] - start];
    let size = a.sum_abs().max(b.sum_abs()).max(c.sum_abs()) + start.sum_abs();
    let size = if C::HAS_EXTENT { size + F::splat(core_size) } else { size };
    let slack = F::splat(rounding) * size;
    let edges = [b - a, c - b, a - c];
    let n = edges[0].cross(edges[2]);
    let height = core.less(n.dot(a).abs(), n);
    let plane = beyond(height - slack * edges[0].sum_abs() * edges[2].sum_abs(), n.dot(n));
    let (q, q_sq) = core.to_rim(&[a, b, c], &edges);
    let distance = q.dot(a).min(q.dot(b)).min(q.dot(c));
    let distance = core.less(distance, q);
    let rim = beyond(distance - slack * q.sum_abs(), q_sq);
    // In this order a NaN counts as unknown.
    plane.max(rim).max(F::splat(0.0))
}

/// The distance along a direction of squared length `length_sq`, whose unnormalised distance is `room`.
#[inline(always)]
fn beyond<F: F8>(room: F, length_sq: F) -> F {
    let wider = F::splat(1.0 + 8.0 * F32_ROUNDING);
    let distance = room / ((length_sq + F::splat(LEAST_SQUARE)).sqrt() * wider);
    // As above: a NaN must not hide the result of the other direction.
    distance.max(F::splat(0.0))
}
