//! Room for those who were shoved: whoever stands in their way goes on, in a chain, or the mover is held.
//!
//! Each was carried and shoved as if alone. Where two are then in each other, the one further from the mover
//! slides out of the way, through the world as it is at the end of the tick, as far as the world lets it; that may
//! put it in a third, who goes on in the next pass. Every pass reads the places of the one before, so the order of
//! the characters has no say. What is still in each other at last is a squeeze of the one whom the mover shoved.

use super::shove::Squeeze;
use super::tick::Way;
use crate::collide::{Collide, Contact, Filter, Hit, Sweep};
use crate::crowd::{Placed, parting};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use crate::slide::{Mover, SlideBuffer, Stop, slide};
use crate::world::World;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Passes at most: links of a chain. A longer chain is held, and its head squeezed.
const PASSES: usize = 16;

/// Metres that are left between two who made room, so that rounding does not put them in each other.
const ROOM: f64 = 1e-9;

/// A share of a demand that must be met.
const MET: f64 = 1.0 - 1e-6;

/// Who is how far from a mover, and sent by whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// 0 for those whom a mover carried or shoved, 1 for those in their way, and so on.
    depth: u32,
    sent_by: Option<u32>,
    /// The two as they will be in the next pass.
    next: (u32, Option<u32>),
    mover: Mover,
    /// Where it was when the tick began.
    start: DVec3,
    layers: u32,
    demand: DVec3,
}

impl Link {
    pub(super) const fn new(mover: Mover, start: DVec3, layers: u32) -> Self {
        Self {
            depth: u32::MAX,
            sent_by: None,
            next: (u32::MAX, None),
            mover,
            start,
            layers,
            demand: DVec3::ZERO,
        }
    }

    fn placed(&self, at: DVec3) -> Placed {
        Placed { shape: self.mover.shape(), at, shell: self.mover.sweep_shell() }
    }

    fn meets(&self, other: &Self) -> bool {
        self.mover.filter().accepts(other.layers) && other.mover.filter().accepts(self.layers)
    }
}

/// Two who are in each other: how deep, and from the first to the second.
struct Overlap {
    depth: f64,
    normal: DVec3,
}

/// Makes room, and tells who is squeezed by whom if there is none.
pub(super) fn make_room(
    world: &World,
    links: &mut [Link],
    ways: &mut [Way],
    dt: f64,
    buffer: &mut SlideBuffer,
) {
    for (link, way) in links.iter_mut().zip(ways.iter()) {
        if way.shoved.position != link.start {
            link.depth = 0;
        }
    }
    let world = AtEnd(world);
    for _ in 0..PASSES {
        if !demand(links, ways) {
            return;
        }
        for (link, way) in links.iter_mut().zip(ways.iter_mut()) {
            if link.demand == DVec3::ZERO {
                continue;
            }
            let at = way.shoved.position;
            let Ok(end) = slide(&world, &link.mover, at, link.demand, buffer, &mut ()) else { continue };
            let moved = end.position - at;
            // One who was in something came out of it elsewhere: that is for its own move to do.
            if end.stop != Stop::Stuck && moved.length() <= link.demand.length() * (1.0 + 1e-3) {
                way.shoved.position = end.position;
                way.shoved.is_pushed = true;
            }
        }
    }
    tell_squeezes(&world, links, ways, dt, buffer);
}

/// How much deeper two are in each other than they were before.
fn overlap(links: &[Link], ways: &[Way], first: usize, second: usize) -> Option<Overlap> {
    let (a, b) = (&links[first], &links[second]);
    let (at, to) = (ways[first].shoved.position, ways[second].shoved.position);
    let reach = a.mover.shape().largest_radius() * a.mover.sweep_shell()
        + b.mover.shape().largest_radius() * b.mover.sweep_shell();
    if (to - at).length_sq() > reach * reach || !a.meets(b) {
        return None;
    }
    let now = parting(&a.placed(at), &b.placed(to));
    if now.gap >= 0.0 {
        return None;
    }
    // What they were in each other before is for their own moves to part.
    let before = parting(&a.placed(a.start), &b.placed(b.start)).gap.min(0.0);
    let depth = before - now.gap;
    (depth > 0.0).then_some(Overlap { depth, normal: now.normal })
}

