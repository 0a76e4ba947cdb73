//! The planes of a triangle: its own, and those through its edges.
//!
//! They tell where the closest pair of a core and the triangle can be: within an edge only if part of the core is beyond
//! that edge's plane, since the way from a closest point within an edge to the core leads out over it (Karush-Kuhn-Tucker).

use crate::math::DVec3;
use crate::tolerance;

/// The planes of a triangle with an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// Twice the area as a vector.
    pub(crate) n: DVec3,
    pub(crate) n_sq: f64,
    /// For each edge the inward normal of its plane.
    pub(super) inside: [DVec3; 3],
    /// Squared length of the longest edge.
    longest_sq: f64,
}

/// Where a core is relative to an edge's plane: the height of its centre, and how far it goes from there.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) middle: f64,
    pub(super) extent: f64,
}

impl Face {
    /// `None` for a triangle without area: it counts as its edges.
    #[inline(always)]
    pub(crate) fn of(corners: &[DVec3; 3]) -> Option<Self> {
        let [a, b, c] = *corners;
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let n = ca.cross(ab);
        let n_sq = n.length_sq();
        let longest_sq = DVec3::new(ab.length_sq(), bc.length_sq(), ca.length_sq()).max_element();
        let flat = tolerance::FLAT_TRIANGLE * longest_sq;
        if n_sq <= flat * flat {
            return None;
        }
        Some(Self { n, n_sq, inside: [n.cross(ab), n.cross(bc), n.cross(ca)], longest_sq })
    }

    /// For each edge the inward normal of its plane, and its first corner.
    #[inline(always)]
    pub(super) fn edge_planes(&self, [a, b, c]: &[DVec3; 3]) -> [(DVec3, DVec3); 3] {
        let [ab, bc, ca] = self.inside;
        [(ab, *a), (bc, *b), (ca, *c)]
    }

    /// The height over an edge's plane from which a core is inside of it beyond any rounding.
    ///
    /// `size_sq` is the squared size of the core, its place and a corner. At that height the closest edge is nearer by so much that no
    /// rounding hides it: the height times that of the triangle is more than a share of the squared size of all.
    #[inline(always)]
    pub(super) fn clear_height(&self, size_sq: f64) -> f64 {
        CLEARLY * (size_sq + self.longest_sq) * self.longest_sq
    }
}

impl Span {
    /// Whether no part of the core is beyond the plane: nothing within the edge is closest.
    #[inline(always)]
    pub(super) fn is_inside(self, clear: f64) -> bool {
        self.middle - self.extent > clear
    }

    /// Whether all of the core is beyond the plane: no part of it is over the face.
    #[inline(always)]
    pub(super) fn is_outside(self, clear: f64) -> bool {
        self.middle + self.extent < -clear
    }
}

/// The edges that may be closest to a core. A closest corner is on one of them too.
#[inline(always)]
pub(super) fn edges_beside(spans: &[Span; 3], clear: f64) -> [bool; 3] {
    let beside = [!spans[0].is_inside(clear), !spans[1].is_inside(clear), !spans[2].is_inside(clear)];
    // Over the face the pair is on it; only rounding can say otherwise.
    if beside == [false; 3] { [true; 3] } else { beside }
}

/// Share of the squared size by which a height times the triangle's counts as clear of rounding.
const CLEARLY: f64 = 1e-5;
