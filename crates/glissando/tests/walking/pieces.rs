//! The pieces of a tick, alone and combined again.

use glissando::character::{BodyChange, pieces};
use glissando::trace::StepOutcome;
use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// A floor, a step of 0.3 m from x = 2 to 6, a wall of 3 m at x = 10.
fn course() -> World {
    let block = |low: [f32; 3], high: [f32; 3]| {
        let [low, high] = [Vec3::from(low), Vec3::from(high)];
        Soup::cuboid((low + high) * 0.5, (high - low) * 0.5)
    };
    let mut soup = block([-20.0, -1.0, -5.0], [20.0, 0.0, 5.0]);
    soup.append(&block([2.0, 0.0, -5.0], [6.0, 0.3, 5.0]));
    soup.append(&block([10.0, 0.0, -5.0], [10.5, 3.0, 5.0]));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

fn standing(x: f64) -> (World, Config, State, Scratch) {
    let config = Config::new(&Settings::default()).unwrap();
    let state = State { ground: Ground::Standing, ..State::with_feet_at(&config, DVec3::X * x) };
    (course(), config, state, Scratch::new())
}

fn towards(x: f64) -> Input {
    Input { wish: DVec3::X * x, ..Input::default() }
}

/// Over the step, down from it and to the wall: in ticks with one kind of motion the bits are those of `step`.
#[test]
fn walks_and_flights_in_turns_are_a_tick() {
    let (world, config, start, mut scratch) = standing(-3.0);
    let (mut whole, mut put) = (start, start);
    let (mut same, mut memory) = (0, Scratch::new());
    let dt = 1.0 / 60.0;
    for tick in 0..300 {
        step(&world, &config, &mut whole, towards(4.0), dt, &mut memory).unwrap();
        let mut left = dt;
        for _ in 0..8 {
            let walk =
                pieces::walk(&world, &config, &mut put, towards(4.0), left, &mut scratch).unwrap().time;
            left -= walk;
            let fall =
                pieces::fall(&world, &config, &mut put, towards(4.0), left, &mut scratch).unwrap().time;
            left -= fall;
            if left <= 1e-12 {
                break;
            }
        }
        assert!(left <= 1e-12, "tick {tick}: {left} s are left");
        let apart = (whole.position - put.position).length();
        assert!(apart < 1e-9 && whole.ground == put.ground, "tick {tick}: {whole:?} {put:?}");
        same += usize::from(whole.position == put.position);
    }
    assert!(same > 200 && (whole.position.x - 9.59).abs() < 0.01, "{same} {whole:?}");
}

#[test]
fn ground_is_found_without_a_change_and_put_under_the_feet() {
    let (world, config, state, mut scratch) = standing(0.0);
    let found = pieces::find_ground(&world, &config, &state, &mut scratch).unwrap().unwrap();
    assert_eq!((found.surface_normal, found.is_edge), (DVec3::Y, false));
    assert!(found.point.length() < 1e-9);
    for (height, distance) in [(0.0, Some(0.0)), (0.2, Some(0.2)), (0.39, Some(0.39)), (0.6, None)] {
        let mut state = State::with_feet_at(&config, DVec3::Y * height);
        let down = pieces::snap_down(&world, &config, &mut state, &mut scratch).unwrap();
        assert_eq!(down.is_some(), distance.is_some(), "{height}: {down:?}");
        let expected = if distance.is_some() { Ground::Standing } else { Ground::Airborne };
        assert_eq!(state.ground, expected, "{height}");
        assert!(down.unwrap_or(0.0) - distance.unwrap_or(0.0) < 1e-9);
    }
}

#[test]
fn a_step_is_climbed_or_refused_with_a_reason() {
    let (world, config, mut state, mut scratch) = standing(1.5);
    let up = pieces::step_up(&world, &config, &mut state, DVec3::X * 0.5, &mut scratch).unwrap().unwrap();
    assert!((up - 0.3).abs() < 1e-6 && state.position.x > 1.6, "{up} {state:?}");
    let (_, _, mut state, _) = standing(9.5);
    let before = state.position;
    let refused = pieces::step_up(&world, &config, &mut state, DVec3::X * 0.5, &mut scratch).unwrap();
    assert!(
        matches!(refused, Err(StepOutcome::Blocked | StepOutcome::NoGround | StepOutcome::NoProgress)),
        "{refused:?}"
    );
    assert_eq!(state.position, before);
    let mut airborne = State::at(DVec3::Y * 3.0);
    assert_eq!(
        pieces::step_up(&world, &config, &mut airborne, DVec3::X, &mut scratch).unwrap(),
        Err(StepOutcome::Blocked)
    );
}

#[test]
fn each_kind_of_motion_ends_where_the_other_begins() {
    let (world, config, _, mut scratch) = standing(0.0);
    let mut state = State::with_feet_at(&config, DVec3::Y * 2.0);
    assert_eq!(pieces::walk(&world, &config, &mut state, towards(1.0), 1.0, &mut scratch).unwrap().time, 0.0);
    // From 2 m it falls for sqrt(2 h / g) seconds, less the part within the skin.
    let fall = pieces::fall(&world, &config, &mut state, Input::default(), 1.0, &mut scratch).unwrap();
    assert!((fall.time - (2.0_f64 * 2.0 / 9.81).sqrt()).abs() < 2e-3, "{}", fall.time);
    assert_eq!(fall.report.events.len(), 1);
    assert_eq!(state.ground, Ground::Standing);
    assert_eq!(
        pieces::fall(&world, &config, &mut state, Input::default(), 1.0, &mut scratch).unwrap().time,
        0.0
    );
    // Off the end of the floor.
    let mut state = State { ground: Ground::Standing, ..State::with_feet_at(&config, DVec3::X * 19.0) };
    let walk = pieces::walk(&world, &config, &mut state, towards(5.0), 1.0, &mut scratch).unwrap();
    assert!((0.2..0.4).contains(&walk.time), "{}", walk.time);
    assert_eq!(state.ground, Ground::Airborne);
}

#[test]
fn an_overlapping_body_comes_out_and_bad_input_changes_nothing() {
    let (world, config, mut state, mut scratch) = standing(0.0);
    state.position.y -= 0.2;
    state.safe_position = state.position;
    pieces::recover(&world, &config, &mut state, &mut scratch).unwrap();
    assert!(state.position.y > 0.9);
    let before = state;
    let nan = Input { wish: DVec3::splat(f64::NAN), ..Input::default() };
    assert!(pieces::walk(&world, &config, &mut state, nan, 0.1, &mut scratch).is_err());
    assert!(pieces::fall(&world, &config, &mut state, towards(1.0), f64::NAN, &mut scratch).is_err());
    assert!(pieces::step_up(&world, &config, &mut state, DVec3::splat(f64::INFINITY), &mut scratch).is_err());
    assert_eq!(state, before);
}

#[test]
fn another_body_keeps_the_feet_in_place_and_is_refused_where_there_is_no_room() {
    let (world, config, mut state, mut scratch) = standing(0.0);
    let of = |radii| Config::new(&Settings { radii, crouch_radii: radii, ..Settings::default() }).unwrap();
    let mut change = |wanted: &Config, reach: f64, state: &mut State| {
        pieces::change_body(&world, &config, wanted, state, reach, &mut scratch)
    };
    let tall = of(DVec3::new(0.4, 1.5, 0.4));
    assert_eq!(change(&tall, 0.0, &mut state).unwrap(), BodyChange::Fits);
    let feet = State::with_feet_at(&tall, DVec3::ZERO).position;
    assert!((state.position - feet).length() < 1e-12 && state.ground == Ground::Standing);
    assert_eq!(state.safe_position, state.position);
    // 5 cm from the wall a body that is half a metre wider has to move by half a metre, or stays as it was.
    let (wide, mut near) = (of(DVec3::new(0.9, 0.9, 0.9)), standing(9.55).2);
    let before = near;
    let BodyChange::Refused { depth, .. } = change(&wide, 0.3, &mut near).unwrap() else {
        panic!("{near:?}")
    };
    assert!((depth - 0.45).abs() < 1e-9 && near == before, "{depth}");
    let BodyChange::Moved { distance } = change(&wide, 0.6, &mut near).unwrap() else { panic!("{near:?}") };
    assert!((distance - 0.45).abs() < 0.02 && near.position.x < 9.1, "{distance}");
    for reach in [f64::NAN, -1.0, f64::INFINITY, 1e30] {
        let before = near;
        assert!(change(&tall, reach, &mut near).unwrap_err().to_string().starts_with("reach is "));
        assert_eq!(near, before);
    }
}
