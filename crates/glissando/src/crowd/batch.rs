//! Batches of members, and the memory of one thread.

use super::behind_planes::Planes;
use super::own_step::Named;
use super::press::Answering;
use crate::character::{Memory, Own, Scratch};
use crate::slide::SlideBuffer;
use crate::trace::Listener;
use alloc::vec::Vec;

/// Members in a batch of own steps: enough that distributing a batch costs nothing, few enough that threads end together.
pub(super) const BATCH: usize = 32;

/// The number of those batches for so many members.
pub(super) const fn batches_of(members: usize) -> usize {
    members.div_ceil(BATCH)
}

/// Members or pairs in a batch of a pass, which does less for each.
pub(super) const PASS_BATCH: usize = 128;

/// Members in a batch of slides.
pub(super) const SLIDE_BATCH: usize = 16;

/// Working memory of one thread. No result depends on what it was used for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lane {
    pub(super) planes: Planes,
    pub(super) buffer: SlideBuffer,
    pub(super) answering: Answering,
    pub(super) character: Scratch,
    pub(crate) memory: Memory,
    pub(super) listener: Listener,
    /// The members that the one at hand could meet, if there are many.
    pub(super) names: Vec<Named>,
}

/// What the members of one batch remember of the world: a part of what all do.
pub(super) struct OwnPart<'a> {
    own: &'a mut [Own],
    /// The number of the first.
    first: usize,
}

impl OwnPart<'_> {
    /// What the member with this number remembers.
    pub(super) fn get(&mut self, number: usize) -> Option<&mut Own> {
        self.own.get_mut(number.checked_sub(self.first)?)
    }
}

/// Cuts what all members remember into parts, in ascending order.
pub(super) struct OwnParts<'a> {
    rest: &'a mut [Own],
    passed: usize,
}

impl<'a> OwnParts<'a> {
    pub(super) const fn new(own: &'a mut [Own]) -> Self {
        Self { rest: own, passed: 0 }
    }

    /// The part up to the number of the last of some members; those numbers rise from part to part.
    pub(super) fn take(&mut self, last: Option<&u32>) -> OwnPart<'a> {
        let end = last.map_or(0, |last| *last as usize + 1);
        let count = end.saturating_sub(self.passed).min(self.rest.len());
        let (own, rest) = core::mem::take(&mut self.rest).split_at_mut(count);
        let first = self.passed;
        (self.rest, self.passed) = (rest, first + count);
        OwnPart { own, first }
    }
}
