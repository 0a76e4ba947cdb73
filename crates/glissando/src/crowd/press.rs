//! The answer of one member to the pushes of a pass: which others press on it, and how it gives way.
//!
//! An answer reads the last pass alone, so a member whose own push and whose neighbours' pushes are as they were has the
//! answer that it had.

use super::lean::Lean;
use super::pairs::{Neighbours, Pair};
use super::priority::{Priority, priority_of, with_priority};
use super::push::{Push, Pusher};
use super::share::Between;
use crate::math::DVec3;
use crate::slide::{PlaneAdder, SlidePlane, nearest_allowed};
use crate::sorting;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Friction of a member that wants to stay, newtons per kilogram: half the earth's pull. A walking member moves with
/// a push, so that a jam is not held by all members that want to walk on.
const GRIP: f64 = 5.0;

/// The speed at which two overlapping members part, m/s, shared by their masses.
const PARTING_SPEED: f64 = 2.0;

/// The force with which a member that parts from another pushes those in its way, newtons: none stands as firm, or many that were put
/// on one spot would be held inside each other by those around them.
const PARTING_FORCE: f64 = 1e6;

/// A push in a narrow wedge moves at most this many times the requested distance: no member is thrown out of it.
const WEDGE: f64 = 2.0;

/// The squared horizontal part of a normal below which it does not push a standing member.
const LEAST_LEVEL_SQ: f64 = 0.25;

/// A member and one neighbour: what is the same in all passes of a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The neighbour.
    pub(super) other: u32,
    /// The pair of both, and whether the member is its first.
    pub(super) pair: (u32, bool),
    /// Unit, from the neighbour to the member.
    normal: DVec3,
    /// Metres between the two; negative is the depth of their overlap.
    room: f64,
    /// Whether they overlap: then they only part, whatever the forces.
    is_overlap: bool,
    /// Which of the two has priority.
    priority: Priority,
    /// The pressure of the neighbour on the member if no other pushes it, and of the member on the neighbour.
    theirs: Lean,
    ours: Lean,
}

impl Side {
    /// The same of its neighbour, whose neighbour is the member with this number.
    fn of_other(&self, other: u32) -> Self {
        let (pair, is_first) = self.pair;
        let priority = match self.priority {
            Priority::Presser => Priority::Pressed,
            Priority::Pressed => Priority::Presser,
            Priority::Neither => Priority::Neither,
        };
        let (theirs, ours) = (self.ours, self.theirs);
        Self { other, pair: (pair, !is_first), normal: -self.normal, priority, theirs, ours, ..*self }
    }

    /// What another push on the member, the second of these, may change beside the first. `on_other` is the push on the neighbour.
    #[inline(always)]
    pub(super) fn changes(&self, on: [&Push; 2], on_other: &Push, dt: f64) -> Changes {
        // Pushes away from the neighbour add neither force nor speed to a press on it.
        let reaches = |push: &Push| -self.normal.dot(push.displacement) > 0.0;
        if !(self.is_overlap || on.into_iter().any(reaches)) {
            return Changes::default();
        }
        let passed_on = on.map(|push| self.ours.with(push, -self.normal, dt));
        let [one, two] = &passed_on;
        if one.bits() == two.bits() {
            return Changes::default();
        }
        // Without a press, before and after, it is of no account how hard the member leans on the other.
        let of_other = passed_on.iter().any(|lean| self.may_press([lean, &self.theirs], dt));
        // A neighbour with priority is not resisted.
        let is_resisted = self.priority != Priority::Presser;
        let theirs = || self.theirs.with(on_other, self.normal, dt);
        let of_own = is_resisted && self.may_press([&theirs(), &self.ours], dt);
        Changes { of_other, of_own }
    }

    /// Whether one of the two, of which each leans on the other so, may press on it; if not, it does not for certain.
    fn may_press(&self, [by, on]: [&Lean; 2], dt: f64) -> bool {
        self.is_overlap || by.strength > 0.0 && self.is_closing([by.speed, on.speed], dt)
    }

    /// Whether the two meet within a tick at these speeds towards each other.
    #[inline(always)]
    fn is_closing(&self, [by, on]: [f64; 2], dt: f64) -> bool {
        (by + on) * dt > self.room
    }
}

/// Which answers may be others after a change of a push.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    /// That of the neighbour.
    pub(super) of_other: bool,
    /// That of the member whose push it is.
    pub(super) of_own: bool,
}

