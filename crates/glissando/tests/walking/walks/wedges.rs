//! Wedges: a character that rests between surfaces of which none can be stood on has no descent, so it stands.

use glissando::{
    Config, DVec3, EventKind, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World, step,
};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

/// A slope of `slope` degrees on the left, and on the right a wall that leans back by `lean`; both 20 m long.
///
/// The crease between them falls by `fall` metres a metre towards +z.
fn gutter(slope: f64, lean: f64, fall: f64) -> Soup {
    let mut soup = Soup::default();
    let ((cos, sin), (lean_cos, lean_sin)) = (scenes::cos_sin(slope), scenes::cos_sin(lean));
    let (left, right) = (DVec3::new(-cos, sin, 0.0) * 12.0, DVec3::new(lean_sin, lean_cos, 0.0) * 12.0);
    let ends = [DVec3::new(0.0, 10.0 * fall, -10.0), DVec3::new(0.0, -10.0 * fall, 10.0)];
    scenes::quad(&mut soup, [ends[0] + left, ends[1] + left, ends[1], ends[0]]);
    scenes::quad(&mut soup, [ends[0], ends[1], ends[1] + right, ends[0] + right]);
    soup
}

/// `gutter`, reported by a user: with an upright wall it was steep for ever and the character could not jump.
#[test]
fn a_gutter_of_any_wall_holds_as_ground_does() {
    for slope in [50.5, 60.0, 75.0] {
        for lean in [-5.0, -3.0, -1e-6, 0.0, 1e-6, 0.5, 2.8, 4.0, 20.0] {
            for rate in [20.0, 60.0, 144.0] {
                // Midway between the two, 9 m up.
                let ((cos, sin), (lean_cos, lean_sin)) = (scenes::cos_sin(slope), scenes::cos_sin(lean));
                let start = DVec3::new(4.5 * (lean_sin / lean_cos - cos / sin), 9.0, 0.0);
                let mut walk = Walk::in_scene(&gutter(slope, lean, 0.0)).at_rate(rate).at(start);
                walk.for_seconds(3.0).expect(Ground::Standing).expect_speed_below(1e-9);
                let rest = walk.position();
                walk.press_jump().for_ticks(2).expect_count(What::Jumped, 1);
                walk.for_seconds(3.0).expect(Ground::Standing).expect_near(rest, 0.02);
                walk.forget().wish(DVec3::new(0.0, 0.0, 2.0)).for_seconds(1.0).expect(Ground::Standing);
                let gone = walk.position().z - rest.z;
                walk.expect_never(What::LeftGround).expect_close("displacement along", gone, 2.0, 1e-3);
            }
        }
    }
}

/// A sloping crease allows a descent: the character is on steep ground there, and stands at the crease's end.
#[test]
fn a_sloping_gutter_is_steep_and_a_character_stands_at_its_end() {
    let mut soup = gutter(60.0, 0.0, 0.2);
    scenes::block(&mut soup, DVec3::new(-7.0, -3.0, 4.0), DVec3::new(7.0, 9.0, 4.5));
    let mut walk = Walk::in_scene(&soup).at(DVec3::new(-1.5, 5.5, -3.0));
    walk.for_seconds(1.5).expect(Ground::Steep);
    walk.wish(DVec3::Z * 3.0).for_seconds(4.0);
    walk.stop().for_seconds(1.0).expect(Ground::Standing).expect_speed_below(1e-9);
    assert!(walk.position().z > 3.0, "{:?}", walk.position());
    walk.expect_count(What::Landed, 1);
}

/// Three steep sides, as a pit has, hold as two do.
#[test]
fn a_character_stands_in_a_pit_of_three_or_more_steep_sides() {
    for sides in [3, 4, 5, 8] {
        let mut soup = Soup::default();
        let rim = |k: usize| {
            let heading = scenes::heading(360.0 * k as f64 / sides as f64 + 7.0);
            heading * 4.0 + DVec3::Y * 8.0
        };
        for k in 0..sides {
            soup.push([DVec3::ZERO, rim(k), rim(k + 1)].map(|v| v.as_vec3()), 0);
            soup.push([DVec3::ZERO, rim(k + 1), rim(k)].map(|v| v.as_vec3()), 0);
        }
        let mut walk = Walk::in_scene(&soup).at(DVec3::new(0.3, 6.0, -0.2));
        walk.for_seconds(4.0).expect(Ground::Standing).expect_speed_below(1e-9);
        walk.press_jump().for_ticks(2).expect_count(What::Jumped, 1);
    }
}

