//! Pushes between members and their lengths: strengths against friction, speeds by masses, along chains.
//!
//! A member presses on another that it would run into in this tick, with its strength along its wanted direction, as
//! far as the walls that it touches leave it. Of two with more or less the same direction the one ahead has priority:
//! it does not give way to the other, and where it presses the other does, whatever is behind that one. So no arch of
//! bodies holds in a doorway: its foremost body pushes the others back. The resistance is the friction of the feet of
//! a member that wants to stay, the strength of one that wants to go the other way, and the press from the other side.
//! With force `F` against resistance `R` the pressed member gives way at
//!
//! ```text
//! (m u + M v) / (m + M) · (1 - R / F),   more exactly that share of what it is faster than v
//! ```
//!
//! where `u`, `v` are the wanted speeds of the two along the normal and `m`, `M` their masses: the
//! common speed of an inelastic push, which falls evenly as the load grows (the straight line between force and
//! speed). It needs no memory and does not depend on the length of a tick. A pushed member presses on in turn
//! with the force that is left and the mass behind it.
//!
//! Each pass reads the one before and writes a new one, so the order of members has no say.

use super::pairs::{Pair, compare};
use super::share::Between;
use crate::math::DVec3;
use crate::slide::{SlidePlane, add_plane, nearest_allowed};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A member as something that pushes and is pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pusher {
    /// kg.
    pub(super) mass: f64,
    /// Newtons.
    pub(super) strength: f64,
    /// At what velocity it wants to go, m/s.
    pub(super) wish: DVec3,
    /// The part of it that the walls in contact leave: along them it presses on members in its way.
    pub(super) drive: DVec3,
    /// Up, if its feet are on the ground: it is then only pushed along the level, and friction resists.
    pub(super) stands: Option<DVec3>,
    /// Where it is, metres.
    pub(super) at: DVec3,
    /// Which of the walls it touches.
    pub(super) walls: (usize, usize),
}

/// How a member is pushed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// By how much it is to give way in this tick, metres.
    pub(super) displacement: DVec3,
    /// The force that is left to push on with, newtons.
    strength: f64,
    /// The mass behind the push, kg.
    mass: f64,
}

impl Push {
    /// Whether it is pushed, and not only parted from a member that it overlaps.
    pub(super) fn is_forced(&self) -> bool {
        self.strength > 0.0
    }
}

/// Passes that a push goes on in, one link of a chain each; if they do not do, the report says so.
const PASSES: usize = 64;

/// Newtons of friction for each kilogram of a member that wants to stay: half the earth's pull. A walking member goes
/// with a push, so that a jam is not held up by all members that want to get on.
const GRIP: f64 = 5.0;

/// How fast two that were put into each other part, m/s, each by its share of the masses.
const PARTING_SPEED: f64 = 2.0;

/// A push in a narrow wedge goes no further than this many times the asked displacement: no member is squirted out.
const WEDGE: f64 = 2.0;

/// The squared share of a normal along the level below which a standing member is not pushed by it.
const LEAST_LEVEL_SQ: f64 = 0.25;

/// One member pressing on another.
#[derive(Clone, Copy, Debug)]
struct Press {
    /// The pressed member.
    on: u32,
    /// The pair, and whether its first is the pressed one.
    pair: (u32, bool),
    /// Unit, from the pressing member to the pressed one.
    normal: DVec3,
    /// Metres that the two are apart; negative is how deep they are in each other.
    room: f64,
    /// Whether they overlap: then they only part, whatever the forces.
    is_overlap: bool,
    /// Speed along the normal, m/s.
    speed: f64,
    /// Newtons.
    strength: f64,
    /// With what the pressed one presses back, newtons.
    against: f64,
    /// kg, with the members behind.
    mass: f64,
    /// Which of the two goes first.
    turn: Turn,
}

impl Press {
    /// No member is pushed away faster than this, m/s.
    fn fastest(&self) -> f64 {
        if self.is_overlap { WEDGE * PARTING_SPEED } else { self.speed }
    }
}

/// Which of two goes first, if both want to go more or less the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The pressing member: it is ahead.
    Presser,
    /// The pressed member.
    Pressed,
    /// Neither: they want to go against each other, or one of them nowhere.
    Neither,
}

/// The pushes of a tick, and memory to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes {
    /// One for each member.
    pub(super) of: Vec<Push>,
    /// Which pairs have one that gives way to the other, and which of the two.
    yields: Vec<(Pair, [bool; 2])>,
    next: Vec<Push>,
    presses: Vec<Press>,
    planes: Vec<SlidePlane>,
    trial: Vec<SlidePlane>,
}

impl Pushes {
    /// None of `count` members is pushed.
    pub(super) fn clear(&mut self, count: usize) {
        self.of.clear();
        self.of.resize(count, Push::default());
        self.yields.clear();
    }

    /// Finds the pushes of `dt` seconds, more than 0, among members with these walls, these pairs and what is between
    /// them; whether the passes did.
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

    /// Whether any member is pushed.
    pub(super) fn is_any(&self) -> bool {
        self.of.iter().any(|push| push.displacement != DVec3::ZERO)
    }

