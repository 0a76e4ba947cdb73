//! The plane between two bodies, or the depth of their overlap.
//!
//! Scale the roundings of both by one factor until the bodies touch from outside. They are apart if and only if the
//! factor is above one, and the plane of that touch separates them.
//!
//! For two ellipsoids, whose cores are points, this is the contact function of Perram & Wertheim (*Statistical mechanics
//! of hard ellipsoids I*, J. Comput. Phys. 58, 1985). With `A`, `B` the squares of the two roundings and `d` from centre
//! to centre, the normal is `n = (A + ρB)⁻¹ d`, where `ρ` is the only root of `ρ = s_a(n) / s_b(n)`; `s` is the extent
//! of a rounding along `n`. The right side grows with `ρ` and crosses it once, so the root is bracketed and found for
//! needles as well as for spheres.
//!
//! Other cores take their closest points for the centres: the squared factor is the greatest over `ρ`, and the least over
//! the points `c` of the sum of both cores, of one function that is concave in `ρ` and convex in `c`, so the two can
//! be exchanged. For each `ρ` the nearest `c` is that to `d` in the metric `(A + ρB)⁻¹` ([`nearest_to_origin`]), and the
//! same root is searched with `d - c` for `d`. Two capsules have one `ρ`: their plane is that of the closest points of
//! their segments, and its gap is their distance.
//!
//! The result proves itself: whatever `n` is, a positive gap along it *is* a plane between the two.

use super::core_sum::CoreSum;
use crate::geometry::Shape;
use crate::math::{DMat3, DVec3, sqrt_f64};

/// The normal of the plane between two bodies, and their gap along it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parting {
    /// Unit, from the first to the second.
    pub normal: DVec3,
    /// Metres along `normal` between the two: positive is apart, negative is the depth of the overlap.
    ///
    /// Their distance is at least this; it is equal where they touch.
    pub gap: f64,
}

/// A body at a position, with a rounding that is scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The shape.
    pub shape: Shape,
    /// Its centre, metres, world space.
    pub at: DVec3,
    /// The scale of its rounding: 1 plus a skin. Of an ellipsoid, of its radii.
    pub shell: f64,
}

impl Placed {
    /// Its extent from its centre along a unit direction, metres.
    pub fn extent_along(&self, direction: DVec3) -> f64 {
        self.shape.shell_along(self.shell, direction)
    }

    /// Metres between this and another along a unit direction; negative if their extents overlap.
    pub fn gap_along(&self, other: &Self, direction: DVec3) -> f64 {
        direction.dot(other.at - self.at) - (self.extent_along(direction) + other.extent_along(direction))
    }
}

/// The plane between two bodies, or the direction of least overlap.
///
/// "Least" as defined by this module: the direction in which they would part if the roundings of both shrank. For
/// ellipsoids with coinciding centres it is the world axis with the least sum of extents. For cores that meet no such
/// direction exists: it is that of the least overlap among the directions across their edges.
///
/// ```
/// use glissando::crowd::{Placed, parting};
/// use glissando::{DVec3, Shape};
///
/// let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4))?;
/// let [a, b] = [0.0, 2.0].map(|x| Placed { shape, at: DVec3::X * x, shell: 1.0 });
/// let parting = parting(&a, &b);
/// assert!((parting.gap - 1.2).abs() < 1e-9 && (parting.normal - DVec3::X).length() < 1e-9);
/// # Ok::<(), glissando::InputError>(())
/// ```
pub fn parting(a: &Placed, b: &Placed) -> Parting {
    let between = b.at - a.at;
    let cores = CoreSum::new(a, b);
    if cores.is_point() {
        let normal = normal_between(a, b, between, &cores)
            .filter(|n| n.is_finite())
            .or_else(|| between.try_normalize())
            .unwrap_or_else(|| thinnest_axis(a, b));
        return Parting { normal, gap: a.gap_along(b, normal) };
    }
    let gap_along = |normal| Parting { normal, gap: a.gap_along(b, normal) };
    let found = normal_between(a, b, between, &cores).filter(|n| n.is_finite()).map(gap_along);
    let Some(found) = found else {
        let wider = |best: Parting, other: Parting| if other.gap > best.gap { other } else { best };
        let towards = |n: DVec3| if n.dot(between) < 0.0 { -n } else { n };
        let upright = gap_along(towards(DVec3::Y));
        return cores.directions_across(between).map(towards).map(gap_along).fold(upright, wider);
    };
    // The closest points may be inside of the edges: rounding leaves the normal a little aslant, which a long edge
    // multiplies by its length.
    let upright = cores.squared(found.normal).map(gap_along).filter(|upright| upright.gap > found.gap);
    upright.unwrap_or(found)
}

