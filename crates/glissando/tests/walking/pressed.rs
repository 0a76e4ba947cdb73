//! A body that slides along a wall and presses into it: it has no velocity into the wall, and still steps up where that ends at a ledge.

use glissando::character::BodyShape;
use glissando::{DVec3, Settings, Soup};
use glissando_testkit::scenes::block;
use glissando_testkit::script::Walk;

/// What a tick wants then leads along the wall, but for a ten thousandth, which was too little for a step: at 60 Hz a box slid along the
/// kerb for ever, which it climbed at 30 Hz.
#[test]
fn a_kerb_flush_with_a_wall_is_climbed_by_who_slides_along_the_wall() {
    let mut count = 0;
    let mut soup = Soup::default();
    block(&mut soup, DVec3::new(-10.0, -0.5, -10.0), DVec3::new(40.0, 0.0, 60.0));
    block(&mut soup, DVec3::new(1.0, -0.5, -10.0), DVec3::new(40.0, 0.6, 0.0));
    block(&mut soup, DVec3::new(1.0, -0.5, 0.0), DVec3::new(40.0, 0.3, 60.0));
    for body in [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder] {
        for (speed, degrees) in [(3.0, 45.0), (5.0, 20.0), (5.0, 45.0), (5.0, 60.0), (8.0, 45.0)] {
            for rate in [20.0, 30.0, 60.0, 120.0, 144.0, 240.0] {
                let start = Walk::in_scene(&soup)
                    .with(|s| *s = Settings { body, ..Settings::default() })
                    .at_rate(rate);
                let mut walk = start.on(DVec3::new(0.5, 0.0, -3.0));
                let (sin, cos) = f64::to_radians(degrees).sin_cos();
                walk.wish(DVec3::new(sin, 0.0, cos) * speed).until(4.0, |w| w.feet() > 0.28);
                if walk.position().z > 1.5 {
                    walk.fail("stepped up late");
                }
                count += 1;
            }
        }
    }
    println!("{count} walks along a wall and a kerb");
}
