//! Half of a segment, as a vector from its centre: any, or an upright one, for which most products are zero.

use crate::math::DVec3;

/// From a segment's centre to its end.
pub(crate) trait HalfSegment: Copy {
    /// Scalar product with a vector.
    fn dot(self, v: DVec3) -> f64;

    /// A point of the segment with this centre, in half lengths from there.
    fn at(self, centre: DVec3, share: f64) -> DVec3;

    /// Vector product with a vector.
    fn cross(self, v: DVec3) -> DVec3;

    /// Scalar product of a vector with a result of `cross`.
    fn dot_cross(v: DVec3, cross: DVec3) -> f64;

    /// Squared length.
    fn length_sq(self) -> f64;

    /// The end, in half lengths from the centre, that is closest to a triangle, where that is clear beyond any rounding.
    fn nearest_end(self, centre: DVec3, corners: &[DVec3; 3]) -> Option<f64>;
}

/// Share of the size of all by which a height counts as clear of rounding.
const CLEARLY: f64 = 1e-6;

impl HalfSegment for DVec3 {
    #[inline(always)]
    fn dot(self, v: DVec3) -> f64 {
        v.dot(self)
    }

    #[inline(always)]
    fn at(self, centre: DVec3, share: f64) -> DVec3 {
        centre + self * share
    }

    #[inline(always)]
    fn cross(self, v: DVec3) -> DVec3 {
        Self::cross(self, v)
    }

    #[inline(always)]
    fn dot_cross(v: DVec3, cross: DVec3) -> f64 {
        v.dot(cross)
    }

    #[inline(always)]
    fn length_sq(self) -> f64 {
        Self::length_sq(self)
    }

    #[inline(always)]
    fn nearest_end(self, _: DVec3, _: &[DVec3; 3]) -> Option<f64> {
        None
    }
}

/// Half of a segment along Y, by its length: the same numbers with fewer operations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Upright(pub(crate) f64);

impl HalfSegment for Upright {
    #[inline(always)]
    fn dot(self, v: DVec3) -> f64 {
        v.y * self.0
    }

    #[inline(always)]
    fn at(self, centre: DVec3, share: f64) -> DVec3 {
        DVec3::new(centre.x, centre.y + self.0 * share, centre.z)
    }

    #[inline(always)]
    fn cross(self, v: DVec3) -> DVec3 {
        DVec3::new(self.0 * v.z, 0.0, -(self.0 * v.x))
    }

    #[inline(always)]
    fn dot_cross(v: DVec3, cross: DVec3) -> f64 {
        v.x * cross.x + v.z * cross.z
    }

    #[inline(always)]
    fn length_sq(self) -> f64 {
        self.0 * self.0
    }

    /// Of what is below all of the segment the lower end is closest, of what is above it the upper; without length there are no
    /// ends.
    #[inline(always)]
    fn nearest_end(self, centre: DVec3, corners: &[DVec3; 3]) -> Option<f64> {
        let [a, b, c] = corners.map(|corner| corner - centre);
        let size = a.abs().max(b.abs()).max(c.abs()).max_element();
        let clear = self.0 + CLEARLY * size;
        if self.0 <= 0.0 {
            None
        } else if a.y < -clear && b.y < -clear && c.y < -clear {
            Some(-1.0)
        } else if a.y > clear && b.y > clear && c.y > clear {
            Some(1.0)
        } else {
            None
        }
    }
}
