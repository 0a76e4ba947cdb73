//! A box during the build of a tree, laid out for the vector unit.
//!
//! Lows and highs fill four lanes each; the fourth holds the index of the box, so that sorting moves only 32 bytes.

use crate::geometry::Aabb;

/// Gives the index's bits the exponent of an ordinary `f32`: arithmetic with them is harmless and never slow.
const ORDINARY: u32 = 0x4000_0000;

/// A box, and in [`Item::low`]'s fourth lane its index.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Item {
    low: [f32; 4],
    high: [f32; 4],
}

impl Item {
    pub(super) const EMPTY: Self = Self { low: [f32::INFINITY; 4], high: [f32::NEG_INFINITY; 4] };

    /// `number` is below 2^29.
    #[inline(always)]
    pub(super) fn new(bounds: Aabb, number: u32) -> Self {
        let ([x, y, z], [u, v, w]) = (bounds.min.to_array(), bounds.max.to_array());
        Self { low: [x, y, z, f32::from_bits(number | ORDINARY)], high: [u, v, w, 0.0] }
    }

    #[inline(always)]
    pub(super) fn number(&self) -> u32 {
        self.low[3].to_bits() & !ORDINARY
    }

    /// The bounding box of both; it has no index.
    #[inline(always)]
    pub(super) fn union(&self, b: &Self) -> Self {
        Self { low: least(self.low, b.low), high: most(self.high, b.high) }
    }

    /// Twice the centre along all axes; the fourth lane is unused.
    #[inline(always)]
    pub(super) fn centres(&self) -> [f32; 4] {
        let (a, b) = (self.low, self.high);
        [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
    }

    /// Twice the centre along an axis.
    #[inline(always)]
    pub(super) fn twice_centre(&self, axis: usize) -> f32 {
        self.low[axis] + self.high[axis]
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> Aabb {
        let ([x, y, z, _], [u, v, w, _]) = (self.low, self.high);
        Aabb { min: [x, y, z].into(), max: [u, v, w].into() }
    }

    /// Half the surface area of a non-empty box.
    #[inline(always)]
    pub(super) fn half_area(&self) -> f32 {
        let (a, b) = (self.low, self.high);
        let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        d[0] * (d[1] + d[2]) + d[1] * d[2]
    }
}

#[inline(always)]
pub(super) fn least(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let pick = |a: f32, b: f32| if b < a { b } else { a };
    [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2]), pick(a[3], b[3])]
}

#[inline(always)]
pub(super) fn most(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let pick = |a: f32, b: f32| if b > a { b } else { a };
    [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2]), pick(a[3], b[3])]
}
