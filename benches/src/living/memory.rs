//! The memory of a character and of a mover of a stage, working memory included.

use super::stage::Staged;
use super::{LANDING, Way};
use crate::ALLOCATOR;
use crate::scene::Scene;
use crate::walk::{Plan, RATE};
use glissando::Input;

/// Prints the bytes of the heap for each character and for each mover: what twice as many hold more.
pub fn measure(scene: &Scene, characters: usize, movers: usize, seed: u64) {
    let plan = Plan::new(scene, characters, 1, seed);
    let few = &plan.starts[..characters / 2];
    let [half, whole] = [few, &plan.starts].map(|starts| held(scene, &plan, (starts, 0), seed));
    let each = (whole - half) / (characters - few.len()) as f64;
    let among = held(scene, &plan, (few, movers), seed);
    let mover = (among - half) / movers as f64;
    println!("  memory: {each:.0} bytes a character, {mover:.0} bytes a mover");
}

/// Bytes of the heap that a stage holds after a few ticks.
fn held(scene: &Scene, plan: &Plan, (starts, movers): (&[[f64; 3]], usize), seed: u64) -> f64 {
    let wishes = plan.wishes(0);
    let inputs: Vec<Input> =
        wishes[..starts.len()].iter().map(|&wish| Input { wish: wish.into(), ..Input::default() }).collect();
    let before = ALLOCATOR.allocated();
    let mut staged = Staged::new(&scene.level, starts, movers, seed);
    for _ in 0..LANDING {
        staged.tick(&inputs, 1.0 / RATE as f64);
    }
    (ALLOCATOR.allocated() - before) as f64
}
