//! Determinism: the same bits in any order of balls and characters, and from any saved state.

use super::judge::{Hall, ROOM, are_reversed};
use glissando::Input;
use glissando::stage::StageScratch;
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::DT;

#[test]
fn the_order_of_balls_and_characters_does_not_matter() {
    let mut ticks = 0;
    for case in 0..40 {
        let mut random = Random::nth(911, 0, case);
        let mut hall = Hall::new(&mut random, ROOM, [case as usize % 3, 3, 6]);
        let mut other = hall.scene.state.clone();
        other.balls.reverse();
        other.characters.reverse();
        let mut stage = hall.scene.stage.clone();
        let (mut scratch, mut inputs) = (StageScratch::default(), vec![Input::default(); 3]);
        for tick in 0..80 {
            wishes(&mut random, &mut inputs);
            let scene = &mut hall.scene;
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            // Of two characters pressed into each other, their order decides which one is reported as squeezed.
            let is_squeezed = report.characters.iter().any(|c| c.squeeze.is_some());
            let reversed: Vec<Input> = inputs.iter().rev().copied().collect();
            stage.tick(&mut other, &reversed, DT, &mut scratch).unwrap();
            if is_squeezed {
                break;
            }
            assert!(are_reversed(&scene.state, &other), "case {case}, tick {tick}");
            ticks += 1;
        }
    }
    println!("{ticks} ticks, the same bits in the other order");
    assert!(ticks > 1500);
}

#[test]
fn a_stage_with_balls_restored_ends_with_the_same_bits() {
    let mut restored = 0;
    for case in 0..10 {
        let mut random = Random::nth(919, 0, case);
        let Hall { scene, .. } = &mut Hall::new(&mut random, ROOM, [3, 3, 6]);
        let fresh = scene.stage.clone();
        let mut inputs = vec![Input::default(); 3];
        let mut kept = Vec::new();
        for _ in 0..60 {
            wishes(&mut random, &mut inputs);
            kept.push((scene.state.clone(), inputs.clone()));
            scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
        }
        for from in [0, 17, 42] {
            let (mut stage, mut scratch) = (fresh.clone(), StageScratch::default());
            let mut state = kept[from].0.clone();
            for (_, inputs) in &kept[from..] {
                stage.tick(&mut state, inputs, DT, &mut scratch).unwrap();
            }
            assert_eq!(format!("{state:?}"), format!("{:?}", scene.state));
            restored += 1;
        }
    }
    println!("{restored} restored");
}
