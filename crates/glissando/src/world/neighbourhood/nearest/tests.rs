//! The nearest-triangle cache holds all near triangles, and gives the world's results.

use super::super::buffer::Bodies;
use super::super::query::CacheQuery;
use super::*;
use crate::collide::{Collide, Contact, Filter, Hit, Sweep};
use crate::geometry::Shape;
use crate::math::{DAffine3, DMat3, DQuat, Vec3};
use crate::mesh::{Mesh, MeshOptions, Soup};
use crate::random::Numbers;
use crate::world::{Body, Brute, World};
use std::boxed::Box;
use std::println;
use std::vec::Vec;

/// Sizes of two sides of a triangle, metres; of the last kind only the edges collide.
const SIZES: [[f64; 2]; 4] = [[0.2, 0.2], [1.0, 1.0], [9.0, 9.0], [0.7, 4e6]];

/// Three bodies about `middle`, one of them skewed, of triangles with sides of these sizes.
fn world(numbers: &mut Numbers, middle: DVec3, [one, other]: [f64; 2]) -> World {
    let mut world = World::new();
    for body in 0..3 {
        let mut soup = Soup::default();
        for _ in 0..40 {
            let a = numbers.vector(3.0);
            let corners = [a, a + numbers.vector(one), a + numbers.vector(other)];
            soup.push(corners.map(DVec3::as_vec3), 0);
        }
        let skew = DMat3::from_cols(DVec3::new(1.0, 0.3, 0.0), DVec3::Y * 1.4, DVec3::new(0.0, 0.2, -0.7));
        let matrix3 = if body < 2 { DMat3::IDENTITY } else { skew };
        let translation = middle + numbers.vector(1.0);
        let mesh = Mesh::build(&soup, &MeshOptions::default()).expect("a sound soup").0;
        world.insert(Body::new(mesh).at(DAffine3 { matrix3, translation })).expect("a sound pose");
    }
    world
}

/// The same question of the cache and of brute force: `None` if the cache does not hold the way, else the number of contacts at its end.
fn gathered(
    by_cache: &CacheQuery<'_, NearestCache>,
    sweep: &Sweep,
    radii: f64,
) -> Option<Result<usize, Box<Hit>>> {
    let to = sweep.from + sweep.translation;
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    let hit = by_cache.sweep_gathering(sweep, (to, radii), &[], &mut found)?;
    assert_eq!(hit, Brute(by_cache.world).sweep_gathering(sweep, to, radii, &mut expected));
    if let Some(hit) = hit {
        return Some(Err(Box::new(hit)));
    }
    let count = found.len();
    assert_eq!(by_name(found), by_name(expected));
    Some(Ok(count))
}

/// A way along a contact, as a body slides: beside its plane by up to a millionth.
fn along(contact: &Contact, numbers: &mut Numbers, length: f64) -> DVec3 {
    let any = numbers.vector(length);
    let slant = [0.0, 1e-6, 1e-12][(numbers.next().abs() * 3.0) as usize % 3] * numbers.next() * length;
    any - contact.normal * (any.dot(contact.normal) + slant)
}

#[test]
fn a_sweep_and_the_contacts_at_its_end_by_one_look_are_those_of_two_questions() {
    let mut numbers = Numbers::new();
    let (mut asked, mut hits, mut clear, mut touches, mut slides) = (0, 0, 0, 0, 0);
    for round in 0..1500 {
        let middle = numbers.vector(if round % 4 == 0 { 1e6 } else { 5.0 });
        let mut world = world(&mut numbers, middle, SIZES[round / 4 % 4]);
        for instructions in Instructions::available() {
            world.set_instructions(instructions);
            let (width, turn) = (0.1 + 0.4 * numbers.next().abs(), DQuat::IDENTITY);
            let shape = if round % 2 == 0 {
                Shape::ellipsoid(DVec3::new(width, 0.2 + numbers.next().abs(), width), turn)
                    .expect("sound radii")
            } else {
                Shape::capsule(width, 3.0 * width, turn).expect("a sound size")
            };
            let (space, at) = (UnitSpace::of(&shape), middle + numbers.vector(3.0));
            let (mut buffer, mut nearest_cache) = (NeighbourhoodBuffer::default(), NearestCache::default());
            let subject = (&shape, Filter::ALL);
            buffer.hold(&world, subject, &space, (at, DVec3::splat(5.0)), (Bodies::AtRest, None));
            nearest_cache.take(&buffer, instructions, &space, (at, 0.1), DVec3::ZERO);
            let by_cache = CacheQuery { world: &world, space: &space, cache: &nearest_cache };
            for query in 0..6 {
                let from = at + space.world_from_unit * numbers.vector(0.3);
                let length = width * [0.01, 0.3, 1.0][query % 3];
                let skin = width * 0.02 * numbers.next().abs();
                let sweep = |translation| Sweep { shape, from, translation, skin, filter: Filter::ALL };
                let mut beside = Vec::new();
                Brute(&world).contacts_in_radii(&shape, from, 1.5, Filter::ALL, &mut beside);
                let mut ways = Vec::from([numbers.vector(length)]);
                ways.extend(beside.iter().take(3).map(|contact| along(contact, &mut numbers, length)));
                slides += ways.len() - 1;
                for translation in ways {
                    let sweep = sweep(translation);
                    let radii = sweep.shell() * (1.0 + 0.3 * numbers.next().abs());
                    match gathered(&by_cache, &sweep, radii) {
                        None => continue,
                        Some(Err(_)) => hits += 1,
                        Some(Ok(count)) => (clear, touches) = (clear + 1, touches + count),
                    }
                    asked += 1;
                }
            }
        }
    }
    println!(
        "{asked} sweeps, {slides} of them along contacts, {hits} hits, {clear} clear with {touches} contacts"
    );
    assert!(asked > 20_000 && hits > 3000 && clear > 10_000 && touches > 10_000);
}

