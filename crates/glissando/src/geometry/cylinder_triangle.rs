//! The closest pair of an upright solid cylinder and a triangle.
//!
//! Where the triangle's plane does not cut the cylinder, the face is closest exactly if some of the part that is nearest
//! to the plane (a point of an end's circle, a line of the side, an end disk) projects into the triangle. Else the closest
//! point is on the rim, or the triangle holds the whole section of the cylinder, and so the point where the line from its
//! lowest to its highest point crosses the plane.
//!
//! Along an edge the squared distance is convex. The edge passes the planes of both ends and the side's surface at no more
//! than four places. Between them the distance is none, that from a plane, that from the axis less the radius, or that
//! from a circle: only the last has no closed form, and there the zero of its slope, which rises, is searched by Newton's
//! method between two bounds.
//!
//! Where a whole region is equally close, the pair is the one nearest to the middle of the cylinder, as for a box.
//!
//! Source: derived in the project.

use super::CoreClosest;
use super::face::{Face, Span, edges_beside};
use super::level_part::{Level, PARALLEL, nearest_over_face};
use super::rim::{Solid, closest_on_rim};
use crate::collide::Feature;
use crate::math::{DVec3, sqrt_f64};

/// The closest pair of a triangle and the cylinder about `centre` with its axis along Y, of this radius and half height.
///
/// The radius and the half height may be 0. Triangles without area count as their edges. Ties go to the face, then to
/// the lowest edge.
pub fn closest_to_cylinder(
    centre: DVec3,
    radius: f64,
    half_height: f64,
    corners: &[DVec3; 3],
) -> CoreClosest {
    let local = corners.map(|corner| corner - centre);
    let solid = Cylinder { radius, half_height };
    let pair = match solid.to_face(&local) {
        Ok(pair) => pair,
        Err(edges) => closest_on_rim(&solid, &local, edges),
    };
    CoreClosest { point: pair.point + centre, ..pair }
}

/// The closest pair of the cylinder and those of the triangle's edges that `which` names; at least one.
pub(crate) fn cylinder_to_rim(
    centre: DVec3,
    (radius, half_height): (f64, f64),
    corners: &[DVec3; 3],
    which: [bool; 3],
) -> CoreClosest {
    let solid = Cylinder { radius, half_height };
    let pair = closest_on_rim(&solid, &corners.map(|corner| corner - centre), which);
    CoreClosest { point: pair.point + centre, ..pair }
}

/// An upright solid cylinder about the origin.
struct Cylinder {
    radius: f64,
    half_height: f64,
}

impl Solid for Cylinder {
    #[inline(always)]
    fn half_extents(&self) -> DVec3 {
        DVec3::new(self.radius, self.half_height, self.radius)
    }

    fn beyond(&self, point: DVec3) -> DVec3 {
        let from_axis = sqrt_f64(point.x * point.x + point.z * point.z);
        let share = if from_axis > self.radius { (from_axis - self.radius) / from_axis } else { 0.0 };
        let end = point.y.max(-self.half_height).min(self.half_height);
        DVec3::new(point.x * share, point.y - end, point.z * share)
    }

    fn share_nearest(&self, a: DVec3, d: DVec3, [at_start, at_end]: [f64; 2]) -> f64 {
        let slope = |share: f64| self.beyond(a + d * share).dot(d);
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
        for share in self.passes(a, d) {
            if share > 0.0 && share < 1.0 {
                mark(share, slope(share));
            }
        }
        if first > last {
            match self.least_between(a, d, low, high) {
                Some(share) => return share,
                None => (first, last) = (low, high),
            }
        } else {
            // Next to a share without a slope there may be a whole piece without one, up to a share that rounding gave some.
            first = if self.least_between(a, d, low, first).is_none() { low } else { first };
            last = if self.least_between(a, d, last, high).is_none() { high } else { last };
        }
        let length_sq = d.length_sq();
        let foot = if length_sq > 0.0 { -a.dot(d) / length_sq } else { 0.0 };
        let share = if foot > first { foot } else { first };
        if share > last { last } else { share }
    }
}

