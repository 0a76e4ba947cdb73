//! Copies of a state, for rollback and for drawing between two ticks: `clone_from` keeps the memory of the copy that it replaces.

use super::{StageCharacter, StageState};

impl Clone for StageState {
    fn clone(&self) -> Self {
        let Self { tick, movers, characters, balls } = self;
        let (movers, characters) = (movers.clone(), characters.clone());
        Self { tick: *tick, movers, characters, balls: balls.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { tick, movers, characters, balls } = other;
        self.tick = *tick;
        self.movers.clone_from(movers);
        self.characters.clone_from(characters);
        self.balls.clone_from(balls);
    }
}

impl Clone for StageCharacter {
    fn clone(&self) -> Self {
        let Self { state, config, is_crushed, cabin, touching, inside, mass, strength, layers } = self;
        Self {
            state: *state,
            config: *config,
            is_crushed: *is_crushed,
            cabin: *cabin,
            touching: touching.clone(),
            inside: inside.clone(),
            mass: *mass,
            strength: *strength,
            layers: *layers,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { state, config, is_crushed, cabin, touching, inside, mass, strength, layers } = other;
        // As a rule they are equal.
        if self.touching != *touching {
            self.touching.clone_from(touching);
        }
        if !(self.inside.inside().is_empty() && inside.inside().is_empty()) {
            self.inside.clone_from(inside);
        }
        (self.state, self.config, self.is_crushed, self.cabin) = (*state, *config, *is_crushed, *cabin);
        (self.mass, self.strength, self.layers) = (*mass, *strength, *layers);
    }
}
