//! Faults that a review found by reasoning and running: regression tests.

use glissando::world::NeighbourhoodBuffer;
use glissando::{
    Body, Collide, Config, DAffine3, DQuat, DVec3, EventKind, Filter, Ground, Input, Mesh, MeshOptions,
    Scratch, Settings, Shape, Soup, State, Sweep, Vec3, World, step,
};
use glissando_testkit::scenes;

fn world_of(soup: &Soup) -> World {
    let mut world = World::new();
    world.insert_mesh(Mesh::build(soup, &MeshOptions::default()).unwrap().0);
    world
}

/// Walks with one input and counts the events that a predicate accepts.
fn walk(
    world: &World,
    config: &Config,
    state: &mut State,
    input: Input,
    ticks: usize,
    counts: impl Fn(&EventKind) -> bool,
) -> usize {
    let mut scratch = Scratch::new();
    let mut count = 0;
    for _ in 0..ticks {
        let report = step(world, config, state, input, 1.0 / 60.0, &mut scratch).unwrap();
        count += report.events.iter().filter(|e| counts(&e.kind)).count();
    }
    count
}

#[test]
fn a_walker_at_a_wall_far_from_the_origin_is_never_sent_back() {
    for (far, radius) in [(1e6, 0.4), (1e7, 0.4), (1e8, 0.4), (1e7, 0.04), (1e6, 0.004)] {
        let mut soup = scenes::floor(20.0, 3);
        let wall = [[3.0, -5.0, -9.0], [3.0, -5.0, 9.0], [3.0, 9.0, 0.0]];
        soup.push(wall.map(|v| Vec3::from(v.map(|c: f32| c))), 0);
        let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
        let mut world = World::new();
        let origin = DVec3::new(far, 0.3 * far, -0.7 * far);
        world.insert(Body::new(mesh).at(DAffine3::from_translation(origin))).unwrap();
        let radii = DVec3::splat(radius);
        let config = Config::new(&Settings { radii, crouch_radii: radii, ..Settings::default() }).unwrap();
        let mut state = State::at(origin + DVec3::new(2.0, 1.0 + radius, 0.0));
        let input = Input { wish: DVec3::X * 4.0, ..Input::default() };
        let back =
            walk(&world, &config, &mut state, input, 300, |k| matches!(k, EventKind::Recovered { .. }));
        assert_eq!(back, 0, "{far} m, radius {radius}");
        assert_eq!(state.ground, Ground::Standing, "{far} m, radius {radius}");
        assert!((state.position - origin).x > 2.0, "{far} m, radius {radius}");
    }
}

#[test]
fn a_very_low_crouch_on_a_flat_floor_stands_up_again() {
    let world = world_of(&scenes::floor(20.0, 3));
    for low in [0.2, 0.3, 0.4, 0.45, 0.8] {
        let crouch_radii = DVec3::new(0.4, low, 0.4);
        let config = Config::new(&Settings { crouch_radii, ..Settings::default() }).unwrap();
        let mut state = State::with_feet_at(&config, DVec3::ZERO);
        let any = |k: &EventKind| matches!(k, EventKind::LeftGround);
        walk(&world, &config, &mut state, Input::default(), 30, any);
        walk(&world, &config, &mut state, Input { crouch: true, ..Input::default() }, 30, any);
        assert!(state.is_crouching, "{low}");
        walk(&world, &config, &mut state, Input::default(), 30, any);
        assert!(!state.is_crouching && state.ground == Ground::Standing, "{low}");
    }
}

#[test]
fn a_kerb_that_is_met_after_another_is_a_step_of_its_own() {
    let mut soup = scenes::floor(30.0, 3);
    for k in 0..3 {
        let (from, to) = (2.0 + 2.0 * k as f32, 3.0 + 2.0 * k as f32);
        let top = [[from, 0.2, -3.0], [from, 0.2, 3.0], [to, 0.2, 3.0], [to, 0.2, -3.0]];
        let quad = |soup: &mut Soup, q: [[f32; 3]; 4]| {
            soup.push([q[0].into(), q[1].into(), q[2].into()], 0);
            soup.push([q[0].into(), q[2].into(), q[3].into()], 0);
        };
        quad(&mut soup, top);
        quad(&mut soup, [[from, -0.1, -3.0], [from, -0.1, 3.0], top[1], top[0]]);
        quad(&mut soup, [[to, -0.1, -3.0], [to, -0.1, 3.0], top[2], top[3]]);
    }
    let world = world_of(&soup);
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let input = Input { wish: DVec3::X * 3.0, ..Input::default() };
    let steps = walk(&world, &config, &mut state, input, 200, |k| matches!(k, EventKind::SteppedUp { .. }));
    assert_eq!(steps, 3);
}

