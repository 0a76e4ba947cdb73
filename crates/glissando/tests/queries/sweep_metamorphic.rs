//! Changes that must not change a result: scale by a power of two, order of triangles and corners, triangles out of
//! reach.

use glissando::{Body, DAffine3, DVec3, Filter, Hit, Mesh, MeshOptions, Shape, Soup, Sweep, Vec3, World};
use glissando_testkit::random::Random;
use glissando_testkit::soups::skewed;

/// Triangles of several bodies with their poses.
#[derive(Clone)]
struct Scene(Vec<(Vec<[Vec3; 3]>, DAffine3)>);

/// A shape and its displacement.
#[derive(Clone, Copy, Debug)]
struct Way {
    radii: DVec3,
    turn: glissando::DQuat,
    from: DVec3,
    translation: DVec3,
}

impl Scene {
    fn new(random: &mut Random) -> Self {
        let bodies = random.integer(1, 3);
        Self((0..bodies).map(|k| body(random, k)).collect())
    }

    fn world(&self) -> World {
        let mut world = World::new();
        for (triangles, pose) in &self.0 {
            let mut soup = Soup::default();
            triangles.iter().for_each(|t| soup.push(*t, 0));
            let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
            world.insert(Body::new(mesh).at(*pose)).unwrap();
        }
        world
    }

    fn scaled(&self, s: f64) -> Self {
        let mut scaled = self.clone();
        for (triangles, pose) in &mut scaled.0 {
            pose.translation *= s;
            triangles.iter_mut().flatten().for_each(|c| *c *= s as f32);
        }
        scaled
    }
}

fn body(random: &mut Random, k: i64) -> (Vec<[Vec3; 3]>, DAffine3) {
    let pose = if k == 0 { DAffine3::IDENTITY } else { skewed(random, k == 2) };
    let edge = random.between(0.3, 6.0);
    let count = random.integer(40, 120);
    let triangle = |random: &mut Random| {
        let at = random.vector(6.0);
        [(); 3].map(|()| (at + random.vector(edge)).as_vec3())
    };
    ((0..count).map(|_| triangle(random)).collect(), pose)
}

impl Way {
    fn new(random: &mut Random) -> Self {
        let radii = DVec3::from([(); 3].map(|()| random.magnitude(0.1, 1.5)));
        let (turn, from) = (random.rotation(), random.vector(8.0));
        Self { radii, turn, from, translation: random.direction() * random.magnitude(0.1, 20.0) }
    }

    fn sweep(&self, world: &World) -> Option<Hit> {
        let shape = self.shape();
        let skin = shape.smallest_radius() / 64.0;
        let sweep = Sweep::new(shape, self.from, self.translation).unwrap().with_skin(skin).unwrap();
        world.sweep(&sweep)
    }

    fn shape(&self) -> Shape {
        Shape::ellipsoid(self.radii, self.turn).unwrap()
    }

    /// The component of a displacement along the normal of the touched surface, in radii.
    fn across(&self, hit: &Hit, displacement: DVec3) -> f64 {
        displacement.dot(hit.normal).abs() / self.shape().extent_along(hit.normal)
    }

    /// Whether the shape touches no surface at the start.
    fn starts_free(&self, world: &World) -> bool {
        let (shape, mut found) = (self.shape(), Vec::new());
        world.contacts(&shape, self.from, shape.smallest_radius() / 64.0, Filter::ALL, &mut found).unwrap();
        found.is_empty()
    }

    fn scaled(&self, s: f64) -> Self {
        Self { radii: self.radii * s, from: self.from * s, translation: self.translation * s, ..*self }
    }
}

/// Runs `check(random, scene, world, way, hit)` over many scenes; prints and returns the number of hits.
fn over_scenes(
    name: &str,
    seed: u64,
    mut check: impl FnMut(&mut Random, &Scene, &World, &Way, Option<Hit>),
) -> usize {
    let (mut count, mut hits) = (0, 0);
    for nth in 0..200 {
        let mut random = Random::nth(seed, 0, nth);
        let scene = Scene::new(&mut random);
        let world = scene.world();
        for _ in 0..100 {
            let way = Way::new(&mut random);
            let hit = way.sweep(&world);
            check(&mut random, &scene, &world, &way, hit);
            (count, hits) = (count + 1, hits + usize::from(hit.is_some()));
        }
    }
    println!("{name}: {count} sweeps, {hits} hit");
    assert!(hits > 6_000 && hits < 19_000);
    hits
}

/// Distance of two stops along the touched normal, in radii: along the displacement they may differ by much more.
fn apart(way: &Way, a: Option<Hit>, b: Option<Hit>) -> f64 {
    let (Some(a), Some(b)) = (a, b) else { return 0.0 };
    way.across(&b, way.translation * (a.fraction - b.fraction))
}

#[test]
fn everything_twice_as_large_gives_the_same_bits() {
    for k in [-9, -1, 1, 7, 15] {
        let s = 2.0_f64.powi(k);
        let (mut large, mut nth) = (None, 0);
        over_scenes("scaled by a power of two", 81, |_, scene, _, way, hit| {
            if nth % 100 == 0 {
                large = Some(scene.scaled(s).world());
            }
            nth += 1;
            let scaled = large.as_ref().and_then(|world| way.scaled(s).sweep(world));
            let expected =
                hit.map(|h| Hit { distance: h.distance * s, point: h.point * s, depth: h.depth * s, ..h });
            assert_eq!(scaled, expected, "2^{k}: {way:?}");
        });
    }
}

