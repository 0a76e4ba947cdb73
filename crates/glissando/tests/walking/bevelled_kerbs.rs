//! Kerbs with a bevelled edge, and kerbs that are met at a small angle: climbed at every speed and rate, though a slow tick ends on the
//! bevel, or beside the edge.

use glissando::character::BodyShape;
use glissando::{DVec3, EventKind, Settings, Soup};
use glissando_testkit::scenes::{block, heading, strip};
use glissando_testkit::script::Walk;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Metres a second, and ticks a second.
const PACES: [(f64, f64); 5] = [(0.3, 144.0), (0.7, 60.0), (1.5, 30.0), (3.0, 60.0), (8.0, 30.0)];

/// Floor, upright face, bevel at this many degrees from upright, and a ledge of this height; how deep the bevel is.
fn bevelled(height: f64, bevel: f64, degrees: f64) -> (Soup, f64) {
    let depth = bevel * degrees.to_radians().tan();
    let profile = [(-4.0, 0.0), (0.0, 0.0), (0.0, height - bevel), (depth, height), (depth + 6.0, height)];
    (strip(&profile, 90.0), depth)
}

fn walk_on(soup: &Soup, body: BodyShape, rate: f64, from: DVec3) -> Walk {
    Walk::in_scene(soup).with(|s| *s = Settings { body, ..Settings::default() }).at_rate(rate).on(from)
}

/// A box at 14 degrees to a kerb with a bevel of 1.3 cm slid along it for good; so did round bodies.
#[test]
fn a_bevelled_kerb_is_climbed_at_every_angle_and_speed() {
    let mut count = 0;
    for (height, bevel, degrees) in
        [(0.2, 0.0133, 44.9), (0.388, 0.1, 44.9), (0.388, 0.28, 44.9), (0.3, 0.05, 30.0), (0.35, 0.02, 20.0)]
    {
        let (soup, depth) = bevelled(height, bevel, degrees);
        for body in BODIES {
            for (speed, rate) in PACES {
                for angle in [0.0, 45.0, 75.0, 81.0] {
                    let wish = heading(angle) * speed;
                    let mut walk = walk_on(&soup, body, rate, DVec3::new(-0.7, 0.0, -60.0));
                    walk.wish(wish)
                        .until(3.0 * (depth + 1.4) / wish.x + 1.0, |w| w.position().x > depth + 0.5);
                    walk.expect_feet_on(height);
                    for happened in walk.log() {
                        if let EventKind::SteppedUp { height: step, .. } = happened.event.kind
                            && step > height + 0.01
                        {
                            walk.fail(&format!("a step of {step} m"));
                        }
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks onto bevelled kerbs");
}

#[test]
fn a_bevelled_kerb_that_is_higher_than_a_step_is_not_climbed() {
    let mut count = 0;
    for (height, bevel) in [(0.43, 0.02), (0.43, 0.2), (0.6, 0.35)] {
        let (soup, depth) = bevelled(height, bevel, 44.0);
        for body in BODIES {
            for (speed, rate) in PACES {
                for angle in [0.0, 60.0] {
                    let wish = heading(angle) * speed;
                    let mut walk = walk_on(&soup, body, rate, DVec3::new(-0.7, 0.0, -30.0));
                    walk.wish(wish).for_seconds(4.0 / wish.x);
                    if walk.position().x > depth {
                        walk.fail(&format!("{height} m with a bevel of {bevel} m: climbed"));
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks to kerbs that are too high");
}

/// The displacement that leads a body from its rest shell onto an edge was along the wish: at 7 degrees an eighth of it led into the kerb.
#[test]
fn a_slow_walk_at_a_small_angle_steps_onto_a_kerb_at_every_rate() {
    let mut soup = Soup::default();
    block(&mut soup, DVec3::new(-9.0, -0.5, -3.0), DVec3::new(90.0, 0.0, 0.5));
    block(&mut soup, DVec3::new(-9.0, -0.5, 0.0), DVec3::new(90.0, 0.388, 4.0));
    let mut count = 0;
    for body in BODIES {
        for (speed, rate) in [(0.3, 60.0), (0.3, 144.0), (0.7, 120.0), (1.5, 144.0)] {
            for angle in [7.3, 10.0, 14.3] {
                let wish = heading(angle) * speed;
                let mut walk = walk_on(&soup, body, rate, DVec3::new(0.0, 0.0, -0.45));
                walk.wish(wish).until(3.0 / wish.z, |w| w.position().z > 0.3);
                count += 1;
            }
        }
    }
    println!("{count} walks along a kerb");
}
