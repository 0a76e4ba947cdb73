//! Risers that lean back, too steep to climb: sloped kerbs, rocks, battered steps. What is no higher than a step is climbed at every speed,
//! though a tick's wish ends before the edge of the ledge; what is higher is not.

use glissando::character::BodyShape;
use glissando::{DVec3, EventKind, Ground, Soup};
use glissando_testkit::scenes::{heading, strip};
use glissando_testkit::script::{Start, Walk, What};

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Degrees from upright.
const LEANS: [f64; 4] = [3.0, 12.0, 30.0, 42.0];

/// Metres a second, and ticks a second.
const PACES: [(f64, f64); 5] = [(0.3, 60.0), (0.7, 144.0), (1.4, 60.0), (3.0, 30.0), (8.0, 60.0)];

fn in_scene(soup: &Soup, body: BodyShape, rate: f64) -> Start {
    Walk::in_scene(soup).with(|s| s.body = body).at_rate(rate)
}

/// A floor, and from x = 0 on a ledge of this height, whose riser leans back; the distance from its foot to its edge.
fn kerb(height: f64, lean: f64) -> (Soup, f64) {
    let depth = height * lean.to_radians().tan();
    (strip(&[(-4.0, 0.0), (0.0, 0.0), (depth, height), (8.0, height)], 30.0), depth)
}

/// What is above a step of a walker is no step of it.
fn expect_steps_of_at_most(walk: &Walk, most: f64) {
    for happened in walk.log() {
        if let EventKind::SteppedUp { height, .. } = happened.event.kind
            && height > most
        {
            walk.fail(&format!("a step of {height} m"));
        }
    }
}

/// The raised body came down on the riser and slid back along it, in every tick: a box was held by a kerb of 15 cm that leaned back by 3
/// degrees, a capsule by one of 12.
#[test]
fn a_ledge_behind_a_riser_that_leans_back_is_climbed_at_every_speed() {
    let mut count = 0;
    for lean in LEANS {
        for height in [0.05, 0.15, 0.38] {
            let (kerb, depth) = kerb(height, lean);
            for body in BODIES {
                for (speed, rate) in PACES {
                    for degrees in [0.0, 50.0] {
                        let wish = heading(degrees) * speed;
                        let mut walk = in_scene(&kerb, body, rate).on(DVec3::new(-0.5, 0.0, 0.0));
                        walk.always(Ground::Standing).wish(wish);
                        walk.until(2.0 * (depth + 1.3) / wish.x, |w| w.position().x > depth + 0.5);
                        walk.expect_feet_on(height).expect_never(What::LeftGround);
                        expect_steps_of_at_most(&walk, height + 0.01);
                        count += 1;
                    }
                }
            }
        }
    }
    println!("{count} ledges behind risers that lean back");
}

