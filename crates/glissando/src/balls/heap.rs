//! Heaps: great numbers of balls that lie on each other under gravity.
//!
//! A small group is solved exactly at each of its impacts. A heap has thousands of contacts and impacts in a tick, so
//! it is solved once, at the start of the tick, to a bounded precision (`descent.rs`). Then its balls fly; a ball of
//! a heap that meets another body waits there until the tick's end, and keeps its velocity. So a heap never overlaps,
//! and its cost grows with its contacts.
//!
//! Balls of a heap keep a small gap, the *reserve*. Closing speeds left by the solver use it up instead of stopping
//! balls. It is restored with energy that the tick's impacts have taken, never with more. A tick in which a heap would
//! rise by more than its kinetic energy, since the balls that wait leave pushes unanswered, is made again, and the heap
//! stands still in it.

use super::flight::Flight;
use super::island::{are_touching, member, row, touch_between, touched_walls};
use super::row::Row;
use super::scratch::{Body, Member, Scratch};
use super::settings::Settings;
use super::surroundings::Surroundings;
use crate::collide::Contact;
use crate::math::{DVec3, sqrt_f64};
use crate::sorting;
use crate::tolerance::BALL_SKIN;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The least number of balls in a heap. Below it the exact solver takes a millisecond.
pub(super) const LEAST_HEAP: usize = 24;

/// The gap that balls of a heap keep, in radii of the smaller one: 0.1 mm for a ball of 10 cm.
const RESERVE: f64 = 1e-3;

/// Balls within this many reserves are in contact.
pub(super) const CONTACT: f64 = 1.5;

/// Balls within this distance, in radii of the smaller one, are in one heap: they will meet within a few ticks.
const NEAR: f64 = 0.2;

/// The heaps of a tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Heaps {
    /// Pairs of neighbouring bodies.
    pairs: Vec<(usize, usize)>,
    /// Bodies sorted along the first axis.
    along: Vec<usize>,
    /// For each body another one of its heap, or itself.
    root: Vec<usize>,
    /// At each root, the number of bodies of its heap.
    size: Vec<usize>,
    /// For each body its position among the members.
    place: Vec<usize>,
    /// Balls of all heaps, one heap after another.
    pub(super) balls: Vec<usize>,
    pub(super) accounts: Vec<Account>,
    /// Roots of the heaps that stand still in this tick.
    halted: Vec<usize>,
}

/// The energy of a heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    pub(super) root: usize,
    /// The end of its balls in `Heaps::balls`.
    pub(super) end: usize,
    /// Kinetic energy at the start of the tick, J.
    pub(super) kinetic: f64,
    /// Whether no external body does work on it.
    pub(super) is_closed: bool,
}

/// The gap that two balls of a heap keep, metres.
pub(super) fn reserve(one: f64, other: f64) -> f64 {
    RESERVE * if one < other { one } else { other }
}

impl Scratch {
    /// Finds the heaps at the start of the tick; `roots` gets one ball of each.
    pub(super) fn find_heaps(&mut self, settings: &Settings, roots: &mut Vec<usize>) {
        roots.clear();
        self.heaps.balls.clear();
        self.heaps.accounts.clear();
        let movable = || self.bodies.iter().filter(|body| body.is_movable()).count();
        if settings.gravity == DVec3::ZERO || movable() < LEAST_HEAP {
            return;
        }
        self.find_pairs();
        let Self { heaps, bodies, .. } = self;
        heaps.root.clear();
        heaps.root.extend(0..bodies.len());
        for &(a, b) in &heaps.pairs {
            // Immovable balls pass nothing on.
            if bodies[a].is_movable() && bodies[b].is_movable() {
                let (a, b) = (root_of(&mut heaps.root, a), root_of(&mut heaps.root, b));
                heaps.root[a] = b;
            }
        }
        heaps.size.clear();
        heaps.size.resize(bodies.len(), 0);
        for body in 0..bodies.len() {
            let root = root_of(&mut heaps.root, body);
            heaps.root[body] = root;
            heaps.size[root] += 1;
        }
        roots.extend((0..bodies.len()).filter(|&body| heaps.size[body] >= LEAST_HEAP));
    }

