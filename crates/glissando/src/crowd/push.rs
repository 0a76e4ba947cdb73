//! Pushes: which member pushes which and how far: strengths against friction, speeds by masses, along chains.
//!
//! A member presses on another that it would run into in this tick, with its strength, along its wanted direction as
//! limited by the walls that it touches. Of two with about the same wanted direction the one ahead has priority: it
//! does not yield to the other, and where it presses the other yields, whatever is behind that one. So no arch of
//! bodies holds in a doorway: its foremost member pushes the others back. The resistance is the friction of the feet
//! of a member that wants to stay, the strength of one that wants the opposite direction, and the pushes from the
//! other side. With force `F` against resistance `R` the pressed member yields at
//!
//! ```text
//! (m u + M v) / (m + M) · (1 - R / F),   more exactly that fraction of the speed in excess of v
//! ```
//!
//! where `u`, `v` are the wanted speeds of the two along the normal and `m`, `M` their masses: the common speed of an
//! inelastic push, reduced linearly with the load (the straight line between force and speed). It needs no memory and
//! does not depend on the length of a tick. A pushed member pushes on in turn with the remaining force and the mass
//! behind it.
//!
//! Each pass reads the pass before and writes a new one, so the order of members does not matter. A member answers
//! (`press.rs`) only where a press on it may have changed in the pass before, by a neighbour's push or by its own, with which it
//! resists: else the answer is the same.
//! Pushes may go in a circle for ever: then the last pass is found without those before it (`cycle.rs`).

use super::batch::{Lane, PASS_BATCH};
use super::company::Company;
use super::cycle::Cycle;
use super::number_set::NumberSet;
use super::pairs::{Neighbours, Pair};
use super::press::{Pass, Side, list_sides};
use super::share::Between;
use crate::math::DVec3;
use crate::slide::SlidePlane;
use crate::threads::Threads;
use alloc::vec::Vec;

/// The data of a member that pushes and is pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pusher {
    /// kg.
    pub(super) mass: f64,
    /// Newtons.
    pub(super) strength: f64,
    /// The velocity at which it wants to move, m/s.
    pub(super) wish: DVec3,
    /// Its direction; `None` if it wants to stay.
    pub(super) heading: Option<DVec3>,
    /// The wish as limited by the walls that it touches: along it the member presses on others.
    pub(super) drive: DVec3,
    /// Its length, m/s.
    pub(super) pace: f64,
    /// Up, if it stands: it is then only pushed horizontally, and friction resists.
    pub(super) stands: Option<DVec3>,
    /// Its centre, metres.
    pub(super) at: DVec3,
    /// The range of its walls in the common list.
    pub(super) walls: (usize, usize),
}

/// The push on a member.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// Its displacement in this tick, metres.
    pub(super) displacement: DVec3,
    /// The remaining force to push on with, newtons.
    pub(super) strength: f64,
    /// The force with which it pushes on while it parts from another that it overlaps, newtons.
    pub(super) parting: f64,
    /// The mass behind the push, kg.
    pub(super) mass: f64,
}

impl Push {
    /// Whether another member pushes, beyond resolving an overlap.
    pub(super) fn is_forced(&self) -> bool {
        self.strength > 0.0
    }

    /// Whether all numbers are the same to the bit; never where one is no number.
    pub(super) fn is_identical(&self, other: &Self) -> bool {
        let bits = |p: &Self| {
            let [x, y, z] = p.displacement.to_array();
            [x, y, z, p.strength, p.parting, p.mass].map(f64::to_bits)
        };
        self == other && bits(self) == bits(other)
    }
}

/// Most passes, one link of a chain each; if they are not enough, the report says so.
const PASSES: usize = 64;

/// The pushes of a tick, and working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes {
    /// One for each member.
    pub(super) of: Vec<Push>,
    /// Which of each pair yields to the other.
    pub(super) yields: Vec<[bool; 2]>,
    next: Vec<Push>,
    /// Each member's neighbours, and whether it yields to them.
    sides: Vec<Side>,
    listed: Vec<u32>,
    is_yielding: Vec<bool>,
    /// The number of presses on each member.
    pressed: Vec<u32>,
    /// The members that answer in a pass, in ascending order, and their answers.
    awake: Vec<u32>,
    woken: NumberSet,
    answers: Vec<(Push, u32)>,
    /// The sides that those members yield to, batch by batch.
    given: Vec<Vec<u32>>,
    cycle: Cycle,
}

impl Pushes {
    /// Resets so many members and pairs to no push.
    pub(super) fn clear(&mut self, members: usize, pairs: usize) {
        self.of.clear();
        self.of.resize(members, Push::default());
        self.yields.clear();
        self.yields.resize(pairs, [false; 2]);
    }

