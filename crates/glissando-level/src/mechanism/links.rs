//! Which entity starts which mover: teams, names, and the links that entity lists leave out.

use super::Mechanisms;
use super::gather::bounds;
use super::mover::{MoverSpec, Start};
use super::trigger::{TriggerShape, TriggerSpec};
use crate::error::clip;
use crate::notes::Notes;
use glissando::DVec3;
use glissando::trigger::effect::Effect;
use std::collections::{BTreeMap, BTreeSet};

/// Most pairs of triggers and movers that are tried for a link that the file lacks.
const MOST_PAIRS: usize = 1 << 24;
/// How far such a trigger may be from its mover, in metres.
const TOUCHING: f64 = 1e-3;

/// Joins teams, finds links, and notes names that lead nowhere.
pub(super) fn join(mechanisms: &mut Mechanisms, notes: &mut Notes) {
    join_teams(&mut mechanisms.movers);
    guess_targets(mechanisms, notes);
    let names: BTreeSet<&str> = mechanisms.movers.iter().filter_map(|m| m.target_name.as_deref()).collect();
    let triggers = mechanisms.triggers.iter().map(|t| (&t.name, &t.target));
    let movers = mechanisms.movers.iter().map(|m| (&m.name, &m.target));
    for (name, target) in triggers.chain(movers) {
        if let Some(target) = target.as_deref().filter(|target| !names.contains(target)) {
            notes.add(|| format!("{:?}: its target {:?} is no mover", clip(name), clip(target)));
        }
    }
}

/// See [`Mechanisms::movers_started_by`].
pub(super) fn started_by(movers: &[MoverSpec], target: &str) -> Vec<usize> {
    let named = |m: &MoverSpec| m.target_name.as_deref() == Some(target);
    let teams: BTreeSet<&str> =
        movers.iter().filter(|m| named(m)).filter_map(|m| m.team.as_deref()).collect();
    let in_team = |m: &MoverSpec| m.team.as_deref().is_some_and(|team| teams.contains(team));
    let started = movers.iter().enumerate().filter(|(_, m)| named(m) || in_team(m));
    started.map(|(index, _)| index).collect()
}

/// A member that only waits for a character to come near waits as the others of its team do.
fn join_teams(movers: &mut [MoverSpec]) {
    let mut teams: BTreeMap<String, Option<Start>> = BTreeMap::new();
    for mover in movers.iter() {
        let Some(team) = &mover.team else { continue };
        let known = teams.entry(team.clone()).or_default();
        *known = Some(match (known.take(), &mover.start) {
            (None, start) => start.clone(),
            (Some(Start::Zone { low, high, holds }), Start::Zone { low: l, high: h, holds: also }) => {
                Start::Zone { low: low.min(*l), high: high.max(*h), holds: holds || *also }
            }
            (Some(Start::Zone { .. }), start) => start.clone(),
            (Some(known), _) => known,
        });
    }
    for mover in movers {
        let joint = mover.team.as_ref().and_then(|team| teams.get(team)).and_then(Option::as_ref);
        if let (Start::Zone { .. }, Some(joint)) = (&mover.start, joint) {
            mover.start = joint.clone();
        }
    }
}

/// Gives each signal without a target the mover that it touches and that nothing else starts.
///
/// Entity lists keep a trigger's target only where it is a place; what starts a door must touch it or be lost.
fn guess_targets(mechanisms: &mut Mechanisms, notes: &mut Notes) {
    let targets = mechanisms.triggers.iter().map(|t| &t.target);
    let targets = targets.chain(mechanisms.movers.iter().map(|m| &m.target));
    let claimed: BTreeSet<String> = targets.flatten().cloned().collect();
    let free = |m: &&MoverSpec| m.target_name.as_ref().is_some_and(|name| !claimed.contains(name));
    let movers: Vec<(&MoverSpec, (DVec3, DVec3))> =
        mechanisms.movers.iter().filter(free).filter_map(|m| Some((m, box_of(m)?))).collect();
    let signals = mechanisms.triggers.iter_mut().filter(|t| is_lost(t));
    for trigger in signals.take(MOST_PAIRS / movers.len().max(1)) {
        let TriggerShape::Box { low, high } = trigger.shape else { continue };
        let touched = movers.iter().find(|(_, mover)| touch((low, high), *mover));
        if let Some((mover, _)) = touched {
            let (from, to) = (clip(&trigger.name), clip(&mover.name));
            notes.add(|| format!("{from:?} has no target: taken to start {to:?}, which it touches"));
            trigger.target.clone_from(&mover.target_name);
        }
    }
}

fn is_lost(trigger: &TriggerSpec) -> bool {
    trigger.effect == Effect::Signal && trigger.target.is_none() && trigger.class == "trigger_multiple"
}

fn box_of(mover: &MoverSpec) -> Option<(DVec3, DVec3)> {
    bounds(&mover.soup).map(|(low, high)| (mover.origin + low, mover.origin + high))
}

fn touch(a: (DVec3, DVec3), b: (DVec3, DVec3)) -> bool {
    let gap = (a.0 - b.1).max(b.0 - a.1);
    gap.max_element() <= TOUCHING
}
