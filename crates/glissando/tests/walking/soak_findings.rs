//! Faults that soaks of walks found, each as the smallest scene that shows it.

use glissando::character::BodyShape;
use glissando::geometry::Shape;
use glissando::slide::{Mover, SlideBuffer, Stop, slide};
use glissando::{
    Config, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World,
    step,
};
use glissando_testkit::random::Random;
use glissando_testkit::soak::{BodyKind, PACES, Place};

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

/// The state of a standing character a tenth of a second later, under one wish that is reached at once.
fn a_tenth_later(world: &World, radii: DVec3, at: DVec3, wish: DVec3) -> State {
    let mut settings = Settings { radii, ..Settings::default() };
    settings.pace.acceleration = f64::INFINITY;
    // A step up would hide the displacement along the ground.
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

/// Found in `recast_dungeon`: on a floor between a slope of 48 degrees (stood on, not climbed) and one of 52, a wish
/// away from the first and into the second ended on the spot. The displacement along the second is free.
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

/// Found in `doom_e4m7`: under a flat ceiling, held by the edge of a ledge, the seam of two ceiling triangles a
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

/// A large triangle with this normal, `radii` of a sphere of 0.4 m from the origin.
pub(super) fn slope(soup: &mut Soup, normal: DVec3, radii: f64) {
    let n = normal.try_normalize().unwrap();
    let aside = if n.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
    let along = n.cross(aside).try_normalize().unwrap();
    let across = n.cross(along);
    let middle = n * (-0.4 * radii);
    let corners = [along * 30.0, across * 30.0 - along * 15.0, across * -30.0 - along * 15.0];
    soup.push(corners.map(|c| (middle + c).as_vec3()), 0);
}

/// Found in `recast_dungeon`: between a slope that is stood on but not climbed and one that is, a wish into the first
/// ended on the spot, because the displacement had to be clear over the second, which it leaves.
#[test]
fn the_displacement_along_a_slope_that_is_not_climbed_is_free() {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::new(0.240, 0.6547, 0.7168), 1.0051);
    slope(&mut soup, DVec3::new(-0.2884, 0.9448, 0.1554), 1.0101);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let end = a_tenth_later(&world, DVec3::splat(0.4), DVec3::ZERO, DVec3::new(-2.82, 0.0, -4.13));
    assert!(end.position.x < -0.05, "{end:?}");
}

/// Found in `recast_dungeon`: three floors and a steep slope; the move is clear over one floor, not over the flattest.
#[test]
fn steep_slopes_are_cleared_over_the_highest_floor() {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::new(-0.6858, 0.7144, -0.1391), 1.0051);
    slope(&mut soup, DVec3::new(-0.7354, 0.6128, 0.2893), 1.0058);
    slope(&mut soup, DVec3::new(-0.7461, 0.6582, -0.1002), 1.0074);
    slope(&mut soup, DVec3::new(-0.2120, 0.7620, 0.6118), 1.0101);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let end = a_tenth_later(&world, DVec3::splat(0.4), DVec3::ZERO, DVec3::new(26.1, 0.0, 14.7));
    assert!(end.position.z > 0.2, "{end:?}");
}

/// Found in `recast_dungeon`: a floor that goes down beside a slope too steep to stand on. The level displacement along
/// that slope leaves the floor, and is free.
#[test]
fn the_level_displacement_along_a_steep_slope_is_free_though_the_floor_goes_down() {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::new(0.3222, 0.6381, 0.6993), 1.0051);
    slope(&mut soup, DVec3::new(-0.0976, 0.6582, 0.7465), 1.0051);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let end = a_tenth_later(&world, DVec3::splat(0.4), DVec3::ZERO, DVec3::new(-100.0, 0.0, -0.15));
    assert!(end.position.x < -0.2, "{end:?}");
}

