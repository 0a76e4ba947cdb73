//! Capsules, boxes and cylinders: swept, gathered and measured as oracles that search for the nearest points of core and triangle, and
//! as brute force does.

use glissando::world::{Brute, NeighbourhoodBuffer};
use glissando::{
    Collide, Contact, DQuat, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World, tolerance,
};
use glissando_testkit::cases::{self, Case};
use glissando_testkit::oracle::{self, OracleAnswer, Rule, Solid, SweptCapsule, SweptSolid, Verdict};
use glissando_testkit::random::Random;
use glissando_testkit::soups::Recipe;

/// The shortest turn of the Y axis to a direction.
fn turn_to(direction: DVec3) -> DQuat {
    let n = direction.try_normalize().unwrap_or(DVec3::Y);
    // Half way between the two, unless they are opposite.
    let half = DVec3::Y + n;
    let Some(half) = half.try_normalize() else { return DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0) };
    let (axis, cosine) = (DVec3::Y.cross(half), DVec3::Y.dot(half));
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine)
}

/// Directions of a core that make a case hard, and some that do not.
fn axis(random: &mut Random, case: &Case) -> DVec3 {
    let [a, b, c] = case.corners;
    let normal = (b - a).cross(c - a);
    match random.integer(0, 6) {
        0 => b - a,
        1 => normal,
        2 => normal.cross(random.direction()),
        3 => case.translation,
        4 => DVec3::Y,
        _ => random.direction(),
    }
}

/// A world of one triangle and its corners as stored; `None` where it is refused or has no face.
fn world_of(corners: [DVec3; 3]) -> Option<(World, [DVec3; 3])> {
    let mut soup = Soup::default();
    soup.push(corners.map(DVec3::as_vec3), 0);
    let (mesh, report) = Mesh::build(&soup, &MeshOptions::default()).ok()?;
    let stored = mesh.triangle(0)?.map(|c| c.as_dvec3());
    let has_face = report.slivers.is_empty() || !report.degenerate.is_empty();
    let mut world = World::new();
    world.insert_mesh(mesh);
    has_face.then_some((world, stored))
}

/// Sweeps of one kind of body and their largest errors.
#[derive(Default)]
struct Tally {
    count: u32,
    hits: u32,
    either: u32,
    /// Largest error, in radii, and as a share of its bound.
    worst: (f64, f64),
}

impl Tally {
    /// Judges one sweep of a body with a rounding of one metre by the oracle's answer, and brute force.
    fn judge(
        &mut self,
        (world, corners): (&World, [DVec3; 3]),
        sweep: &Sweep,
        answer: &OracleAnswer,
        distance_at: impl Fn(f64) -> f64,
    ) {
        let hit = world.sweep(sweep);
        assert_eq!(hit, Brute(world).sweep(sweep), "{corners:?} {sweep:?}");
        // The rounding of positions, of the core's direction, and of a triangle's height by its flatness.
        let [a, b, c] = corners;
        let longest = (b - a).length().max((c - b).length()).max((a - c).length());
        let flat = if oracle::height(corners) > 0.0 { longest / oracle::height(corners) } else { 1.0 };
        let rounding = answer.error * flat.min(1e4);
        // The search knows a distance to its rounding, and the place along the core to the root of that.
        let turn = Rule::default().turn + (4.0 * answer.error / answer.start.max(1e-300)).sqrt();
        let rule = Rule { slack: tolerance::NEWTON_GAP + rounding, turn, ..Rule::default() };
        self.count += 1;
        match answer.verdict(1.0, rule) {
            Verdict::Hit => assert!(hit.is_some(), "missed: {answer:?} {corners:?} {sweep:?}"),
            Verdict::Miss => assert!(hit.is_none(), "made up: {hit:?} {answer:?} {corners:?} {sweep:?}"),
            Verdict::Either => self.either += 1,
        }
        let Some(hit) = hit else { return };
        self.hits += 1;
        let level = answer.start.min(1.0);
        let error = (distance_at(hit.fraction) - level).abs();
        let bound = tolerance::NEWTON_GAP + rounding + 2.0 * f64::EPSILON * answer.length;
        self.worst = (self.worst.0.max(error), self.worst.1.max(error / bound));
        assert!(error <= bound, "{error:e} of {bound:e}: {hit:?} {answer:?} {corners:?} {sweep:?}");
        let off = oracle::distance(hit.point, corners);
        assert!(off <= 1e-9 + 4.0 * answer.error, "the point is {off:e} off: {corners:?} {sweep:?}");
    }

