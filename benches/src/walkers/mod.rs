//! Who walks.

#[cfg(feature = "box3d")]
pub mod box3d;
mod glissando;
#[cfg(feature = "rapier")]
pub mod rapier;

use crate::level::Level;
use crate::results::WALK;
use crate::shape::Shape;
use ::glissando::character::BodyShape;

/// A character controller with a number of characters.
pub trait Walker {
    fn name(&self) -> &'static str;

    /// Puts one character at each of these centres, at rest.
    fn place(&mut self, centres: &[[f64; 3]]);

    /// Puts one character back.
    fn replace(&mut self, who: usize, centre: [f64; 3]);

    /// Moves one character on by `dt` seconds; it wishes to go at `wish` metres a second.
    fn tick(&mut self, who: usize, wish: [f64; 3], dt: f64);

    /// Moves everybody on, each by its own wish.
    fn tick_all(&mut self, wishes: &[[f64; 3]], dt: f64) {
        for (who, &wish) in wishes.iter().enumerate() {
            self.tick(who, wish, dt);
        }
    }

    /// Where the middle of its height is.
    fn centre(&self, who: usize) -> [f64; 3];

    /// What its figures are called.
    fn question(&self) -> &'static str {
        WALK
    }

    /// What must stay outside of everything.
    fn shape(&self) -> Shape;
}

/// The default body of each engine on this level, glissando's first.
pub fn all(level: &Level) -> Vec<Box<dyn Walker>> {
    ALL.iter().map(|walker| walker(level)).collect()
}

/// glissando's ellipsoid.
pub fn ours(level: &Level) -> Box<dyn Walker> {
    ours_as(level, BodyShape::Ellipsoid)
}

/// glissando's other bodies.
pub fn ours_with_cores(level: &Level) -> impl Iterator<Item = Box<dyn Walker>> {
    [BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder].into_iter().map(|body| ours_as(level, body))
}

/// glissando's in this body.
fn ours_as(level: &Level, body: BodyShape) -> Box<dyn Walker> {
    Box::new(glissando::Glissando::new(level, body))
}

type Make = fn(&Level) -> Box<dyn Walker>;

/// How each is made.
const ALL: &[Make] = &[
    ours,
    #[cfg(feature = "rapier")]
    |level| Box::new(rapier::Rapier::new(level)),
    #[cfg(feature = "box3d")]
    |level| Box::new(box3d::Box3d::new(level)),
];

/// What the peers' characters are made of.
#[cfg(any(feature = "rapier", feature = "box3d"))]
pub mod capsule {
    /// Metres a second squared, down.
    pub const GRAVITY: f32 = 9.81;
    /// A capsule of 1.8 m: its radius, and half of what is between the centres of its ends.
    pub const RADIUS: f32 = 0.4;
    pub const HALF_HEIGHT: f32 = 0.5;
}
