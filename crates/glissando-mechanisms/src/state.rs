//! All that changes in the mechanisms of a level besides where the movers are: plain data.

use glissando::stage::{Roster, StageCharacter};
use glissando::trigger::effect::Taken;
use glissando::{CharacterId, DVec3, InputError, input};
use serde::{Deserialize, Serialize};

/// Health at the start, and after a new start.
pub const FULL_HEALTH: f64 = 100.0;

/// What is remembered from tick to tick beside the stage's own state. Clone it to save, hand it in again to restore.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineryState {
    /// In the order of the characters. A new character gets a new person with its first tick, and a removed one takes
    /// its person along with the next.
    pub people: Vec<Person>,
    /// The character that they belong to.
    whose: Vec<CharacterId>,
    /// The pick-ups that are gone.
    pub taken: Taken,
    /// Triggers that wait, by rising index in the machinery, with the seconds until they act again.
    pub(crate) waiting: Vec<(usize, f64)>,
}

/// What a character has besides its body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// Points of health left, at most [`FULL_HEALTH`].
    pub health: f64,
    /// Where it looks, in radians about Y, as a teleport said last.
    pub yaw_radians: f64,
    /// Where its centre is when it starts again.
    pub home: DVec3,
    /// Seconds until a squeeze hurts again.
    pub(crate) squeezed_for: f64,
}

impl Person {
    /// In good health, and starts again here.
    pub fn new(home: DVec3) -> Self {
        Self { health: FULL_HEALTH, yaw_radians: 0.0, home, squeezed_for: 0.0 }
    }
}

impl MachineryState {
    /// No character, and nothing has happened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Refuses a home to which no character can return, before a tick that one could die in.
    pub(crate) fn check_homes(&self) -> Result<(), InputError> {
        self.people
            .iter()
            .try_for_each(|person| input::position("home of a character", person.home).map(|_| ()))
    }

    /// Gives each character its person, in their order.
    pub(crate) fn align(&mut self, characters: &Roster<CharacterId, StageCharacter>) {
        let unnamed = self.whose.len()..self.people.len();
        self.whose.extend(unnamed.filter_map(|position| characters.id(position)));
        if self.whose == characters.ids() {
            return;
        }
        let mut known: Vec<_> = self.whose.drain(..).zip(self.people.drain(..)).collect();
        known.sort_by_key(|(whose, _)| *whose);
        for (id, actor) in characters.iter_with_ids() {
            let old = known.get(known.partition_point(|(whose, _)| *whose < id));
            let old = old.filter(|(whose, _)| *whose == id).map(|(_, person)| person.clone());
            self.people.push(old.unwrap_or_else(|| Person::new(actor.state.position)));
            self.whose.push(id);
        }
    }

    pub(crate) fn is_waiting(&self, trigger: usize) -> bool {
        self.waiting.binary_search_by_key(&trigger, |w| w.0).is_ok()
    }

    /// Lets a trigger rest for so many seconds.
    pub(crate) fn wait(&mut self, trigger: usize, seconds: f64) {
        if seconds <= 0.0 {
            return;
        }
        match self.waiting.binary_search_by_key(&trigger, |w| w.0) {
            Ok(place) => self.waiting[place].1 = seconds,
            Err(place) => self.waiting.insert(place, (trigger, seconds)),
        }
    }

    /// Time goes by.
    pub(crate) fn pass(&mut self, dt: f64) {
        self.waiting.retain_mut(|(_, left)| {
            *left -= dt;
            *left > 0.0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::{ConfigId, State};

    #[test]
    fn everyone_keeps_its_person_while_others_come_and_go() {
        let mut state = MachineryState::new();
        let mut characters: Roster<CharacterId, StageCharacter> = Roster::new();
        let mut known: Vec<(CharacterId, f64)> = Vec::new();
        for step in 0..400_usize {
            for _ in 0..step % 4 {
                let at = State::at(DVec3::X * step as f64);
                let id = characters.insert(StageCharacter::new(ConfigId::from_bits(0), at));
                known.push((id, FULL_HEALTH));
            }
            for _ in 0..(step * 7 % 3).min(known.len()) {
                let (id, _) = known.remove(step * 31 % known.len());
                characters.remove(id);
            }
            state.align(&characters);
            let healths = || state.people.iter().map(|person| person.health);
            assert!(healths().eq(known.iter().map(|(_, health)| *health)), "step {step}");
            assert_eq!(state.whose, characters.ids());
            for (number, (person, (_, health))) in state.people.iter_mut().zip(&mut known).enumerate() {
                (person.health, *health) = ((step + number) as f64, (step + number) as f64);
            }
        }
        assert!(known.len() > 100);
    }
}
