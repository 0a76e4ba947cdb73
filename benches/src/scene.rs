//! A level, and what the oracle knows of it.

use crate::level::Level;
use crate::truth::Blocks;

pub struct Scene {
    pub level: Level,
    pub blocks: Blocks,
}

impl Scene {
    pub fn new(level: Level) -> Self {
        Self { blocks: Blocks::new(&level), level }
    }
}