    /// Finds the pushes of `dt` seconds, more than 0, among members with these walls, pairs and planes; returns
    /// whether the passes were enough.
    pub(super) fn find<V>(
        &mut self,
        (members, walls): (&[Pusher], &[SlidePlane]),
        (pairs, neighbours): (&[Pair], &Neighbours),
        between: &[Between],
        dt: f64,
        (views, threads, lanes): (&V, impl Threads<V>, &mut [Lane]),
    ) -> bool {
        list_sides((&mut self.sides, &mut self.listed), members, pairs, between, neighbours);
        self.is_yielding.clear();
        self.is_yielding.resize(self.sides.len(), false);
        self.pressed.clear();
        self.pressed.resize(members.len(), 0);
        self.awake.clear();
        self.awake.extend(0..members.len() as u32);
        let mut pressed = 0;
        let mut is_enough = false;
        let (mut done, mut to_do) = (0, PASSES);
        self.cycle.begin(self.of.len());
        while done < to_do {
            self.answer((members, walls), neighbours, dt, (views, threads, &mut *lanes));
            for (&number, &(_, count)) in self.awake.iter().zip(&self.answers) {
                pressed = pressed + count - self.pressed[number as usize];
                self.pressed[number as usize] = count;
            }
            if pressed == 0 {
                is_enough = true;
                break;
            }
            self.take_yields(neighbours);
            if self
                .awake
                .iter()
                .zip(&self.answers)
                .all(|(number, (push, _))| *push == self.of[*number as usize])
            {
                is_enough = true;
                break;
            }
            self.take_pushes(neighbours, dt);
            done += 1;
            if let Some(period) = self.cycle.period(done) {
                to_do = done + (to_do - done) % period;
            }
        }
        self.list_yields();
        is_enough
    }

    /// Finds the answers of the members that are awake.
    fn answer<V>(
        &mut self,
        (members, walls): (&[Pusher], &[SlidePlane]),
        neighbours: &Neighbours,
        dt: f64,
        (views, threads, lanes): (&V, impl Threads<V>, &mut [Lane]),
    ) {
        let Self { of, sides, awake, answers, given, .. } = self;
        let pass = Pass { members, walls, of, dt };
        answers.clear();
        answers.resize(awake.len(), (Push::default(), 0));
        let count = awake.len().div_ceil(PASS_BATCH);
        if given.len() < count {
            given.resize_with(count, Vec::new);
        }
        given.iter_mut().for_each(Vec::clear);
        let batches = awake.chunks(PASS_BATCH).zip(answers.chunks_mut(PASS_BATCH)).zip(given);
        threads.deal(views, batches, lanes, |_, ((awake, answers), given), Lane { answering, .. }| {
            for (&number, answer) in awake.iter().zip(answers) {
                let range = neighbours.range_of(number as usize);
                let first = range.start as u32;
                *answer = answering.answer(&pass, number as usize, &sides[range]);
                given.extend(answering.yields.iter().map(|side| first + side));
            }
        });
    }

    /// Records whom the members that are awake yield to.
    fn take_yields(&mut self, neighbours: &Neighbours) {
        for &number in &self.awake {
            self.is_yielding[neighbours.range_of(number as usize)].fill(false);
        }
        for &side in self.given.iter().flatten() {
            self.is_yielding[side as usize] = true;
        }
    }

    /// Records the pushes of the members that are awake, and wakes those whose answer may be another one then.
    fn take_pushes(&mut self, neighbours: &Neighbours, dt: f64) {
        let Self { of, sides, awake, woken, answers, cycle, .. } = self;
        woken.clear(of.len());
        for (&number, (push, _)) in awake.iter().zip(answers.iter()) {
            let number = number as usize;
            // To the bit: a zero's sign may be passed on.
            if !push.is_identical(&of[number]) {
                let change = [&of[number], push];
                cycle.change(number, change);
                for side in &sides[neighbours.range_of(number)] {
                    let other = side.other as usize;
                    let changes = side.changes(change, &of[other], dt);
                    if changes.of_other {
                        woken.insert(other);
                    }
                    if changes.of_own {
                        woken.insert(number);
                    }
                }
                of[number] = *push;
            }
        }
        awake.clear();
        woken.for_each(|number| awake.push(number as u32));
    }

    /// Records which of each pair yields: both may, where they press on each other from two sides.
    fn list_yields(&mut self) {
        let Self { yields, sides, is_yielding, .. } = self;
        let yielding = sides.iter().zip(is_yielding.iter()).filter(|(_, is_yielding)| **is_yielding);
        for (Side { pair: (pair, is_first), .. }, _) in yielding {
            yields[*pair as usize][usize::from(!is_first)] = true;
        }
    }

    /// Numbers the pushes by another company, which has all members of the old one's pairs.
    pub(super) fn renumber(&mut self, old: &Company, new: &Company) {
        self.next.clear();
        self.next.resize(new.members.len(), Push::default());
        for (push, member) in self.of.iter().zip(&old.members) {
            if let Some(number) = new.number_of(*member as usize) {
                self.next[number] = *push;
            }
        }
        core::mem::swap(&mut self.of, &mut self.next);
    }

    /// Whether any member is pushed.
    pub(super) fn is_any(&self) -> bool {
        self.of.iter().any(|push| push.displacement != DVec3::ZERO)
    }
}

#[cfg(test)]
mod tests;
