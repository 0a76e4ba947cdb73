//! The same inputs give the same bits: compared with a constant, in any order of triangles and bodies, from any saved
//! state, with any instructions, through the tree or through every triangle.
//!
//! The constants hold for every profile, processor and operating system. If a change of the rules changes them, the
//! failing test prints the new ones; describe the change in the commit. Beside each constant stands a trace in
//! `traces`, compared first: it says where a run parts from the committed one.

use glissando::balls::{self, Ball, Mass};
use glissando::character::step_through;
use glissando::motion::Motion;
use glissando::path::Waypoint;
use glissando::stage::StageScratch;
use glissando::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use glissando::world::Brute;
use glissando::world::Instructions;
use glissando::{
    Body, BodyId, Config, DVec3, Filter, Mesh, MeshOptions, Scratch, Settings, Shape, Soup, Surface, World,
    step,
};
use glissando_testkit::fairground::{Fairground, wishes};
use glissando_testkit::levels::{RealLevel, shared_file};
use glissando_testkit::random::Random;
use glissando_testkit::run_trace::RunTrace;
use glissando_testkit::scenes;
use glissando_testkit::soak::{PACES, Pace, Wanderer};
use yard::{Hash, wander, world_of, yard_soups, yard_start};

mod cores;
pub(super) mod yard;

/// Of a walk of 10^5 ticks through the yard.
const YARD_HASH: u64 = 0xda54_c901_fc6e_db4d;

/// Of a walk of 20 000 ticks through the maze of the shared levels.
const LEVEL_HASH: u64 = 0x239b_3db2_16b0_aecd;

#[test]
fn a_hundred_thousand_ticks_end_with_the_bits_of_the_constant() {
    let mut world = world_of(&yard_soups());
    for instructions in Instructions::available() {
        world.set_instructions(instructions);
        let (mut hash, mut trace) = (Hash::new(), RunTrace::every(1_000));
        let mut far = 0.0_f64;
        for number in 0..20 {
            let mut tick = 0;
            wander(&world, Settings::default(), number, 5_000, yard_start(number), |state| {
                tick += 1;
                trace.add(tick, number, state.position.to_array());
                hash.add_state(state);
                far = far.max(state.position.abs().max_element());
            });
        }
        trace.check("yard", include_str!("traces/yard.txt"));
        println!("yard, {instructions}: {:#018x}, at most {far:.1} m from the middle", hash.0);
        assert_eq!(hash.0, YARD_HASH, "{instructions}: {:#018x}", hash.0);
    }
}

#[test]
#[ignore = "needs ../shared/levels"]
fn a_walk_through_a_real_level_ends_with_the_bits_of_the_constant() {
    let mut level = RealLevel::load(&shared_file("vleue_maze.glb")).unwrap();
    let config = Config::new(&level.settings()).unwrap();
    let spawns = level.spawns(&config);
    for instructions in Instructions::available() {
        level.world.set_instructions(instructions);
        let (mut hash, mut trace) = (Hash::new(), RunTrace::every(250));
        for number in 0..4 {
            let start = spawns[number as usize % spawns.len()];
            let mut tick = 0;
            wander(&level.world, level.settings(), number, 5_000, start, |state| {
                tick += 1;
                trace.add(tick, number, state.position.to_array());
                hash.add_state(state);
            });
        }
        trace.check("level", include_str!("traces/level.txt"));
        println!("level, {instructions}: {:#018x}", hash.0);
        assert_eq!(hash.0, LEVEL_HASH, "{instructions}: {:#018x}", hash.0);
    }
}

/// Hash of the events of 2000 random paths with the yard's soups as triggers, some of which turn.
const TRIGGER_HASH: u64 = 0xa621_db87_5158_2209;

#[test]
fn the_events_of_triggers_end_with_the_bits_of_the_constant() {
    let (mut set, mut random) = (Triggers::new(), Random::new(1987));
    let trigger =
        |soup: &Soup, kind| Trigger::new(Mesh::build(soup, &MeshOptions::default()).unwrap().0, kind);
    for (index, (soup, pose)) in yard_soups().into_iter().enumerate() {
        let id = set.insert(trigger(&soup, TriggerKind::Surface).at(pose)).unwrap();
        let turn = random.direction() * if index % 3 == 0 { 0.02 } else { 0.0 };
        set.set_motion(id, Motion::from_velocity(turn, turn, pose.translation, 1.0).unwrap()).unwrap();
    }
    for _ in 0..30 {
        let (mut soup, low) = (Soup::default(), random.vector(9.0));
        scenes::block(&mut soup, low, low + DVec3::splat(random.between(0.1, 4.0)));
        let kind = random.pick(&[TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre]);
        set.insert(trigger(&soup, kind)).unwrap();
    }
    let shape = Shape::ellipsoid(DVec3::new(0.4, 0.9, 0.3), random.rotation()).unwrap();
    let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    let (mut hash, mut trace) = (Hash::new(), RunTrace::every(400));
    let (mut count, mut at) = (0, DVec3::ZERO);
    for _ in 0..2_000 {
        let path = [(0.0, at), (0.01, random.vector(9.0)), (0.02, random.vector(9.0))];
        let path = path.map(|(time, position)| Waypoint::new(time, position));
        at = path[2].position;
        for event in set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap() {
            hash.add(u64::from(event.trigger.index()));
            hash.add(event.time.to_bits());
            hash.add_vector(event.position);
            count += 1;
            trace.add(count, event.trigger.index(), event.position.to_array());
        }
    }
    trace.check("triggers", include_str!("traces/triggers.txt"));
    println!("triggers: {count} events, {:#018x}", hash.0);
    assert_eq!(hash.0, TRIGGER_HASH, "{:#018x}", hash.0);
}

