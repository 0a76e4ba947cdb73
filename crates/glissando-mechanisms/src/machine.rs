//! A mover of a level as the rules see it.

use crate::course::Call;
use glissando::BodyId;
use serde::Serialize;

/// A mover of a level.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) body: BodyId,
    /// Whether it goes from the first moment.
    pub(crate) is_going: bool,
    /// How it is called; `None` for what goes on and on.
    pub(crate) call: Option<Call>,
    /// A character that enters here starts it.
    pub(crate) zone: Option<Zone>,
    /// Health that it takes from a squeezed character.
    pub(crate) damage: f64,
    /// What it fires at its far end: an index into the targets.
    pub(crate) target: Option<usize>,
    /// All machines of its team; only itself if it has none.
    pub(crate) team: Vec<usize>,
}

/// Where a mover is started by coming near.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Zone {
    /// Index among the triggers of the machinery.
    pub(crate) trigger: usize,
    /// Whether a character that stays inside keeps it at its far end.
    pub(crate) holds: bool,
}