    /// Fills `pairs` with all bodies that are near each other, at least one of them a ball.
    fn find_pairs(&mut self) {
        let Self { heaps, bodies, work, .. } = self;
        let Heaps { pairs, along, .. } = heaps;
        pairs.clear();
        along.clear();
        let at = |body: usize| bodies[body].flight.position_at(0.0);
        let balls = || bodies.iter().enumerate().filter(|(_, body)| body.struck.is_none());
        let reach = |body: &Body| DVec3::splat(body.radius * (1.0 + NEAR));
        // Most characters are elsewhere.
        let widen = |(low, high): (DVec3, DVec3), (ball, body): (usize, &Body)| {
            (low.min(at(ball) - reach(body)), high.max(at(ball) + reach(body)))
        };
        let (low, high) = balls().fold([f64::INFINITY, f64::NEG_INFINITY].map(DVec3::splat).into(), widen);
        let is_among = |(one, body): &(usize, &Body)| {
            let (most, least) = (at(*one) + reach(body) - low, high - at(*one) + reach(body));
            body.struck.is_none() || most.min(least).min_element() >= 0.0
        };
        along.extend(bodies.iter().enumerate().filter(is_among).map(|(body, _)| body));
        sorting::sort_by(along, |&a, &b| at(a).x.total_cmp(&at(b).x).then(a.cmp(&b)));
        let radii = along.iter().map(|&body| bodies[body].radius);
        let widest = radii.fold(0.0, |most: f64, radius| if radius > most { radius } else { most });
        for (place, &a) in along.iter().enumerate() {
            let reach = (bodies[a].radius + widest) * (1.0 + NEAR);
            for &b in &along[place + 1..] {
                if at(b).x - at(a).x > reach {
                    break;
                }
                let (one, other) = (&bodies[a], &bodies[b]);
                if one.struck.is_some() && other.struck.is_some() {
                    continue;
                }
                work.spend(1);
                let is_near = if one.struck.is_some() || other.struck.is_some() {
                    are_touching(one, other, at(a), at(b))
                } else {
                    let smaller = if one.radius < other.radius { one.radius } else { other.radius };
                    (at(a) - at(b)).length() <= one.radius + other.radius + NEAR * smaller
                };
                if is_near {
                    pairs.push((a, b));
                }
            }
        }
    }

    /// Fills `members` and `rows` with the heap of a root.
    pub(super) fn gather_heap(
        &mut self,
        world: &dyn Surroundings,
        settings: &Settings,
        root: usize,
        dt: f64,
    ) {
        self.members.clear();
        self.rows.clear();
        let Self { heaps, bodies, members, .. } = self;
        heaps.place.clear();
        heaps.place.resize(bodies.len(), usize::MAX);
        let mut take = |place: &mut Vec<usize>, body: usize| {
            if place[body] == usize::MAX {
                place[body] = 0;
                members.push(member(&bodies[body], body, 0.0));
            }
        };
        for &(a, b) in &heaps.pairs {
            let is_in = |body: usize| bodies[body].is_movable() && heaps.root[body] == root;
            if is_in(a) || is_in(b) {
                take(&mut heaps.place, a);
                take(&mut heaps.place, b);
            }
        }
        sorting::sort_by(members, |a, b| by_height(settings.gravity, a, b));
        for (place, member) in members.iter().enumerate() {
            heaps.place[member.ball] = place;
        }
        self.add_heap_pairs(settings);
        self.add_heap_walls(world, settings, dt);
    }

    fn add_heap_pairs(&mut self, settings: &Settings) {
        let Self { heaps, bodies, members, rows, .. } = self;
        for &(a, b) in &heaps.pairs {
            let (mut to, mut from) = (heaps.place[a], heaps.place[b]);
            if to == usize::MAX || from == usize::MAX {
                continue;
            }
            // The normal points to a ball, even from a character; else to the later member.
            if members[to].is_character || !members[from].is_character && to < from {
                (to, from) = (from, to);
            }
            let (one, other) = (&bodies[members[to].ball], &bodies[members[from].ball]);
            let (a, b) = (members[to].position, members[from].position);
            if members[to].inverse_mass + members[from].inverse_mass == 0.0 {
                continue;
            }
            let gap = (a - b).length() - one.radius - other.radius;
            let kept = reserve(one.radius, other.radius);
            if !members[from].is_character && gap > CONTACT * kept {
                continue;
            }
            let Some((normal, point)) = touch_between(one, other, a, b) else { continue };
            let restitution = if one.restitution < other.restitution { one } else { other }.restitution;
            let row = row((to, Some(from)), None, normal, point, restitution, settings);
            let missing = if members[from].is_character { 0.0 } else { missing(gap, kept) };
            if row.normal != DVec3::ZERO {
                rows.push(Row { missing, ..row });
            }
        }
        sorting::sort_by_key(rows, |row| (row.to, row.from));
    }

