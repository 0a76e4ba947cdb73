//! The settings of the characters on a stage, each once, with the number of characters that have them.

use glissando::stage::{Stage, StageState};
use glissando::{Config, ConfigId, InputError};

/// How many settings that no character has any more are kept, the last ones: a saved state may name them.
const MOST_UNUSED: usize = 256;

#[derive(Default)]
pub(super) struct Configs {
    /// Those without users are in the order in which they lost the last one.
    list: Vec<Known>,
}

struct Known {
    config: Config,
    id: ConfigId,
    users: usize,
}

impl Configs {
    /// The settings of an unpickled stage, before its characters are restored.
    pub(super) fn without_users(configs: impl Iterator<Item = (Config, ConfigId)>) -> Self {
        Self { list: configs.map(|(config, id)| Known { config, id, users: 0 }).collect() }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Config, ConfigId)> {
        self.list.iter().map(|known| (&known.config, known.id))
    }

    /// The handle of settings for one more character; the same for equal ones.
    pub(super) fn share(&mut self, stage: &mut Stage, config: &Config) -> ConfigId {
        if let Some(known) = self.list.iter_mut().find(|known| known.config == *config) {
            known.users += 1;
            return known.id;
        }
        let id = stage.add_config(*config);
        self.list.push(Known { config: *config, id, users: 1 });
        id
    }

    /// Counts a character less, and gives the stage's oldest unused settings back.
    pub(super) fn release(&mut self, stage: &mut Stage, id: ConfigId) {
        let Some(place) = self.list.iter().position(|known| known.id == id) else { return };
        self.list[place].users -= 1;
        if self.list[place].users > 0 {
            return;
        }
        let known = self.list.remove(place);
        self.list.push(known);
        let unused = self.list.iter().filter(|known| known.users == 0).count();
        if let (true, Some(oldest)) =
            (unused > MOST_UNUSED, self.list.iter().position(|known| known.users == 0))
        {
            // A live handle, so there is no error.
            let _ = stage.remove_config(self.list.remove(oldest).id);
        }
    }

    /// Counts the characters of a state that takes the place of another one.
    ///
    /// # Errors
    /// A character with settings that are not known any more; nothing has changed then.
    pub(super) fn restore(
        &mut self,
        stage: &mut Stage,
        old: &StageState,
        new: &StageState,
    ) -> Result<(), InputError> {
        let place = |id| self.list.iter().position(|known| known.id == id);
        let place = |id| place(id).ok_or(InputError::DeadConfig { config: id });
        let places: Result<Vec<usize>, _> = new.characters.iter().map(|actor| place(actor.config)).collect();
        places?.into_iter().for_each(|place| self.list[place].users += 1);
        old.characters.iter().for_each(|actor| self.release(stage, actor.config));
        Ok(())
    }
}
