//! Bodies with a core walk through the yard to the same bits, with any instructions and from any saved state.

use super::yard::{Hash, wander, world_of, yard_soups, yard_start};
use glissando::character::BodyShape;
use glissando::world::Instructions;
use glissando::{Config, Scratch, Settings, step};
use glissando_testkit::random::Random;
use glissando_testkit::run_trace::RunTrace;
use glissando_testkit::soak::{PACES, Wanderer};

/// Of four walks of 1000 ticks each through the yard.
const HASHES: [(BodyShape, u64); 3] = [
    (BodyShape::Capsule, 0xb007_2fb1_7939_7e0f),
    (BodyShape::Box, 0x0abd_693d_199f_4127),
    (BodyShape::Cylinder, 0xbd30_d94f_20b3_656f),
];

fn settings(body: BodyShape) -> Settings {
    Settings { body, ..Settings::default() }
}

#[test]
fn walks_of_bodies_with_a_core_end_with_the_bits_of_the_constants() {
    let mut world = world_of(&yard_soups());
    for instructions in Instructions::available() {
        world.set_instructions(instructions);
        let (mut hashes, mut trace) = (Vec::new(), RunTrace::every(200));
        for (body, _) in HASHES {
            let mut hash = Hash::new();
            for number in 0..4 {
                let mut tick = 0;
                wander(&world, settings(body), number, 1_000, yard_start(number), |state| {
                    tick += 1;
                    trace.add(tick, format_args!("{body:?}-{number}"), state.position.to_array());
                    hash.add_state(state);
                });
            }
            println!("{body:?} in the yard, {instructions}: {:#018x}", hash.0);
            hashes.push((body, hash.0));
        }
        trace.check("cores", include_str!("../traces/cores.txt"));
        assert_eq!(hashes, HASHES, "{instructions}: {hashes:#018x?}");
    }
}

#[test]
fn a_saved_and_restored_body_with_a_core_continues_with_the_same_bits() {
    let (world, pace) = (world_of(&yard_soups()), PACES[0]);
    let mut random = Random::new(8);
    for (body, _) in HASHES {
        let config = Config::new(&pace.settings(settings(body))).unwrap();
        for number in 0..3 {
            let mut wanderer = Wanderer::new(Random::nth(10, 1, number), pace);
            let (mut state, mut scratch) = (yard_start(number), Scratch::new());
            let (mut inputs, mut states) = (Vec::new(), vec![state]);
            for _ in 0..400 {
                let (input, dt) = wanderer.decide();
                step(&world, &config, &mut state, input, dt, &mut scratch).unwrap();
                inputs.push((input, dt));
                states.push(state);
            }
            for _ in 0..12 {
                let from = random.integer(0, 399) as usize;
                // Fresh memory, or memory that was used elsewhere, makes no difference either.
                let mut other = if random.chance(0.5) { Scratch::new() } else { scratch.clone() };
                let mut state = states[from];
                for k in from..400.min(from + 40) {
                    let (input, dt) = inputs[k];
                    step(&world, &config, &mut state, input, dt, &mut other).unwrap();
                    assert_eq!(state, states[k + 1], "{body:?} {number}, saved at tick {from}, tick {k}");
                }
            }
        }
    }
}
