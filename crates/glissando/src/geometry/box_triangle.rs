//! The closest pair of a box along the axes and a triangle, in closed form.
//!
//! Where the triangle's plane does not cut the box, the face is closest exactly if some of the part of the box that is
//! nearest to the plane (a corner, an edge or a side) projects into the triangle. Else the closest point is on the rim, or
//! the triangle holds the whole section of the box, and so the point where a diagonal of the box crosses it. Along an edge
//! the squared distance from the box is convex and made of at most seven parabolas, whose ends are where the edge
//! passes a side's plane: the signs of the slope there find the one with the least value.
//!
//! Where a whole region is equally close (a parallel face or edge), the pair is the one nearest to the middle of the
//! box: it depends on the geometry alone, and a small motion moves it by a small distance.
//!
//! Source: derived in the project; the pieces of the slope are those of Eberly, Robust Computation of Distance Between
//! Line Segments, 2015, for three axes at once.

use super::CoreClosest;
use super::closest::is_nearer;
use super::level_part::{Level, PARALLEL, nearest_over_face};
use crate::collide::Feature;
use crate::math::DVec3;
use crate::tolerance;

/// The closest pair of the box `centre - half..centre + half` and a triangle.
///
/// Any of the half extents may be 0. Triangles without area count as their edges. Ties go to the face, then to the
/// lowest edge.
pub fn closest_to_box(centre: DVec3, half: DVec3, corners: &[DVec3; 3]) -> CoreClosest {
    let local = corners.map(|corner| corner - centre);
    let pair = to_face(half, &local).unwrap_or_else(|| to_rim(half, &local, [true; 3]));
    CoreClosest { point: pair.point + centre, ..pair }
}

/// The closest pair of the box and those of the triangle's edges that `which` names; at least one.
pub(crate) fn box_to_rim(centre: DVec3, half: DVec3, corners: &[DVec3; 3], which: [bool; 3]) -> CoreClosest {
    let pair = to_rim(half, &corners.map(|corner| corner - centre), which);
    CoreClosest { point: pair.point + centre, ..pair }
}

/// The closest pair if it is on the face, relative to the centre; `None` if it is on the rim, or there is no area.
fn to_face(half: DVec3, corners: &[DVec3; 3]) -> Option<CoreClosest> {
    let [a, b, c] = *corners;
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let n = ca.cross(ab);
    let n_sq = n.length_sq();
    let longest_sq = DVec3::new(ab.length_sq(), bc.length_sq(), ca.length_sq()).max_element();
    let flat = tolerance::FLAT_TRIANGLE * longest_sq;
    if n_sq <= flat * flat {
        return None;
    }
    let inside = [(n.cross(ab), a), (n.cross(bc), b), (n.cross(ca), c)];
    let height = -n.dot(a);
    let up = if height < 0.0 { -n } else { n };
    let reach = n.abs().dot(half);
    let lowest = DVec3::new(-away(up.x, half.x), -away(up.y, half.y), -away(up.z, half.z));
    if height.abs() <= reach {
        // The diagonal that is steepest over the plane crosses it in the box.
        let point = if reach > 0.0 { lowest * (height.abs() / reach) } else { DVec3::ZERO };
        let is_in_face = inside.iter().all(|(inward, corner)| inward.dot(point - *corner) >= 0.0);
        let pair = CoreClosest { point, on_core: point, distance_sq: 0.0, feature: Feature::Face };
        return is_in_face.then_some(pair);
    }
    let size = a.abs().max(b.abs()).max(c.abs()).max_element() + half.max_element();
    let free = free_axes(half, n, size);
    let part = |v: DVec3, axis: Option<usize>| axis.map_or(0.0, |axis| v.to_array()[axis]);
    let mut base = lowest.to_array();
    free.iter().flatten().for_each(|axis| base[*axis] = 0.0);
    let level = |v: DVec3| [part(v, free[0]), part(v, free[1])];
    let lines = inside.map(|(inward, corner)| (inward.dot(DVec3::from(base) - corner), level(inward)));
    let place = nearest_over_face(&lines, &Level::Side(level(half)))?;
    for (axis, at) in free.into_iter().zip(place) {
        if let Some(axis) = axis {
            base[axis] = at;
        }
    }
    let on_core = DVec3::from(base);
    let gap = height.abs() - reach;
    let point = on_core - up * (up.dot(on_core - a) / n_sq);
    Some(CoreClosest { point, on_core, distance_sq: gap * gap / n_sq, feature: Feature::Face })
}

/// The half extent with the sign of `along`.
fn away(along: f64, half: f64) -> f64 {
    if along < 0.0 { -half } else { half }
}