/// A ball that cuts through the reach of one edge of a needle, and ends beside the next: the edge nearest to the end says nothing
/// about the others. (The tree and the caches once disagreed here.)
#[test]
fn of_edges_alone_the_one_nearest_to_the_end_does_not_excuse_the_others() {
    let mut numbers = Numbers::new();
    let (mut asked, mut hits) = (0, 0);
    for _ in 0..2000 {
        let beyond = DVec3::new(0.665, 0.495, 0.0) + numbers.vector(0.01);
        let mut soup = Soup::default();
        soup.push([DVec3::ZERO, beyond, DVec3::Z * 5e6].map(DVec3::as_vec3), 0);
        let (mesh, report) = Mesh::build(&soup, &MeshOptions::default()).expect("a sound soup");
        assert_eq!(report.slivers, [0]);
        let mut world = World::new();
        world.insert_mesh(mesh);
        let shape = Shape::sphere(0.5).expect("a sound radius");
        let (from, translation) = (DVec3::new(-0.15, 0.495, 20.0), DVec3::X * 0.3 + numbers.vector(0.02));
        let (space, instructions) = (UnitSpace::of(&shape), world.instructions);
        let (mut buffer, mut nearest_cache) = (NeighbourhoodBuffer::default(), NearestCache::default());
        let about = (from, DVec3::splat(3.0));
        buffer.hold(&world, (&shape, Filter::ALL), &space, about, (Bodies::AtRest, None));
        nearest_cache.take(&buffer, instructions, &space, (from, 0.1), DVec3::ZERO);
        let by_cache = CacheQuery { world: &world, space: &space, cache: &nearest_cache };
        let sweep = Sweep { shape, from, translation, skin: 0.0, filter: Filter::ALL };
        let answer = gathered(&by_cache, &sweep, 1.01).expect("within the cache");
        (asked, hits) = (asked + 1, hits + u32::from(answer.is_err()));
    }
    println!("{asked} ways between the edges of needles, {hits} of them hit one");
    assert!(hits > asked / 2);
}

fn by_name(mut found: Vec<Contact>) -> Vec<Contact> {
    found.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
    found
}

