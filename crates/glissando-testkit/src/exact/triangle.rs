//! The squared distance of a point from a triangle in whole numbers, region by region.

use super::Rational;
use super::integer::Whole3;
use dashu_int::{IBig, UBig};

/// A triangle with whole coordinates.
#[derive(Clone, Debug)]
pub(super) struct WholeTriangle {
    corners: [Whole3; 3],
    pub(super) edges: [Whole3; 3],
    pub(super) normal: Whole3,
}

impl WholeTriangle {
    pub(super) fn new(corners: [Whole3; 3]) -> Self {
        let edges: [Whole3; 3] = std::array::from_fn(|i| corners[(i + 1) % 3].minus(&corners[i]));
        let normal = edges[0].cross(&edges[1]);
        Self { corners, edges, normal }
    }

    /// The ways from each corner to `point / q`, times `q`.
    pub(super) fn ways_to(&self, point: &Whole3, q: &IBig) -> [Whole3; 3] {
        std::array::from_fn(|i| point.minus(&self.corners[i].times(q)))
    }

    /// The squared distance of `point / q`, times `q²`.
    pub(super) fn distance_sq(&self, point: &Whole3, q: &IBig) -> Rational {
        let ways = self.ways_to(point, q);
        if self.normal.square() != IBig::ZERO && self.is_over_face(&ways) {
            let height = self.normal.dot(&ways[0]);
            return ratio(&height * &height, self.normal.square());
        }
        let [a, b, c] = std::array::from_fn(|i| self.edge_distance_sq(i, &ways, q));
        a.min(b).min(c)
    }

    /// Whether the foot on the plane lies in the triangle, its border included.
    fn is_over_face(&self, ways: &[Whole3; 3]) -> bool {
        (0..3).all(|i| self.normal.cross(&self.edges[i]).dot(&ways[i]) >= IBig::ZERO)
    }

    fn edge_distance_sq(&self, i: usize, ways: &[Whole3; 3], q: &IBig) -> Rational {
        let edge = &self.edges[i];
        let (square, along) = (edge.square(), edge.dot(&ways[i]));
        if along <= IBig::ZERO {
            ratio(ways[i].square(), IBig::ONE)
        } else if along >= &square * q {
            ratio(ways[(i + 1) % 3].square(), IBig::ONE)
        } else {
            ratio(ways[i].square() * &square - &along * &along, square)
        }
    }
}

/// `a / b` for a positive `b`.
pub(super) fn ratio(a: IBig, b: IBig) -> Rational {
    Rational::from_parts_signed(a, b)
}

/// The numerator and denominator of a fraction.
pub(super) fn split(t: &Rational) -> (IBig, IBig) {
    (t.numerator().clone(), IBig::from(UBig::clone(t.denominator())))
}