    fn add_heap_walls(&mut self, world: &dyn Surroundings, settings: &Settings, dt: f64) {
        for to in 0..self.members.len() {
            let Member { ball, position, inverse_mass, is_character, .. } = self.members[to];
            if inverse_mass == 0.0 || is_character {
                continue;
            }
            let body = self.bodies[ball];
            let limit = settings.wall_restitution;
            let restitution = if body.restitution < limit { body.restitution } else { limit };
            self.work.ask();
            let reach = CONTACT * RESERVE;
            touched_walls(world, settings.filter, (&body, reach), position, 0.0, &mut self.contacts);
            for index in 0..self.contacts.len() {
                let Contact { normal, point, surface, .. } = self.contacts[index];
                let gap = self.contacts[index].gap() - body.radius * BALL_SKIN;
                let row = row((to, None), Some(surface), normal, point, restitution, settings);
                let missing = missing(gap, RESERVE * body.radius);
                self.add_wall(world, Row { missing, ..row }, position, (0.0, dt));
            }
        }
    }

    /// Lets no heap stand still: for the first attempt at a tick.
    pub(super) fn release_heaps(&mut self) {
        self.heaps.halted.clear();
    }

    /// Stops the balls of a heap for the tick if it is to stand still; whether it is.
    pub(super) fn is_halted(&mut self, root: usize, dt: f64) -> bool {
        if !self.heaps.halted.contains(&root) {
            return false;
        }
        for (body, _) in self.bodies.iter_mut().zip(&self.heaps.root).filter(|(_, of)| **of == root) {
            if body.is_movable() {
                body.flight = Flight::held((0.0, dt), body.from, DVec3::ZERO);
                (body.is_heaped, body.held) = (true, true);
            }
        }
        true
    }

    /// Removes the energy that a heap gained in the tick: waiting balls leave others with an unanswered push.
    ///
    /// False if a heap rose by more than all its kinetic energy: the tick has to be made again, and it stands still then.
    pub(super) fn settle_heaps(&mut self, settings: &Settings) -> bool {
        let (mut begin, halted) = (0, self.heaps.halted.len());
        for index in 0..self.heaps.accounts.len() {
            let Account { root, end, kinetic, is_closed } = self.heaps.accounts[index];
            let balls = &self.heaps.balls[begin..end];
            begin = end;
            let (mut moving, mut lifted) = (0.0, 0.0);
            for &ball in balls {
                let body = &self.bodies[ball];
                let (to, velocity) = body.flight.at_end();
                moving += 0.5 * velocity.length_sq() / body.inverse_mass;
                lifted -= settings.gravity.dot(to - body.from) / body.inverse_mass;
            }
            let gained = moving + lifted - kinetic;
            if is_closed && gained > moving {
                self.heaps.halted.push(root);
            } else if is_closed && gained > 0.0 {
                let scale = sqrt_f64((moving - gained) / moving);
                for &ball in balls {
                    self.bodies[ball].kept = scale;
                }
            }
        }
        self.heaps.halted.len() == halted
    }
}

/// The part missing from the reserve. An overlap is left as it is: nothing pushes it apart.
fn missing(gap: f64, reserve: f64) -> f64 {
    if gap < -1e-3 * reserve || gap > reserve { 0.0 } else { reserve - gap }
}

fn root_of(root: &mut [usize], of: usize) -> usize {
    let mut at = of;
    while root[at] != at {
        root[at] = root[root[at]];
        at = root[at];
    }
    at
}

/// From below to above, then by place: pressures come from below.
fn by_height(gravity: DVec3, a: &Member, b: &Member) -> Ordering {
    gravity.dot(b.position).total_cmp(&gravity.dot(a.position)).then(super::island::by_place(a, b))
}
