//! Planes between ellipsoids compared with oracles; half-spaces compared with a world of a huge quad in the same place.

use glissando::crowd::{BehindPlanes, Placed, SeparatingPlane, parting};
use glissando::{
    CharacterId, Collide, Contact, DVec3, Feature, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World,
};
use glissando_testkit::crowds::nearest_radii;
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// Kinds of shapes: people, balls, discs, needles.
fn shape(random: &mut Random, kind: u64) -> Shape {
    let radii = match kind % 4 {
        0 => DVec3::new(random.between(0.2, 0.6), random.between(0.5, 1.2), random.between(0.2, 0.6)),
        1 => DVec3::splat(random.magnitude(0.05, 5.0)),
        2 => DVec3::new(random.magnitude(0.5, 5.0), random.magnitude(0.005, 0.1), random.magnitude(0.5, 5.0)),
        _ => {
            DVec3::new(random.magnitude(6e-3, 0.1), random.magnitude(1.0, 50.0), random.magnitude(6e-3, 0.1))
        }
    };
    Shape::ellipsoid(radii, random.rotation()).unwrap()
}

#[test]
fn two_ellipsoids_have_a_separating_plane_exactly_if_they_are_apart() {
    let mut random = Random::new(11);
    let (mut apart, mut inside, mut too_close, mut judged, mut worst) = (0, 0, 0, 0, 0.0_f64);
    for case in 0..120_000_u64 {
        let (one, two) = (shape(&mut random, case), shape(&mut random, case / 4));
        let middle = random.vector(if case % 5 == 0 { 1e4 } else { 0.0 });
        let direction = random.direction();
        // From deep inside to far off; half the cases are near touching, on either side.
        let touch = one.extent_along(direction) + two.extent_along(direction);
        let share = if case % 2 == 0 {
            random.between(0.0, 2.5)
        } else {
            1.0 + random.sign() * random.magnitude(1e-6, 0.1)
        };
        let (at_one, at_two) = (middle, middle + direction * (touch * share));
        let a = Placed { shape: one, at: at_one, shell: 1.0 };
        let b = Placed { shape: two, at: at_two, shell: 1.0 };
        let found = parting(&a, &b);
        assert!((found.normal.length() - 1.0).abs() < 1e-14);
        assert_eq!(found.gap, a.gap_along(&b, found.normal), "the gap is that of the normal");
        // A gap that is tiny against the sizes is rounding.
        if found.gap.abs() < 1e-9 * touch {
            too_close += 1;
            continue;
        }
        // Apart: the plane itself is the proof. Overlapping: the touching point of the shrunk bodies is in both.
        if found.gap > 0.0 {
            apart += 1;
        } else {
            inside += 1;
            let reach = a.extent_along(found.normal) + b.extent_along(found.normal);
            let factor = found.normal.dot(at_two - at_one) / reach;
            let offset = one.furthest_point(found.normal).unwrap() * factor;
            let in_two = two.unit_from_world() * (offset - direction * (touch * share));
            let excess = in_two.length() - 1.0;
            assert!(factor < 1.0 && excess < 1e-6, "case {case}: {found:?} {factor} {excess:e}");
        }
        // Where squares do not overflow, the oracle agrees.
        let slimness = |e: &Shape| e.largest_radius() / e.smallest_radius();
        if slimness(&one) * slimness(&two) < 1e3 {
            let radii = nearest_radii(&one, at_one, &two, at_two);
            if (radii - 1.0).abs() > 1e-7 {
                judged += 1;
                assert_eq!(found.gap > 0.0, radii > 1.0, "case {case}: {found:?}, nearest at {radii} radii");
            }
        }
        // Bodies apart along any direction must be found apart: try directions near the normal and at random.
        let best = (0..6).map(|_| a.gap_along(&b, random.direction())).fold(f64::NEG_INFINITY, f64::max);
        assert!(best <= 0.0 || found.gap > 0.0, "case {case}");
        if found.gap > 0.0 {
            worst = worst.max(best / found.gap);
        }
    }
    println!(
        "{apart} apart, {inside} overlapping, {too_close} too close to tell; the oracle checked {judged}"
    );
    println!("gaps along other directions are up to {worst:.3} times as wide");
    assert!(apart > 40_000 && inside > 15_000 && too_close < 2_000 && judged > 40_000);
}

#[test]
fn balls_part_along_their_centres_and_the_plane_turns_with_the_pair() {
    let mut random = Random::new(12);
    for case in 0..10_000_u64 {
        let [a, b] = [(); 2].map(|()| Placed {
            shape: Shape::sphere(random.magnitude(0.01, 10.0)).unwrap(),
            at: random.vector(10.0),
            shell: random.between(1.0, 1.1),
        });
        let found = parting(&a, &b);
        let line = (b.at - a.at).try_normalize().unwrap();
        assert!((found.normal - line).length() < 1e-12);
        let [one, two] = [shape(&mut random, case), shape(&mut random, case + 1)];
        let (a, b) = (Placed { shape: one, ..a }, Placed { shape: two, ..b });
        let (there, back) = (parting(&a, &b), parting(&b, &a));
        assert!((there.normal + back.normal).length() < 1e-5, "{there:?} {back:?}");
        let size = a.extent_along(there.normal) + b.extent_along(there.normal);
        assert!((there.gap - back.gap).abs() < 1e-9 * (size + there.gap.abs()));
    }
}

#[test]
fn stacked_bodies_part_along_their_thin_axis() {
    let plate = Shape::upright_ellipsoid(DVec3::new(2.0, 0.5, 2.0)).unwrap();
    let a = Placed { shape: plate, at: DVec3::ONE, shell: 1.0 };
    let found = parting(&a, &a);
    assert_eq!((found.normal, found.gap), (DVec3::Y, -1.0));
}

