//! The pushes found by waking members beside those of passes in which all members answer.

use super::super::press::Answering;
use super::*;
use crate::random::Numbers;
use crate::threads::One;

const DT: f64 = 1.0 / 60.0;

/// Members on a plane, the pairs among them that are near, and their planes.
struct Scene {
    members: Vec<Pusher>,
    walls: Vec<SlidePlane>,
    pairs: Vec<Pair>,
    between: Vec<Between>,
}

impl Scene {
    fn random(numbers: &mut Numbers) -> Self {
        let mut next = || numbers.next();
        let count = (8.0 + 5.0 * next()) as usize;
        let mut walls = Vec::new();
        let members: Vec<Pusher> = (0..count)
            .map(|_| {
                let heading =
                    DVec3::new(next(), 0.2 * next(), next()).try_normalize().filter(|_| next() > -0.7);
                let pace = if heading.is_some() { 3.0 + 2.0 * next() } else { 0.0 };
                let wish = heading.map_or(DVec3::ZERO, |heading| heading * pace);
                let from = walls.len();
                if next() > 0.6 {
                    let normal = DVec3::new(next(), 0.0, next()).try_normalize().unwrap_or(DVec3::X);
                    walls.push(SlidePlane { normal, least: 0.0 });
                }
                Pusher {
                    mass: 80.0 + 60.0 * next(),
                    strength: if next() > -0.8 { 600.0 + 500.0 * next() } else { 0.0 },
                    wish,
                    heading,
                    drive: wish,
                    pace,
                    stands: Some(DVec3::Y).filter(|_| next() > -0.6),
                    at: DVec3::new(1.5 * next(), 0.0, 1.5 * next()),
                    walls: (from, walls.len()),
                }
            })
            .collect();
        let (mut pairs, mut between) = (Vec::new(), Vec::new());
        for second in 1..count {
            for first in 0..second {
                let way = members[second].at - members[first].at;
                let gap = way.length() - 0.8;
                if gap < 0.4 {
                    pairs.push(Pair { first: first as u32, second: second as u32 });
                    let mut plane = Between::NONE;
                    // Most are near, so that chains and circles arise.
                    (plane.gap, plane.room) = (0.05 * gap, 0.05 * gap - 0.008);
                    plane.normal = way.try_normalize().unwrap_or(DVec3::Y);
                    between.push(plane);
                }
            }
        }
        Self { members, walls, pairs, between }
    }

    /// Passes in which every member answers, as many as may be; returns whether they were enough.
    fn find_slowly(&self, neighbours: &Neighbours, pushes: &mut Pushes) -> bool {
        let mut sides = Vec::new();
        list_sides((&mut sides, &mut Vec::new()), &self.members, &self.pairs, &self.between, neighbours);
        let mut answering = Answering::default();
        for _ in 0..PASSES {
            let (mut next, mut pressed) = (Vec::new(), 0);
            pushes.yields.fill([false; 2]);
            for number in 0..self.members.len() {
                let pass = Pass { members: &self.members, walls: &self.walls, of: &pushes.of, dt: DT };
                let own = &sides[neighbours.range_of(number)];
                let (push, count) = answering.answer(&pass, number, own);
                for side in &answering.yields {
                    let (pair, is_first) = own[*side as usize].pair;
                    pushes.yields[pair as usize][usize::from(!is_first)] = true;
                }
                next.push(push);
                pressed += count;
            }
            if pressed == 0 || next == pushes.of {
                return true;
            }
            pushes.of = next;
        }
        false
    }
}

#[test]
fn pushes_are_those_of_passes_in_which_all_members_answer() {
    let mut numbers = Numbers::new();
    let (mut fast, mut slow, mut neighbours) = (Pushes::default(), Pushes::default(), Neighbours::default());
    let (mut pushed, mut circles) = (0, 0);
    for case in 0..4000 {
        let scene = Scene::random(&mut numbers);
        let Scene { members, walls, pairs, between } = &scene;
        neighbours.list(members.len(), pairs);
        for pushes in [&mut fast, &mut slow] {
            pushes.clear(members.len(), pairs.len());
        }
        let lanes = &mut [Lane::default()];
        let found = fast.find((members, walls), (pairs, &neighbours), between, DT, (&(), One, lanes));
        assert_eq!(found, scene.find_slowly(&neighbours, &mut slow), "case {case}");
        assert_eq!(fast.yields, slow.yields, "case {case}");
        for (fast, slow) in fast.of.iter().zip(&slow.of) {
            assert!(fast.is_identical(slow), "case {case}: {fast:?} {slow:?}");
            pushed += usize::from(fast.displacement != DVec3::ZERO);
        }
        circles += usize::from(!found);
    }
    println!("{pushed} members pushed in 4000 cases, of which {circles} end in a circle");
    assert!(pushed > 20_000 && circles > 0, "{pushed} {circles}");
}
