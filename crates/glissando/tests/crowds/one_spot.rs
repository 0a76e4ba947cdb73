//! Many that are put on one spot, as at a spawn or where a teleport ends.

use glissando::crowd::{Meeting, Member};
use glissando::{Config, DVec3, Settings, State};
use glissando_testkit::crowds::Crowd;
use glissando_testkit::stages::{bodies, floor};

/// Seconds until none of so many overlaps another, on a spiral of this radius.
fn seconds_to_part(settings: &Settings, count: usize, radius: f64, wish: DVec3) -> f64 {
    let world = floor();
    let config = Config::new(settings).unwrap();
    let mut crowd = Crowd::default();
    for index in 0..count {
        let (sin, cos) = (2.4 * index as f64).sin_cos();
        let feet = DVec3::new(cos, 0.0, sin) * (radius * index as f64 / count as f64);
        crowd.add(Member::new(config, State::with_feet_at(&config, feet)), wish);
    }
    for tick in 0..60 * 60 {
        let report = crowd.step(&world, 1.0 / 60.0);
        let mut meetings = report.members().flat_map(|member| member.meetings);
        if !meetings.any(|meeting| matches!(meeting, Meeting::Overlaps { .. })) {
            return f64::from(tick) / 60.0;
        }
    }
    f64::INFINITY
}

/// Five and more that stood still stayed inside of each other: those around were walls for those in the middle.
#[test]
fn many_on_one_spot_part() {
    for settings in bodies() {
        for (count, radius) in [(2, 0.0), (5, 0.0), (8, 0.0), (5, 0.1), (10, 0.01), (20, 0.3)] {
            for wish in [DVec3::ZERO, DVec3::X * 3.0] {
                let seconds = seconds_to_part(&settings, count, radius, wish);
                assert!(seconds < 20.0, "{:?}: {count} within {radius} m, wish {wish:?}", settings.body);
            }
        }
    }
}

/// Members at exactly one place leave it in all directions: along one line only two could leave at a time, and thirty took more than 20 s.
#[test]
fn many_at_one_place_part_to_all_sides() {
    for settings in bodies() {
        for (count, most) in [(2, 0.5), (5, 1.5), (10, 2.5), (30, 15.0)] {
            let seconds = seconds_to_part(&settings, count, 0.0, DVec3::ZERO);
            println!("{:?}: {count} in {seconds} s", settings.body);
            assert!(seconds < most, "{:?}: {count} in {seconds} s", settings.body);
        }
    }
}
