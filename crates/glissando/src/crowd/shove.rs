//! Shoves: pushed members slide away, behind planes, before any member makes its own move.
//!
//! In each pass every member that still has to move slides as far as the world and the others leave room, all from
//! the places of the pass before. So the last member of a chain moves first, and a wall behind it holds the whole
//! chain: a pusher gains no more room than was really made.

use super::batch::{Lane, OwnParts, PASS_BATCH, SLIDE_BATCH};
use super::behind_planes::Planes;
use super::frame::Frames;
use super::member::MemberRef;
use super::pairs::{Neighbours, Pair};
use super::push::Push;
use super::separation::Parting;
use super::share::{Between, Walker, parting_of, plane_across};
use super::views::Views;
use crate::character::{Input, Own, State, with_remembered};
use crate::collide::Collide;
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::slide::{SlideBuffer, Stop, slide_path};
use crate::threads::Threads;
use crate::trace::Recorder;
use crate::world::World;
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
    /// Remaining metres of each member over all passes: the pairs were found for shoves of this length.
    reach: Vec<f64>,
    /// The members that slide in a pass, in ascending order, and how far they moved.
    awake: Vec<u32>,
    moved: Vec<DVec3>,
    is_awake: Vec<bool>,
    /// The pairs of each member that could meet in a shove.
    near: Neighbours,
    /// Whether each member has moved in any pass.
    has_moved: Vec<bool>,
    /// The plane of each pair; `None` if a member has moved since it was put up.
    across: Vec<Option<Between>>,
    /// The pairs whose plane is put up in a pass, with the parting where it is known, and those planes.
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
    pub(super) neighbours: &'a Neighbours,
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
    /// The others need no planes. With `r` the reach of a member, `m` what it has moved, a gap of `2 (r₁ + r₂)` is at least
    /// `2 (r₁ - m₁ + r₂ - m₂)` after any pass, and its plane is at least half of what the gap exceeds `r₂ - m₂` by from the
    /// first: farther than the first can go.
    fn list_near(
        &mut self,
        Meetings { pairs, .. }: Meetings,
        walkers: &[Walker],
        partings: &[Option<Parting>],
    ) {
        let Self { near, reach, .. } = self;
        let gap_of = |pair: &Pair| {
            let [a, b] = [pair.first, pair.second].map(|number| number as usize);
            let (reach, touch) = (reach[a] + reach[b], walkers[a].touch + walkers[b].touch);
            2.0 * ((1.0 + REST) * reach + touch)
        };
        near.list_some(walkers.len(), pairs, |index| {
            partings[index].is_none_or(|parting| parting.gap < gap_of(&pairs[index]))
        });
    }

    /// Forgets the partings of the pairs that are not near and of which a member has moved.
    fn forget_far(&self, Meetings { pairs, .. }: Meetings, partings: &mut [Option<Parting>]) {
        for (pair, (parting, across)) in pairs.iter().zip(partings.iter_mut().zip(&self.across)) {
            let has_moved = [pair.first, pair.second].map(|number| self.has_moved[number as usize]);
            // A pair with a plane is near, and its parting is that of the present places.
            if across.is_none() && has_moved != [false; 2] {
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
            self.put_planes(meetings, walkers, partings, (views, threads, &mut *lanes));
            let remembered = Remembered { own: &mut *own, numbers };
            self.slide(meetings, walkers, (inputs, dt), (views, threads, &mut *lanes, remembered));
            if self.advance(meetings, walkers, partings) {
                return true;
            }
        }
        false
    }

    /// Lists the members that have to move, and may have got room in the last pass.
    fn list_awake(&mut self) {
        let Self { awake, is_awake, left, .. } = self;
        awake.clear();
        let both = is_awake.iter().zip(left.iter());
        let slides = both.map(|(is_awake, left)| *is_awake && *left != DVec3::ZERO);
        awake.extend((0..).zip(slides).filter(|(_, slides)| *slides).map(|(member, _)| member));
    }

    /// Puts up the planes of the members that are awake.
    fn put_planes<V>(
        &mut self,
        Meetings { pairs, frames, .. }: Meetings,
        walkers: &[Walker],
        partings: &mut [Option<Parting>],
        (views, threads, lanes): (&V, impl Threads<V>, &mut [Lane]),
    ) {
        let Self { left, reach, awake, near, across, missing, put_up, .. } = self;
        missing.clear();
        for &member in awake.iter().filter(|member| reach[**member as usize] > 0.0) {
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
                let wants = numbers.map(|number| [left[number], DVec3::ZERO]);
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
                if reach[number] <= 0.0 {
                    continue;
                }
                lane.put_up(&walkers[number], number, (meetings.pairs, near, across));
                let index = meetings.members[number] as usize;
                let plain = views.plain(index).and_then(|world| Some((world, own.get(views.own(index))?)));
                let way = (left[number], reach[number]);
                let input = (inputs[index], dt);
                *moved = slide_one((views, index, plain), &walkers[number], way, input, lane);
            }
        });
    }

    /// Puts the members where they slid to, and wakes those that may have got room; returns whether all are done.
    fn advance(
        &mut self,
        Meetings { pairs, neighbours, .. }: Meetings,
        walkers: &mut [Walker],
        partings: &mut [Option<Parting>],
    ) -> bool {
        let Self { left, reach, awake, moved, is_awake, near, has_moved, across, .. } = self;
        is_awake.fill(false);
        let mut is_over = true;
        for (&member, moved) in awake.iter().zip(moved.iter()) {
            let number = member as usize;
            let (left, at) = (&mut left[number], &mut walkers[number].at);
            let was_at = *at;
            let done = moved.dot(*left) / left.length_sq();
            *at += *moved;
            reach[number] -= moved.length();
            *left = if done < 1.0 - REST { *left * (1.0 - done) } else { DVec3::ZERO };
            // A movement by a share of its way may have made room for another member.
            let wakes = done > REST;
            is_over &= done <= REST;
            is_awake[number] |= wakes;
            // A parting belongs to two places, to the bit.
            let is_elsewhere = at.to_array().map(f64::to_bits) != was_at.to_array().map(f64::to_bits);
            let has_less_left = *moved != DVec3::ZERO;
            has_moved[number] |= is_elsewhere;
            for &index in near.of(number) {
                if is_elsewhere {
                    partings[index as usize] = None;
                }
                if is_elsewhere || has_less_left {
                    across[index as usize] = None;
                }
            }
            for &index in neighbours.of(number) {
                is_awake[pairs[index as usize].other_of(number).1 as usize] |= wakes;
            }
        }
        is_over
    }
}

