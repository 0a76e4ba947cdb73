//! Kind `triggers`: paths through triggers that move, what they tell, and what follows from it.

use super::mix::Mix;
use super::soups::mesh;
use super::watch::Watch;
use super::worlds::{motion, pose, shape};
use glissando::TriggerId;
use glissando::path::Waypoint;
use glissando::trigger::effect::{ConsequenceKind, Effect, Effects, Taken, consequences};
use glissando::trigger::{
    Trigger, TriggerBuffer, TriggerEvent, TriggerEventKind, TriggerKind, TriggerMemory, Triggers,
};
use std::collections::BTreeSet;

/// Paths of one case.
const PATHS: usize = 6;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let (mut triggers, mut effects, mut known) = (Triggers::new(), Effects::new(), Vec::new());
    for _ in 0..mix.below(6) {
        if let Some(id) = insert(mix, watch, &mut triggers, size) {
            known.push(id);
            let effect = effect(mix, size);
            watch.call("Effects::set", || effects.set(id, effect));
        }
    }
    let mut traveller = Traveller { effects, ..Traveller::default() };
    for _ in 0..PATHS {
        let id = handle(mix, &known);
        change(mix, watch, &mut triggers, id, size);
        traveller.travel(mix, watch, &triggers, size);
    }
}

fn insert(mix: &mut Mix, watch: &mut Watch, triggers: &mut Triggers, size: f64) -> Option<TriggerId> {
    let mesh = mesh(mix, watch, size)?;
    let kind = mix.pick(&[TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre]);
    let trigger = Trigger::new(mesh, kind).at(pose(mix, size)).on_layers(mix.pick(&[1, 1, 2, 0]));
    watch.call("Triggers::insert", || triggers.insert(trigger))
}

fn effect(mix: &mut Mix, size: f64) -> Effect {
    match mix.integer(0, 6) {
        0 => Effect::PickUp,
        1 => Effect::Launch { velocity: mix.point(9.0) },
        2 => Effect::Teleport { to: mix.point(size), velocity: None },
        3 => Effect::Hurt { per_second: mix.number(5.0) },
        4 => Effect::Kill,
        5 => Effect::Checkpoint,
        _ => Effect::Open { target: mix.bits() },
    }
}

/// A handle of a trigger, or of none.
fn handle(mix: &mut Mix, known: &[TriggerId]) -> TriggerId {
    if known.is_empty() || mix.chance(0.2) {
        TriggerId::from_bits(mix.pick(&[0, 3, 0xffff_ffff]) | mix.pick(&[0, 2, 0xffff_ffff]) << 32)
    } else {
        mix.pick(known)
    }
}

/// Changes the set; a refused change leaves it as it was.
fn change(mix: &mut Mix, watch: &mut Watch, triggers: &mut Triggers, id: TriggerId, size: f64) {
    let summary = |triggers: &Triggers| {
        let pose = |id| triggers.trigger(id).map(|trigger| (trigger.pose, trigger.layers, trigger.kind));
        format!("{:?}", triggers.ids().map(|id| (id, pose(id))).collect::<Vec<_>>())
    };
    let before = summary(triggers);
    let done = match mix.integer(0, 4) {
        0 => watch.call("Triggers::remove", || triggers.remove(id).map(|t| t.layers)).is_some(),
        1 => {
            let pose = pose(mix, size);
            watch.call("Triggers::set_pose", || triggers.set_pose(id, pose)).is_some()
        }
        2 => motion(mix, watch, size).is_none_or(|motion| {
            watch.call("Triggers::set_motion", || triggers.set_motion(id, motion)).is_some()
        }),
        3 => {
            let dt = mix.length(0.1);
            watch.call("Triggers::finish_motions", || triggers.finish_motions(dt)).is_some()
        }
        _ => watch.survive("Triggers::trigger", || triggers.trigger(id).is_ok()),
    };
    if !done {
        watch.unchanged("a change of triggers", &before, &summary(triggers));
    }
}

/// A body on its paths, and what it has been told.
#[derive(Default)]
struct Traveller {
    effects: Effects,
    memory: TriggerMemory,
    buffer: TriggerBuffer,
    taken: Taken,
    /// The triggers that it is in, by what it was told.
    inside: BTreeSet<TriggerId>,
}

impl Traveller {
    fn travel(&mut self, mix: &mut Mix, watch: &mut Watch, triggers: &Triggers, size: f64) {
        let Some(shape) = shape(mix, watch) else { return };
        let (path, filter) = (path(mix, size), mix.filter());
        let before = self.memory.clone();
        let Self { memory, buffer, .. } = self;
        let events = if mix.chance(0.9) {
            watch.call("Triggers::travel", || triggers.travel(&shape, &path, filter, memory, buffer))
        } else {
            let to = mix.point(size);
            watch.call("Triggers::teleport", || triggers.teleport(&shape, to, filter, memory, buffer))
        };
        let events = events.map(<[_]>::to_vec);
        let Some(events) = events else {
            return watch.unchanged("a path through triggers", &before, &self.memory);
        };
        self.hear(watch, &events);
        self.follow(mix, watch, &events);
    }

    /// What was told and what is remembered are the same, and nothing is entered or left twice.
    fn hear(&mut self, watch: &mut Watch, events: &[TriggerEvent]) {
        for event in events {
            let is_told = match event.kind {
                TriggerEventKind::Entered => self.inside.insert(event.trigger),
                TriggerEventKind::Left => self.inside.remove(&event.trigger),
                TriggerEventKind::Crossed { .. } => true,
            };
            watch.expect(is_told, "entered or left twice", || format!("{events:?}"));
        }
        let in_order = events.windows(2).all(|pair| pair[0].time <= pair[1].time);
        watch.expect(in_order, "times of trigger events out of order", || format!("{events:?}"));
        let heard: Vec<_> = self.inside.iter().copied().collect();
        let same = heard == self.memory.inside();
        watch.expect(same, "events and memory differ", || format!("{heard:?} {:?} {events:?}", self.memory));
        self.inside = self.memory.inside().iter().copied().collect();
    }

    fn follow(&mut self, mix: &mut Mix, watch: &mut Watch, events: &[TriggerEvent]) {
        let (dt, before, mut found) = (mix.length(0.1), self.taken.clone(), Vec::new());
        let call = || consequences(&self.effects, events, &self.memory, dt, &mut self.taken, &mut found);
        if watch.call("consequences", call).is_none() {
            return watch.unchanged("consequences", &before, &self.taken);
        }
        watch.finite("consequences", &found);
        for consequence in &found {
            if let ConsequenceKind::Hurt { seconds, .. } = consequence.kind {
                // The path is not of this tick: its events may be later than the tick's end.
                let latest = events.iter().fold(dt, |latest, event| latest.max(event.time));
                let is_time = (0.0..=latest).contains(&seconds);
                watch.expect(is_time, "hurt for longer than the tick", || format!("dt {dt} {consequence:?}"));
            }
        }
    }
}

/// A path: sometimes none, sometimes one point.
fn path(mix: &mut Mix, size: f64) -> Vec<Waypoint> {
    let mut time = 0.0;
    let mut path = Vec::new();
    for _ in 0..mix.below(6) {
        time += mix.length(0.05);
        path.push(Waypoint::new(time, mix.point(1.5 * size)));
    }
    path
}
