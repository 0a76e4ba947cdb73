//! The fast paths return the results of their brute-force twins, to the bit.

use glissando::motion::Motion;
use glissando::world::{Brute, NeighbourhoodBuffer};
use glissando::{
    Body, Collide, DAffine3, DMat3, DQuat, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, Vec3, World,
};
use std::sync::Arc;

/// A small seeded generator: xorshift.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.range(-size, size), self.range(-size, size), self.range(-size, size))
    }
}

fn soup(random: &mut Random, count: usize, size: f64, edge: f64) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..count {
        let at = random.vector(size);
        let corner = |r: &mut Random| (at + r.vector(edge)).as_vec3();
        let corners: [Vec3; 3] = [corner(random), corner(random), corner(random)];
        soup.push(corners, 0);
    }
    soup
}

fn world(random: &mut Random) -> World {
    let mut world = World::new();
    for k in 0..6 {
        let soup = soup(random, 200, 8.0, if k % 2 == 0 { 1.0 } else { 4.0 });
        let options =
            MeshOptions { one_sided: if k == 3 { vec![0] } else { vec![] }, ..MeshOptions::default() };
        let mesh = Arc::new(Mesh::build(&soup, &options).unwrap().0);
        let skew = DMat3::from_cols(
            DVec3::X * random.range(-2.0, -0.5),
            DVec3::Y + DVec3::X * random.range(-0.5, 0.5),
            DVec3::Z * random.range(0.5, 2.0),
        );
        let matrix3 = if k < 2 { DMat3::IDENTITY } else { skew };
        let pose = DAffine3 { matrix3, translation: random.vector(3.0) };
        world.insert(Body::new(mesh).at(pose)).unwrap();
    }
    world
}

fn shape(random: &mut Random) -> Shape {
    let radii = DVec3::new(random.range(0.1, 1.0), random.range(0.1, 1.0), random.range(0.1, 1.0));
    let q = random.vector(1.0);
    Shape::ellipsoid(radii, DQuat::from_xyzw(q.x, q.y, q.z, random.range(-1.0, 1.0))).unwrap()
}

#[test]
fn the_tree_the_gathering_and_brute_force_return_the_same_bits() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut cases, mut hits, mut touches) = (0, 0, 0);
    let mut buffer = NeighbourhoodBuffer::default();
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let world = world(&mut random);
        for case in 0..300 {
            let (shape, from) = (shape(&mut random), random.vector(10.0));
            let length = [0.01, 0.1, 1.0, 20.0][case % 4];
            let sweep = Sweep::new(shape, from, random.vector(length)).unwrap().with_skin(0.01).unwrap();
            let brute = Brute(&world).sweep(&sweep);
            assert_eq!(world.sweep(&sweep), brute, "case {case}");
            let radii = random.range(1.0, 2.0);
            Brute(&world).contacts_in_radii(&shape, from, radii, Filter::ALL, &mut slow);
            Collide::contacts_in_radii(&world, &shape, from, radii, Filter::ALL, &mut fast);
            for found in [&mut fast, &mut slow] {
                found.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
            }
            assert_eq!(fast, slow);
            let near = world.neighbourhood(&shape, from, DVec3::splat(1.2), 2.0, Filter::ALL, &mut buffer);
            assert_eq!(near.sweep(&sweep), brute);
            near.contacts_in_radii(&shape, from, radii, Filter::ALL, &mut fast);
            for found in [&mut fast, &mut slow] {
                found.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
            }
            assert_eq!(fast, slow);
            let ray = world.ray(from, random.vector(20.0), Filter::ALL).unwrap();
            let to = ray.map_or(from, |h| h.point);
            let _ = to;
            (cases, hits, touches) = (cases + 1, hits + usize::from(brute.is_some()), touches + slow.len());
        }
    }
    println!("{cases} cases: {hits} sweeps hit, {touches} contacts");
    assert!(hits > cases / 4 && touches > cases);
}

