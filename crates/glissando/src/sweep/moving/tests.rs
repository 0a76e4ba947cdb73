use super::*;
use crate::geometry::{Core, Shape};
use crate::math::DQuat;
use crate::random::Numbers;

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

/// A random body and a random triangle near it, of a body that turns: what the body is, the motion and the corners.
fn random_pair(numbers: &mut Numbers, kind: usize) -> (Shape, Motion, [DVec3; 3]) {
    let rotation = DQuat::from_xyzw(numbers.next(), numbers.next(), numbers.next(), 1.5);
    let rotation = rotation.try_normalize().unwrap();
    let mut size = || 0.1 + 0.9 * numbers.next().abs();
    let shape = match kind % 3 {
        0 => Shape::capsule(size(), 1.0 + size(), rotation),
        1 => Shape::cuboid(DVec3::new(size(), size(), size()), 0.02 * size(), rotation),
        _ => Shape::cylinder(size(), size(), 0.02 * size(), rotation),
    };
    let (linear, angular) = (numbers.vector(1.0), numbers.vector(0.9));
    let motion = Motion::from_velocity(linear, angular, DVec3::ZERO, 1.0).unwrap();
    (shape.unwrap(), motion, [(); 3].map(|()| numbers.vector(2.5)))
}

/// The theorems of the planes, on random pairs: a step by the other planes never passes the level, and a core that is never met never
/// comes to it.
#[test]
fn steps_end_before_the_level() {
    let (mut numbers, mut longer, mut never_met, mut cases) = (Numbers::new(), [0; 3], 0, 0);
    for number in 0..30_000 {
        let (shape, motion, arms) = random_pair(&mut numbers, number);
        let space = UnitSpace::of(&shape);
        let kind = UnitTriangle { has_core: true, core: space.core(), ..kind() };
        let radii = (shape.smallest_radius(), shape.largest_radius());
        let pivot = numbers.vector(1.0);
        let triangle =
            MovingTriangle { motion: &motion, space: &space, radii, pivot, arms, span: (0.1, 0.9), kind };
        let world_translation = numbers.vector(1.0);
        let translation = space.unit_from_world * world_translation;
        let sweep = Advance { triangle: &triangle, translation, world_translation };
        let time = 0.5 + 0.5 * numbers.next();
        let moment = sweep.moment(time);
        let now = &moment.separation;
        let gap = 0.1_f64.powi(1 + (number % 9) as i32) / radii.0;
        let level = now.radii - gap;
        // The distance of a capsule is that of no convex sum where its axis cuts the triangle.
        if shape.is_capsule() && level < 0.0 {
            continue;
        }
        let plain = sweep.safe_step(&moment, 1.0, level, false);
        let other = sweep.step_by_other_planes(&moment.triangle, now, (time, 1.0), level);
        longer[number % 3] += u32::from(other > 2.0 * plain);
        let is_never_met = plain == f64::INFINITY;
        never_met += u32::from(is_never_met);
        for step in [if is_never_met { plain } else { 0.0 }, other] {
            let last = if time + step < 1.0 { step } else { 1.0 - time };
            for part in 1..=8 {
                let at = time + last * f64::from(part) / 8.0;
                let there = sweep.moment(at).separation.radii;
                assert!(there > level - 1e-9, "{number}: {there} after {at} under {level}, {shape:?}");
                cases += 1;
            }
        }
    }
    println!("{cases} places; steps more than twice as long: {longer:?}; {never_met} never met");
    assert!(longer.iter().all(|&count| count > 500) && never_met > 500, "{longer:?} {never_met}");
}

/// The edge of a table that turns lies across the edge of a box and leaves it slowly: the plane that turns with the table tips
/// past the far corners of the box, so its steps alone do not get away from the touch.
#[test]
fn an_edge_that_turns_and_recedes_is_not_hit() {
    let shape = Shape::cuboid(DVec3::new(0.4, 0.9, 0.4), 0.004, DQuat::IDENTITY).unwrap();
    let space = UnitSpace::of(&shape);
    let kind = UnitTriangle { has_core: true, core: space.core(), ..kind() };
    let (out, level) = (DVec3::new(0.8, 0.0, 0.6), DVec3::new(0.6, 0.0, -0.8));
    let touched = DVec3::new(0.396, 0.1, 0.396) + out * 0.006;
    for speed in [1e-3, -1e-3] {
        let motion = Motion::from_velocity(out * speed, level * 0.5, DVec3::ZERO, 1.0).unwrap();
        let edge = (level + DVec3::Y) * 2.0;
        let triangle = MovingTriangle {
            motion: &motion,
            space: &space,
            radii: (0.004, 0.004),
            pivot: touched,
            arms: [-edge, edge, out * 3.0],
            span: (0.0, 1.0),
            kind,
        };
        let hit = sweep_moving(&triangle, DVec3::ZERO, 1.5, (0.0, 1.0), 1.0);
        assert_eq!(hit.map(|hit| hit.fraction < 1e-6), (speed < 0.0).then_some(true), "{speed}: {hit:?}");
    }
}
