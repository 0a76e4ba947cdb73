//! Shoves: pushed members slide away, behind planes, before any member makes its own move.
//!
//! In each pass every member that still has to move slides as far as the world and the others leave room, all from
//! the places of the pass before. So the last member of a chain moves first, and a wall behind it holds the whole
//! chain: a pusher gains no more room than was really made.

use super::batch::{Lane, OwnParts, PASS_BATCH, SLIDE_BATCH};
use super::frame::Frames;
use super::pairs::{Neighbours, Pair};
use super::push::Push;
use super::separation::Parting;
use super::share::{Between, Walker, parting_of, plane_across};
use super::slide_away::slide_one;
use super::views::Views;
use crate::character::{Input, Own};
use crate::math::DVec3;
use crate::threads::Threads;
use alloc::vec::Vec;

/// Most passes: room spreads from the end of a row to its head by one member in each. If they are not enough, the
/// report says so.
const PASSES: usize = 64;

/// The part of a whole shove that needs no further pass.
pub(super) const REST: f64 = 1e-3;

/// Working memory of shoves.
#[derive(Clone, Debug, Default)]
pub(super) struct Shoves {
    left: Vec<DVec3>,
    /// The part of each member's whole way that counts as none, metres.
    rest: Vec<f64>,
    /// Remaining metres of each member over all passes: the pairs were found for shoves of this length.
    reach: Vec<f64>,
    /// The members that slide in a pass, in ascending order, and how far they moved.
    awake: Vec<u32>,
    moved: Vec<DVec3>,
    is_awake: Vec<bool>,
    was_awake: Vec<bool>,
    /// The pairs of each member that could meet in a shove.
    near: Neighbours,
    is_near: Vec<bool>,
    /// Whether each member has moved in any pass.
    has_moved: Vec<bool>,
    /// The plane of each pair of which a member slides in this pass.
    across: Vec<Option<Between>>,
    /// Those pairs, with the parting where it is known, and their planes.
    missing: Vec<(u32, Option<Parting>)>,
    put_up: Vec<(Between, Parting)>,
}

/// What all members remember of the world, and the number by which each does.
pub(super) struct Remembered<'a> {
    pub(super) own: &'a mut [Own],
    pub(super) numbers: &'a [u32],
}

/// The members that could meet, and their pairs.
#[derive(Clone, Copy)]
pub(super) struct Meetings<'a> {
    /// The members by index.
    pub(super) members: &'a [u32],
    pub(super) pairs: &'a [Pair],
    pub(super) frames: &'a Frames,
}

impl Shoves {
    /// Slides the walkers by their pushes; returns whether the passes were enough.
    ///
    /// `partings` are those of the pairs at their places, as far as they are known.
    pub(super) fn carry_out<V: Views>(
        &mut self,
        meetings: Meetings,
        walkers: &mut [Walker],
        pushes: &[Push],
        partings: &mut [Option<Parting>],
        (inputs, dt): (&[Input], f64),
        (views, threads, lanes, own): (&V, impl Threads<V>, &mut [Lane], Remembered),
    ) -> bool {
        self.left.clear();
        self.left.extend(pushes.iter().map(|push| push.displacement));
        self.rest.clear();
        self.rest.extend(self.left.iter().map(|left| left.length() * REST));
        self.reach.clear();
        self.reach.extend(self.left.iter().map(|left| left.length() * (1.0 + REST)));
        self.across.clear();
        self.across.resize(partings.len(), None);
        self.is_awake.clear();
        self.is_awake.resize(walkers.len(), true);
        self.has_moved.clear();
        self.has_moved.resize(walkers.len(), false);
        self.list_near(meetings, walkers, partings);
        let is_enough =
            self.pass_by_pass(meetings, walkers, partings, (inputs, dt), (views, threads, lanes, own));
        self.forget_far(meetings, partings);
        is_enough
    }

