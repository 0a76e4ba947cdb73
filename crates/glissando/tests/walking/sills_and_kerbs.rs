//! Low obstacles beside something else: a sill between jambs or under a lintel, a kerb along a wall, at a small angle, before a slope
//! that leads down, over a slit. A walker gets over what is no higher than a step, at every speed and rate.

use glissando::character::BodyShape;
use glissando::{Config, DVec3, Input, Scratch, Settings, Soup, State, step};
use glissando_testkit::scenes::{block, heading, quad, strip, world_of};
use glissando_testkit::script::{Start, Walk, What};

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Metres a second, and ticks a second.
const PACES: [(f64, f64); 6] =
    [(1.0, 60.0), (2.0, 60.0), (3.0, 60.0), (3.0, 144.0), (5.0, 30.0), (5.0, 20.0)];

/// A body in a scene; [`ball`] is one, too.
fn in_scene(soup: &Soup, body: BodyShape, rate: f64) -> Start {
    Walk::in_scene(soup).with(|s| s.body = body).at_rate(rate)
}

fn ball(settings: &mut Settings) {
    *settings = settings.with_radii(DVec3::splat(0.5));
}

const fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A doorway of this width at x = 0 in a wall 20 cm thick, with a sill as deep as `sill_end`, and a lintel.
fn doorway(width: f64, (sill, sill_end): (f64, f64), lintel: Option<f64>) -> Soup {
    let (mut soup, half) = (Soup::default(), 0.5 * width);
    block(&mut soup, at(-3.0, -0.5, -2.0), at(3.0, 0.0, 2.0));
    block(&mut soup, at(0.0, -0.1, -2.0), at(0.2, 3.0, -half));
    block(&mut soup, at(0.0, -0.1, half), at(0.2, 3.0, 2.0));
    block(&mut soup, at(0.0, -0.1, -half - 0.1), at(sill_end, sill, half + 0.1));
    if let Some(height) = lintel {
        block(&mut soup, at(0.0, height, -half - 0.05), at(0.2, 3.0, half + 0.05));
    }
    soup
}

/// A kerb of this height from x = -1 to 11 and z = 0 to its width, on a floor.
fn kerb(height: f64, width: f64) -> Soup {
    let mut soup = Soup::default();
    block(&mut soup, at(-2.0, -0.5, -3.0), at(12.0, 0.0, 2.0));
    block(&mut soup, at(-1.0, -0.1, 0.0), at(11.0, height, width));
    soup
}

