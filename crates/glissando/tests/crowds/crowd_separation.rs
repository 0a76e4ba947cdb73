//! Planes between bodies compared with oracles; half-spaces compared with a world of a huge quad in the same place.

use glissando::crowd::{BehindPlanes, Placed, SeparatingPlane, parting};
use glissando::{
    CharacterId, Collide, Contact, DQuat, DVec3, Feature, Filter, Mesh, MeshOptions, Shape, Soup, Sweep,
    World,
};
use glissando_testkit::oracle::{between_cores, nearest_radii};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// Kinds of shapes: people, balls, discs, needles, then capsules: people and sticks, then boxes and cylinders: people, and any.
fn shape(random: &mut Random, kind: u64) -> Shape {
    match kind % KINDS {
        kind @ 6..8 => return cuboid(random, kind == 6),
        kind @ 8.. => return cylinder(random, kind == 8),
        _ => {}
    }
    let (radius, half_height) = match kind % KINDS {
        4 => (random.between(0.2, 0.6), random.between(0.1, 0.8)),
        5 => (random.magnitude(6e-3, 0.5), random.magnitude(1e-3, 50.0)),
        kind => return ellipsoid(random, kind),
    };
    Shape::capsule(radius, half_height, random.rotation()).unwrap()
}

/// The number of kinds of shapes.
const KINDS: u64 = 10;

fn cuboid(random: &mut Random, is_person: bool) -> Shape {
    let half = if is_person {
        DVec3::new(random.between(0.2, 0.6), random.between(0.5, 1.2), random.between(0.2, 0.6))
    } else {
        DVec3::new(random.magnitude(0.02, 5.0), random.magnitude(0.02, 5.0), random.magnitude(0.02, 5.0))
    };
    // Roundings from a millimetre to all of the smallest half extent, where the box is a plate or a capsule.
    let least = half.min_element();
    let rounding = if random.chance(0.1) { least } else { random.magnitude(1e-3, least) };
    Shape::cuboid(half, rounding, random.rotation()).unwrap()
}

fn cylinder(random: &mut Random, is_person: bool) -> Shape {
    let (radius, half_height) = if is_person {
        (random.between(0.2, 0.6), random.between(0.5, 1.2))
    } else {
        (random.magnitude(0.02, 5.0), random.magnitude(0.02, 5.0))
    };
    let least = if radius < half_height { radius } else { half_height };
    let rounding = if random.chance(0.1) { least } else { random.magnitude(1e-3, least) };
    Shape::cylinder(radius, half_height, rounding, random.rotation()).unwrap()
}

