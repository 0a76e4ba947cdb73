//! Each refused number, with the error message: the input's name, its value, its range.

use glissando::many::{ManyScratch, step_many};
use glissando::math::cos_degrees;
use glissando::motion::Motion;
use glissando::slide::{Mover, SlideBuffer, slide};
use glissando::stage::{Drive, MoverSpec, Policy, Stage, StageScratch};
use glissando::trigger::{Trigger, TriggerKind};
use glissando::world::Conveyor;
use glissando::{
    Body, BodyId, Config, DAffine3, DMat3, DQuat, DVec3, Filter, Input, Mesh, MeshOptions, Scratch, Settings,
    Shape, Soup, State, Sweep, World, step,
};
use glissando_testkit::scenes;
use std::fmt::Display;

/// Asserts an error whose message contains all of `parts`.
#[track_caller]
fn refused<T, E: Display>(answer: Result<T, E>, parts: &[&str]) {
    let Err(error) = answer else { panic!("not refused: {parts:?}") };
    let words = error.to_string();
    for part in parts {
        assert!(words.contains(part), "{words:?} does not contain {part:?}");
    }
}

#[test]
fn radii_are_refused_by_name_and_value() {
    for (radius, parts) in [
        (0.0, ["radius is 0", "0.0001"]),
        (-1.0, ["radius is -1", "1000000"]),
        (f64::NAN, ["radius is NaN", "finite"]),
        (f64::INFINITY, ["radius is inf", "finite"]),
        (1e30, ["radius is 1", "1000000"]),
        (1e-310, ["radius is 1e-310", "between"]),
    ] {
        refused(Shape::sphere(radius), &parts);
        refused(Shape::upright_ellipsoid(DVec3::new(1.0, radius, 1.0)), &parts);
    }
    let needle = Shape::upright_ellipsoid(DVec3::new(1e6, 1e-4, 1.0));
    refused(needle, &["largest radius over the smallest is 1e10", "between 1 and 10000"]);
    refused(Shape::ellipsoid(DVec3::ONE, DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)), &["rotation is 0"]);
    refused(Shape::ellipsoid(DVec3::ONE, DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0)), &["rotation", "NaN"]);
}

#[test]
fn sweeps_and_queries_are_refused_by_name_and_value() {
    let shape = Shape::sphere(1.0).unwrap();
    let nan = DVec3::new(0.0, f64::NAN, 0.0);
    let far = DVec3::new(0.0, 2e9, 0.0);
    refused(Sweep::new(shape, nan, DVec3::X), &["from", "(0, NaN, 0)", "finite"]);
    refused(Sweep::new(shape, far, DVec3::X), &["from is 2e9", "between -1e9 and 1e9"]);
    refused(Sweep::new(shape, DVec3::X, nan), &["translation", "NaN"]);
    refused(Sweep::new(shape, DVec3::X, DVec3::splat(1e30)), &["translation is 1", "between"]);
    let sweep = Sweep::new(shape, DVec3::ZERO, DVec3::X).unwrap();
    refused(sweep.with_skin(-0.1), &["skin is -0.1", "between 0 and 1"]);
    refused(sweep.with_skin(1.5), &["skin is 1.5"]);
    refused(sweep.with_skin(f64::NAN), &["skin", "NaN"]);
    let world = scenes::world_of(&scenes::floor(3.0, 2));
    refused(world.ray(nan, DVec3::X, Filter::ALL), &["from", "NaN"]);
    refused(world.ray(DVec3::X, far, Filter::ALL), &["translation is 2e9"]);
    refused(world.is_blocked_between(DVec3::X, nan, Filter::ALL), &["to", "NaN"]);
    let mut answers = vec![true];
    let segments = [(DVec3::X, DVec3::Y), (nan, DVec3::Y)];
    refused(world.are_blocked_between(&segments, Filter::ALL, &mut answers), &["from", "NaN"]);
    assert!(answers.is_empty());
    refused(world.contacts(&shape, DVec3::X, -1.0, Filter::ALL, &mut Vec::new()), &["distance is -1"]);
    refused(world.overlap(&shape, nan, Filter::ALL), &["at", "NaN"]);
    refused(world.clearance(&shape, DVec3::X, f64::NAN, Filter::ALL), &["most", "NaN"]);
    refused(world.triangles_in_box(nan, far, Filter::ALL, &mut Vec::new()), &["low corner", "NaN"]);
    let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
    refused(Mover::new(shape, 0.9, Filter::ALL), &["skin is 0.9", "0.25"]);
    let mut buffer = SlideBuffer::default();
    refused(slide(&world, &mover, nan, DVec3::X, &mut buffer, &mut ()), &["from", "NaN"]);
    refused(slide(&world, &mover, DVec3::X, far, &mut buffer, &mut ()), &["displacement is 2e9"]);
}