/// Hash of balls that fall into the yard.
const BALL_HASH: u64 = 0x08d2_b914_7f82_f30c;

/// Hash of a fairground with balls among its movers and visitors.
const FAIR_HASH: u64 = 0x94b6_b652_1f6e_0032;

fn thrown(random: &mut Random, at: DVec3) -> Ball {
    Ball {
        velocity: random.vector(9.0),
        restitution: random.between(0.6, 0.98),
        mass: Mass::Kilograms(random.between(0.2, 300.0)),
        ..Ball::at(at, 0.3)
    }
}

fn falling() -> balls::Settings {
    balls::Settings { gravity: DVec3::Y * -9.81, ..balls::Settings::default() }
}

#[test]
fn balls_in_the_yard_end_with_the_bits_of_the_constant() {
    let mut random = Random::new(1972);
    let place = |k| DVec3::new(f64::from(k) - 6.0, 4.0, 0.5);
    let mut all: Vec<Ball> = (0..12).map(|k| thrown(&mut random, place(k))).collect();
    let world = world_of(&yard_soups());
    let (mut scratch, mut hash, mut impacts) = (balls::Scratch::new(), Hash::new(), 0);
    let mut trace = RunTrace::every(100);
    for tick in 1..=1_000 {
        let report = balls::step(&world, &falling(), &mut all, 1.0 / 60.0, &mut scratch).unwrap();
        impacts += report.impacts.len();
        for (index, ball) in all.iter().enumerate() {
            trace.add(tick, index, ball.position.to_array());
            hash.add_vector(ball.position);
        }
    }
    trace.check("balls", include_str!("traces/balls.txt"));
    println!("balls: {impacts} impacts, {:#018x}", hash.0);
    assert!(impacts > 50);
    assert_eq!(hash.0, BALL_HASH, "{:#018x}", hash.0);
}

#[test]
fn balls_on_a_fairground_end_with_the_bits_of_the_constant() {
    let mut random = Random::new(1973);
    let Fairground { mut stage, mut state } = Fairground::new(&mut random, 12, 16);
    stage.set_ball_settings(falling()).unwrap();
    for cell in 0..16 {
        let place = |cell: i32| f64::from(cell % 4) * 7.0 - 10.0;
        state.balls.insert(thrown(&mut random, DVec3::new(place(cell), 4.5, place(cell / 4))));
    }
    let mut inputs = vec![glissando::Input::default(); 16];
    let (mut scratch, mut hash, mut impacts) = (StageScratch::default(), Hash::new(), 0);
    let mut trace = RunTrace::every(150);
    for tick in 1..=600 {
        wishes(&mut random, &mut inputs);
        let report = stage.tick(&mut state, &inputs, 1.0 / 60.0, &mut scratch).unwrap();
        impacts += report.impacts.len();
        let balls = state.balls.iter().map(|ball| ball.position);
        let all = balls.chain(state.characters.iter().map(|actor| actor.state.position));
        for (index, position) in all.enumerate() {
            trace.add(tick, index, position.to_array());
            hash.add_vector(position);
        }
    }
    trace.check("fair", include_str!("traces/fair.txt"));
    println!("fairground: {impacts} impacts, {:#018x}", hash.0);
    assert!(impacts > 50);
    assert_eq!(hash.0, FAIR_HASH, "{:#018x}", hash.0);
}

/// The same soup with its triangles in another order.
fn shuffled(soup: &Soup, random: &mut Random) -> Soup {
    let mut soup = soup.clone();
    for k in (1..soup.triangles.len()).rev() {
        let other = random.integer(0, k as i64) as usize;
        soup.triangles.swap(k, other);
    }
    soup
}

