//! Random halls of movers, characters and balls: every overlap with a ball is reported, and no ball leaves.

use super::judge::{Hall, Overlap, ROOM};
use glissando::Input;
use glissando::character::EventKind;
use glissando::stage::{Outcome, StageEventKind};
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::DT;

/// Deeper overlaps, in metres, are not rounding: balls of a metre keep a millionth of it from walls, and two that touch
/// overlap by less than 1e-9 radii.
const ROUNDING: f64 = 2e-9;

#[test]
fn every_overlap_with_a_ball_is_reported() {
    let (mut ticks, mut held, mut damped, mut impacts, mut hits, mut excused) = (0, 0, 0, 0, 0, 0);
    for case in 0..150 {
        let mut random = Random::nth(907, 0, case);
        let (movers, characters) = (random.integer(0, 5) as usize, random.integer(0, 4) as usize);
        let balls = random.integer(1, 9) as usize;
        let mut hall = Hall::new(&mut random, movers, characters, balls);
        let mut inputs = vec![Input::default(); characters];
        let (mut before, mut now): (Vec<Overlap>, Vec<Overlap>) = (Vec::new(), Vec::new());
        for tick in 0..120 {
            wishes(&mut random, &mut inputs);
            let scene = &mut hall.scene;
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            let is_held: Vec<bool> = report.balls.iter().map(|b| b.is_held).collect();
            let mut is_stuck: Vec<bool> =
                report.characters.iter().map(|c| c.outcome == Outcome::Crushed).collect();
            for event in report.events {
                if let StageEventKind::Own(EventKind::Stuck { .. } | EventKind::Recovered { .. }) = event.kind
                {
                    is_stuck[event.character.index() as usize] = true;
                }
                hits += usize::from(matches!(event.kind, StageEventKind::HitByBall { .. }));
            }
            held += is_held.iter().filter(|h| **h).count();
            damped += report.balls.iter().filter(|b| b.is_damped).count();
            impacts += report.impacts.len();
            hall.overlaps(&mut now);
            for overlap in &now {
                let Overlap { ball, other, depth } = *overlap;
                let same = |o: &&Overlap| (o.ball, o.other) == (ball, other);
                let was = before.iter().find(same).map_or(0.0, |o| o.depth.max(0.0));
                if depth <= was + ROUNDING {
                    continue;
                }
                let is_told = is_held[ball]
                    || other.0 == 'b' && is_held[other.1]
                    || other.0 == 'c' && is_stuck[other.1];
                excused += 1;
                assert!(
                    is_told,
                    "case {case}, tick {tick}: ball {ball} and {other:?}: {depth:e}, before {was:e}"
                );
            }
            for (index, ball) in hall.scene.state.balls.iter().enumerate() {
                let out = ball.position.abs() - ROOM;
                assert!(out.max_element() < 0.0, "case {case}, tick {tick}: ball {index} is out");
            }
            core::mem::swap(&mut before, &mut now);
            ticks += 1;
        }
    }
    println!(
        "{ticks} ticks: {impacts} impacts, {hits} of characters; {damped} damped, {held} held, {excused} reported"
    );
    assert!(impacts > 4000 && hits > 200);
    assert!(held * 50 < ticks, "few are held");
}
