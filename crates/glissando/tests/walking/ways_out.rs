//! Faults that soaks of fast bodies found where a body is held though a way is free, each as the smallest scene that shows it.

use glissando::character::{BodyShape, step_through};
use glissando::world::{ContactFilter, FilteredWorld};
use glissando::{
    Config, DQuat, DVec3, Event, EventKind, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State,
    Surface, Vec3, World, step,
};
use glissando_testkit::random::Random;
use std::cell::Cell;

fn world_of(triangles: &[[[f32; 3]; 3]]) -> World {
    let mut soup = Soup::default();
    triangles.iter().for_each(|triangle| soup.push(triangle.map(Vec3::from), 0));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

/// The state twenty ticks later.
fn after(world: &World, config: &Config, mut state: State, input: Input, dt: f64) -> State {
    let mut scratch = Scratch::new();
    for _ in 0..20 {
        step(world, config, &mut state, input, dt, &mut scratch).unwrap();
    }
    state
}

/// Found in a soup: a box with a rounding of 5 mm walked between two edges that all but face each other. Their planes hold it, but it is
/// past the one as soon as it goes along the other. Its feet are at the rest shell of the floor, or at the sweep shell as after a landing.
#[test]
fn a_walking_box_leaves_two_edges_of_which_one_is_soon_past() {
    let radii = DVec3::new(0.352_382_592_724_645_2, 0.563_697_646_122_164_1, 0.415_978_801_401_160_06);
    let settings = Settings { body: BodyShape::Box, rounding: 0.005, ..Settings::default() };
    let mut settings = settings.with_radii(radii);
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let wish = DVec3::new(-76.725_769_082_081_74, 0.0, -64.133_893_993_449_89);
    let input = Input { wish, ..Input::default() };
    for (floor, skins) in [(-1.198_946_8_f32, 1.0), (-1.197_184_8, 0.5)] {
        let world = world_of(&[
            [[-7.3, floor, -8.3], [-7.3, floor, 5.7], [6.7, floor, 5.7]],
            [
                [-0.820_231, 2.432_689, 0.253_701_7],
                [0.613_825_74, -0.776_272_1, 1.867_350_5],
                [-0.904_937_2, 2.842_224_6, -3.056_121],
            ],
            [
                [2.652_643_2, -0.658_441_8, 1.220_079_5],
                [0.229_229_5, -0.956_525_6, -0.482_930_25],
                [0.816_208_24, 3.077_149_4, -0.476_749_96],
            ],
        ]);
        // At the sweep shell of the last triangle's edge.
        let height = f64::from(floor) + radii.y + skins * config.mover(false).skin();
        let at = DVec3::new(0.670_303_3, height, 0.490_386_8);
        let mut state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
        step(&world, &config, &mut state, input, 0.05, &mut Scratch::new()).unwrap();
        assert!(state.position.x < at.x - 4.0, "{skins} skins above the floor: {state:?}");
        assert_eq!(state.ground, Ground::Standing);
    }
}

/// Found in a soup: a tilted cylinder with a rounding of 5 mm flew into the corner of two walls and an edge that it is past a few
/// centimetres on, and stood.
#[test]
fn a_flying_cylinder_leaves_two_walls_and_an_edge_that_is_soon_past() {
    let world = world_of(&[
        [[-7.0, -7.0, -7.0], [7.0, 7.0, -7.0], [-7.0, 7.0, -7.0]],
        [[-7.0, -7.0, -7.0], [-7.0, 7.0, -7.0], [-7.0, 7.0, 7.0]],
        [
            [-5.065_596, -4.641_992, -6.156_172_8],
            [-5.881_237, -3.839_181, -5.800_028],
            [-6.099_979_4, -3.795_594_5, -5.778_995_5],
        ],
    ]);
    let (wide, high) = (0.446_820_077_083_778_7, 0.675_021_194_704_252_9);
    let rotation = DQuat {
        x: -0.347_923_030_274_655_9,
        y: -0.730_956_715_736_939_7,
        z: 0.163_714_615_965_957_27,
        w: -0.563_781_313_314_556_9,
    };
    let settings = Settings { body: BodyShape::Cylinder, rounding: 0.005, rotation, ..Settings::default() };
    let mut settings = settings.with_radii(DVec3::new(wide, high, wide));
    settings.pace.fly_acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(-6.209_859_670_505_249, -4.461_168_224_309_463, -6.453_653_491_361_750_5);
    let wish = DVec3::new(11.768_910_377_706_32, -6.788_110_865_891_354, 14.676_998_991_411_164);
    let input = Input { wish, fly: true, ..Input::default() };
    let end = after(&world, &config, State::at(at), input, 0.05);
    assert!((end.position - at).length() > 0.06, "{end:?}");
}

/// Found in `oa_dm2`: a flying cylinder with a rounding of 5 mm under a ceiling, above the edges of two blocks. The planes of the edges
/// hold it, but between the blocks there is room for it down to its sweep shell.
#[test]
fn a_flying_cylinder_sinks_between_two_blocks_that_are_as_far_apart_as_its_sweep_shell() {
    let world = world_of(&[
        [[73.0, 6.0, 11.0], [74.5, 5.0, 15.0], [73.75, 6.0, 13.0]],
        [[72.25, 6.0, 13.0], [72.25, 5.0, 13.0], [73.0, 6.0, 11.0]],
        [[77.0, 7.75, 11.0], [69.0, 7.75, 15.0], [69.0, 7.75, 11.0]],
    ]);
    let settings = Settings { body: BodyShape::Cylinder, rounding: 0.005, ..Settings::default() };
    let mut settings = settings.with_radii(DVec3::new(0.468_75, 0.875, 0.468_75));
    settings.pace.fly_acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(72.998_838_838_686_44, 6.872_656_249_999_984, 12.344_772_018_301_429);
    let wish = DVec3::new(-2.293_804_001_495_706_4, -9.242_041_927_512_632, -17.587_584_376_850_078);
    let end = after(&world, &config, State::at(at), Input { wish, fly: true, ..Input::default() }, 0.05);
    assert!(end.position.y < at.y - 0.06, "{end:?}");
}

/// Found in `doom_e4m7`: an opening in a wall, 12 cm higher than the body, behind a low block. A body that is raised by the whole step
/// height meets the lintel, which leads it back; raised by a centimetre it gets in.
#[test]
fn a_step_leads_into_an_opening_hardly_higher_than_the_body() {
    let world = world_of(&[
        [[-20.25, -4.5, -93.75], [-20.25, -4.25, -88.25], [-20.25, -4.25, -93.75]],
        [[-20.25, -4.5, -88.25], [-25.75, -4.25, -88.25], [-20.25, -4.25, -88.25]],
        [[-20.25, -2.375, -88.25], [-25.75, -0.25, -88.25], [-20.25, -0.25, -88.25]],
        // The floor of the opening.
        [[-20.25, -4.25, -88.25], [-25.75, -4.25, -88.25], [-25.75, -4.25, -80.0]],
        [[-20.25, -4.25, -88.25], [-25.75, -4.25, -80.0], [-20.25, -4.25, -80.0]],
    ]);
    let settings = Settings { body: BodyShape::Cylinder, rounding: 0.02, ..Settings::default() };
    let mut settings = settings.with_radii(DVec3::new(0.5, 0.875, 0.5));
    (settings.ground.step_height, settings.ground.snap_distance) = (0.75, 0.75);
    settings.pace.acceleration = f64::INFINITY;
    let config = Config::new(&settings).unwrap();
    let at = DVec3::new(-20.749_584_652_342_207, -3.379_461_615_507_562_7, -88.746_272_940_956_23);
    let state = State { ground: Ground::Standing, ground_normal: Vec3::Y, ..State::at(at) };
    let wish = DVec3::new(5.102_974_113_936_198, 0.0, 99.869_713_402_975_67);
    let end = after(&world, &config, state, Input { wish, ..Input::default() }, 1.0 / 30.0);
    assert!(end.position.z > at.z + 1.0, "{end:?}");
}

/// Counts the questions that the search for a way out asks.
#[derive(Default)]
struct Counter(Cell<usize>);

impl ContactFilter for Counter {
    fn includes(&self, _: &Surface) -> bool {
        self.0.set(self.0.get() + 1);
        true
    }
}

/// Found by the fuzzer: 67 cylinders about scattered triangles of 10 cm took 1.9 s a tick, as each of them computed the same round of
/// its recovery eight times.
#[test]
fn a_recovery_that_cannot_move_the_body_ends_after_one_round() {
    let mut random = Random::new(18);
    let mut corner = || [(); 3].map(|()| random.between(-0.1, 0.1) as f32);
    let world = world_of(&[(); 20].map(|()| [corner(), corner(), corner()]));
    let config = Config::new(&Settings { body: BodyShape::Cylinder, ..Settings::default() }).unwrap();
    let counter = Counter::default();
    let filtered = FilteredWorld { world: &world, contact_filter: &counter };
    let (input, mut scratch, mut stuck) = (Input::default(), Scratch::new(), 0);
    for _ in 0..60 {
        let mut state = State::at(DVec3::new(random.between(-0.1, 0.1), random.between(-0.1, 0.1), 0.0));
        let before = counter.0.get();
        let report =
            step_through(&filtered, &config, &mut state, input, 1.0 / 60.0, &mut scratch, &mut ()).unwrap();
        if matches!(report.events[..], [Event { kind: EventKind::Stuck { .. }, .. }]) {
            stuck += 1;
            // Of each of the 20 triangles: some twenty times, and three for the way aside, not up to a hundred and twenty.
            assert!(
                counter.0.get() - before <= 20 * 23,
                "{} at {:?}",
                counter.0.get() - before,
                state.position
            );
        }
    }
    assert!(stuck >= 10, "{stuck}");
}
