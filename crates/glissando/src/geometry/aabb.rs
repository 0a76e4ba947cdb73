//! Axis-aligned boxes of `f32`, for the trees.

use crate::math::{DVec3, Vec3};

/// A box from `min` to `max`; empty if any `min` is greater than its `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lowest corner.
    pub min: Vec3,
    /// Highest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The empty box.
    pub const EMPTY: Self = Self { min: Vec3::splat(f32::INFINITY), max: Vec3::splat(f32::NEG_INFINITY) };

    /// The smallest box with all these points.
    #[inline]
    pub fn of(points: &[Vec3]) -> Self {
        points.iter().fold(Self::EMPTY, |b, &p| Self { min: b.min.min(p), max: b.max.max(p) })
    }

    /// The smallest `f32` box that holds the `f64` box `min..max`: rounded outward.
    #[inline]
    pub fn outward(min: DVec3, max: DVec3) -> Self {
        let down = |v: f64| if f64::from(v as f32) > v { (v as f32).next_down() } else { v as f32 };
        let up = |v: f64| if f64::from(v as f32) < v { (v as f32).next_up() } else { v as f32 };
        Self {
            min: Vec3::new(down(min.x), down(min.y), down(min.z)),
            max: Vec3::new(up(max.x), up(max.y), up(max.z)),
        }
    }

    /// The smallest box that holds both.
    #[inline(always)]
    pub fn union(self, b: Self) -> Self {
        Self { min: self.min.min(b.min), max: self.max.max(b.max) }
    }

    /// Half the surface area; 0 for an empty box.
    #[inline(always)]
    pub fn half_area(self) -> f32 {
        let d = self.max - self.min;
        if d.x < 0.0 { 0.0 } else { d.x * d.y + d.y * d.z + d.z * d.x }
    }

    /// Whether the box is empty.
    pub fn is_empty(self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y && self.min.z <= self.max.z)
    }

    /// Whether the boxes share a point.
    pub fn overlaps(self, b: Self) -> bool {
        let apart = |lo: f32, hi: f32| lo > hi;
        !(apart(self.min.x, b.max.x)
            || apart(self.min.y, b.max.y)
            || apart(self.min.z, b.max.z)
            || apart(b.min.x, self.max.x)
            || apart(b.min.y, self.max.y)
            || apart(b.min.z, self.max.z))
    }

    /// Whether `b` lies in this box.
    pub fn contains(self, b: Self) -> bool {
        self.union(b) == self
    }

    /// The eight corners.
    pub fn corners(self) -> [Vec3; 8] {
        core::array::from_fn(|i| {
            let pick = |bit: usize, lo: f32, hi: f32| if i & bit == 0 { lo } else { hi };
            Vec3::new(
                pick(1, self.min.x, self.max.x),
                pick(2, self.min.y, self.max.y),
                pick(4, self.min.z, self.max.z),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_outward_never_loses_the_inside() {
        for k in 0..1000 {
            let v = 1.0 / 3.0 + f64::from(k) * 1_234.567_89;
            let b = Aabb::outward(DVec3::splat(-v), DVec3::splat(v));
            assert!(f64::from(b.min.x) <= -v && f64::from(b.max.x) >= v);
            assert!(f64::from(b.max.x) - v <= v * 1.3e-7);
        }
    }
}
