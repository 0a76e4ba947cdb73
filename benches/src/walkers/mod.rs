//! Who walks.

mod box3d;
mod glissando;
mod rapier;

use crate::level::Level;

/// A character controller with a number of characters.
pub trait Walker {
    fn name(&self) -> &'static str;

    /// Puts one character at each of these centres, at rest.
    fn place(&mut self, centres: &[[f64; 3]]);

    /// Puts one character back.
    fn replace(&mut self, who: usize, centre: [f64; 3]);

    /// Moves one character on by `dt` seconds; it wishes to go at `wish` metres a second.
    fn tick(&mut self, who: usize, wish: [f64; 3], dt: f64);

    /// Where the middle of its height is.
    fn centre(&self, who: usize) -> [f64; 3];
}

/// All walkers on this level.
pub fn all(level: &Level) -> Vec<Box<dyn Walker>> {
    vec![
        Box::new(glissando::Glissando::new(level)),
        Box::new(rapier::Rapier::new(level)),
        Box::new(box3d::Box3d::new(level)),
    ]
}

/// Metres a second squared, down.
const GRAVITY: f32 = 9.81;
/// A capsule of 1.8 m: its radius, and half of what is between the centres of its ends.
const RADIUS: f32 = 0.4;
const HALF_HEIGHT: f32 = 0.5;
/// Steps this high are climbed, and drops this deep followed, in metres.
const STEP: f32 = 0.4;
