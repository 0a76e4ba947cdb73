//! Kind `step`: a character with any settings, from any state, tick by tick; and its repro.

use super::depth;
use super::mix::Mix;
use super::people::{Whims, config, input, state, tick};
use super::questions::Counted;
use super::soups::mesh;
use super::watch::Watch;
use super::worlds::{pose, world};
use glissando::character::step_through;
use glissando::repro::Repro;
use glissando::slide::Stop;
use glissando::world::{Brute, FilteredWorld};
use glissando::{BodyId, Config, Event, EventKind, Input, Report, Scratch, State, World, step};

/// Ticks of one character.
const TICKS: usize = 12;

/// Landings of one tick. Something that lands and leaves the ground in turns, and goes nowhere, lands eight times in
/// the sixteen pieces of a tick; a fall down stairs lands twice or three times.
const MOST_LANDINGS: usize = 7;

/// A tick as long as this may land as often as it likes, seconds: there is time for many falls.
const LONG: f64 = 0.2;

/// Questions to the world in one tick. A tick has 16 pieces at most, each of some slides of 48 sub-steps; the
/// longest way to all of them at once is far from what any tick needs.
pub(super) const MOST_QUESTIONS: u64 = 4000;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let (mut world, bodies) = world(mix, watch, size);
    let Some(mut config) = config(mix, watch) else { return };
    let (mut now, mut scratch) = (state(mix, size), Scratch::new());
    let whims = if mix.chance(0.15) { Some(Whims(mix.bits())) } else { None };
    for _ in 0..TICKS {
        let told = (input(mix), tick(mix));
        let before = now;
        let is_done = match whims {
            Some(whims) => filtered(watch, &world, &config, &mut now, told, &whims),
            None => plain(watch, &world, &config, &mut now, told, &mut scratch),
        };
        if !is_done {
            watch.unchanged("step", &before, &now);
            now = state(mix, size);
        }
        change(mix, watch, &mut world, &bodies, size);
        if mix.chance(0.05) {
            config = config.with_gravity(mix.point(10.0)).unwrap_or(config);
            now.teleport(mix.point(size));
        }
    }
    repro(mix, watch, &world, &config, &now);
}

/// A tick through the world, checked, and again through its slow twin.
fn plain(
    watch: &mut Watch,
    world: &World,
    config: &Config,
    now: &mut State,
    (input, dt): (Input, f64),
    scratch: &mut Scratch,
) -> bool {
    let before = *now;
    let Some(report) = watch.call("step", || step(world, config, now, input, dt, scratch)) else {
        return false;
    };
    let told = || format!("dt {dt} {input:?} {before:?} -> {now:?} {:?}", config.settings());
    check(watch, &report, &before, now, dt, &told);
    let mover = config.mover(now.is_crouching);
    let inside = depth::surface_inside(world, &mover.shape(), now.position, mover.filter());
    watch.expect(
        inside.is_none() || says_stuck(&report) || !watch.judges_depth,
        "a tick ends in something, unsaid",
        || format!("{:?} radii: {}", inside.map(|c| c.radii), told()),
    );
    let brute = Brute(world);
    let (mut slow, counted) = (before, Counted::new(&brute));
    let mut memory = Scratch::new();
    let stop =
        step_through(&counted, config, &mut slow, input, dt, &mut memory, &mut ()).map(|twin| twin.stop);
    watch.same("a tick differs from its slow twin", now, &slow, || format!("{stop:?} {}", told()));
    watch.work("step", counted.asked(), MOST_QUESTIONS);
    true
}

/// A tick through a contact filter.
fn filtered(
    watch: &mut Watch,
    world: &World,
    config: &Config,
    now: &mut State,
    (input, dt): (Input, f64),
    contact_filter: &Whims,
) -> bool {
    let (before, seen) = (*now, FilteredWorld { world, contact_filter });
    let mut scratch = Scratch::new();
    let report =
        watch.call("step_through", || step_through(&seen, config, now, input, dt, &mut scratch, &mut ()));
    let Some(report) = report else { return false };
    let told = || format!("filtered by {contact_filter:?}, dt {dt} {input:?} {before:?} -> {now:?}");
    check(watch, &report, &before, now, dt, &told);
    let mover = config.mover(now.is_crouching);
    let inside = depth::deeper_than(world, &seen, &mover.shape(), now.position, 1.0, mover.filter());
    watch.expect(
        inside.is_none() || says_stuck(&report) || !watch.judges_depth,
        "a filtered tick ends in something, unsaid",
        told,
    );
    true
}