/// Most rounds; one to five are usual, a needle's tip takes dozens.
const ROUNDS: usize = 64;

/// The root is accurate enough when the two sides differ by this fraction.
const SAME_RATIO: f64 = 1e-13;

/// The unit normal of the touch; `None` where the centres coincide, the cores meet or numbers overflow.
fn normal_between(a: &Placed, b: &Placed, between: DVec3, cores: &CoreSum) -> Option<DVec3> {
    // A space where the first is the unit sphere and the second's axes are the coordinate axes.
    let unit = a.shape.unit_from_world();
    let (axes, radii) = principal_axes(unit * b.shape.world_from_unit());
    let radii = radii * (b.shell / a.shell);
    let to_axes = axes.transpose();
    let towards = to_axes * (unit * between);
    let cores = cores.mapped(|edge| to_axes * (unit * edge));
    let (mut low, mut high) = (1.0 / radii.max_element(), 1.0 / radii.min_element());
    let (mut over_low, mut over_high) = (0.0, 0.0);
    let mut ratio = sqrt_f64(low * high);
    let mut normal = DVec3::ZERO;
    for round in 0..ROUNDS {
        normal = cores.normal_at(towards, weights_at(radii, ratio));
        if normal == DVec3::ZERO {
            return None;
        }
        let reached = normal.length() / radii.scale(normal).length();
        let over = reached - ratio;
        if over.abs() <= SAME_RATIO * ratio {
            break;
        }
        if over > 0.0 {
            (low, over_low) = (ratio, over);
        } else {
            (high, over_high) = (ratio, over);
        }
        // Alternates the geometric middle of the bracket and its chord; before there is a bracket, the fixed-point
        // step.
        let next = match (round % 2 == 1, over_low > 0.0 && over_high < 0.0) {
            (true, _) => sqrt_f64(low * high),
            (false, true) => low + (high - low) * (over_low / (over_low - over_high)),
            (false, false) => reached,
        };
        ratio = if next > low && next < high { next } else { sqrt_f64(low * high) };
    }
    (unit.transpose() * (axes * normal)).try_normalize()
}

/// The diagonal of `(1 + ratio·r²)⁻¹`.
fn weights_at(radii: DVec3, ratio: f64) -> DVec3 {
    DVec3::from(radii.scale(radii).to_array().map(|square| 1.0 / (1.0 + ratio * square)))
}

/// Axes (columns) and radii of the image of the unit sphere under a map.
///
/// One-sided rotations (Hestenes 1958) of the rows: small radii keep their digits beside large ones.
fn principal_axes(map: DMat3) -> (DMat3, DVec3) {
    let mut rows = map.rows();
    let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for _ in 0..TURNS {
        let mut is_done = true;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (pp, qq, pq) = (rows[p].length_sq(), rows[q].length_sq(), rows[p].dot(rows[q]));
            if pq * pq <= SQUARE * SQUARE * pp * qq {
                continue;
            }
            is_done = false;
            let half = (qq - pp) / (2.0 * pq);
            let size = half.abs() + sqrt_f64(1.0 + half * half);
            let tangent = if half < 0.0 { -1.0 / size } else { 1.0 / size };
            let cosine = 1.0 / sqrt_f64(1.0 + tangent * tangent);
            let sine = cosine * tangent;
            for list in [&mut rows, &mut axes] {
                let (u, v) = (list[p], list[q]);
                (list[p], list[q]) = (u * cosine - v * sine, u * sine + v * cosine);
            }
        }
        if is_done {
            break;
        }
    }
    let radii = DVec3::new(rows[0].length(), rows[1].length(), rows[2].length());
    (DMat3::from_cols(axes[0], axes[1], axes[2]), radii)
}

/// Most sweeps of rotations; four or five are usual.
const TURNS: usize = 16;

/// Two rows are perpendicular when their cosine is below this.
const SQUARE: f64 = 1e-15;

/// The world axis with the least sum of extents.
fn thinnest_axis(a: &Placed, b: &Placed) -> DVec3 {
    let reach = |axis: DVec3| a.extent_along(axis) + b.extent_along(axis);
    let thinner = |best: DVec3, axis: DVec3| if reach(axis) < reach(best) { axis } else { best };
    [DVec3::Y, DVec3::Z].into_iter().fold(DVec3::X, thinner)
}