    fn print(&self) {
        let Self { count, hits, either, worst: (error, share) } = self;
        println!("{count} sweeps, {hits} hits, {either} too close to call; largest error {error:e} radii");
        println!("at most {share} of the bound");
    }
}

#[test]
fn hard_sweeps_of_capsules_against_one_triangle_agree_with_the_oracle() {
    let mut random = Random::new(91);
    let mut tally = Tally::default();
    for case in cases::all(17, 900).map(|case| case.to_unit().with_f32_corners()) {
        let Some((world, corners)) = world_of(case.corners) else { continue };
        let half_height = random.magnitude(1e-3, 30.0);
        let shape = Shape::capsule(1.0, half_height, turn_to(axis(&mut random, &case))).unwrap();
        let half = shape.core();
        // Some point of the core goes the way that the case is about.
        let anywhere = random.between(-1.0, 1.0);
        let share = random.pick(&[-1.0, 1.0, 0.0, anywhere]);
        let from = case.from - half * share;
        let Ok(sweep) = Sweep::new(shape, from, case.translation) else { continue };
        let swept = SweptCapsule { from, translation: case.translation, half };
        let answer = swept.answer(corners, 1.0);
        tally.judge((&world, corners), &sweep, &answer, |t| swept.distance_at(t, corners));
    }
    tally.print();
    assert!(tally.count > 20_000 && tally.hits > 8_000);
}

#[test]
fn hard_sweeps_of_boxes_against_one_triangle_agree_with_the_oracle() {
    hard_sweeps_of_solids(94, false, 250);
}

#[test]
fn hard_sweeps_of_cylinders_against_one_triangle_agree_with_the_oracle() {
    hard_sweeps_of_solids(95, true, 60);
}

/// So many in each family of cases: the oracle takes a millisecond a sweep of a box, four of a cylinder.
fn hard_sweeps_of_solids(seed: u64, is_round: bool, in_family: u64) {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for case in cases::all(18, in_family).map(|case| case.to_unit().with_f32_corners()) {
        let Some((world, corners)) = world_of(case.corners) else { continue };
        // Up to a thousand radii; a plate now and then.
        let size = random.magnitude(1e-3, 1e3);
        let extent = |random: &mut Random| {
            let part = random.between(0.1, 1.0);
            1.0 + size * random.pick(&[part, part, 1.0, 0.0])
        };
        let half_extents = DVec3::new(extent(&mut random), extent(&mut random), extent(&mut random));
        let turn = turn_to(axis(&mut random, &case));
        let shape = if is_round {
            Shape::cylinder(half_extents.x, half_extents.y, 1.0, turn).unwrap()
        } else {
            Shape::cuboid(half_extents, 1.0, turn).unwrap()
        };
        let (solid, axes) = (Solid::core_of(&shape), shape.rotation().to_mat3());
        // Some point of the core goes the way that the case is about: a corner, one on an edge, on a side, or inside.
        let share = [0; 3].map(|_: i32| {
            let anywhere = random.between(-1.0, 1.0);
            random.pick(&[-1.0, 1.0, 0.0, anywhere])
        });
        let [x, y, z] = share;
        let inward = if is_round { x.hypot(z).max(1.0) } else { 1.0 };
        let from = case.from - axes * solid.half.scale(DVec3::new(x / inward, y, z / inward));
        let Ok(sweep) = Sweep::new(shape, from, case.translation) else { continue };
        let swept = SweptSolid { from, translation: case.translation, solid, axes };
        let answer = swept.answer(corners, 1.0);
        tally.judge((&world, corners), &sweep, &answer, |t| swept.distance_at(t, corners));
    }
    tally.print();
    assert!(u64::from(tally.count) > 16 * in_family && u64::from(tally.hits) > 6 * in_family);
}

