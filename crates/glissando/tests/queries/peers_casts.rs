//! Casts of the test suites of other engines, with their figures; a row begins with the project and the name of its test.
//!
//! Their solids are meshes here, so they are hollow, and a cast that leaves what it overlaps hits nothing.

use glissando::{Body, DAffine3, DQuat, DVec3, Mesh, MeshOptions, Shape, Soup, Sweep, Vec3, World};
use glissando_testkit::scenes;

/// The name, the body, its start and its way; the fraction and the normal of the hit, or none.
type Cast = (&'static str, Shape, [f64; 3], [f64; 3], Option<(f64, [f64; 3])>);

/// Exact but for rounding: of `f32` corners where they are not whole numbers.
fn check(world: &World, casts: &[Cast]) {
    for &(name, shape, from, way, want) in casts {
        let (from, way) = (DVec3::from(from), DVec3::from(way));
        let hit = world.sweep(&Sweep::new(shape, from, way).unwrap());
        let is_right = match (want, &hit) {
            (None, None) => true,
            (Some((fraction, normal)), Some(hit)) => {
                let normal = DVec3::from(normal).try_normalize().unwrap();
                (hit.fraction - fraction).abs() < 2e-6 && (hit.normal - normal).length() < 1e-5
            }
            _ => false,
        };
        assert!(is_right, "{name}: {from:?} {way:?}: {want:?}, but {hit:?}");
    }
}

fn ball(radius: f64) -> Shape {
    Shape::sphere(radius).unwrap()
}

/// A box with edges of a millimetre.
fn cuboid(half: [f64; 3]) -> Shape {
    Shape::cuboid(DVec3::from(half), 1e-3, DQuat::IDENTITY).unwrap()
}

/// A capsule along x: radius 1, axis from -2 to 2.
fn lying() -> Shape {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    Shape::capsule(1.0, 2.0, DQuat::from_xyzw(0.0, 0.0, half, half)).unwrap()
}

fn triangle(corners: [[f32; 3]; 3], one_sided: bool) -> World {
    let mut soup = Soup::default();
    soup.push(corners.map(Vec3::from), 0);
    let options =
        MeshOptions { one_sided: if one_sided { vec![0] } else { vec![] }, ..MeshOptions::default() };
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &options).unwrap().0);
    world
}

/// Nearly a point, at the origin.
fn speck() -> World {
    triangle([[0.0; 3], [1e-6, 0.0, 0.0], [0.0, 1e-6, 0.0]], false)
}

fn solid(half: [f32; 3], pose: DAffine3) -> World {
    let (mesh, _) =
        Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::from(half)), &MeshOptions::default()).unwrap();
    let mut world = World::new();
    world.insert(Body::new(mesh).at(pose)).unwrap();
    world
}

fn solid_at(half: [f32; 3], at: [f64; 3]) -> World {
    solid(half, DAffine3::from_translation(DVec3::from(at)))
}

#[test]
fn a_sphere_meets_the_faces_the_rim_and_the_corners_of_a_triangle() {
    let corners = [[50.0, 25.0, 0.0], [-50.0, 25.0, 0.0], [0.0, -25.0, 0.0]];
    let (body, front, back) = (ball(0.2), [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]);
    let (name, rim) = ("Jolt TestCastSphereTriangle", "Jolt sTestCastSphereVertexOrEdge");
    let head_on = 14.8 / 30.0;
    let from_front: Cast = (name, body, [0.0, 0.0, 15.0], [0.0, 0.0, -30.0], Some((head_on, front)));
    let aslant = 1.0 - 0.2 / 200.0_f64.sqrt();
    check(
        &triangle(corners, false),
        &[
            from_front,
            (name, body, [0.0, 0.0, -15.0], [0.0, 0.0, 30.0], Some((head_on, back))),
            (name, body, [0.0, 0.0, -0.1], [0.0, 0.0, 15.0], Some((0.0, back))),
            (rim, body, [60.0, 35.0, 0.0], [-10.0, -10.0, 0.0], Some((aslant, [1.0, 1.0, 0.0]))),
            (rim, body, [-60.0, 35.0, 0.0], [10.0, -10.0, 0.0], Some((aslant, [-1.0, 1.0, 0.0]))),
            (rim, body, [0.0, -35.0, 0.0], [0.0, 10.0, 0.0], Some((0.98, [0.0, -1.0, 0.0]))),
            (rim, body, [0.0, 35.0, 0.0], [0.0, -10.0, 0.0], Some((0.98, [0.0, 1.0, 0.0]))),
            (rim, body, [-35.0, -10.0, 0.0], [10.0, 10.0, 0.0], Some((aslant, [-1.0, -1.0, 0.0]))),
            (rim, body, [35.0, -10.0, 0.0], [-10.0, 10.0, 0.0], Some((aslant, [1.0, -1.0, 0.0]))),
        ],
    );
    check(
        &triangle(corners, true),
        &[
            from_front,
            (name, body, [0.0, 0.0, -15.0], [0.0, 0.0, 30.0], None),
            (name, body, [0.0, 0.0, -0.1], [0.0, 0.0, 15.0], None),
        ],
    );
}

