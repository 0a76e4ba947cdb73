//! Sweeps against triangles of which the edges alone collide, kilometres long and as wide as a step: a body that touches one
//! edge, or two, is held by the others.
//!
//! The distance of a moving point from one edge is convex in time, so a search in three parts finds the least.

use glissando::world::Brute;
use glissando::{Collide, DVec3, Mesh, MeshOptions, Shape, Soup, Sweep, World, tolerance};
use glissando_testkit::form;
use glissando_testkit::random::Random;

/// A triangle's three edges.
struct Rim([[DVec3; 2]; 3]);

/// How a body stands to the rim before its move.
#[derive(Clone, Copy, Debug)]
enum Start {
    Free,
    OnOne,
    OnTwo,
    Overlapping,
}

fn distance_of_edge([a, b]: [DVec3; 2], p: DVec3) -> f64 {
    let along = b - a;
    let share = ((p - a).dot(along) / along.length_sq()).clamp(0.0, 1.0);
    (p - (a + along * share)).length()
}

impl Rim {
    fn of([a, b, c]: [DVec3; 3]) -> Self {
        Self([[a, b], [b, c], [c, a]])
    }

    /// The least distance of a point from an edge on a part of its way.
    fn least(&self, edge: usize, sweep: &Sweep, (mut from, mut to): (f64, f64)) -> f64 {
        let at = |time: f64| distance_of_edge(self.0[edge], sweep.from() + sweep.translation() * time);
        let ends = at(from).min(at(to));
        for _ in 0..90 {
            let (early, late) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
            if at(early) < at(late) {
                to = late;
            } else {
                from = early;
            }
        }
        ends.min(at(from))
    }
}

/// A triangle this wide and so long that only its edges collide, with the short edge near the origin.
fn needle(random: &mut Random, width: f64) -> [DVec3; 3] {
    let along = random.direction();
    let across = along.cross(random.direction()).try_normalize().unwrap();
    let tip = along * (width * random.magnitude(5e5, 2e6));
    [across * (-0.5 * width), across * (0.5 * width), tip].map(|corner| corner.as_vec3().as_dvec3())
}

fn world_of(corners: [DVec3; 3]) -> World {
    let mut soup = Soup::default();
    soup.push(corners.map(DVec3::as_vec3), 0);
    let (mesh, report) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
    assert_eq!(report.slivers, [0]);
    let mut world = World::new();
    world.insert_mesh(mesh);
    world
}

/// Where a ball of this radius starts, beside the long edges.
fn start(random: &mut Random, [a, b, tip]: [DVec3; 3], radius: f64, start: Start) -> DVec3 {
    let (middle, width) = ((a + b) * 0.5, (b - a).length());
    let along = (tip - middle).try_normalize().unwrap();
    let across = (b - a) * (1.0 / width);
    let up = along.cross(across) * random.sign();
    let on = along * random.between(-0.5 * radius, 40.0 * radius);
    let half = 0.5 * width;
    match start {
        Start::Free => middle + on + random.direction() * (radius * random.between(0.0, 6.0)),
        Start::OnOne | Start::Overlapping => {
            let share = if matches!(start, Start::OnOne) { 1.0 } else { random.between(0.5, 1.0) };
            let turn = random.between(0.0, core::f64::consts::PI);
            let out = across * turn.cos() + up * turn.sin();
            a + on + out * (radius * share)
        }
        Start::OnTwo => middle + on + up * (radius * radius - half * half).max(0.0).sqrt(),
    }
}

/// A ball once bounced off one long edge of a needle and flew through the next, two metres on.
#[test]
fn edges_that_a_body_does_not_leave_hold_it() {
    let mut random = Random::new(74);
    let count = form::cases(30_000, 300_000_u64);
    let (mut hits, mut later, mut deep, mut worst) = ([0_u64; 4], 0_u64, 0_u64, 0.0_f64);
    for case in 0..count {
        let radius = random.magnitude(0.2, 1.0);
        let width = random.magnitude(0.05, 4.0);
        let corners = needle(&mut random, width);
        let (world, rim) = (world_of(corners), Rim::of(corners));
        let kind = [Start::Free, Start::OnOne, Start::OnTwo, Start::Overlapping][(case % 4) as usize];
        let from = start(&mut random, corners, radius, kind);
        // Half of them across the triangle.
        let aim = (corners[1] - corners[0]) * (random.sign() / width);
        let aim = if random.chance(0.5) { aim } else { DVec3::ZERO };
        let way = (random.direction() + aim) * (radius * random.magnitude(0.01, 20.0));
        let sweep = Sweep::new(Shape::sphere(radius).unwrap(), from, way).unwrap();
        let hit = world.sweep(&sweep);
        assert_eq!(hit, Brute(&world).sweep(&sweep), "case {case}");

        let reach = corners[2].length() / radius;
        let room = tolerance::GRAZE + tolerance::NEWTON_GAP + 64.0 * f64::EPSILON * reach;
        let starts = [0, 1, 2].map(|edge| distance_of_edge(rim.0[edge], from));
        let nearest = starts[0].min(starts[1]).min(starts[2]);
        // Deep in one edge no other holds the ball.
        if nearest < 0.5 * radius {
            deep += 1;
            continue;
        }
        let level = nearest.min(radius);
        let stop = hit.map_or(1.0, |hit| hit.fraction);
        let mut is_explained = hit.is_none();
        for edge in 0..3 {
            let depth = (level - rim.least(edge, &sweep, (0.0, stop))) / radius;
            assert!(
                depth <= room,
                "case {case} {kind:?}: {depth:e} too deep in edge {edge}, {sweep:?} {corners:?}"
            );
            worst = worst.max(depth);
            let there = distance_of_edge(rim.0[edge], from + way * stop) / radius;
            let goes_on = rim.least(edge, &sweep, (stop, 1.0)) < level + room * radius;
            let is_stop = (there - level / radius).abs() <= room;
            is_explained |= goes_on && is_stop;
        }
        assert!(is_explained, "case {case} {kind:?}: stopped by nothing, {hit:?} {sweep:?} {corners:?}");
        hits[(case % 4) as usize] += u64::from(hit.is_some());
        later += u64::from(nearest < radius && stop > 0.0 && hit.is_some());
    }
    println!(
        "{count} sweeps past needles, {deep} of them deep in one, hits {hits:?}, {later} of them later than a touch; {worst:e} radii deep at most"
    );
    assert!(hits.iter().all(|&hits| hits > count / 40) && later > count / 200 && deep < count / 4);
}