/// A capsule, or a box or a cylinder with a rounding down to a thousandth of it.
fn body(random: &mut Random) -> Shape {
    let rotation = if random.chance(0.3) { DQuat::IDENTITY } else { random.rotation() };
    if random.chance(0.4) {
        return Shape::capsule(random.magnitude(0.05, 1.0), random.magnitude(0.01, 2.0), rotation).unwrap();
    }
    let mut half = || random.magnitude(0.05, 2.0);
    let half_extents = DVec3::new(half(), half(), half());
    if random.chance(0.5) {
        let (radius, half_height) = (half_extents.x, half_extents.y);
        let rounding = random.magnitude(1e-3, radius.min(half_height));
        return Shape::cylinder(radius, half_height, rounding, rotation).unwrap();
    }
    let rounding = random.magnitude(1e-3, half_extents.min_element());
    Shape::cuboid(half_extents, rounding, rotation).unwrap()
}

/// What a body's contacts must be: all triangles within a distance, by the oracle.
fn by_oracle(world: &World, shape: &Shape, at: DVec3, radii: f64) -> Vec<(u32, f64)> {
    let mut all = Vec::new();
    let far = DVec3::splat(1e6);
    world.triangles_in_box(-far, far, Filter::ALL, &mut all).unwrap();
    let own = shape.rotation().to_mat3().transpose();
    let distance = |corners: [DVec3; 3]| {
        let metres = if shape.is_capsule() {
            oracle::capsule_distance(at, shape.core(), corners)
        } else {
            let corners = corners.map(|corner| own * (corner - at));
            Solid::core_of(shape).distance(DVec3::ZERO, corners)
        };
        metres / shape.smallest_radius()
    };
    let all = all.iter().map(|t| (t.surface.triangle, distance(t.corners)));
    all.filter(|(_, d)| *d <= radii).collect()
}

#[test]
fn sweeps_and_contacts_in_soups_are_those_of_brute_force_to_the_bit() {
    let mut random = Random::new(92);
    let (mut sweeps, mut hits, mut contacts, mut gathered) = (0, 0, 0, 0);
    let by_name = |mut found: Vec<Contact>| {
        found.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
        found
    };
    for round in 0..40 {
        let bodies = random.pick(&[1, 3]);
        let (triangles, edge) = random.pick(&[(70, 4.0), (200, 0.8), (60, 8.0)]);
        let middle = if round % 4 == 0 { random.vector(1e5) } else { DVec3::ZERO };
        let mut world = Recipe { bodies, triangles, edge, middle }.world(&mut random);
        let mut buffer = NeighbourhoodBuffer::default();
        for _ in 0..300 {
            let (shape, at) = (body(&mut random), middle + random.vector(6.0));
            let length = random.magnitude(1e-3, 10.0);
            let way = random.direction() * length;
            let skin = random.pick(&[0.0, 0.01]) * shape.smallest_half_extent();
            let sweep = Sweep::new(shape, at, way).unwrap().with_skin(skin).unwrap();
            let expected = Brute(&world).sweep(&sweep);
            let radii = random.between(0.5, 2.0) * shape.smallest_half_extent() / shape.smallest_radius();
            let mut all = Vec::new();
            Brute(&world).contacts_in_radii(&shape, at, radii, Filter::ALL, &mut all);
            let all = by_name(all);
            for instructions in glissando::world::Instructions::available() {
                world.set_instructions(instructions);
                assert_eq!(world.sweep(&sweep), expected, "{sweep:?}");
                let mut found = Vec::new();
                world.contacts_in_radii(&shape, at, radii, Filter::ALL, &mut found);
                assert_eq!(by_name(found), all);
            }
            let near = world.neighbourhood(&shape, at, DVec3::splat(1.0), 2.0, Filter::ALL, &mut buffer);
            let mut found = Vec::new();
            near.contacts_in_radii(&shape, at, radii, Filter::ALL, &mut found);
            assert_eq!(by_name(found), all);
            assert_eq!(near.sweep(&sweep), expected);
            gathered += usize::from(near.packet_count() > 0);
            (sweeps, hits, contacts) =
                (sweeps + 1, hits + usize::from(expected.is_some()), contacts + all.len());
        }
    }
    println!("{sweeps} sweeps, {hits} hits, {contacts} contacts, {gathered} neighbourhoods");
    assert!(hits > 3_000 && contacts > 7_000);
}

