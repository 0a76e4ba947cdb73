//! The same tick again: from a copy, with the characters in another order, without movers that turned back.

use super::counts::{Counts, Fault};
use super::scene::Scene;
use glissando::stage::{Policy, Roster, Stage, StageCharacter, StageScratch, StageState, TickReport};
use glissando::{BodyId, CharacterId, Input, Owner, Surface};

/// A tick that was made.
pub(super) struct Made<'a> {
    pub(super) walk: &'a str,
    pub(super) number: usize,
    pub(super) before: &'a StageState,
    pub(super) after: &'a StageState,
    pub(super) inputs: &'a [Input],
    pub(super) dt: f64,
}

/// Makes ticks again, on a stage of its own.
pub(super) struct Again {
    stage: Stage,
    scratch: StageScratch,
}

impl Again {
    pub(super) fn new(scene: &Scene) -> Self {
        Self { stage: scene.stage.clone(), scratch: StageScratch::default() }
    }

    fn tick(&mut self, before: &StageState, inputs: &[Input], dt: f64) -> Option<StageState> {
        let mut state = before.clone();
        self.stage.tick(&mut state, inputs, dt, &mut self.scratch).ok()?;
        Some(state)
    }

    /// From a copy, and with the characters the other way round.
    pub(super) fn compare(&mut self, made: &Made<'_>, counts: &mut Counts) {
        let Made { walk, number, before, after, inputs, dt } = *made;
        counts.again += 2;
        let copy = self.tick(before, inputs, dt);
        if copy.as_ref() != Some(after) {
            counts.fault(Fault::Copies, walk, number, String::new);
        }
        let inputs: Vec<Input> = inputs.iter().rev().copied().collect();
        let turned = self.tick(&reversed(before), &inputs, dt).map(|state| reversed(&state));
        let expected = reversed(&reversed(after));
        if !turned.is_some_and(|turned| is_same_but_for_ties(turned, &expected)) {
            counts.fault(Fault::Orders, walk, number, String::new);
        }
    }

    /// If all movers that were held turned back: the characters' tick is that of a world in which these rest.
    pub(super) fn undo(
        &mut self,
        made: &Made<'_>,
        scene: &Scene,
        report: &TickReport<'_>,
        counts: &mut Counts,
    ) {
        let held: Vec<bool> = report.movers.iter().map(|m| m.held_by.is_some()).collect();
        let is_back = |index: usize| scene.movers[index].spec.policy == Policy::Reverse;
        if !held.contains(&true) || (0..held.len()).any(|index| held[index] && !is_back(index)) {
            return;
        }
        let Made { walk, number, before, after, inputs, dt } = *made;
        let mut world = scene.world.clone();
        let mut poses = Vec::new();
        if let Ok(placed) = self.stage.world_at(before) {
            let bodies = scene.movers.iter().map(|mover| mover.spec.body);
            poses.extend(bodies.map(|body| placed.body(body).map(|b| b.pose)));
        }
        let mut state = before.clone();
        for ((mover, pose), held) in scene.movers.iter().zip(poses).zip(&held) {
            if let (true, Ok(pose)) = (*held, pose) {
                world.set_pose(mover.spec.body, pose).expect("a pose that was one");
            }
        }
        let (mut stage, mut moved) = (Stage::new(world), Vec::new());
        for config in &scene.configs {
            stage.add_config(*config);
        }
        for (index, mover) in scene.movers.iter().enumerate().filter(|(index, _)| !held[*index]) {
            let mover = stage.add_mover(mover.spec.clone()).expect("a good mover");
            moved.push((mover, before.movers[index]));
        }
        state.movers = stage.initial_state().movers;
        for (mover, was) in moved {
            state.movers[mover] = was;
        }
        counts.again += 1;
        let is_made = stage.tick(&mut state, inputs, dt, &mut self.scratch).is_ok();
        // A cabin is a body of a mover, which those that rest are not.
        let rests = |body: BodyId| {
            scene.movers.iter().zip(&held).any(|(mover, held)| *held && mover.spec.body == body)
        };
        let of_movers = |actors: &Roster<CharacterId, StageCharacter>| {
            let mut actors = actors.clone();
            actors.iter_mut().for_each(|actor| actor.cabin = actor.cabin.filter(|body| !rests(*body)));
            actors
        };
        let (made, expected) = (of_movers(&state.characters), of_movers(&after.characters));
        if !is_made || made != expected {
            counts.fault(Fault::Undone, walk, number, || format!("{made:?}\n{expected:?}"));
        }
    }
}

/// Whether two states are the same; of two supports that hold a character alike the one with the lesser name counts, and with the
/// characters the other way round that is the other one.
fn is_same_but_for_ties(mut state: StageState, expected: &StageState) -> bool {
    for (actor, expected) in state.characters.iter_mut().zip(&expected.characters) {
        let touches = |on: &Surface| expected.touching.contains(&on.owner);
        let (on, other) = (&mut actor.state.support, &expected.state.support);
        if on.as_ref().is_some_and(touches) && other.as_ref().is_some_and(touches) {
            *on = *other;
        }
    }
    state == *expected
}

/// The same with the characters the other way round, and so with other names for each other.
fn reversed(state: &StageState) -> StageState {
    let mut state = state.clone();
    let last = state.characters.len() as u32 - 1;
    let renamed = |owner: Owner| match owner {
        Owner::Character(id) => CharacterId::of_member(last - id.index()).into(),
        other => other,
    };
    for actor in &mut state.characters {
        actor.state.support.iter_mut().for_each(|on| on.owner = renamed(on.owner));
        actor.touching.iter_mut().for_each(|owner| *owner = renamed(*owner));
        actor.touching.sort_unstable();
    }
    state.characters.reverse();
    state
}
