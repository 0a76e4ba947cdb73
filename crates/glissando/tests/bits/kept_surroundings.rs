//! The caches of a scratch never change a result: a step with a used scratch equals the step with a new one, though
//! worlds change, are cloned, are exchanged and dropped.

use glissando::character::step_through;
use glissando::motion::Motion;
use glissando::world::Brute;
use glissando::{
    Body, BodyId, Config, DAffine3, DVec3, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World,
    step,
};
use glissando_testkit::levels::{RealLevel, shared_file};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::soak::{PACES, Wanderer};
use std::sync::Arc;

fn mesh(soup: &Soup) -> Arc<Mesh> {
    Arc::new(Mesh::build(soup, &MeshOptions::default()).unwrap().0)
}

fn somewhere(random: &mut Random) -> DAffine3 {
    let at = DVec3::new(random.between(-3.0, 3.0), random.between(0.0, 1.5), random.between(-3.0, 3.0));
    DAffine3::from_translation(at)
}

/// A floor, and a box that the test changes.
fn start(meshes: &[Arc<Mesh>; 2]) -> (World, Vec<BodyId>) {
    let mut world = World::new();
    world.insert_mesh(meshes[0].clone());
    let pose = DAffine3::from_translation(DVec3::new(2.0, 0.5, 0.0));
    let block = world.insert(Body { pose, ..Body::new(meshes[1].clone()) }).unwrap();
    (world, vec![block])
}

/// A random change of a world between two ticks.
fn change((world, blocks): &mut (World, Vec<BodyId>), meshes: &[Arc<Mesh>; 2], random: &mut Random) {
    let which = random.integer(0, blocks.len() as i64 - 1) as usize;
    match random.integer(0, 5) {
        0 => world.set_pose(blocks[which], somewhere(random)).unwrap(),
        1 => {
            let body = world.remove(blocks[which]).unwrap();
            blocks[which] = world.insert(Body { pose: somewhere(random), ..body }).unwrap();
        }
        2 => {
            let body = Body { pose: somewhere(random), ..Body::new(meshes[1].clone()) };
            blocks.push(world.insert(body).unwrap());
        }
        3 => world.set_mesh(blocks[which], meshes[1].clone()).unwrap(),
        4 => {
            let shift = DVec3::new(random.between(-0.3, 0.3), 0.0, random.between(-0.3, 0.3));
            world.set_motion(blocks[which], Motion::linear(shift).unwrap()).unwrap();
            world.finish_motions(1.0 / 60.0).unwrap();
        }
        _ => world.set_motion(blocks[which], Motion::STILL).unwrap(),
    }
}

#[test]
fn a_used_scratch_equals_a_new_one_after_any_change_of_worlds() {
    let meshes = [mesh(&scenes::fan_floor(12.0, 12, 7)), mesh(&scenes::open_box(1.0, 1.0))];
    let config = Config::new(&Settings::default()).unwrap();
    let (mut ticks, mut changes) = (0, 0);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut worlds = [start(&meshes), start(&meshes)];
        let mut states = [State::at(DVec3::new(0.0, 1.2, 0.0)), State::at(DVec3::new(-2.0, 1.2, 1.0))];
        let mut used = Scratch::new();
        for _ in 0..500 {
            match random.integer(0, 19) {
                0..4 => change(&mut worlds[0], &meshes, &mut random),
                4 => worlds.swap(0, 1),
                5 => worlds[1] = worlds[0].clone(),
                6 => worlds[0] = start(&meshes),
                7 => used = used.clone(),
                8 => {
                    // Through another `Collide`, with the same memory.
                    let mut other = states[1];
                    let world = Brute(&worlds[0].0);
                    step_through(&world, &config, &mut other, Input::default(), 0.01, &mut used, &mut ())
                        .unwrap();
                }
                9 => states.swap(0, 1),
                _ => changes -= 1,
            }
            changes += 1;
            let wish = DVec3::new(random.between(-4.0, 4.0), 0.0, random.between(-4.0, 4.0));
            let input = Input {
                wish,
                jump: random.integer(0, 30) == 0,
                crouch: random.integer(0, 9) == 0,
                ..Input::default()
            };
            let mut fresh = states[0];
            let mut new = Scratch::new();
            let world = &worlds[0].0;
            let expected = step(world, &config, &mut fresh, input, 1.0 / 60.0, &mut new).unwrap();
            let report = step(world, &config, &mut states[0], input, 1.0 / 60.0, &mut used).unwrap();
            assert_eq!(report, expected, "seed {seed}");
            assert_eq!(states[0], fresh, "seed {seed}");
            ticks += 1;
        }
    }
    println!("{ticks} ticks, {changes} changes of worlds between them");
    assert!(changes * 3 > ticks);
}

#[test]
#[ignore = "needs ../shared/levels"]
fn walks_through_levels_equal_those_without_caches() {
    let mut ticks = 0;
    for name in ["doom_e1m1.glb", "vleue_maze.glb"] {
        let level = RealLevel::load(&shared_file(name)).unwrap();
        for (number, pace) in PACES.into_iter().enumerate() {
            let config = Config::new(&pace.settings(level.settings())).unwrap();
            let start = level.spawns(&config)[0];
            let mut wanderer = Wanderer::new(Random::nth(5, 1, number as u64), pace);
            let (mut with, mut without, mut used) = (start, start, Scratch::new());
            for _ in 0..1500 {
                let (input, dt) = wanderer.decide();
                let mut new = Scratch::new();
                let expected = step(&level.world, &config, &mut without, input, dt, &mut new).unwrap();
                let report = step(&level.world, &config, &mut with, input, dt, &mut used).unwrap();
                assert_eq!(report, expected);
                assert_eq!(with, without);
                ticks += 1;
            }
        }
    }
    println!("{ticks} ticks in levels");
}