#[test]
fn poses_and_handles_are_refused_by_name_and_value() {
    let (mesh, _) = Mesh::build(&scenes::floor(3.0, 2), &MeshOptions::default()).unwrap();
    let mut world = World::new();
    let id = world.insert_mesh(mesh.clone());
    let scale = |s: DVec3| DAffine3 { matrix3: DMat3::from_diagonal(s), translation: DVec3::ZERO };
    let flat = scale(DVec3::new(1.0, 0.0, 1.0));
    refused(world.set_pose(id, flat), &["pose flattens or skews space", "bake"]);
    refused(world.insert(Body::new(mesh.clone()).at(flat)), &["pose flattens"]);
    refused(world.set_pose(id, scale(DVec3::new(1.0, 1e-9, 1.0))), &["condition number"]);
    refused(world.set_pose(id, scale(DVec3::new(1.0, f64::NAN, 1.0))), &["pose", "NaN"]);
    refused(world.set_pose(id, scale(DVec3::splat(1e8))), &["reach of a body's mesh", "scale it down"]);
    let far = Mesh::build(&scenes::floor(1e7, 1), &MeshOptions::default()).unwrap().0;
    let (close, twice) = (world.insert_mesh(far.clone()), scale(DVec3::splat(4.0)));
    refused(world.set_pose(close, twice), &["reach of a body's mesh"]);
    world.set_pose(id, twice).unwrap();
    refused(world.set_mesh(id, far), &["reach of a body's mesh"]);
    world.set_pose(id, DAffine3::IDENTITY).unwrap();
    world.remove(close).unwrap();
    let mut belt = Body::new(mesh.clone());
    belt.conveyors.push(Conveyor { material: 0, velocity: DVec3::X * f64::NAN });
    refused(world.insert(belt), &["velocity of a conveyor", "NaN"]);
    let lost = DAffine3::from_translation(DVec3::new(0.0, f64::INFINITY, 0.0));
    refused(world.set_pose(id, lost), &["pose", "inf"]);
    assert_eq!(world.body(id).unwrap().pose, DAffine3::IDENTITY, "a refused pose changes nothing");
    world.remove(id).unwrap();
    for answer in [world.remove(id).err(), world.body(id).err(), world.set_pose(id, DAffine3::IDENTITY).err()]
    {
        refused(answer.map_or(Ok(()), Err), &["body 0 is not in this world"]);
    }
    // The slot is used again; the old handle stays dead.
    let new = world.insert_mesh(mesh);
    assert_eq!((new.index(), new.generation()), (0, 1));
    // A body that moves a metre in almost zero time would have a surface of infinite speed.
    world.set_motion(new, Motion::linear(DVec3::X).unwrap()).unwrap();
    refused(world.finish_motions(1e-300), &["speed of a body", "longer dt"]);
    world.finish_motions(1e-3).unwrap();
    refused(world.body(id), &["body 0 is not in this world"]);
}

#[test]
fn meshes_are_refused_with_every_fault_and_its_place() {
    let build = |soup: &Soup| Mesh::build(soup, &MeshOptions::default());
    refused(build(&Soup::default()), &["no triangles", "at least one"]);
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    refused(build(&Soup::new(&corners, &[])), &["no triangles"]);
    refused(build(&Soup::new(&corners, &[[0, 1, 3]])), &["#0: 0 1 3", "below 3"]);
    refused(build(&Soup::new(&corners, &[[0, 1, u32::MAX]])), &["4294967295"]);
    let mut bad = corners;
    (bad[1][2], bad[2][0]) = (f32::NAN, 1e30);
    let both = &["#1: 1 0 NaN", "not finite", "#2: 1000000000000000000000000000000 0 1", "too far"];
    refused(build(&Soup::new(&bad, &[[0, 1, 2]])), both);
    let mut soup = Soup::new(&corners, &[[0, 1, 2]]);
    soup.materials = vec![1, 2];
    refused(build(&soup), &["2 materials for 1 triangles"]);
    let options = MeshOptions { weld_distance: -1.0, ..MeshOptions::default() };
    refused(Mesh::build(&scenes::floor(1.0, 1), &options), &["weld distance is -1"]);
    let options = MeshOptions { weld_distance: f32::NAN, ..MeshOptions::default() };
    refused(Mesh::build(&scenes::floor(1.0, 1), &options), &["weld distance is NaN"]);
}

