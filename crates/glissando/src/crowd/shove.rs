//! Shoves: who is pushed slides out of the way, behind fences, before anybody makes its own move.
//!
//! In each pass everybody who has still to give way slides as far as the world and the others leave room, all
//! from the places of the pass before. So the last of a chain goes first, and a wall behind it holds the whole
//! chain: what was really achieved is what the pushers get.

use super::fence::{Fence, Fenced};
use super::pairs::{Neighbours, Pair};
use super::push::Push;
use super::share::{Walker, fence_across};
use super::views::Views;
use crate::math::DVec3;
use crate::slide::{SlideBuffer, Stop, slide};
use alloc::vec::Vec;

/// Passes in a tick. In a longer row room is left behind those who went, for the next tick.
const PASSES: usize = 4;

/// A share of a shove that is not worth another pass.
const REST: f64 = 1e-3;

/// Working memory of shoves.
#[derive(Clone, Debug, Default)]
pub(super) struct Shoves {
    left: Vec<DVec3>,
    moved: Vec<DVec3>,
    fences: Vec<Fence>,
    buffer: SlideBuffer,
}

impl Shoves {
    /// Moves the walkers to where the pushes get them.
    pub(super) fn carry_out(
        &mut self,
        views: &impl Views,
        walkers: &mut [Walker],
        pushes: &[Push],
        pairs: &[Pair],
        neighbours: &Neighbours,
    ) {
        self.left.clear();
        self.left.extend(pushes.iter().map(|push| push.displacement));
        for _ in 0..PASSES {
            self.moved.clear();
            for member in 0..walkers.len() {
                let moved = self.slide(views, walkers, member, pairs, neighbours);
                self.moved.push(moved);
            }
            let mut is_over = true;
            for ((walker, left), moved) in walkers.iter_mut().zip(&mut self.left).zip(&self.moved) {
                if *left == DVec3::ZERO {
                    continue;
                }
                let done = moved.dot(*left) / left.length_sq();
                walker.at += *moved;
                *left = if done < 1.0 - REST { *left * (1.0 - done) } else { DVec3::ZERO };
                is_over &= done <= REST || *left == DVec3::ZERO;
            }
            if is_over {
                return;
            }
        }
    }

    /// How far one member gets in this pass.
    fn slide(
        &mut self,
        views: &impl Views,
        walkers: &[Walker],
        member: usize,
        pairs: &[Pair],
        neighbours: &Neighbours,
    ) -> DVec3 {
        let left = self.left[member];
        if left == DVec3::ZERO {
            return left;
        }
        let giving_way = |index: u32| {
            let walker = walkers[index as usize];
            Walker { wants: [self.left[index as usize], DVec3::ZERO], ..walker }
        };
        self.fences.clear();
        for index in neighbours.of(member) {
            let pair = pairs[*index as usize];
            let between = fence_across(&giving_way(pair.first), &giving_way(pair.second));
            let (is_first, other) = pair.seen_by(member);
            self.fences.push(between.fence(is_first, other));
        }
        let Walker { mover, at, .. } = &walkers[member];
        let behind = Fenced { inner: &views.of(member), fences: &self.fences };
        let Ok(end) = slide(&behind, mover, *at, left, &mut self.buffer, &mut ()) else { return DVec3::ZERO };
        let moved = end.position - *at;
        // One who had to come out of something first has gone where nobody has foreseen it.
        let is_foreseen = moved.length() <= left.length() * (1.0 + REST);
        if end.stop != Stop::Stuck && is_foreseen { moved } else { DVec3::ZERO }
    }
}