/// Walls of a shaft that lean by a hair hold no body before they really touch it.
#[test]
fn a_character_falls_through_a_shaft_as_narrow_as_the_gaps() {
    for lean in [0.0, 1e-7, 1e-5] {
        let mut soup = Soup::default();
        for side in [-1.0, 1.0] {
            let wall = |y: f64, z: f64| DVec3::new(side * (0.4041 + lean * y), y, z);
            scenes::quad(&mut soup, [wall(0.0, -3.0), wall(0.0, 3.0), wall(40.0, 3.0), wall(40.0, -3.0)]);
        }
        let mut walk = Walk::in_scene(&soup).at(DVec3::new(0.0, 39.0, 0.0));
        walk.for_seconds(2.0);
        assert!(walk.position().y < 25.0, "lean {lean}: {:?}", walk.position());
        walk.expect_never(What::Landed);
    }
}

/// One surface that must not be stood on, and a wall beside it, are no wedge (they share no weight).
#[test]
fn a_character_slides_down_a_slope_beside_a_wall_that_carries_nothing() {
    let mut soup = gutter(60.0, 0.0, 0.0);
    scenes::block(&mut soup, DVec3::new(-7.0, -3.0, 0.41), DVec3::new(7.0, 9.0, 1.0));
    let mut walk = Walk::in_scene(&soup).at(DVec3::new(-2.5, 5.5, 0.0));
    walk.for_ticks(20).expect(Ground::Steep);
}

/// In every third such fall the tick ended so near to the groove that it held the body, before anything was hit: it landed at a speed
/// of 0.
#[test]
fn a_fall_into_a_groove_lands_at_the_speed_of_the_fall() {
    let mut landings = 0;
    for degrees in [50.0, 60.0, 70.0, 80.0] {
        let world = scenes::world_of(&scenes::groove(degrees));
        let config = Config::new(&Settings::default()).unwrap();
        for rate in [20.0, 60.0, 240.0, 1000.0] {
            let mut state = State::at(DVec3::Y * 6.0);
            let mut scratch = Scratch::new();
            let speed = (0..3 * rate as usize).find_map(|_| {
                let report =
                    step(&world, &config, &mut state, Input::default(), 1.0 / rate, &mut scratch).unwrap();
                report.events.iter().find_map(|event| match event.kind {
                    EventKind::Landed { speed, .. } => Some(speed),
                    _ => None,
                })
            });
            let (gravity, fall) = (-Settings::default().gravity.y, 6.0 - state.position.y);
            let (expected, speed) = ((2.0 * gravity * fall).sqrt(), speed.expect("it lands"));
            assert!(
                (speed - expected).abs() < gravity / rate + 0.1,
                "{degrees} degrees, {rate} Hz: {speed} m/s"
            );
            landings += 1;
        }
    }
    assert_eq!(landings, 16);
}

/// A character whose ground is taken away above a groove went on standing in the air, up to 0.3 m above it: the contacts that held it
/// were those at the end of a way down that it did not go.
#[test]
fn a_character_whose_ground_is_gone_does_not_stand_in_the_air_above_a_groove() {
    let config = Config::new(&Settings::default()).unwrap();
    let (mut state, mut scratch) = (State::at(DVec3::Y * 3.0), Scratch::new());
    let mut waits = |world: &World, state: &mut State| {
        for _ in 0..90 {
            step(world, &config, state, Input::default(), 1.0 / 60.0, &mut scratch).unwrap();
        }
        assert_eq!(state.ground, Ground::Standing);
        state.position.y
    };
    for degrees in [50.0, 60.0, 75.0] {
        let mut world = scenes::world_of(&scenes::groove(degrees));
        let rest = waits(&world, &mut state);
        for height in [0.05, 0.1, 0.2, 0.25] {
            let feet = rest - Settings::default().radii.y + height;
            let mut plate = Soup::default();
            let (low, high) = (DVec3::new(-1.0, feet - 0.05, -1.0), DVec3::new(1.0, feet, 1.0));
            scenes::block(&mut plate, low, high);
            let plate = world.insert_mesh(Mesh::build(&plate, &MeshOptions::default()).unwrap().0);
            state = State::with_feet_at(&config, DVec3::Y * (feet + 0.1));
            assert!((waits(&world, &mut state) - rest - height).abs() < 0.02);
            world.remove(plate).unwrap();
            let above = waits(&world, &mut state) - rest;
            assert!(above.abs() < 0.01, "{degrees} degrees, {height} m: {above} m above the groove");
        }
        state = State::at(DVec3::Y * 3.0);
    }
}