#[test]
fn bodies_meet_boxes_where_other_engines_say() {
    let [left, up] = [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let cube = cuboid([0.5; 3]);
    check(
        &solid_at([0.5; 3], [0.0; 3]),
        &[
            ("Parry still_objects_toi no_movement", cube, [0.0, 1.1, 0.0], [0.0; 3], None),
            ("Parry still_objects_toi moving_up_misses", cube, [0.0, 1.1, 0.0], up, None),
            (
                "Parry still_objects_toi moving_down_hits",
                cube,
                [0.0, 1.1, 0.0],
                [0.0, -1.0, 0.0],
                Some((0.1, up)),
            ),
            ("Godot collision_precision", cube, [-2.0, 0.0, 0.0], [4.0, 0.0, 0.0], Some((0.25, left))),
        ],
    );
    let diagonal = (3.0_f64.sqrt() - 1.0) / (3.0 * 1.5 * 1.5_f64).sqrt();
    check(
        &solid_at([1.0; 3], [0.0; 3]),
        &[
            ("Parry ball_cuboid_toi", ball(1.0), [2.0; 3], [-1.5; 3], Some((diagonal, [1.0; 3]))),
            ("Parry ball_cuboid_toi, leaving", ball(1.0), [1.0; 3], [30.0, 10.0, 10.0], None),
            ("Parry ball_cuboid_toi, away", ball(1.0), [3.0; 3], [30.0, 10.0, 10.0], None),
        ],
    );
    let far = [1e6, -2e6, 5e5];
    check(
        &solid_at([1.0; 3], [far[0] + 5.0, far[1], far[2]]),
        &[
            ("Box3D CastShapeFarFromOrigin", ball(0.5), far, [10.0, 0.0, 0.0], Some((0.35, left))),
            ("Box3D CastShapeMiss", ball(0.5), far, [0.0, 10.0, 0.0], None),
        ],
    );
    check(
        &solid_at([1.0, 1.5, 1.0], [10.0, 0.0, 0.0]),
        &[(
            "Parry cuboid_cuboid_toi_issue_214",
            cuboid([1.0; 3]),
            [0.0; 3],
            [100.0, 0.0, 0.0],
            Some((0.08, left)),
        )],
    );
    check(
        &solid_at([1.5, 0.5, 1.5], [0.0; 3]),
        &[(
            "Jolt TestCastShapeInitiallyIntersecting",
            cube,
            [0.01, 0.95, 0.0],
            [0.0, -0.5, 0.0],
            Some((0.0, up)),
        )],
    );
    check(
        &solid_at([5.0, 5.0, 1.0], [0.0; 3]),
        &[(
            "Jolt TestCast2DBoxVsBox",
            cuboid([1.0, 1.0, 0.002]),
            [0.0, 0.0, 1.002],
            [0.0, 0.0, -10.0],
            Some((0.0, [0.0, 0.0, 1.0])),
        )],
    );
    // A hit at the edge of a scaled box: the normal is the face's wherever the flat bottom is.
    let wide =
        DAffine3::from_scale_rotation_translation(DVec3::new(10.0, 1.0, 10.0), DQuat::IDENTITY, DVec3::ZERO);
    let drum = Shape::cylinder(0.75, 1.2, 0.02, DQuat::IDENTITY).unwrap();
    let drops = [0.0, 0.3, 4.9, 5.5].map(|x| {
        let cast: Cast = ("Jolt issue 1734", drum, [x, 3.0, 0.0], [0.0, -5.0, 0.0], Some((0.26, up)));
        cast
    });
    check(&solid([0.5; 3], wide), &drops);
}

#[test]
fn the_gap_of_a_cast_is_kept_to_a_scaled_and_turned_box_and_to_a_triangle() {
    // Jolt TestCastShapeExtraConvexRadius: radius 2, gap 0.5, from 14 down to a top at 11.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let pose = DAffine3::from_scale_rotation_translation(
        DVec3::new(10.0, 1.0, 1.0),
        DQuat::from_xyzw(0.0, 0.0, half, half),
        DVec3::Y,
    );
    let roof = triangle([[50.0, 11.0, 0.0], [-50.0, 11.0, 0.0], [0.0, 11.0, 50.0]], false);
    for world in [solid([1.0; 3], pose), roof] {
        let sweep = Sweep::new(ball(2.0), DVec3::Y * 14.0, DVec3::Y * -0.8).unwrap().with_skin(0.5).unwrap();
        let hit = world.sweep(&sweep).unwrap();
        assert!((hit.fraction - 0.625).abs() < 1e-9, "{hit:?}");
        assert!((hit.point - DVec3::Y * 11.0).length() < 1e-5, "{hit:?}");
    }
}