#[test]
fn rays_through_the_tree_agree_with_brute_force() {
    let mut random = Random(77);
    let mut hits = 0;
    for _ in 0..10 {
        let world = world(&mut random);
        for _ in 0..1000 {
            let (from, translation) = (random.vector(12.0), random.vector(20.0));
            let brute = Collide::ray(&Brute(&world), from, translation, Filter::ALL);
            assert_eq!(world.ray(from, translation, Filter::ALL).unwrap(), brute);
            assert_eq!(
                world.is_blocked_between(from, from + translation, Filter::ALL).unwrap(),
                brute.is_some()
            );
            hits += usize::from(brute.is_some());
        }
    }
    println!("10000 rays: {hits} hit");
    assert!(hits > 1000);
}

#[test]
fn all_hits_of_a_ray_agree_with_brute_force_and_begin_with_the_nearest() {
    let mut random = Random(78);
    let (mut count, mut most) = (0, 0);
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let world = world(&mut random);
        for _ in 0..1000 {
            let (from, translation) = (random.vector(12.0), random.vector(20.0));
            world.ray_hits(from, translation, Filter::ALL, &mut fast).unwrap();
            Brute(&world).ray_hits(from, translation, Filter::ALL, &mut slow);
            assert_eq!(fast, slow);
            assert_eq!(fast.first(), world.ray(from, translation, Filter::ALL).unwrap().as_ref());
            (count, most) = (count + fast.len(), most.max(fast.len()));
        }
    }
    println!("10000 rays: {count} hits, {most} of one ray");
    assert!(count > 3000 && most > 20);
}

#[test]
fn a_ray_through_a_row_of_cubes_hits_each_side_of_each_in_order() {
    let mut world = World::new();
    let mesh = Arc::new(
        Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::splat(0.25)), &MeshOptions::default()).unwrap().0,
    );
    // The last is inserted first; fractions of 64 metres have no rounding.
    for x in (0..40).rev() {
        let pose = DAffine3::from_translation(DVec3::X * f64::from(x));
        world.insert(Body::new(mesh.clone()).at(pose).on_layers(1 << (x % 2))).unwrap();
    }
    let (from, way) = (DVec3::new(-1.0, 0.125, 0.0625), DVec3::X * 64.0);
    let mut hits = Vec::new();
    for (mask, step, cubes) in [(u32::MAX, 1.0, 40), (1, 2.0, 20)] {
        world.ray_hits(from, way, Filter { mask }, &mut hits).unwrap();
        let sides = (0..cubes).flat_map(|k| [0.75, 1.25].map(|side| f64::from(k) * step + side));
        assert!(hits.iter().map(|hit| hit.distance).eq(sides));
        assert!(hits.iter().all(|hit| hit.normal == -DVec3::X));
    }
    assert!(world.ray_hits(DVec3::splat(f64::NAN), way, Filter::ALL, &mut hits).is_err() && hits.is_empty());
}

/// All triangles that a body overlaps at the start are hit at fraction 0: the least position decides, in any order.
#[test]
fn sweeps_during_a_tick_return_the_same_bits_for_simultaneous_hits() {
    let mut random = Random(91);
    let mut hits = 0;
    for case in 0..400 {
        let mut world = World::new();
        for _ in 0..4 {
            let mesh = Mesh::build(&soup(&mut random, 20, 6.0, 4.0), &MeshOptions::default()).unwrap().0;
            let id =
                world.insert(Body::new(mesh).at(DAffine3::from_translation(random.vector(3.0)))).unwrap();
            let spin = if case % 2 == 0 { DVec3::ZERO } else { random.vector(8.0) };
            let motion = Motion::from_velocity(random.vector(20.0), spin, random.vector(5.0), 0.1).unwrap();
            world.set_motion(id, motion).unwrap();
        }
        let size = [0.5, 2.0, 30.0, 1e6][case % 4];
        let shape = Shape::ellipsoid(DVec3::new(size, 0.7 * size, size), DQuat::IDENTITY).unwrap();
        for _ in 0..10 {
            let sweep = Sweep::new(shape, random.vector(8.0), random.vector(12.0)).unwrap();
            let (a, b) = (random.unit(), random.unit());
            let (from, to) = (a.min(b), a.max(b));
            let brute = Brute(&world).sweep_during(&sweep, from, to);
            assert_eq!(world.sweep_during(&sweep, from, to).unwrap(), brute, "case {case}");
            hits += usize::from(brute.is_some());
        }
    }
    println!("4000 sweeps among bodies in motion: {hits} hit");
    assert!(hits > 1000);
}

