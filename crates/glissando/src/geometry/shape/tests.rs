use super::*;
use alloc::string::ToString;

#[test]
fn a_capsule_is_as_long_as_its_core_and_two_radii() {
    let quarter = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    let lying = Shape::capsule(0.25, 1.0, quarter).unwrap();
    assert!((lying.half_extents() - DVec3::new(1.25, 0.25, 0.25)).length() < 1e-15);
    assert!((lying.extent_along(DVec3::new(0.6, 0.8, 0.0)) - 0.85).abs() < 1e-15);
    assert!((lying.shell_along(2.0, DVec3::X) - 1.5).abs() < 1e-15);
    assert_eq!(
        (lying.largest_radius(), lying.smallest_radius(), lying.core_radii().half_extents.y),
        (1.25, 0.25, 4.0)
    );
    assert!(lying.is_capsule() && !Shape::sphere(1.0).unwrap().is_capsule());
}

#[test]
fn capsules_without_size_or_proportion_are_refused_by_name() {
    let told =
        |radius, half_height| Shape::capsule(radius, half_height, DQuat::IDENTITY).unwrap_err().to_string();
    assert_eq!(told(0.5, 0.0), "half height of the capsule is 0: use a sphere (Shape::sphere) instead");
    assert_eq!(told(0.5, -1.0), "half height of the capsule is -1: it must lie between 0.0001 and 1000000");
    assert_eq!(told(0.5, f64::NAN), "half height of the capsule is NaN: it must be a finite number");
    assert_eq!(told(0.0, 1.0), "radius is 0: it must lie between 0.0001 and 1000000");
    let thin = told(1e-4, 2.0);
    assert!(thin.starts_with("half the length of the capsule over its radius is 20001: "), "{thin}");
}

#[test]
fn a_box_has_its_rounding_inside_and_may_be_a_capsule_or_a_sphere() {
    let eighth = DQuat::from_xyzw(0.0, 0.0, 0.382_683_432_365_089_8, 0.923_879_532_511_286_7);
    let turned = Shape::cuboid(DVec3::new(1.5, 1.5, 0.5), 0.5, eighth).unwrap();
    assert_eq!((turned.smallest_radius(), turned.smallest_half_extent()), (0.5, 0.5));
    let diagonal = DVec3::new(0.5 + 2.0_f64.sqrt(), 0.5 + 2.0_f64.sqrt(), 0.5);
    assert!((turned.half_extents() - diagonal).length() < 1e-15);
    assert!((turned.extent_along(DVec3::X) - diagonal.x).abs() < 1e-15);
    assert!(turned.is_box() && !turned.is_capsule());
    let person = |half| Shape::cuboid(half, 0.25, DQuat::IDENTITY).unwrap();
    let capsule = Shape::capsule(0.25, 1.0, DQuat::IDENTITY).unwrap();
    assert_eq!(person(DVec3::new(0.25, 1.25, 0.25)), capsule);
    assert_eq!(person(DVec3::splat(0.25)), Shape::sphere(0.25).unwrap());
}

#[test]
fn boxes_without_size_or_proportion_are_refused_by_name() {
    let told = |half, rounding| {
        let refused = Shape::cuboid(DVec3::new(half, 1.0, 1.0), rounding, DQuat::IDENTITY);
        refused.unwrap_err().to_string()
    };
    assert_eq!(told(-1.0, 0.1), "half extent of the box is -1: it must lie between 0.0001 and 1000000");
    assert_eq!(told(f64::NAN, 0.1), "half extent of the box is NaN: it must be a finite number");
    assert_eq!(told(0.5, 0.0), "rounding of the box is 0: it must lie between 0.001 and 0.5");
    assert_eq!(told(0.5, 0.75), "rounding of the box is 0.75: it must lie between 0.001 and 0.5");
    let thin = told(11.0, 0.001);
    assert!(thin.starts_with("half extent of the box over its rounding is 11000: "), "{thin}");
}

#[test]
fn a_cylinder_has_its_rounding_inside_and_may_be_a_capsule() {
    let quarter = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    let lying = Shape::cylinder(0.5, 1.5, 0.25, quarter).unwrap();
    assert!((lying.half_extents() - DVec3::new(1.5, 0.5, 0.5)).length() < 1e-15);
    let diagonal = DVec3::new(0.6, 0.8, 0.0);
    assert!((lying.extent_along(diagonal) - (0.25 + 1.25 * 0.6 + 0.25 * 0.8)).abs() < 1e-15);
    let across = DVec3::new(0.0, 0.6, 0.8);
    assert!((lying.extent_along(across) - 0.5).abs() < 1e-15);
    assert_eq!((lying.smallest_radius(), lying.smallest_half_extent()), (0.25, 0.5));
    assert!(lying.is_cylinder() && !lying.is_box() && !lying.is_capsule());
    let capsule = Shape::capsule(0.25, 1.0, DQuat::IDENTITY).unwrap();
    assert_eq!(Shape::cylinder(0.25, 1.25, 0.25, DQuat::IDENTITY).unwrap(), capsule);
    let told =
        |radius, rounding| Shape::cylinder(radius, 1.0, rounding, DQuat::IDENTITY).unwrap_err().to_string();
    assert_eq!(told(-1.0, 0.1), "radius of the cylinder is -1: it must lie between 0.0001 and 1000000");
    assert_eq!(told(f64::NAN, 0.1), "radius of the cylinder is NaN: it must be a finite number");
    assert_eq!(told(0.5, 0.75), "rounding of the cylinder is 0.75: it must lie between 0.001 and 0.5");
    assert!(told(11.0, 0.001).starts_with("largest extent of the cylinder over its rounding is 11000: "));
}
