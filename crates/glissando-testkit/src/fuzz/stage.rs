//! Kind `stage`: any movers, characters, balls and triggers in one tick, again from a copy, and refused.

use super::depth;
use super::finite::first_broken;
use super::mix::Mix;
use super::people::{config, input, owner, state, tick};
use super::soups::mesh;
use super::step::count_of_landings;
use super::watch::Watch;
use super::worlds::{pose, rigid, world};
use glissando::balls::{Axis, Ball, LEAST_WORK, Mass, Order, Settings as BallSettings, WORK_PER_BALL};
use glissando::slide::Stop;
use glissando::stage::{
    CharacterReport, Drive, Key, MoverSpec, Outcome, PathEnds, Policy, Stage, StageCharacter, StageEvent,
    StageEventKind, StageScratch, StageState, TickReport,
};
use glissando::trigger::{Trigger, TriggerKind};
use glissando::{BodyId, CharacterId, Config, ConfigId, DQuat, EventKind, Input, MoverId};

/// Ticks of one stage.
const TICKS: usize = 8;

/// Sub-steps of all characters and impacts of all balls in one tick of at most six of each: as many impacts as the work
/// that the tick may take pays for, a question to the world each.
const MOST_WORK: u64 = (LEAST_WORK + 12 * WORK_PER_BALL) / 256;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.pick(&[3.0, 10.0, 10.0, 30.0, 1e3]);
    let (world, bodies) = world(mix, watch, size);
    let mut stage = Stage::new(world);
    for _ in 0..mix.below(4) {
        let spec = mover(mix, &bodies, size);
        watch.call("Stage::add_mover", || stage.add_mover(spec));
    }
    let configs: Vec<ConfigId> = (0..3).filter_map(|_| Some(stage.add_config(config(mix, watch)?))).collect();
    triggers(mix, watch, &mut stage, size);
    let rules = ball_rules(mix);
    watch.call("Stage::set_ball_settings", || stage.set_ball_settings(rules));
    let mut now = watch.value("Stage::initial_state", || stage.initial_state());
    people(mix, &mut now, &configs, size);
    balls(mix, &mut now, size);
    let mut scratch = StageScratch::default();
    if mix.chance(0.2) {
        scratch.trace_character(Some(CharacterId::from_bits(mix.integer(0, 2) as u64)));
    }
    for _ in 0..TICKS {
        orders(mix, &mut now, size);
        let inputs: Vec<Input> = now.characters.iter().map(|_| input(mix)).collect();
        let dt = tick(mix);
        if tick_of(watch, &mut stage, &mut now, (&inputs, dt), &mut scratch).is_none() {
            start_anew(mix, &mut now, size);
        }
    }
}

fn mover(mix: &mut Mix, bodies: &[BodyId], size: f64) -> MoverSpec {
    let drive = match mix.integer(0, 3) {
        0 => Drive::Velocity { linear: mix.point(4.0), angular: mix.point(2.0) },
        1 => Drive::Target,
        _ => {
            let mut time = 0.0;
            let keys = (0..mix.below(5)).map(|k| {
                time += if k > 0 { mix.length(2.0) } else { 0.0 };
                let rotation = if mix.chance(0.7) { DQuat::IDENTITY } else { mix.quaternion() };
                Key { time, translation: mix.point(0.3 * size), rotation }
            });
            let keys = keys.collect();
            let wait = mix.pick(&[0.5, f64::INFINITY]);
            Drive::Path {
                keys,
                ends: mix.pick(&[PathEnds::Loop, PathEnds::PingPong, PathEnds::OnCall { wait }]),
            }
        }
    };
    let policy = mix.pick(&[Policy::Push, Policy::Stop, Policy::Reverse]);
    MoverSpec { body: mix.handle(bodies), pivot: mix.point(size), drive, policy }
}

