//! Makes room for shoved characters: a character in the way moves on, in a chain, or the shoved one moves back or is
//! squeezed.
//!
//! Each was carried and shoved as if alone. A character that then overlaps another slides away, through the world as
//! at the end of the tick, by the least that all its neighbours need (`chain.rs` decides which of two moves); if that
//! puts it into a third, the third moves in the next pass. Every pass reads the places of the pass before, so the
//! order of the characters does not matter. If overlaps remain at last, the characters of rank 0 that caused them are
//! squeezed by what moved them; they are then ignored, and the others make room anew without them. Those that no body in motion moved,
//! but a surface at rest, go back to where they were.

use super::chain::{Chain, Link, rounding_at};
use super::character_world::{CharacterWorld, ContactFilters};
use super::effect::Effects;
use super::enclosed::enclosing;
use super::shoved::Squeeze;
use super::wedge::nearest_in_wedge;
use crate::collide::{Collide, Contact, Filter, Hit, Sweep};
use crate::crowd::{Pair, PairSearch, Range};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::slide::{Shell, SlideBuffer, SlidePlane, Stop, add_plane, slide};
use crate::sorting;
use crate::trace::TraceStep;
use crate::world::World;
use alloc::vec::Vec;

/// Most passes for each link: out to the end of the longest chain, and back.
const PASSES_PER_LINK: usize = 2;

/// Further passes, for paths that bend along walls. An overlap left after them is a squeeze.
const MORE_PASSES: usize = 32;

/// Most slides in one call, and as many more for each link.
const LEAST_SLIDES: usize = 4096;
const SLIDES_PER_LINK: usize = 64;

/// Most rounds after the last slide.
const LAST_ROUNDS: usize = 2;

/// A link that moves less than this part of its displacement is held.
const LEAST_DISPLACEMENT: f64 = 1e-3;

/// Units in the last place of a position by which a slide may be longer than its displacement, from the rounding of its steps.
const MOVED_UNITS: f64 = 8.0;

/// The part of the motion up to a squeeze that a mover may make.
const MET: f64 = 1.0 - 1e-6;

/// A place that a character went through while it made room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    pub(super) character: u32,
    /// How many places were passed before.
    number: u32,
    pub(super) at: DVec3,
}

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    pub(super) chain: Chain,
    ranges: Vec<Range>,
    search: PairSearch,
    pairs: Vec<Pair>,
    planes: Vec<SlidePlane>,
    buffer: SlideBuffer,
    /// Intermediate places of the characters that made room: by character, and in order of arrival.
    pub(super) places: Vec<Passed>,
    /// The steps of one slide.
    steps: Vec<TraceStep>,
    /// Remaining slides.
    slides: usize,
}

impl Room {
    /// Makes room, and marks the characters that are squeezed if there is none.
    pub(super) fn make(
        &mut self,
        world: &World,
        contact_filters: &dyn ContactFilters,
        effects: &mut Effects,
        dt: f64,
    ) {
        let world = |character: usize| AtEnd(CharacterWorld::of(world, contact_filters, character));
        self.slides = LEAST_SLIDES + SLIDES_PER_LINK * self.chain.links.len();
        let mut last_rounds = LAST_ROUNDS;
        self.chain.forget();
        // Every round but the last squeezes a character, which is then ignored.
        for _ in 0..=self.chain.links.len() {
            if self.is_spent() {
                if last_rounds == 0 {
                    break;
                }
                last_rounds -= 1;
            }
            self.chain.begin(effects);
            self.places.clear();
            if self.is_made(world, effects) {
                break;
            }
            self.chain.blame();
            self.mark_squeezed(world, effects, dt);
        }
        sorting::sort_by_key(&mut self.places, |passed| (passed.character, passed.number));
        for (index, link) in self.chain.links.iter().enumerate() {
            if effects.places[index] != link.shoved {
                effects.of(index).shoved.is_pushed = true;
            }
        }
    }

    /// Forgets the last tick where nobody needs room.
    pub(super) fn rest(&mut self) {
        self.slides = LEAST_SLIDES;
        self.places.clear();
    }

    /// Whether the slides are used up: then some may overlap or be squeezed that more slides would have parted.
    pub(super) const fn is_spent(&self) -> bool {
        self.slides == 0
    }

