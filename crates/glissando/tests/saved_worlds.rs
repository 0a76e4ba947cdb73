//! A world that went through bytes gives the same bits and the same handles as the original.

use glissando::motion::Motion;
use glissando::saved::{SavedError, world_from_bytes, world_hash, world_to_bytes};
use glissando::saved::{setup_from_bytes, setup_to_bytes, stage_from_bytes, stage_to_bytes};
use glissando::stage::{Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch};
use glissando::world::Conveyor;
use glissando::{
    Body, Config, DAffine3, DQuat, DVec3, Filter, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State,
    Vec3, World, step,
};
use std::sync::Arc;

fn mesh(soup: &Soup) -> Arc<Mesh> {
    Arc::new(Mesh::build(soup, &MeshOptions { one_sided: vec![3], ..MeshOptions::default() }).unwrap().0)
}

/// A floor with a belt, a cube in three places, a needle and a triangle without area, one body removed.
fn world() -> World {
    let mut world = World::new();
    let floor = mesh(&Soup::cuboid(Vec3::new(0.0, -1.0, 0.0), Vec3::new(12.0, 1.0, 12.0)));
    let cube = mesh(&Soup::cuboid(Vec3::ZERO, Vec3::new(0.5, 0.3, 0.7)));
    let mut odd = Soup::default();
    odd.push([Vec3::ZERO, Vec3::X, Vec3::X], 2);
    odd.push([Vec3::ZERO, Vec3::X, Vec3::new(0.5, 1e-9, 0.0)], 2);
    odd.push([Vec3::ZERO, Vec3::new(0.0, 2.0, 0.0), Vec3::X], 3);
    let belt = Conveyor { material: 0, velocity: DVec3::new(0.3, 0.0, 0.1) };
    world.insert(Body { conveyors: vec![belt], material: 9, ..Body::new(floor) }).unwrap();
    let mut gone = Vec::new();
    for k in 0..6 {
        let turn = DQuat::from_xyzw(0.0, 0.1 * f64::from(k), 0.0, 1.0);
        let at = DVec3::new(f64::from(k) * 1.7 - 5.0, 0.1, f64::from(k % 3) - 1.0);
        let turn = turn.try_normalize().unwrap();
        let pose = DAffine3::from_scale_rotation_translation(DVec3::new(1.0, 1.0, -1.2), turn, at);
        let id = world.insert(Body::new(Arc::clone(&cube)).at(pose).on_layers(1 << (k % 2))).unwrap();
        if k % 2 == 1 {
            gone.push(id);
        }
    }
    world.insert(Body::new(mesh(&odd)).at(DAffine3::from_translation(DVec3::new(1.0, 0.0, 3.0)))).unwrap();
    for id in [gone[1], gone[0]] {
        world.remove(id).unwrap();
    }
    let moved = world.bodies().last().unwrap().0;
    world.set_motion(moved, Motion::linear(DVec3::X * 0.01).unwrap()).unwrap();
    world.finish_motions(0.1).unwrap();
    world
}

/// A walk through a world, with rays on the way; everything as text, with all digits.
fn walk(world: &World) -> Vec<String> {
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::new(-8.0, 0.5, 0.0));
    let mut scratch = Scratch::new();
    let mut seen = Vec::new();
    for tick in 0..400 {
        let wish = DVec3::new(3.0, 0.0, f64::from(tick % 60 - 30) / 10.0);
        let input = Input { wish, jump: tick % 50 == 0, ..Input::default() };
        let report = step(world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        seen.push(format!("{:?} {:?}", report.events, report.contacts));
        let ray = world.ray(state.position, DVec3::new(f64::from(tick % 7) - 3.0, -2.0, 5.0), Filter::ALL);
        seen.push(format!("{state:?} {ray:?}"));
    }
    seen
}

#[test]
fn a_world_comes_back_with_its_bits_handles_and_free_slots() {
    let mut old = world();
    let bytes = world_to_bytes(&old).unwrap();
    let mut new = world_from_bytes(&bytes).unwrap();
    assert_eq!(world_to_bytes(&new).unwrap(), bytes);
    assert_eq!(world_hash(&new), world_hash(&old));
    assert_eq!((walk(&new), new.body_count()), (walk(&old), old.body_count()));
    // The cube is one mesh still.
    let cubes: Vec<_> = new.bodies().filter(|(_, body)| body.mesh.triangle_count() == 12).collect();
    assert!(cubes.len() > 3 && Arc::ptr_eq(&cubes[2].1.mesh, &cubes[3].1.mesh));
    let floor = mesh(&Soup::cuboid(Vec3::ZERO, Vec3::ONE));
    for _ in 0..4 {
        assert_eq!(new.insert_mesh(Arc::clone(&floor)), old.insert_mesh(Arc::clone(&floor)));
    }
}

