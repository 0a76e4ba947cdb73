//! What characters remember of their surroundings from tick to tick changes no bit, whatever moves around them.

use crate::stage_balls::judge::{Hall, ROOM};
use glissando::stage::{Outcome, StageScratch};
use glissando::world::Conveyor;
use glissando::{Body, DAffine3, DVec3, Input, Soup};
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::{DT, mesh};

/// The same stage twice: with memory that is kept, and with new memory in every tick.
#[test]
fn a_stage_with_new_memory_in_every_tick_has_the_same_states() {
    let (mut ticks, mut moved) = (0, 0.0);
    for case in 0..60 {
        let mut random = Random::nth(2203, 0, case);
        // A large room, so that characters are near movers for a while, and alone for a while.
        let room = ROOM * random.between(1.0, 4.0);
        let (movers, characters) = (random.integer(0, 30) as usize, random.integer(1, 12) as usize);
        let mut scene = Hall::new(&mut random, room, [movers, characters, 0]).scene;
        let (mut stage, mut state) = (scene.stage.clone(), scene.state.clone());
        let mut inputs = vec![Input::default(); characters];
        for tick in 0..180 {
            wishes(&mut random, &mut inputs);
            scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
            assert_eq!(scene.state, state, "case {case}, tick {tick}");
            ticks += 1;
        }
        moved += state.characters.iter().map(|c| c.state.position.length()).sum::<f64>();
    }
    println!("{ticks} ticks, the characters ended {moved:.0} m from the middle in all");
}

/// The same on a floor with belts, which carry some and not others.
#[test]
fn belts_carry_only_those_that_stand_on_them() {
    let mut carried = 0;
    for case in 0..20 {
        let mut random = Random::nth(2204, 0, case);
        let mut scene = Hall::new(&mut random, ROOM * 2.0, [6, 10, 0]).scene;
        for _ in 0..6 {
            let half = DVec3::new(random.between(0.3, 2.0), 0.2, random.between(0.3, 2.0));
            let at = random.vector(1.0).scale(ROOM) - DVec3::Y * ROOM.y;
            let (low, high) = ((-half).as_vec3(), half.as_vec3());
            let soup = Soup::cuboid((low + high) * 0.5, (high - low) * 0.5);
            let mut body = Body::new(mesh(&soup)).at(DAffine3::from_translation(at));
            // A belt that stands still is one that carries nothing.
            let speed = if random.chance(0.3) { 0.0 } else { random.between(-3.0, 3.0) };
            body.conveyors.push(Conveyor { material: 0, velocity: DVec3::X * speed });
            scene.stage.insert(body).unwrap();
        }
        let (mut stage, mut state) = (scene.stage.clone(), scene.state.clone());
        let mut inputs = vec![Input::default(); 10];
        for tick in 0..150 {
            if tick % 30 < 20 {
                wishes(&mut random, &mut inputs);
            } else {
                inputs.fill(Input::default());
            }
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            carried += report.characters.iter().filter(|one| one.outcome == Outcome::Carried).count();
            stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
            assert_eq!(scene.state, state, "case {case}, tick {tick}");
        }
    }
    assert!(carried > 500, "{carried}");
}

/// The same while characters are removed from the front and the middle, and others join.
#[test]
fn those_that_stay_keep_what_they_remember_while_others_come_and_go() {
    let mut removed = 0;
    for case in 0..20 {
        let mut random = Random::nth(2205, 0, case);
        let mut scene = Hall::new(&mut random, ROOM * 2.0, [6, 10, 3]).scene;
        let (mut stage, mut state) = (scene.stage.clone(), scene.state.clone());
        let mut inputs = vec![Input::default(); 10];
        for tick in 0..120 {
            if tick % 7 == 6 {
                let id = state.characters.ids()[random.integer(0, 5) as usize];
                let gone = state.characters.remove(id).unwrap();
                assert_eq!(scene.state.characters.remove(id).as_ref(), Some(&gone));
                removed += 1;
                if tick % 2 == 0 {
                    // It comes back as the last one.
                    scene.state.characters.insert(gone.clone());
                    state.characters.insert(gone);
                }
            }
            inputs.resize(state.characters.len(), Input::default());
            wishes(&mut random, &mut inputs);
            scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
            assert_eq!(scene.state, state, "case {case}, tick {tick}");
            if state.characters.len() < 6 {
                break;
            }
        }
    }
    assert!(removed > 100, "{removed}");
}
