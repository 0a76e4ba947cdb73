//! The input of the players, the same for every engine.

use bevy::prelude::*;

/// Metres a second.
pub(crate) const SPEED: f32 = 3.5;

/// A character, by its number, and what it wants in this tick.
#[derive(Component, Default)]
pub(crate) struct Player {
    number: u32,
    tick: u32,
    /// A unit direction on the level.
    pub(crate) way: Vec3,
    pub(crate) jump: bool,
    /// Landings that the engine has told of.
    pub(crate) landings: u32,
}

impl Player {
    pub(crate) fn new(number: usize) -> Self {
        Self { number: number as u32, ..Self::default() }
    }
}

/// Another way every second and a half, and a jump every two seconds, held for a quarter of a second.
pub(crate) fn decide(mut players: Query<&mut Player>) {
    for mut player in &mut players {
        let turn = (player.number * 7 + player.tick / 90) as f32 * 2.4;
        player.way = Vec3::new(turn.sin(), 0.0, turn.cos());
        player.jump = (player.tick + player.number * 11) % 120 < 15;
        player.tick += 1;
    }
}