#[test]
fn of_boxes_side_by_side_the_first_on_the_way_is_hit() {
    // Jolt TestCastShapePenetrationDepthOrdering and TestClosestHitPerBodyCollisionCollector.
    let slab = Soup::cuboid(Vec3::ZERO, Vec3::new(0.1, 2.0, 2.0));
    let mut world = World::new();
    let bodies = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|k| {
        let (mesh, _) = Mesh::build(&slab, &MeshOptions::default()).unwrap();
        world
            .insert(Body::new(mesh).at(DAffine3::from_translation(DVec3::X * (0.1 + 0.2 * f64::from(k)))))
            .unwrap()
    });
    for (from, way, fraction, first) in [(-5.0, 10.0, 0.4, bodies[0]), (5.0, -10.0, 0.2, bodies[9])] {
        let sweep = Sweep::new(ball(1.0), DVec3::X * from, DVec3::X * way).unwrap();
        let hit = world.sweep(&sweep).unwrap();
        assert!((hit.fraction - fraction).abs() < 1e-7 && hit.surface.body() == Some(first), "{hit:?}");
    }
}

#[test]
fn slivers_and_tiny_ways_are_not_hit() {
    let sliver = [
        [14.553_621, 10.597_372, -0.006_000_519],
        [14.553_621, 10.596_931, -3.186_381_3],
        [14.553_621, 10.596_931, -5.186_372_3],
    ];
    let (from, way) =
        ([14.831_459, 8.190_550_8, -4.308_250_4], [-0.098_800_66, 5.960_464_48e-8, 7.324_218_75e-4]);
    check(
        &triangle(sliver, false),
        &[("Jolt TestCastSphereVsDegenerateTriangle, issue 886", ball(0.2), from, way, None)],
    );
    let corners = [[12.0, 5.0, 0.0], [11.0, 5.0, 0.0], [11.0, 6.0, 0.0]];
    let crawl = [0.0, 6.925e-42, 0.0];
    check(
        &triangle(corners, false),
        &[("Parry ball_triangle_toi, issue 123", ball(0.375), [0.0; 3], crawl, None)],
    );
}

