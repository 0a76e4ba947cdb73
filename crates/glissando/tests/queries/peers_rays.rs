//! Rays of the test suites of other engines, with their figures.
//!
//! Their solids are meshes here: a ray that starts in one meets its surface from within, and one of no length meets nothing.

use glissando::{Body, DAffine3, DQuat, DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

fn solid(center: [f32; 3], half: [f32; 3], pose: DAffine3) -> World {
    let soup = Soup::cuboid(Vec3::from(center), Vec3::from(half));
    let mut world = World::new();
    world.insert(Body::new(Mesh::build(&soup, &MeshOptions::default()).unwrap().0).at(pose)).unwrap();
    world
}

fn fraction(world: &World, from: DVec3, way: DVec3) -> Option<f64> {
    let hit = world.ray(from, way, Filter::ALL).unwrap();
    assert_eq!(
        world.is_blocked_between(from, from + way, Filter::ALL).unwrap(),
        hit.is_some(),
        "{from:?} {way:?}"
    );
    hit.map(|hit| hit.fraction)
}

fn is_near(found: Option<f64>, want: Option<f64>) -> bool {
    match (found, want) {
        (Some(found), Some(want)) => (found - want).abs() < 1e-6,
        (found, want) => found == want,
    }
}

/// Jolt `RayShapeTests`: rays before, into, through, out of and behind a solid that is entered at `a` and left at `b`, both ways.
fn check_ring(world: &World, pose: DAffine3, a: DVec3, b: DVec3) {
    for (a, b) in [(a, b), (b, a)] {
        let through = b - a;
        let [far, before, within] = [-2.0, -0.1, 0.1].map(|share| a + through * share);
        let [inside, behind, beyond] = [-0.1, 0.1, 2.0].map(|share| b + through * share);
        let cases = [
            (far, before, None),
            (before, before, None),
            (before, within, Some(0.5)),
            (before, behind, Some(0.1 / 1.2)),
            (inside, inside, None),
            (inside, behind, Some(0.5)),
            (behind, beyond, None),
        ];
        for (from, to, want) in cases {
            let (start, way) = (pose.transform_point(from), pose.transform_vector(to - from));
            let found = fraction(world, start, way);
            assert!(is_near(found, want), "{from:?} to {to:?}: {want:?}, but {found:?}");
        }
    }
}

#[test]
fn rays_meet_boxes_that_are_placed_scaled_and_mirrored() {
    let (sin, cos) = std::f64::consts::FRAC_PI_8.sin_cos();
    let places = [
        (DQuat::IDENTITY, DVec3::ZERO),
        (DQuat::from_xyzw(sin, 0.0, 0.0, cos), DVec3::new(2.0, 3.0, 4.0)),
        (DQuat::from_xyzw(0.3, -0.5, 0.1, 0.7).try_normalize().unwrap(), DVec3::new(1e5, -2e5, 3e4)),
    ];
    for (rotation, translation) in places {
        // TestConvexHullShapeRay, TestScaledShapeRay, the same inside out.
        for scale in [DVec3::ONE, DVec3::new(2.0, 3.0, 4.0), DVec3::new(-2.0, 3.0, 4.0)] {
            let pose = DAffine3::from_scale_rotation_translation(scale, rotation, translation);
            let world = solid([0.5; 3], [2.5, 4.5, 6.5], pose);
            check_ring(&world, pose, DVec3::X * -2.0, DVec3::X * 3.0);
            check_ring(&world, pose, DVec3::Y * -4.0, DVec3::Y * 5.0);
            check_ring(&world, pose, DVec3::Z * -6.0, DVec3::Z * 7.0);
        }
    }
    let world = solid([0.5; 3], [2.5, 4.5, 6.5], DAffine3::IDENTITY);
    for y in [-5.0, 0.0, 6.0] {
        assert_eq!(fraction(&world, DVec3::new(-3.0, y, 0.0), DVec3::Y), None, "Jolt TestRayMiss at {y}");
    }
}

#[test]
fn a_ray_at_the_middle_of_a_turned_box_meets_its_outside() {
    // Parry cuboid_ray_cast, issue 242: the normal leads out of the box, and from there no ray away meets it again.
    let mut random = Random::new(242);
    for _ in 0..200 {
        let half = random.pick(&[[1.0_f32, 1.0, 1.0], [1.0, 1.0, 0.5], [0.5, 1.0, 0.5]]);
        let (rotation, from) = (random.rotation(), random.direction() * 5.0);
        let pose = DAffine3::from_scale_rotation_translation(DVec3::ONE, rotation, DVec3::ZERO);
        let world = solid([0.0; 3], half, pose);
        let hit = world.ray(from, from * -1.0, Filter::ALL).unwrap().expect("the box is in the way");
        let half = DVec3::from(half.map(f64::from));
        let is_inside = |at: DVec3| {
            let beyond = pose.try_inverse().unwrap().transform_point(at).abs() - half;
            beyond.max_element() < 0.0
        };
        let outside = hit.point + hit.normal * 1e-3;
        assert!(is_inside(hit.point - hit.normal * 1e-3) && !is_inside(outside), "{hit:?}");
        assert_eq!(fraction(&world, outside, from - outside), None, "{hit:?}");
    }
}

#[test]
fn rays_at_the_corner_of_a_column_never_pass_to_its_back() {
    // Parry convexpoly_raycast_fuzz: along the side of a square column, nearer and nearer to its corner.
    let world = solid([1.5, 1.5, 0.0], [0.5, 0.5, 1.0], DAffine3::IDENTITY);
    for k in 0..1000 {
        let from = DVec3::new(3.0, 1.0 + f64::from(k) * 1e-3, 0.0);
        let way = (DVec3::Y * 2.0 - from).try_normalize().unwrap() * 100.0;
        let distance = fraction(&world, from, way).map(|fraction| fraction * 100.0);
        assert!(distance.is_some_and(|d| (1.0 - 1e-9..2.0_f64.sqrt()).contains(&d)), "{k}: {distance:?}");
    }
}

#[test]
fn rays_through_the_vertices_of_a_field_meet_it_from_both_sides() {
    // Jolt HeightFieldShapeTests TestPlane, Box3D RayCastFlatField.
    let world = scenes::world_of(&Soup::plane(Vec3::ZERO, 7.5, 7.5, 15));
    for k in 0..256 {
        let at = DVec3::new(f64::from(k % 16) - 7.5, 0.0, f64::from(k / 16) - 7.5);
        for way in [DVec3::Y * -10.0, DVec3::Y * 10.0] {
            assert_eq!(fraction(&world, at - way * 0.5, way), Some(0.5), "{at:?}");
        }
    }
}

#[test]
fn the_sides_of_a_triangle_count_as_its_material_says() {
    // Parry cast_ray_on_trimesh_with_culling: at a corner, too.
    let mut soup = Soup::default();
    soup.push([Vec3::ZERO, Vec3::X, Vec3::Y], 0);
    let both = scenes::world_of(&soup);
    let options = MeshOptions { one_sided: vec![0], ..MeshOptions::default() };
    let mut front = World::new();
    front.insert_mesh(Mesh::build(&soup, &options).unwrap().0);
    for (x, y) in [(0.2, 0.2), (0.0, 0.0)] {
        for height in [1.0, -1.0] {
            let (from, way) = (DVec3::new(x, y, height), DVec3::Z * -2.0 * height);
            assert!(is_near(fraction(&both, from, way), Some(0.5)), "{from:?}");
            assert_eq!(fraction(&front, from, way).is_some(), height > 0.0, "{from:?}");
        }
    }
}

#[test]
fn a_ray_in_the_plane_of_a_wall_misses_it_and_one_across_meets_it() {
    // Parry ray_cast: parallel, collinear (a hit there, by the documented rule none here) and perpendicular, as a wall.
    let corner = |y: f64, z: f64| DVec3::new(0.0, y, z);
    let mut soup = Soup::default();
    scenes::quad(&mut soup, [corner(-10.0, -1.0), corner(10.0, -1.0), corner(10.0, 1.0), corner(-10.0, 1.0)]);
    let world = scenes::world_of(&soup);
    for y in [0.0, -12.0, 12.0] {
        assert_eq!(fraction(&world, DVec3::Y * y, DVec3::Y * 30.0), None, "in the plane from {y}");
        assert_eq!(fraction(&world, DVec3::new(2.0, y, 0.0), DVec3::Y * 30.0), None, "beside it from {y}");
    }
    for (x, y, want) in [(-1.0, 0.0, Some(0.5)), (1.0, 0.0, None), (0.0, 3.0, Some(0.0)), (0.0, 11.0, None)] {
        assert_eq!(fraction(&world, DVec3::new(x, y, 0.0), DVec3::X * 2.0), want, "across from {x} {y}");
    }
}

#[test]
fn a_box_far_away_is_met_at_the_same_fraction() {
    // Box3D CastRayFarFromOrigin and CastRayRotatedBody.
    for origin in [DVec3::ZERO, DVec3::new(1e6, -2e6, 5e5), DVec3::new(9e8, -9e8, 9e8)] {
        let world = solid([0.0; 3], [1.0; 3], DAffine3::from_translation(origin + DVec3::X * 5.0));
        assert!(is_near(fraction(&world, origin, DVec3::X * 10.0), Some(0.4)), "{origin:?}");
    }
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turn = DQuat::from_xyzw(0.0, 0.0, half, half);
    let pose = DAffine3::from_scale_rotation_translation(DVec3::ONE, turn, DVec3::ZERO);
    let world = solid([0.0, 2.0, 0.0], [0.5; 3], pose);
    let hit = world.ray(DVec3::ZERO, DVec3::X * -4.0, Filter::ALL).unwrap().expect("it is at x = -2");
    assert!((hit.fraction - 0.375).abs() < 1e-9 && (hit.normal - DVec3::X).length() < 1e-9, "{hit:?}");
}
