//! Are two ellipsoids apart, and which plane shows it?
//!
//! Blow both up about their centres by one factor until they touch from outside. They are apart if and only if
//! the factor is above one, and the plane of that touch separates them (Perram & Wertheim, *Statistical
//! mechanics of hard ellipsoids I*, J. Comput. Phys. 58, 1985). With `A`, `B` the squares of the two shapes
//! and `d` from centre to centre, the normal is `n = (A + ρB)⁻¹ d`, where `ρ` is the one root of
//! `ρ = s_a(n) / s_b(n)`; `s` is how far a shape reaches along `n`. The right side grows with `ρ` and crosses
//! it once, so the root is bracketed and found for needles as well as for balls.
//!
//! The answer carries its own proof: whatever `n` is, a positive gap along it *is* a plane between the two.

use crate::geometry::Ellipsoid;
use crate::math::{DMat3, DVec3, sqrt_f64};

/// How two ellipsoids lie to each other along the normal of the plane between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parting {
    /// Unit, from the first to the second.
    pub normal: DVec3,
    /// Metres along `normal` between the two: positive is apart, negative is how deep they overlap.
    ///
    /// Their distance is at least this; the two are equal where they touch.
    pub gap: f64,
}

/// An ellipsoid at a place, scaled about its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The shape.
    pub shape: Ellipsoid,
    /// Its centre, metres, world space.
    pub at: DVec3,
    /// How many of its radii it counts for: 1 plus a skin.
    pub shell: f64,
}

impl Placed {
    /// How far it reaches from its centre along a unit direction, in metres.
    pub fn extent_along(&self, direction: DVec3) -> f64 {
        self.shape.extent_along(direction) * self.shell
    }

    /// Metres between this and another along a unit direction; negative if they overlap in it.
    pub fn gap_along(&self, other: &Self, direction: DVec3) -> f64 {
        direction.dot(other.at - self.at) - (self.extent_along(direction) + other.extent_along(direction))
    }
}

/// The plane between two ellipsoids, or the direction in which they overlap least.
///
/// "Least" in the sense of the module: the direction in which they would part if both shrank about their
/// centres. For one centre upon the other it is the axis of the world along which both reach least.
pub fn parting(a: &Placed, b: &Placed) -> Parting {
    let between = b.at - a.at;
    let normal = normal_between(a, b, between)
        .filter(|n| n.is_finite())
        .or_else(|| between.try_normalize())
        .unwrap_or_else(|| thinnest_axis(a, b));
    Parting { normal, gap: a.gap_along(b, normal) }
}

/// Rounds at most; some five are usual, a needle's tip takes a dozen.
const ROUNDS: usize = 48;

/// The root is known well enough when the two sides differ by this share.
const SAME_RATIO: f64 = 1e-13;

/// The unit normal of the touch; `None` where the centres coincide or numbers ran out.
fn normal_between(a: &Placed, b: &Placed, between: DVec3) -> Option<DVec3> {
    // In the space where the first is the unit sphere the squares are well conditioned for like shapes.
    let unit = a.shape.unit_from_world();
    let shape = unit * b.shape.world_from_unit();
    let scale = b.shell / a.shell;
    let second = Second { squares: square(shape, scale), transposed: shape.transpose(), scale };
    let towards = unit * between;
    let (ra, rb) = (a.shape, b.shape);
    let mut low = ra.smallest_radius() / (rb.largest_radius() * scale);
    let mut high = ra.largest_radius() / (rb.smallest_radius() * scale);
    let (mut over_low, mut over_high) = (0.0, 0.0);
    let mut ratio = sqrt_f64(low * high);
    let mut normal = DVec3::ZERO;
    for round in 0..ROUNDS {
        let (n, reached) = second.normal_at(towards, ratio)?;
        normal = n;
        let over = reached - ratio;
        if over.abs() <= SAME_RATIO * ratio {
            break;
        }
        if over > 0.0 {
            (low, over_low) = (ratio, over);
        } else {
            (high, over_high) = (ratio, over);
        }
        // The bracket's chord, every third time its geometric middle; at first what the ratio led to.
        let chord = low + (high - low) * (over_low / (over_low - over_high));
        let next = match (over_low > 0.0 && over_high < 0.0, round % 3) {
            (true, 2) => sqrt_f64(low * high),
            (true, _) => chord,
            (false, _) => reached,
        };
        let next = if next > low && next < high { next } else { sqrt_f64(low * high) };
        if next == ratio || !(next > low && next < high) {
            break;
        }
        ratio = next;
    }
    (unit.transpose() * normal).try_normalize()
}

/// The second ellipsoid, seen from where the first is the unit sphere.
struct Second {
    squares: DMat3,
    transposed: DMat3,
    scale: f64,
}

impl Second {
    /// The normal for a ratio, and the ratio of the extents along it.
    fn normal_at(&self, towards: DVec3, ratio: f64) -> Option<(DVec3, f64)> {
        let s = self.squares;
        let sum = DMat3::from_cols(
            s.x_axis * ratio + DVec3::X,
            s.y_axis * ratio + DVec3::Y,
            s.z_axis * ratio + DVec3::Z,
        );
        let normal = (sum.try_inverse()? * towards).try_normalize()?;
        Some((normal, 1.0 / ((self.transposed * normal).length() * self.scale)))
    }
}

/// `(scale·m)(scale·m)ᵀ`.
fn square(m: DMat3, scale: f64) -> DMat3 {
    let s = m * m.transpose();
    let k = scale * scale;
    DMat3::from_cols(s.x_axis * k, s.y_axis * k, s.z_axis * k)
}

/// The axis of the world along which the two reach least.
fn thinnest_axis(a: &Placed, b: &Placed) -> DVec3 {
    let reach = |axis: DVec3| a.extent_along(axis) + b.extent_along(axis);
    let thinner = |best: DVec3, axis: DVec3| if reach(axis) < reach(best) { axis } else { best };
    [DVec3::Y, DVec3::Z].into_iter().fold(DVec3::X, thinner)
}
