//! Kind `slide`: one slide after the other through any world, and the same through the slow twin.

use super::depth;
use super::mix::Mix;
use super::questions::Counted;
use super::watch::Watch;
use super::worlds::{shape, world};
use glissando::slide::{MAX_SUB_STEPS, Mover, Slide, SlideBuffer, Stop, slide};
use glissando::world::Brute;
use glissando::{DVec3, World};

/// Slides of one body.
const SLIDES: usize = 6;

/// Questions to the world in one slide: a sweep and a search for contacts in each sub-step, two rounds to come out
/// of what it starts in, of eight each, and what ends it.
const MOST_QUESTIONS: u64 = 4 * MAX_SUB_STEPS as u64 + 64;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let (world, _) = world(mix, watch, size);
    let Some(shape) = shape(mix, watch) else { return };
    let skin = if mix.chance(0.6) { 0.01 * shape.smallest_radius() } else { mix.length(0.3) };
    let filter = mix.filter();
    let Some(mover) = watch.call("Mover::new", || Mover::new(shape, skin, filter)) else { return };
    let (mut buffer, mut at) = (SlideBuffer::default(), mix.point(size));
    for _ in 0..SLIDES {
        let way = mix.point(0.5 * size);
        let counted = Counted::new(&world);
        let end = watch.call("slide", || slide(&counted, &mover, at, way, &mut buffer, &mut ()));
        let Some(end) = end else {
            at = mix.point(size);
            continue;
        };
        watch.work("slide", counted.asked(), MOST_QUESTIONS);
        check(watch, &world, &mover, (at, way), &end);
        watch.finite("slide", &buffer.contacts);
        let slow = slide(&Brute(&world), &mover, at, way, &mut SlideBuffer::default(), &mut ());
        watch.same("a slide differs from its slow twin", &Ok(end), &slow, || {
            format!("{mover:?} {at:?} {way:?}")
        });
        at = end.position;
    }
}

fn check(watch: &mut Watch, world: &World, mover: &Mover, (at, way): (DVec3, DVec3), end: &Slide) {
    watch.share("the used part of a slide", end.used);
    watch.hit("the first hit of a slide", &end.first_hit);
    watch.expect(end.sub_steps <= MAX_SUB_STEPS, "more sub-steps than there may be", || format!("{end:?}"));
    if end.stop == Stop::Stuck || !watch.judges_depth {
        return;
    }
    if let Some(contact) = depth::surface_inside(world, &mover.shape(), end.position, mover.filter()) {
        let was_in = depth::surface_inside(world, &mover.shape(), at, mover.filter()).is_some();
        let property = if was_in {
            "a slide that starts in something ends in something, unsaid"
        } else {
            "a slide that starts clear ends in something"
        };
        watch.find(property, || {
            let radii = contact.radii;
            format!("{radii} radii, {} m: {mover:?} {at:?} {way:?} -> {end:?}\n  {contact:?}", contact.gap())
        });
    }
}