#[test]
fn the_cache_agrees_with_brute_force_wherever_it_holds() {
    let mut numbers = Numbers::new();
    let (mut taken, mut led, mut asked, mut hits, mut touches, mut before_the_end) = (0, 0, 0, 0, 0, 0);
    for round in 0..400 {
        let middle = numbers.vector(if round % 4 == 0 { 1e5 } else { 5.0 });
        let mut world = world(&mut numbers, middle, SIZES[round / 4 % 4]);
        for instructions in Instructions::available() {
            world.set_instructions(instructions);
            let radii = (numbers.vector(0.4)).abs() + DVec3::splat(0.1);
            let turn = DQuat::from_xyzw(numbers.next(), numbers.next(), numbers.next(), 0.2);
            let shape = if round % 8 < 4 {
                Shape::ellipsoid(radii, turn).expect("sound radii")
            } else {
                Shape::capsule(radii.x, 3.0 * radii.y, turn).expect("a sound size")
            };
            let (space, at) = (UnitSpace::of(&shape), middle + numbers.vector(3.0));
            let (mut buffer, mut nearest_cache) = (NeighbourhoodBuffer::default(), NearestCache::default());
            // Not gathered around exactly this position, as when an older gathering is reused.
            let extents = DVec3::splat(3.0);
            buffer.hold(
                &world,
                (&shape, Filter::ALL),
                &space,
                (at + numbers.vector(0.1), extents),
                (Bodies::AtRest, None),
            );
            let lead = if round % 2 == 0 { DVec3::ZERO } else { numbers.vector(0.3) };
            nearest_cache.take(&buffer, instructions, &space, (at, 0.1), lead);
            taken += usize::from(nearest_cache.radii > 0.0);
            let from = space.unit_from_world * (at - nearest_cache.origin);
            led += usize::from((nearest_cache.centre - from).length() > 1e-3);
            assert!(nearest_cache.radii > 0.0 || nearest_cache.patience == PATIENCE);
            let by_cache = CacheQuery { world: &world, space: &space, cache: &nearest_cache };
            for query in 0..9 {
                let off = space.world_from_unit * numbers.vector(0.5 * nearest_cache.radii);
                // A third of the ways lead far out of the ball.
                let length = if query % 3 == 0 { 10.0 } else { 0.5 };
                let way = space.world_from_unit * numbers.vector(length * nearest_cache.radii);
                let shell = nearest_cache.radii * (0.4 + 0.4 * numbers.next()).abs();
                let mut found = Vec::new();
                if by_cache.contacts((at + off, shell), &[], false, &mut found) {
                    let mut expected = Vec::new();
                    Brute(&world).contacts_in_radii(&shape, at + off, shell, Filter::ALL, &mut expected);
                    (asked, touches) = (asked + 1, touches + found.len());
                    assert_eq!(by_name(found), by_name(expected), "round {round}");
                }
                let sweep = Sweep { shape, from: at + off, translation: way, skin: 0.0, filter: Filter::ALL };
                if let Some(hit) = by_cache.sweep(&sweep, &[]) {
                    (asked, hits) = (asked + 1, hits + usize::from(hit.is_some()));
                    let place = |at: DVec3| space.unit_from_world * (at - nearest_cache.origin);
                    let is_whole = nearest_cache.holds(place(at + off), place(at + off + way), shell);
                    before_the_end += usize::from(!is_whole);
                    assert_eq!(hit, Brute(&world).sweep(&sweep), "round {round}");
                }
            }
        }
    }
    println!("{taken} nearest caches, {led} of them ahead, {asked} queries, {hits} hits, {touches} contacts");
    println!("{before_the_end} of the hits on ways that end outside of the cache");
    assert!(taken > 800 && led > 300 && asked > 5000 && hits > 100 && touches > 1000 && before_the_end > 100);
}

#[test]
fn the_nearest_eight_are_kept_and_the_ninth_bounds_them() {
    let mut numbers = Numbers::new();
    for count in 0..40_u32 {
        let mut nearest = Nearest::within(1.5);
        let mut all = Vec::new();
        for packet in 0..count {
            let radii = [(); 8].map(|()| numbers.next().abs() as f32 * 2.0);
            let lanes = (numbers.next().abs() * 255.0) as u8;
            nearest.offer(packet, lanes, &radii);
            all.extend((0..8).filter(|lane| lanes >> lane & 1 == 1).map(|lane| radii[lane]));
        }
        all.sort_unstable_by(f32::total_cmp);
        let found: Vec<f32> = nearest.found().iter().map(|found| found.radii).collect();
        let within = all.iter().filter(|radii| f64::from(**radii) < 1.5 * (1.0 - 1e-6)).count();
        assert_eq!(found, all[..within.min(8)]);
        let outside = all.get(8).map_or(1.5, |ninth| f64::from(ninth.min(1.5)));
        assert!((nearest.radii() - outside).abs() < 1e-5 && nearest.radii() <= outside);
    }
}

#[test]
fn after_a_failed_fill_or_a_change_of_world_the_cache_waits() {
    let shape = Shape::sphere(1.0).expect("a sound radius");
    let (space, mut nearest_cache) = (UnitSpace::of(&shape), NearestCache::default());
    let asks = |nearest_cache: &mut NearestCache| nearest_cache.is_to_be_renewed(&space, (DVec3::ZERO, 1.0));
    assert!(asks(&mut nearest_cache));
    nearest_cache.forget();
    assert!(!asks(&mut nearest_cache) && asks(&mut nearest_cache));
    // Nine triangles, all at the position itself.
    let mut soup = Soup::default();
    (0..9).for_each(|k| soup.push([Vec3::ZERO, Vec3::X, Vec3::new(0.0, k as f32, 1.0)], 0));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).expect("a sound soup").0);
    let mut buffer = NeighbourhoodBuffer::default();
    buffer.hold(
        &world,
        (&shape, Filter::ALL),
        &space,
        (DVec3::ZERO, DVec3::splat(2.0)),
        (Bodies::AtRest, Some(0.5)),
    );
    nearest_cache.take(&buffer, world.instructions(), &space, (DVec3::ZERO, 1.0), DVec3::X * 0.1);
    assert_eq!((nearest_cache.radii, nearest_cache.patience), (0.0, PATIENCE));
}

