//! Unusual worlds: empty, without area, a hundred thousand times the same triangle.

use glissando::{
    Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Shape, Soup,
    State, Sweep, Vec3, World, step,
};
use glissando_testkit::scenes;

/// Walks, flies and queries; returns the last state and the number of refused ticks.
fn use_world(world: &World, ticks: usize) -> State {
    let config = Config::new(&Settings::default()).unwrap();
    let (mut scratch, mut state) = (Scratch::new(), State::at(DVec3::new(0.3, 1.2, 0.4)));
    for tick in 0..ticks {
        let wish = scenes::heading((tick * 37 % 360) as f64) * 3.0;
        let input = Input { wish, jump: tick % 7 == 0, crouch: tick % 50 > 40, fly: tick % 90 > 80 };
        step(world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        assert!(state.position.is_finite() && state.velocity.is_finite());
    }
    let shape = Shape::sphere(0.5).unwrap();
    let mut found = Vec::new();
    let sweep = Sweep::new(shape, DVec3::Y * 5.0, DVec3::Y * -10.0).unwrap();
    if let Some(hit) = world.sweep(&sweep) {
        assert!(hit.normal.is_finite() && hit.point.is_finite() && (0.0..=1.0).contains(&hit.fraction));
    }
    world.contacts(&shape, DVec3::ZERO, 1.0, Filter::ALL, &mut found).unwrap();
    assert!(found.iter().all(|c| c.normal.is_finite() && c.radii.is_finite()));
    world.ray(DVec3::Y * 5.0, DVec3::Y * -10.0, Filter::ALL).unwrap();
    world.clearance(&shape, DVec3::Y, f64::INFINITY, Filter::ALL).unwrap();
    world.overlap(&shape, DVec3::ZERO, Filter::ALL).unwrap();
    state
}

#[test]
fn a_character_falls_for_ever_in_an_empty_world() {
    let state = use_world(&World::new(), 600);
    assert!(state.position.y < -100.0);
    assert_eq!(state.ground, Ground::Airborne);
    assert_eq!(World::new().clearance(&Shape::sphere(1.0).unwrap(), DVec3::ZERO, 9.0, Filter::ALL), Ok(None));
}

#[test]
fn a_world_whose_bodies_are_all_removed_is_empty() {
    let mut world = scenes::world_of(&scenes::floor(5.0, 3));
    let ids: Vec<_> = world.bodies().map(|(id, _)| id).collect();
    for id in ids {
        world.remove(id).unwrap();
    }
    assert_eq!(world.body_count(), 0);
    assert!(use_world(&world, 200).position.y < 0.0);
}

#[test]
fn triangles_without_area_collide_as_their_edges() {
    let world = scenes::world_of(&scenes::degenerate());
    use_world(&world, 300);
    // The segment along x through the origin holds a body that falls on it.
    let shape = Shape::sphere(0.5).unwrap();
    let sweep = Sweep::new(shape, DVec3::new(1.5, 3.0, 0.0), DVec3::Y * -5.0).unwrap();
    let hit = world.sweep(&sweep).unwrap();
    assert!((hit.distance - 2.5).abs() < 1e-9, "{hit:?}");
}

#[test]
fn a_hundred_thousand_times_the_same_triangle_is_that_triangle() {
    let triangle = [Vec3::new(-5.0, 0.0, -5.0), Vec3::new(0.0, 0.0, 7.0), Vec3::new(5.0, 0.0, -5.0)];
    let mut soup = Soup::default();
    soup.push(triangle, 0);
    let single = scenes::world_of(&soup);
    for _ in 1..100_000 {
        soup.push(triangle, 0);
    }
    let world = scenes::world_of(&soup);
    let shape = Shape::sphere(0.5).unwrap();
    let sweep = Sweep::new(shape, DVec3::Y * 3.0, DVec3::Y * -5.0).unwrap();
    assert_eq!(world.sweep(&sweep), single.sweep(&sweep));
    let ray = |w: &World| w.ray(DVec3::Y * 3.0, DVec3::Y * -5.0, Filter::ALL).unwrap();
    assert_eq!(ray(&world), ray(&single));
    // A few ticks suffice: each tests all of them.
    let config = Config::new(&Settings::default()).unwrap();
    let places = [&world, &single].map(|world| {
        let (mut state, mut scratch) = (State::at(DVec3::Y * 0.93), Scratch::new());
        for _ in 0..4 {
            let input = Input { wish: DVec3::X * 3.0, ..Input::default() };
            step(world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        }
        state.position
    });
    assert_eq!(places[0], places[1]);
}

#[test]
fn huge_and_tiny_triangles_carry_characters() {
    for size in [1e-3_f32, 1.0, 1e3, 1e6, 1e7] {
        let mut soup = Soup::default();
        let s = size;
        soup.push([Vec3::new(-s, 0.0, -s), Vec3::new(0.0, 0.0, s), Vec3::new(s, 0.0, -s)], 0);
        let world = scenes::world_of(&soup);
        let state = use_world(&world, 60);
        assert!(state.position.is_finite(), "{size}");
        let shape = Shape::sphere(0.5).unwrap();
        let sweep = Sweep::new(shape, DVec3::Y * 3.0, DVec3::Y * -5.0).unwrap();
        let hit = world.sweep(&sweep).unwrap_or_else(|| panic!("{size} m: missed"));
        assert!((hit.distance - 2.5).abs() < 1e-6 + f64::from(size) * 1e-7, "{size}: {}", hit.distance);
    }
}

#[test]
fn a_body_of_a_thousand_kilometres_and_one_of_a_tenth_of_a_millimetre_both_land() {
    for radius in [1e-4, 1e-2, 1.0, 1e3, 1e6] {
        let mut settings = Settings { radii: DVec3::splat(radius), ..Settings::default() };
        settings.crouch_radii = settings.radii;
        (settings.ground.step_height, settings.ground.snap_distance) = (0.4 * radius, 0.4 * radius);
        settings.gravity *= if radius < 1e4 { radius } else { 1e4 };
        let config = Config::new(&settings).unwrap();
        let pose =
            DAffine3 { matrix3: glissando::DMat3::from_diagonal(DVec3::splat(radius)), ..DAffine3::IDENTITY };
        let (mesh, _) = Mesh::build(&scenes::floor(20.0, 4), &MeshOptions::default()).unwrap();
        let mut world = World::new();
        world.insert(Body::new(mesh).at(pose)).unwrap();
        let (mut state, mut scratch) = (State::at(DVec3::Y * (3.0 * radius)), Scratch::new());
        for _ in 0..1200 {
            let input = Input { wish: DVec3::X * (0.1 * radius), ..Input::default() };
            step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        }
        assert_eq!(state.ground, Ground::Standing, "{radius} m");
        let gap = state.position.y / radius - 1.0;
        assert!((0.005 - 1e-8..0.013).contains(&gap), "{radius} m: {gap} radii");
    }
}
