//! `World::sweep_during` compared with its brute-force twin and with an oracle that only has the bodies' poses at each
//! time.
//!
//! Every result is checked in three ways: no surface came nearer than its level before the reported time, the shape is
//! at the level then, and the twin without tree and without parts agrees. The level is the shell, or for a surface that
//! was nearer at the start, that distance.

use glissando::motion::Motion;
use glissando::world::Brute;
use glissando::{Body, DAffine3, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World};
use glissando_testkit::form;
use glissando_testkit::oracle::{self, Carried, Swept};
use glissando_testkit::random::Random;
use glissando_testkit::soups::skewed;

/// The gap at which the library ends a step, in radii, plus a graze for the whole and for each part of a turn.
const GAP: f64 = 2.1e-9;

/// The oracle's halving ends at this many radii.
const SLACK: f64 = 2e-8;

/// A world of some bodies in motion, one sweep, and the oracle's data for both.
struct Case {
    world: World,
    triangles: Vec<Carried>,
    /// The oracle's triangles that belong to one of the library's: three edges of a needle, or one with a face.
    whole: Vec<usize>,
    sweep: Sweep,
    swept: Swept,
    shell: f64,
    shape: Shape,
}

/// A triangle of ordinary shape or a needle, with corners about the origin.
fn corners(random: &mut Random, edge: f64) -> [DVec3; 3] {
    let first = random.vector(edge);
    if random.chance(0.15) {
        let way = random.direction() * edge;
        let thin = random.direction() * (edge * random.magnitude(1e-9, 1e-3));
        return [first, first + way, first + way * random.fraction() + thin];
    }
    [first, first + random.vector(edge), first + random.vector(edge)]
}

/// Motion of a body of size `size` near `at`; up to 50 m/s and a quarter turn in a tick.
fn motion(random: &mut Random, at: DVec3, size: f64) -> Motion {
    if random.chance(0.1) {
        return Motion::STILL;
    }
    let dt = 1.0 / random.pick(&[20.0, 60.0, 240.0]);
    let most = (size * 4.0).min(50.0 * dt);
    let linear = random.direction() * (random.pick(&[0.0, 1e-6, 0.1, 1.0]) * random.fraction() * most);
    if random.chance(0.3) {
        return Motion::linear(linear).unwrap();
    }
    let far = random.pick(&[0.0, 1.0, 1.0, 30.0, 1000.0]) * size;
    let pivot = at + random.direction() * far;
    let quarter = std::f64::consts::FRAC_PI_2;
    let most = if far > 2.0 * size { quarter.min(6.0 * size / far) } else { quarter };
    let angle = if random.chance(0.1) { most } else { random.fraction() * most };
    Motion::from_velocity(linear, random.direction() * angle, pivot, 1.0).unwrap()
}

fn shape(random: &mut Random) -> Shape {
    let radius = random.magnitude(1e-2, 10.0);
    if random.chance(0.3) {
        return Shape::sphere(radius).unwrap();
    }
    let radii = DVec3::new(1.0, random.between(0.3, 3.0), random.between(0.5, 2.0)) * radius;
    Shape::ellipsoid(radii, random.rotation()).unwrap()
}

/// A mesh of these corners, and whether each triangle has a face.
fn mesh(soup: &Soup) -> (Mesh, Vec<bool>) {
    let (mesh, report) = Mesh::build(soup, &MeshOptions::default()).unwrap();
    let is_edges = |i: u32| report.slivers.contains(&i) || report.degenerate.contains(&i);
    let faces = (0..report.triangle_count as u32).map(|i| !is_edges(i)).collect();
    (mesh, faces)
}

impl Case {
    fn random(random: &mut Random) -> Option<Self> {
        let shape = shape(random);
        Self::of_shape(shape, random)
    }