fn triggers(mix: &mut Mix, watch: &mut Watch, stage: &mut Stage, size: f64) {
    for _ in 0..mix.below(3) {
        let Some(mesh) = mesh(mix, watch, 0.3 * size) else { continue };
        let kind = mix.pick(&[TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre]);
        let rides = if mix.chance(0.5) { None } else { Some(MoverId::from_bits(mix.below(4) as u64)) };
        let trigger = Trigger::new(mesh, kind).at(pose(mix, size));
        watch.call("Stage::add_trigger", || stage.add_trigger(trigger, rides));
    }
}

/// Rules of balls, any of them elsewhere.
pub(super) fn ball_rules(mix: &mut Mix) -> BallSettings {
    let mut rules = BallSettings::default();
    if mix.chance(0.5) {
        rules.gravity = mix.point(10.0);
    }
    if mix.chance(0.2) {
        rules.flat = Some(mix.pick(&[Axis::X, Axis::Y, Axis::Z]));
    }
    if mix.chance(0.3) {
        rules.order = Order::Sequential;
    }
    if mix.chance(0.2) {
        rules.most_impacts = mix.pick(&[0, 1, 4, 32, 1000, 1_000_000, u32::MAX]);
    }
    if mix.chance(0.3) {
        (rules.wall_restitution, rules.character_restitution) = (mix.length(1.0), mix.length(1.0));
        (rules.rolling_deceleration, rules.rest_speed) = (mix.length(3.0), mix.length(0.3));
    }
    rules
}

fn people(mix: &mut Mix, now: &mut StageState, configs: &[ConfigId], size: f64) {
    if configs.is_empty() {
        return;
    }
    for _ in 0..mix.below(6) {
        let config = if mix.spoils() { ConfigId::from_bits(77) } else { mix.pick(configs) };
        let mut actor = StageCharacter::new(config, state(mix, size));
        if mix.chance(0.1) {
            (actor.mass, actor.strength) = (mix.length(100.0), mix.length(900.0));
            (actor.layers, actor.is_crushed) = (mix.pick(&[0, 1, 3]), mix.chance(0.5));
            actor.touching = vec![owner(mix); 3];
        }
        now.characters.insert(actor);
    }
}

/// A ball anywhere.
pub(super) fn ball(mix: &mut Mix, size: f64, radius: f64) -> Ball {
    let mut ball = Ball::at(mix.point(size), radius);
    ball.velocity = mix.point(10.0);
    if mix.chance(0.3) {
        ball.mass = Mass::Kilograms(mix.pick(&[1e-9, 1e9, 1.0, 2.0]));
    }
    if mix.chance(0.1) {
        ball.mass = mix.pick(&[Mass::Immovable, Mass::Kilograms(0.0), Mass::Kilograms(f64::NAN)]);
        if !mix.is_hostile() {
            ball.mass = Mass::Immovable;
        }
    }
    if mix.chance(0.3) {
        ball.restitution = mix.length(1.0);
    }
    ball
}

fn balls(mix: &mut Mix, now: &mut StageState, size: f64) {
    for _ in 0..mix.below(6) {
        let radius = mix.length(1.0);
        let ball = ball(mix, size, radius);
        now.balls.insert(ball);
    }
}

/// What a game tells movers between ticks.
fn orders(mix: &mut Mix, now: &mut StageState, size: f64) {
    for mover in &mut now.movers {
        match mix.integer(0, 11) {
            0 => mover.open(),
            1 => mover.close(),
            2 => mover.target = rigid(mix, 0.1 * size),
            3 => (mover.clock, mover.rate, mover.wait) = (mix.number(2.0), mix.number(2.0), mix.length(1.0)),
            4 if mix.chance(0.2) => mover.pose = rigid(mix, 0.1 * size),
            _ => {}
        }
    }
}

fn start_anew(mix: &mut Mix, now: &mut StageState, size: f64) {
    for actor in &mut now.characters {
        actor.state = state(mix, size);
    }
    for mover in &mut now.movers {
        *mover = glissando::stage::MoverState::default();
    }
}