#[test]
fn contacts_clearance_and_overlap_are_those_of_the_oracle() {
    let mut random = Random::new(93);
    let (mut count, mut free, mut worst, mut cut) = (0, 0, 0.0_f64, 0);
    for _ in 0..40 {
        let world = Recipe { bodies: 1, triangles: 90, edge: 3.0, middle: DVec3::ZERO }.world(&mut random);
        for _ in 0..25 {
            let (shape, at) = (body(&mut random), random.vector(6.0));
            let mut found = Vec::new();
            world.contacts_in_radii(&shape, at, 1.5, Filter::ALL, &mut found);
            let expected = by_oracle(&world, &shape, at, 1.5);
            let close = |a: f64| (a - 1.5).abs() < 1e-9;
            for (triangle, distance) in &expected {
                let named = |c: &&Contact| {
                    c.surface.triangle == *triangle && (c.radii.max(0.0) - distance).abs() < 1e-6
                };
                let Some(contact) = found.iter().find(named) else {
                    assert!(close(*distance), "{triangle} at {distance} was not found");
                    continue;
                };
                worst = worst.max((contact.radii.max(0.0) - distance).abs());
                cut += usize::from(contact.radii < 0.0);
                count += 1;
            }
            let extra = found.iter().filter(|c| !close(c.radii)).count();
            assert!(extra <= expected.len());
            let nearest = by_oracle(&world, &shape, at, f64::INFINITY);
            let nearest = nearest.iter().fold(f64::INFINITY, |least, (_, d)| least.min(*d));
            let clearance = world.clearance(&shape, at, f64::INFINITY, Filter::ALL).unwrap().unwrap();
            if nearest > 1.0 {
                let gap = (nearest - 1.0) * shape.smallest_radius();
                worst = worst.max((clearance.distance - gap).abs());
                free += 1;
            } else {
                assert!(clearance.distance <= 1e-9);
            }
            let overlap = world.overlap(&shape, at, Filter::ALL).unwrap();
            assert_eq!(overlap.is_some(), nearest < 1.0, "{nearest}");
        }
    }
    println!("{count} contacts, {cut} that cut the core, {free} clearances; largest error {worst:e}");
    assert!(worst < 1e-11 && count > 400 && free > 300 && cut > 40);
}

/// Against the least height that a push along the normal must overcome.
#[test]
fn the_depth_of_a_core_that_is_cut_is_the_way_out() {
    let mut soup = Soup::default();
    soup.push(
        [DVec3::new(-9.0, 0.0, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(9.0, 0.0, -9.0)]
            .map(DVec3::as_vec3),
        0,
    );
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let shape = Shape::capsule(0.5, 1.0, DQuat::IDENTITY).unwrap();
    for height in [0.75, -0.75, 0.25] {
        let contact = world.overlap(&shape, DVec3::Y * height, Filter::ALL).unwrap().unwrap();
        assert_eq!(contact.normal, DVec3::Y * height.signum());
        assert!((contact.gap() + 1.5 - height.abs()).abs() < 1e-12, "{contact:?}");
        let out = DVec3::Y * height - contact.normal * (contact.gap() - 1e-9);
        assert!(world.overlap(&shape, out, Filter::ALL).unwrap().is_none());
    }
}
