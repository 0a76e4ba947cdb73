//! Overlaps, contacts and distances of the test suites of other engines, with their figures.

use glissando::{Body, DAffine3, DQuat, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, Vec3, World};
use glissando_testkit::scenes;

fn ball(radius: f64) -> Shape {
    Shape::sphere(radius).unwrap()
}

fn upright(radius: f64, half_height: f64) -> Shape {
    Shape::capsule(radius, half_height, DQuat::IDENTITY).unwrap()
}

/// Turned about an axis.
fn about(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = (0.5 * angle).sin_cos();
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

fn turned(rotation: DQuat, translation: DVec3) -> DAffine3 {
    DAffine3::from_scale_rotation_translation(DVec3::ONE, rotation, translation)
}

fn placed(soup: &Soup, pose: DAffine3) -> World {
    let mut world = World::new();
    world.insert(Body::new(Mesh::build(soup, &MeshOptions::default()).unwrap().0).at(pose)).unwrap();
    world
}

fn triangles(all: &[[[f32; 3]; 3]]) -> World {
    let mut soup = Soup::default();
    all.iter().for_each(|corners| soup.push(corners.map(Vec3::from), 0));
    scenes::world_of(&soup)
}

fn solid(half: [f32; 3], pose: DAffine3) -> World {
    placed(&Soup::cuboid(Vec3::ZERO, Vec3::from(half)), pose)
}

#[test]
fn a_sphere_at_each_feature_of_a_triangle_has_its_one_contact() {
    // Jolt ConvexVsTrianglesTest: a triangle with sides of 4 m, a radius of 0.5 and distances of 0.1 from the plane or the rim.
    let mut soup = Soup::default();
    soup.push([[0.0; 3], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0]].map(Vec3::from), 0);
    let features = [
        ([1.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
        ([1.0, 0.0, 1.0], [0.0, -1.0, 0.0]),
        ([0.0, 0.0, 2.0], [-1.0, 0.0, 0.0]),
        ([2.0, 0.0, 2.0], [1.0, 0.0, 1.0]),
        ([2.0, 0.0, 0.0], [0.0, 0.0, -1.0]),
        ([0.0, 0.0, 0.0], [-1.0, 0.0, -1.0]),
        ([0.0, 0.0, 4.0], [-1.0, 0.0, 1.0]),
        ([4.0, 0.0, 0.0], [1.0, 0.0, -1.0]),
    ];
    let (body, mut found) = (ball(0.5), Vec::new());
    for pose in
        [DAffine3::IDENTITY, turned(about(DVec3::X, 0.25 * std::f64::consts::PI), DVec3::new(1.0, 2.0, 3.0))]
    {
        let world = placed(&soup, pose);
        for (point, normal) in features {
            let local = DVec3::from(normal).try_normalize().unwrap();
            let (point, normal) = (pose.transform_point(DVec3::from(point)), pose.transform_vector(local));
            let contact = world.overlap(&body, point + normal * 0.1, Filter::ALL).unwrap().expect("0.4 deep");
            assert!((contact.gap() + 0.4).abs() < 1e-6, "{contact:?}");
            assert!((contact.point - point).length() < 1e-6 && (contact.normal - normal).length() < 1e-6);
            // Separated by 0.1 it is near; by 0.6 it is not within 0.5.
            assert_eq!(world.overlap(&body, point + normal * 0.6, Filter::ALL).unwrap(), None);
            world.contacts(&body, point + normal * 0.6, 0.5, Filter::ALL, &mut found).unwrap();
            assert!(found.len() == 1 && (found[0].gap() - 0.1).abs() < 1e-6, "{found:?}");
            world.contacts(&body, point + normal * 1.1, 0.5, Filter::ALL, &mut found).unwrap();
            assert!(found.is_empty(), "{found:?}");
            let near = world.clearance(&body, point + normal * 3.0, 10.0, Filter::ALL).unwrap().unwrap();
            assert!((near.distance - 2.5).abs() < 1e-6 && (near.point - point).length() < 1e-6, "{near:?}");
        }
    }
}

#[test]
fn a_capsule_beside_a_nearly_parallel_triangle_has_the_true_normal_and_depth() {
    // Jolt TestCollideParallelTriangleVsCapsule, 2 and 3.
    let edge = DVec3::new(0.104_996_204, 0.0, -0.269_966_96);
    let (a, b, c) = (
        [-0.474_807_74, 17.292_18, 0.212_532_04],
        [-0.474_807_74, -2.707_821_8, 0.212_535_86],
        [-0.857_490_54, -2.707_821_8, -0.711_341_86],
    );
    let [p, q, r] = [a, b, c].map(|corner: [f32; 3]| Vec3::from(corner).as_dvec3());
    let face = (q - p).cross(r - p).try_normalize().unwrap();
    let cases = [
        (
            upright(0.37, 0.5),
            [
                [-0.479_988_58, -1.361_85, 0.269_966_96],
                [-0.104_996_204, 0.388_152_5, 0.269_967_08],
                [-0.104_996_204, -1.361_85, 0.269_966_96],
            ],
            edge.try_normalize().unwrap(),
            0.37 - edge.length(),
        ),
        (
            upright(0.42, 0.675),
            [
                [-0.090_441_704, -4.724_102, 0.307_858_47],
                [-0.090_441_704, 5.275_898, 0.307_857_5],
                [9.909_558, 5.275_898, 0.307_864_2],
            ],
            DVec3::Z * -1.0,
            0.42 - 0.307_858,
        ),
        (upright(0.5, 0.65), [a, b, c], face, 0.5 + p.dot(face)),
    ];
    for (shape, corners, normal, depth) in cases {
        let mut found = Vec::new();
        triangles(&[corners]).contacts(&shape, DVec3::ZERO, 0.12, Filter::ALL, &mut found).unwrap();
        let [contact] = found[..] else { panic!("one contact, not {found:?}") };
        assert!((contact.normal - normal).length() < 1e-5, "{normal:?}, but {contact:?}");
        assert!((contact.gap() + depth).abs() < 1e-5, "{depth}, but {}", -contact.gap());
    }
}

#[test]
fn inner_edges_of_a_floor_do_not_hold_what_pierces_it() {
    // Jolt ActiveEdgesTest: a capsule through a floor of 7 by 7 squares, also mirrored.
    let floor = Soup::plane(Vec3::ZERO, 3.5, 3.5, 7);
    let (probe, mut found) = (upright(0.1, 1.0), Vec::new());
    for scale in [1.0, -1.0] {
        let mirror = DVec3::new(scale, 1.0, 1.0);
        let world =
            placed(&floor, DAffine3::from_scale_rotation_translation(mirror, DQuat::IDENTITY, DVec3::ZERO));
        for at in [[-2.5, 0.1, 0.0], [0.0, 0.1, -2.5], [-3.0, 0.1, 0.0], [0.3, 0.1, 0.2]] {
            let here = Sweep::new(probe, DVec3::from(at), DVec3::ZERO).unwrap();
            world.sweep_contacts(&here, 0.01, &mut found).unwrap();
            assert!(
                !found.is_empty() && found.iter().all(|c| (c.normal - DVec3::Y).length() < 1e-6),
                "{found:?}"
            );
        }
        // The rim holds it from outside.
        for side in [DVec3::X, DVec3::X * -1.0, DVec3::Z, DVec3::Z * -1.0] {
            let from = side * 4.0 + DVec3::Y * 0.1;
            let hit = world.sweep(&Sweep::new(probe, from, side * -0.5).unwrap()).unwrap();
            assert!((hit.fraction - 0.8).abs() < 1e-9 && (hit.normal - side).length() < 1e-6, "{hit:?}");
        }
    }
}

#[test]
fn three_triangles_at_one_edge_are_three_contacts() {
    // Jolt TestNonManifoldMesh.
    let (a, b) = ([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]);
    let world = triangles(&[[a, b, [1.0, 0.0, 0.0]], [b, a, [-1.0, 0.0, 0.0]], [b, a, [-0.5, 0.0, 0.0]]]);
    let mut found = Vec::new();
    for (x, inside) in [(0.05, 1), (-0.05, 2)] {
        world.contacts(&ball(0.1), DVec3::new(x, 0.05, 0.0), 0.0, Filter::ALL, &mut found).unwrap();
        let upward = found.iter().filter(|c| (c.normal - DVec3::Y).length() < 1e-6).count();
        assert_eq!((found.len(), upward), (3, inside), "{found:?}");
    }
}

#[test]
fn a_box_above_a_turning_slab_is_the_same_distance_above_it_at_every_angle() {
    // Jolt TestBoxOverRotatingHull and its case of a separation of 5 cm: 481 angles there, every sixth here.
    let mut found = Vec::new();
    for step in 0..80 {
        let angle = f64::from(step) * 0.0785;
        let frame = turned(about(DVec3::Y, angle), DVec3::ZERO);
        let world = solid([2.5, 0.25, 1.5], frame);
        let at = frame.transform_point(DVec3::new(0.1, 1.05, -0.5));
        let rotation = about(DVec3::Y, angle - 0.25 * std::f64::consts::PI);
        let body = Shape::cuboid(DVec3::new(0.25, 0.75, 0.375), 1e-3, rotation).unwrap();
        world.contacts(&body, at, 0.1, Filter::ALL, &mut found).unwrap();
        let nearest = found.iter().map(glissando::Contact::gap).fold(f64::INFINITY, f64::min);
        assert!((nearest - 0.05).abs() < 1e-6, "{angle}: {nearest}");
        let hit = world.sweep(&Sweep::new(body, at, DVec3::Y * -0.2).unwrap()).unwrap();
        assert!((hit.distance - 0.05).abs() < 1e-6 && (hit.normal - DVec3::Y).length() < 1e-6, "{hit:?}");
    }
}

#[test]
fn distances_are_found_if_they_are_within_the_limit_however_large() {
    // Jolt TestBoxVsSphereLargeSeparationDistance and TestTriangleVsBoxLargeSeparationDistance.
    let steps = [0.0, 0.5, 1.0, 5.0, 10.0, 50.0, 100.0, 500.0, 1000.0, 5000.0, 10_000.0];
    let crate_world = solid([10.0; 3], DAffine3::IDENTITY);
    let wall = triangles(&[[[-0.1, -10.0, 10.0], [-0.1, -10.0, -10.0], [-0.1, 10.0, 0.0]]]);
    let cube = Shape::cuboid(DVec3::splat(10.0), 0.01, DQuat::IDENTITY).unwrap();
    for x in steps.into_iter().filter(|x| *x > 10.0) {
        for most in steps {
            for (world, body, distance) in [(&crate_world, ball(1.0), x - 11.0), (&wall, cube, x - 9.9)] {
                let near = world.clearance(&body, DVec3::X * x, most, Filter::ALL).unwrap();
                assert_eq!(near.is_some(), distance <= most, "{x} within {most}");
                assert!(near.is_none_or(|near| (near.distance - distance).abs() < 1e-5), "{x} within {most}");
            }
        }
    }
}

#[test]
fn movers_overlap_boxes_as_other_engines_say() {
    let quarter = 0.5 * std::f64::consts::PI;
    let lying = |radius, half| Shape::capsule(radius, half, about(DVec3::Z, quarter)).unwrap();
    let overlap = |world: &World, shape: &Shape, at: DVec3| world.overlap(shape, at, Filter::ALL).unwrap();
    // Box3D MoverTouchesBox, MoverSeparated, MoverRotatedBody.
    let unit = solid([0.5; 3], DAffine3::IDENTITY);
    let rolled = solid([0.5; 3], turned(about(DVec3::X, quarter), DVec3::ZERO));
    for (world, side) in [(&unit, DVec3::Y), (&rolled, DVec3::Z)] {
        let contact = overlap(world, &lying(0.2, 0.3), side * 0.6).expect("0.1 deep");
        assert!((contact.gap() + 0.1).abs() < 1e-6 && (contact.normal - side).length() < 1e-6, "{contact:?}");
        assert_eq!(overlap(world, &lying(0.2, 0.3), side * 5.0), None);
    }
    // Box3D MoverHullDeepOverlap: a mesh is hollow, so nothing is touched in its middle.
    assert_eq!(overlap(&unit, &lying(0.1, 0.2), DVec3::ZERO), None);
    // Box3D OverlapHullProxyRotation and OverlapHullProxyEquivalence: a bar along x or z, a box around the other.
    let aside = solid([0.5; 3], DAffine3::from_translation(DVec3::X * 3.0));
    let bar = |angle| Shape::cuboid(DVec3::new(4.0, 0.3, 0.3), 1e-3, about(DVec3::Y, angle)).unwrap();
    assert!(overlap(&aside, &bar(0.0), DVec3::ZERO).is_some());
    assert!(overlap(&aside, &bar(quarter), DVec3::ZERO).is_none());
    let around = Shape::cuboid(DVec3::splat(5.0), 1e-3, DQuat::IDENTITY).unwrap();
    assert!(
        overlap(&aside, &around, DVec3::X * 3.0).is_some()
            && overlap(&aside, &around, DVec3::X * 30.0).is_none()
    );
    // Parry cylinder_cuboid_contact, issue 157; ball_cuboid_query_contact.
    let plank = solid([0.05, 0.75, 0.5], DAffine3::from_translation(DVec3::new(11.5, 0.75, 60.5)));
    let drum = Shape::cylinder(0.5, 0.925, 1e-3, DQuat::IDENTITY).unwrap();
    assert!(overlap(&plank, &drum, DVec3::new(10.97, 0.925, 61.02)).is_some());
    let high = solid([0.5; 3], DAffine3::from_translation(DVec3::Y * 4.0));
    assert!(overlap(&high, &ball(0.5), DVec3::new(0.051_793_8, 3.051_788_15, 0.0)).is_some());
    // Parry project_local_point_point_on_ab.
    let flat = triangles(&[[[2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]]);
    let near = flat.clearance(&ball(1e-4), DVec3::new(1.4, 1.0, 0.5), 1.0, Filter::ALL).unwrap().unwrap();
    assert!((near.point - DVec3::new(1.4, 1.0, 0.0)).length() < 1e-9, "{near:?}");
}
