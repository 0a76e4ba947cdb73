//! A step or a query allocates nothing once its memory has grown: counted by the allocator itself.
#![allow(unsafe_code, reason = "a counting allocator needs unsafe code")]

use glissando::balls::{self, Ball};
use glissando::motion::Motion;
use glissando::path::Waypoint;
use glissando::slide::{Mover, SlideBuffer, slide};
use glissando::stage::{
    Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use glissando::{
    Body, Config, DAffine3, DVec3, Filter, Input, Mesh, MeshOptions, Scratch, Settings, Shape, Soup, State,
    Sweep, World, step,
};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting the calls of each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends may allocate after its counter is gone.
    let _ = COUNT.try_with(|c| c.set(c.get() + 1));
}

// SAFETY: every call is passed unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count();
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn counted(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// A yard of blocks, stairs and triangles in disorder.
fn yard() -> World {
    let mut random = Random::new(3);
    let mut soup = scenes::fan_floor(12.0, 12, 7);
    soup.append(&scenes::open_box(12.0, 6.0));
    for _ in 0..60 {
        let low = DVec3::new(random.between(-11.0, 10.0), 0.0, random.between(-11.0, 10.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.4), random.between(0.1, 1.6));
        scenes::block(&mut soup, low, low + size);
    }
    let mut tent = Soup::default();
    for _ in 0..150 {
        let middle =
            DVec3::new(random.between(-9.0, 9.0), random.between(0.0, 2.5), random.between(-9.0, 9.0));
        tent.push([(); 3].map(|()| (middle + random.vector(0.9)).as_vec3()), 0);
    }
    soup.append(&tent);
    scenes::world_of(&soup)
}

/// The inputs of tick `tick` of the walk `walk`: walking, jumping, crouching, flying.
fn input(random: &mut Random, tick: usize, wish: &mut DVec3) -> Input {
    if tick.is_multiple_of(40) {
        *wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 9.0);
    }
    Input { wish: *wish, jump: random.chance(0.05), crouch: tick % 200 > 150, fly: tick % 500 > 450 }
}

fn walk(world: &World, config: &Config, scratch: &mut Scratch, ticks: usize) -> usize {
    let (mut random, mut wish) = (Random::new(8), DVec3::ZERO);
    let mut state = State::at(DVec3::new(0.0, 4.0, 0.0));
    let mut events = 0;
    for tick in 0..ticks {
        let dt = [1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0][tick / 100 % 3];
        let input = input(&mut random, tick, &mut wish);
        events += step(world, config, &mut state, input, dt, scratch).map_or(0, |r| r.events.len());
    }
    events
}

#[test]
fn a_step_allocates_nothing_after_the_first_ones() {
    let world = yard();
    let config = Config::new(&Settings::default()).unwrap();
    let mut scratch = Scratch::new();
    let ticks = 10_000;
    let warm = counted(|| {
        walk(&world, &config, &mut scratch, ticks);
    });
    let mut events = 0;
    let cold = counted(|| events = walk(&world, &config, &mut scratch, ticks));
    println!("{ticks} ticks, {events} events: {warm} calls the first time, {cold} the second");
    assert!(warm > 0 && events > 200, "the count works, and something happens");
    assert_eq!(cold, 0);
}

#[test]
fn a_scratch_used_for_a_thousand_ticks_hardly_grows() {
    let world = yard();
    let config = Config::new(&Settings::default()).unwrap();
    let mut scratch = Scratch::new();
    walk(&world, &config, &mut scratch, 1_000);
    let later = counted(|| {
        walk(&world, &config, &mut scratch, 10_000);
    });
    println!("{later} calls in 10000 ticks after 1000");
    assert!(later < 10);
}

#[test]
fn sweeps_rays_and_lines_of_sight_never_allocate() {
    let world = yard();
    let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
    let mut random = Random::new(4);
    let (mut hits, mut all) = (0, Vec::with_capacity(64));
    let calls = counted(|| {
        for _ in 0..10_000 {
            let (from, way) = (random.vector(10.0), random.vector(8.0));
            world.ray_hits(from, way, Filter::ALL, &mut all).unwrap();
            let sweep = Sweep::new(shape, from, way).unwrap().with_skin(0.004).unwrap();
            hits += usize::from(world.sweep(&sweep).is_some());
            hits += usize::from(world.ray(from, way, Filter::ALL).unwrap().is_some());
            hits += usize::from(world.is_blocked_between(from, from + way, Filter::ALL).unwrap());
        }
    });
    println!("30000 queries, {hits} hits: {calls} calls");
    assert!(hits > 3_000);
    assert_eq!(calls, 0);
}

