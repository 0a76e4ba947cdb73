//! The first look at a tick: what every member can reach, which pairs could meet, what those members want, and which pairs push.

use super::batch::{BATCH, Lane, OwnPart, OwnParts, PASS_BATCH, batches_of};
use super::member::MemberRef;
use super::pairs::Range;
use super::share::{Between, Walker, parting_of, plane_between};
use super::tick::CrowdScratch;
use super::views::Views;
use crate::character::{Front, Input, Own, Recalled, recover_character, with_close};
use crate::collide::Collide;
use crate::slide::{Recovery, SlidePlane, longest_aside};
use crate::threads::Threads;
use crate::trace::Recorder;
use crate::world::World;
use alloc::vec::Vec;

/// The walls of some members, from the survey.
#[derive(Clone, Debug, Default)]
pub(super) struct Surveyed {
    walls: Vec<SlidePlane>,
    /// The walls of each member among them; `None` for one that remembers its contacts.
    ranges: Vec<Option<(usize, usize)>>,
}

/// Some members, with what only the survey of them changes.
struct Batch<'a> {
    /// The index of the first.
    first: usize,
    ranges: &'a mut [Range],
    own: OwnPart<'a>,
    surveyed: &'a mut Surveyed,
}

impl CrowdScratch {
    /// Computes the ranges of all members; pairs, wants, planes and pushes of those that could meet.
    pub(super) fn survey<V: Views>(
        &mut self,
        views: &V,
        threads: impl Threads<V>,
        inputs: &[Input],
        dt: f64,
    ) {
        let count = inputs.len();
        self.numbers.clear();
        self.numbers.extend((0..count).map(|index| views.own(index) as u32));
        // Each is written before it is read.
        self.ranges.resize(count, Range::NOWHERE);
        if self.surveyed.len() < batches_of(count) {
            self.surveyed.resize_with(batches_of(count), Surveyed::default);
        }
        let mut own = OwnParts::new(&mut self.own);
        let parts = self.numbers.chunks(BATCH).zip(self.ranges.chunks_mut(BATCH)).zip(&mut self.surveyed);
        let batches = parts.enumerate().map(|(number, ((numbers, ranges), surveyed))| Batch {
            first: number * BATCH,
            ranges,
            own: own.take(numbers.last()),
            surveyed,
        });
        threads.deal(views, batches, &mut self.lanes, |views, batch, lane| {
            batch.survey(views, inputs, dt, lane);
        });
        self.meet(self.slack);
        self.set_walkers(views, inputs, dt);
        self.set_pushers(views, inputs);
        self.pushes.clear(self.company.members.len(), self.pairs.len());
        self.between.clear();
        self.between.resize(self.pairs.len(), Between::NONE);
        self.put_planes(views, threads);
        self.is_settled = true;
        if dt > 0.0 {
            let Self { pushes, pushers, walls, pairs, neighbours, between, lanes, .. } = self;
            let (members, meetings) = ((&**pushers, &**walls), (&**pairs, &*neighbours));
            self.is_settled = pushes.find(members, meetings, between, dt, (views, threads, lanes));
        }
    }

    /// Finds the pairs, and those that are close: within so many metres of slack on all sides.
    pub(super) fn meet(&mut self, slack: f64) {
        self.near.find(&self.ranges, slack, &mut self.pairs);
        self.company.number(self.ranges.len(), &mut self.pairs, &self.near.close);
        self.neighbours.list(self.company.members.len(), &self.pairs);
        self.partings.clear();
        self.partings.resize(self.pairs.len(), None);
    }

    pub(super) fn set_walkers(&mut self, views: &impl Views, inputs: &[Input], dt: f64) {
        self.walkers.clear();
        self.frames.clear();
        for &index in &self.company.members {
            let index = index as usize;
            let before = self.walkers.last().map(|walker: &Walker| walker.kind);
            self.walkers.push(views.member(index).walker(
                index,
                (&inputs[index], dt),
                (&mut self.frames, before),
            ));
        }
        self.frames.fill();
    }

    fn set_pushers(&mut self, views: &impl Views, inputs: &[Input]) {
        self.pushers.clear();
        self.walls.clear();
        for &index in &self.company.members {
            let index = index as usize;
            let (member, input) = (views.member(index), &inputs[index]);
            let Surveyed { walls, ranges } = &self.surveyed[index / BATCH];
            let own = if let Some((from, to)) = ranges[index % BATCH] {
                let first = self.walls.len();
                self.walls.extend_from_slice(&walls[from..to]);
                (first, self.walls.len())
            } else {
                let contacts = self.own.get(views.own(index)).map_or(&[][..], Own::contacts);
                member.walls(input, contacts, &mut self.walls)
            };
            self.pushers.push(member.pusher(input, own, &self.walls));
        }
    }

