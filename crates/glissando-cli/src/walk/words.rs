//! What happened, in words for a table.

use super::summary::What;
use super::trajectory::{event_name, passing_name};
use glissando::stage::Outcome;
use glissando::{EventKind, Surface};
use glissando_play::walk::Setup;

/// Something that happened, as a name and some words.
pub(super) fn told(what: &What, walk: &Setup) -> (String, String) {
    match what {
        What::Own(kind) => {
            let words = describe(kind, |surface| walk.scene.names(surface).map_or("", |n| n.instance));
            (event_name(kind).replace('_', " "), words)
        }
        What::Level { name, words } => (name.replace('_', " "), words.clone()),
        What::Passed { what, name } => (passing_name(what).replace('_', " "), name.clone()),
        What::World { outcome, by } => {
            let names: Vec<&str> =
                by.iter().flatten().map(|&body| walk.scene.name_of(body)).filter(|n| !n.is_empty()).collect();
            let between = if names.len() > 1 { "between" } else { "by" };
            let words =
                if names.is_empty() { String::new() } else { format!("{between} {}", names.join(" and ")) };
            (outcome_name(*outcome).to_owned(), words)
        }
    }
}

/// An outcome in a word.
pub(super) const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Crushed => "crushed",
        Outcome::Blocked => "blocked",
        Outcome::Pushed => "pushed",
        Outcome::Carried => "carried",
        Outcome::Alone => "alone",
    }
}

/// An event's figures in a few words; `name` tells whose a surface is.
fn describe<'a>(kind: &EventKind, name: impl Fn(&Surface) -> &'a str) -> String {
    match kind {
        EventKind::Landed { speed, surface, .. } => format!("at {speed:.3} m/s on {}", name(surface)),
        EventKind::HitWall { speed, surface, .. } | EventKind::HitCeiling { speed, surface, .. } => {
            format!("at {speed:.3} m/s, {}", name(surface))
        }
        EventKind::SteppedUp { height, surface } => {
            format!("by {:.1} cm on {}", height * 100.0, name(surface))
        }
        EventKind::PushedOut { distance, surface } => {
            format!("by {:.1} mm by {}", distance * 1e3, name(surface))
        }
        EventKind::Recovered { distance, to_safe_position } => {
            let how = if *to_safe_position { ", back at the last safe place" } else { "" };
            format!("by {:.1} mm{how}", distance * 1e3)
        }
        EventKind::Stuck { depth } => format!("{:.1} mm deep", depth * 1e3),
        _ => String::new(),
    }
}
