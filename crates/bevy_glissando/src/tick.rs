//! The tick: intents in, a report out.

use crate::GlissandoStage;
use crate::component::{BallMotion, CharacterIntent, CharacterMotion};
use crate::event::StageMessage;
use crate::fault::Faults;
use crate::plugin::Clock;
use crate::report::write_messages;
use crate::traced::TracedMove;
use bevy_ecs::prelude::*;
use core::fmt;
use core::time::Duration;
use glissando::stage::{StageScratch, StageState};
use glissando::{DVec3, Input, InputError};
use std::time::Instant;

/// Working memory of the ticks; nothing in it decides a result.
#[derive(Resource, Default)]
pub(crate) struct TickMemory {
    scratch: StageScratch,
    inputs: Vec<Input>,
    pub(crate) before: Places,
    /// Of this tick, in the order of the stage; empty if it is not made.
    pub(crate) characters: Vec<CharacterMotion>,
    pub(crate) balls: Vec<BallMotion>,
    /// Not yet written.
    pub(crate) messages: Vec<StageMessage>,
}

/// Centres before the last tick, after all that the game has moved, in the order of the stage.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) characters: Vec<DVec3>,
    pub(crate) balls: Vec<DVec3>,
}

impl Places {
    fn set(&mut self, state: &StageState) {
        self.characters.clear();
        self.characters.extend(state.characters.iter().map(|character| character.state.position));
        self.balls.clear();
        self.balls.extend(state.balls.iter().map(|ball| ball.position));
    }
}

/// What the last tick took; as a line of text with `{}`.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct StageDiagnostics {
    /// Time of the library's tick alone.
    pub time: Duration,
    /// Number of characters.
    pub characters: usize,
    /// Number of colliders.
    pub colliders: usize,
    /// Number of triangles of all colliders.
    pub triangles: usize,
    /// Number of movers that were ever added.
    pub movers: usize,
    /// Number of balls.
    pub balls: usize,
    /// Sweeps of all characters' own moves.
    pub sub_steps: usize,
    /// Whether the limits on work sufficed; see [`glissando::stage::TickReport::is_settled`].
    pub is_settled: bool,
}

impl fmt::Display for StageDiagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, characters, colliders, triangles, movers, balls, sub_steps, .. } = self;
        let milliseconds = time.as_secs_f64() * 1e3;
        write!(
            f,
            "{milliseconds:.3} ms: {characters} characters ({sub_steps} sweeps), {balls} balls, {movers} movers, \
             {triangles} triangles in {colliders} colliders"
        )
    }
}

pub(crate) fn tick(
    mut stage: ResMut<GlissandoStage>,
    mut memory: ResMut<TickMemory>,
    (mut diagnostics, mut traced): (ResMut<StageDiagnostics>, ResMut<TracedMove>),
    mut faults: Faults,
    clock: Clock,
    intents: Query<&CharacterIntent>,
) {
    let (stage, memory, dt) = (&mut *stage, &mut *memory, clock.dt());
    stage.before = StageState { movers: stage.state.movers.clone(), ..StageState::default() };
    memory.before.set(&stage.state);
    // A tick that is not made writes no motions: by now another character may have the place of one that was despawned.
    memory.characters.clear();
    memory.balls.clear();
    if dt == 0.0 {
        // The first frame of an app whose stage is in `Update`.
        return;
    }
    memory.inputs.clear();
    for (id, actor) in stage.state.characters.iter_with_ids() {
        let entity = stage.entity(id.into());
        let mut input = entity
            .and_then(|entity| intents.get(entity).ok())
            .map(CharacterIntent::input)
            .unwrap_or_default();
        if let (Some(entity), false) = (entity, is_accepted(&input)) {
            let refused = stage.stage.check_character(actor, &input, dt);
            input = Input { wish: DVec3::ZERO, ..input };
            if let Err(error) = refused {
                faults.report(entity, INTENT, error);
            }
        } else if let Some(entity) = entity {
            faults.mended(entity, INTENT);
        }
        memory.inputs.push(input);
    }
    let hero = traced.character.and_then(|entity| Some(stage.characters.get(entity)?.id));
    memory.scratch.trace_character(hero);
    let began = Instant::now();
    let TickMemory { scratch, inputs, characters, balls, messages, .. } = memory;
    let GlissandoStage { stage: core, state, .. } = &mut *stage;
    #[cfg(feature = "parallel")]
    let report = core.tick_parallel(state, inputs, dt, scratch);
    #[cfg(not(feature = "parallel"))]
    let report = core.tick(state, inputs, dt, scratch);
    let time = began.elapsed();
    let report = match report {
        Ok(report) => report,
        Err(error) => {
            refuse(stage, inputs, dt, error, &mut faults);
            return;
        }
    };
    faults.tick(None);
    traced.hear(if hero.is_some() { report.trace } else { &[] });
    write_messages(stage, &report, messages);
    let reports = report.characters.iter();
    characters
        .extend(stage.state.characters.iter().zip(reports).map(|(a, r)| CharacterMotion::of(a, Some(r))));
    balls.extend(stage.state.balls.iter().zip(report.balls).map(|(ball, report)| BallMotion {
        position: ball.position.into(),
        velocity: ball.velocity.into(),
        is_held: report.is_held,
    }));
    let bodies = || stage.bodies.as_slice().iter().filter_map(|link| link.on_stage.as_ref());
    *diagnostics = StageDiagnostics {
        time,
        characters: characters.len(),
        colliders: bodies().count(),
        triangles: bodies().map(|body| body.collider.mesh.shared().triangle_count()).sum(),
        movers: stage.state.movers.len(),
        balls: balls.len(),
        sub_steps: report.characters.iter().map(|character| character.sub_steps).sum(),
        is_settled: report.is_settled,
    };
}

const INTENT: &str = "CharacterIntent";

/// Whether a wish is a number that every tick accepts.
fn is_accepted(input: &Input) -> bool {
    let most = glissando::tolerance::WORLD_LIMIT;
    input.wish.to_array().iter().all(|k| k.abs() <= most)
}

/// Names the entities for which a tick was refused; the game wrote their state.
fn refuse(stage: &GlissandoStage, inputs: &[Input], dt: f64, error: InputError, faults: &mut Faults) {
    let mut is_named = false;
    let mut name =
        |entity: Option<Entity>, component, checked: Result<(), InputError>, faults: &mut Faults| {
            if let (Some(entity), Err(error)) = (entity, checked) {
                faults.report(entity, component, error);
                is_named = true;
            }
        };
    for ((id, actor), input) in stage.state.characters.iter_with_ids().zip(inputs) {
        name(stage.entity(id.into()), "character_mut", stage.stage.check_character(actor, input, dt), faults);
    }
    for link in stage.movers.as_slice() {
        let Some(mover) = &link.on_stage else { continue };
        name(Some(link.entity), "Mover", stage.stage.check_mover(&stage.state, mover.id, dt), faults);
    }
    for (id, ball) in stage.state.balls.iter_with_ids() {
        name(stage.entity(id.into()), "ball_mut", ball.check(), faults);
    }
    faults.tick((!is_named).then_some(error));
}
