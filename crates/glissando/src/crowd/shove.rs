//! Shoves: pushed members slide away, behind planes, before any member makes its own move.
//!
//! In each pass every member that still has to move slides as far as the world and the others leave room, all from
//! the places of the pass before. So the last member of a chain moves first, and a wall behind it holds the whole
//! chain: a pusher gains no more room than was really made.

use super::batch::{Lane, OwnParts, PASS_BATCH, SLIDE_BATCH};
use super::frame::Frames;
use super::number_set::NumberSet;
use super::pairs::{Neighbours, Pair};
use super::push::Push;
use super::separation::Apart;
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
    is_awake: NumberSet,
    /// Those that may have got room in a pass.
    woken: NumberSet,
    /// The pairs of each member that could meet in a shove.
    near: Neighbours,
    is_near: Vec<bool>,
    /// Whether each member has moved in any pass.
    has_moved: Vec<bool>,
    /// The pairs of which a member slides in this pass, and their planes, with the partings of those where none was known.
    across: Vec<u32>,
    put_up: Vec<(Between, Option<Apart>)>,
    /// Where the plane of each pair is in that list; [`NOWHERE`] if the pair is not in it.
    places: Vec<u32>,
}

/// The place of a pair without a plane.
const NOWHERE: u32 = u32::MAX;

/// The planes of a pass.
#[derive(Clone, Copy)]
pub(super) struct Across<'a> {
    places: &'a [u32],
    put_up: &'a [(Between, Option<Apart>)],
}