#[test]
fn a_gathering_for_a_turned_body_never_misses_a_body_within_its_region() {
    let wall = Soup::new(&[[-9.0, -9.0, 3.5], [9.0, -9.0, 3.5], [0.0, 9.0, 3.5]], &[[0, 1, 2]]);
    let world = world_of(&wall);
    let half = 0.5_f64.sqrt();
    let turn = DQuat::from_xyzw(0.0, ((1.0 - half) / 2.0).sqrt(), 0.0, ((1.0 + half) / 2.0).sqrt());
    let shape = Shape::ellipsoid(DVec3::ONE, turn).unwrap();
    let mut buffer = NeighbourhoodBuffer::default();
    let reach = DVec3::new(4.0, 0.1, 0.1);
    let near = world.neighbourhood(&shape, DVec3::ZERO, reach, 1.0, Filter::ALL, &mut buffer);
    let sweep = Sweep::new(shape, DVec3::ZERO, DVec3::Z * 3.0).unwrap();
    assert_eq!(near.sweep(&sweep), world.sweep(&sweep));
    assert!(world.sweep(&sweep).is_some());
}

#[test]
fn a_fall_into_a_groove_that_holds_is_a_landing() {
    let walls = [
        [-4.0, 7.0, -9.0],
        [-4.0, 7.0, 9.0],
        [0.0, 0.0, -9.0],
        [0.0, 0.0, 9.0],
        [4.0, 7.0, -9.0],
        [4.0, 7.0, 9.0],
    ];
    let soup = Soup::new(&walls, &[[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]]);
    let world = world_of(&soup);
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::at(DVec3::new(0.0, 9.0, 0.0));
    let landings =
        walk(&world, &config, &mut state, Input::default(), 240, |k| matches!(k, EventKind::Landed { .. }));
    assert_eq!((landings, state.ground), (1, Ground::Standing));
}

#[test]
fn gravity_that_points_up_lifts_a_standing_character() {
    let world = world_of(&scenes::floor(20.0, 3));
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    walk(&world, &config, &mut state, Input::default(), 30, |_| false);
    assert_eq!(state.ground, Ground::Standing);
    let lifted = config.with_gravity(DVec3::Y * 9.81).unwrap();
    walk(&world, &lifted, &mut state, Input::default(), 60, |_| false);
    assert!(state.position.y > 4.0 && state.ground == Ground::Airborne);
}

#[test]
fn specks_and_needles_below_the_least_square_are_never_lost() {
    let specks = [
        [[0.5, 0.0, 0.0], [0.5 + 1e-12, 0.0, 0.0], [0.5, 1e-12, 0.0]],
        [[0.5, -1.0, 0.0], [0.5, 1.0, 0.0], [0.5, 0.0, 1e-24]],
    ];
    for corners in specks {
        let world = world_of(&Soup::new(&corners, &[[0, 1, 2]]));
        let mut found = Vec::new();
        world.contacts(&Shape::sphere(1.0).unwrap(), DVec3::ZERO, 0.0, Filter::ALL, &mut found).unwrap();
        assert_eq!(found.len(), 1, "{corners:?}");
    }
}

/// The farthest edge is a million metres long and the triangle a metre high: only its edges collide. The body leaves
/// the nearest of them and approaches another.
#[test]
fn an_edge_of_a_sliver_that_is_left_hides_no_other() {
    let mut soup = Soup::default();
    let corners = [
        [-1e6, -0.755_908, 0.071_905],
        [0.244_569, -0.688_033, -0.468_486],
        [0.772_878, -0.678_825, 0.811_158],
    ];
    soup.push(corners.map(|c: [f32; 3]| Vec3::from(c)), 0);
    let (mesh, report) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
    assert_eq!(report.slivers.len(), 1);
    let mut world = World::new();
    let place = DVec3::new(-0.064_934, 0.298_408, 0.666_981);
    world.insert(Body::new(mesh).at(DAffine3::from_translation(place))).unwrap();
    let turn = DQuat::from_xyzw(-0.574_654, 0.283_582, -0.557_951, 0.527_3);
    let shape = Shape::ellipsoid(DVec3::new(0.4, 0.9, 0.4), turn).unwrap();
    let from = DVec3::new(-1.018_961, -0.768_867, 0.490_241);
    let way = DVec3::new(-0.347_588, 0.084_256, 0.330_562);
    assert!(world.overlap(&shape, from, Filter::ALL).unwrap().is_none());
    assert!(world.overlap(&shape, from + way, Filter::ALL).unwrap().is_some());
    let hit = world.sweep(&Sweep::new(shape, from, way).unwrap()).expect("the other edge is met");
    let stopped = world.overlap(&shape, from + way * hit.fraction, Filter::ALL).unwrap();
    assert!(stopped.is_none_or(|contact| contact.radii > 1.0 - 1e-8), "{stopped:?}");
}

/// A repro has the settings returned by a config. Normalised twice, a slanting `up` differed in its last bit.
#[test]
fn the_settings_of_a_config_make_the_same_config_to_the_bit() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    for _ in 0..10_000 {
        let size = 10.0_f64.powf(6.0 * random());
        let up = DVec3::new(random(), random(), random()) * size;
        let rotation = DQuat::from_xyzw(random(), random(), random(), random());
        let config = Config::new(&Settings { up, rotation, ..Settings::default() }).unwrap();
        let again = Config::new(config.settings()).unwrap();
        assert_eq!(config, again);
        assert!((config.settings().up.length() - 1.0).abs() < 1e-15);
    }
}
