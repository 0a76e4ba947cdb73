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

use super::frame::{Body, Frame};
use crate::geometry::Shape;
use crate::math::{DVec3, sqrt_f64};

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

/// How far a body reaches along a unit direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Metres from its centre to its shell.
    pub(super) extent: f64,
    /// Metres that one more radius adds.
    pub(super) rounding: f64,
}

/// A direction between two bodies: a [`Parting`], with what both reach along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    /// Unit, from the first to the second.
    pub(super) normal: DVec3,
    /// Metres between the two along it.
    pub(super) gap: f64,
    pub(super) depths: [Depth; 2],
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
    let bodies = [a, b].map(|Placed { shape, shell, .. }| Body { shape, shell: *shell });
    let Apart { normal, gap, .. } = Frame::new(bodies).parting(bodies, b.at - a.at);
    Parting { normal, gap }
}

impl Frame {
    /// [`parting`] of two bodies, `between` from the first one's centre to the second's.
    pub(super) fn parting(&self, bodies: [Body; 2], between: DVec3) -> Apart {
        if self.cores.is_point() {
            return self.along(bodies, between, self.normal_of_points(bodies, between));
        }
        self.parting_of_cores(bodies, between)
    }

    /// The same where a core is more than a point.
    #[inline(never)]
    fn parting_of_cores(&self, bodies: [Body; 2], between: DVec3) -> Apart {
        let (gap_along, cores) = (|normal| self.along(bodies, between, normal), &self.cores);
        let found = self.normal_between(between).filter(|n| n.is_finite()).map(gap_along);
        let Some(found) = found else {
            let wider = |best: Apart, other: Apart| if other.gap > best.gap { other } else { best };
            let towards = |n: DVec3| if n.dot(between) < 0.0 { -n } else { n };
            let upright = gap_along(towards(DVec3::Y));
            return cores.directions_across(between).map(towards).map(gap_along).fold(upright, wider);
        };
        // The closest points may be inside of the edges: rounding leaves the normal a little aslant, which a long edge
        // multiplies by its length.
        let upright = cores.squared(found.normal).map(gap_along).filter(|upright| upright.gap > found.gap);
        upright.unwrap_or(found)
    }

    /// Two bodies along a unit direction, `between` from the first one's centre to the second's; the gap is negative if their
    /// extents overlap.
    #[inline(always)]
    pub(super) fn along(&self, [a, b]: [Body; 2], between: DVec3, normal: DVec3) -> Apart {
        let depth = a.depth_along(normal, self.are_upright);
        let depths = [depth, if self.is_of_twins { depth } else { b.depth_along(normal, self.are_upright) }];
        Apart { normal, gap: normal.dot(between) - (depths[0].extent + depths[1].extent), depths }
    }

    /// The normal of [`Frame::parting`].
    pub(super) fn normal(&self, bodies: [Body; 2], between: DVec3) -> DVec3 {
        if self.cores.is_point() {
            self.normal_of_points(bodies, between)
        } else {
            self.parting(bodies, between).normal
        }
    }

    /// The same where both cores are points.
    #[inline(always)]
    fn normal_of_points(&self, bodies: [Body; 2], between: DVec3) -> DVec3 {
        if self.is_known_ratio
            && let Some(normal) = self.normal_at_ratio(between).try_normalize()
        {
            return normal;
        }
        self.normal_between(between)
            .filter(|n| n.is_finite())
            .or_else(|| between.try_normalize())
            .unwrap_or_else(|| thinnest_axis(bodies))
    }

    /// The normal of the touch of two roundings of a known ratio, of any length.
    #[inline(always)]
    fn normal_at_ratio(&self, between: DVec3) -> DVec3 {
        let scaled = |v: DVec3| self.inverse_radii.scale(v);
        let normal = scaled(scaled(between).scale(self.weights));
        // The maps add products with zero, which only a negative zero tells from none.
        let is_negative_zero = |c: f64| c.to_bits() == (-0.0_f64).to_bits();
        let has_one = is_negative_zero(normal.x) | is_negative_zero(normal.y) | is_negative_zero(normal.z);
        if self.is_aligned && !has_one {
            return normal;
        }
        self.back(self.towards(between).scale(self.weights))
    }

