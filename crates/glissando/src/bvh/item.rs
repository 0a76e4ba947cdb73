//! A box during the build of a tree, laid out for the vector unit: one register of eight lanes.
//!
//! The highs are negated, so that a union is one minimum. The fourth lane holds the index of the box, so that sorting moves only
//! 32 bytes.

use crate::geometry::Aabb;
use crate::simd::{F8, Quad};

/// Gives the index's bits the exponent of an ordinary `f32`: arithmetic with them is harmless and never slow.
const ORDINARY: u32 = 0x4000_0000;

/// The lows of a box, its index, its highs with the other sign, and nothing.
///
/// None is -0: of two equal numbers a minimum may be either.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Item([f32; 8]);

impl Item {
    pub(super) const EMPTY: Self = Self([f32::INFINITY; 8]);

    /// `number` is below 2^29.
    #[inline(always)]
    pub(crate) fn new(bounds: Aabb, number: u32) -> Self {
        let ([x, y, z], [u, v, w]) = (bounds.min.to_array(), bounds.max.to_array());
        let number = f32::from_bits(number | ORDINARY);
        Self([x + 0.0, y + 0.0, z + 0.0, number, 0.0 - u, 0.0 - v, 0.0 - w, 0.0])
    }

    #[inline(always)]
    pub(super) fn number(&self) -> u32 {
        self.0[3].to_bits() & !ORDINARY
    }

    #[inline(always)]
    pub(super) fn load<F: F8>(&self) -> F {
        F::load(&self.0)
    }

    #[inline(always)]
    pub(super) fn of<F: F8>(lanes: F) -> Self {
        Self(lanes.to_array())
    }

    /// Twice the centre along all axes; the fourth lane is an ordinary number.
    #[inline(always)]
    pub(super) fn centres(&self) -> Quad {
        let (halves, _) = self.0.as_chunks();
        Quad::load(&halves[0]) - Quad::load(&halves[1])
    }

    /// Twice the centre along an axis.
    #[inline(always)]
    pub(super) fn twice_centre(&self, axis: usize) -> f32 {
        self.0[axis & 3] - self.0[axis & 3 | 4]
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> Aabb {
        let [x, y, z, _, u, v, w, _] = self.0;
        Aabb { min: [x, y, z].into(), max: [0.0 - u, 0.0 - v, 0.0 - w].into() }
    }

    /// The sizes along all axes of a non-empty box, with the other sign.
    #[inline(always)]
    pub(super) fn sizes(&self) -> [f32; 3] {
        let (halves, _) = self.0.as_chunks();
        let [x, y, z, _] = (Quad::load(&halves[0]) + Quad::load(&halves[1])).to_array();
        [x, y, z]
    }
}