/// The sides of all members, in the order of the neighbours' lists.
pub(super) fn list_sides(
    (sides, listed): (&mut Vec<Side>, &mut Vec<u32>),
    members: &[Pusher],
    pairs: &[Pair],
    between: &[Between],
    neighbours: &Neighbours,
) {
    sides.clear();
    // Where the side of one member of a pair is listed first.
    listed.clear();
    listed.resize(pairs.len(), u32::MAX);
    for (number, on) in members.iter().enumerate() {
        for &index in neighbours.of(number) {
            let (pair, listed) = (pairs[index as usize], &mut listed[index as usize]);
            let (is_first, other) = pair.other_of(number);
            if let Some(side) = sides.get(*listed as usize) {
                let mirrored = side.of_other(other);
                sides.push(mirrored);
                continue;
            }
            *listed = sides.len() as u32;
            let between = &between[index as usize];
            let by = &members[other as usize];
            let normal = if is_first { -between.normal } else { between.normal };
            let first = with_priority(&members[pair.first as usize], &members[pair.second as usize]);
            let priority = priority_of(first, usize::from(is_first));
            let (theirs, ours) = (Lean::of(by, normal), Lean::of(on, -normal));
            let (room, is_overlap) = (between.room, between.gap < 0.0);
            sides.push(Side {
                other,
                pair: (index, is_first),
                normal,
                room,
                is_overlap,
                priority,
                theirs,
                ours,
            });
        }
    }
}

/// One neighbour that presses on a member.
#[derive(Clone, Copy, Debug)]
struct Press {
    /// Position among the member's sides.
    side: u32,
    /// Unit, from the presser to the pressed.
    normal: DVec3,
    /// Metres between the two; negative is the depth of their overlap.
    room: f64,
    /// Whether they overlap: then they only part, whatever the forces.
    is_overlap: bool,
    /// Speed along the normal, m/s.
    speed: f64,
    /// Newtons.
    strength: f64,
    /// The force with which the pressed member presses back, newtons.
    against: f64,
    /// Mass of the presser and the members behind it, kg.
    mass: f64,
    /// Which of the two has priority.
    priority: Priority,
}

impl Press {
    /// The press of a neighbour, if it presses.
    #[inline(always)]
    fn of(side: &Side, number: u32, pushes: [&Push; 2], dt: f64) -> Option<Self> {
        let Side { normal, room, is_overlap, .. } = *side;
        // Half of the neighbours go elsewhere, and none pushes them this way.
        let has_force = side.theirs.strength > 0.0 || normal.dot(pushes[1].displacement) > 0.0;
        if !(is_overlap || has_force) {
            return None;
        }
        let Lean { speed, strength, mass, .. } = side.theirs.with(pushes[1], normal, dt);
        // The member's own speed along the normal, of its drive, is the opposite of its speed towards the neighbour.
        if !(is_overlap || side.is_closing([speed, side.ours.speed], dt)) {
            return None;
        }
        let back = side.ours.with(pushes[0], -normal, dt);
        let against = if side.priority == Priority::Presser { 0.0 } else { back.against };
        let priority = if is_overlap { Priority::Neither } else { side.priority };
        // Of two that press on each other the one with priority does not yield.
        let strength = if priority == Priority::Pressed && back.strength > 0.0 { 0.0 } else { strength };
        (is_overlap || strength > 0.0).then_some(Self {
            side: number,
            normal,
            room,
            is_overlap,
            speed,
            strength,
            against,
            mass,
            priority,
        })
    }

    /// The most speed that this press gives, m/s.
    fn fastest(&self) -> f64 {
        if self.is_overlap { WEDGE * PARTING_SPEED } else { self.speed }
    }
}

/// Working memory of answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Answering {
    presses: Vec<Press>,
    planes: Vec<SlidePlane>,
    trial: Vec<SlidePlane>,
    /// The positions of the sides that the member of the last answer yields to.
    pub(super) yields: Vec<u32>,
}

/// What all answers of a pass read.
#[derive(Clone, Copy)]
pub(super) struct Pass<'a> {
    pub(super) members: &'a [Pusher],
    pub(super) walls: &'a [SlidePlane],
    /// The pushes of the pass before.
    pub(super) of: &'a [Push],
    /// Seconds.
    pub(super) dt: f64,
}

