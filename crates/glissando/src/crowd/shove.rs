//! Shoves: pushed members slide away, behind planes, before any member makes its own move.
//!
//! In each pass every member that still has to move slides as far as the world and the others leave room, all from
//! the places of the pass before. So the last member of a chain moves first, and a wall behind it holds the whole
//! chain: a pusher gains no more room than was really made.

use super::pairs::{Neighbours, Pair};
use super::push::Push;
use super::separating_plane::{BehindPlanes, SeparatingPlane};
use super::share::{Walker, plane_across};
use super::views::Views;
use crate::collide::Collide;
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::slide::{SlideBuffer, Stop, slide};
use alloc::vec::Vec;

/// Most passes: room spreads from the end of a row to its head by one member in each. If they are not enough, the
/// report says so.
const PASSES: usize = 64;

/// The remaining part of a shove that needs no further pass.
const REST: f64 = 1e-3;

/// Working memory of shoves.
#[derive(Clone, Debug, Default)]
pub(super) struct Shoves {
    left: Vec<DVec3>,
    moved: Vec<DVec3>,
    /// Remaining metres of each member over all passes: the pairs were found for shoves of this length.
    reach: Vec<f64>,
    /// Whether a member may have got room in the last pass.
    is_awake: Vec<bool>,
    planes: Vec<SeparatingPlane>,
    buffer: SlideBuffer,
}

impl Shoves {
    /// Slides the walkers, who are these members, by their pushes; returns whether the passes were enough.
    pub(super) fn carry_out(
        &mut self,
        (views, members): (&impl Views, &[u32]),
        walkers: &mut [Walker],
        pushes: &[Push],
        pairs: &[Pair],
        neighbours: &Neighbours,
    ) -> bool {
        self.left.clear();
        self.left.extend(pushes.iter().map(|push| push.displacement));
        self.reach.clear();
        self.reach.extend(self.left.iter().map(|left| left.length() * (1.0 + REST)));
        self.is_awake.clear();
        self.is_awake.resize(walkers.len(), true);
        for _ in 0..PASSES {
            self.moved.clear();
            for (member, &index) in members.iter().enumerate() {
                let is_awake = self.is_awake[member];
                let moved = if is_awake {
                    self.slide(&views.of(index as usize), walkers, member, pairs, neighbours)
                } else {
                    DVec3::ZERO
                };
                self.moved.push(moved);
            }
            let mut is_over = true;
            let lists = self.left.iter_mut().zip(&mut self.moved).zip(&mut self.reach);
            for (walker, ((left, moved), reach)) in walkers.iter_mut().zip(lists) {
                if *left == DVec3::ZERO {
                    continue;
                }
                let done = moved.dot(*left) / left.length_sq();
                walker.at += *moved;
                *reach -= moved.length();
                if done <= REST {
                    *moved = DVec3::ZERO;
                }
                *left = if done < 1.0 - REST { *left * (1.0 - done) } else { DVec3::ZERO };
                // Any movement, even of the last bit, may have made room for another member.
                is_over &= done <= REST;
            }
            if is_over {
                return true;
            }
            self.wake(pairs);
        }
        false
    }

    /// Marks members that moved, and their neighbours.
    fn wake(&mut self, pairs: &[Pair]) {
        let Self { moved, is_awake, .. } = self;
        for (is_awake, moved) in is_awake.iter_mut().zip(moved.iter()) {
            *is_awake = *moved != DVec3::ZERO;
        }
        for pair in pairs {
            let [a, b] = [pair.first, pair.second].map(|index| index as usize);
            is_awake[a] |= moved[b] != DVec3::ZERO;
            is_awake[b] |= moved[a] != DVec3::ZERO;
        }
    }

    /// The displacement of one member in this pass.
    fn slide(
        &mut self,
        view: &dyn Collide,
        walkers: &[Walker],
        member: usize,
        pairs: &[Pair],
        neighbours: &Neighbours,
    ) -> DVec3 {
        let (left, reach) = (self.left[member], self.reach[member]);
        if left == DVec3::ZERO || reach <= 0.0 {
            return DVec3::ZERO;
        }
        let length = left.length();
        let left = if length > reach { left * (reach / length) } else { left };
        let giving_way = |index: u32| {
            let walker = walkers[index as usize];
            Walker { wants: [self.left[index as usize], DVec3::ZERO], ..walker }
        };
        self.planes.clear();
        for index in neighbours.of(member) {
            let pair = pairs[*index as usize];
            let [first, second] = [pair.first, pair.second].map(giving_way);
            let between = plane_across(&first, &second);
            let (is_first, other) = pair.other_of(member);
            self.planes.push(between.plane(is_first, CharacterId::of_member(other)));
        }
        let Walker { mover, at, .. } = &walkers[member];
        let behind = BehindPlanes { inner: &view, planes: &self.planes };
        let Ok(end) = slide(&behind, mover, *at, left, &mut self.buffer, &mut ()) else { return DVec3::ZERO };
        let moved = end.position - *at;
        // A member that first had to leave a surface has moved outside of its range.
        let is_foreseen = moved.length() <= left.length() * (1.0 + REST);
        if end.stop != Stop::Stuck && is_foreseen { moved } else { DVec3::ZERO }
    }
}
