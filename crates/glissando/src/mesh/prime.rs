//! Triangles fit for collision.

use crate::geometry::Aabb;
use crate::math::Vec3;

/// A triangle fit for collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prime {
    /// Welded corners, finite, without `-0`; counter-clockwise seen from the front.
    pub(crate) corners: [Vec3; 3],
    /// Index of the triangle in the soup.
    pub(crate) source: u32,
    /// Its material.
    pub(crate) material: u16,
    /// Whether only the edges and corners are reliable: degenerate triangles and slivers.
    ///
    /// Two or all three edges may have length zero.
    pub(crate) edges_only: bool,
    /// Whether its back does not collide; never with `edges_only`, which has no back.
    pub(crate) one_sided: bool,
    /// Whether it holds only a body entirely in front of it; never with `edges_only`.
    pub(crate) one_way: bool,
}

impl Prime {
    /// The smallest box about it.
    #[cfg(feature = "serde")]
    pub(crate) fn bounds(&self) -> Aabb {
        bounds(self.corners)
    }
}

/// The smallest box about a triangle.
#[inline(always)]
pub(super) fn bounds([a, b, c]: [Vec3; 3]) -> Aabb {
    Aabb { min: a.min(b).min(c), max: a.max(b).max(c) }
}

/// Triangles by their number, which need not be written anywhere before they are read.
pub(super) trait Primes: Sync {
    fn count(&self) -> usize;

    fn prime(&self, number: usize) -> Prime;

    /// Index in the soup.
    fn source(&self, number: usize) -> u32;

    fn material(&self, number: usize) -> u16;

    /// Whether its face holds only what is in front of it.
    fn is_one_way(&self, number: usize) -> bool;

    #[cfg(test)]
    fn iter(&self) -> impl Iterator<Item = Prime> {
        (0..self.count()).map(|number| self.prime(number))
    }
}

impl Primes for [Prime] {
    fn count(&self) -> usize {
        self.len()
    }

    fn prime(&self, number: usize) -> Prime {
        self[number]
    }

    fn source(&self, number: usize) -> u32 {
        self[number].source
    }

    fn material(&self, number: usize) -> u16 {
        self[number].material
    }

    fn is_one_way(&self, number: usize) -> bool {
        self[number].one_way && !self[number].edges_only
    }
}