/// One of the first four kinds.
fn ellipsoid(random: &mut Random, kind: u64) -> Shape {
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

/// What the planes of many pairs came to.
#[derive(Debug, Default)]
struct Tally {
    apart: usize,
    inside: usize,
    too_close: usize,
    judged: usize,
    round: usize,
    /// Gaps along other directions against that of the plane.
    widest: f64,
    /// Difference of the gap of two round bodies from their distance, as a part of their sizes, and the case of it.
    error: (f64, String),
    /// The same with a cylinder.
    error_of_curves: (f64, String),
}

impl Tally {
    /// Judges the plane between two bodies.
    fn judge(&mut self, a: &Placed, b: &Placed, random: &mut Random, name: &str) {
        let found = parting(a, b);
        let (one, two) = (a.shape, b.shape);
        assert!((found.normal.length() - 1.0).abs() < 1e-14, "{name}: {found:?}");
        assert_eq!(found.gap, a.gap_along(b, found.normal), "{name}: the gap is that of the normal");
        // Two that are round about their cores: the gap is their distance.
        if has_round_rounding(&one) && has_round_rounding(&two) && (has_core(&one) || has_core(&two)) {
            let distance = between_cores(&one, a.at, &two, b.at);
            let radii = one.radii().y * a.shell + two.radii().y * b.shell;
            // Cores that meet are as deep as both radii at least; the way out may be longer.
            let size = one.largest_radius() + two.largest_radius();
            let error = if distance > 1e-6 * size { found.gap - (distance - radii) } else { 0.0 };
            // Curves are searched, by the oracle as well: it comes as near to the truth as it says.
            let is_curved = one.is_cylinder() || two.is_cylinder();
            let slack = if is_curved { 1e-10 } else { 1e-12 };
            assert!(found.gap <= distance - radii + slack * size, "{name}: {found:?} {distance} {radii}");
            let worst = if is_curved { &mut self.error_of_curves } else { &mut self.error };
            if error.abs() / size > worst.0 {
                *worst = (error.abs() / size, name.to_string());
            }
            self.round += 1;
        }
        // A gap that is tiny against the sizes is rounding.
        let size = a.extent_along(found.normal) + b.extent_along(found.normal);
        if found.gap.abs() < 1e-9 * size {
            self.too_close += 1;
            return;
        }
        if found.gap > 0.0 {
            self.apart += 1;
        } else {
            self.inside += 1;
        }
        // Where squares do not overflow, the oracle agrees.
        let slimness = |e: &Shape| e.radii().max_element() / e.radii().min_element();
        if slimness(&one) * slimness(&two) < 1e3 && a.shell == 1.0 && b.shell == 1.0 {
            let radii = nearest_radii(&one, a.at, &two, b.at);
            if (radii - 1.0).abs() > 1e-7 {
                self.judged += 1;
                assert_eq!(found.gap > 0.0, radii > 1.0, "{name}: {found:?}, nearest at {radii} radii");
            }
        }
        // Bodies apart along any direction must be found apart: directions near the normal and at random.
        for number in 0..12 {
            let near = found.normal + random.direction() * random.magnitude(1e-6, 0.1);
            let direction = if number < 6 { random.direction() } else { near.try_normalize().unwrap() };
            let gap = a.gap_along(b, direction);
            assert!(gap <= 0.0 || found.gap > 0.0, "{name}: {found:?}, {gap} along {direction:?}");
            if found.gap > 0.0 {
                self.widest = self.widest.max(gap / found.gap);
            }
        }
    }
}

fn has_round_rounding(shape: &Shape) -> bool {
    shape.radii() == DVec3::splat(shape.radii().x)
}

fn has_core(shape: &Shape) -> bool {
    shape.core_half_extents() != DVec3::ZERO
}

#[test]
fn two_bodies_have_a_separating_plane_exactly_if_they_are_apart() {
    let mut random = Random::new(11);
    let mut tally = Tally::default();
    for case in 0..40_000_u64 {
        let (one, two) = (shape(&mut random, case), shape(&mut random, case / KINDS));
        let middle = random.vector(if case % 5 == 0 { 1e4 } else { 0.0 });
        let direction = random.direction();
        // From deep inside to far off; half the cases are near touching, on either side.
        let touch = one.extent_along(direction) + two.extent_along(direction);
        let share = if case % 2 == 0 {
            random.between(0.0, 2.5)
        } else {
            1.0 + random.sign() * random.magnitude(1e-6, 0.1)
        };
        let a = Placed { shape: one, at: middle, shell: 1.0 };
        let b = Placed { shape: two, at: middle + direction * (touch * share), shell: 1.0 };
        tally.judge(&a, &b, &mut random, &format!("case {case}"));
    }
    println!("{tally:?}");
    assert!(tally.apart > 20_000 && tally.inside > 5_000 && tally.too_close < 700);
    assert!(
        tally.judged > 20_000
            && tally.round > 6_600
            && tally.error.0 < 1e-13
            && tally.error_of_curves.0 < 1e-9
    );
}

/// Equal, coaxial, parallel and crossed bodies, bodies that share a point, and all of them nudged by rounding.
#[test]
fn planes_between_nasty_pairs_are_those_of_the_oracle() {
    let mut random = Random::new(14);
    let mut tally = Tally::default();
    for case in 0..30_000_u64 {
        let one = shape(&mut random, case);
        let two = if case % 3 == 0 { one } else { shape(&mut random, case / KINDS) };
        // Turned alike, or by a quarter about an axis of the first.
        let quarter = DQuat::from_xyzw(1.0, 0.0, 0.0, 1.0);
        let two = match random.integer(0, 3) {
            0 => turned(&two, one.rotation()),
            1 => turned(&two, one.rotation() * quarter),
            2 => turned(&two, DQuat::IDENTITY),
            _ => two,
        };
        // Along the first's axes, by nothing, a touch, the end of a core, or between.
        let axis = one.rotation().to_mat3() * random.pick(&[DVec3::X, DVec3::Y, DVec3::Z]);
        let touch = one.extent_along(axis) + two.extent_along(axis);
        let way = match random.integer(0, 5) {
            0 => DVec3::ZERO,
            1 => axis * touch,
            2 => one.core(),
            3 => one.core() + two.core(),
            4 => axis * (touch * random.between(0.0, 1.1)),
            _ => random.direction() * (touch * random.between(0.0, 1.1)),
        };
        let nudge = if random.chance(0.5) { DVec3::ZERO } else { random.vector(touch * 1e-12) };
        let shell = if random.chance(0.5) { 1.0 } else { 1.01 };
        let a = Placed { shape: one, at: DVec3::ZERO, shell };
        let b = Placed { shape: two, at: way + nudge, shell };
        tally.judge(&a, &b, &mut random, &format!("nasty case {case}"));
    }
    println!("{tally:?}");
    assert!(tally.apart > 1_500 && tally.inside > 15_000 && tally.judged > 7_000 && tally.round > 5_000);
}

/// The same shape with another orientation.
fn turned(shape: &Shape, rotation: DQuat) -> Shape {
    if shape.is_capsule() {
        Shape::capsule(shape.radii().y, shape.half_height(), rotation).unwrap()
    } else if shape.is_box() {
        Shape::cuboid(shape.core_half_extents() + shape.radii(), shape.radii().y, rotation).unwrap()
    } else if shape.is_cylinder() {
        let DVec3 { x, y, .. } = shape.core_half_extents() + shape.radii();
        Shape::cylinder(x, y, shape.radii().y, rotation).unwrap()
    } else {
        Shape::ellipsoid(shape.radii(), rotation).unwrap()
    }
}

#[test]
fn balls_part_along_their_centres_and_the_plane_turns_with_the_pair() {
    let (mut random, mut worst) = (Random::new(12), 0.0_f64);
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
        let off = (there.gap - back.gap).abs() / (size + there.gap.abs());
        // The nearest point of a curve is searched among slivers: its direction is known to a millionth at least.
        let is_curved = one.is_cylinder() || two.is_cylinder();
        assert!(off < if is_curved { 1e-6 } else { 1e-9 }, "case {case}: {off:e}");
        worst = if off > worst { off } else { worst };
    }
    println!("the gaps of two differ by at most {worst:e} of their sizes there and back");
}