impl Cylinder {
    /// The closest pair if it is on the face; else the edges that it may be on.
    fn to_face(&self, corners: &[DVec3; 3]) -> Result<CoreClosest, [bool; 3]> {
        let Some(face) = Face::of(corners) else { return Err([true; 3]) };
        let [a, b, c] = *corners;
        let (Face { n, n_sq, .. }, inside) = (face, face.edge_planes(corners));
        let span = |(inward, corner): (DVec3, DVec3)| {
            let aside = sqrt_f64(inward.x * inward.x + inward.z * inward.z);
            let extent = aside * self.radius + inward.y.abs() * self.half_height;
            Span { middle: -inward.dot(corner), extent }
        };
        let spans = [span(inside[0]), span(inside[1]), span(inside[2])];
        let size_sq = 2.0 * self.radius * self.radius + self.half_height * self.half_height;
        let clear = face.clear_height(size_sq + a.length_sq());
        let on_rim = || Err(edges_beside(&spans, clear));
        if spans[0].is_outside(clear) || spans[1].is_outside(clear) || spans[2].is_outside(clear) {
            return on_rim();
        }
        let height = -n.dot(a);
        let up = if height < 0.0 { -n } else { n };
        let level = sqrt_f64(up.x * up.x + up.z * up.z);
        let reach = level * self.radius + up.y.abs() * self.half_height;
        let out = if level > 0.0 { -self.radius / level } else { 0.0 };
        let end = if up.y < 0.0 { self.half_height } else { -self.half_height };
        let lowest = DVec3::new(up.x * out, end, up.z * out);
        if height.abs() <= reach {
            // The line from the lowest to the highest point crosses the plane in the cylinder.
            let point = if reach > 0.0 { lowest * (height.abs() / reach) } else { DVec3::ZERO };
            let is_in_face = inside.iter().all(|(inward, corner)| inward.dot(point - *corner) >= 0.0);
            let pair = CoreClosest { point, on_core: point, distance_sq: 0.0, feature: Feature::Face };
            return if is_in_face { Ok(pair) } else { on_rim() };
        }
        let size = a.abs().max(b.abs()).max(c.abs()).max_element() + self.radius.max(self.half_height);
        let Some(on_core) = self.nearest_over(lowest, (level, up.y.abs()), size, &inside) else {
            return on_rim();
        };
        let gap = height.abs() - reach;
        let point = on_core - up * (up.dot(on_core - a) / n_sq);
        Ok(CoreClosest { point, on_core, distance_sq: gap * gap / n_sq, feature: Feature::Face })
    }

    /// Of the part about `lowest` that is nearest to a plane, the point over the face that is nearest to the middle;
    /// `tilt` is how far the plane's normal leans aside and goes up.
    fn nearest_over(
        &self,
        lowest: DVec3,
        tilt: (f64, f64),
        size: f64,
        inside: &[(DVec3, DVec3); 3],
    ) -> Option<DVec3> {
        let (aside, upward) = tilt;
        let part = if aside < upward && aside * self.radius <= PARALLEL * upward * size {
            Level::Disk(self.radius)
        } else if upward < aside && upward * self.half_height <= PARALLEL * aside * size {
            Level::Side([self.half_height, 0.0])
        } else {
            Level::Side([0.0; 2])
        };
        let (base, axes) = match part {
            Level::Disk(_) => (DVec3::new(0.0, lowest.y, 0.0), [DVec3::X, DVec3::Z]),
            Level::Side([0.0, _]) => (lowest, [DVec3::ZERO; 2]),
            Level::Side(_) => (DVec3::new(lowest.x, 0.0, lowest.z), [DVec3::Y, DVec3::ZERO]),
        };
        let line =
            |(inward, corner): (DVec3, DVec3)| (inward.dot(base - corner), axes.map(|axis| inward.dot(axis)));
        let [u, v] = nearest_over_face(&inside.map(line), &part)?;
        Some(base + axes[0] * u + axes[1] * v)
    }