    /// Lists the pairs that could meet in a shove, however the members slide.
    ///
    /// The others need no planes: their gap is longer than both reaches together, so neither crosses the plane that parted
    /// them before the first pass. It is twice as long, since the planes of a pass share a gap by what both want in it: so
    /// none of them would have been a contact of either, and leaving them out changes no slide.
    fn list_near(
        &mut self,
        Meetings { pairs, .. }: Meetings,
        walkers: &[Walker],
        partings: &[Option<Parting>],
    ) {
        let Self { near, is_near, reach, .. } = self;
        let limit = |pair: &Pair| {
            let [a, b] = [pair.first, pair.second].map(|number| number as usize);
            let (reach, touch) = (reach[a] + reach[b], walkers[a].touch + walkers[b].touch);
            2.0 * ((1.0 + REST) * reach + touch)
        };
        is_near.clear();
        is_near.extend(
            pairs.iter().zip(partings).map(|(pair, known)| known.is_none_or(|known| known.gap < limit(pair))),
        );
        near.list_some(walkers.len(), pairs, |index| is_near[index]);
    }

    /// Forgets the partings of the pairs that are not near and of which a member has moved.
    fn forget_far(&self, Meetings { pairs, .. }: Meetings, partings: &mut [Option<Parting>]) {
        for ((pair, is_near), parting) in pairs.iter().zip(&self.is_near).zip(partings) {
            let has_moved = [pair.first, pair.second].map(|number| self.has_moved[number as usize]);
            if !is_near && has_moved != [false; 2] {
                *parting = None;
            }
        }
    }

    /// Passes until all are done, or there were enough.
    fn pass_by_pass<V: Views>(
        &mut self,
        meetings: Meetings,
        walkers: &mut [Walker],
        partings: &mut [Option<Parting>],
        (inputs, dt): (&[Input], f64),
        (views, threads, lanes, own): (&V, impl Threads<V>, &mut [Lane], Remembered),
    ) -> bool {
        let Remembered { own, numbers } = own;
        for _ in 0..PASSES {
            self.list_awake();
            if self.awake.is_empty() {
                return true;
            }
            self.put_planes(meetings, walkers, partings, (views, threads, &mut *lanes));
            let remembered = Remembered { own: &mut *own, numbers };
            self.slide(meetings, walkers, (inputs, dt), (views, threads, &mut *lanes, remembered));
            self.advance(meetings, walkers, partings);
        }
        self.list_awake();
        self.awake.is_empty()
    }

    /// Lists the members that have to move, and may have got room in the last pass.
    fn list_awake(&mut self) {
        let Self { awake, is_awake, left, reach, .. } = self;
        awake.clear();
        for (number, is_awake) in is_awake.iter_mut().enumerate() {
            if !*is_awake {
                continue;
            }
            *is_awake = left[number] != DVec3::ZERO && reach[number] > 0.0;
            if *is_awake {
                awake.push(number as u32);
            }
        }
    }

    /// Puts up the planes of the members that are awake.
    fn put_planes<V>(
        &mut self,
        Meetings { pairs, frames, .. }: Meetings,
        walkers: &[Walker],
        partings: &mut [Option<Parting>],
        (views, threads, lanes): (&V, impl Threads<V>, &mut [Lane]),
    ) {
        let Self { left, awake, is_awake, near, across, missing, put_up, .. } = self;
        missing.clear();
        for &member in awake.iter() {
            for &index in near.of(member as usize) {
                if across[index as usize].is_none() {
                    // It is listed once.
                    across[index as usize] = Some(Between::NONE);
                    missing.push((index, partings[index as usize]));
                }
            }
        }
        put_up.clear();
        put_up.resize(missing.len(), (Between::NONE, Parting::NONE));
        let batches = missing.chunks(PASS_BATCH).zip(put_up.chunks_mut(PASS_BATCH));
        threads.deal(views, batches, lanes, |_, (missing, put_up), _| {
            for ((index, parting), put_up) in missing.iter().zip(put_up) {
                let pair = pairs[*index as usize];
                let numbers = [pair.first, pair.second].map(|number| number as usize);
                let both = numbers.map(|number| &walkers[number]);
                // A member that does not slide in this pass needs no room in it.
                let want = |number: usize| if is_awake[number] { left[number] } else { DVec3::ZERO };
                let wants = numbers.map(|number| [want(number), DVec3::ZERO]);
                let parting = parting.unwrap_or_else(|| frames.with(both, |frame| parting_of(both, frame)));
                *put_up = (plane_across(both, wants, parting), parting);
            }
        });
        for ((index, _), (between, parting)) in missing.iter().zip(put_up) {
            across[*index as usize] = Some(*between);
            partings[*index as usize] = Some(*parting);
        }
    }