/// Rays at round solids are casts of those solids at a point.
#[test]
fn spheres_and_capsules_meet_a_point_where_rays_meet_them() {
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let (one, rod) = (ball(1.0), lying());
    let (hit, miss, clip) =
        ("Box3D RayCastSphereHitTest", "Box3D RayCastSphereMissTest", "Box3D RayCastSphereClipTest");
    let (side, cap, off) =
        ("Box3D RayCastCapsuleSideTest", "Box3D RayCastCapsuleCapTest", "Box3D RayCastCapsuleMissTest");
    let (diagonal, near_end) = (0.5 - 2.0_f64.sqrt() / 12.0, 0.5 - 2.0_f64.sqrt() / 8.0);
    check(
        &speck(),
        &[
            (hit, one, [-4.0, 0.0, 0.0], [8.0, 0.0, 0.0], Some((0.375, [-1.0, 0.0, 0.0]))),
            (hit, one, [0.0, 4.0, 0.0], [0.0, -8.0, 0.0], Some((0.375, y))),
            (hit, one, [0.0, 0.0, -4.0], [0.0, 0.0, 8.0], Some((0.375, [0.0, 0.0, -1.0]))),
            (hit, one, [-3.0, -3.0, 0.0], [6.0, 6.0, 0.0], Some((diagonal, [-1.0, -1.0, 0.0]))),
            (miss, one, [-4.0, 0.0, 0.0], [-8.0, 0.0, 0.0], None),
            (miss, one, [-4.0, 3.0, 0.0], [8.0, 0.0, 0.0], None),
            (clip, one, [-4.0, 0.0, 0.0], [2.992, 0.0, 0.0], None),
            (clip, one, [-4.0, 0.0, 0.0], [3.008, 0.0, 0.0], Some((3.0 / 3.008, [-1.0, 0.0, 0.0]))),
            ("Box3D RayCastSphereGrazeTest", one, [-4.0, 1.001, 0.0], [8.0, 0.0, 0.0], None),
            ("Box3D RayCastOverlapConventionTest", one, [3.0, 0.0, 0.0], [0.0; 3], None),
            (side, rod, [0.0, 3.0, 0.0], [0.0, -6.0, 0.0], Some((1.0 / 3.0, y))),
            (side, rod, [0.0, 0.0, 3.0], [0.0, 0.0, -6.0], Some((1.0 / 3.0, z))),
            (side, rod, [-1.0, 3.0, 0.0], [0.0, -6.0, 0.0], Some((1.0 / 3.0, y))),
            ("Box3D RayCastCapsuleObliqueTest", rod, [-3.0, 3.0, 0.0], [4.0, -4.0, 0.0], Some((0.5, y))),
            (cap, rod, [5.0, 0.0, 0.0], [-8.0, 0.0, 0.0], Some((0.25, x))),
            (cap, rod, [4.0, 2.0, 0.0], [-4.0, -4.0, 0.0], Some((near_end, [1.0, 1.0, 0.0]))),
            (cap, rod, [-4.0, 2.0, 0.0], [4.0, -4.0, 0.0], Some((near_end, [-1.0, 1.0, 0.0]))),
            (off, rod, [0.0, 3.0, 0.0], [0.0, 4.0, 0.0], None),
            (off, rod, [0.0, 4.0, 2.0], [0.0, -8.0, 0.0], None),
            (off, rod, [0.0, 5.0, 0.0], [0.0, -1.0, 0.0], None),
            (off, rod, [0.0, 3.0, 0.0], [8.0, 0.0, 0.0], None),
            (off, rod, [4.0, 3.0, 0.0], [0.0, -6.0, 0.0], None),
            ("Box3D RayCastCapsuleParallelTest", rod, [0.0, 3.0, 0.0], [8.0, 0.0, 0.0], None),
        ],
    );
}

#[test]
fn a_drop_beside_a_cell_meets_its_rim_and_its_corner() {
    // Box3D ShapeCastVerticalStraddle: 0.05 beside a square of one metre, radius 0.3.
    let world = scenes::world_of(&Soup::heightfield(&[0.0; 4], 2, 1.0));
    let rim = (10.0 - (0.09_f64 - 0.0025).sqrt()) / 20.0;
    let corner = (10.0 - (0.09_f64 - 0.005).sqrt()) / 20.0;
    for (x, z, fraction) in [(1.05, 0.5, rim), (0.5, 1.05, rim), (1.05, 1.05, corner)] {
        let sweep = Sweep::new(ball(0.3), DVec3::new(x, 10.0, z), DVec3::Y * -20.0).unwrap();
        let hit = world.sweep(&sweep).unwrap();
        assert!((hit.fraction - fraction).abs() < 1e-9, "{x} {z}: {fraction}, but {hit:?}");
    }
}

#[test]
fn a_body_a_little_in_a_box_hits_its_top_at_once_or_leaves_it() {
    // Parry issue 193: the depth must not turn the normal.
    let world = solid_at([5.0, 0.5, 5.0], [0.0; 3]);
    let drum = Shape::cylinder(0.5, 0.5, 0.01, DQuat::IDENTITY).unwrap();
    for shape in [ball(0.5), cuboid([0.5; 3]), drum] {
        for depth in [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7] {
            let from = DVec3::new(0.1, 1.0 - depth, 0.3);
            for way in [DVec3::Y * -1.0, DVec3::new(1.0, -1e-3, 0.0), DVec3::new(1.0, -1e-6, 0.3)] {
                let hit = world.sweep(&Sweep::new(shape, from, way).unwrap()).unwrap();
                assert!(
                    hit.fraction == 0.0 && (hit.normal - DVec3::Y).length() < 1e-6,
                    "{shape:?} {depth}: {hit:?}"
                );
                assert!((hit.depth - depth).abs() < 1e-9, "{shape:?} {depth}: {hit:?}");
            }
            assert_eq!(world.sweep(&Sweep::new(shape, from, DVec3::Y).unwrap()), None, "{shape:?} {depth}");
        }
    }
}
