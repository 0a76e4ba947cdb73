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
use super::face::{Face, Span, edges_beside};
use super::level_part::{Level, PARALLEL, nearest_over_face};
use super::rim::{Solid, closest_on_rim};
use crate::collide::Feature;
use crate::math::DVec3;

/// The closest pair of the box `centre - half..centre + half` and a triangle.
///
/// Any of the half extents may be 0. Triangles without area count as their edges. Ties go to the face, then to the
/// lowest edge.
pub fn closest_to_box(centre: DVec3, half: DVec3, corners: &[DVec3; 3]) -> CoreClosest {
    let local = corners.map(|corner| corner - centre);
    // The pair is large: it is changed where it is.
    let mut pair = match to_face(half, &local) {
        Ok(pair) => pair,
        Err(edges) => closest_on_rim(&Cuboid(half), &local, edges),
    };
    pair.point += centre;
    pair
}

/// The closest pair of the box and those of the triangle's edges that `which` names; at least one.
pub(crate) fn box_to_rim(centre: DVec3, half: DVec3, corners: &[DVec3; 3], which: [bool; 3]) -> CoreClosest {
    let pair = closest_on_rim(&Cuboid(half), &corners.map(|corner| corner - centre), which);
    CoreClosest { point: pair.point + centre, ..pair }
}

/// The closest pair if it is on the face, relative to the centre; else the edges that it may be on.
fn to_face(half: DVec3, corners: &[DVec3; 3]) -> Result<CoreClosest, [bool; 3]> {
    let Some(face) = Face::of(corners) else { return Err([true; 3]) };
    let a = corners[0];
    let (Face { n, n_sq, .. }, inside) = (face, face.edge_planes(corners));
    let span = |(inward, corner): (DVec3, DVec3)| Span {
        middle: -inward.dot(corner),
        extent: inward.abs().dot(half),
    };
    let spans = [span(inside[0]), span(inside[1]), span(inside[2])];
    let clear = face.clear_height(half.length_sq() + a.length_sq());
    let on_rim = || Err(edges_beside(&spans, clear));
    if spans[0].is_outside(clear) || spans[1].is_outside(clear) || spans[2].is_outside(clear) {
        return on_rim();
    }
    let height = -n.dot(a);
    let up = if height < 0.0 { -n } else { n };
    let reach = n.abs().dot(half);
    let lowest = DVec3::new(-away(up.x, half.x), -away(up.y, half.y), -away(up.z, half.z));
    if height.abs() <= reach {
        // The diagonal that is steepest over the plane crosses it in the box.
        let point = if reach > 0.0 { lowest * (height.abs() / reach) } else { DVec3::ZERO };
        let is_in_face = inside.iter().all(|(inward, corner)| inward.dot(point - *corner) >= 0.0);
        let pair = CoreClosest { point, on_core: point, distance_sq: 0.0, feature: Feature::Face };
        return if is_in_face { Ok(pair) } else { on_rim() };
    }
    let Some(on_core) = nearest_over(lowest, half, free_axes(half, n, corners), &inside) else {
        return on_rim();
    };
    let gap = height.abs() - reach;
    let point = on_core - up * (up.dot(on_core - a) / n_sq);
    Ok(CoreClosest { point, on_core, distance_sq: gap * gap / n_sq, feature: Feature::Face })
}

/// Of the part about `lowest` that is nearest to a plane, along the axes that are `free`, the point over the face that is
/// nearest to the middle.
fn nearest_over(lowest: DVec3, half: DVec3, free: [bool; 3], inside: &[(DVec3, DVec3); 3]) -> Option<DVec3> {
    let pick = |free: bool, yes: f64, no: f64| if free { yes } else { no };
    let base =
        DVec3::new(pick(free[0], 0.0, lowest.x), pick(free[1], 0.0, lowest.y), pick(free[2], 0.0, lowest.z));
    let over = |(inward, corner): (DVec3, DVec3)| inward.dot(base - corner);
    let heights = [over(inside[0]), over(inside[1]), over(inside[2])];
    if heights[0] >= 0.0 && heights[1] >= 0.0 && heights[2] >= 0.0 {
        return Some(base);
    }
    // Up to two axes are level.
    let mut axes = (0..3).filter(|axis| free[*axis]);
    let axes = [axes.next(), axes.next()];
    let part = |v: DVec3, axis: Option<usize>| axis.map_or(0.0, |axis| v.to_array()[axis]);
    let level = |v: DVec3| [part(v, axes[0]), part(v, axes[1])];
    let line = |edge: usize| (heights[edge], level(inside[edge].0));
    let place = nearest_over_face(&[line(0), line(1), line(2)], &Level::Side(level(half)))?;
    let mut base = base.to_array();
    for (axis, at) in axes.into_iter().zip(place) {
        if let Some(axis) = axis {
            base[axis] = at;
        }
    }
    Some(DVec3::from(base))
}

/// The half extent with the sign of `along`.
fn away(along: f64, half: f64) -> f64 {
    if along < 0.0 { -half } else { half }
}