    fn of_shape(shape: Shape, random: &mut Random) -> Option<Self> {
        let size = shape.largest_radius();
        let middle = if random.chance(0.15) { random.direction() * 1e6 } else { random.vector(10.0 * size) };
        let mut world = World::new();
        let (mut triangles, mut whole) = (Vec::new(), Vec::new());
        for _ in 0..random.integer(1, 3) {
            let edge = size * random.pick(&[0.1, 1.0, 1.0, 5.0, 40.0]);
            let mut soup = Soup::default();
            for _ in 0..random.integer(1, 4) {
                soup.push(corners(random, edge).map(DVec3::as_vec3), 0);
            }
            let place = middle + random.vector(2.0 * size);
            let mut pose = DAffine3::from_translation(place);
            if random.chance(0.6) {
                let is_mirrored = random.chance(0.5);
                pose.matrix3 = skewed(random, is_mirrored).matrix3;
            }
            let (mesh, faces) = mesh(&soup);
            let motion = motion(random, place, edge.max(size));
            for (index, has_face) in faces.iter().enumerate() {
                let [a, b, c] = mesh.triangle(index as u32)?.map(|v| v.as_dvec3());
                let parts = if *has_face { vec![[a, b, c]] } else { vec![[a, b, b], [b, c, c], [c, a, a]] };
                let next = whole.last().map_or(0, |last| last + 1);
                whole.extend(parts.iter().map(|_| next));
                triangles.extend(parts.into_iter().map(|corners| Carried { motion, pose, corners }));
            }
            let id = world.insert(Body::new(mesh).at(pose)).unwrap();
            world.set_motion(id, motion).unwrap();
        }
        let case = Self::aimed(random, world, triangles, shape);
        Some(Self { whole, ..case })
    }

    /// A sweep near some point of some triangle at some time: random, at the start, or overlapping at the start.
    fn aimed(random: &mut Random, world: World, triangles: Vec<Carried>, shape: Shape) -> Self {
        let skin = random.pick(&[0.0, 0.01]) * shape.smallest_radius();
        let shell = 1.0 + skin / shape.smallest_radius();
        let span = if random.chance(0.5) {
            (0.0, 1.0)
        } else {
            let (a, b) = (random.fraction(), random.fraction());
            (a.min(b), a.max(b))
        };
        let target = &triangles[random.integer(0, triangles.len() as i64 - 1) as usize];
        let [u, v] = [0; 2].map(|_: i32| random.pick(&[0.0, 0.25, 0.5]));
        let [a, b, c] = target.corners;
        let point = a + (b - a) * u + (c - a) * v;
        let (time, near) = match random.integer(0, 9) {
            0 => (0.0, 1.0),
            1 => (0.0, random.between(0.05, 0.999)),
            2 | 3 => (random.fraction(), 1.0 + random.sign() * random.magnitude(1e-9, 1e-2)),
            _ => (random.fraction(), random.between(0.0, 1.3)),
        };
        let share = span.0 + (span.1 - span.0) * time;
        let there = target.motion.pose_at(&target.pose, share);
        // Off along the face's normal, or in any direction.
        let to_unit = shape.unit_from_world() * there.matrix3;
        let face = (to_unit * (b - a)).cross(to_unit * (c - a)).try_normalize();
        let direction = face.filter(|_| random.chance(0.7)).unwrap_or(random.direction()) * random.sign();
        let centre = there.transform_point(point) + shape.world_from_unit() * (direction * (shell * near));
        // Some point of the core is there: the centre of an ellipsoid.
        let on_core = if shape.is_box() {
            shape.rotation().to_mat3() * shape.core_half_extents().scale(random.vector(1.0))
        } else {
            shape.core() * if shape.is_capsule() { random.between(-1.0, 1.0) } else { 0.0 }
        };
        let centre = centre - on_core;
        let length = shape.largest_radius() * random.pick(&[0.0, 1e-6, 0.1, 1.0, 5.0, 30.0]);
        let translation = random.direction() * length;
        let from = centre - translation * time;
        let sweep = Sweep::new(shape, from, translation).unwrap().with_skin(skin).unwrap();
        let body = oracle::Body { radii: shape.radii(), axes: shape.rotation().to_mat3(), centre: from };
        let swept = Swept { body, half: shape.core(), is_round: shape.is_cylinder(), translation, span };
        Self { world, triangles, whole: Vec::new(), sweep, swept, shell, shape }
    }

