//! Traction: materials that change the pace of a character that stands on them, and their repros.

use glissando::character::{AccelerationSettings, Settings};
use glissando::motion::Motion;
use glissando::repro::Repro;
use glissando::traction::Traction;
use glissando::world::{ContactFilter, Conveyor, FilteredWorld};
use glissando::{
    Body, Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Soup, State, Surface, Vec3, World, step,
};

const DT: f64 = 1.0 / 60.0;
const ICE: u16 = 3;

/// Ground of one material, 200 m square.
fn floor(material: u16) -> Soup {
    let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z) * 100.0;
    let mut soup = Soup::default();
    soup.push([corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)], material);
    soup.push([corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)], material);
    soup
}

fn body(material: u16) -> Body {
    Body::new(Mesh::build(&floor(material), &MeshOptions::default()).unwrap().0)
}

fn world(traction: Traction) -> World {
    let mut world = World::new();
    world.insert(Body { tractions: vec![(ICE, traction)], ..body(ICE) }).unwrap();
    world
}

fn config(pace: AccelerationSettings) -> Config {
    Config::new(&Settings { pace, ..Settings::default() }).unwrap()
}

/// The speed along x after so many ticks with this wish.
fn speed_after(world: &World, config: &Config, speed: f64, wish: f64, ticks: usize) -> f64 {
    let mut state = State { velocity: DVec3::X * speed, ..State::with_feet_at(config, DVec3::ZERO) };
    let mut scratch = Scratch::new();
    // The first contact with the ground, in no time.
    step(world, config, &mut state, Input { wish: DVec3::X * speed, ..Input::default() }, 1e-6, &mut scratch)
        .unwrap();
    assert_eq!(state.ground, Ground::Standing);
    state.velocity = DVec3::X * speed;
    for _ in 0..ticks {
        let input = Input { wish: DVec3::X * wish, ..Input::default() };
        step(world, config, &mut state, input, DT, &mut scratch).unwrap();
    }
    state.velocity.x
}

#[test]
fn factors_multiply_wish_acceleration_and_friction() {
    let (pace, ice) =
        (AccelerationSettings::default(), Traction { speed: 0.5, acceleration: 0.1, friction: 0.02 });
    let (plain, icy, config) = (world(Traction::NORMAL), world(ice), config(pace));
    // Friction of 40 m/s² stops 8 m/s within 12 ticks; 0.8 m/s² takes 0.8 m/s in a second.
    assert_eq!(speed_after(&plain, &config, 8.0, 0.0, 12), 0.0);
    assert!((speed_after(&icy, &config, 8.0, 0.0, 60) - 7.2).abs() < 1e-9);
    // 4 m/s² towards half of the wish.
    assert!((speed_after(&icy, &config, 0.0, 6.0, 30) - 2.0).abs() < 1e-9);
    assert_eq!(speed_after(&icy, &config, 0.0, 6.0, 120), 3.0);
    assert_eq!(speed_after(&plain, &config, 0.0, 6.0, 120), 6.0);
}

#[test]
fn a_factor_of_zero_stops_infinite_rates_too_and_any_other_leaves_them_infinite() {
    let at_once = AccelerationSettings {
        acceleration: f64::INFINITY,
        friction: f64::INFINITY,
        ..AccelerationSettings::default()
    };
    let config = config(at_once);
    let frozen = world(Traction { friction: 0.0, acceleration: 0.0, ..Traction::NORMAL });
    assert_eq!(speed_after(&frozen, &config, 5.0, 0.0, 60), 5.0);
    assert_eq!(speed_after(&frozen, &config, 0.0, 5.0, 60), 0.0);
    let mud = world(Traction { speed: 0.25, acceleration: 0.1, ..Traction::NORMAL });
    assert_eq!(speed_after(&mud, &config, 0.0, 4.0, 1), 1.0);
}

