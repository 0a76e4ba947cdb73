//! A mover of a level as the rules see it.

use super::course::Call;
use glissando::BodyId;
use serde::Serialize;

/// A mover of a level.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Machine {
    pub(super) name: String,
    pub(super) class: String,
    pub(super) body: BodyId,
    /// Whether it goes from the first moment.
    pub(super) is_going: bool,
    /// How it is called; `None` for what goes on and on.
    pub(super) call: Option<Call>,
    /// A character that enters here starts it.
    pub(super) zone: Option<Zone>,
    /// Health that it takes from a squeezed character.
    pub(super) damage: f64,
    /// What it fires at its far end: an index into the targets.
    pub(super) target: Option<usize>,
    /// All machines of its team; only itself if it has none.
    pub(super) team: Vec<usize>,
}

/// Where a mover is started by coming near.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Zone {
    /// Index among the triggers of the machinery.
    pub(super) trigger: usize,
    /// Whether a character that stays inside keeps it at its far end.
    pub(super) holds: bool,
}