/// A world of one quad in a plane, large enough to act as infinite.
fn quad_world(normal: DVec3, anchor: DVec3) -> World {
    let along = if normal.x.abs() < 0.5 { DVec3::X } else { DVec3::Z }.cross(normal).try_normalize().unwrap();
    let (u, v) = (along * 64.0, normal.cross(along) * 64.0);
    let mut soup = Soup::default();
    scenes::quad(&mut soup, [anchor - u - v, anchor + u - v, anchor + u + v, anchor - u + v]);
    let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
    let mut world = World::new();
    world.insert_mesh(mesh);
    world
}

#[test]
fn a_separating_plane_gives_the_results_of_a_huge_quad() {
    let mut random = Random::new(13);
    let empty = World::new();
    let (mut hits, mut misses, mut contacts, mut cuts) = (0, 0, 0, 0);
    for case in 0..3_000_u64 {
        // A plane with corners that `f32` holds exactly: along the axes, or at 45 degrees to them.
        let normals = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z];
        let normal = normals[(case % 6) as usize];
        let anchor = DVec3::new(random.half(8), random.half(8), random.half(8));
        let world = quad_world(normal, anchor);
        let planes = [SeparatingPlane { normal, anchor, other: CharacterId::of_member(7) }];
        let behind = BehindPlanes { inner: &empty, planes: &planes };
        let body = shape(&mut random, case / 6 % 3);
        for _ in 0..10 {
            let extent = body.extent_along(normal);
            let at = anchor + random.vector(3.0);
            let height = extent * random.between(0.3, 3.0);
            let at = at + normal * (height - normal.dot(at - anchor));
            let skin = body.smallest_radius() * random.between(0.0, 0.02);
            let sweep = Sweep::new(body, at, random.vector(6.0)).unwrap().with_skin(skin).unwrap();
            match (behind.sweep(&sweep), Collide::sweep(&world, &sweep)) {
                // From inside, a sweep may hit the edge between the quad's two triangles; a plane has none.
                (_, Some(b)) if height <= extent * 1.03 && b.feature != Feature::Face => cuts += 1,
                (Some(a), Some(b)) => {
                    hits += 1;
                    assert!((a.fraction - b.fraction).abs() < 1e-9, "{a:?} {b:?}");
                    assert!(
                        (a.normal - b.normal).length() < 1e-9 && (a.face_normal - normal).length() < 1e-9
                    );
                    assert!((a.point - b.point).length() < 1e-8 && (a.depth - b.depth).abs() < 1e-9);
                    assert!((a.distance - b.distance).abs() < 1e-8);
                    assert_eq!(
                        (a.feature, a.surface.owner.character()),
                        (b.feature, Some(CharacterId::of_member(7)))
                    );
                }
                (None, None) => misses += 1,
                other => panic!("case {case}: {other:?}"),
            }
            let radii = random.between(0.5, 3.0);
            let gather = |w: &dyn Fn(&mut Vec<Contact>)| {
                let mut found = Vec::new();
                w(&mut found);
                glissando::slide::drop_inner_edges(&mut found);
                found
            };
            let ours = gather(&|f| behind.contacts_in_radii(&body, at, radii, Filter::ALL, f));
            let theirs = gather(&|f| Collide::contacts_in_radii(&world, &body, at, radii, Filter::ALL, f));
            assert_eq!(ours.is_empty(), theirs.is_empty());
            for (a, b) in ours.iter().zip(&theirs) {
                contacts += 1;
                assert!((a.radii - b.radii).abs() < 1e-9 && (a.scale - b.scale).abs() < 1e-9);
                assert!((a.point - b.point).length() < 1e-8 && (a.normal - b.normal).length() < 1e-9);
                assert!((a.unit_point - b.unit_point).length() < 1e-8);
                let [p, q, r] = a.unit_corners;
                let across = (q - p).cross(r - p).try_normalize().unwrap();
                assert!(across.cross(a.unit_point).length() < 1e-9, "the triangle lies in the plane");
            }
        }
    }
    println!("{hits} hits, {misses} misses, {contacts} contacts, {cuts} hits of the edge");
    assert!(hits > 5_000 && misses > 5_000 && contacts > 5_000);
}

#[test]
fn the_nearer_of_world_and_plane_is_hit_and_rays_pass_planes() {
    let world = scenes::world_of(&scenes::floor(10.0, 2));
    let planes = [SeparatingPlane { normal: DVec3::Y, anchor: DVec3::Y, other: CharacterId::of_member(3) }];
    let behind = BehindPlanes { inner: &world, planes: &planes };
    let ball = Shape::sphere(0.5).unwrap();
    let sweep = Sweep::new(ball, DVec3::Y * 4.0, DVec3::Y * -8.0).unwrap();
    let hit = behind.sweep(&sweep).unwrap();
    assert_eq!(hit.surface.owner.character(), Some(CharacterId::of_member(3)));
    assert!((hit.distance - 2.5).abs() < 1e-12);
    let below = [SeparatingPlane { normal: DVec3::Y, anchor: -DVec3::Y, other: CharacterId::of_member(3) }];
    let hit = BehindPlanes { inner: &world, planes: &below }.sweep(&sweep).unwrap();
    assert_eq!(hit.surface.owner.character(), None);
    let ray = behind.ray(DVec3::Y * 4.0, DVec3::Y * -8.0, Filter::ALL).unwrap();
    assert_eq!(ray.surface.owner.character(), None);
    assert!((ray.distance - 4.0).abs() < 1e-12);
}
