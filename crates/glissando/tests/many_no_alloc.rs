//! `step_many` and `crowd::step` allocate nothing once their memory has grown: counted by the allocator itself, for all threads.
#![allow(unsafe_code, reason = "a counting allocator needs unsafe code")]

use glissando::crowd::{self, CrowdReport, CrowdScratch, Member};
use glissando::many::{ManyReport, ManyScratch, step_many};
use glissando::{Config, DVec3, Input, Settings, State, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, counting the calls of all threads.
struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const WALKERS: usize = 500;

type Step = for<'s> fn(
    &World,
    &[Config],
    &mut [State],
    &[Input],
    f64,
    &'s mut ManyScratch,
) -> Result<ManyReport<'s>, glissando::InputError>;

/// Walks at random; returns calls to the allocator within the steps, and events.
fn walk(world: &World, scratch: &mut ManyScratch, step: Step, ticks: usize) -> (usize, usize) {
    let config = [Config::new(&Settings::default()).unwrap()];
    let mut random = Random::new(31);
    let mut states: Vec<State> = (0..WALKERS)
        .map(|_| State::at(DVec3::new(random.between(-13.0, 13.0), 3.0, random.between(-13.0, 13.0))))
        .collect();
    let mut inputs = vec![Input::default(); WALKERS];
    let (mut calls, mut events) = (0, 0);
    for tick in 0..ticks {
        for (k, input) in inputs.iter_mut().enumerate() {
            if (tick + k).is_multiple_of(40) {
                input.wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 9.0);
            }
            input.jump = random.chance(0.02);
        }
        let before = COUNT.load(Ordering::Relaxed);
        let report = step(world, &config, &mut states, &inputs, 1.0 / 60.0, scratch).unwrap();
        events += report.walkers().flatten().map(|walker| walker.events.len()).sum::<usize>();
        calls += COUNT.load(Ordering::Relaxed) - before;
    }
    (calls, events)
}

fn yard() -> World {
    let mut random = Random::new(11);
    let mut soup = scenes::fan_floor(14.0, 12, 7);
    soup.append(&scenes::open_box(14.0, 6.0));
    for _ in 0..80 {
        let low = DVec3::new(random.between(-13.0, 12.0), 0.0, random.between(-13.0, 12.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.4), random.between(0.1, 1.6));
        scenes::block(&mut soup, low, low + size);
    }
    scenes::world_of(&soup)
}

type CrowdStep = for<'s> fn(
    &World,
    &mut [Member],
    &[Input],
    f64,
    &'s mut CrowdScratch,
) -> Result<CrowdReport<'s>, glissando::InputError>;

/// Members of a dense crowd walk at random; returns calls to the allocator within the steps, and shoves.
fn walk_together(world: &World, scratch: &mut CrowdScratch, step: CrowdStep, ticks: usize) -> (usize, usize) {
    let config = Config::new(&Settings::default()).unwrap();
    let mut random = Random::new(37);
    let at = |k: usize| DVec3::new((k % 12) as f64 - 6.0, 3.0, (k / 12) as f64 - 6.0);
    let mut members: Vec<Member> = (0..144).map(|k| Member::new(config, State::at(at(k)))).collect();
    let mut inputs = vec![Input::default(); members.len()];
    let (mut calls, mut shoves) = (0, 0);
    for tick in 0..ticks {
        for (k, input) in inputs.iter_mut().enumerate() {
            if (tick + k).is_multiple_of(40) {
                input.wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 9.0);
            }
        }
        let before = COUNT.load(Ordering::Relaxed);
        let report = step(world, &mut members, &inputs, 1.0 / 60.0, scratch).unwrap();
        shoves += report.members().filter(|member| member.shoved != DVec3::ZERO).count();
        calls += COUNT.load(Ordering::Relaxed) - before;
    }
    (calls, shoves)
}

/// The only test of this binary, since the count is for all threads.
#[test]
fn a_tick_of_many_allocates_nothing_after_the_first_ones() {
    let world = yard();
    let mut scratch = CrowdScratch::new();
    let (warm, _) = walk_together(&world, &mut scratch, crowd::step, 200);
    let (cold, shoves) = walk_together(&world, &mut scratch, crowd::step, 200);
    println!("200 ticks of a crowd, {shoves} shoves: {warm} calls the first time, {cold} the second");
    assert!(warm > 0 && shoves > 1_000 && cold == 0);
    let mut scratch = ManyScratch::new();
    let (warm, _) = walk(&world, &mut scratch, step_many, 400);
    let (cold, events) = walk(&world, &mut scratch, step_many, 400);
    println!("400 ticks of {WALKERS}, {events} events: {warm} calls the first time, {cold} the second");
    assert!(warm > 0 && events > 1_000, "the count works, and something happens");
    assert_eq!(cold, 0);

    #[cfg(feature = "parallel")]
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut scratch = ManyScratch::new();
        let calls: Vec<usize> = pool.install(|| {
            let mut round = || walk(&world, &mut scratch, glissando::many::step_many_parallel, 200).0;
            (0..6).map(|_| round()).collect()
        });
        println!("200 ticks on {threads} threads, six times: {calls:?} calls");
        assert!(calls[0] > 0);
        // A thread's memory grows with the busiest walker it has met: with several threads the last growth may come
        // late.
        let last = calls[5];
        assert!(if threads == 1 { last == 0 } else { last <= 4 * threads }, "{calls:?}");

        let mut scratch = CrowdScratch::new();
        let calls: Vec<usize> = pool.install(|| {
            let mut round = || walk_together(&world, &mut scratch, crowd::step_parallel, 100).0;
            (0..6).map(|_| round()).collect()
        });
        println!("100 ticks of a crowd on {threads} threads, six times: {calls:?} calls");
        let last = calls[5];
        assert!(if threads == 1 { last == 0 } else { last <= 16 * threads }, "{calls:?}");
    }
}