/// A tick, and all that must be true of it; none if it was refused.
pub(super) fn tick_of(
    watch: &mut Watch,
    stage: &mut Stage,
    now: &mut StageState,
    (inputs, dt): (&[Input], f64),
    scratch: &mut StageScratch,
) -> Option<Vec<CharacterReport>> {
    let before = now.clone();
    let Some(report) = watch.call("Stage::tick", || stage.tick(now, inputs, dt, scratch)) else {
        watch.unchanged("Stage::tick", &before, now);
        return None;
    };
    let TickReport { characters, events, impacts, .. } = report;
    let sub_steps: usize = characters.iter().map(|c| c.sub_steps).sum();
    watch.work("Stage::tick", (sub_steps + impacts.len()) as u64, MOST_WORK);
    // What was broken in it before may be broken still, where nothing needs it.
    if first_broken(&before).is_none() {
        watch.finite("the state after Stage::tick", now);
    }
    let stuck = stuck(events);
    landings(watch, events, before.characters.ids(), dt);
    let characters = characters.to_vec();
    depth_of_all(watch, stage, &before, now, (&characters, &stuck));
    again(watch, stage, &before, now, (inputs, dt));
    Some(characters)
}

/// The characters that report by an event that they are inside a body.
fn stuck(events: &[StageEvent]) -> Vec<CharacterId> {
    let is_stuck = |kind: &StageEventKind| matches!(kind, StageEventKind::Own(EventKind::Stuck { .. }));
    events.iter().filter(|e| is_stuck(&e.kind)).map(|e| e.character).collect()
}

fn landings(watch: &mut Watch, events: &[StageEvent], characters: &[CharacterId], dt: f64) {
    let has_landed = |kind: &StageEventKind| matches!(kind, StageEventKind::Own(EventKind::Landed { .. }));
    for who in characters {
        let count = events.iter().filter(|e| e.character == *who && has_landed(&e.kind)).count();
        count_of_landings(watch, count, dt, &|| format!("{who}, dt {dt}"));
    }
}

/// No character ends in the world unreported.
fn depth_of_all(
    watch: &mut Watch,
    stage: &mut Stage,
    before: &StageState,
    now: &StageState,
    (characters, stuck): (&[CharacterReport], &[CharacterId]),
) {
    let configs: Vec<Option<Config>> =
        now.characters.iter().map(|actor| stage.config(actor.config).copied()).collect();
    let Ok(world) = stage.world_at(now) else {
        return watch.find("a world that cannot be placed after a tick", || format!("{now:?}"));
    };
    for (index, actor) in now.characters.iter().enumerate() {
        let (Some(config), report) = (configs[index], &characters[index]) else { continue };
        let mover = config.mover(actor.state.is_crouching);
        let inside = depth::surface_inside(world, &mover.shape(), actor.state.position, mover.filter());
        let Some(contact) = inside else { continue };
        let says_so = !watch.judges_depth
            || report.outcome == Outcome::Crushed
            || report.stop == Some(Stop::Stuck)
            || now.characters.id(index).is_some_and(|who| stuck.contains(&who))
            || actor.is_crushed;
        let outcome = report.outcome;
        watch.expect(says_so, &format!("a character ends in the world, unsaid ({outcome:?})"), || {
            let was = &before.characters[index].state;
            format!("{} radii, {report:?} {was:?} -> {:?}", contact.radii, actor.state)
        });
    }
}

/// From a copy of the state, and with other memory, the tick has the same bits.
fn again(
    watch: &mut Watch,
    stage: &mut Stage,
    before: &StageState,
    now: &StageState,
    (inputs, dt): (&[Input], f64),
) {
    let mut copy = before.clone();
    let is_done = stage.tick(&mut copy, inputs, dt, &mut StageScratch::default()).is_ok();
    watch.same("a tick from a copy of the state has other bits", &(true, now), &(is_done, &copy), || {
        format!("dt {dt}")
    });
}