    /// Where the edge passes the planes of the ends, and the side's surface; NaN, infinity or beyond the edge where it does not.
    ///
    /// The side is passed beside the edge's point nearest to the axis. Seen from there its equation keeps its digits, however
    /// far away the ends of the edge are.
    fn passes(&self, a: DVec3, d: DVec3) -> [f64; 4] {
        let ends = [-self.half_height, self.half_height].map(|end| (end - a.y) / d.y);
        let foot = -(a.x * d.x + a.z * d.z) / (d.x * d.x + d.z * d.z);
        let foot = if foot > 0.0 { foot } else { 0.0 };
        let foot = if foot < 1.0 { foot } else { 1.0 };
        let base = a + d * foot;
        let (square, half, rest) = self.square_from_axis(base, d);
        // Of a line that touches the side rounding may say that it does not.
        let rounding = base.x.abs() + base.z.abs() + self.radius;
        let size = a.x.abs() + a.z.abs() + rounding;
        let root_sq = half * half - square * rest;
        let is_touch = root_sq.abs() <= TOUCHING * (half * half + square * rounding * size);
        let root = if is_touch { 0.0 } else { sqrt_f64(root_sq) };
        // The sum without cancellation, and the other root by their product.
        let larger = if half < 0.0 { root - half } else { -half - root };
        [ends[0], ends[1], foot + larger / square, foot + rest / larger]
    }

    /// The squared distance from the axis less the squared radius, `square t² + 2 half t + rest`.
    fn square_from_axis(&self, a: DVec3, d: DVec3) -> (f64, f64, f64) {
        let square = d.x * d.x + d.z * d.z;
        let half = a.x * d.x + a.z * d.z;
        let from_axis = sqrt_f64(a.x * a.x + a.z * a.z);
        (square, half, (from_axis - self.radius) * (from_axis + self.radius))
    }

    /// The share with the least distance between two that pass nothing; `None` if the distance is constant.
    fn least_between(&self, a: DVec3, d: DVec3, low: f64, high: f64) -> Option<f64> {
        let beyond = self.beyond(a + d * (0.5 * (low + high)));
        let (square, half, _) = self.square_from_axis(a, d);
        let within = |share: f64| {
            let share = if share > low { share } else { low };
            if share < high { share } else { high }
        };
        let end = if beyond.y < 0.0 { -self.half_height } else { self.half_height };
        match (beyond.x != 0.0 || beyond.z != 0.0, beyond.y != 0.0) {
            (false, false) => None,
            (true, false) => (square > 0.0).then(|| within(-half / square)),
            (true, true) if square > 0.0 => Some(self.nearest_to_circle(a, d, low, high)),
            // Of an upright edge the height alone changes.
            (_, true) => (d.y != 0.0).then(|| within((end - a.y) / d.y)),
        }
    }

    /// The zero of the slope between two shares, where the edge passes beside an end and beyond its circle.
    ///
    /// Near the zero each of Newton's steps squares the error, until steps are rounding: there the search ends, since more rounds would
    /// only find where the rounded slope changes its sign.
    fn nearest_to_circle(&self, a: DVec3, d: DVec3, mut low: f64, mut high: f64) -> f64 {
        let along_sq = d.x * d.x + d.z * d.z;
        let shortest = NEAR * self.radius / sqrt_f64(along_sq + d.y * d.y);
        let (mut share, mut before, mut was_good) = (0.5 * (low + high), f64::INFINITY, false);
        for _ in 0..ROUNDS {
            let point = a + d * share;
            let slope = self.beyond(point).dot(d);
            if slope < 0.0 {
                low = share;
            } else if slope > 0.0 {
                high = share;
            } else {
                return share;
            }
            let from_axis = sqrt_f64(point.x * point.x + point.z * point.z);
            let radial = point.x * d.x + point.z * d.z;
            // The side bends the slope by `radius / from_axis` of what is across the direction from the axis.
            let across = along_sq - (radial / from_axis) * (radial / from_axis);
            let rate = along_sq + d.y * d.y - self.radius / from_axis * across;
            let step = slope / rate;
            let next = share - step;
            let is_rounding = was_good && before <= shortest && step.abs() >= 0.5 * before;
            if next == share || is_rounding {
                return share;
            }
            // Newton's steps shorten quickly, or halves are taken.
            let is_good = next > low && next < high && step.abs() < 0.5 * before;
            let next = if is_good { next } else { 0.5 * (low + high) };
            (before, was_good) = (if is_good { step.abs() } else { 0.5 * (high - low) }, is_good);
            if next <= low || next >= high {
                return share;
            }
            share = next;
        }
        share
    }
}

/// Share of a difference's terms below which it is rounding.
const TOUCHING: f64 = 8.0 * f64::EPSILON;

/// Length of a step in radii: after one as short the next is rounding.
const NEAR: f64 = 1e-9;

/// Most rounds of a search: halving alone ends within these.
const ROUNDS: usize = 128;

#[cfg(test)]
mod tests;
