//! What happened with the doors, lifts, pads and traps of a level, in words.

use glissando::DVec3;
use glissando_mechanisms::{Cause, Incident as Raw, IncidentKind, Machinery};

/// Something that happened with a mover or a trigger.
#[derive(Clone, Debug)]
pub struct Incident {
    /// Seconds since the start of the walk.
    pub time: f64,
    /// Where the character was, metres.
    pub position: DVec3,
    /// What, as one word.
    pub name: &'static str,
    /// The mover or trigger.
    pub subject: String,
    /// Health that was lost.
    pub damage: Option<f64>,
    /// Where it led to.
    pub to: Option<DVec3>,
    /// Whether there was room.
    pub is_clear: bool,
}

impl Incident {
    /// With names instead of numbers; `begin` is when the tick began.
    pub fn new(raw: &Raw, machinery: &Machinery, begin: f64) -> Self {
        let mover = |index: usize| machinery.mover_name(index).to_owned();
        let trigger = |id| machinery.trigger_name(id).to_owned();
        let cause = |cause| match cause {
            Cause::Mover(index) => mover(index),
            Cause::Trigger(id) => trigger(id),
        };
        let (mut damage, mut to, mut is_clear) = (None, None, true);
        let subject = match raw.kind {
            IncidentKind::Started { mover: index }
            | IncidentKind::Arrived { mover: index }
            | IncidentKind::Returned { mover: index }
            | IncidentKind::GaveWay { mover: index } => mover(index),
            IncidentKind::Teleported { trigger: id, to: there, is_clear: has_room, .. } => {
                (to, is_clear) = (Some(there), has_room);
                trigger(id)
            }
            IncidentKind::Hurt { cause: by, damage: lost } => {
                damage = Some(lost);
                cause(by)
            }
            IncidentKind::PickedUp { trigger: id } => {
                machinery.what(id).map_or_else(|| trigger(id), str::to_owned)
            }
            IncidentKind::Signalled { trigger: id }
            | IncidentKind::Launched { trigger: id, .. }
            | IncidentKind::Reached { trigger: id } => trigger(id),
            IncidentKind::Died { cause: by, to: there, is_clear: has_room } => {
                (to, is_clear) = (Some(there), has_room);
                cause(by)
            }
            _ => String::new(),
        };
        let name = raw.kind.name();
        Self { time: begin + raw.time, position: raw.position, name, subject, damage, to, is_clear }
    }

    /// For people.
    pub fn words(&self) -> String {
        match self.name {
            "hurt" | "died" | "launched" | "teleported" => format!("by {}", self.subject),
            _ => self.subject.clone(),
        }
    }
}
