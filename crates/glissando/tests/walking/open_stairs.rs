//! Open stairs, whose treads are planks with gaps between them, and slots in a floor: a round body sinks between two edges, and a step
//! counts from the one that it has walked over, so it comes out on the other side.

use glissando::character::BodyShape;
use glissando::{DVec3, Settings, Soup};
use glissando_testkit::scenes::{block, heading};
use glissando_testkit::script::Walk;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Metres a second, and ticks a second.
const PACES: [(f64, f64); 5] = [(0.5, 120.0), (1.5, 60.0), (3.0, 30.0), (5.0, 60.0), (8.0, 30.0)];

/// How many planks a stair has.
const PLANKS: usize = 6;

/// Rise, depth of a plank and distance from one to the next, metres.
const STAIRS: [[f64; 3]; 5] =
    [[0.39, 0.25, 0.9], [0.35, 0.3, 0.8], [0.388, 0.437, 1.1], [0.3, 0.05, 0.5], [0.2, 0.25, 0.9]];

/// From x = 0 on planks, each higher than the last, and a landing as high as the last of them.
fn open_stair([rise, depth, pitch]: [f64; 3]) -> Soup {
    let mut soup = Soup::default();
    block(&mut soup, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0));
    for plank in 0..PLANKS {
        let (x, top) = (plank as f64 * pitch, (plank + 1) as f64 * rise);
        block(&mut soup, DVec3::new(x, top - 0.15, -19.0), DVec3::new(x + depth, top, 19.0));
    }
    let end = PLANKS as f64 * pitch;
    block(&mut soup, DVec3::new(end, -1.0, -19.0), DVec3::new(40.0, PLANKS as f64 * rise, 19.0));
    soup
}

/// In a game on a real level a walker hung between the second plank and the third of such a stair for good: a step counted from its feet,
/// which were below the plank behind it.
#[test]
fn open_stairs_are_climbed_by_every_body_at_every_speed() {
    let mut count = 0;
    for stair in STAIRS {
        let (soup, end) = (open_stair(stair), PLANKS as f64 * stair[2]);
        for body in BODIES {
            for (speed, rate) in PACES {
                for degrees in [0.0, 30.0] {
                    let start = Walk::in_scene(&soup).at_rate(rate);
                    let mut walk = start.with(|s| *s = Settings { body, ..Settings::default() }).on(START);
                    let wish = heading(degrees) * speed;
                    walk.wish(wish).until(4.0 * (end + 2.0) / wish.x, |w| w.position().x > end + 0.5);
                    walk.expect_feet_on(PLANKS as f64 * stair[0]);
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks up open stairs");
}

const START: DVec3 = DVec3::new(-1.0, 0.0, 0.0);

/// Two floors of one height, and a slot between them, deep and narrower than a body.
#[test]
fn a_slot_that_is_narrower_than_the_body_is_walked_over() {
    let mut count = 0;
    for width in [0.1, 0.3, 0.5, 0.62, 0.7] {
        let mut soup = Soup::default();
        block(&mut soup, DVec3::new(-9.0, -3.0, -9.0), DVec3::new(0.0, 0.0, 9.0));
        block(&mut soup, DVec3::new(width, -3.0, -9.0), DVec3::new(9.0, 0.0, 9.0));
        for body in BODIES {
            for (speed, rate) in PACES {
                for step_height in [0.1, 0.4] {
                    let start = Walk::in_scene(&soup).at_rate(rate).with(|s| {
                        *s = Settings { body, ..Settings::default() };
                        (s.ground.step_height, s.ground.snap_distance) = (step_height, step_height);
                    });
                    let mut walk = start.on(START);
                    walk.wish(DVec3::X * speed).until(8.0 / speed, |w| w.position().x > width + 0.5);
                    walk.expect_feet_on(0.0);
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks over slots");
}