#[test]
fn settings_are_refused_by_name_and_value() {
    let try_with = |change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        Config::new(&settings)
    };
    refused(try_with(&|s| s.radii.x = 0.0), &["radius is 0"]);
    refused(try_with(&|s| s.crouch_radii.y = f64::NAN), &["radius", "NaN"]);
    refused(try_with(&|s| s.up = DVec3::ZERO), &["length of up is 0"]);
    refused(try_with(&|s| s.up.z = f64::NAN), &["up", "NaN"]);
    refused(try_with(&|s| s.gravity.x = f64::INFINITY), &["gravity", "inf"]);
    refused(try_with(&|s| s.skin = Some(0.0)), &["skin is 0"]);
    refused(try_with(&|s| s.skin = Some(f64::NAN)), &["skin", "NaN"]);
    refused(try_with(&|s| s.ground.cos_climb = 1.5), &["cos_climb is 1.5", "between 0 and 1"]);
    refused(try_with(&|s| s.ground.cos_slip = cos_degrees(30.0)), &["cos_slip is 0.866", "0.707"]);
    refused(try_with(&|s| s.ground.step_height = -1.0), &["step_height is -1"]);
    refused(try_with(&|s| s.ground.snap_distance = f64::NAN), &["snap_distance", "NaN"]);
    refused(try_with(&|s| s.pace.acceleration = f64::NAN), &["acceleration", "NaN"]);
    refused(try_with(&|s| s.pace.friction = -1.0), &["friction is -1"]);
    refused(try_with(&|s| s.jump.speed = f64::INFINITY), &["jump speed", "inf"]);
    refused(try_with(&|s| s.jump.coyote_time = -0.1), &["coyote_time is -0.1"]);
    refused(try_with(&|s| s.jump.buffer_time = f64::NAN), &["buffer_time", "NaN"]);
    let config = Config::new(&Settings::default()).unwrap();
    refused(config.with_gravity(DVec3::splat(f64::NAN)), &["gravity", "NaN"]);
}

#[test]
fn a_refused_tick_leaves_the_state_unchanged() {
    let world = scenes::world_of(&scenes::floor(3.0, 2));
    let config = Config::new(&Settings::default()).unwrap();
    let mut scratch = Scratch::new();
    let good = State::at(DVec3::Y * 0.95);
    let mut tick = |state: State, input: Input, dt: f64, parts: &[&str]| {
        let mut after = state;
        refused(step(&world, &config, &mut after, input, dt, &mut scratch), parts);
        // NaN is not equal to itself, so the formatted states are compared.
        assert_eq!(format!("{state:?}"), format!("{after:?}"));
    };
    let wish = |wish: DVec3| Input { wish, ..Input::default() };
    let still = Input::default();
    tick(good, still, f64::NAN, &["dt", "NaN"]);
    tick(good, still, -0.1, &["dt is -0.1", "between 0 and 10"]);
    tick(good, still, 1e30, &["dt is 1", "10"]);
    tick(good, still, f64::INFINITY, &["dt", "inf"]);
    tick(good, wish(DVec3::new(0.0, 0.0, f64::NAN)), 0.01, &["wish is (0, 0, NaN)"]);
    tick(good, wish(DVec3::X * 1e30), 0.01, &["wish is 1"]);
    tick(State::at(DVec3::X * 2e9), still, 0.01, &["state position is 2e9"]);
    tick(State::at(DVec3::X * f64::NAN), still, 0.01, &["state position", "NaN"]);
    tick(State { velocity: DVec3::Y * f64::INFINITY, ..good }, still, 0.01, &["state velocity", "inf"]);
    tick(State { safe_position: DVec3::Y * f64::NAN, ..good }, still, 0.01, &["safe_position", "NaN"]);
    tick(State { coyote_left: f32::NAN, ..good }, still, 0.01, &["state coyote_left", "NaN"]);
    tick(State { ledge: f64::NEG_INFINITY, ..good }, still, 0.01, &["state ledge", "-inf"]);
    let normals = [glissando::Vec3::new(f32::NAN, 0.0, 0.0), glissando::Vec3::ZERO];
    tick(State { wall_normals: normals, ..good }, still, 0.01, &["normals"]);
}

