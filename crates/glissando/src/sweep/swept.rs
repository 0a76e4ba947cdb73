//! A triangle at which a sweep looks from several places: for ellipsoids and capsules its planes are computed once.

use super::separation::{Separation, Target, UnitTriangle};
use crate::geometry::Face;
use crate::math::DVec3;

/// A triangle with its planes.
pub(super) struct Swept<'a> {
    triangle: &'a UnitTriangle,
    /// `None` without area, and for cores that have other ways.
    pub(super) face: Option<Face>,
}

impl<'a> Swept<'a> {
    #[inline(always)]
    pub(super) fn new(triangle: &'a UnitTriangle) -> Self {
        Self { triangle, face: triangle.face() }
    }
}

impl Target for Swept<'_> {
    fn separation(&self, centre: DVec3, towards: DVec3) -> Separation {
        self.triangle.separation_at(&self.triangle.closest_by(centre, &self.face), centre, towards)
    }

    fn size(&self) -> f64 {
        self.triangle.size()
    }
}