#[test]
fn stacked_bodies_part_along_their_thin_axis() {
    let plate = Shape::upright_ellipsoid(DVec3::new(2.0, 0.5, 2.0)).unwrap();
    let a = Placed { shape: plate, at: DVec3::ONE, shell: 1.0 };
    let found = parting(&a, &a);
    assert_eq!((found.normal, found.gap), (DVec3::Y, -1.0));
    // A stick in a stick, a little aside: out across both, not along them.
    let stick = Shape::capsule(0.25, 1.0, DQuat::IDENTITY).unwrap();
    let a = Placed { shape: stick, at: DVec3::ZERO, shell: 1.0 };
    let beside = |at| parting(&a, &Placed { at, ..a });
    assert_eq!((beside(DVec3::ZERO).normal, beside(DVec3::ZERO).gap), (DVec3::X, -0.5));
    assert_eq!((beside(DVec3::Y * 0.5).normal, beside(DVec3::Y * 0.5).gap), (DVec3::X, -0.5));
    let aside = beside(DVec3::new(0.0, 0.5, -0.125));
    assert_eq!((aside.normal, aside.gap), (-DVec3::Z, -0.375));
    assert_eq!(beside(DVec3::Y * 2.25).gap, -0.25);
    assert_eq!(beside(DVec3::Y * 2.75).gap, 0.25);
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
        let body = shape(&mut random, [0, 1, 2, 4, 6][(case / 6 % 5) as usize]);
        for _ in 0..10 {
            let extent = body.extent_along(normal);
            let at = anchor + random.vector(3.0);
            let height = extent * random.between(0.3, 3.0);
            let at = at + normal * (height - normal.dot(at - anchor));
            // A cut core touches a plane with its end, and a triangle where it crosses it.
            let is_cut = has_core(&body) && extent - body.smallest_radius() >= height;
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
                    assert!(is_cut || (a.point - b.point).length() < 1e-8);
                    assert!((a.depth - b.depth).abs() < 1e-9);
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
                // Out of a box that is cut, the way past the edge between the quad's two triangles may be shorter.
                if is_cut && b.feature != Feature::Face {
                    cuts += 1;
                    continue;
                }
                assert!((a.radii - b.radii).abs() < 1e-9 && (a.scale - b.scale).abs() < 1e-9);
                assert!((a.normal - b.normal).length() < 1e-9);
                assert!(is_cut || (a.point - b.point).length() < 1e-8);
                assert!(is_cut || (a.unit_point - b.unit_point).length() < 1e-8);
                let [p, q, r] = a.unit_corners;
                let across = (q - p).cross(r - p).try_normalize().unwrap();
                // Coordinates of many radii have as many roundings.
                let size = a.unit_point.length().max(1.0);
                assert!(
                    across.cross(a.unit_point).length() < 1e-9 * size * size,
                    "the triangle lies in the plane"
                );
            }
        }
    }
    println!("{hits} hits, {misses} misses, {contacts} contacts, {cuts} of the edge");
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