    /// Which of a pair gives way to the other.
    pub(super) fn yields(&self, pair: Pair) -> [bool; 2] {
        let key = |p: &Pair| (p.first, p.second);
        let found = self.yields.binary_search_by_key(&key(&pair), |(p, _)| key(p));
        found.map_or([false; 2], |index| self.yields[index].1)
    }

    /// Lists which member presses on which, after the pushes so far.
    fn press(&mut self, members: &[Pusher], pairs: &[Pair], between: &[Between], dt: f64) {
        self.presses.clear();
        for (index, (pair, between)) in pairs.iter().zip(between).enumerate() {
            let [a, b] = [pair.first, pair.second];
            let index = index as u32;
            let normal = between.normal;
            let leans = [(a, normal), (b, -normal)]
                .map(|(by, n)| lean(&members[by as usize], &self.of[by as usize], n, dt));
            let first = goes_first(&members[a as usize], &members[b as usize]);
            for (on, normal, by, is_first) in [(b, normal, 0, false), (a, -normal, 1, true)] {
                let turn = turn_of(first, by);
                let Lean { speed, strength, mass, .. } = leans[by];
                let other = &leans[1 - by];
                let against = if turn == Turn::Presser { 0.0 } else { other.against };
                let is_overlap = between.gap < 0.0;
                let turn = if is_overlap { Turn::Neither } else { turn };
                // Of two that press on each other the one with priority does not give way.
                let strength = if turn == Turn::Pressed && other.strength > 0.0 { 0.0 } else { strength };
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
                        turn,
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

    /// Finds how each member gives way to all that press on it.
    fn answer(&mut self, members: &[Pusher], walls: &[SlidePlane], pairs: &[Pair], dt: f64) {
        self.next.clear();
        self.next.resize(members.len(), Push::default());
        self.yields.clear();
        let Self { planes, trial, yields, next, .. } = self;
        for group in self.presses.chunk_by(|p, q| p.on == q.on) {
            let on = group[0].on as usize;
            planes.clear();
            // Along the walls it goes as far as is asked, and so its own pushes go on round corners.
            planes.extend_from_slice(&walls[members[on].walls.0..members[on].walls.1]);
            let push = &mut next[on];
            let most = group.iter().fold(0.0, |most: f64, press| most.max(press.fastest() * dt));
            // Pushes of members with priority count first; a push that contradicts the ones before does not count.
            for turn in [Turn::Presser, Turn::Neither, Turn::Pressed] {
                let (kept, before) = (yields.len(), *push);
                trial.clone_from(planes);
                for press in group.iter().filter(|press| press.turn == turn) {
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
        // Two that press on each other from both sides may both give way.
        yields.dedup_by(|again, kept| {
            let is_same = again.0 == kept.0;
            if is_same {
                kept.1 = [kept.1[0] || again.1[0], kept.1[1] || again.1[1]];
            }
            is_same
        });
    }
}

/// Cosine between two directions below which two members go against each other.
const AGAINST: f64 = -0.5;

/// Which of two goes first, 0 or 1: the one further on along their common way.
fn goes_first(a: &Pusher, b: &Pusher) -> Option<usize> {
    let (one, two) = (a.wish.try_normalize()?, b.wish.try_normalize()?);
    if one.dot(two) < AGAINST {
        return None;
    }
    let ahead = (b.at - a.at).dot(one + two);
    let order = ahead.total_cmp(&0.0).then(compare(b.at, a.at));
    Some(usize::from(order == Ordering::Greater))
}

fn turn_of(first: Option<usize>, presser: usize) -> Turn {
    match first {
        None => Turn::Neither,
        Some(first) if first == presser => Turn::Presser,
        Some(_) => Turn::Pressed,
    }
}

/// How a member presses along a direction: by itself, and by the members that push it.
struct Lean {
    /// m/s.
    speed: f64,
    /// What it pushes with, newtons: in a wedge all of its strength, however steep the sides.
    strength: f64,
    /// What it resists with, newtons: the part of its strength that it has along this direction.
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

/// How far a pressed one gives way along the normal, metres, and the force that is left then.
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
    let digs_in = on.stands.is_some() && on.wish == DVec3::ZERO;
    let grip = if digs_in { GRIP * on.mass } else { 0.0 };
    let (mut force, mut resistance) = (0.0, grip + press.against);
    for other in group.iter().filter(|p| !p.is_overlap) {
        let along = press.normal.dot(other.normal);
        if along > 0.0 {
            force += along * other.strength;
        } else if press.turn != Turn::Presser || other.turn == Turn::Neither {
            resistance -= along * other.strength;
        }
        if along < 0.0 && press.turn == Turn::Pressed && other.turn == Turn::Presser {
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

/// The plane of a push: along the level for a standing member, none if it is pushed up or down.
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

/// The least displacement that gives way to all, and is no longer than `fastest`; `None` if they contradict each other.
fn gentle(planes: &[SlidePlane], fastest: f64) -> Option<DVec3> {
    let allowed = nearest_allowed(DVec3::ZERO, planes)?;
    let most = planes.iter().fold(0.0, |m: f64, p| m.max(p.least)) * WEDGE;
    let most = if most < fastest { most } else { fastest };
    let length = allowed.displacement.length();
    Some(if length > most { allowed.displacement * (most / length) } else { allowed.displacement })
}
