//! Capsules, boxes and cylinders: swept, gathered and measured as oracles that search for the nearest points of core and triangle, and
//! as brute force does.

use glissando::world::{Brute, NeighbourhoodBuffer};
use glissando::{Collide, Contact, DQuat, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World};
use glissando_testkit::oracle::{self, Solid};
use glissando_testkit::random::Random;
use glissando_testkit::soups::Recipe;
use glissando_testkit::sweep_check::{self, BodyKind, Depth};

/// Numbered trials of one kind of body, hard cases of single triangles and soups, before the oracle of its core.
#[track_caller]
fn judge_sweeps(body: BodyKind, count: u64) {
    let tally = sweep_check::check(body, 17, 0..count, Depth::Search);
    println!("{tally}");
    for finding in &tally.findings {
        println!("seed {} trial {}: {}", finding.seed, finding.number, finding.story);
    }
    let total = tally.total();
    assert!(total.is_clean());
    assert!(total.count * 100 > count * 95 && total.hits * 10 > count * 4 && total.open * 10 < count * 3);
}

#[test]
fn sweeps_of_capsules_are_those_of_the_oracle() {
    judge_sweeps(BodyKind::Capsule, 24_000);
}

#[test]
fn sweeps_of_boxes_are_those_of_the_oracle() {
    judge_sweeps(BodyKind::Box, 24_000);
}

/// Fewer: where nothing simpler decides, the oracle takes milliseconds a sweep.
#[test]
fn sweeps_of_cylinders_are_those_of_the_oracle() {
    judge_sweeps(BodyKind::Cylinder, 12_000);
}

/// A plate slides along an edge and goes in by 1e-8 radii before the edge ends. Near the corner the feet on two edges are
/// equally far to the last bit; the wrong one gave a direction that was off by 1e-8, and the sweep went past the touch.
#[test]
fn a_plate_that_grazes_an_edge_near_its_corner_is_stopped() {
    let tally = sweep_check::check(BodyKind::Box, 1761, 601_941..601_942, Depth::Search);
    assert!(tally.total().is_clean() && tally.total().hits == 1, "{tally}");
}

/// The same with corners twenty radii away, whose rounding is larger than the difference of the two feet: a plate slid over a
/// corner that rises into its path by 2.6e-8 radii.
#[test]
fn a_box_that_slides_over_a_rising_corner_is_stopped() {
    let tally = sweep_check::check(BodyKind::Box, 2501, 2_601_385..2_601_386, Depth::Search);
    assert!(tally.total().is_clean() && tally.total().hits == 1, "{tally}");
}

/// From the wrong one of two feet a step of Newton's method goes past the touch, and from there no tangent leads back to it: the
/// sweep returned its start as the touch.
#[test]
fn a_plate_that_starts_beside_a_corner_is_not_stopped_at_its_start() {
    let tally = sweep_check::check(BodyKind::Box, 2501, 823_250..823_251, Depth::Search);
    assert!(tally.total().is_clean() && tally.total().hits == 1, "{tally}");
}

/// A face that is hardly more than its edges: they are met one behind the other, and the tangent of one leads past the touch of
/// the next. The sweep ended 0.003 radii before it.
#[test]
fn a_rod_that_meets_two_edges_of_a_sliver_reaches_them() {
    let tally = sweep_check::check(BodyKind::Box, 2501, 1_722_165..1_722_166, Depth::Search);
    assert!(tally.total().is_clean() && tally.total().hits == 1, "{tally}");
}

/// Edges almost along a side of the box: the oracle's search ended where three distances were equal up to rounding, took the box
/// for farther than it is, and the touch for one too many, or too late.
#[test]
fn boxes_beside_edges_that_are_almost_along_a_side_are_stopped() {
    for (seed, number) in [(2901, 3_782_372), (2903, 6_226_245)] {
        let tally = sweep_check::check(BodyKind::Box, seed, number..number + 1, Depth::Search);
        assert!(tally.total().is_clean() && tally.total().hits == 1, "{tally}");
    }
}

/// A start with the core a millionth of a radius beside an edge, thousands of radii from the origin: rounding leaves no direction
/// with as many digits as would tell a way along the edge from one into it, so both answers are right.
#[test]
fn a_core_that_all_but_lies_on_an_edge_may_be_stopped_or_not() {
    let tally = sweep_check::check(BodyKind::Capsule, 1763, 750_974..750_975, Depth::Search);
    assert!(tally.total().is_clean() && tally.total().open == 1, "{tally}");
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
