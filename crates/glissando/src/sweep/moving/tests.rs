use super::*;

fn kind() -> UnitTriangle {
    UnitTriangle {
        corners: [DVec3::ZERO; 3],
        edges_only: false,
        one_sided: false,
        one_way: false,
        mirrored: false,
        has_core: false,
        core: Core::POINT,
    }
}

/// A wall far to the right that moves towards the resting sphere.
#[test]
fn a_wall_that_comes_is_met_at_the_exact_time() {
    let motion = Motion::linear(DVec3::X * -10.0).unwrap();
    let triangle = MovingTriangle {
        motion: &motion,
        space: &UnitSpace::WORLD,
        radii: (1.0, 1.0),
        pivot: DVec3::ZERO,
        arms: [DVec3::new(5.0, -9.0, -9.0), DVec3::new(5.0, 9.0, -9.0), DVec3::new(5.0, 0.0, 9.0)],
        span: (0.0, 1.0),
        kind: kind(),
    };
    let hit = sweep_moving(&triangle, DVec3::ZERO, 1.0, (0.0, 1.0), 1.0).unwrap();
    assert!((hit.fraction - 0.4).abs() < 1e-10);
    assert!((hit.separation.normal + DVec3::X).length() < 1e-12);
    assert!(sweep_moving(&triangle, DVec3::X * -7.0, 1.0, (0.0, 1.0), 1.0).is_none());
}

#[test]
fn a_door_that_swings_is_met_when_its_edge_arrives() {
    // A quarter turn about Y of a leaf along Z; the sphere stands at 45 degrees.
    let turn = core::f64::consts::FRAC_PI_2;
    let motion = Motion::from_velocity(DVec3::ZERO, DVec3::Y * turn, DVec3::ZERO, 1.0).unwrap();
    let centre = DVec3::new(2.0, 0.0, 2.0);
    let triangle = MovingTriangle {
        motion: &motion,
        space: &UnitSpace::WORLD,
        radii: (1.0, 1.0),
        pivot: -centre,
        arms: [DVec3::new(0.0, -9.0, 0.0), DVec3::new(0.0, 9.0, 0.0), DVec3::new(0.0, 0.0, 9.0)],
        span: (0.0, 1.0),
        kind: kind(),
    };
    let hit = sweep_moving(&triangle, DVec3::ZERO, 0.5, (0.0, 1.0), 1.0).unwrap();
    // The leaf is at the angle a from Z when its distance from the centre, 2 √2 sin(45° - a), is 0.5.
    let missing = (0.5 / 8.0_f64.sqrt()).asin();
    let angle = core::f64::consts::FRAC_PI_4 - missing;
    let share = (angle / 2.0).tan() / (turn / 2.0).tan();
    assert!((hit.fraction - share).abs() < 1e-9, "{} {share}", hit.fraction);
}

/// The far end of a wide leaf is fast, but does not affect a touch near the hinge.
#[test]
fn a_touch_near_the_hinge_of_a_wide_leaf_is_exact() {
    let turn = core::f64::consts::FRAC_PI_2;
    let motion = Motion::from_velocity(DVec3::ZERO, DVec3::Y * turn, DVec3::ZERO, 1.0).unwrap();
    let centre = DVec3::new(0.2, 0.0, 0.2);
    let triangle = MovingTriangle {
        motion: &motion,
        space: &UnitSpace::WORLD,
        radii: (1.0, 1.0),
        pivot: -centre,
        arms: [DVec3::new(0.0, -90.0, 0.0), DVec3::new(0.0, 90.0, 0.0), DVec3::new(0.0, 0.0, 90.0)],
        span: (0.0, 1.0),
        kind: kind(),
    };
    let hit = sweep_moving(&triangle, DVec3::ZERO, 0.1, (0.0, 1.0), 1.0).unwrap();
    let angle = core::f64::consts::FRAC_PI_4 - (0.1 / (0.2 * 2.0_f64.sqrt())).asin();
    let share = (angle / 2.0).tan() / (turn / 2.0).tan();
    assert!((hit.fraction - share).abs() < 1e-9, "{} {share}", hit.fraction);
}