#[test]
fn a_path_through_triggers_allocates_nothing_after_the_first_ones() {
    let mut random = Random::new(6);
    let mut set = Triggers::new();
    for index in 0..300 {
        let mut soup = Soup::default();
        let low = random.vector(9.0);
        scenes::block(&mut soup, low, low + DVec3::splat(random.between(0.1, 2.0)));
        let kinds = [TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre];
        let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
        let id = set.insert(Trigger::new(mesh, kinds[index % 3])).unwrap();
        let turn = random.vector(1.0);
        let motion = Motion::from_velocity(turn, turn, low, if index % 10 == 0 { 0.1 } else { 0.0 }).unwrap();
        set.set_motion(id, motion).unwrap();
    }
    let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
    let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    let mut run = || {
        let (mut random, mut events) = (Random::new(7), 0);
        for _ in 0..2_000 {
            let path = [0.0, 0.01, 0.02].map(|time| Waypoint::new(time, random.vector(9.0)));
            events += set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap().len();
        }
        events
    };
    assert!(run() > 10_000);
    let mut events = 0;
    let calls = counted(|| events = run());
    println!("2000 paths, {events} events: {calls} calls");
    assert_eq!(calls, 0);
}

#[test]
fn a_slide_and_contacts_allocate_nothing_after_the_first_ones() {
    let world = yard();
    let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
    let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
    let (mut buffer, mut found) = (SlideBuffer::default(), Vec::new());
    let mut run = || {
        let mut random = Random::new(5);
        for _ in 0..10_000 {
            let (from, way) = (random.vector(10.0), random.vector(2.0));
            slide(&world, &mover, from, way, &mut buffer, &mut ()).unwrap();
            world.contacts(&shape, from, 0.3, Filter::ALL, &mut found).unwrap();
        }
    };
    run();
    let calls = counted(run);
    println!("10000 slides and gatherings: {calls} calls");
    assert_eq!(calls, 0);
}

#[test]
fn balls_allocate_nothing_after_the_first_ticks() {
    let world = yard();
    let rules = balls::Settings { gravity: DVec3::Y * -9.81, ..balls::Settings::default() };
    let mut scratch = balls::Scratch::new();
    let mut run = || {
        let mut random = Random::new(21);
        let mut list: Vec<Ball> = (0..12)
            .map(|k| Ball {
                velocity: random.vector(8.0),
                restitution: 0.9,
                ..Ball::at(
                    DVec3::new(f64::from(k) - 6.0, 4.0 + random.fraction(), random.between(-3.0, 3.0)),
                    0.3,
                )
            })
            .collect();
        let (before, mut impacts) = (COUNT.get(), 0);
        for _ in 0..600 {
            let report = balls::step(&world, &rules, &mut list, 1.0 / 60.0, &mut scratch).unwrap();
            impacts += report.impacts.len();
        }
        (COUNT.get() - before, impacts)
    };
    let (warm, _) = run();
    let (cold, impacts) = run();
    println!("600 ticks of 12 balls, {impacts} impacts: {warm} calls the first time, {cold} the second");
    assert!(warm > 0 && impacts > 200);
    assert_eq!(cold, 0);
}

/// A yard with two lifts, a door, a turning table, triggers, balls and twelve characters.
fn stage() -> (Stage, StageState) {
    let mut world = yard();
    let mut add = |at: DVec3, half: DVec3| {
        let mut soup = Soup::default();
        scenes::block(&mut soup, -half, half);
        let mesh = Mesh::build(&soup, &MeshOptions::default()).unwrap().0;
        world.insert(Body::new(mesh).at(DAffine3::from_translation(at))).unwrap()
    };
    let lifts = [-4.0, 4.0].map(|x| add(DVec3::new(x, -0.4, 0.0), DVec3::new(1.0, 0.5, 1.0)));
    let table = add(DVec3::new(0.0, -0.4, 4.0), DVec3::new(2.0, 0.5, 2.0));
    let mut stage = Stage::new(world);
    let key = |time: f64, height: f64| Key { time, translation: DVec3::Y * height, ..Key::default() };
    for (index, body) in lifts.into_iter().enumerate() {
        let keys = vec![key(0.0, 0.0), key(1.0 + index as f64, 2.0)];
        let drive = Drive::Path { keys, ends: PathEnds::PingPong };
        stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Reverse }).unwrap();
    }
    let drive = Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::Y };
    let pivot = DVec3::new(0.0, 0.0, 4.0);
    stage.add_mover(MoverSpec { body: table, pivot, drive, policy: Policy::Push }).unwrap();
    for k in 0..6 {
        let mut soup = Soup::default();
        scenes::block(&mut soup, DVec3::new(0.0, 0.0, -1.0), DVec3::new(1.0, 2.0, 1.0));
        let mesh = Mesh::build(&soup, &MeshOptions::default()).unwrap().0;
        let mut trigger = Trigger::new(mesh, TriggerKind::VolumeByBody);
        trigger.pose = DAffine3::from_translation(DVec3::X * (f64::from(k) * 3.0 - 8.0));
        stage.add_trigger(trigger, None).unwrap();
    }
    let config = Config::new(&Settings::default()).unwrap();
    let id = stage.add_config(config);
    let mut state = stage.initial_state();
    for k in 0..12 {
        let at = DVec3::new(f64::from(k % 4) * 1.5 - 2.0, 3.0, f64::from(k / 4) * 1.5 - 2.0);
        state.characters.insert(StageCharacter::new(id, State::at(at)));
    }
    // Enough for a heap.
    for k in 0..40 {
        let column = DVec3::new(f64::from(k % 5) * 0.45 - 2.0, 5.0 + f64::from(k / 5) * 0.45, 1.0);
        state.balls.insert(Ball::at(column, 0.2));
    }
    (stage, state)
}