impl Across<'_> {
    /// The plane of a pair of which a member slides.
    pub(super) fn of(&self, pair: u32) -> &Between {
        &self.put_up[self.places[pair as usize] as usize].0
    }
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
        partings: &mut [Option<Apart>],
        (inputs, dt): (&[Input], f64),
        (views, threads, lanes, own): (&V, impl Threads<V>, &mut [Lane], Remembered),
    ) -> bool {
        self.left.clear();
        self.left.extend(pushes.iter().map(|push| push.displacement));
        self.rest.clear();
        self.rest.extend(self.left.iter().map(|left| left.length() * REST));
        self.reach.clear();
        self.reach.extend(self.left.iter().map(|left| left.length() * (1.0 + REST)));
        self.places.clear();
        self.places.resize(partings.len(), NOWHERE);
        self.woken.clear(walkers.len());
        (0..walkers.len()).for_each(|number| self.woken.insert(number));
        self.has_moved.clear();
        self.has_moved.resize(walkers.len(), false);
        self.list_near(meetings, walkers, partings);
        let is_enough =
            self.pass_by_pass(meetings, walkers, partings, (inputs, dt), (views, threads, lanes, own));
        self.forget_far(meetings, partings);
        is_enough
    }

    /// Whether a member is elsewhere than before its shove.
    pub(super) fn has_moved(&self, number: usize) -> bool {
        self.has_moved[number]
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
        partings: &[Option<Apart>],
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
    fn forget_far(&self, Meetings { pairs, .. }: Meetings, partings: &mut [Option<Apart>]) {
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
        partings: &mut [Option<Apart>],
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
        let Self { awake, is_awake, woken, left, reach, .. } = self;
        awake.clear();
        is_awake.clear(left.len());
        woken.for_each(|number| {
            if left[number] != DVec3::ZERO && reach[number] > 0.0 {
                awake.push(number as u32);
                is_awake.insert(number);
            }
        });
    }

    /// Puts up the planes of the members that are awake.
    fn put_planes<V>(
        &mut self,
        Meetings { pairs, frames, .. }: Meetings,
        walkers: &[Walker],
        partings: &mut [Option<Apart>],
        (views, threads, lanes): (&V, impl Threads<V>, &mut [Lane]),
    ) {
        let Self { left, awake, is_awake, near, across, put_up, places, .. } = self;
        across.clear();
        for &member in awake.iter() {
            for &index in near.of(member as usize) {
                let place = &mut places[index as usize];
                if *place == NOWHERE {
                    *place = across.len() as u32;
                    across.push(index);
                }
            }
        }
        if put_up.len() < across.len() {
            put_up.resize(across.len(), (Between::NONE, None));
        }
        let batches = across.chunks(PASS_BATCH).zip(put_up.chunks_mut(PASS_BATCH));
        let known = &*partings;
        threads.deal(views, batches, lanes, |_, (across, put_up), _| {
            for (&index, (between, parting)) in across.iter().zip(put_up) {
                let (pair, known) = (pairs[index as usize], &known[index as usize]);
                let numbers = [pair.first, pair.second].map(|number| number as usize);
                let both = numbers.map(|number| &walkers[number]);
                // A member that does not slide in this pass needs no room in it.
                let wants =
                    numbers.map(|number| if is_awake.contains(number) { left[number] } else { DVec3::ZERO });
                *parting = None;
                if known.is_none() {
                    *parting = Some(frames.with(both, |shapes| parting_of(both, shapes)));
                }
                if let Some(parting) = known.as_ref().or(parting.as_ref()) {
                    *between = plane_across(both, wants, parting);
                }
            }
        });
        for (&index, (_, parting)) in across.iter().zip(put_up) {
            if parting.is_some() {
                partings[index as usize] = *parting;
            }
        }
    }

    /// Finds the displacements of the members that are awake in this pass.
    fn slide<V: Views>(
        &mut self,
        Meetings { members, pairs, frames }: Meetings,
        walkers: &[Walker],
        (inputs, dt): (&[Input], f64),
        (views, threads, lanes, Remembered { own, numbers }): (&V, impl Threads<V>, &mut [Lane], Remembered),
    ) {
        let Self { left, reach, awake, moved, near, places, put_up, .. } = self;
        let across = Across { places, put_up };
        moved.clear();
        moved.resize(awake.len(), DVec3::ZERO);
        let mut own = OwnParts::new(own);
        let batches = awake.chunks(SLIDE_BATCH).zip(moved.chunks_mut(SLIDE_BATCH)).map(|(awake, moved)| {
            let last = awake.last().map(|last| &numbers[members[*last as usize] as usize]);
            (awake, moved, own.take(last))
        });
        threads.deal(views, batches, lanes, |views, (awake, moved, mut own), lane| {
            for (&member, moved) in awake.iter().zip(moved) {
                let number = member as usize;
                let walker = &walkers[number];
                lane.put_up(frames.body(walker).shape, number, (pairs, near, across));
                let index = members[number] as usize;
                let plain = views.plain(index).and_then(|world| Some((world, own.get(views.own(index))?)));
                let way = (left[number], reach[number]);
                let input = (inputs[index], dt);
                *moved = slide_one((views, index, plain), walker.at, way, input, lane);
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
        partings: &mut [Option<Apart>],
    ) {
        let Self { left, rest, reach, awake, moved, is_awake, woken, .. } = self;
        let Self { near, has_moved, across, places, put_up, .. } = self;
        let planes = Across { places, put_up };
        woken.clear(left.len());
        let other_of = |index: &u32, number| pairs[*index as usize].other_of(number);
        // By all ways as they were: the rounding of a shortened one would make it depend on the order of the members.
        for (&member, moved) in awake.iter().zip(moved.iter()) {
            let number = member as usize;
            let at = &mut walkers[number].at;
            let was_at = *at;
            *at += *moved;
            reach[number] -= moved.length();
            // A parting belongs to two places, to the bit.
            if at.to_array().map(f64::to_bits) == was_at.to_array().map(f64::to_bits) {
                continue;
            }
            has_moved[number] = true;
            for index in near.of(number) {
                partings[*index as usize] = None;
                let (is_first, other) = other_of(index, number);
                let (normal, other) = (planes.of(*index).normal, other as usize);
                let away = if is_first { -normal } else { normal };
                if moved.dot(away) > rest[other] && left[other].dot(away) > 0.0 {
                    woken.insert(other);
                }
            }
        }
        for (&member, moved) in awake.iter().zip(moved.iter()) {
            let number = member as usize;
            let has_gone = go_on(&mut left[number], *moved, rest[number]);
            let mut others = near.of(number).iter();
            if has_gone && others.any(|index| is_awake.contains(other_of(index, number).1 as usize)) {
                woken.insert(number);
            }
        }
        for &index in across.iter() {
            places[index as usize] = NOWHERE;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::Filter;
    use crate::geometry::Shape;
    use crate::random::Numbers;
    use crate::slide::Mover;

    /// Whether a member that has hardly moved is woken by another, which has moved along `normal`. The first numbered of the two is
    /// the one that moved so, or the other one.
    fn is_woken(left: DVec3, normal: DVec3, is_mover_first: bool) -> bool {
        let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
        let mut frames = Frames::default();
        let at =
            |frames: &mut Frames| Walker::new(&mover, (frames, None), (0, DVec3::ZERO), [DVec3::ZERO; 2]);
        let mut walkers = [at(&mut frames), at(&mut frames)];
        let in_order = |of_mover: DVec3, of_other: DVec3| {
            if is_mover_first { alloc::vec![of_mover, of_other] } else { alloc::vec![of_other, of_mover] }
        };
        let pairs = [Pair { first: u32::from(!is_mover_first), second: u32::from(is_mover_first) }];
        let mut between = Between::NONE;
        between.normal = -normal;
        let mut shoves = Shoves {
            rest: alloc::vec![left.length() * REST; 2],
            reach: alloc::vec![9.0; 2],
            awake: alloc::vec![0, 1],
            moved: in_order(normal, left * (0.1 * REST)),
            left: in_order(normal, left),
            has_moved: alloc::vec![false; 2],
            across: alloc::vec![0],
            put_up: alloc::vec![(between, None)],
            places: alloc::vec![0],
            ..Shoves::default()
        };
        shoves.is_awake.clear(2);
        (0..2).for_each(|number| shoves.is_awake.insert(number));
        shoves.near.list(2, &pairs);
        shoves.advance(
            Meetings { members: &[0, 1], pairs: &pairs, frames: &frames },
            &mut walkers,
            &mut [None],
        );
        shoves.woken.contains(usize::from(is_mover_first))
    }

    /// A way that a plane has bent is perpendicular to its normal but for rounding, and what is left of it with another rounding.
    #[test]
    fn the_order_of_members_does_not_decide_which_are_woken() {
        let (mut numbers, mut woken) = (Numbers::new(), 0);
        for _ in 0..20_000 {
            let normal = numbers.vector(1.0).try_normalize().unwrap();
            let way = numbers.vector(0.4);
            let left = way - normal * way.dot(normal);
            let [one, other] = [true, false].map(|is_mover_first| is_woken(left, normal, is_mover_first));
            assert_eq!(one, other, "{left:?} {normal:?}");
            woken += u32::from(one);
        }
        assert!(woken > 4000, "{woken}");
    }
}
