//! What the page copies as Rust compiles, and means what it says. The text is kept by `web/test/settings.test.ts`.

#![allow(clippy::needless_update, clippy::approx_constant, reason = "the copied text is what a page writes")]

use glissando::character::{AccelerationSettings, GroundSettings, Inherit, JumpSettings, SoftSettings};
use glissando::{DQuat, DVec3, Filter, Settings};

#[test]
fn the_page_s_settings_are_rust() {
    let copied = include!("../../../../web/test/copied.rs");
    assert!(glissando::Config::new(&copied).is_ok());
    let usual = Settings::default();
    let expected = Settings {
        body: usual.body,
        radii: DVec3::new(0.5, 1.0, 0.5),
        crouch_radii: DVec3::new(0.5, 0.6, 0.5),
        rounding: usual.rounding,
        rotation: copied.rotation,
        up: DVec3::Z,
        gravity: DVec3::new(0.0, 0.0, -9.81),
        skin: Some(0.004),
        filter: Filter { mask: 5 },
        ground: GroundSettings { step_height: 0.3, ..usual.ground }.with_slopes_degrees(50.0, 60.0),
        pace: AccelerationSettings { acceleration: f64::INFINITY, air_acceleration: 12.5, ..usual.pace },
        jump: JumpSettings { speed: 6.0, coyote_time: 0.1, buffer_time: 0.15 },
        inherit: Inherit::Capped(4.0),
        soft: SoftSettings { layers: 2, push_speed: 3.0 },
    };
    assert_eq!(copied, expected);
    assert!((copied.rotation * DVec3::Y - copied.up).length() < 1e-12);
    assert_ne!(copied.rotation, DQuat::IDENTITY);
}
