//! Steps at the end of a ramp and sills across one: their height counts from the ground before them, not from the feet of a wide body,
//! which are lower by its half width times the slope when it meets them.

use glissando::character::BodyShape;
use glissando::{DVec3, EventKind, Settings, Soup};
use glissando_testkit::scenes::{heading, strip};
use glissando_testkit::script::{Start, Walk, What};

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Degrees.
const SLOPES: [f64; 5] = [5.0, 12.0, 20.0, 35.0, 44.0];

/// Metres a second, and ticks a second.
const PACES: [(f64, f64); 4] = [(0.5, 120.0), (1.5, 60.0), (3.0, 30.0), (8.0, 60.0)];

/// Length of a ramp on the level, metres.
const RAMP: f64 = 2.0;

fn in_scene(soup: &Soup, body: BodyShape, rate: f64) -> Start {
    Walk::in_scene(soup).with(|s| *s = Settings { body, ..Settings::default() }).at_rate(rate)
}

/// A floor, a ramp from x = 0 on, a level piece at its end, and a riser of this height with a ledge behind; the height of the ledge.
fn ramp(degrees: f64, level: f64, riser: f64) -> (Soup, f64) {
    let (top, end) = (RAMP * degrees.to_radians().tan(), RAMP + level);
    let ledge = top + riser;
    let mut profile =
        vec![(-4.0, 0.0), (0.0, 0.0), (RAMP, top), (end, top), (end, ledge), (end + 6.0, ledge)];
    profile.dedup();
    (strip(&profile, 30.0), ledge)
}

/// From the foot of a ramp of 20 degrees a step of 30 cm at its end was refused: to the feet before it, it was 45 cm high.
#[test]
fn a_step_at_the_end_of_a_ramp_is_climbed() {
    let mut count = 0;
    for slope in SLOPES {
        for (level, riser) in [(0.0, 0.1), (0.0, 0.3), (0.0, 0.38), (0.2, 0.38)] {
            let (soup, ledge) = ramp(slope, level, riser);
            for body in BODIES {
                for (speed, rate) in PACES {
                    for degrees in [0.0, 40.0] {
                        let wish = heading(degrees) * speed;
                        let mut walk = in_scene(&soup, body, rate).on(DVec3::new(-0.7, 0.0, 0.0));
                        let end = RAMP + level + 0.5;
                        walk.wish(wish).until(3.0 * (end + 0.7) / wish.x, |w| w.position().x > end);
                        walk.expect_feet_on(ledge).expect_never(What::LeftGround);
                        count += 1;
                    }
                }
            }
        }
    }
    println!("{count} steps at the ends of ramps");
}

#[test]
fn a_riser_that_is_higher_than_a_step_is_refused_at_the_end_of_a_ramp() {
    let mut count = 0;
    for slope in SLOPES {
        for (level, riser) in [(0.0, 0.42), (0.1, 0.42), (0.3, 0.45)] {
            let (soup, ledge) = ramp(slope, level, riser);
            for body in BODIES {
                for (speed, rate) in PACES {
                    let mut walk = in_scene(&soup, body, rate).on(DVec3::new(-0.7, 0.0, 0.0));
                    walk.wish(heading(20.0) * speed).for_seconds(2.0 * (RAMP + 1.0) / speed);
                    if walk.position().x > RAMP + level || walk.feet() > ledge - 0.1 {
                        walk.fail(&format!("{slope} degrees, {riser} m behind {level} m: climbed"));
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} risers at the ends of ramps");
}

/// A beam across a slope, its faces upright, its top parallel to the slope.
#[test]
fn a_sill_across_a_slope_is_walked_over_up_and_down() {
    let (height, begin, end) = (0.25, 1.5, 2.1);
    let mut count = 0;
    for slope in SLOPES {
        let tangent = slope.to_radians().tan();
        let on = |x: f64, above: f64| (x, x * tangent + above);
        let profile =
            [on(-4.0, 0.0), on(begin, 0.0), on(begin, height), on(end, height), on(end, 0.0), on(8.0, 0.0)];
        let soup = strip(&profile, 30.0);
        for body in BODIES {
            for (speed, rate) in PACES {
                for sign in [1.0, -1.0] {
                    let (from, to) = if sign > 0.0 { (0.0, end + 0.7) } else { (end + 1.5, begin - 0.7) };
                    let mut walk = in_scene(&soup, body, rate).on(DVec3::new(from, from * tangent, 0.0));
                    walk.settle();
                    walk.wish(DVec3::X * (sign * speed));
                    walk.until(12.0 / speed, |w| (w.position().x - to) * sign > 0.0);
                    for happened in walk.log() {
                        if let EventKind::SteppedUp { height: step, .. } = happened.event.kind
                            && step > 0.4
                        {
                            walk.fail(&format!("a step of {step} m"));
                        }
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks over sills on slopes");
}

/// Of flat bodies the far side stands on the sloped ledge, higher than its lip: a riser of 0.388 m counted 0.406 m. The slope under a round
/// one counted where it touched that, once it had stepped there, and not at the riser's foot.
#[test]
fn a_riser_all_but_as_high_as_a_step_between_two_slopes_is_climbed() {
    let mut count = 0;
    for (slope, then, step) in
        [(19.7, 19.7, 0.4), (28.3, 28.3, 0.4), (25.6, 0.0, 0.4), (42.7, 31.0, 0.2), (36.0, 36.0, 0.15)]
    {
        let (rise, then) = (f64::to_radians(slope).tan(), f64::to_radians(then).tan());
        let (top, ledge) = (RAMP * rise, RAMP * rise + 0.97 * step);
        let end = ledge + 3.0 * then;
        let profile =
            [(-4.0, 0.0), (0.0, 0.0), (RAMP, top), (RAMP, ledge), (RAMP + 3.0, end), (RAMP + 9.0, end)];
        let soup = strip(&profile, 60.0);
        for body in BODIES {
            for (speed, rate) in [(0.3, 144.0), (1.5, 60.0), (5.0, 30.0), (8.0, 60.0)] {
                for degrees in [0.0, 45.0] {
                    let start = in_scene(&soup, body, rate)
                        .with(|s| (s.ground.step_height, s.ground.snap_distance) = (step, step));
                    let wish = heading(degrees) * speed;
                    let mut walk = start.on(DVec3::new(-0.7, 0.0, 0.0));
                    walk.wish(wish).until(3.0 * (RAMP + 1.4) / wish.x + 1.0, |w| w.position().x > RAMP + 0.6);
                    count += 1;
                }
            }
        }
    }
    println!("{count} risers between slopes");
}