/// Says who has to go how far; whether anybody has.
fn demand(links: &mut [Link], ways: &[Way]) -> bool {
    for link in links.iter_mut() {
        link.demand = DVec3::ZERO;
        link.next = (link.depth, link.sent_by);
    }
    let mut is_any = false;
    for first in 0..links.len() {
        for second in first + 1..links.len() {
            // Nobody is in the way of anybody if no mover is near either.
            if links[first].depth == u32::MAX && links[second].depth == u32::MAX {
                continue;
            }
            let Some(Overlap { depth, normal }) = overlap(links, ways, first, second) else { continue };
            let depth = depth + ROOM;
            is_any = true;
            let (a, b) = (links[first].depth, links[second].depth);
            if a <= b {
                send(links, (first, second), normal * if a == b { 0.5 * depth } else { depth });
            }
            if b <= a {
                send(links, (second, first), normal * if a == b { -0.5 * depth } else { -depth });
            }
        }
    }
    for link in links.iter_mut() {
        (link.depth, link.sent_by) = link.next;
    }
    is_any
}

/// Sends one out of the way of another; the longest way counts, of equal ones the first by its numbers.
fn send(links: &mut [Link], (from, to): (usize, usize), way: DVec3) {
    let depth = links[from].depth;
    let link = &mut links[to];
    let key = |v: DVec3| [v.length_sq(), v.x, v.y, v.z];
    let by_numbers = key(way).partial_cmp(&key(link.demand));
    if by_numbers == Some(Ordering::Greater) {
        link.demand = way;
    }
    if depth < link.depth && depth.saturating_add(1) < link.next.0 {
        link.next = (depth + 1, Some(from as u32));
    }
}

/// Tells the heads of chains that did not get out of the way.
fn tell_squeezes(world: &AtEnd<'_>, links: &[Link], ways: &mut [Way], dt: f64, buffer: &mut SlideBuffer) {
    for first in 0..links.len() {
        for second in first + 1..links.len() {
            if links[first].depth == u32::MAX && links[second].depth == u32::MAX {
                continue;
            }
            let Some(Overlap { depth, .. }) = overlap(links, ways, first, second) else { continue };
            let nearer = if links[first].depth <= links[second].depth { first } else { second };
            let head = head_of(links, nearer);
            if ways[head].shoved.squeeze.is_some() {
                continue;
            }
            let at = ways[head].shoved.position;
            links[head].mover.gather(world, at, &mut buffer.contacts);
            let push = |c: &Contact| world.0.way_of(c.surface.body, c.point, 0.0, 1.0).dot(c.normal);
            let by = buffer.contacts.iter().max_by(|a, b| push(a).total_cmp(&push(b))).copied();
            let went = (at - links[head].start).length();
            let share = if went > depth { 1.0 - depth / went } else { 0.0 };
            ways[head].shoved.squeeze = Some(Squeeze { time: share * MET * dt, by, against: None });
        }
    }
}

/// The one at the mover's end of a chain.
fn head_of(links: &[Link], mut link: usize) -> usize {
    for _ in 0..PASSES {
        match links[link].sent_by {
            Some(before) if links[link].depth > 0 => link = before as usize,
            _ => break,
        }
    }
    link
}

/// The world as it is at the end of the tick.
struct AtEnd<'a>(&'a World);

impl Collide for AtEnd<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.0.first_touch_during(sweep, 1.0, 1.0)
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        self.0.contacts_at_share(shape, at, radii, filter, 1.0, found);
    }

    /// Slides ask for none.
    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        Collide::ray(self.0, from, translation, filter)
    }
}
