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
//! Each pass reads the pass before and writes a new one, so the order of members does not matter.

use super::company::Company;
use super::pairs::{Pair, compare};
use super::share::Between;
use crate::math::DVec3;
use crate::slide::{SlidePlane, add_plane, nearest_allowed};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The data of a member that pushes and is pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pusher {
    /// kg.
    pub(super) mass: f64,
    /// Newtons.
    pub(super) strength: f64,
    /// The velocity at which it wants to move, m/s.
    pub(super) wish: DVec3,
    /// The wish as limited by the walls that it touches: along it the member presses on others.
    pub(super) drive: DVec3,
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
    strength: f64,
    /// The mass behind the push, kg.
    mass: f64,
}

impl Push {
    /// Whether another member pushes, beyond resolving an overlap.
    pub(super) fn is_forced(&self) -> bool {
        self.strength > 0.0
    }
}

/// Most passes, one link of a chain each; if they are not enough, the report says so.
const PASSES: usize = 64;

/// Friction of a member that wants to stay, newtons per kilogram: half the earth's pull. A walking member moves with
/// a push, so that a jam is not held by all members that want to walk on.
const GRIP: f64 = 5.0;

/// The speed at which two overlapping members part, m/s, shared by their masses.
const PARTING_SPEED: f64 = 2.0;

/// A push in a narrow wedge moves at most this many times the requested distance: no member is squirted out.
const WEDGE: f64 = 2.0;

/// The squared horizontal part of a normal below which it does not push a standing member.
const LEAST_LEVEL_SQ: f64 = 0.25;

/// One member pressing on another.
#[derive(Clone, Copy, Debug)]
struct Press {
    /// The pressed member.
    on: u32,
    /// The pair, and whether its first member is the pressed one.
    pair: (u32, bool),
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
    /// The most speed that this press gives, m/s.
    fn fastest(&self) -> f64 {
        if self.is_overlap { WEDGE * PARTING_SPEED } else { self.speed }
    }
}

/// Which of two has priority, if both want about the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priority {
    /// The presser: it is ahead.
    Presser,
    /// The pressed one.
    Pressed,
    /// Neither: they want opposite directions, or one of them wants to stay.
    Neither,
}

/// The pushes of a tick, and working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes {
    /// One for each member.
    pub(super) of: Vec<Push>,
    /// The pairs where one yields to the other, and which of the two.
    yields: Vec<(Pair, [bool; 2])>,
    next: Vec<Push>,
    presses: Vec<Press>,
    planes: Vec<SlidePlane>,
    trial: Vec<SlidePlane>,
}

impl Pushes {
    /// Resets `count` members to no push.
    pub(super) fn clear(&mut self, count: usize) {
        self.of.clear();
        self.of.resize(count, Push::default());
        self.yields.clear();
    }

    /// Finds the pushes of `dt` seconds, more than 0, among members with these walls, pairs and planes; returns
    /// whether the passes were enough.
    pub(super) fn find(
        &mut self,
        members: &[Pusher],
        walls: &[SlidePlane],
        pairs: &[Pair],
        between: &[Between],
        dt: f64,
    ) -> bool {
        for _ in 0..PASSES {
            self.press(members, pairs, between, dt);
            if self.presses.is_empty() {
                return true;
            }
            self.answer(members, walls, pairs, dt);
            if self.next == self.of {
                return true;
            }
            core::mem::swap(&mut self.of, &mut self.next);
        }
        false
    }

    /// Numbers the pushes by another company, which has all members of the old one.
    pub(super) fn renumber(&mut self, old: &Company, new: &Company) {
        let number = |old_number: u32| {
            let member = old.members.get(old_number as usize);
            member.and_then(|member| new.number_of(*member as usize)).unwrap_or(0)
        };
        self.next.clear();
        self.next.resize(new.members.len(), Push::default());
        for (push, old_number) in self.of.iter().zip(0..) {
            self.next[number(old_number)] = *push;
        }
        core::mem::swap(&mut self.of, &mut self.next);
        for (pair, _) in &mut self.yields {
            (pair.first, pair.second) = (number(pair.first) as u32, number(pair.second) as u32);
        }
    }

    /// Whether any member is pushed.
    pub(super) fn is_any(&self) -> bool {
        self.of.iter().any(|push| push.displacement != DVec3::ZERO)
    }

    /// Which of a pair yields to the other.
    pub(super) fn yields(&self, pair: Pair) -> [bool; 2] {
        let key = |p: &Pair| (p.first, p.second);
        let found = self.yields.binary_search_by_key(&key(&pair), |(p, _)| key(p));
        found.map_or([false; 2], |index| self.yields[index].1)
    }