    /// How near each triangle may come before it counts as touched, and the error bound of that distance.
    fn levels(&self) -> Vec<(f64, f64)> {
        let starts: Vec<f64> = self.triangles.iter().map(|t| self.swept.distance(t, 0.0)).collect();
        let level = |(whole, triangle): (&usize, &Carried)| {
            let parts = self.whole.iter().zip(&starts).filter(|(other, _)| *other == whole);
            let level = parts.fold(self.shell, |least, (_, start)| least.min(*start));
            (level, GAP + self.swept.rounding(triangle))
        };
        self.whole.iter().zip(&self.triangles).map(level).collect()
    }

    fn check(&self, tally: &mut Tally) -> Result<(), String> {
        let (from, to) = self.swept.span;
        let fast = self.world.sweep_during(&self.sweep, from, to).unwrap();
        let slow = Brute(&self.world).sweep_during(&self.sweep, from, to);
        tally.same += usize::from(fast == slow);
        let levels = self.levels();
        let overlap = levels.iter().filter(|(level, _)| *level < self.shell - 1e-6).count();
        tally.overlapping += usize::from(overlap > 0);
        for (name, hit) in [("tree", &fast), ("twin", &slow)] {
            let until = hit.map_or(1.0, |hit| hit.fraction);
            // No distance is below zero, that of a core that is cut.
            let above = self.triangles.iter().zip(&levels).filter(|(_, (level, error))| level > error);
            for (triangle, (level, error)) in above {
                let below = self.swept.below(triangle, level - error, SLACK, until);
                let below = below
                    .map_err(|e| format!("{name}: the oracle's search does not end: {e:?} {triangle:?}"))?;
                if let Some(time) = below {
                    let depth = level - self.swept.distance(triangle, time);
                    let start = self.swept.distance(triangle, 0.0);
                    return Err(format!(
                        "{name} missed a touch at {time}, {depth:e} deep, {start} at the start; says {:?}, twin {:?}\n  \
                         {:?} {triangle:?}",
                        hit.map(|h| h.fraction),
                        slow.map(|h| h.fraction),
                        self.swept
                    ));
                }
            }
            let Some(hit) = hit else { continue };
            let gaps = self.triangles.iter().zip(&levels).map(|(triangle, (level, error))| {
                (self.swept.distance(triangle, hit.fraction) - level) - error
            });
            let gap = gaps.fold(f64::INFINITY, f64::min);
            if gap > 0.0 {
                return Err(format!("{name} stopped {gap:e} radii too early: {hit:?}"));
            }
        }
        tally.hits += usize::from(fast.is_some());
        Ok(())
    }
}

/// Contacts at a moment equal those of a world whose bodies have the poses of that moment, up to rounding.
#[test]
fn contacts_at_a_moment_equal_those_of_bodies_at_that_pose() {
    let (mut count, mut met, mut worst) = (0, 0, 0.0_f64);
    for number in 0..20_000 {
        let mut random = Random::nth(12, 0, number);
        let Some(case) = Case::random(&mut random) else { continue };
        let inner = random.fraction();
        let share = random.pick(&[0.0, 1.0, inner]);
        let at = case.sweep.from() + case.sweep.translation() * share;
        let mut placed = case.world.clone();
        for id in case.world.bodies().map(|(id, _)| id) {
            let (pose, motion) = (case.world.body(id).unwrap().pose, case.world.motion(id).unwrap());
            placed.set_pose(id, motion.pose_at(&pose, share)).unwrap();
        }
        let distance = case.shape.smallest_radius() * random.between(0.0, 0.5);
        let (mut during, mut twin, mut after) = (Vec::new(), Vec::new(), Vec::new());
        case.world.contacts_during(&case.shape, at, distance, Filter::ALL, share, &mut during).unwrap();
        let radii = 1.0 + distance / case.shape.smallest_radius();
        Brute(&case.world).contacts_during(&case.shape, at, radii, Filter::ALL, share, &mut twin);
        twin.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
        assert_eq!(during, twin, "case {number}");
        // A triangle at exactly the distance may be in only one of the lists.
        let error = case.triangles.iter().map(|t| case.swept.rounding(t)).fold(1e-12, f64::max);
        placed.contacts(&case.shape, at, distance + error * 10.0, Filter::ALL, &mut after).unwrap();
        for contact in &during {
            let same = after.iter().find(|c| c.surface == contact.surface).expect("the same triangle");
            let off = (same.radii - contact.radii).abs();
            assert!(off <= error, "case {number}: {off:e} {error:e}");
            worst = worst.max(off / error);
        }
        let inner = after.iter().filter(|c| c.radii < radii - error).count();
        assert!(inner <= during.len(), "case {number}");
        (count, met) = (count + 1, met + during.len());
    }
    println!("{count} queries at moments: {met} contacts, at most {worst:.3} of the bound apart");
    assert!(count > 19_000 && met > count / 2);
}

