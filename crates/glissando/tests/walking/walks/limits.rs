//! Slopes exactly at the climb limit, and the ends of such slopes.
//!
//! With the slip limit equal to the climb limit (as `max_slope_degrees` alone sets it) the ground is lost on the
//! slope's face itself, a hair before its lower edge. A flight from there landed on the same face at once and lost it
//! again: 929 landings in 180 ticks, and most ticks were cut short. Found in real levels, where 45 degrees are common.

use glissando::slide::Stop;
use glissando::{
    Config, DVec3, EventKind, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World, step,
};
use glissando_testkit::scenes;

/// A floor, a slope of this angle down from it towards -x, and a drop of 20 m at the slope's end.
fn slope_over_a_drop(degrees: f64) -> (World, f64) {
    let (cos, sin) = scenes::cos_sin(degrees);
    let height = sin / cos;
    let mut soup = Soup::default();
    let profile = [(6.0, height), (1.0, height), (0.0, 0.0), (0.0, -20.0)];
    for pair in profile.windows(2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        let at = |x, y, z| DVec3::new(x, y, z);
        scenes::quad(&mut soup, [at(x0, y0, -40.0), at(x1, y1, -40.0), at(x1, y1, 40.0), at(x0, y0, 40.0)]);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    (world, height)
}

/// Landings, ticks that were cut, and most landings in a tick, of a walk down the slope and over its end.
fn walk_off(degrees: f64, limits: [f64; 2], hertz: f64, wish: DVec3) -> [usize; 3] {
    let (world, height) = slope_over_a_drop(degrees);
    let mut settings = Settings::default();
    settings.ground = settings.ground.with_slopes_degrees(limits[0], limits[1]);
    let config = Config::new(&settings).unwrap();
    let (mut state, mut scratch) = (State::at(DVec3::new(1.5, height + 0.95, 0.0)), Scratch::new());
    let mut counts = [0; 3];
    let ticks = (hertz * (1.5 + 4.0 / wish.x.abs())) as usize;
    for tick in 0..ticks {
        let is_going = tick as f64 > 0.3 * hertz;
        let input = Input { wish: if is_going { wish } else { DVec3::ZERO }, ..Input::default() };
        let report = step(&world, &config, &mut state, input, 1.0 / hertz, &mut scratch).unwrap();
        let landed = report.events.iter().filter(|e| matches!(e.kind, EventKind::Landed { .. })).count();
        counts[0] += landed;
        counts[1] += usize::from(report.stop == Stop::SubSteps);
        counts[2] = counts[2].max(landed);
        if state.position.y < -5.0 {
            break;
        }
    }
    assert!(
        state.position.y < height,
        "{degrees} {limits:?} {hertz} {wish:?}: still up at {:?}",
        state.position
    );
    counts
}

#[test]
fn the_end_of_a_slope_at_the_climb_limit_is_left_once() {
    let degrees =
        (0..=30).map(|k| 30.0 + f64::from(k)).chain([33.690_067_525_979_785, 36.869_897_645_844_02]);
    let mut walks = 0;
    for degrees in degrees {
        for above in [0.0, 1e-3, 1e-5, -1e-5] {
            for slip in [0.0, 1e-3, 2.0] {
                for hertz in [20.0, 60.0, 240.0] {
                    for wish in
                        [DVec3::X * -1.0, DVec3::new(-2.4, 0.0, 1.8), DVec3::X * -7.0, DVec3::X * -30.0]
                    {
                        let limits = [degrees + above, degrees + above + slip];
                        let [landings, cut, most] = walk_off(degrees, limits, hertz, wish);
                        assert!(
                            landings <= 3 && cut == 0 && most <= 1,
                            "{degrees} {limits:?} {hertz} Hz {wish:?}: {landings} landings, {cut} ticks cut"
                        );
                        walks += 1;
                    }
                }
            }
        }
    }
    println!("{walks} walks over the end of a slope");
}

/// `ledge34` and `ledge45`: reported by a user.
#[test]
fn the_two_reported_ledges_are_walked_off() {
    for (degrees, wish) in [(36.869_897_645_844_02, -3.0), (45.0, -3.0)] {
        assert_eq!(walk_off(degrees, [degrees, degrees], 60.0, DVec3::X * wish), [1, 0, 1]);
    }
}
