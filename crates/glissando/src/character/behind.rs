//! Ticks through a world that a caller puts before the real one, with what the character remembers of that.

use super::run::{End, run};
use super::{Config, Input, Memory, Near, Own, Reach, Recalled, Report, State, reach};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::trace::Recorder;
use crate::world::{Range, World};
use alloc::vec::Vec;

/// A decorator that a caller puts before the world of one character.
pub(crate) trait Front {
    /// Calls `act` with this world behind it.
    fn before(&mut self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide));

    /// Leaves in `contacts` those of the world behind alone, without inner edges; `false` if they are not known. They are all
    /// contacts of the last query for contacts, if that was about a body with a rounding of so many `radii` at `at`.
    fn leave_of_world(&mut self, at: DVec3, radii: f64, contacts: &mut Vec<Contact>) -> bool;
}

/// [`step_through`] a front before the world, with what the character remembers of the world, for a state and an input that
/// [`check`] has accepted.
pub(crate) fn step_behind<'s>(
    front: &mut dyn Front,
    world: &World,
    config: &Config,
    state: &mut State,
    inputs: (Input, f64),
    (memory, own, recalled): (&'s mut Memory, &mut Own, Recalled),
    trace: &mut Recorder<'_>,
) -> Report<'s> {
    let Memory { near, parts } = memory;
    let (mut end, before) = (End::NONE, *state);
    let act = &mut |world: &dyn Collide| end = run(world, config, state, inputs, (parts, None), trace);
    with_close(world, config, &before, inputs, (&mut *near, own, recalled), &mut |world| {
        front.before(world, act);
    });
    let (mover, at) = (config.body(before.is_crouching), before.position);
    let region = || (at, reach(config, mover, &before, &inputs.0, inputs.1).most);
    let is_same_body = state.is_crouching == before.is_crouching && end.reduced_skin.is_none();
    let contacts = &mut parts.buffer.contacts;
    let is_own = |end: &DVec3| is_same_body && front.leave_of_world(*end, mover.gather_shell(), contacts);
    let end_at = end.at.filter(is_own);
    if end_at.is_some() {
        // Copied: lists that change hands would grow in every tick until each had the size of the greatest.
        own.contacts.clone_from(contacts);
    }
    let is_of_rest = |end| !world.has_mobile() || near.is_of_rest(world, mover, region(), end);
    own.remember(end_at, mover, (world, is_of_rest));
    parts.report(end)
}

/// Calls `act` with a world that gives the same answers, near this character faster by what it remembers; in its contacts at
/// the start inner edges may be left out.
pub(crate) fn with_close(
    world: &World,
    config: &Config,
    state: &State,
    inputs: (Input, f64),
    memory: (&mut Near, &mut Own, Recalled),
    act: &mut dyn FnMut(&dyn Collide),
) {
    with_cached(world, config, state, inputs, (memory, true), act);
}

/// The same for a few questions: nothing is gathered for them.
pub(crate) fn with_remembered(
    world: &World,
    config: &Config,
    state: &State,
    inputs: (Input, f64),
    memory: (&mut Near, &mut Own, Recalled),
    act: &mut dyn FnMut(&dyn Collide),
) {
    with_cached(world, config, state, inputs, (memory, false), act);
}

fn with_cached(
    world: &World,
    config: &Config,
    state: &State,
    (input, dt): (Input, f64),
    ((near, own, recalled), gathers): ((&mut Near, &mut Own, Recalled), bool),
    act: &mut dyn FnMut(&dyn Collide),
) {
    let (mover, at) = (config.body(state.is_crouching), state.position);
    // Where nothing is gathered and no body is mobile, a question may be about any place.
    let has_region = gathers || world.has_mobile();
    let Reach { most, usual, is_short } =
        if has_region { reach(config, mover, state, &input, dt) } else { Reach::ANY };
    let is_known = own.recalls(world, mover, (at, most), &mut near.mobile, recalled);
    if is_short {
        let ahead = state.velocity * dt;
        let range = Range { at, ahead, usual, most, radii: mover.gather_shell() };
        let Own { contacts, nearest_cache, .. } = own;
        let caches = (nearest_cache, is_known.then_some(contacts.as_slice()));
        let Near { buffer, mobile } = near;
        let gathered = (gathers.then_some(buffer), mobile.as_slice());
        world.with_cached((mover.body(), mover.filter()), &range, caches, gathered, |close| act(close));
    } else {
        act(world);
    }
}
