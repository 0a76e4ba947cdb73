//! Kind `ordinary-crowd`: characters in a room that start apart and clear.

use super::crowd::{End, tick_of};
use super::mix::Mix;
use super::people::ordinary_settings;
use super::rooms::{free_places, gap, room};
use super::watch::Watch;
use glissando::crowd::{CrowdScratch, Member, step};
use glissando::slide::Stop;
use glissando::{Config, DVec3, Input, World};

/// Ticks of one crowd.
const TICKS: usize = 50;

/// Metres that two may come into each other by rounding.
const OVERLAP: f64 = 1e-6;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.pick(&[3.0, 5.0, 10.0]);
    let world = room(mix, size);
    let configs: Vec<Config> = (0..3).filter_map(|_| Config::new(&ordinary_settings(mix)).ok()).collect();
    let count = mix.integer(2, 24) as usize;
    let places = free_places(mix, &world, size, count, &configs);
    let mut members: Vec<Member> =
        places.into_iter().map(|(index, state)| Member::new(configs[index], state)).collect();
    let dt = mix.pick(&[1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0, 0.1]);
    let (speed, mut scratch) = (mix.pick(&[2.0, 5.0, 15.0]), CrowdScratch::new());
    let mut inputs = vec![Input::default(); members.len()];
    for tick in 0..TICKS {
        wishes(mix, &mut inputs, speed, tick == 0);
        if tick % 8 == 3 {
            order(watch, &world, &members, &inputs, dt);
        }
        let before = members.clone();
        let Some(ends) = tick_of(watch, &world, &mut members, (&inputs, dt), &mut scratch) else {
            return watch.find("an ordinary crowd is refused", || format!("{before:?} {inputs:?}"));
        };
        apart(watch, &before, &members, dt);
        whole(watch, &ends, |index| {
            let (was, now) = (&before[index].state, &members[index].state);
            format!("tick {tick} dt {dt} size {size} {:?} {was:?} -> {now:?}", inputs[index])
        });
    }
}

/// Every member has a wish for a while; two of five have the same.
pub(super) fn wishes(mix: &mut Mix, inputs: &mut [Input], speed: f64, is_start: bool) {
    for input in inputs {
        if is_start || mix.chance(0.05) {
            let wish = if mix.chance(0.4) { DVec3::X * speed } else { mix.vector(speed) };
            let (jump, crouch, fly) = (mix.chance(0.3), mix.chance(0.2), mix.chance(0.05));
            *input = Input { wish, jump, crouch, fly };
        }
    }
}

/// No two overlap, ever, since none did at the start.
fn apart(watch: &mut Watch, before: &[Member], now: &[Member], dt: f64) {
    for one in 0..now.len() {
        for two in 0..one {
            let gaps = || (gap(&before[one], &before[two]), gap(&now[one], &now[two]));
            watch.expect(gap(&now[one], &now[two]) >= -OVERLAP, "ordinary members overlap", || {
                format!("dt {dt} gaps {:?}: {:?} {:?}", gaps(), now[one].state, now[two].state)
            });
        }
    }
}

/// No tick is cut short, no way is undone because it led further than was foreseen.
fn whole(watch: &mut Watch, ends: &[End], told: impl Fn(usize) -> String) {
    for (index, End { stop, is_held, story }) in ends.iter().enumerate() {
        let told = || format!("{}\n  {story}", told(index));
        watch.expect(*stop != Stop::SubSteps, "an ordinary member's tick is cut short", told);
        watch.expect(!is_held, "an ordinary member's way is undone", told);
    }
}

/// The order of the members has no say in where they go.
fn order(watch: &mut Watch, world: &World, members: &[Member], inputs: &[Input], dt: f64) {
    let reversed = |list: &[Member]| list.iter().rev().copied().collect::<Vec<_>>();
    let (mut forth, mut back) = (members.to_vec(), reversed(members));
    let turned: Vec<Input> = inputs.iter().rev().copied().collect();
    let mut scratch = CrowdScratch::new();
    let one = step(world, &mut forth, inputs, dt, &mut scratch).is_ok();
    let two = step(world, &mut back, &turned, dt, &mut scratch).is_ok();
    let ways =
        |list: &[Member]| list.iter().map(|m| (m.state.position, m.state.velocity)).collect::<Vec<_>>();
    watch.same(
        "the order of the members has a say",
        &(one, ways(&forth)),
        &(two, ways(&reversed(&back))),
        || format!("dt {dt}"),
    );
}