#[test]
fn other_materials_bodies_and_characters_in_the_air_keep_their_pace() {
    let mut world = World::new();
    let slow = Traction { speed: 0.1, ..Traction::NORMAL };
    world.insert(Body { tractions: vec![(ICE + 1, slow)], ..body(ICE) }).unwrap();
    let config = config(AccelerationSettings::default());
    assert_eq!(speed_after(&world, &config, 0.0, 6.0, 60), 6.0);
    let mut falling = State { velocity: DVec3::X * 6.0, ..State::with_feet_at(&config, DVec3::Y * 50.0) };
    let input = Input { wish: DVec3::X * 6.0, ..Input::default() };
    step(&self::world(slow), &config, &mut falling, input, DT, &mut Scratch::new()).unwrap();
    assert_eq!(falling.velocity.x, 6.0);
}

#[test]
fn a_contact_filter_gives_another_traction() {
    struct Boots;
    impl ContactFilter for Boots {
        fn traction(&self, _: &Surface, own: Traction) -> Traction {
            Traction { friction: own.friction * 10.0, ..own }
        }
    }
    let world = world(Traction { friction: 0.02, ..Traction::NORMAL });
    let config = config(AccelerationSettings::default());
    let filtered = FilteredWorld { world: &world, contact_filter: &Boots };
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let mut scratch = Scratch::new();
    for tick in 0..31 {
        let input = Input { wish: DVec3::X * if tick == 0 { 8.0 } else { 0.0 }, ..Input::default() };
        glissando::character::step_through(&filtered, &config, &mut state, input, DT, &mut scratch, &mut ())
            .unwrap();
        if tick == 0 {
            state.velocity = DVec3::X * 8.0;
        }
    }
    assert!((state.velocity.x - 4.0).abs() < 1e-9, "{}", state.velocity.x);
}

#[test]
fn factors_that_are_no_factors_are_refused_by_name() {
    for wrong in [f64::NAN, -0.1, f64::INFINITY, 1001.0] {
        let mut world = World::new();
        for (name, traction) in [
            ("speed of a traction", Traction { speed: wrong, ..Traction::NORMAL }),
            ("acceleration of a traction", Traction { acceleration: wrong, ..Traction::NORMAL }),
            ("friction of a traction", Traction { friction: wrong, ..Traction::NORMAL }),
        ] {
            let error = world.insert(Body { tractions: vec![(0, traction)], ..body(0) }).unwrap_err();
            assert!(error.to_string().contains(name), "{error}");
        }
        assert_eq!(world.body_count(), 0);
    }
}

/// A repro is of the surfaces too: what a belt, a moved body and ice do to a tick they do to its replay.
///
/// Repros had neither belts nor velocities of bodies: a jump from a belt was replayed without its velocity.
#[test]
fn a_repro_has_belts_velocities_and_tractions() {
    let belt = Conveyor { material: ICE, velocity: DVec3::new(0.0, 0.0, 2.5) };
    let ice = Traction { speed: 0.5, acceleration: 0.1, friction: 0.1 };
    let mut world = World::new();
    let id = world.insert(Body { conveyors: vec![belt], tractions: vec![(ICE, ice)], ..body(ICE) }).unwrap();
    world.set_motion(id, Motion::linear(DVec3::X * 0.03).unwrap()).unwrap();
    world.finish_motions(DT).unwrap();
    let config = config(AccelerationSettings::default());
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let mut scratch = Scratch::new();
    step(&world, &config, &mut state, Input::default(), DT, &mut scratch).unwrap();
    assert_eq!(state.ground, Ground::Standing);
    // It rests on the belt.
    state.velocity = DVec3::ZERO;
    for jump in [false, true] {
        let input = Input { wish: DVec3::X * 4.0, jump, ..Input::default() };
        let repro = Repro::capture(&world, &config, &state, input, DT).unwrap();
        let mut after = state;
        step(&world, &config, &mut after, input, DT, &mut scratch).unwrap();
        assert_eq!(repro.after, after, "jump {jump}");
        assert_eq!(after.velocity.z > 2.0, jump);
        let replay = repro.replay(&mut ()).unwrap();
        assert!(replay.is_same, "jump {jump}");
        let text = serde_json::to_string(&repro).unwrap();
        assert_eq!(serde_json::from_str::<Repro>(&text).unwrap(), repro);
    }
}