impl Answering {
    /// The push on a member by all presses on it, and their number.
    pub(super) fn answer(&mut self, pass: &Pass, number: usize, sides: &[Side]) -> (Push, u32) {
        let Pass { members, walls, of, dt } = *pass;
        let on = &members[number];
        let Self { presses, planes, trial, yields } = self;
        presses.clear();
        yields.clear();
        let mut is_any_of = [false; 3];
        // A loop: as an iterator it is not compiled into one, and every press is copied.
        for (side, at) in sides.iter().zip(0..) {
            let pushes = [&of[number], &of[side.other as usize]];
            if let Some(press) = Press::of(side, at, pushes, dt) {
                is_any_of[press.priority as usize] = true;
                presses.push(press);
            }
        }
        let mut push = Push::default();
        if presses.is_empty() {
            return (push, 0);
        }
        in_order(presses);
        planes.clear();
        // Along its walls it moves as far as requested, so its own pushes follow corners.
        planes.extend_from_slice(&walls[on.walls.0..on.walls.1]);
        let most = presses.iter().fold(0.0, |most: f64, press| most.max(press.fastest() * dt));
        // Presses with priority count first; a group of presses that contradicts the groups before is dropped.
        let priorities = [Priority::Presser, Priority::Neither, Priority::Pressed];
        for priority in priorities.into_iter().filter(|priority| is_any_of[*priority as usize]) {
            let (kept, before) = (yields.len(), push);
            let (mut is_any, mut adder) = (false, PlaneAdder::new());
            for press in presses.iter().filter(|press| press.priority == priority) {
                let by = sides[press.side as usize].other;
                let (least, force) = give_way(press, presses, on, &members[by as usize], dt);
                if least <= 0.0 {
                    continue;
                }
                let Some(plane) = on_the_level(press, least, on) else { continue };
                if !is_any {
                    trial.clone_from(planes);
                    is_any = true;
                }
                adder.add(trial, plane);
                if press.is_overlap {
                    push.parting = PARTING_FORCE;
                } else {
                    yields.push(press.side);
                }
                if force > push.strength {
                    (push.strength, push.mass) = (force, press.mass);
                }
            }
            // The planes so far gave the displacement so far.
            if !is_any {
                continue;
            }
            match gentle(trial, most) {
                Some(displacement) => {
                    push.displacement = displacement;
                    core::mem::swap(planes, trial);
                }
                None => {
                    yields.truncate(kept);
                    push = before;
                }
            }
        }
        (push, presses.len() as u32)
    }
}

/// Sorts presses on one member by what they are: sums must not depend on the members' indices.
fn in_order(presses: &mut [Press]) {
    let by = |a: f64, b: f64| a.total_cmp(&b);
    sorting::sort_by(presses, |p, q| {
        let order: Ordering = p.normal.total_cmp(q.normal);
        let order = order.then(by(p.speed, q.speed)).then(by(p.strength, q.strength));
        order.then(by(p.mass, q.mass)).then(by(p.against, q.against)).then(by(p.room, q.room))
    });
}

/// The displacement of a pressed member along the normal, metres, and the remaining force.
fn give_way(press: &Press, group: &[Press], on: &Pusher, by: &Pusher, dt: f64) -> (f64, f64) {
    if press.is_overlap {
        let depth = -press.room * (by.mass / (by.mass + on.mass));
        let most = PARTING_SPEED * dt;
        return (if depth < most { depth } else { most }, 0.0);
    }
    let wanted = press.normal.dot(on.drive);
    let ahead = if wanted > 0.0 { wanted } else { 0.0 };
    let wants_to_stay = on.stands.is_some() && on.wish == DVec3::ZERO;
    let grip = if wants_to_stay { GRIP * on.mass } else { 0.0 };
    let (mut force, mut resistance) = (0.0, grip + press.against);
    for other in group.iter().filter(|p| !p.is_overlap) {
        let along = press.normal.dot(other.normal);
        if along > 0.0 {
            force += along * other.strength;
        } else if press.priority != Priority::Presser || other.priority == Priority::Neither {
            resistance -= along * other.strength;
        }
        if along < 0.0 && press.priority == Priority::Pressed && other.priority == Priority::Presser {
            return (0.0, 0.0);
        }
    }
    if force <= resistance {
        return (0.0, 0.0);
    }
    let common = (press.mass * press.speed + on.mass * ahead) / (press.mass + on.mass);
    let faster = (common - ahead) * (1.0 - resistance / force);
    let room = if press.room > 0.0 { press.room } else { 0.0 };
    (faster * dt - room, force - resistance)
}

/// The plane of a push: horizontal for a standing member; `None` if it is pushed up or down.
fn on_the_level(press: &Press, least: f64, on: &Pusher) -> Option<SlidePlane> {
    let normal = press.normal;
    let Some(up) = on.stands.filter(|_| !press.is_overlap) else {
        return Some(SlidePlane { normal, least });
    };
    let level = normal - up * normal.dot(up);
    let length_sq = level.length_sq();
    let length = level.length();
    (length_sq > LEAST_LEVEL_SQ).then(|| SlidePlane { normal: level / length, least: least / length })
}

/// The least displacement that satisfies all planes, at most `fastest` long; `None` if they contradict each other.
fn gentle(planes: &[SlidePlane], fastest: f64) -> Option<DVec3> {
    let allowed = nearest_allowed(DVec3::ZERO, planes)?;
    let most = planes.iter().fold(0.0, |m: f64, p| m.max(p.least)) * WEDGE;
    let most = if most < fastest { most } else { fastest };
    let length = allowed.displacement.length();
    Some(if length > most { allowed.displacement * (most / length) } else { allowed.displacement })
}
