//! Balls: their meetings compared with exact arithmetic, their impacts checked by the laws of conservation.

mod breaks;
mod conservation;
mod heaps;
mod order;
mod refusals;
mod rest;
mod theorem;
mod twin;
mod walls;

use glissando::balls::{Ball, Mass, Report, Scratch, Settings, step};
use glissando::{DVec3, World};

/// One tick with fresh memory, solved exactly; `look` is called with the result.
fn tick<T>(
    world: &World,
    settings: &Settings,
    balls: &mut [Ball],
    dt: f64,
    look: impl FnOnce(&Report<'_>) -> T,
) -> T {
    let mut scratch = Scratch::new();
    let report = step(world, settings, balls, dt, &mut scratch).unwrap();
    assert!(report.is_complete(), "{report:?}");
    look(&report)
}

fn moving(position: DVec3, radius: f64, velocity: DVec3) -> Ball {
    Ball { velocity, ..Ball::at(position, radius) }
}

fn weighing(mass: f64, ball: Ball) -> Ball {
    Ball { mass: Mass::Kilograms(mass), ..ball }
}

/// Five rows of balls that touch, the tip at the origin, the rest behind it along +x.
fn rack(radius: f64) -> Vec<Ball> {
    let across = 3.0_f64.sqrt() * radius;
    (0..5)
        .flat_map(|row| (0..=row).map(move |place| (f64::from(row), f64::from(2 * place - row))))
        .map(|(row, aside)| Ball::at(DVec3::new(row * across, aside * radius, 0.0), radius))
        .collect()
}