#[test]
fn a_riser_that_is_higher_than_a_step_is_a_slope_too_steep() {
    let mut count = 0;
    for lean in LEANS {
        for height in [0.42, 2.0] {
            let (kerb, _) = kerb(height, lean);
            for body in BODIES {
                for (speed, rate) in PACES {
                    let mut walk = in_scene(&kerb, body, rate).on(DVec3::new(-0.5, 0.0, 0.0));
                    walk.always(Ground::Standing).wish(heading(20.0) * speed);
                    for _ in 0..(rate / speed) as usize {
                        walk.tick();
                        if walk.feet() > 0.03 {
                            walk.fail(&format!("{height} m, {lean} degrees: climbed"));
                        }
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} risers that are too high");
}

/// The ledge goes up along the riser, from less than a step to more than that.
#[test]
fn a_way_up_along_a_riser_counts_from_where_it_began() {
    let mut count = 0;
    for lean in LEANS {
        let depth = lean.to_radians().tan();
        let (low, high) = (DVec3::new(0.3 * depth, 0.3, -8.0), DVec3::new(0.6 * depth, 0.6, 8.0));
        let mut soup = strip(&[(-4.0, 0.0), (0.0, 0.0)], 8.0);
        let foot = |z: f64| DVec3::new(0.0, 0.0, z);
        let back = |at: DVec3| DVec3::new(8.0, at.y, at.z);
        glissando_testkit::scenes::quad(&mut soup, [foot(-8.0), low, high, foot(8.0)]);
        glissando_testkit::scenes::quad(&mut soup, [low, back(low), back(high), high]);
        for body in BODIES {
            for (speed, rate) in [(0.7, 60.0), (3.0, 60.0)] {
                for degrees in [10.0, 40.0, 60.0, 75.0] {
                    for start in [-6.0, -3.0, -1.0] {
                        let mut walk = in_scene(&soup, body, rate).on(DVec3::new(-0.45, 0.0, start));
                        let towards = heading(degrees);
                        let wish = DVec3::new(towards.x, 0.0, towards.z.abs()) * speed;
                        walk.wish(wish).for_seconds(2.0 / speed);
                        expect_steps_of_at_most(&walk, 0.42);
                        count += 1;
                    }
                }
            }
        }
    }
    println!("{count} walks before a ledge that rises");
}

#[test]
fn who_stops_on_a_riser_comes_to_rest_on_ground() {
    let mut count = 0;
    for lean in [6.0, 12.0, 20.0, 30.0] {
        let (kerb, depth) = kerb(0.3, lean);
        for body in BODIES {
            for (speed, rate) in [(0.3, 60.0), (0.3, 144.0), (0.7, 60.0), (1.4, 144.0)] {
                let mut walk = in_scene(&kerb, body, rate).on(DVec3::new(-0.5, 0.0, 0.0));
                walk.always(Ground::Standing).wish(DVec3::X * speed);
                for _ in 0..60 {
                    walk.tick();
                    let (at, is_part_way) = (walk.position(), walk.feet() > 0.02 && walk.feet() < 0.25);
                    if is_part_way {
                        walk.stop().for_seconds(0.5).expect_speed_below(1e-9);
                        let is_on_floor = walk.feet().abs() < 0.02;
                        if !is_on_floor && walk.position().x < depth - 0.5 {
                            walk.fail(&format!("hangs on the riser, from {at:?}"));
                        }
                        count += 1;
                        break;
                    }
                }
            }
        }
    }
    println!("{count} stops on a riser");
    assert!(count > 20, "{count}");
}

#[test]
fn stairs_with_risers_that_lean_back_are_climbed_and_walked_down() {
    let mut count = 0;
    for (rise, lean) in [(0.15, 5.0), (0.2, 12.0), (0.25, 20.0), (0.3, 10.0), (0.2, 30.0)] {
        let (tread, depth) = (0.35_f64, rise * f64::to_radians(lean).tan());
        let mut profile = vec![(-4.0, 0.0)];
        for number in 0..6 {
            let (x, y) = (f64::from(number) * tread, f64::from(number) * rise);
            profile.extend([(x, y), (x + depth, y + rise)]);
        }
        let length = 6.0 * tread;
        profile.push((length + 3.0, 6.0 * rise));
        let stairs = strip(&profile, 30.0);
        for body in BODIES {
            for (speed, rate) in [(1.0, 60.0), (3.0, 60.0), (5.0, 30.0)] {
                for degrees in [0.0, 40.0] {
                    let wish = heading(degrees) * speed;
                    let mut walk = in_scene(&stairs, body, rate).on(DVec3::new(-1.0, 0.0, 0.0));
                    walk.always(Ground::Standing).wish(wish);
                    walk.until(2.0 * (length + 2.0) / wish.x, |w| w.position().x > length + 0.8);
                    walk.expect_feet_on(6.0 * rise);
                    walk.wish(-wish).until(2.0 * (length + 2.0) / wish.x, |w| w.position().x < -0.8);
                    walk.expect_feet_on(0.0).expect_never(What::LeftGround);
                    count += 1;
                }
            }
        }
    }
    println!("{count} stairs up and down");
}
