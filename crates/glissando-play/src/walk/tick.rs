//! What became of a character in a tick.

use super::incident::Incident;
use super::scripted_triggers::Passed;
use glissando::slide::Stop;
use glissando::stage::{Outcome, StageEvent};
use glissando::{DVec3, Event, State};

/// What became of a tick.
#[derive(Clone, Debug)]
pub struct Tick {
    /// Its number; the first is 0.
    pub number: u64,
    /// Seconds from the start of the walk to the end of the tick.
    pub time: f64,
    /// Where the character was before.
    pub from: DVec3,
    /// The character at the end.
    pub state: State,
    /// What happened, with seconds since the start of the walk.
    pub events: Vec<Event>,
    /// Whether the whole tick was used.
    pub stop: Stop,
    /// The gap to surfaces that was kept where the body fits and its skin does not, metres along the narrowest radius; see
    /// [`glissando::Report::reduced_skin`].
    pub reduced_skin: Option<f64>,
    /// What the tick cost, without anything around it; on a stage that of all characters together.
    pub nanoseconds: u64,
    /// What the world did to the character, if that moves.
    pub staged: Option<Staged>,
}

/// What a world that moves did to one of its characters.
#[derive(Clone, Debug)]
pub struct Staged {
    /// Which one.
    pub character: usize,
    /// Whether there are others.
    pub is_one_of_several: bool,
    /// What the moving world did to it.
    pub outcome: Outcome,
    /// How far it was carried and pushed, metres.
    pub moved: DVec3,
    /// What happened besides its own move, with seconds since the start of the walk.
    pub events: Vec<StageEvent>,
    /// What it passed through, in order of time.
    pub passed: Vec<Passed>,
    /// Its events with the movers and triggers of the level; the first character also has those of no character.
    pub incidents: Vec<Incident>,
}

impl Tick {
    /// Whether the character is squeezed by what does not give way, or was just put where there was no room.
    pub fn is_crushed(&self) -> bool {
        let has_no_room = |staged: &Staged| staged.incidents.iter().any(|incident| !incident.is_clear);
        self.staged.as_ref().is_some_and(|s| s.outcome == Outcome::Crushed || has_no_room(s))
    }
}
