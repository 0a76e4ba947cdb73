//! Meshes that deform between ticks: the refitted tree gives the results of a new one, and no character falls through.

use glissando::{
    Config, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Shape, Soup, State, Sweep,
    Vec3, World, step,
};
use glissando_testkit::random::Random;

/// A cloth of `n` by `n` quads, 20 metres square, its height a wave of phase `phase`.
fn cloth(n: usize, phase: f64) -> Soup {
    let mut soup = Soup::default();
    let point = |i: usize, j: usize| {
        let (x, z) = (i as f64 / n as f64 * 20.0 - 10.0, j as f64 / n as f64 * 20.0 - 10.0);
        // A wave by a rational function: no sine is needed.
        let s = x * 0.3 + z * 0.2 + phase;
        let wave = s - (s * 0.25).round() * 4.0;
        Vec3::new(x as f32, (0.3 * wave * (2.0 - wave.abs())) as f32, z as f32)
    };
    for i in 0..n {
        for j in 0..n {
            let [a, b, c, d] = [point(i, j), point(i, j + 1), point(i + 1, j + 1), point(i + 1, j)];
            soup.push([a, b, c], 0);
            soup.push([a, c, d], 0);
        }
    }
    soup
}

#[test]
fn a_refitted_mesh_gives_the_results_of_a_new_one() {
    let options = MeshOptions::default();
    let (mut mesh, _) = Mesh::build(&cloth(24, 0.0), &options).unwrap();
    let mut random = Random::new(5);
    let (mut cases, mut hits) = (0, 0);
    for step in 1..=10 {
        let soup = cloth(24, f64::from(step) * 0.37);
        let (bent, report) = mesh.refit(&soup, &options).unwrap();
        let (new, new_report) = Mesh::build(&soup, &options).unwrap();
        assert_eq!(report, new_report);
        let (mut a, mut b) = (World::new(), World::new());
        let id = a.insert_mesh(mesh);
        a.set_mesh(id, bent.clone()).unwrap();
        b.insert_mesh(new);
        for _ in 0..1000 {
            let mut point = |h: f64| DVec3::new(random.between(-10.0, 10.0), h, random.between(-10.0, 10.0));
            let (from, to) = (point(3.0), point(-3.0));
            let sweep = Sweep::new(Shape::sphere(0.4).unwrap(), from, to - from).unwrap();
            let answer = a.sweep(&sweep);
            assert_eq!(answer, b.sweep(&sweep));
            assert_eq!(a.ray(from, to - from, Filter::ALL), b.ray(from, to - from, Filter::ALL));
            cases += 1;
            hits += usize::from(answer.is_some());
        }
        mesh = bent;
    }
    println!("{cases} sweeps and rays through refitted trees, {hits} hits");
    assert!(hits > cases / 2);
}

#[test]
fn a_character_on_a_waving_cloth_stays_above_it() {
    let options = MeshOptions::default();
    let (mut mesh, _) = Mesh::build(&cloth(16, 0.0), &options).unwrap();
    let mut world = World::new();
    let id = world.insert_mesh(mesh.clone());
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::at(DVec3::new(0.0, 3.0, 0.0));
    let mut scratch = Scratch::new();
    let mut stood = 0;
    for tick in 0..600 {
        let phase = f64::from(tick) * 0.01;
        mesh = mesh.refit(&cloth(16, phase), &options).unwrap().0;
        world.set_mesh(id, mesh.clone()).unwrap();
        let input = Input { wish: DVec3::new(f64::from(tick % 5 - 2), 0.0, 0.5), ..Input::default() };
        step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        let overlap = world.overlap(&config.shape(false), state.position, Filter::ALL).unwrap();
        assert!(overlap.is_none(), "{tick}: {overlap:?}");
        let below = world.ray(state.position, DVec3::Y * -9.0, Filter::ALL).unwrap();
        assert!(below.is_some(), "{tick}: fell through at {:?}", state.position);
        stood += usize::from(state.ground == Ground::Standing);
    }
    assert!(stood > 400, "{stood}");
}

#[test]
fn a_refit_with_another_number_of_triangles_is_refused() {
    let (mesh, _) = Mesh::build(&cloth(4, 0.0), &MeshOptions::default()).unwrap();
    let error = mesh.refit(&cloth(5, 0.0), &MeshOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "50 triangles for a mesh of 32: a refit keeps every triangle, build a new mesh instead"
    );
}