impl Lane {
    /// Puts up the planes of a member.
    fn put_up(
        &mut self,
        walker: &Walker,
        member: usize,
        (pairs, near, across): (&[Pair], &Neighbours, &[Option<Between>]),
    ) {
        self.planes.replace(
            walker.mover.body(),
            near.of(member).iter().filter_map(|&index| {
                let (is_first, other) = pairs[index as usize].other_of(member);
                Some(across[index as usize]?.plane(is_first, CharacterId::of_member(other)))
            }),
        );
    }
}

/// The displacement of one member in a pass behind its planes, of what is left of its way and may be gone.
fn slide_one(
    (views, index, plain): (&impl Views, usize, Option<(&World, &mut Own)>),
    walker: &Walker,
    (left, reach): (DVec3, f64),
    inputs: (Input, f64),
    lane: &mut Lane,
) -> DVec3 {
    let length = left.length();
    let left = if length > reach { left * (reach / length) } else { left };
    let Lane { planes, buffer, memory, .. } = lane;
    let mut moved = DVec3::ZERO;
    let slide = &mut |world: &dyn Collide| moved = slide_behind(planes, world, walker, left, buffer);
    match plain {
        Some((world, own)) => {
            let MemberRef { config, state, .. } = views.member(index);
            let is_apart = views.is_apart(index) && walker.at == state.position;
            let memory = (&mut memory.near, own, is_apart);
            with_remembered(world, config, &State { position: walker.at, ..*state }, inputs, memory, slide);
        }
        None => slide(&views.of(index)),
    }
    moved
}

/// The same through a world.
fn slide_behind(
    planes: &Planes,
    world: &dyn Collide,
    Walker { mover, at, .. }: &Walker,
    left: DVec3,
    buffer: &mut SlideBuffer,
) -> DVec3 {
    let world = planes.before_world(world);
    let Ok((path, _)) = slide_path(&world, mover, *at, left, buffer, &mut Recorder::none()) else {
        return DVec3::ZERO;
    };
    let moved = path.at - *at;
    // A member that first had to leave a surface has moved outside of its range.
    let is_foreseen = moved.length() <= left.length() * (1.0 + REST);
    if path.stop != Some(Stop::Stuck) && is_foreseen { moved } else { DVec3::ZERO }
}