/// Whether a tick says that its character is in something.
pub(super) fn says_stuck(report: &Report<'_>) -> bool {
    report.stop == Stop::Stuck || has_stuck(report.events)
}

/// Whether one of these events says that a character is in something.
pub(super) fn has_stuck(events: &[Event]) -> bool {
    events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }))
}

/// What every report of a tick must be like.
pub(super) fn check(
    watch: &mut Watch,
    report: &Report<'_>,
    before: &State,
    now: &State,
    dt: f64,
    told: &dyn Fn() -> String,
) {
    watch.finite("the state after a tick", now);
    landings(watch, report.events, dt, told);
    let latest = dt * (1.0 + 1e-9);
    let mut last = 0.0;
    for event in report.events {
        watch.expect((last..=latest).contains(&event.time), "times of events out of order", told);
        last = event.time;
    }
    path(watch, report, before, now, dt, told);
}

/// No tick lands more than a few times.
pub(super) fn landings(watch: &mut Watch, events: &[Event], dt: f64, told: &dyn Fn() -> String) {
    let count = events.iter().filter(|e| matches!(e.kind, EventKind::Landed { .. })).count();
    count_of_landings(watch, count, dt, told);
}

/// The same for a number of them.
pub(super) fn count_of_landings(watch: &mut Watch, count: usize, dt: f64, told: &dyn Fn() -> String) {
    let is_few = count <= MOST_LANDINGS || dt > LONG;
    watch.expect(is_few, "a tick that lands again and again", || format!("{count} times: {}", told()));
}

/// The path goes from the old place to the new one, in order of time.
fn path(
    watch: &mut Watch,
    report: &Report<'_>,
    before: &State,
    now: &State,
    dt: f64,
    told: &dyn Fn() -> String,
) {
    let (Some(first), Some(last)) = (report.path.first(), report.path.last()) else {
        return watch.find("a tick without a path", told);
    };
    let is_near = |a: glissando::DVec3, b: glissando::DVec3| (a - b).length() <= 1e-9 * (1.0 + b.length());
    watch.expect(first.position == before.position, "a path that starts elsewhere", told);
    watch.expect(is_near(last.position, now.position), "a path that ends elsewhere", told);
    let in_order = report.path.windows(2).all(|pair| pair[0].time <= pair[1].time);
    let in_tick = first.time >= 0.0 && last.time <= dt;
    watch.expect(in_order && in_tick, "times of a path out of order", told);
}

/// Changes the world between two ticks.
fn change(mix: &mut Mix, watch: &mut Watch, world: &mut World, bodies: &[BodyId], size: f64) {
    if bodies.is_empty() || !mix.chance(0.2) {
        return;
    }
    let body = mix.pick(bodies);
    // Refusals are for the kind `queries`.
    let _ = match mix.integer(0, 2) {
        0 => world.set_pose(body, pose(mix, size)).is_ok(),
        1 => world.remove(body).is_ok(),
        _ => mesh(mix, watch, size).is_some_and(|mesh| world.set_mesh(body, mesh).is_ok()),
    };
}

/// A captured tick comes to the same bits.
fn repro(mix: &mut Mix, watch: &mut Watch, world: &World, config: &Config, now: &State) {
    let (input, dt) = (input(mix), tick(mix));
    let capture = || Repro::capture(world, config, now, input, dt);
    let Some(repro) = watch.call("Repro::capture", capture) else { return };
    let Some(replay) = watch.call("Repro::replay", || repro.replay(&mut ())) else {
        return watch.find("a captured tick that is refused", || format!("{now:?} {input:?} {dt}"));
    };
    watch.same("a repro comes to other bits", &repro.after, &replay.state, || {
        let triangles: usize = repro.bodies.iter().map(|b| b.triangles.len()).sum();
        let poses: Vec<_> = repro.bodies.iter().map(|b| b.pose).collect();
        format!("dt {dt}, {triangles} triangles, {poses:?} {:?}", repro.settings)
    });
    watch.expect(replay.is_same, "a repro says that it is not the same", String::new);
}