/// The hash of positions and other fields without indices.
fn hash_of(world: &World, number: u64, ticks: usize) -> u64 {
    let mut hash = Hash::new();
    wander(world, Settings::default(), number, ticks, yard_start(number), |state| hash.add_state(state));
    hash.0
}

#[test]
fn the_order_of_triangles_has_no_effect() {
    let soups = yard_soups();
    let world = world_of(&soups);
    let mut random = Random::new(5);
    for number in 0..20 {
        let soups: Vec<_> = soups.iter().map(|(s, pose)| (shuffled(s, &mut random), *pose)).collect();
        let other = world_of(&soups);
        assert_eq!(hash_of(&world, number, 2_000), hash_of(&other, number, 2_000), "walk {number}");
    }
}

#[test]
fn the_order_of_bodies_and_removed_bodies_have_no_effect() {
    let soups = yard_soups();
    let world = world_of(&soups);
    for number in 0..6 {
        let mut other = World::new();
        // Reused slots, and bodies in reverse order.
        let bodies: Vec<(BodyId, Body)> = world.bodies().map(|(id, b)| (id, b.clone())).collect();
        let first: Vec<_> = bodies.iter().map(|(_, b)| other.insert(b.clone()).unwrap()).collect();
        for id in &first[..number as usize % first.len() + 1] {
            other.remove(*id).unwrap();
        }
        for id in &first[number as usize % first.len() + 1..] {
            other.remove(*id).unwrap();
        }
        for (_, body) in bodies.iter().rev() {
            other.insert(body.clone()).unwrap();
        }
        assert_eq!(hash_of(&world, number, 2_000), hash_of(&other, number, 2_000), "walk {number}");
    }
}

#[test]
fn a_saved_and_restored_state_continues_with_the_same_bits() {
    let world = world_of(&yard_soups());
    let pace = PACES[0];
    let mut settings = pace.settings(Settings::default());
    (settings.jump.coyote_time, settings.jump.buffer_time) = (0.1, 0.15);
    let config = Config::new(&settings).unwrap();
    let mut random = Random::new(6);
    let mut resumed = 0;
    for number in 0..10 {
        let mut wanderer = Wanderer::new(Random::nth(9, 1, number), pace);
        let (mut state, mut scratch) = (yard_start(number), Scratch::new());
        let (mut inputs, mut states) = (Vec::new(), vec![state]);
        for _ in 0..600 {
            let (input, dt) = wanderer.decide();
            step(&world, &config, &mut state, input, dt, &mut scratch).unwrap();
            inputs.push((input, dt));
            states.push(state);
        }
        for _ in 0..20 {
            let from = random.integer(0, 599) as usize;
            // Fresh memory, or memory that was used elsewhere, makes no difference either.
            let mut other = if random.chance(0.5) { Scratch::new() } else { scratch.clone() };
            let mut state = states[from];
            for k in from..600.min(from + 60) {
                let (input, dt) = inputs[k];
                step(&world, &config, &mut state, input, dt, &mut other).unwrap();
                assert_eq!(state, states[k + 1], "walk {number}, saved at tick {from}, tick {k}");
            }
            resumed += 1;
        }
    }
    println!("{resumed} resumed walks");
}

#[test]
fn the_tree_and_every_triangle_one_by_one_give_the_same_ticks() {
    let world = world_of(&yard_soups());
    let (mut ticks, mut events) = (0, 0);
    for (number, speed, flies) in
        [(0, 4.0, false), (1, 9.0, false), (2, 30.0, false), (3, 4.0, true), (4, 60.0, true)]
    {
        let pace = Pace { name: "test", speed, is_instant: number % 2 == 0, is_flying: flies };
        let config = Config::new(&pace.settings(Settings::default())).unwrap();
        let mut wanderer = Wanderer::new(Random::nth(3, 1, number), pace);
        let (mut fast, mut slow) = (yard_start(number), yard_start(number));
        let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
        for tick in 0..700 {
            let (input, dt) = wanderer.decide();
            let report = step(&world, &config, &mut fast, input, dt, &mut scratch).unwrap();
            let twin =
                step_through(&Brute(&world), &config, &mut slow, input, dt, &mut other, &mut ()).unwrap();
            assert_eq!(report, twin, "walk {number} tick {tick}");
            assert_eq!(fast, slow, "walk {number} tick {tick}");
            (ticks, events) = (ticks + 1, events + report.events.len());
        }
    }
    println!("{ticks} ticks, {events} events");
}

#[test]
fn the_support_has_the_same_handle_each_time() {
    let world = world_of(&yard_soups());
    let supports = |number: u64| {
        let mut found: Vec<Surface> = Vec::new();
        wander(&world, Settings::default(), number, 500, yard_start(number), |s| found.extend(s.support));
        found
    };
    assert_eq!(supports(2), supports(2));
}
