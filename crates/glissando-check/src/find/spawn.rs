//! Spawns in walls and over nothing.

use super::Context;
use crate::aim::Fate;
use crate::clip::Clip;
use crate::finding::{Finding, Kind};
use crate::walker::Walker;
use glissando::State;

/// Metres that a spawning body may be in a surface: authors put feet on the ground, not a skin above it.
const ALLOWED: f64 = 0.03;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let subject = context.subject;
    let mut findings = Vec::new();
    let mut walker = Walker::new(subject, context.options.hz);
    for spawn in subject.spawns {
        let mut state = State::with_feet_at(subject.config, spawn.low);
        let start = state.position;
        let shape = subject.config.shape(false);
        let filter = subject.config.settings().filter;
        let deepest = subject.world.overlap(&shape, start, filter).ok().flatten();
        walker.tape = Some(Vec::new());
        let fate = walker.rest_through(None, &mut state, false);
        let inputs = walker.tape.take().unwrap_or_default();
        let clip = Some(Clip::of(start, context.options.hz, &inputs));
        let name = &spawn.name;
        let depth = deepest.map_or(0.0, |contact| -contact.gap());
        let found = match fate {
            _ if depth > ALLOWED => {
                Some((Kind::SpawnBlocked, format!("the body at {name} is {depth:.2} m in a surface")))
            }
            Fate::Stuck(_) => Some((Kind::SpawnBlocked, format!("the body at {name} is stuck in a surface"))),
            Fate::Out(_) => Some((
                Kind::SpawnOverNothing,
                format!("a character that starts at {name} falls out of the world"),
            )),
            _ => None,
        };
        findings.extend(found.map(|(kind, reason)| Finding::at(kind, spawn.low, reason).with_clip(clip)));
    }
    findings
}