/// Ground of so many triangles whose corners are up to `rough` off a plane, and some walls.
fn ground(numbers: &mut Numbers, middle: DVec3, rough: f64, [floors, walls]: [usize; 2]) -> World {
    let mut soup = Soup::default();
    for number in 0..floors + walls {
        let a = DVec3::new(numbers.next(), 0.0, numbers.next()) * if floors < 9 { 0.5 } else { 3.0 };
        let side = |numbers: &mut Numbers| DVec3::new(numbers.next(), 0.0, numbers.next()) * 2.0;
        let corners = if number < floors {
            [a, a + side(numbers), a + side(numbers)]
                .map(|corner| corner + DVec3::Y * (rough * numbers.next()))
        } else {
            [a, a + side(numbers), a + DVec3::Y]
        };
        soup.push(corners.map(DVec3::as_vec3), 0);
    }
    let mut world = World::new();
    let mesh = Mesh::build(&soup, &MeshOptions::default()).expect("a sound soup").0;
    world.insert(Body::new(mesh).at(DAffine3::from_translation(middle))).expect("a sound pose");
    world
}

#[test]
fn one_triangle_and_those_behind_a_plane_give_the_answers_of_all() {
    let mut numbers = Numbers::new();
    let (mut asked, mut passed, mut hits, mut of_one, mut touches) = (0, 0, 0, 0, 0);
    for round in 0..3000 {
        let middle = numbers.vector(if round % 4 == 0 { 1e6 } else { 5.0 });
        let mut any = |list: [f64; 4]| list[(numbers.next().abs() * 4.0) as usize & 3];
        let (rough, floors) = (any([0.0, 1e-6, 1e-3, 0.1]), any([1.0, 1.0, 2.0, 60.0]) as usize);
        let world = ground(&mut numbers, middle, rough, [floors, if round % 5 == 0 { 20 } else { 0 }]);
        let (width, turn) = (0.1 + 0.3 * numbers.next().abs(), DQuat::IDENTITY);
        let shape = match round % 3 {
            0 => Shape::ellipsoid(DVec3::new(width, 0.9, width), turn),
            1 => Shape::capsule(width, 2.0 * width, turn),
            _ => Shape::cylinder(width, 0.9, 0.05, turn),
        };
        let shape = shape.expect("a sound size");
        let (space, half) = (UnitSpace::of(&shape), shape.half_extents().y);
        let height = half + 1.5 * rough + 0.01;
        let at = middle + DVec3::new(0.3 * numbers.next(), height, 0.3 * numbers.next());
        let (mut buffer, mut nearest_cache) = (NeighbourhoodBuffer::default(), NearestCache::default());
        let subject = (&shape, Filter::ALL);
        buffer.hold(&world, subject, &space, (at, DVec3::splat(3.0)), (Bodies::AtRest, None));
        nearest_cache.take(&buffer, world.instructions, &space, (at, 0.1), DVec3::ZERO);
        let by_cache = CacheQuery { world: &world, space: &space, cache: &nearest_cache };
        for _ in 0..20 {
            let mut any = |list: [f64; 4]| list[(numbers.next().abs() * 4.0) as usize & 3] * numbers.next();
            // From a hair above the ground, along it.
            let (above, slant) = (any([0.02, 1e-3, 1e-5, 0.0]), any([0.0, 1e-7, 1e-3, 0.3]));
            let from = at + DVec3::new(numbers.next(), 0.0, numbers.next()) * 0.1 + DVec3::Y * above;
            let translation = DVec3::new(numbers.next(), slant, numbers.next()) * 0.3;
            let skin = 0.01 * numbers.next().abs();
            let sweep = Sweep { shape, from, translation, skin, filter: Filter::ALL };
            let Some(hit) = by_cache.sweep(&sweep, &[]) else { continue };
            assert_eq!(hit, Brute(&world).sweep(&sweep), "round {round}");
            let (mut found, mut expected, radii) = (Vec::new(), Vec::new(), sweep.shell() * 1.02);
            if !by_cache.contacts((from, radii), &[], false, &mut found) {
                continue;
            }
            Brute(&world).contacts_in_radii(&shape, from, radii, Filter::ALL, &mut expected);
            touches += found.len();
            assert_eq!(by_name(found), by_name(expected), "round {round}");
            if round % 3 < 2 {
                gathered(&by_cache, &sweep, radii);
            }
            asked += 1;
            hits += usize::from(hit.is_some());
            let way = [from, from + translation].map(|at| by_cache.in_unit(at));
            passed += usize::from(nearest_cache.is_passed(way, &space.core(), sweep.shell()));
            of_one += usize::from(nearest_cache.only().is_some());
        }
    }
    println!(
        "{asked} sweeps, {of_one} of them past one triangle, {hits} hit, {passed} before the plane; {touches} contacts"
    );
    assert!(asked > 15_000 && of_one > 5000 && hits > 2000 && passed > 2000 && touches > 5000);
}
