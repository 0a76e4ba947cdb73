//! The contacts of a body with flat sides, without those that a face below the middle of a side hides.
//!
//! A flat bottom meets dozens of triangles of a floor, and one of them is its contact: the one below its middle. Those beside it
//! wait until it is met, and need not be measured then.

use super::query::Candidate;
use crate::collide::Contact;
use crate::geometry::Core;
use crate::math::DVec3;
use crate::slide::{MiddleFace, is_beside_middle};
use crate::sweep::unit_space::UnitSpace;
use alloc::vec::Vec;

/// Most triangles that wait; what is met after them is measured at once.
const WAITING: usize = 16;

/// A gathering about a centre in the world, within so many radii.
pub(super) struct FlatSides<'a> {
    space: &'a UnitSpace,
    about: (DVec3, f64),
    core: Core,
    /// The first face below the middle.
    middle: Option<MiddleFace>,
    waiting: [Option<Candidate<'a>>; WAITING],
    count: usize,
}

impl<'a> FlatSides<'a> {
    pub(super) fn new(space: &'a UnitSpace, about: (DVec3, f64)) -> Self {
        Self { space, about, core: space.core(), middle: None, waiting: [None; WAITING], count: 0 }
    }

    /// Adds the contact of a triangle, unless it is hidden or may be.
    // Not inlined: it would be built for each kind of cache and of instructions.
    #[inline(never)]
    pub(super) fn meet(&mut self, candidate: &Candidate<'a>, found: &mut Vec<Contact>) {
        if self.is_hidden(candidate) {
            return;
        }
        let may_wait = self.middle.is_none() && self.count < WAITING;
        if may_wait && is_beside_middle(&candidate.triangle.corners, &self.core) {
            self.waiting[self.count] = Some(*candidate);
            self.count += 1;
            return;
        }
        candidate.add(self.space, self.about, found);
        if self.middle.is_none() {
            self.middle = found.last().and_then(MiddleFace::of);
        }
    }

    /// Adds the contacts of those that wait and are not hidden.
    pub(super) fn finish(&self, found: &mut Vec<Contact>) {
        for candidate in self.waiting[..self.count].iter().flatten() {
            if !self.is_hidden(candidate) {
                candidate.add(self.space, self.about, found);
            }
        }
    }

    fn is_hidden(&self, candidate: &Candidate<'_>) -> bool {
        let corners = &candidate.triangle.corners;
        self.middle.as_ref().is_some_and(|face| face.hides(corners, || candidate.surface()))
    }
}