#[derive(Default)]
struct Tally {
    count: usize,
    hits: usize,
    same: usize,
    overlapping: usize,
    faults: usize,
}

/// The oracle of a core takes a second for a case without optimizations, so the ordinary form has few of the random ones. A
/// long form with the environment variable `GLISSANDO_LONG` set:
/// `GLISSANDO_LONG=1 cargo test --release -p glissando --test queries -- --nocapture sweeps_of`
fn judge_cores(kind: &str, (few, more): (u64, &[u64]), shape: impl Fn(&mut Random) -> Shape) {
    let mut tally = Tally::default();
    let random_ones = form::cases(few, 1000);
    for number in (0..random_ones).chain(more.iter().copied()) {
        let mut random = Random::nth(13, 0, number);
        let shape = shape(&mut random);
        let Some(case) = Case::of_shape(shape, &mut random) else { continue };
        tally.count += 1;
        if let Err(story) = case.check(&mut tally) {
            tally.faults += 1;
            println!("case {number}: {story}");
        }
    }
    let Tally { count, hits, same, overlapping, faults } = tally;
    println!(
        "{count} sweeps of {kind} among bodies in motion: {hits} hit, {overlapping} began in something, {same} the \
         twin's to the bit, {faults} faults"
    );
    assert!(faults == 0 && count >= random_ones as usize && hits > count / 4 && overlapping > count / 20);
    assert_eq!(same, count);
}

#[test]
fn sweeps_of_capsules_among_moving_bodies_have_no_missed_and_no_false_hits() {
    // The later ones end at an edge that turns past the inside of the core.
    judge_cores("capsules", (16, &[451, 939, 1223, 1289, 1493, 1730, 1795]), |random| {
        let radius = random.magnitude(1e-2, 10.0);
        let half_height = radius * random.magnitude(0.1, 10.0);
        Shape::capsule(radius, half_height, random.rotation()).unwrap()
    });
}

#[test]
fn sweeps_of_boxes_among_moving_bodies_have_no_missed_and_no_false_hits() {
    judge_cores("boxes", (16, &[]), |random| {
        let rounding = random.magnitude(1e-2, 10.0);
        let mut half = || rounding * (1.0 + random.magnitude(0.1, 10.0));
        let half_extents = DVec3::new(half(), half(), half());
        Shape::cuboid(half_extents, rounding, random.rotation()).unwrap()
    });
}

#[test]
fn sweeps_of_cylinders_among_moving_bodies_have_no_missed_and_no_false_hits() {
    judge_cores("cylinders", (6, &[]), |random| {
        let rounding = random.magnitude(1e-2, 10.0);
        let mut half = || rounding * (1.0 + random.magnitude(0.1, 10.0));
        let (radius, half_height) = (half(), half());
        Shape::cylinder(radius, half_height, rounding, random.rotation()).unwrap()
    });
}

#[test]
fn sweeps_among_moving_bodies_have_no_missed_and_no_false_hits() {
    let mut tally = Tally::default();
    let trials = form::cases(5_000, 15_000);
    for number in 0..trials {
        let Some(case) = Case::random(&mut Random::nth(11, 0, number)) else { continue };
        tally.count += 1;
        if let Err(story) = case.check(&mut tally) {
            tally.faults += 1;
            if tally.faults <= 12 {
                println!("case {number}: {story}");
            }
        }
    }
    let Tally { count, hits, same, overlapping, faults } = tally;
    println!(
        "{count} sweeps among bodies in motion: {hits} hit, {overlapping} began in something, {same} the twin's to \
         the bit, {faults} faults"
    );
    assert!(faults == 0 && count >= trials as usize / 10 * 9 && hits > count / 4 && overlapping > count / 20);
    // The tree only selects triangles, and never changes a bit of a result.
    assert_eq!(same, count);
}