    /// Puts a plane between every pair at the present places.
    ///
    /// A plane of before the shoves stays where neither of the two has moved or yields.
    pub(super) fn put_planes<V: Views>(&mut self, views: &V, threads: impl Threads<V>) {
        let Self { pairs, walkers, frames, partings, pushes, between, lanes, shoves, .. } = self;
        let has_moved = |number: u32| shoves.has_moved(number as usize);
        let parts = pairs.chunks(PASS_BATCH).zip(partings.chunks_mut(PASS_BATCH));
        let parts = parts.zip(pushes.yields.chunks(PASS_BATCH)).zip(between.chunks_mut(PASS_BATCH));
        threads.deal(views, parts, lanes, |_, (((pairs, partings), yields), between), _| {
            for (((pair, parting), yields), between) in pairs.iter().zip(partings).zip(yields).zip(between) {
                let numbers = [pair.first, pair.second];
                let stays =
                    between.is_put_up() && *yields == [false; 2] && !numbers.into_iter().any(has_moved);
                if stays {
                    continue;
                }
                let both = numbers.map(|number| &walkers[number as usize]);
                *between = frames.with(both, |shapes| {
                    let parting = parting.get_or_insert_with(|| parting_of(both, shapes));
                    plane_between(both, shapes, parting, *yields)
                });
            }
        });
    }
}

impl Batch<'_> {
    /// Computes the ranges and the walls of its members.
    fn survey(self, views: &impl Views, inputs: &[Input], dt: f64, lane: &mut Lane) {
        let Self { first, ranges, mut own, surveyed } = self;
        surveyed.walls.clear();
        surveyed.ranges.clear();
        for (index, range) in (first..).zip(ranges) {
            let (member, input) = (views.member(index), &inputs[index]);
            let plain = views.plain(index);
            let is_found_clear = plain.is_some() && views.is_apart(index);
            let mut plain = plain.and_then(|world| Some((world, own.get(views.own(index))?)));
            let (out, walls) = if is_found_clear || knows_clear_place(&mut plain, &member) {
                (0.0, None)
            } else {
                let out = escape_distance(views, index, (input, dt), plain, lane);
                (out, Some(member.walls(input, &lane.buffer.contacts, &mut surveyed.walls)))
            };
            *range = member.range(input, dt, out);
            surveyed.ranges.push(walls);
        }
    }
}

/// Whether a member remembers its contacts, and is clear of all.
fn knows_clear_place(plain: &mut Option<(&World, &mut Own)>, member: &MemberRef) -> bool {
    let (mover, at) = (member.config.body(member.state.is_crouching), member.state.position);
    let Some((world, own)) = plain else { return false };
    own.known_contacts(world, mover, at).is_some_and(|contacts| mover.is_clear_of(contacts, at))
}

/// How far a member may jump to leave a surface that it is in, metres; 0 if it is clear. The buffer gets its contacts.
fn escape_distance(
    views: &impl Views,
    index: usize,
    (input, dt): (&Input, f64),
    plain: Option<(&World, &mut Own)>,
    lane: &mut Lane,
) -> f64 {
    let member = views.member(index);
    let state = member.state;
    let mover = member.config.body(state.is_crouching);
    let mut recovery = Recovery::Free;
    let Lane { buffer, memory, .. } = lane;
    let recover = &mut |world: &dyn Collide| {
        recovery = recover_character(&world, mover, state, buffer, &mut Recorder::none());
    };
    match plain {
        Some((world, own)) => {
            let memory = (&mut memory.near, &mut *own, Recalled::Subject);
            let mut front = views.front(index);
            with_close(world, member.config, state, (*input, dt), memory, &mut |world| match &mut front {
                None => recover(world),
                Some(front) => front.before(world, recover),
            });
            // The own step begins with them, unless a push moves it.
            if recovery == Recovery::Free {
                own.keep(world, mover, state.position, &buffer.contacts);
            }
        }
        None => recover(&views.of(index)),
    }
    let distance = match recovery {
        Recovery::Free => return 0.0,
        Recovery::Moved(to) => (to - state.position).length(),
        Recovery::Stuck => (state.safe_position - state.position).length().max(longest_aside(mover)),
    };
    2.0 * distance + mover.largest_radius()
}