/// A stage with a mover that follows targets, a trigger that rides along, and the mover's body.
fn stage_with_a_lift() -> (Stage, BodyId) {
    let mesh = || Mesh::build(&scenes::floor(3.0, 2), &MeshOptions::default()).unwrap().0;
    let mut world = World::new();
    let body = world.insert_mesh(mesh());
    let mut stage = Stage::new(world);
    let spec = MoverSpec { body, pivot: DVec3::ZERO, drive: Drive::Target, policy: Policy::Push };
    let lift = stage.add_mover(spec).unwrap();
    stage.add_trigger(Trigger::new(mesh(), TriggerKind::Surface), Some(lift)).unwrap();
    (stage, body)
}

/// The body was said to be in motion until the next tick: the stage could not be saved, nor could its world be walked in.
#[test]
fn a_refused_tick_leaves_no_motion_in_the_world() {
    let (mut stage, body) = stage_with_a_lift();
    let mut state = stage.initial_state();
    state.movers[0].target.translation = DVec3::Y;
    let before = state.clone();
    let mut scratch = StageScratch::default();
    refused(stage.tick(&mut state, &[], 1e-10, &mut scratch), &["speed of a body", "is 1"]);
    assert_eq!(state, before);
    assert!(stage.world_at(&state).unwrap().motion(body).unwrap().is_still());
}

/// The stage could not be saved until the next tick.
#[cfg(feature = "saved")]
#[test]
fn a_refused_tick_leaves_no_motion_of_triggers() {
    let (mut stage, _) = stage_with_a_lift();
    let person = stage.add_config(Config::new(&Settings::default()).unwrap());
    let mut state = stage.initial_state();
    let leaving = State { velocity: DVec3::X * 1e8, ..State::at(DVec3::X * 9.9e8) };
    state.characters.insert(glissando::stage::StageCharacter::new(person, leaving));
    state.movers[0].target.translation = DVec3::Y;
    let mut scratch = StageScratch::default();
    let refusal = stage.tick(&mut state, &[Input::default()], 1.0, &mut scratch);
    refused(refusal, &["position of a waypoint is 1.00"]);
    glissando::saved::setup_to_bytes(&stage).unwrap();
}

#[test]
fn the_shortest_and_the_longest_tick_are_accepted() {
    let world = scenes::world_of(&scenes::floor(300.0, 2));
    let config = Config::new(&Settings::default()).unwrap();
    let mut scratch = Scratch::new();
    let mut state = State::at(DVec3::Y * 3.0);
    let before = state;
    step(&world, &config, &mut state, Input::default(), 0.0, &mut scratch).unwrap();
    assert_eq!(state.position, before.position);
    step(&world, &config, &mut state, Input::default(), 5e-324, &mut scratch).unwrap();
    for _ in 0..3 {
        let input = Input { wish: DVec3::X * 10.0, jump: true, ..Input::default() };
        let report = step(&world, &config, &mut state, input, 10.0, &mut scratch).unwrap();
        assert!(report.events.iter().all(|e| (0.0..=10.0).contains(&e.time)));
        assert!(state.position.is_finite() && state.position.y > 0.9);
    }
}

/// `step` walked through a body with a motion ahead of it as if it rested, and said nothing.
#[test]
fn a_tick_beside_a_motion_that_is_not_finished_is_refused() {
    let mut world = World::new();
    let id = world.insert_mesh(Mesh::build(&scenes::floor(3.0, 2), &MeshOptions::default()).unwrap().0);
    let config = Config::new(&Settings::default()).unwrap();
    let (mut state, input, dt) = (State::at(DVec3::Y * 2.0), Input::default(), 1.0 / 60.0);
    world.set_motion(id, Motion::linear(DVec3::Y * 0.1).unwrap()).unwrap();
    let says = ["body 0 has a motion that is not finished", "finish_motions", "Stage"];
    let before = state;
    refused(step(&world, &config, &mut state, input, dt, &mut Scratch::new()), &says);
    let (mut states, mut scratch) = ([state], ManyScratch::new());
    refused(step_many(&world, &[config], &mut states, &[input], dt, &mut scratch), &says);
    assert_eq!((state, states[0]), (before, before));
    world.finish_motions(dt).unwrap();
    step(&world, &config, &mut state, input, dt, &mut Scratch::new()).unwrap();
    world.set_motion(id, Motion::linear(DVec3::Y * 0.1).unwrap()).unwrap();
    world.set_motion(id, Motion::STILL).unwrap();
    step(&world, &config, &mut state, input, dt, &mut Scratch::new()).unwrap();
}
