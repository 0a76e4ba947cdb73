//! What soaks of walks found, each as the smallest scene that shows it.

use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// A world of quadrangles, corners in order.
fn world_of(quads: &[[[f32; 3]; 4]]) -> World {
    let mut soup = Soup::default();
    for &[a, b, c, d] in quads {
        soup.push([a, b, c].map(Vec3::from), 0);
        soup.push([a, c, d].map(Vec3::from), 0);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

/// Where somebody who stands at `at` gets in a tenth of a second under one wish that is followed at once.
fn a_tenth_later(world: &World, radii: DVec3, at: DVec3, wish: DVec3) -> State {
    let mut settings = Settings { radii, ..Settings::default() };
    settings.pace.acceleration = f64::INFINITY;
    // A step up would hide what the way along the ground is like.
    settings.ground.step_height = 0.0;
    let config = Config::new(&settings).unwrap();
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    let mut scratch = Scratch::new();
    for _ in 0..6 {
        let input = Input { wish, ..Input::default() };
        step(world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
    }
    state
}

/// Found in `recast_dungeon`: on a floor between a slope of 48 degrees (stood on, not climbed) and one of 52,
/// a wish away from the first and into the second ended on the spot. The way along the second is free.
#[test]
fn a_floor_between_two_steep_slopes_is_never_a_trap() {
    let [near, far, low] = [9.136_047, 4.643_77, 8.862_454];
    let soup = Soup::new(
        &[
            [near, 9.998_184, -15.150_525],
            [far, 9.998_184, -15.154_071],
            [low, 9.998_184, -15.930_074],
            [near, 10.109_923, -15.150_525],
            [far, 10.109_922, -15.154_071],
            [4.858_804, 10.354_032, -14.934_791],
            [9.327_022, 10.354_032, -14.934_456],
            [near, 10.109_922, -15.815_434],
            [9.327_022, 10.354_031, -15.735_236],
        ],
        &[[0, 2, 1], [5, 6, 3], [3, 4, 5], [6, 8, 7], [7, 3, 6]],
    );
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let at = DVec3::new(8.854_288_410_146_346, 10.402_184_177_822_997, -15.428_713_893_945_126);
    let end = a_tenth_later(&world, DVec3::splat(0.4), at, DVec3::new(9.1, 0.0, -4.0));
    assert!(end.position.z < at.z - 0.2, "{end:?}");
}

/// Found in `doom_e4m7`: under a flat ceiling, held by the lip of a ledge, the seam of two ceiling triangles a
/// hundred-thousandth of a radius ahead was a wall.
#[test]
fn the_seam_of_a_flat_ceiling_is_never_a_wall() {
    let ceiling = |z: [f32; 2]| {
        [[-32.0, -2.25, z[0]], [-22.0, -2.25, z[0]], [-22.0, -2.25, z[1]], [-32.0, -2.25, z[1]]]
    };
    let ledge = [[-24.5, -3.25, -54.0], [-24.5, -3.25, -43.0], [-22.0, -3.25, -43.0], [-22.0, -3.25, -54.0]];
    let side = [[-24.5, -4.25, -54.0], [-24.5, -4.25, -43.0], [-24.5, -3.25, -43.0], [-24.5, -3.25, -54.0]];
    let world = world_of(&[ceiling([-54.0, -48.125]), ceiling([-48.125, -43.0]), ledge, side]);
    let at = DVec3::new(-24.999_793_635_546_54, -3.129_375, -48.125_003_660_744_43);
    let wish = DVec3::new(8.8, 0.0, 4.6);
    let end = a_tenth_later(&world, DVec3::new(0.5, 0.875, 0.5), at, wish);
    assert!(end.position.z > at.z + 0.2, "{end:?}");
}