/// The axes of the box that are parallel to the triangle's plane, with normal `n`, up to the rounding of heights over it: two at
/// most.
fn free_axes(half: DVec3, n: DVec3, corners: &[DVec3; 3]) -> [bool; 3] {
    let n = n.abs();
    let longest = n.max_element();
    let heights = n.scale(half);
    let by = |least: f64| {
        let is_free = |n: f64, half: f64, height: f64| half > 0.0 && n < longest && height <= least;
        [is_free(n.x, half.x, heights.x), is_free(n.y, half.y, heights.y), is_free(n.z, half.z, heights.z)]
    };
    // Most planes are along two axes exactly, and their rounding does not matter.
    let is_plain = |n: f64, height: f64| height == 0.0 || n == longest;
    if is_plain(n.x, heights.x) && is_plain(n.y, heights.y) && is_plain(n.z, heights.z) {
        return by(0.0);
    }
    let [a, b, c] = corners.map(DVec3::abs);
    by(PARALLEL * longest * (a.max(b).max(c).max_element() + half.max_element()))
}

/// A box about the origin, by its half extents.
struct Cuboid(DVec3);

impl Solid for Cuboid {
    #[inline(always)]
    fn half_extents(&self) -> DVec3 {
        self.0
    }

    #[inline(always)]
    fn beyond(&self, point: DVec3) -> DVec3 {
        beyond_box(point, self.0)
    }

    #[inline(always)]
    fn share_nearest(&self, a: DVec3, d: DVec3, slopes: [f64; 2]) -> f64 {
        share_nearest_to_box(a, d, self.0, slopes)
    }
}

/// A point less its nearest point of the box.
fn beyond_box(point: DVec3, half: DVec3) -> DVec3 {
    point - point.max(-half).min(half)
}

/// The share of the edge from `a` along `d` that is closest to the box; of those equally close, the one nearest to the
/// centre. The slope of the distance falls at the start or is none, and rises at the end or is none.
#[inline(always)]
fn share_nearest_to_box(a: DVec3, d: DVec3, half: DVec3, slopes: [f64; 2]) -> f64 {
    let length_sq = d.length_sq();
    let foot = if length_sq > 0.0 { -a.dot(d) / length_sq } else { 0.0 };
    let within = |first: f64, last: f64| {
        let share = if foot > first { foot } else { first };
        if share > last { last } else { share }
    };
    let own = within(0.0, 1.0);
    // No share is nearer to the centre: an edge along a side, or below it.
    if beyond_box(a + d * own, half).dot(d) == 0.0 {
        return own;
    }
    match level_piece(a, d, half, (slopes[0] < 0.0, slopes[1] > 0.0)) {
        Ok((first, last)) => within(first, last),
        Err(share) => share,
    }
}

/// The first and the last share without a slope, if there is a piece of them; else the one share that is closest.
///
/// `falls` and `rises` tell whether the slope falls at the start and rises at the end; one of them does.
#[inline(always)]
fn level_piece(a: DVec3, d: DVec3, half: DVec3, (falls, rises): (bool, bool)) -> Result<(f64, f64), f64> {
    let slope = |share: f64| beyond_box(a + d * share, half).dot(d);
    // The last share with a falling slope, the first with a rising one, and those between them with none. What is before the
    // one or after the other adds nothing.
    let (mut low, mut high) = (0.0, 1.0);
    let (mut first, mut last) = match (falls, rises) {
        (true, false) => (1.0, 1.0),
        (false, true) => (0.0, 0.0),
        _ => (f64::INFINITY, f64::NEG_INFINITY),
    };
    let (starts, ways, sides) = (a.to_array(), d.to_array(), half.to_array());
    for axis in 0..3 {
        let (a, d) = (starts[axis], ways[axis]);
        for side in [-sides[axis], sides[axis]] {
            let ahead = side - a;
            let is_passed = if d > 0.0 { ahead > 0.0 && ahead < d } else { ahead < 0.0 && ahead > d };
            if !is_passed {
                continue;
            }
            let share = ahead / d;
            if share > low && share < high {
                let slope = slope(share);
                if slope < 0.0 {
                    low = share;
                } else if slope > 0.0 {
                    high = share;
                } else {
                    first = if share < first { share } else { first };
                    last = if share > last { share } else { last };
                }
            }
        }
    }
    if first > last {
        return least_of_parabola(a, d, half, low, high).map_or(Ok((low, high)), Err);
    }
    // Next to a share without a slope there may be a whole piece without one, up to a share that rounding gave some.
    let is_level = |from: f64, to: f64| from < to && least_of_parabola(a, d, half, from, to).is_none();
    first = if is_level(low, first) { low } else { first };
    last = if is_level(last, high) { high } else { last };
    Ok((first, last))
}

/// The share with the least distance, by the one parabola between two shares; `None` if the distance is constant.
fn least_of_parabola(a: DVec3, d: DVec3, half: DVec3, low: f64, high: f64) -> Option<f64> {
    let beyond = beyond_box(a + d * (0.5 * (low + high)), half);
    let (mut lead, mut bend) = (0.0, 0.0);
    let mut add = |a: f64, d: f64, half: f64, beyond: f64| {
        if beyond != 0.0 {
            lead += d * (away(beyond, half) - a);
            bend += d * d;
        }
    };
    add(a.x, d.x, half.x, beyond.x);
    add(a.y, d.y, half.y, beyond.y);
    add(a.z, d.z, half.z, beyond.z);
    (bend > 0.0).then(|| {
        let share = lead / bend;
        let share = if share > low { share } else { low };
        if share < high { share } else { high }
    })
}

#[cfg(test)]
mod tests;
