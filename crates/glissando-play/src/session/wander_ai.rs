//! Inputs of the characters that no player controls.

use crate::walk::{Play, Player, Setup, Wanderer, Way, input};
use glissando::{Input, State};
use serde::{Deserialize, Serialize};

/// By character, without the player's: the state of a wandering one; `None` for a scripted one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
pub(super) struct WanderAi(Vec<Option<Wanderer>>);

impl WanderAi {
    /// Those of a walk at its start.
    pub(super) fn of(walk: &Setup) -> Self {
        Self(walk.players.iter().skip(1).map(wanderer).collect())
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The inputs of all characters in the next tick of a play, the player's first.
    pub(super) fn inputs(&mut self, walk: &Setup, play: &Play, first: Input) -> Vec<Input> {
        let mut inputs = vec![first];
        for (index, actor) in play.state().characters.iter().enumerate().skip(1) {
            inputs.push(self.input(walk, index, &actor.state, play.state().tick));
        }
        inputs
    }

    /// What the character of this index, from 1, does in a tick.
    fn input(&mut self, walk: &Setup, index: usize, state: &State, tick: u64) -> Input {
        let order = match self.0.get_mut(index - 1) {
            Some(Some(wanderer)) => Some(wanderer.order(state, walk.dt)),
            _ => walk.players[index].plan().and_then(|plan| plan.order_at(tick)),
        };
        input(order)
    }
}

/// What goes by itself instead of the hand that leads the first character.
#[derive(Clone, Debug)]
pub(super) enum Autopilot {
    /// The script of the scene, with what it opens and closes.
    Script,
    Wander(Wanderer),
}

impl Autopilot {
    /// What a walk has for its first character; by chance where the script has nothing for it to do.
    pub(super) fn of(walk: &Setup) -> Self {
        let first = walk.players.first();
        match first.and_then(wanderer) {
            Some(wanderer) => Self::Wander(wanderer),
            None if first.and_then(Player::plan).is_some_and(|plan| plan.tick_count() > 0) => Self::Script,
            None => walk.wanderer().map_or(Self::Script, Self::Wander),
        }
    }

    /// What to do in a tick.
    pub(super) fn input(&mut self, walk: &Setup, state: &State, tick: u64) -> Input {
        let order = match self {
            Self::Wander(wanderer) => Some(wanderer.order(state, walk.dt)),
            Self::Script => walk.players[0].plan().and_then(|plan| plan.order_at(tick)),
        };
        input(order)
    }
}

fn wanderer(player: &Player) -> Option<Wanderer> {
    match &player.way {
        Way::Wander { wanderer, .. } => Some(wanderer.clone()),
        _ => None,
    }
}
