//! Random halls of movers, characters and balls: every overlap with a ball is reported, and no ball leaves.

use super::judge::{Hall, Overlap, ROOM};
use glissando::character::EventKind;
use glissando::stage::{Outcome, StageEventKind};
use glissando::{DVec3, Input};
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::DT;

/// Deeper overlaps, in metres, are not rounding: balls of a metre keep a millionth of it from walls, and two that touch
/// overlap by less than 1e-9 radii.
const ROUNDING: f64 = 2e-9;

/// Half extents of a room in which many balls must lie on each other.
const PIT: DVec3 = DVec3::new(2.0, 6.0, 2.0);

/// Number of ticks, and of what the balls met with in them.
#[derive(Debug, Default)]
struct Tally {
    ticks: usize,
    held: usize,
    damped: usize,
    impacts: usize,
    hits: usize,
    excused: usize,
}

#[test]
fn every_overlap_with_a_ball_is_reported() {
    let mut tally = Tally::default();
    for case in 0..160 {
        let mut random = Random::nth(907, 0, case);
        let (movers, characters) = (random.integer(0, 5) as usize, random.integer(0, 4) as usize);
        let balls = random.integer(1, 9) as usize;
        let hall = Hall::new(&mut random, ROOM, [movers, characters, balls]);
        judge(case, hall, &mut random, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.impacts > 4000 && tally.hits > 200);
    assert!(tally.held * 50 < tally.ticks, "few are held");
}

/// Forty balls and more are poured between movers and characters: heaps that are shoved, lifted and walked into.
#[test]
fn every_overlap_with_a_ball_of_a_heap_is_reported() {
    let mut tally = Tally::default();
    for case in 0..12 {
        let mut random = Random::nth(911, 0, case);
        let (movers, characters) = (random.integer(1, 5) as usize, random.integer(1, 4) as usize);
        let balls = random.integer(40, 90) as usize;
        let hall = Hall::new(&mut random, PIT, [movers, characters, balls]);
        judge(case, hall, &mut random, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.impacts > 10_000 && tally.hits > 50);
}

/// Two seconds in a hall: no new overlap without a word, and no ball outside.
fn judge(case: u64, mut hall: Hall, random: &mut Random, tally: &mut Tally) {
    let mut inputs = vec![Input::default(); hall.scene.state.characters.len()];
    let (mut before, mut now): (Vec<Overlap>, Vec<Overlap>) = (Vec::new(), Vec::new());
    for tick in 0..120 {
        wishes(random, &mut inputs);
        let scene = &mut hall.scene;
        let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
        let is_held: Vec<bool> = report.balls.iter().map(|b| b.is_held).collect();
        let mut is_stuck: Vec<bool> =
            report.characters.iter().map(|c| c.outcome == Outcome::Crushed).collect();
        for event in report.events {
            if let StageEventKind::Own(EventKind::Stuck { .. } | EventKind::Recovered { .. }) = event.kind {
                is_stuck[event.character.index() as usize] = true;
            }
            tally.hits += usize::from(matches!(event.kind, StageEventKind::HitByBall { .. }));
        }
        tally.held += is_held.iter().filter(|h| **h).count();
        tally.damped += report.balls.iter().filter(|b| b.is_damped).count();
        tally.impacts += report.impacts.len();
        hall.overlaps(&mut now);
        for overlap in &now {
            let Overlap { ball, other, depth } = *overlap;
            let same = |o: &&Overlap| (o.ball, o.other) == (ball, other);
            let was = before.iter().find(same).map_or(0.0, |o| o.depth.max(0.0));
            if depth <= was + ROUNDING {
                continue;
            }
            let is_told =
                is_held[ball] || other.0 == 'b' && is_held[other.1] || other.0 == 'c' && is_stuck[other.1];
            tally.excused += 1;
            assert!(
                is_told,
                "case {case}, tick {tick}: ball {ball} and {other:?}: {depth:e}, before {was:e}"
            );
        }
        for (index, ball) in hall.scene.state.balls.iter().enumerate() {
            let out = ball.position.abs() - hall.room;
            assert!(out.max_element() < 0.0, "case {case}, tick {tick}: ball {index} is out");
        }
        core::mem::swap(&mut before, &mut now);
        tally.ticks += 1;
    }
}