/// A stage asks its world first whether there are belts and bodies that move.
#[test]
fn belts_carry_and_moving_bodies_count_on_a_stage_of_a_restored_world() {
    let old = world();
    let new = world_from_bytes(&world_to_bytes(&old).unwrap()).unwrap();
    let ends = [old, new].map(|world| {
        let mut stage = Stage::new(world);
        let config = Config::new(&Settings::default()).unwrap();
        let person = stage.add_config(config);
        let mut state = stage.initial_state();
        let start = State::with_feet_at(&config, DVec3::new(-8.0, 0.0, 5.0));
        state.characters.insert(StageCharacter::new(person, start));
        let mut scratch = StageScratch::default();
        for _ in 0..60 {
            stage.tick(&mut state, &[Input::default()], 1.0 / 60.0, &mut scratch).unwrap();
        }
        state.characters[0].state
    });
    assert_eq!(ends[0], ends[1]);
    assert!(ends[1].position.x > -7.8, "the belt has carried it: {:?}", ends[1].position);
}

#[test]
fn the_hash_knows_every_change() {
    let old = world();
    let hash = world_hash(&old).unwrap();
    let ids: Vec<_> = old.bodies().map(|(id, _)| id).collect();
    let mut other = old.clone();
    other.set_layers(ids[0], 2).unwrap();
    assert_ne!(world_hash(&other).unwrap(), hash);
    let mut other = old.clone();
    let pose = other.body(ids[1]).unwrap().pose;
    other.set_pose(ids[1], DAffine3 { translation: pose.translation + DVec3::X * 1e-9, ..pose }).unwrap();
    assert_ne!(world_hash(&other).unwrap(), hash);
    let mut other = old.clone();
    other.remove(ids[2]).unwrap();
    assert_ne!(world_hash(&other).unwrap(), hash);
}

#[test]
fn an_unfinished_motion_and_broken_bytes_are_refused() {
    let mut moving = world();
    let id = moving.bodies().next().unwrap().0;
    moving.set_motion(id, Motion::linear(DVec3::X).unwrap()).unwrap();
    assert!(matches!(world_to_bytes(&moving), Err(SavedError::Input(_))));

    let bytes = world_to_bytes(&world()).unwrap();
    assert_eq!(world_from_bytes(&[]).unwrap_err(), SavedError::Empty);
    assert!(matches!(world_from_bytes(&[1, 2]), Err(SavedError::Format { found: 1, .. })));
    for length in 1..bytes.len() {
        assert!(world_from_bytes(&bytes[..length]).is_err(), "cut off at {length}");
    }
    let mut accepted = 0;
    for index in 1..bytes.len() {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[index] ^= flip;
            if let Ok(world) = world_from_bytes(&bytes) {
                accepted += 1;
                // Whatever was accepted can be asked.
                let _ = world.ray(DVec3::Y * 9.0, DVec3::Y * -20.0, Filter::ALL).unwrap();
            }
        }
    }
    assert!(accepted > 100, "only a coordinate has changed, mostly: {accepted}");
}

/// A stage from bytes has not moved yet, nor is it to be told of the past.
#[test]
fn a_character_in_a_press_at_rest_stays_crushed_on_a_stage_from_bytes() {
    let mut world = World::new();
    world.insert_mesh(mesh(&Soup::cuboid(Vec3::new(0.0, -1.0, 0.0), Vec3::new(12.0, 1.0, 12.0))));
    let press = mesh(&Soup::cuboid(Vec3::ZERO, Vec3::new(3.0, 4.0, 3.0)));
    let body = world.insert(Body::new(press).at(DAffine3::from_translation(DVec3::Y * 8.0))).unwrap();
    let mut stage = Stage::new(world);
    let key = |time: f64, height: f64| Key { time, translation: DVec3::Y * height, ..Key::default() };
    let ends = PathEnds::OnCall { wait: f64::INFINITY };
    let drive = Drive::Path { keys: vec![key(0.0, 0.0), key(0.5, -4.0)], ends };
    stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push }).unwrap();
    let config = Config::new(&Settings::default()).unwrap();
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    state.movers[0].open();
    state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::ZERO)));
    let (mut scratch, input) = (StageScratch::default(), [Input { wish: DVec3::X, ..Input::default() }]);
    for _ in 0..60 {
        stage.tick(&mut state, &input, 1.0 / 60.0, &mut scratch).unwrap();
    }
    assert!(state.characters[0].is_crushed && state.movers[0].rate == 0.0);
    let mut again = setup_from_bytes(&setup_to_bytes(&stage).unwrap()).unwrap();
    let mut read = stage_from_bytes(&stage_to_bytes(&state).unwrap()).unwrap();
    for _ in 0..30 {
        stage.tick(&mut state, &input, 1.0 / 60.0, &mut scratch).unwrap();
        again.tick(&mut read, &input, 1.0 / 60.0, &mut scratch).unwrap();
    }
    assert!(read == state && state.characters[0].is_crushed, "{:?}", read.characters[0]);
}