/// Two walls that almost face each other, 0.01 apart in slope, and a sphere of 0.4 m that rests on both: 1.01 radii.
fn slot(with_floor: bool) -> World {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::new(0.0, 0.0, -1.0), 1.01);
    slope(&mut soup, DVec3::new(-0.01, 0.0, 1.0), 1.01);
    if with_floor {
        slope(&mut soup, DVec3::Y, 1.01);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

/// Found in a soup: a wish ahead and aside in a gap that narrows by a hundredth ended on the spot, since the gaps at
/// rest left no displacement; the millimetres up to the sweep shell allow 0.4 m.
#[test]
fn a_slowly_narrowing_gap_is_left_by_the_room_between_the_shells() {
    let end = a_tenth_later(&slot(true), DVec3::splat(0.4), DVec3::ZERO, DVec3::new(8.6, 0.0, 28.7));
    assert!(end.position.x > 0.3, "{end:?}");
}

/// Found in `doom_e4m7`: the same in the air.
#[test]
fn a_flyer_leaves_a_narrow_gap_by_the_room_between_the_shells() {
    let config = Config::new(&Settings { radii: DVec3::splat(0.4), ..Settings::default() }).unwrap();
    let (mut state, mut scratch) = (State::at(DVec3::ZERO), Scratch::new());
    let input = Input { wish: DVec3::new(8.6, 3.0, 28.7), fly: true, ..Input::default() };
    for _ in 0..30 {
        step(&slot(false), &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
    }
    assert!(state.position.x > 0.3 && state.position.y > 0.3, "{state:?}");
}

/// The same for a plain slide.
#[test]
fn a_slide_leaves_a_narrow_gap_by_the_room_between_the_shells() {
    let shape = Shape::upright_ellipsoid(DVec3::splat(0.4)).unwrap();
    let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
    let wanted = DVec3::new(0.86, 0.0, 2.87);
    let mut buffer = SlideBuffer::default();
    let end = slide(&slot(false), &mover, DVec3::ZERO, wanted, &mut buffer, &mut ()).unwrap();
    assert!(end.position.x > 0.3, "{end:?}");
}

/// A floor, an overhang and a wall, and a sphere of 0.4 m between them: on the first two at 1.01 radii, on the wall at
/// 1.005.
fn wedge() -> World {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::Y, 1.01);
    slope(&mut soup, DVec3::new(-1.0, 0.0, 0.0), 1.005);
    slope(&mut soup, DVec3::new(0.264, -0.960, 0.090), 1.01);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

/// Found in a soup: no two of the planes that held a wish ahead and aside faced each other, so the room between the
/// shells was not used; of these 2 mm the three surfaces together make 45 mm along the wall.
#[test]
fn a_wedge_of_three_surfaces_is_left_by_the_room_between_the_shells() {
    for wish in [DVec3::new(62.4, 0.0, -78.2), DVec3::new(95.5, 0.0, -29.8)] {
        let end = a_tenth_later(&wedge(), DVec3::splat(0.4), DVec3::ZERO, wish);
        assert!(end.position.z < -0.04, "{end:?}");
    }
}

/// The same for a flyer and for a plain slide. The flyer gets going from rest, so it stops as soon as what is left is not
/// worth it: 28 mm.
#[test]
fn a_flyer_and_a_slide_leave_a_wedge_of_three_surfaces() {
    let (world, wish) = (wedge(), DVec3::new(6.24, 0.0, -7.82));
    let config = Config::new(&Settings { radii: DVec3::splat(0.4), ..Settings::default() }).unwrap();
    let (mut state, mut scratch) = (State::at(DVec3::ZERO), Scratch::new());
    for _ in 0..30 {
        let input = Input { wish, fly: true, ..Input::default() };
        step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
    }
    assert!(state.position.z < -0.017, "{state:?}");

    let mover = Mover::with_usual_skin(Shape::sphere(0.4).unwrap(), Filter::ALL).unwrap();
    let end = slide(&world, &mover, DVec3::ZERO, wish, &mut SlideBuffer::default(), &mut ()).unwrap();
    assert!(end.position.z < -0.04, "{end:?}");
}

/// Found in a soup: on a floor under an edge and a vertex of an overhang, the planes of the contacts gave a wide ellipsoid
/// ten times the gaps at the sweep shell, less than a wedge must, and it stood for seconds. Six centimetres on it is past both.
#[test]
fn a_body_leaves_a_wedge_whose_edges_are_past_a_few_centimetres_on() {
    let soup = Soup::new(
        &[
            [-7.0, -7.0, -7.0],
            [-7.0, -7.0, 7.0],
            [7.0, -7.0, 7.0],
            [-0.923_578_4, -6.001_26, 2.286_412_2],
            [-1.769_774_3, -5.262_893, 2.528_921_8],
            [-2.213_578, -6.213_967_5, 2.734_515_2],
            [-0.674_666_9, -5.941_354, 1.853_122_5],
            [-1.765_226_1, -4.589_445_7, 4.114_219],
            [-2.126_348_7, -5.411_769_4, 2.395_538_3],
        ],
        &[[0, 1, 2], [3, 4, 5], [6, 7, 8]],
    );
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let radii = DVec3::new(0.400_681_188_478_989_6, 0.557_240_380_028_053_1, 0.465_032_932_619_508_73);
    let at = DVec3::new(-0.791_743_115_755_570_8, -6.439_973_418_071_807, 2.036_985_127_813_552);
    let end = a_tenth_later(&world, radii, at, DVec3::new(-85.546, 0.0, -51.787));
    assert!(end.position.x < at.x - 0.05, "{end:?}");
}

/// Found by the fuzzer in a crowd: off the floor, under a ceiling that leads down and beside a wall that leans back by
/// two degrees. The displacement followed the ceiling down into the wall, 48 times without a step, and the tick was cut
/// short.
#[test]
fn a_descent_under_a_ceiling_keeps_clear_of_a_wall_that_leans_back() {
    let mut soup = Soup::default();
    slope(&mut soup, DVec3::new(0.540_692_8, 0.038_397_35, 0.840_343_35), 1.005);
    slope(&mut soup, DVec3::new(-0.143_065_9, -0.927_133_7, 0.346_345_6), 1.006_87);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let mut settings = Settings { radii: DVec3::splat(0.4), ..Settings::default() };
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    for wish in [DVec3::new(-0.31, 0.0, -1.98), DVec3::new(-3.0, 0.0, -20.0), DVec3::new(2.0, 0.0, -9.0)] {
        let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(DVec3::ZERO) };
        let input = Input { wish, ..Input::default() };
        let report = step(&world, &config, &mut state, input, 0.1, &mut Scratch::new()).unwrap().stop;
        assert_eq!(report, Stop::Done, "{wish:?}: {state:?}");
    }
}

/// Found in `recast_dungeon`: a cylinder of 100 m/s and a thin rounding in the corner of two walls, one of which leans over by a
/// hair. It settled by a fifth of a micrometre, which that wall stopped at once, 48 times, and the tick was cut short.
#[test]
fn a_fast_walk_ends_in_a_corner_where_it_only_settles() {
    let triangles = [
        [
            [-3.872_895_2, 9.998_185, -31.070_208],
            [-3.459_339_1, 9.998_186, -35.858_58],
            [-4.834_972_4, 9.998_185, -31.801_435],
        ],
        [
            [-5.011_573, 15.026_436, -31.824_827],
            [-5.011_573, 10.354_039, -31.824_827],
            [-3.617_288_6, 10.354_04, -35.940_964],
        ],
        [
            [-3.873_365_4, 13.975_44, -31.070_208],
            [-4.146_388, 9.998_185, -30.867_441],
            [-4.147_581, 14.118_027, -30.867_441],
        ],
        [
            [-5.011_573, 10.354_039, -31.824_827],
            [-5.142_029, 15.028_313, -30.402_876],
            [-5.142_004, 10.354_033, -30.402_876],
        ],
        [
            [-5.142_004, 10.354_033, -30.402_876],
            [-4.340_984_3, 14.220_703, -30.402_876],
            [-4.341_223_7, 10.354_032_5, -30.402_876],
        ],
        [
            [-5.142_004, 10.354_033, -30.402_876],
            [-4.341_223_7, 10.354_032_5, -30.402_876],
            [-4.261_025_4, 10.109_924, -30.593_85],
        ],
        [
            [-4.925_934, 10.109_925, -30.593_85],
            [-4.834_972_4, 10.109_93, -31.801_435],
            [-5.011_573, 10.354_039, -31.824_827],
        ],
        [
            [-4.834_972_4, 9.998_185, -31.801_435],
            [-4.146_388, 9.998_185, -30.867_441],
            [-3.872_895_2, 9.998_185, -31.070_208],
        ],
        [
            [-4.925_934, 10.109_925, -30.593_85],
            [-5.011_573, 10.354_039, -31.824_827],
            [-5.142_004, 10.354_033, -30.402_876],
        ],
    ];
    let mut soup = Soup::default();
    triangles.iter().for_each(|triangle| soup.push(triangle.map(Vec3::from), 0));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let mut settings = Settings { body: BodyShape::Cylinder, rounding: 0.001, ..Settings::default() };
    settings = settings.with_radii(DVec3::new(0.4, 0.9, 0.4));
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(-4.032_266_118_063_263, 10.902_185_605_045_672, -32.916_937_563_621_346);
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    let wish = DVec3::new(-60.730_440_756_319_74, 0.0, 79.446_922_945_719_79);
    let input = Input { wish, ..Input::default() };
    let mut scratch = Scratch::new();
    for tick in 0..4 {
        let stop = step(&world, &config, &mut state, input, 0.05, &mut scratch).unwrap().stop;
        assert_eq!(stop, Stop::Done, "tick {tick}: {state:?}");
    }
}

/// Found in a soup at 100 m/s: the rise of a step along a wall led a few millimetres ahead, over a triangle that leans. Each short step
/// counted that as its gain over sliding along, came down on the same floor, and the next began: the sub-steps of the tick ran out.
#[test]
fn a_rise_that_leads_ahead_is_no_gain_of_a_step() {
    let place = Place::soup(7402, 3338);
    let pace = PACES.into_iter().find(|pace| pace.name == "foot100").unwrap();
    let mut random = Random::nth(7402, 5000, 3338);
    let config = Config::new(&pace.settings(place.settings(BodyKind::Sphere, &mut random))).unwrap();
    let at = DVec3::new(6.831_102_685_963_144_5, -6.830_262_400_818_735, -2.775_364_509_296_514_5);
    let wish = DVec3::new(84.016_757_670_753_77, 0.0, 54.232_687_841_317_414);
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    (state.velocity, state.is_crouching) = (wish, true);
    let input = Input { wish, crouch: true, ..Input::default() };
    let mut scratch = Scratch::new();
    let report = step(&place.world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
    assert_eq!(report.stop, Stop::Done);
    assert!((state.position.z - at.z - wish.z / 60.0).abs() < 1e-9, "{state:?}");
}

/// Found in a soup, a hundred kilometres from the origin: a box with a rounding of 5 mm that jumped between two walls and a vertex. Rounding
/// had put it inside its sweep shell on both sides, by less than the solver forgives a displacement of 9 cm, which thus led into a
/// wall: that stopped it at once, in every piece of the tick.
#[test]
fn a_jump_between_surfaces_that_rounding_has_entered_is_not_cut_short() {
    let (seed, number) = (32, 413);
    let place = Place::soup(seed, number);
    let pace = PACES.into_iter().find(|pace| pace.name == "foot100").unwrap();
    let mut random = Random::nth(seed, 5000, number);
    let config = Config::new(&pace.settings(place.settings(BodyKind::Box, &mut random))).unwrap();
    let at = DVec3::new(88_824.183_192_099_33, 63_280.036_693_781_3, 29_854.446_477_254_267);
    let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    let wish = DVec3::new(96.703_448_865_346_72, 0.0, -25.464_543_536_990_28);
    let input = Input { wish, jump: true, ..Input::default() };
    let stop = step(&place.world, &config, &mut state, input, 1.0 / 30.0, &mut Scratch::new()).unwrap().stop;
    assert_eq!(stop, Stop::Done);
    assert!(state.position.y > at.y + 0.1, "{state:?}");
}