/// The jamb was steep ground ahead, and a gain of less than four skins counted as none, though the body rose over the sill's edge; or the
/// plane of that edge was taken for the jamb's, which is too high for a step.
#[test]
fn a_sill_between_jambs_is_walked_over_from_anywhere_before_the_door() {
    let mut count = 0;
    for (width, sill) in [(0.9, (0.2, 0.2)), (0.81, (0.2, 0.05)), (0.9, (0.35, 0.2)), (1.0, (0.1, 0.05))] {
        let door = doorway(width, sill, None);
        for body in BODIES {
            for (speed, rate) in PACES {
                for aside in (-5..=5).map(|aside| f64::from(aside) * 0.03) {
                    // A box stops flat before a jamb.
                    if body == BodyShape::Box && aside.abs() + 0.41 > 0.5 * width {
                        continue;
                    }
                    let mut walk = in_scene(&door, body, rate).on(at(-1.2, 0.0, aside));
                    walk.wish(DVec3::X * speed).until(6.0 / speed, |w| w.position().x > 1.0);
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks over a sill");
}

/// A body was raised as far as a step may be high, and the lintel stopped it, though there was room over the sill.
#[test]
fn a_low_sill_under_a_lintel_is_walked_over_if_the_body_has_room_there() {
    let mut count = 0;
    for (sill, lintel) in [(0.05, 1.9), (0.05, 2.15), (0.1, 2.1), (0.15, 2.1), (0.3, 2.2)] {
        let door = doorway(1.0, (sill, 0.2), Some(lintel));
        for body in BODIES {
            for (speed, rate) in PACES {
                let mut walk = in_scene(&door, body, rate).on(at(-1.2, 0.0, 0.0));
                walk.wish(DVec3::X * speed).until(6.0 / speed, |w| w.position().x > 1.0);
                count += 1;
            }
        }
    }
    println!("{count} walks over a sill under a lintel");
}

/// The end of the kerb was taken for the wall beside it.
#[test]
fn the_end_of_a_kerb_along_a_wall_is_climbed_while_pressing_into_the_wall() {
    let mut soup = kerb(0.05, 0.35);
    quad(&mut soup, [at(-2.0, -0.1, 0.05), at(12.0, -0.1, 0.05), at(12.0, 3.0, 0.05), at(-2.0, 3.0, 0.05)]);
    for body in BODIES {
        for (speed, rate) in PACES {
            let mut walk = in_scene(&soup, body, rate).on(at(-1.5, 0.0, -0.4));
            walk.wish(heading(70.0) * speed).until(12.0 / speed, |w| w.position().x > 0.0);
        }
    }
}

/// A step had to gain a twentieth of the wish, and sliding along a kerb at 12 degrees loses less.
#[test]
fn a_kerb_is_climbed_at_a_small_angle() {
    let mut soup = Soup::default();
    block(&mut soup, at(-2.0, -0.5, -3.0), at(60.0, 0.0, 0.5));
    block(&mut soup, at(-2.0, -0.5, 0.0), at(60.0, 0.2, 4.0));
    for body in BODIES {
        for degrees in [8.0, 10.0, 12.0, 13.0, 20.0] {
            for speed in [1.0, 3.0, 5.0] {
                let mut walk = in_scene(&soup, body, 60.0).on(at(0.0, 0.0, -0.45));
                walk.wish(heading(degrees) * speed).until(30.0 / speed, |w| w.position().z > 0.3);
            }
        }
    }
}

/// The part of the wish along the wall was less than that twentieth.
#[test]
fn a_step_across_a_corridor_is_climbed_while_pressing_into_its_wall() {
    let mut soup = Soup::default();
    block(&mut soup, at(-2.0, -0.5, -3.0), at(5.0, 0.0, 1.0));
    block(&mut soup, at(0.0, -0.1, -3.0), at(5.0, 0.15, 1.0));
    block(&mut soup, at(-2.0, -0.5, 0.0), at(5.0, 3.0, 1.0));
    for body in BODIES {
        for degrees in [60.0, 75.0, 80.0, 83.0] {
            let wish = heading(degrees) * 3.0;
            let mut walk = in_scene(&soup, body, 60.0).on(at(-0.8, 0.0, -0.41));
            walk.wish(wish).until(4.0 / wish.x, |w| w.position().x > 0.5);
        }
    }
}

/// The face behind the ledge is seen from below its plane by the body's centre, and counted as a ceiling.
#[test]
fn a_ledge_before_a_slope_that_leads_down_is_climbed() {
    for degrees in [20.0, 35.0, 44.0] {
        let fall = heading(degrees);
        let end = 0.3 - 5.0 * fall.z / fall.x;
        let soup = strip(&[(-3.0, 0.0), (0.0, 0.0), (0.0, 0.3), (5.0, end)], 1.0);
        for (speed, rate) in PACES {
            for body in BODIES {
                let mut walk = in_scene(&soup, body, rate).on(at(-1.5, 0.0, 0.013));
                walk.wish(DVec3::X * speed).until(5.0 / speed, |w| w.position().x > 1.0);
            }
            let mut walk = Walk::in_scene(&soup).with(ball).at_rate(rate).on(at(-1.5, 0.0, 0.013));
            walk.wish(DVec3::X * speed).until(5.0 / speed, |w| w.position().x > 1.0);
        }
    }
}

/// One thin ray looked for the step down: it fell into the slit, or met the bevel.
#[test]
fn neither_a_slit_in_a_slope_nor_a_bevel_of_a_kerb_takes_the_ground_away() {
    let slope = heading(15.0);
    let height = |x: f64| -x * slope.z / slope.x;
    let mut slit = Soup::default();
    for [a, b] in [[-3.0, 0.0], [0.1, 4.0]] {
        let plank =
            strip(&[(a, height(a) - 0.04), (a, height(a)), (b, height(b)), (b, height(b) - 0.04)], 1.0);
        slit.append(&plank);
    }
    let kerb = strip(&[(-3.0, 0.15), (0.0, 0.15), (0.1, 0.0), (3.0, 0.0)], 2.0);
    for (soup, start) in [(&slit, height(-1.0)), (&kerb, 0.15)] {
        for body in BODIES {
            for (speed, rate) in [(0.3, 60.0), (1.0, 60.0), (2.0, 60.0), (3.0, 144.0)] {
                let mut walk = in_scene(soup, body, rate).on(at(-1.0, start, 0.0));
                walk.settle();
                walk.wish(DVec3::X * speed).until(4.0 / speed, |w| w.position().x > 1.0);
                assert_eq!(walk.count(What::LeftGround), 0, "{body:?} at {speed} m/s");
            }
        }
    }
}

/// A step that ended on the floor kept the height of a steep face that it had slid down along, and the next step counted from there.
#[test]
fn two_steep_mounds_higher_than_a_step_are_not_climbed() {
    let mut soup = Soup::default();
    block(&mut soup, at(-3.0, -0.5, -2.0), at(8.0, 0.0, 2.0));
    for z in [-2.0, 2.0] {
        quad(&mut soup, [at(-3.0, -0.5, z), at(8.0, -0.5, z), at(8.0, 3.0, z), at(-3.0, 3.0, z)]);
    }
    mound(
        &mut soup,
        (2.166_095_330_335_487_7, -0.558_098_642_141_656),
        [0.117_052_177_170_366_31, 0.326_775_377_669_519_37, 0.591_752_687_871_521_2],
        (189.163_986_967_732_94, 80.060_890_579_020_34),
    );
    mound(
        &mut soup,
        (1.882_432_867_474_980_2, 0.731_663_970_099_859_2),
        [0.312_775_970_656_520_3, 0.243_396_465_938_254_2, 0.733_101_479_693_517_2],
        (68.598_236_695_204_19, 79.152_332_647_288_93),
    );
    let (world, settings) = (world_of(&soup), Settings { body: BodyShape::Capsule, ..Settings::default() });
    let config = Config::new(&settings).unwrap();
    let mut state = State::with_feet_at(&config, at(-1.2, 0.0, 0.0));
    let (start, mut scratch) = (state.position.y, Scratch::new());
    let input = Input { wish: DVec3::X * 2.0, ..Input::default() };
    for _ in 0..180 {
        step(&world, &config, &mut state, input, 1.0 / 30.0, &mut scratch).unwrap();
        let risen = state.position.y - start;
        assert!(risen < settings.ground.step_height, "{risen} m up");
    }
}

/// A frustum at (x, z): half width, half depth and height, turned about up, with sides of this slope; degrees.
fn mound(soup: &mut Soup, (x, z): (f64, f64), [wide, deep, high]: [f64; 3], (turn, slope): (f64, f64)) {
    let (sin, cos) = turn.to_radians().sin_cos();
    let inset = high / slope.to_radians().tan();
    let corner = |a: f64, y: f64, b: f64| at(x + a * cos + b * sin, y, z - a * sin + b * cos);
    let ring = |more: f64, y: f64| {
        let (a, b) = (wide + more, deep + more);
        [corner(-a, y, -b), corner(-a, y, b), corner(a, y, b), corner(a, y, -b)]
    };
    let (low, top) = (ring(inset, 0.0), ring(0.0, high));
    quad(soup, top);
    for side in 0..4 {
        let next = (side + 1) % 4;
        quad(soup, [low[side], low[next], top[next], top[side]]);
    }
}