    /// The unit normal of the touch; `None` where the centres coincide, the cores meet or numbers overflow.
    fn normal_between(&self, between: DVec3) -> Option<DVec3> {
        let Self { unit_cores, radii, .. } = self;
        let towards = self.towards(between);
        if self.is_known_ratio {
            let normal = unit_cores.normal_at(towards, self.weights);
            return (normal != DVec3::ZERO).then(|| self.back(normal).try_normalize()).flatten();
        }
        let (mut low, mut high) = self.bracket;
        let (mut over_low, mut over_high) = (0.0, 0.0);
        let (mut ratio, mut weights) = (self.guess, self.weights);
        let mut normal = DVec3::ZERO;
        for round in 0..ROUNDS {
            normal = unit_cores.normal_at(towards, weights);
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
            weights = weights_at(*radii, ratio);
        }
        self.back(normal).try_normalize()
    }

    /// A way between the centres in the space where the second's axes are the coordinate axes.
    #[inline(always)]
    fn towards(&self, between: DVec3) -> DVec3 {
        let way = self.unit * between;
        // Where both maps scale along the axes, not even a zero's sign is changed by the identity.
        if self.is_aligned { way } else { self.to_axes * way }
    }

    /// A normal in that space as one in the world, of any length.
    #[inline(always)]
    fn back(&self, normal: DVec3) -> DVec3 {
        self.unit.transpose() * if self.is_aligned { normal } else { self.axes * normal }
    }
}

/// Most rounds; one to five are usual, a needle's tip takes dozens.
const ROUNDS: usize = 64;

/// The root is accurate enough when the two sides differ by this fraction.
const SAME_RATIO: f64 = 1e-13;

/// The diagonal of `(1 + ratio·r²)⁻¹`.
pub(super) fn weights_at(radii: DVec3, ratio: f64) -> DVec3 {
    DVec3::from(radii.scale(radii).to_array().map(|square| 1.0 / (1.0 + ratio * square)))
}

/// The world axis with the least sum of extents.
fn thinnest_axis([a, b]: [Body; 2]) -> DVec3 {
    let reach = |axis: DVec3| a.extent_along(axis) + b.extent_along(axis);
    let thinner = |best: DVec3, axis: DVec3| if reach(axis) < reach(best) { axis } else { best };
    [DVec3::Y, DVec3::Z].into_iter().fold(DVec3::X, thinner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{DQuat, DVec3};
    use crate::random::Numbers;

    fn bits(apart: &Apart) -> [u64; 6] {
        let [one, other] =
            apart.depths.map(|depth| depth.extent.to_bits() ^ depth.rounding.to_bits().rotate_left(7));
        let [x, y, z] = apart.normal.to_array().map(f64::to_bits);
        [x, y, z, apart.gap.to_bits(), one, other]
    }

    #[test]
    fn upright_bodies_part_as_turned_ones_to_the_bit() {
        let mut numbers = Numbers::new();
        let ellipsoid = |x, y, z| Shape::upright_ellipsoid(DVec3::new(x, y, z)).unwrap();
        let shapes = [ellipsoid(0.4, 0.9, 0.4), ellipsoid(0.8, 1.8, 0.8), ellipsoid(0.3, 0.7, 0.5)];
        let capsule = Shape::capsule(0.4, 0.5, DQuat::IDENTITY).unwrap();
        for (one, other) in [(0, 0), (0, 1), (0, 2), (2, 1), (3, 3), (0, 3)] {
            let [a, b] =
                [one, other].map(|index| Body { shape: shapes.get(index).unwrap_or(&capsule), shell: 1.005 });
            let fast = Frame::new([a, b]);
            let slow = Frame { is_aligned: false, are_upright: false, ..fast.clone() };
            assert!(fast.are_upright);
            for case in 0..20_000_u32 {
                // Some components are zeros, of either sign.
                let [x, y, z] = numbers.vector(2.0).to_array();
                let sparse =
                    |component: f64, bit: u32| if case >> bit & 1 == 0 { component } else { 0.0 * component };
                let between = DVec3::new(sparse(x, 0), sparse(y, 1), sparse(z, 2));
                let [fast, slow] = [&fast, &slow].map(|frame| bits(&frame.parting([a, b], between)));
                assert_eq!(fast, slow, "{one} {other} {between:?}");
            }
        }
    }
}