    /// Lists the presses, after the pushes so far.
    fn press(&mut self, members: &[Pusher], pairs: &[Pair], between: &[Between], dt: f64) {
        self.presses.clear();
        for (index, (pair, between)) in pairs.iter().zip(between).enumerate() {
            let [a, b] = [pair.first, pair.second];
            let index = index as u32;
            let normal = between.normal;
            let leans = [(a, normal), (b, -normal)]
                .map(|(by, n)| lean(&members[by as usize], &self.of[by as usize], n, dt));
            let first = with_priority(&members[a as usize], &members[b as usize]);
            for (on, normal, by, is_first) in [(b, normal, 0, false), (a, -normal, 1, true)] {
                let priority = priority_of(first, by);
                let Lean { speed, strength, mass, .. } = leans[by];
                let other = &leans[1 - by];
                let against = if priority == Priority::Presser { 0.0 } else { other.against };
                let is_overlap = between.gap < 0.0;
                let priority = if is_overlap { Priority::Neither } else { priority };
                // Of two that press on each other the one with priority does not yield.
                let strength =
                    if priority == Priority::Pressed && other.strength > 0.0 { 0.0 } else { strength };
                let closing = speed - normal.dot(members[on as usize].drive);
                if is_overlap || (strength > 0.0 && closing * dt > between.room) {
                    let (pair, room) = ((index, is_first), between.room);
                    self.presses.push(Press {
                        on,
                        pair,
                        normal,
                        room,
                        is_overlap,
                        speed,
                        strength,
                        against,
                        mass,
                        priority,
                    });
                }
            }
        }
        // Sums must not depend on the members' indices.
        self.presses.sort_unstable_by(|p, q| {
            let by = |a: f64, b: f64| a.total_cmp(&b);
            let order: Ordering = p.on.cmp(&q.on).then(compare(p.normal, q.normal));
            let order = order.then(by(p.speed, q.speed)).then(by(p.strength, q.strength));
            order.then(by(p.mass, q.mass)).then(by(p.against, q.against)).then(by(p.room, q.room))
        });
    }

    /// Finds the displacement of each pressed member from all presses on it.
    fn answer(&mut self, members: &[Pusher], walls: &[SlidePlane], pairs: &[Pair], dt: f64) {
        self.next.clear();
        self.next.resize(members.len(), Push::default());
        self.yields.clear();
        let Self { planes, trial, yields, next, .. } = self;
        for group in self.presses.chunk_by(|p, q| p.on == q.on) {
            let on = group[0].on as usize;
            planes.clear();
            // Along its walls it moves as far as requested, so its own pushes follow corners.
            planes.extend_from_slice(&walls[members[on].walls.0..members[on].walls.1]);
            let push = &mut next[on];
            let most = group.iter().fold(0.0, |most: f64, press| most.max(press.fastest() * dt));
            // Presses with priority count first; a group of presses that contradicts the groups before is dropped.
            for priority in [Priority::Presser, Priority::Neither, Priority::Pressed] {
                let (kept, before) = (yields.len(), *push);
                trial.clone_from(planes);
                for press in group.iter().filter(|press| press.priority == priority) {
                    let (least, force) = give_way(press, group, &members[on], pairs, members, dt);
                    if least <= 0.0 {
                        continue;
                    }
                    let Some(plane) = on_the_level(press, least, &members[on]) else { continue };
                    add_plane(trial, plane);
                    if !press.is_overlap {
                        yields.push((pairs[press.pair.0 as usize], [press.pair.1, !press.pair.1]));
                    }
                    if force > push.strength {
                        (push.strength, push.mass) = (force, press.mass);
                    }
                }
                match gentle(trial, most) {
                    Some(displacement) => {
                        push.displacement = displacement;
                        core::mem::swap(planes, trial);
                    }
                    None => {
                        yields.truncate(kept);
                        *push = before;
                    }
                }
            }
        }
        let key = |(p, _): &(Pair, [bool; 2])| (p.first, p.second);
        yields.sort_unstable_by_key(key);
        // Two that press on each other from both sides may both yield.
        yields.dedup_by(|again, kept| {
            let is_same = again.0 == kept.0;
            if is_same {
                kept.1 = [kept.1[0] || again.1[0], kept.1[1] || again.1[1]];
            }
            is_same
        });
    }
}

/// Cosine between two wanted directions below which they count as opposite.
const AGAINST: f64 = -0.5;

/// Which of two has priority, 0 or 1: the one ahead along their common direction.
fn with_priority(a: &Pusher, b: &Pusher) -> Option<usize> {
    let (one, two) = (a.wish.try_normalize()?, b.wish.try_normalize()?);
    if one.dot(two) < AGAINST {
        return None;
    }
    let ahead = (b.at - a.at).dot(one + two);
    let order = ahead.total_cmp(&0.0).then(compare(b.at, a.at));
    Some(usize::from(order == Ordering::Greater))
}

fn priority_of(first: Option<usize>, presser: usize) -> Priority {
    match first {
        None => Priority::Neither,
        Some(first) if first == presser => Priority::Presser,
        Some(_) => Priority::Pressed,
    }
}

/// The pressure of a member along a direction: its own, and that of members pushing it.
struct Lean {
    /// m/s.
    speed: f64,
    /// The force with which it pushes, newtons: in a wedge its whole strength, however steep the sides.
    strength: f64,
    /// The force with which it resists, newtons: the component of its strength along this direction.
    against: f64,
    /// kg.
    mass: f64,
}

fn lean(member: &Pusher, behind: &Push, normal: DVec3, dt: f64) -> Lean {
    let own = normal.dot(member.drive);
    let pace = member.drive.length();
    let passed_on = normal.dot(behind.displacement) / dt;
    let mut lean = Lean { speed: own, strength: 0.0, against: 0.0, mass: member.mass };
    if own > 0.0 {
        lean.strength += member.strength;
        lean.against += member.strength * (own / pace);
    }
    if passed_on > 0.0 {
        lean.strength += behind.strength;
        lean.against += behind.strength;
        lean.mass += behind.mass;
    }
    if passed_on > own {
        lean.speed = passed_on;
    }
    lean
}

/// The displacement of a pressed member along the normal, metres, and the remaining force.
fn give_way(
    press: &Press,
    group: &[Press],
    on: &Pusher,
    pairs: &[Pair],
    members: &[Pusher],
    dt: f64,
) -> (f64, f64) {
    if press.is_overlap {
        let pair = pairs[press.pair.0 as usize];
        let by = &members[if press.pair.1 { pair.second } else { pair.first } as usize];
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
