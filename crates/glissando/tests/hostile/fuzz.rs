//! Every public function with hostile numbers, a hundred thousand times and more: no panic, and no answer
//! that is not finite unless the question was not.

use super::values::{corner, corners, filter, handle, is_tame, mostly, number, pose, quaternion, vector};
use glissando::geometry::{
    Aabb, Faces, Plane, Polygon, Sphere, closest_on_edges, closest_on_segment, closest_on_triangle,
    ellipsoid_triangle_distance, ray_triangle, ray_triangle_front, triangle_meets_box,
};
use glissando::math::cos_degrees;
use glissando::slide::{Mover, SlideBuffer, SlidePlane, drop_inner_edges, nearest_allowed, slide};
use glissando::world::NearBuffer;
use glissando::{Body, Collide, DVec3, Ellipsoid, Hit, Mesh, MeshOptions, Soup, Sweep, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use std::sync::Arc;

fn hit_is_finite(hit: &Hit) -> bool {
    hit.point.is_finite()
        && hit.normal.is_finite()
        && hit.face_normal.is_finite()
        && hit.depth.is_finite()
        && hit.distance.is_finite()
        && (0.0..=1.0).contains(&hit.fraction)
}

#[test]
fn geometry_never_panics_and_answers_finite_questions_finitely() {
    let mut random = Random::new(1);
    let count = 40_000;
    let mut answered = 0;
    for _ in 0..count {
        let (p, d, c) = (vector(&mut random), vector(&mut random), corners(&mut random));
        let is_good = is_tame(p) && is_tame(d) && c.iter().all(|&v| is_tame(v));
        for closest in [closest_on_triangle(p, &c), closest_on_edges(p, &c)] {
            assert!(
                !is_good || (closest.point.is_finite() && closest.distance_sq.is_finite()),
                "{p:?} {c:?}"
            );
        }
        let t = closest_on_segment(p, c[0], c[1]);
        assert!(!is_good || (0.0..=1.0).contains(&t));
        for hit in [ray_triangle(p, d, c), ray_triangle_front(p, d, c)].into_iter().flatten() {
            assert!(!is_good || (0.0..=1.0).contains(&hit.fraction), "{hit:?}");
            answered += 1;
        }
        if let Ok(plane) = Plane::new(p, d).or_else(|_| Plane::through(c)) {
            assert!(plane.normal().is_finite());
            let _ = (plane.offset(), plane.signed_distance(c[0]), plane.classify(c[1], number(&mut random)));
            if let Some(crossing) = plane.crossing(c[0], c[1], Faces::Both) {
                assert!((0.0..=1.0).contains(&crossing.fraction));
            }
            answered += 1;
        }
        if let Ok(polygon) = Polygon::new(&c) {
            let _ = (polygon.plane(), polygon.unevenness(), polygon.contains(p));
            let _ = polygon.crossing(p, d, Faces::Both);
        }
        let spheres = (Sphere::new(p, number(&mut random)), Sphere::new(c[0], number(&mut random)));
        if let (Ok(a), Ok(b)) = spheres {
            assert!(a.gap(&b).is_finite());
            if let Ok(Some(touch)) = a.first_touch(d, &b, c[1]) {
                assert!((0.0..=1.0).contains(&touch.fraction) && touch.normal.is_finite());
                answered += 1;
            }
        }
        let _ = triangle_meets_box(&c, p, d);
        let aabb = Aabb::outward(p, d).union(Aabb::of(&c.map(|v| v.as_vec3())));
        let _ = (aabb.half_area(), aabb.is_empty(), aabb.overlaps(aabb), aabb.contains(aabb), aabb.corners());
        let cosine = cos_degrees(p.x);
        assert!(p.x.is_nan() || (-1.0..=1.0).contains(&cosine));
    }
    println!("{count} rounds, {answered} answers");
}

#[test]
fn shapes_never_panic() {
    let mut random = Random::new(2);
    let count = 20_000;
    let mut made = 0;
    for _ in 0..count {
        let radii = if random.chance(0.5) { vector(&mut random) } else { random.vector(2.0).abs() };
        let (v, w) = (vector(&mut random), vector(&mut random));
        let turn = quaternion(&mut random);
        let _ = (turn.try_normalize(), turn.to_mat3(), glissando::DQuat::from_rotation_arc(v, w));
        let affine = pose(&mut random);
        if let Some(inverse) = affine.try_inverse() {
            let _ = (inverse * affine).transform_point(v);
        }
        let _ = (affine.matrix3.determinant(), affine.matrix3.norm(), affine.is_finite(), v.try_normalize());
        let Ok(shape) = Ellipsoid::new(radii, turn) else { continue };
        made += 1;
        assert!(shape.half_extents().is_finite() && shape.smallest_radius() > 0.0);
        let _ = (shape.unit_from_world(), shape.world_from_unit(), shape.extent_along(v));
        for answer in [shape.surface_point(v), shape.normal_at(v), shape.furthest_point(v)] {
            assert!(answer.is_ok_and(|a| a.is_finite()) || answer.is_err(), "{v:?} {answer:?}");
        }
        let _ = (shape.tangent_plane_at(w, v), shape.tangent_plane_facing(w, v));
        let c = corners(&mut random);
        if c.iter().all(|&v| is_tame(v)) {
            let gap = ellipsoid_triangle_distance(shape.radii(), &c, random.chance(0.5));
            assert!(gap.distance.is_finite() && gap.point.is_finite(), "{:?} {c:?} {gap:?}", shape.radii());
        }
        let _ = Mover::new(shape, number(&mut random), filter(&mut random));
    }
    println!("{count} rounds, {made} shapes");
    assert!(made > count / 10);
}

/// A good small world with two bodies, one of them tilted.
pub(crate) fn world(random: &mut Random) -> World {
    let mut world = scenes::world_of(&scenes::room(4.0, 3.0));
    let (mesh, _) = Mesh::build(&scenes::stairs(0.2, 4, 0.4), &MeshOptions::default()).unwrap();
    let mut pose = glissando::DAffine3::from_translation(random.vector(1.0));
    pose.matrix3 = random.rotation_matrix();
    world.insert(Body::new(mesh).at(pose)).unwrap();
    world
}

#[test]
fn queries_never_panic_and_answer_finitely() {
    let mut random = Random::new(3);
    let world = world(&mut random);
    let (mut found, mut triangles, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    let (mut buffer, mut near) = (SlideBuffer::default(), NearBuffer::default());
    let (count, mut hits) = (30_000, 0);
    for _ in 0..count {
        let (from, way, filter) = (vector(&mut random), vector(&mut random), filter(&mut random));
        let radius = number(&mut random).abs();
        let radii = DVec3::new(mostly(&mut random, 9, 0.4), mostly(&mut random, 9, 0.9), radius);
        let shape = Ellipsoid::new(radii, quaternion(&mut random)).or(Ellipsoid::sphere(0.4)).unwrap();
        if let Ok(Some(hit)) = world.ray(from, way, filter) {
            assert!(hit_is_finite(&hit), "{hit:?}");
            hits += 1;
        }
        let _ = world.is_blocked(from, way, filter);
        let _ = world.are_blocked(&[(from, way), (way, from)], filter, &mut answers);
        let distance = number(&mut random);
        if let Ok(sweep) = Sweep::new(shape, from, way) {
            let sweep = sweep.with_skin(number(&mut random)).unwrap_or(sweep).with_filter(filter);
            if let Some(hit) = world.sweep(&sweep) {
                assert!(hit_is_finite(&hit), "{hit:?}");
                hits += 1;
            }
            let _ = world.sweep_contacts(&sweep, distance, &mut found);
        }
        if world.contacts(&shape, from, distance, filter, &mut found).is_ok() {
            assert!(found.iter().all(|c| c.normal.is_finite() && c.radii.is_finite() && c.gap().is_finite()));
            drop_inner_edges(&mut found);
        }
        let _ = world.overlap(&shape, from, filter);
        let is_asked = random.chance(0.1);
        if is_asked && let Ok(Some(clear)) = world.clearance(&shape, from, distance, filter) {
            assert!(clear.distance.is_finite() && clear.normal.is_finite(), "{clear:?}");
        }
        let _ = world.triangles_in_box(from, way, filter, &mut triangles);
        let gathered = world.near(&shape, from, way, number(&mut random), filter, &mut near);
        let _ = gathered.packet_count();
        let _ = Collide::ray(&gathered, from, way, filter);
        let mover = Mover::with_usual_skin(shape, filter).expect("a usual skin for a good shape");
        if let Ok(end) = slide(&world, &mover, from, way, &mut buffer, &mut ()) {
            assert!(end.position.is_finite() && (0.0..=1.0).contains(&end.used));
        }
    }
    println!("{count} rounds of 12 questions, {hits} hits");
    assert!(hits > count / 20);
}

#[test]
fn worlds_and_meshes_never_panic_while_they_are_built() {
    let mut random = Random::new(4);
    let good = Arc::new(Mesh::build(&scenes::floor(2.0, 2), &MeshOptions::default()).unwrap().0);
    let mut world = World::new();
    let (mut meshes, mut bodies, count) = (0, 0, 6_000);
    for _ in 0..count {
        let mut soup = Soup::default();
        for _ in 0..random.integer(0, 12) {
            let a = corner(&mut random);
            let rest = if random.chance(0.2) { [a, a] } else { [corner(&mut random), corner(&mut random)] };
            soup.push([a, rest[0], rest[1]], random.integer(0, 3) as u16);
        }
        if random.chance(0.1) {
            soup.triangles.push([0, random.integer(0, 40) as u32, u32::MAX]);
        }
        let weld_distance = mostly(&mut random, 3, 0.0) as f32;
        let one_sided = vec![random.integer(0, 4) as u16];
        let built = Mesh::build(
            &soup,
            &MeshOptions { weld_distance, one_way: one_sided.iter().map(|m| m / 2).collect(), one_sided },
        );
        let mesh = match built {
            Ok((mesh, report)) => {
                meshes += 1;
                let _ = (
                    report.to_string(),
                    report.is_closed(),
                    mesh.tree_stats(),
                    mesh.triangle(7),
                    mesh.material(9),
                );
                Arc::new(mesh)
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                good.clone()
            }
        };
        bodies += usize::from(world.insert(Body::new(mesh).at(pose(&mut random))).is_ok());
        let _ = world.set_pose(handle(&mut random), pose(&mut random));
        let _ = world.body(handle(&mut random));
        let _ = world.remove(handle(&mut random));
        let shape = Ellipsoid::sphere(0.5).unwrap();
        if let Ok(sweep) = Sweep::new(shape, random.vector(4.0), random.vector(8.0)) {
            assert!(world.sweep(&sweep).is_none_or(|h| hit_is_finite(&h)));
        }
        if world.body_count() > 30 {
            world = World::new();
        }
    }
    println!("{count} rounds, {meshes} meshes, {bodies} bodies");
    assert!(meshes > count / 20 && bodies > count / 4);
}

#[test]
fn planes_never_panic_and_allow_finitely() {
    let mut random = Random::new(6);
    let (count, mut answered) = (40_000, 0);
    for _ in 0..count {
        let planes: Vec<SlidePlane> = (0..random.integer(0, 7))
            .map(|_| {
                let normal = if random.chance(0.9) { random.direction() } else { vector(&mut random) };
                SlidePlane { normal, least: mostly(&mut random, 4, 0.0) }
            })
            .collect();
        let desired = vector(&mut random);
        let is_good = is_tame(desired)
            && planes.iter().all(|p| (p.normal.length() - 1.0).abs() < 1e-9 && p.least.abs() <= 1e9);
        if let Some(allowed) = nearest_allowed(desired, &planes) {
            answered += 1;
            assert!(!is_good || allowed.displacement.is_finite(), "{desired:?} {planes:?}");
        }
    }
    println!("{count} rounds, {answered} answers");
}
