//! Room for shoved characters: a character in their way moves on, in a chain, or back, or is squeezed.
//!
//! Each character was carried and shoved as if alone. One that then overlaps another slides out of the way, through the
//! world at the end of the tick, by the least displacement that all neighbours ask for (`chain.rs` decides which of two
//! moves); it may then overlap a third, which moves in the next pass. Every pass reads the places of the pass before, so
//! the order of the characters does not matter. If overlaps remain at last, the characters that the world took there are
//! squeezed; they then leave the chain, and the others make room anew without them.

use super::chain::{Chain, Link};
use super::character_world::{CharacterWorld, ContactFilters};
use super::shove::Squeeze;
use super::tick::Way;
use crate::collide::{Collide, Contact, Filter, Hit, Sweep};
use crate::crowd::{Pair, PairSearch, Range};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use crate::slide::{Shell, SlideBuffer, SlidePlane, Stop, add_plane, nearest_allowed, slide};
use crate::trace::TraceStep;
use crate::world::{ContactFilter, World};
use alloc::vec::Vec;

/// Passes at most for each link: out to the end of the longest chain, and back.
const PASSES_PER_LINK: usize = 2;

/// Further passes, for ways that bend along walls. What is in each other then is a squeeze.
const MORE_PASSES: usize = 32;

/// Slides at most in one call, and as many more for each link.
const LEAST_SLIDES: usize = 4096;
const SLIDES_PER_LINK: usize = 64;

/// Rounds at most after the last slide.
const LAST_ROUNDS: usize = 2;

/// No character goes further than this many times the asked displacement: a narrow wedge holds.
const WEDGE: f64 = 4.0;

/// A character that moves by a smaller share of its displacement is held.
const LEAST_WAY: f64 = 1e-3;

/// A share of the way to the squeeze that a mover may go.
const MET: f64 = 1.0 - 1e-6;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    pub(super) chain: Chain,
    ranges: Vec<Range>,
    search: PairSearch,
    pairs: Vec<Pair>,
    planes: Vec<SlidePlane>,
    buffer: SlideBuffer,
    /// Places that characters passed through as they made room, with the index of the character, in the order of passing.
    pub(super) places: Vec<(u32, DVec3)>,
    /// What one slide tells.
    told: Vec<TraceStep>,
    /// Slides that are left.
    slides: usize,
}

impl Room {
    /// Makes room, and marks the characters that are squeezed, and by which contact, if there is none.
    pub(super) fn make<J: ContactFilter>(
        &mut self,
        world: &World,
        contact_filters: ContactFilters<'_, J>,
        ways: &mut [Way],
        dt: f64,
    ) {
        let world = |character: usize| AtEnd(contact_filters.world_of(world, character));
        self.slides = LEAST_SLIDES + SLIDES_PER_LINK * self.chain.links.len();
        let mut last_rounds = LAST_ROUNDS;
        // In every round but the last a character is squeezed, and leaves the chain.
        for _ in 0..=self.chain.links.len() {
            if self.is_spent() {
                if last_rounds == 0 {
                    break;
                }
                last_rounds -= 1;
            }
            self.chain.begin(ways);
            self.places.clear();
            if self.is_made(world, ways) {
                break;
            }
            self.chain.blame();
            self.tell_squeezes(world, ways, dt);
        }
        for (link, way) in self.chain.links.iter().zip(ways) {
            way.shoved.is_pushed |= way.shoved.position != link.shoved;
        }
    }

    /// Whether all slides were taken: some may be in each other, or squeezed, that more slides would have parted.
    pub(super) const fn is_spent(&self) -> bool {
        self.slides == 0
    }

    /// Moves all characters out of the way; whether no two overlap then.
    fn is_made<'a, J: ContactFilter + 'a>(
        &mut self,
        world: impl Fn(usize) -> AtEnd<'a, J> + Copy,
        ways: &mut [Way],
    ) -> bool {
        for _ in 0..PASSES_PER_LINK * self.chain.links.len() + MORE_PASSES {
            if !self.ask(ways) {
                return true;
            }
            if self.is_spent() || !self.answer(world, ways) {
                return false;
            }
        }
        !self.ask(ways)
    }

    fn ask(&mut self, ways: &[Way]) -> bool {
        self.ranges.clear();
        let links = self.chain.links.iter().zip(ways);
        self.ranges.extend(links.map(|(link, way)| link.range(way.shoved.position)));
        self.search.find(&self.ranges, &mut self.pairs);
        self.chain.ask(&self.pairs, ways)
    }