    /// Runs passes until no characters overlap; returns whether that was reached.
    fn is_made<'a>(&mut self, world: impl Fn(usize) -> AtEnd<'a> + Copy, effects: &mut Effects) -> bool {
        for _ in 0..PASSES_PER_LINK * self.chain.links.len() + MORE_PASSES {
            if !self.collect_requests(effects) {
                return true;
            }
            if self.is_spent() || !self.slide_requested(world, effects) {
                return false;
            }
        }
        !self.collect_requests(effects)
    }

    fn collect_requests(&mut self, effects: &Effects) -> bool {
        self.ranges.clear();
        let links = self.chain.links.iter().zip(&effects.places);
        self.ranges.extend(links.map(|(link, place)| link.range(*place)));
        self.search.find(&self.ranges, &mut self.pairs);
        self.chain.collect_requests(&self.pairs, effects)
    }

    /// Slides every character that has a request; returns whether there was any.
    fn slide_requested<'a>(&mut self, world: impl Fn(usize) -> AtEnd<'a>, effects: &mut Effects) -> bool {
        let Self { chain: Chain { links, requests, .. }, planes, buffer, places, steps, slides, .. } = self;
        let mut is_any = false;
        for group in requests.chunk_by(|a, b| a.of == b.of) {
            if group.iter().all(|request| request.least <= 0.0) {
                continue;
            }
            is_any = true;
            *slides = slides.saturating_sub(1);
            let link = &mut links[group[0].of as usize];
            let at = &mut effects.places[group[0].of as usize];
            planes.clear();
            for request in group {
                add_plane(planes, SlidePlane { normal: request.normal, least: request.least });
            }
            steps.clear();
            match place_with_room(&world(group[0].of as usize), link, *at, planes, (buffer, steps)) {
                Some(to) => {
                    *at = to;
                    for at in steps.iter().filter_map(place) {
                        places.push(Passed { character: group[0].of, number: places.len() as u32, at });
                    }
                }
                None => link.is_held = true,
            }
        }
        is_any
    }

    /// Marks the links to blame as squeezed.
    fn mark_squeezed<'a>(&mut self, world: impl Fn(usize) -> AtEnd<'a>, effects: &mut Effects, dt: f64) {
        let Self { chain: Chain { links, blame, .. }, buffer, .. } = self;
        for (index, (link, depth)) in links.iter_mut().zip(blame).enumerate() {
            if *depth == 0.0 {
                continue;
            }
            let Some(pusher) = effects.get(index).and_then(|effect| effect.shoved.pusher) else {
                // A surface at rest moved it, out of its shell or as a belt: it stays where it was.
                link.shoved = link.start;
                continue;
            };
            let world = world(index);
            link.is_out = true;
            let at = link.shoved;
            let by = pusher.contact.or_else(|| hardest(&world, link, buffer));
            let went = (at - link.start).length();
            let share = if went > *depth { 1.0 - *depth / went } else { 0.0 };
            let squeeze = Squeeze { time: share * MET * dt, by, against: None };
            let effect = effects.of(index);
            if effect.shoved.squeeze.is_none() {
                effect.cabin = enclosing(&world.0, link.start, link.mover.filter(), None);
                effect.shoved.squeeze = Some(squeeze);
            }
        }
    }
}

/// The contact that comes nearest to a link at the end of the world's motion.
fn hardest(world: &AtEnd<'_>, link: &Link, buffer: &mut SlideBuffer) -> Option<Contact> {
    link.mover.gather(world, link.shoved, &mut buffer.contacts);
    let push = |c: &Contact| world.0.way_of(c.surface.owner, c.point, 0.0, 1.0).dot(c.normal);
    buffer.contacts.iter().max_by(|a, b| push(a).total_cmp(&push(b))).copied()
}

/// The place of a link after making room by these planes; `None` if it cannot.
fn place_with_room(
    world: &dyn Collide,
    link: &Link,
    at: DVec3,
    planes: &mut Vec<SlidePlane>,
    (buffer, steps): (&mut SlideBuffer, &mut Vec<TraceStep>),
) -> Option<DVec3> {
    link.mover.gather(world, at, &mut buffer.contacts);
    for contact in &buffer.contacts {
        add_plane(
            planes,
            SlidePlane { normal: contact.normal, least: link.mover.least(contact, Shell::Rest) },
        );
    }
    let displacement = nearest_in_wedge(DVec3::ZERO, planes, 0.0)?.displacement;
    let end = slide(&world, &link.mover, at, displacement, buffer, steps).ok()?;
    let moved = end.position - at;
    // A link that was inside a surface came out of it elsewhere: that is left to its own move.
    let most = displacement.length() * (1.0 + LEAST_DISPLACEMENT) + MOVED_UNITS * rounding_at(at);
    let is_foreseen = end.stop != Stop::Stuck && moved.length() <= most;
    (is_foreseen && moved.dot(displacement) > LEAST_DISPLACEMENT * displacement.length_sq())
        .then_some(end.position)
}

/// The end of a step of a slide.
fn place(step: &TraceStep) -> Option<DVec3> {
    match step {
        TraceStep::Moved { to } => Some(*to),
        TraceStep::Hit { at, .. } => Some(*at),
        _ => None,
    }
}

/// A decorator over `Collide`: the world at the end of the tick.
struct AtEnd<'a>(CharacterWorld<'a>);

impl Collide for AtEnd<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.0.first_touch_during(sweep, 1.0, 1.0)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.0.contacts_at_share(shape, at, radii, filter, 1.0, found);
    }

    /// Slides cast no rays.
    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.0.ray(from, translation, filter)
    }
}