/// Needles about one edge are hit at one fraction but for its last bits, which are thousands if the needles are ten
/// thousand kilometres long: one that is later by rounding alone must not be dropped before its last step.
#[test]
fn sweeps_at_needles_of_one_edge_agree_with_brute_force() {
    let mut random = Random(5);
    let mut hits = 0;
    for case in 0..600 {
        let far = [1e2, 1e5, 1e7][case % 3];
        let (a, b) = (random.vector(far), random.vector(1.0));
        let mut soup = Soup::default();
        for _ in 0..12 {
            let other = a + random.vector(far * 1e-5);
            soup.push([a, b, other].map(DVec3::as_vec3), 0);
        }
        let mut world = World::new();
        world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
        for _ in 0..10 {
            let radii = DVec3::new(1.0, random.range(1e-3, 1.0), 1.0) * 0.1;
            let q = random.vector(1.0);
            let shape = Shape::ellipsoid(radii, DQuat::from_xyzw(q.x, q.y, q.z, random.unit())).unwrap();
            let from = b + random.vector(2.0);
            let sweep = Sweep::new(shape, from, (b - from) * 2.0 + random.vector(0.2)).unwrap();
            let brute = Brute(&world).sweep(&sweep);
            assert_eq!(world.sweep(&sweep), brute, "case {case}");
            hits += usize::from(brute.is_some());
        }
    }
    println!("6000 sweeps at needles: {hits} hit");
    assert!(hits > 2000);
}

/// For a disc far from a turning body the bounds on the second derivative are wide and steps short: once, when the
/// steps ran out, a vertex nearly 400 km off was reported as touched.
#[test]
fn a_disc_that_moves_far_has_no_false_hit() {
    let mut soup = Soup::default();
    let corners = [[-10.7, -60.8, 39.2], [10.7, 60.8, 39.2], [-10.7, 60.8, 39.2]];
    soup.push(corners.map(|c: [f32; 3]| Vec3::from(c)), 0);
    let mut world = World::new();
    let mesh = Mesh::build(&soup, &MeshOptions::default()).unwrap().0;
    let id =
        world.insert(Body::new(mesh).at(DAffine3::from_translation(DVec3::new(24.6, 53.5, -0.7)))).unwrap();
    let spin = DVec3::new(-0.09, -0.34, -0.18);
    let pivot = DVec3::new(21.6, 41.3, 83.7);
    let motion = Motion::from_velocity(DVec3::new(0.3, 3.8, -1.0), spin, pivot, 1.0).unwrap();
    world.set_motion(id, motion).unwrap();
    let disc = Shape::upright_ellipsoid(DVec3::new(1e-4, 0.1, 1.0)).unwrap();
    let mut random = Random(3);
    for case in 0..2000 {
        let from = random.vector(200.0);
        let way = random.vector(300.0) + DVec3::Z * random.range(1e5, 1e6);
        let sweep = Sweep::new(disc, from, way).unwrap();
        let hit = world.sweep_during(&sweep, 0.5, 0.8).unwrap();
        assert_eq!(hit, Brute(&world).sweep_during(&sweep, 0.5, 0.8), "case {case}");
        if let Some(hit) = hit {
            let off = (from + way * hit.fraction - hit.point).length();
            assert!(off < 1.0 + 1e-6, "case {case}: touched {off} m away: {hit:?}");
        }
    }
}