    /// Moves every character that has to move; whether any had.
    fn answer<'a, J: ContactFilter + 'a>(
        &mut self,
        world: impl Fn(usize) -> AtEnd<'a, J>,
        ways: &mut [Way],
    ) -> bool {
        let Self { chain: Chain { links, asks, .. }, planes, buffer, places, told, slides, .. } = self;
        let mut is_any = false;
        for group in asks.chunk_by(|a, b| a.of == b.of) {
            let most = group.iter().fold(0.0, |most, ask| if ask.least > most { ask.least } else { most });
            if most == 0.0 {
                continue;
            }
            is_any = true;
            *slides = slides.saturating_sub(1);
            let link = &mut links[group[0].of as usize];
            let at = &mut ways[group[0].of as usize].shoved.position;
            planes.clear();
            group
                .iter()
                .for_each(|ask| add_plane(planes, SlidePlane { normal: ask.normal, least: ask.least }));
            told.clear();
            match way_out(&world(group[0].of as usize), link, *at, planes, most, (buffer, told)) {
                Some(to) => {
                    *at = to;
                    places.extend(told.iter().filter_map(place).map(|place| (group[0].of, place)));
                }
                None => link.is_held = true,
            }
        }
        is_any
    }

    /// Marks the characters that caused the overlaps.
    fn tell_squeezes<'a, J: ContactFilter + 'a>(
        &mut self,
        world: impl Fn(usize) -> AtEnd<'a, J>,
        ways: &mut [Way],
        dt: f64,
    ) {
        let Self { chain: Chain { links, blame, .. }, buffer, .. } = self;
        for (index, ((link, way), depth)) in links.iter_mut().zip(ways).zip(blame).enumerate() {
            if *depth == 0.0 {
                continue;
            }
            let world = world(index);
            link.is_out = true;
            let at = link.shoved;
            link.mover.gather(&world, at, &mut buffer.contacts);
            let push = |c: &Contact| world.0.way_of(c.surface.owner, c.point, 0.0, 1.0).dot(c.normal);
            let by = buffer.contacts.iter().max_by(|a, b| push(a).total_cmp(&push(b))).copied();
            let went = (at - link.start).length();
            let share = if went > *depth { 1.0 - *depth / went } else { 0.0 };
            let squeeze = Squeeze { time: share * MET * dt, by, against: None };
            way.shoved.squeeze = way.shoved.squeeze.or(Some(squeeze));
        }
    }
}

/// The place of a character that makes room for all requests, by these planes, for up to `most` metres; `None` if it cannot.
fn way_out(
    world: &impl Collide,
    link: &Link,
    at: DVec3,
    planes: &mut Vec<SlidePlane>,
    most: f64,
    (buffer, told): (&mut SlideBuffer, &mut Vec<TraceStep>),
) -> Option<DVec3> {
    link.mover.gather(world, at, &mut buffer.contacts);
    for contact in &buffer.contacts {
        add_plane(
            planes,
            SlidePlane { normal: contact.normal, least: link.mover.least(contact, Shell::Rest) },
        );
    }
    let way = nearest_allowed(DVec3::ZERO, planes)?.displacement;
    if way.length() > WEDGE * most {
        return None;
    }
    let end = slide(world, &link.mover, at, way, buffer, told).ok()?;
    let moved = end.position - at;
    // A character that was inside a body came out of it elsewhere: its own move does that.
    let is_foreseen = end.stop != Stop::Stuck && moved.length() <= way.length() * (1.0 + LEAST_WAY);
    (is_foreseen && moved.dot(way) > LEAST_WAY * way.length_sq()).then_some(end.position)
}

/// Where a step of a slide ended.
fn place(step: &TraceStep) -> Option<DVec3> {
    match step {
        TraceStep::Moved { to } => Some(*to),
        TraceStep::Hit { at, .. } => Some(*at),
        _ => None,
    }
}

/// The world as it is at the end of the tick.
struct AtEnd<'a, J>(CharacterWorld<'a, J>);

impl<J: ContactFilter> Collide for AtEnd<'_, J> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.0.first_touch_during(sweep, 1.0, 1.0)
    }

    fn contacts_in_radii(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.0.contacts_at_share(shape, at, radii, filter, 1.0, found);
    }

    /// Slides ask for none.
    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.0.ray(from, translation, filter)
    }
}