#[test]
fn the_order_of_triangles_never_changes_when_and_where() {
    let (mut other, mut ties, mut nth) = (None, 0, 0);
    over_scenes("triangles in another order", 82, |random, scene, _, way, hit| {
        if nth % 100 == 0 {
            let mut shuffled = scene.clone();
            for (triangles, _) in &mut shuffled.0 {
                for end in (1..triangles.len()).rev() {
                    triangles.swap(end, random.integer(0, end as i64) as usize);
                }
            }
            other = Some(shuffled.world());
        }
        nth += 1;
        let again = other.as_ref().and_then(|world| way.sweep(world));
        let time = |h: Option<Hit>| h.map(|h| (h.fraction.to_bits(), h.distance.to_bits()));
        assert_eq!(time(again), time(hit), "{way:?}");
        // Of triangles touched at the same time the first in order is returned.
        ties += usize::from(again.map(|h| h.point) != hit.map(|h| h.point));
    });
    println!("{ties} ties went to another triangle");
    assert!(ties < 1_500);
}

#[test]
fn the_first_corner_of_a_triangle_changes_no_more_than_a_rounding() {
    let (mut turned, mut nth, mut differ, mut worst) = (None, 0, 0, 0.0_f64);
    over_scenes("corners in another order", 83, |_, scene, _, way, hit| {
        if nth % 100 == 0 {
            let mut scene = scene.clone();
            scene.0.iter_mut().flat_map(|(t, _)| t).for_each(|t| t.rotate_left(1 + nth / 100 % 2));
            turned = Some(scene.world());
        }
        nth += 1;
        let again = turned.as_ref().and_then(|world| way.sweep(world));
        assert_eq!(again.is_some(), hit.is_some(), "{way:?}");
        differ += usize::from(again.map(|h| h.fraction.to_bits()) != hit.map(|h| h.fraction.to_bits()));
        worst = worst.max(apart(way, again, hit));
    });
    println!("{differ} fractions differ in some bit, at most {worst:e} radii of clearance");
    assert!(worst < 2e-10);
}

#[test]
fn a_move_back_from_a_touch_is_free() {
    let mut count = 0;
    over_scenes("the move back", 84, |_, _, world, way, hit| {
        // A surface that was overlapped at the start and left is hit again on the move back.
        let Some(hit) = hit.filter(|h| h.fraction > 0.0 && way.starts_free(world)) else { return };
        let go = way.translation * hit.fraction;
        let back = Way { from: way.from + go, translation: -go, ..*way };
        assert_eq!(back.sweep(world), None, "{way:?}");
        count += 1;
    });
    println!("{count} moves back");
    assert!(count > 2_000);
}

#[test]
fn a_move_in_two_halves_ends_at_the_same_touch() {
    let (mut count, mut worst) = (0, 0.0_f64);
    over_scenes("two halves", 85, |_, _, world, way, hit| {
        let Some(hit) = hit.filter(|h| h.fraction > 0.0) else { return };
        let half = way.translation * (0.5 * hit.fraction);
        assert_eq!(Way { translation: half, ..*way }.sweep(world), None, "{way:?}");
        let rest = Way { from: way.from + half, translation: way.translation - half, ..*way };
        let again = rest.sweep(world).unwrap_or_else(|| panic!("{way:?}"));
        let moved = half + rest.translation * again.fraction;
        worst = worst.max(way.across(&hit, moved - way.translation * hit.fraction));
        count += 1;
    });
    println!("{count} touches met again, at most {worst:e} radii of clearance apart");
    assert!(count > 4_000 && worst < 2e-10);
}

#[test]
fn distant_or_doubled_triangles_change_no_bit() {
    let (mut more, mut nth) = (None, 0);
    over_scenes("with distant and doubled triangles", 86, |random, scene, _, way, hit| {
        if nth % 100 == 0 {
            let mut scene = scene.clone();
            for (triangles, _) in &mut scene.0 {
                let again = triangles[random.integer(0, triangles.len() as i64 - 1) as usize];
                let far = triangles[0].map(|c| c + Vec3::splat(3e4));
                triangles.extend([again, far, [far[0]; 3], [far[0], far[1], far[0]]]);
            }
            let far = scene.0[0].0.iter().map(|t| t.map(|c| c - Vec3::splat(5e4))).collect();
            scene.0.push((far, DAffine3::IDENTITY));
            more = Some(scene.world());
        }
        nth += 1;
        assert_eq!(more.as_ref().and_then(|world| way.sweep(world)), hit, "{way:?}");
    });
}

#[test]
fn corners_and_edges_laid_over_a_triangle_change_no_more_than_a_rounding() {
    let (mut more, mut nth, mut worst) = (None, 0, 0.0_f64);
    over_scenes("with triangles without area", 87, |_, scene, world, way, hit| {
        if nth % 100 == 0 {
            let mut scene = scene.clone();
            for (triangles, _) in &mut scene.0 {
                let flat: Vec<_> = triangles.iter().flat_map(|&[a, b, c]| [[a; 3], [b, c, b]]).collect();
                triangles.extend(flat);
            }
            more = Some(scene.world());
        }
        nth += 1;
        // In a face and near an edge, a body may leave the one and approach the other.
        if !way.starts_free(world) {
            return;
        }
        let again = more.as_ref().and_then(|world| way.sweep(world));
        assert_eq!(again.is_some(), hit.is_some(), "{way:?}");
        worst = worst.max(apart(way, again, hit));
    });
    println!("at most {worst:e} radii of clearance");
    assert!(worst < 2e-10);
}
