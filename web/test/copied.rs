Settings {
    radii: DVec3::new(0.5, 1.0, 0.5),
    crouch_radii: DVec3::new(0.5, 0.6, 0.5),
    rotation: DQuat::from_xyzw(0.7071067811865476, 0.0, 0.0, 0.7071067811865476),
    up: DVec3::new(0.0, 0.0, 1.0),
    gravity: DVec3::new(0.0, 0.0, -9.81),
    skin: Some(0.004),
    filter: Filter { mask: 5 },
    ground: GroundSettings { step_height: 0.3, ..GroundSettings::default() }.with_slopes_degrees(50.0, 60.0),
    pace: AccelerationSettings { acceleration: f64::INFINITY, air_acceleration: 12.5, ..AccelerationSettings::default() },
    jump: JumpSettings { speed: 6.0, coyote_time: 0.1, buffer_time: 0.15 },
    inherit: Inherit::Capped(4.0),
    soft: SoftSettings { layers: 2, push_speed: 3.0 },
    ..Settings::default()
}