/// Up to two axes of the box that are parallel to a plane with normal `n`, up to the rounding of heights over it.
fn free_axes(half: DVec3, n: DVec3, size: f64) -> [Option<usize>; 2] {
    let (n, half) = (n.abs().to_array(), half.to_array());
    let longest = n[0].max(n[1]).max(n[2]);
    let mut free = [None; 2];
    for axis in 0..3 {
        let is_level = n[axis] < longest && n[axis] * half[axis] <= PARALLEL * longest * size;
        if half[axis] > 0.0 && is_level {
            let slot = usize::from(free[0].is_some());
            free[slot] = Some(axis);
        }
    }
    free
}

/// The closest pair of the box and the named edges, relative to the centre.
fn to_rim(half: DVec3, corners: &[DVec3; 3], which: [bool; 3]) -> CoreClosest {
    let mut best = CoreClosest {
        point: DVec3::ZERO,
        on_core: DVec3::ZERO,
        distance_sq: f64::INFINITY,
        feature: Feature::Face,
    };
    for edge in 0..3 {
        if which[edge] {
            let next = if edge == 2 { 0 } else { edge + 1 };
            let (a, b) = (corners[edge], corners[next]);
            let share = share_nearest_to_box(a, b - a, half);
            let (point, feature) = if share <= 0.0 {
                (a, Feature::Vertex(edge as u8))
            } else if share >= 1.0 {
                (b, Feature::Vertex(next as u8))
            } else {
                (a + (b - a) * share, Feature::Edge(edge as u8))
            };
            let beyond = beyond_box(point, half);
            let distance_sq = beyond.length_sq();
            if is_nearer((feature, distance_sq), (best.feature, best.distance_sq)) {
                best = CoreClosest { point, on_core: point - beyond, distance_sq, feature };
            }
        }
    }
    best
}

/// A point less its nearest point of the box.
fn beyond_box(point: DVec3, half: DVec3) -> DVec3 {
    point - point.max(-half).min(half)
}

/// The share of the edge from `a` along `d` that is closest to the box; of those equally close, the one nearest to the
/// centre.
fn share_nearest_to_box(a: DVec3, d: DVec3, half: DVec3) -> f64 {
    let slope = |share: f64| beyond_box(a + d * share, half).dot(d);
    let (at_start, at_end) = (slope(0.0), slope(1.0));
    if at_start > 0.0 {
        return 0.0;
    }
    if at_end < 0.0 {
        return 1.0;
    }
    // The last share with a falling slope, the first with a rising one, and those between them with none.
    let (mut low, mut high) = (0.0, 1.0);
    let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut mark = |share: f64, slope: f64| {
        if slope < 0.0 {
            low = if share > low { share } else { low };
        } else if slope > 0.0 {
            high = if share < high { share } else { high };
        } else {
            first = if share < first { share } else { first };
            last = if share > last { share } else { last };
        }
    };
    mark(0.0, at_start);
    mark(1.0, at_end);
    for ((a, d), half) in a.to_array().into_iter().zip(d.to_array()).zip(half.to_array()) {
        for side in [-half, half] {
            let share = (side - a) / d;
            if share > 0.0 && share < 1.0 {
                mark(share, slope(share));
            }
        }
    }
    if first > last {
        match least_of_parabola(a, d, half, low, high) {
            Some(share) => return share,
            None => (first, last) = (low, high),
        }
    } else {
        // Next to a share without a slope there may be a whole piece without one, up to a share that rounding gave some.
        first = if least_of_parabola(a, d, half, low, first).is_none() { low } else { first };
        last = if least_of_parabola(a, d, half, last, high).is_none() { high } else { last };
    }
    let length_sq = d.length_sq();
    let foot = if length_sq > 0.0 { -a.dot(d) / length_sq } else { 0.0 };
    let share = if foot > first { foot } else { first };
    if share > last { last } else { share }
}

/// The share with the least distance, by the one parabola between two shares; `None` if the distance is constant.
fn least_of_parabola(a: DVec3, d: DVec3, half: DVec3, low: f64, high: f64) -> Option<f64> {
    let middle = beyond_box(a + d * (0.5 * (low + high)), half).to_array();
    let (mut lead, mut bend) = (0.0, 0.0);
    for (((a, d), half), beyond) in
        a.to_array().into_iter().zip(d.to_array()).zip(half.to_array()).zip(middle)
    {
        if beyond != 0.0 {
            lead += d * (away(beyond, half) - a);
            bend += d * d;
        }
    }
    (bend > 0.0).then(|| {
        let share = lead / bend;
        let share = if share > low { share } else { low };
        if share < high { share } else { high }
    })
}

#[cfg(test)]
mod tests;