    /// Finds the displacements of the members that are awake in this pass.
    fn slide<V: Views>(
        &mut self,
        meetings: Meetings,
        walkers: &[Walker],
        (inputs, dt): (&[Input], f64),
        (views, threads, lanes, Remembered { own, numbers }): (&V, impl Threads<V>, &mut [Lane], Remembered),
    ) {
        let Self { left, reach, awake, moved, near, across, .. } = self;
        moved.clear();
        moved.resize(awake.len(), DVec3::ZERO);
        let mut own = OwnParts::new(own);
        let batches = awake.chunks(SLIDE_BATCH).zip(moved.chunks_mut(SLIDE_BATCH)).map(|(awake, moved)| {
            let last = awake.last().map(|last| &numbers[meetings.members[*last as usize] as usize]);
            (awake, moved, own.take(last))
        });
        threads.deal(views, batches, lanes, |views, (awake, moved, mut own), lane| {
            for (&member, moved) in awake.iter().zip(moved) {
                let number = member as usize;
                lane.put_up(&walkers[number], number, (meetings.pairs, near, across));
                let index = meetings.members[number] as usize;
                let plain = views.plain(index).and_then(|world| Some((world, own.get(views.own(index))?)));
                let way = (left[number], reach[number]);
                let input = (inputs[index], dt);
                *moved = slide_one((views, index, plain), &walkers[number], way, input, lane);
            }
        });
    }

    /// Puts the members where they slid to, and wakes those that may have got room.
    ///
    /// A member goes on where another made room for it: moved away from it along the normal between them. One that moved
    /// itself goes on where another slid beside it, since their planes share the room anew; planes of members that stay have
    /// let it as far as they do. Less than the rest of its whole way is no room: ways that halve from pass to pass would use
    /// all passes for a thousandth.
    fn advance(
        &mut self,
        Meetings { pairs, .. }: Meetings,
        walkers: &mut [Walker],
        partings: &mut [Option<Parting>],
    ) {
        let Self { left, rest, reach, awake, moved, is_awake, was_awake, .. } = self;
        let Self { near, has_moved, across, missing, .. } = self;
        was_awake.clone_from(is_awake);
        is_awake.fill(false);
        let other_of = |index: &u32, number| pairs[*index as usize].other_of(number).1 as usize;
        for (&member, moved) in awake.iter().zip(moved.iter()) {
            let number = member as usize;
            let at = &mut walkers[number].at;
            let was_at = *at;
            *at += *moved;
            reach[number] -= moved.length();
            let has_gone = go_on(&mut left[number], *moved, rest[number]);
            let mut others = near.of(number).iter();
            is_awake[number] |= has_gone && others.any(|index| was_awake[other_of(index, number)]);
            // A parting belongs to two places, to the bit.
            if at.to_array().map(f64::to_bits) == was_at.to_array().map(f64::to_bits) {
                continue;
            }
            has_moved[number] = true;
            for &index in near.of(number) {
                partings[index as usize] = None;
                let (is_first, other) = pairs[index as usize].other_of(number);
                let other = other as usize;
                let Some(Between { normal, .. }) = across[index as usize] else { continue };
                let away = if is_first { -normal } else { normal };
                is_awake[other] |= moved.dot(away) > rest[other] && left[other].dot(away) > 0.0;
            }
        }
        for (index, _) in missing {
            across[*index as usize] = None;
        }
    }
}

/// Takes a displacement off what is left of a way; returns whether it was more than the `rest` that counts as none.
fn go_on(left: &mut DVec3, moved: DVec3, rest: f64) -> bool {
    let length = left.length();
    let done = moved.dot(*left) / length;
    *left = if length - done > rest { *left * (1.0 - done / length) } else { DVec3::ZERO };
    done > rest
}