#[test]
fn a_tick_of_a_stage_allocates_nothing_after_the_first_ones() {
    let ((mut stage, mut state), mut scratch) = (stage(), StageScratch::default());
    let mut random = Random::new(9);
    let mut inputs = vec![Input::default(); 12];
    let mut counts = Vec::new();
    for tick in 0..2400 {
        if tick % 60 == 0 {
            for input in &mut inputs {
                input.wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 5.0);
            }
        }
        counts.push(counted(|| assert!(stage.tick(&mut state, &inputs, 1.0 / 60.0, &mut scratch).is_ok())));
    }
    let late = &counts[300..];
    println!("allocations in 2100 warm ticks: {}, in the first: {}", late.iter().sum::<usize>(), counts[0]);
    assert!(
        late.iter().sum::<usize>() <= 20,
        "{:?}",
        late.iter().enumerate().filter(|(_, n)| **n > 0).collect::<Vec<_>>()
    );
}

#[test]
fn a_copy_into_an_old_copy_of_a_state_allocates_nothing_after_the_first_ones() {
    let ((mut stage, mut state), mut scratch) = (stage(), StageScratch::default());
    let (mut before, mut counts) = (state.clone(), Vec::new());
    for tick in 0..1200 {
        let wish = scenes::heading(f64::from(tick)) * 3.0;
        let inputs = [Input { wish, ..Input::default() }; 12];
        stage.tick(&mut state, &inputs, 1.0 / 60.0, &mut scratch).unwrap();
        counts.push(counted(|| before.clone_from(&state)));
        assert_eq!(before, state);
    }
    assert!(counts[300..].iter().sum::<usize>() <= 20, "{counts:?}");
}

#[test]
fn a_tick_with_hundreds_of_events_allocates_nothing_after_the_first_ones() {
    let ((mut stage, mut state), mut scratch) = (stage(), StageScratch::default());
    let config = state.characters[0].config;
    for k in 0..100 {
        let at =
            DVec3::new(f64::from(k % 20) - 9.5, 2.0 + f64::from(k / 20 % 2) * 2.0, f64::from(k / 40) - 3.5);
        state.characters.insert(StageCharacter::new(config, State::at(at)));
    }
    let mut random = Random::new(10);
    let mut inputs = vec![Input::default(); state.characters.len()];
    let (mut most, mut late) = (0, 0);
    for tick in 0..500 {
        if tick % 20 == 0 {
            for input in &mut inputs {
                input.wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 5.0);
            }
        }
        let mut events = 0;
        let calls = counted(|| {
            events = stage.tick(&mut state, &inputs, 1.0 / 60.0, &mut scratch).unwrap().events.len();
        });
        most = most.max(events);
        late += if tick < 300 { 0 } else { calls };
    }
    println!("at most {most} events in a tick; {late} calls in 200 warm ticks");
    assert!(most > 150, "{most}");
    // What grows is the list of what a character touches, when it is more than ever before.
    assert!(late < 100, "{late}");
}

#[test]
fn a_tick_with_hundreds_of_impacts_allocates_nothing_after_the_first_ones() {
    let world = yard();
    let rules = balls::Settings { gravity: DVec3::Y * -9.81, ..balls::Settings::default() };
    let mut scratch = balls::Scratch::new();
    let mut run = || {
        let mut random = Random::new(22);
        let mut list: Vec<Ball> = (0..600)
            .map(|k| Ball {
                velocity: random.vector(20.0),
                restitution: 0.9,
                ..Ball::at(
                    DVec3::new(f64::from(k % 30) * 0.6 - 9.0, 4.0, f64::from(k / 30) * 0.6 - 6.0),
                    0.25,
                )
            })
            .collect();
        let (before, mut most) = (COUNT.get(), 0);
        for _ in 0..60 {
            let report = balls::step(&world, &rules, &mut list, 1.0 / 60.0, &mut scratch).unwrap();
            most = most.max(report.impacts.len());
        }
        (COUNT.get() - before, most)
    };
    let (warm, _) = run();
    let (cold, most) = run();
    println!("at most {most} impacts in a tick: {warm} calls the first time, {cold} the second");
    assert!(most > 200, "{most}");
    assert_eq!(cold, 0);
}
