//! All of a play that changes, as one value.

use super::change::Change;
use super::play::Play;
use super::scripted_triggers::Traces;
use anyhow::Context;
use glissando::stage::StageState;
use glissando::{Config, DVec3, Settings};
use glissando_mechanisms::MachineryState;
use serde::{Deserialize, Serialize};

/// A play between two ticks. Keep it to come back to it: the same ticks then give the same bits.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The stage.
    pub stage: StageState,
    machinery: MachineryState,
    traces: Traces,
    /// By character.
    settings: Vec<Settings>,
}

impl Play {
    /// Everything as it is.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            stage: self.state.clone(),
            machinery: self.more.clone(),
            traces: self.traces.clone(),
            settings: self.configs.iter().map(|config| *config.settings()).collect(),
        }
    }

    /// Puts everything where it was.
    ///
    /// # Errors
    /// A snapshot of something else: numbers that do not fit, settings that are refused. Nothing has changed then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> anyhow::Result<()> {
        let Snapshot { stage, machinery, traces, settings } = snapshot;
        let counts = [stage.characters.len(), settings.len(), traces.count()];
        let (count, movers) = (self.configs.len(), self.state.movers.len());
        anyhow::ensure!(
            counts.iter().all(|other| *other == count) && stage.movers.len() == movers,
            "the snapshot has {} characters and {} movers, this world {count} and {movers}: it is of another one",
            counts[0],
            stage.movers.len()
        );
        let (balls, own) = (stage.balls.len(), self.state.balls.len());
        anyhow::ensure!(
            balls == own,
            "the snapshot has {balls} balls, this world {own}: it is of another one"
        );
        let configs: Result<Vec<Config>, _> = settings.iter().map(Config::new).collect();
        let configs = configs.context("settings of the snapshot")?;
        self.stage.world_at(stage).context("the snapshot")?;
        for (actor, config) in stage.characters.iter().zip(&configs) {
            self.stage.set_config(actor.config, *config).context("the snapshot")?;
        }
        self.configs = configs;
        self.state.clone_from(stage);
        self.more.clone_from(machinery);
        self.traces.clone_from(traces);
        Ok(())
    }

    /// Changes a character before the next tick.
    ///
    /// # Errors
    /// A character that is not there; settings and places that are refused, by name. Nothing has changed then.
    pub fn change(&mut self, change: &Change) -> anyhow::Result<()> {
        let Change { character, settings, place } = *change;
        let count = self.state.characters.len();
        let actor = self.state.characters.as_mut_slice().get_mut(character);
        let actor = actor.with_context(|| format!("character {character}: there are {count}, from 0"))?;
        let config = settings.map(|settings| Config::new(&settings)).transpose()?;
        if let Some(place) = place {
            check_place(place)?;
        }
        if let Some(config) = config {
            self.stage.set_config(actor.config, config)?;
            self.configs[character] = config;
        }
        if let Some(place) = place {
            actor.state.teleport(place);
            (actor.state.velocity, actor.is_crushed) = (DVec3::ZERO, false);
        }
        Ok(())
    }
}

/// Refuses places outside of every world.
pub(crate) fn check_place(place: DVec3) -> anyhow::Result<()> {
    let most = glissando::tolerance::WORLD_LIMIT;
    let is_inside = place.to_array().iter().all(|c| c.abs() <= most);
    anyhow::ensure!(is_inside, "place is {:?}: each number must lie within {most:e} of 0", place.to_array());
    Ok(())
}
