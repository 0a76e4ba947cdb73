//! Faults that soaks of fast walks found where a leg leaves the ground, each as the smallest scene that shows it.

use super::soak_findings::slope;
use glissando::character::BodyShape;
use glissando::{
    Config, DQuat, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// Found in `re_castle`: up a floor of 27 degrees to a wall, along it over a slope of 35 (too steep here) and down that
/// again: a tick of 100 m/s ended where it began, for ever. The wall on the floor is as far as the walk gets.
#[test]
fn a_leg_whose_descent_leads_back_is_not_taken() {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::new(0.0, 2.0, 1.0), 1.01);
    slope(&mut soup, DVec3::new(-1.0, 2.0, 1.0), 1.005);
    slope(&mut soup, DVec3::new(-1.0, 0.0, 1.0), 1.569);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let mut settings = Settings { radii: DVec3::splat(0.4), ..Settings::default() };
    settings.pace.acceleration = f64::INFINITY;
    (settings.ground.cos_climb, settings.ground.cos_slip) = (0.85, 0.85);
    settings.ground.snap_distance = 0.4;
    let config = Config::new(&settings).unwrap();
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(DVec3::ZERO) };
    let mut scratch = Scratch::new();
    let input = Input { wish: DVec3::new(77.7, 0.0, -62.9), ..Input::default() };
    for tick in 0..30 {
        step(&world, &config, &mut state, input, 1.0 / 30.0, &mut scratch).unwrap();
        assert!(state.position.z < -0.2, "tick {tick}: {state:?}");
    }
}

/// Found in `recast_dungeon`: the same in three legs, up a floor to a wall, back along it off the floor to the edge of
/// a steep slope, along that, and down to the start.
#[test]
fn legs_off_the_ground_whose_descent_leads_back_are_not_taken() {
    let soup = Soup::new(
        &[
            [-15.020498, 10.023699, -10.451584],
            [-14.948463, 10.02586, -10.953005],
            [-14.9484625, 5.354785, -10.953004],
            [-15.020523, 5.3494205, -10.451584],
            [-15.821536, 9.216089, -10.454379],
            [-15.821299, 5.3494196, -10.454379],
            [-16.014513, 4.993572, -10.919622],
            [-15.900829, 4.993572, -10.645631],
            [-15.900829, 5.1053114, -10.645631],
            [-15.235924, 5.105312, -10.643311],
            [-15.156508, 5.110677, -11.007376],
            [-15.156508, 4.9976068, -11.007376],
        ],
        &[
            [0, 1, 2],
            [0, 3, 4],
            [5, 6, 4],
            [2, 3, 0],
            [5, 4, 3],
            [7, 8, 9],
            [8, 5, 3],
            [10, 9, 3],
            [3, 9, 8],
            [3, 2, 10],
            [9, 10, 11],
        ],
    );
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let mut settings = Settings { radii: DVec3::splat(0.4), ..Settings::default() };
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(-15.432_609_139_129_221, 5.432_329_964_899_461, -10.898_566_052_750_358);
    let velocity = DVec3::new(-3.862, 0.0, -0.0135);
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, velocity, ..State::at(at) };
    let mut scratch = Scratch::new();
    let input = Input { wish: DVec3::new(-3.966, 0.0, 29.737), ..Input::default() };
    for tick in 0..30 {
        step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        assert!((state.position - at).length() > 0.01, "tick {tick}: {state:?}");
    }
}

/// Found in `recast_dungeon`: up the crease of a floor of 43 degrees and a slope of 52, past the end of the floor, to a wall;
/// then back along the wall and down to the start. The floor ends within the first leg.
#[test]
fn a_floor_that_ends_within_a_leg_is_the_last_ground() {
    let soup = Soup::new(
        &[
            [4.062_244, 14.220_7, -9.457_186],
            [4.863_261, 10.354_031, -9.455_789],
            [4.863_285, 15.028_31, -9.455_788],
            [4.062_482, 10.354_03, -9.457_187],
            [3.981_95, 10.109_921, -9.266_353],
            [4.646_858, 10.109_922, -9.265_192],
            [4.984_925, 10.109_922, -7.972_333],
            [5.241_569, 10.354_031, -8.076_597],
            [5.241_59, 15.028_31, -8.076_605],
        ],
        &[[0, 1, 2], [1, 3, 4], [6, 7, 1], [2, 1, 7], [1, 0, 3], [1, 5, 6], [4, 5, 1], [7, 8, 2]],
    );
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let mut settings = Settings { body: BodyShape::Cylinder, rounding: 0.005, ..Settings::default() };
    settings = settings.with_radii(DVec3::new(0.4, 0.9, 0.4));
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(4.489_392_490_458_314, 11.175_879_259_118_307, -9.003_011_385_465_97);
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    let mut scratch = Scratch::new();
    let input = Input { wish: DVec3::new(-4.887, 0.0, -29.599), ..Input::default() };
    for tick in 0..30 {
        step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
        assert!((state.position - at).length() > 0.01, "tick {tick}: {state:?}");
    }
}

/// Found in a soup: up an edge in a tilted cylinder, along a wall and far out over the end of the edge. From places beyond
/// that end the feet came down along the crease to the floor behind the start, which counted as ground on the leg.
#[test]
fn ground_behind_the_start_is_not_on_the_leg() {
    let mut soup = Soup::default();
    for triangle in [
        [[-7.0, -7.0, 7.0], [7.0, 7.0, 7.0], [7.0, -7.0, 7.0]],
        [[-7.0, -7.0, -7.0], [-7.0, -7.0, 7.0], [7.0, -7.0, 7.0]],
        [
            [4.70853, -5.764719, 0.2887315],
            [-3.051319, -7.5230775, 6.4581733],
            [1.7136625, -1.950212, 3.4787207],
        ],
    ] {
        soup.push(triangle.map(Vec3::from), 0);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let (wide, high) = (0.389_052_086_739_149_15, 0.760_238_236_018_812_7);
    let mut settings = Settings {
        body: BodyShape::Cylinder,
        rounding: 0.02,
        rotation: DQuat {
            x: 0.356_490_629_581_420_1,
            y: 0.034_111_922_702_308_12,
            z: 0.744_856_219_755_808_4,
            w: 0.562_974_261_970_546_5,
        },
        ..Settings::default()
    };
    settings = settings.with_radii(DVec3::new(wide, high, wide));
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(-2.857_598_956_567_175, -6.363_051_589_970_207, 6.314_151_437_874_059);
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    let input =
        Input { wish: DVec3::new(46.960_129_502_036_88, 0.0, 88.287_860_077_996_71), ..Input::default() };
    let mut scratch = Scratch::new();
    for tick in 0..20 {
        step(&world, &config, &mut state, input, 0.05, &mut scratch).unwrap();
        assert!((state.position - at).length() > 0.01, "tick {tick}: {state:?}");
    }
}
