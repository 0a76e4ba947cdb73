//! Sliding on ground that is too steep or too slippery: as fast as gravity makes it, steered but never braked by air
//! control.

use glissando::character::step_through;
use glissando::world::{ContactFilter, FilteredWorld};
use glissando::{Config, Contact, DVec3, Ground, Input, Scratch, Settings, State, World};
use glissando_testkit::scenes;
use glissando_testkit::script::Walk;

/// Standard gravity of the settings, m/s².
fn gravity() -> f64 {
    Settings::default().gravity.length()
}

/// Speed that a slide has gained along its own direction, in half a second with this wish, m/s.
fn gained(degrees: f64, rate: f64, wish: DVec3) -> f64 {
    let (cos, sin) = scenes::cos_sin(degrees);
    let start = DVec3::new(-sin, cos, 0.0) * 1.5 + DVec3::new(cos, sin, 0.0) * 15.0;
    let mut walk = Walk::in_scene(&scenes::slope(degrees, 40.0)).at_rate(rate).at(start);
    walk.until(3.0, |w| w.state().ground == Ground::Steep).for_ticks(2).expect(Ground::Steep);
    let before = walk.velocity();
    walk.wish(wish).for_seconds(0.5);
    walk.velocity().length() - before.length()
}

/// Reported by a user: at 47 degrees a slide gained 1.7 m/s² instead of 7.2, since a missing wish braked it.
#[test]
fn a_slide_gains_the_speed_of_gravity_along_the_slope() {
    for degrees in [46.0, 47.0, 55.0, 65.0, 80.0] {
        let (_, sin) = scenes::cos_sin(degrees);
        for rate in [20.0, 60.0, 144.0] {
            let expected = gravity() * sin * 0.5;
            let free = gained(degrees, rate, DVec3::ZERO);
            assert!(
                (free / expected - 1.0).abs() < 0.02,
                "{degrees} degrees at {rate} Hz: {free} of {expected}"
            );
            // A wish up the slope does not stop the slide, and a slow one down the slope does not brake it.
            for wish in [5.0, -0.1] {
                let wished = gained(degrees, rate, DVec3::X * wish);
                assert!(
                    (wished / expected - 1.0).abs() < 0.02,
                    "{degrees} degrees at {rate} Hz, wish {wish}: {wished}"
                );
            }
            // It may run off the slope then.
            let hurried = gained(degrees, rate, DVec3::X * -50.0);
            assert!(hurried > free, "{degrees} degrees at {rate} Hz: a wish down the slope gave {hurried}");
        }
    }
}

/// Found by the fuzzer: a wish up a slope at the limit, into a wall, held the character there: steep, and not able to
/// jump.
#[test]
fn a_wish_up_a_steep_slope_does_not_hold_a_character() {
    for degrees in [45.5, 50.0, 60.0] {
        let (cos, sin) = scenes::cos_sin(degrees);
        let mut soup = scenes::slope(degrees, 10.0);
        scenes::block(&mut soup, DVec3::new(1.0, -20.0, -9.0), DVec3::new(2.0, 20.0, 9.0));
        let mut walk = Walk::in_scene(&soup).at(DVec3::new(-sin, cos, 0.0) * 1.2 + DVec3::X * 0.2);
        walk.wish(DVec3::X * 6.0).for_seconds(1.0);
        let height = walk.feet();
        walk.for_seconds(0.5);
        assert!(walk.feet() < height - 0.5, "{degrees} degrees: from {height} to {}", walk.feet());
    }
}

/// Ground that holds no character.
struct Ice;
impl ContactFilter for Ice {
    fn is_slippery(&self, _: &Contact) -> bool {
        true
    }
}

/// The velocity down an icy slope after a second, and after another with a wish up the slope.
fn on_ice(degrees: f64) -> [f64; 2] {
    let (cos, sin) = scenes::cos_sin(degrees);
    let world: World = scenes::world_of(&scenes::slope(degrees, 60.0));
    let (config, mut scratch) = (Config::new(&Settings::default()).unwrap(), Scratch::new());
    let mut state = State::at(DVec3::new(-sin, cos, 0.0) * 0.95 + DVec3::new(0.0, 0.05, 0.0));
    [0.0, 3.0].map(|wish| {
        let input = Input { wish: DVec3::X * wish, ..Input::default() };
        for _ in 0..60 {
            let ice = FilteredWorld { world: &world, contact_filter: &Ice };
            step_through(&ice, &config, &mut state, input, 1.0 / 60.0, &mut scratch, &mut ()).unwrap();
        }
        -state.velocity.dot(DVec3::new(cos, sin, 0.0))
    })
}

#[test]
fn ice_causes_free_sliding_and_a_wish_against_it_brakes() {
    for degrees in [5.0, 15.0, 30.0] {
        let (_, sin) = scenes::cos_sin(degrees);
        let [free, braked] = on_ice(degrees);
        let expected = gravity() * sin;
        assert!((free / expected - 1.0).abs() < 0.05, "{degrees} degrees: {free} of {expected}");
        assert!(braked < free + expected - 1.0, "{degrees} degrees: {free}, then {braked}");
    }
}
