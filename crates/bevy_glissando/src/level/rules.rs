//! The rules of a level's parts: doors open, pads throw, teleporters send elsewhere.
//!
//! They keep nothing from tick to tick: all that they change is in the stage, so a restored stage goes on as it did.

use super::parts::{LevelEffect, LevelMarker, LevelMover, LevelTrigger, Opens};
use crate::{GlissandoPlugin, GlissandoStage, GlissandoSystems, StageMessage};
use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_reflect::prelude::*;
use glissando::stage::{MoverState, StageCharacter, StageState};
use glissando::trigger::TriggerBuffer;
use glissando::{BodyId, CharacterId, Ground, TriggerId};
use glissando_mechanisms::{arrive, centre_above};

/// A character has entered a trigger of a level, or crossed its surface in the direction that counts.
///
/// Launches and teleports have been carried out. All other effects are the game's, to the exact times of [`Entered`](crate::Entered)
/// and [`Left`](crate::Left).
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, Clone, PartialEq)]
pub struct LevelMessage {
    /// The character.
    pub character: Entity,
    /// The trigger, whose [`LevelTrigger`] has the rest.
    pub trigger: Entity,
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The effect of the trigger.
    pub effect: LevelEffect,
}

/// Opens doors and lifts, throws and teleports characters, after each tick: what follows counts from the next tick on.
///
/// A character in a trigger with [`Opens`] starts its movers; with `holds` it keeps them at their far ends. A mover with [`Opens`]
/// starts its movers as long as it is at its own far end. A character that lands on a jump pad without leaving it is thrown again.
/// A character that arrives by a teleporter enters no trigger of the level where it arrives.
#[derive(Clone, Debug)]
pub struct LevelPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl Default for LevelPlugin {
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

impl LevelPlugin {
    /// The plugin in the schedule of [`GlissandoPlugin`]'s ticks.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for LevelPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<GlissandoPlugin>() {
            log::error!("LevelPlugin does nothing: GlissandoPlugin must be added before it");
            return;
        }
        app.add_message::<LevelMessage>()
            .register_type::<LevelMarker>()
            .register_type::<LevelMessage>()
            .register_type::<LevelMover>()
            .register_type::<LevelTrigger>()
            .register_type::<Opens>()
            .register_type::<super::MoverCall>()
            .add_systems(self.schedule, (touch, open).chain().after(GlissandoSystems::Events));
        #[cfg(feature = "gltf")]
        app.register_type::<super::LevelScene>().add_systems(PreUpdate, super::scene::read_scenes);
    }
}

/// Lets characters meet the triggers that they entered or crossed in the last tick.
fn touch(
    mut stage: ResMut<GlissandoStage>,
    mut messages: MessageReader<StageMessage>,
    mut met: MessageWriter<LevelMessage>,
    triggers: Query<&LevelTrigger>,
    mut buffer: Local<TriggerBuffer>,
) {
    // A tick ends for a character where it is teleported: what its old path met later has no effect.
    let mut gone: Vec<Entity> = Vec::new();
    for message in messages.read() {
        let (character, time) = (message.entity(), message.time());
        let (Some(trigger), false) = (message.other(), gone.contains(&character)) else { continue };
        let Ok(own) = triggers.get(trigger) else { continue };
        let is_surface = stage.is_surface(trigger);
        let counts = match message {
            StageMessage::Entered(_) => !is_surface,
            StageMessage::Crossed(crossed) => is_surface && (crossed.from_front || !own.front_only),
            _ => false,
        };
        if !counts {
            continue;
        }
        let effect = own.effect;
        met.write(LevelMessage { character, trigger, time, effect });
        match effect {
            LevelEffect::Launch { velocity } => {
                if let Some(actor) = stage.character_mut(character) {
                    actor.state.launch(velocity.into());
                }
            }
            LevelEffect::Teleport { feet, velocity } => {
                gone.push(character);
                let velocity = velocity.map(Into::into);
                stage.teleport(character, (feet.into(), velocity), &triggers, &mut buffer);
            }
            _ => {}
        }
    }
    throw_again(&mut stage, &triggers);
}

/// Throws those that have landed on a pad without leaving it.
fn throw_again(stage: &mut GlissandoStage, triggers: &Query<&LevelTrigger>) {
    let pad = |actor: &StageCharacter| {
        let inside = actor.inside.inside().iter().filter_map(|id| stage.trigger_entity(*id));
        inside.filter_map(|entity| triggers.get(entity).ok()).find_map(|own| match own.effect {
            LevelEffect::Launch { velocity } => Some(velocity),
            _ => None,
        })
    };
    let standing = |(_, actor): &(CharacterId, &StageCharacter)| actor.state.ground == Ground::Standing;
    let thrown: Vec<_> = stage
        .state
        .characters
        .iter_with_ids()
        .filter(standing)
        .filter_map(|(id, actor)| Some((id, pad(actor)?)))
        .collect();
    for (id, velocity) in thrown {
        if let Some(actor) = stage.state.characters.get_mut(id) {
            actor.state.launch(velocity.into());
        }
    }
}

/// Starts what a character in a trigger opens, and what a mover at its far end opens.
fn open(
    mut stage: ResMut<GlissandoStage>,
    mut messages: MessageReader<StageMessage>,
    openers: Query<(Entity, &Opens)>,
    movers: Query<&LevelMover>,
) {
    let entered: Vec<Entity> = messages
        .read()
        .filter(|message| matches!(message, StageMessage::Entered(_) | StageMessage::Crossed(_)))
        .filter_map(StageMessage::other)
        .collect();
    let call_of = |entity| movers.get(entity).ok().and_then(|own| own.call);
    let crowd = Crowd::of(&stage.state);
    for (entity, opens) in &openers {
        let is_on = |mover: &Entity| {
            stage.is_at_far_end(*mover, call_of(*mover))
                && stage.body_id(*mover).is_some_and(|body| crowd.is_on(body))
        };
        let occupied = || stage.triggers.get(entity).is_some_and(|link| crowd.is_in(link.id));
        let held = || occupied() || opens.movers.iter().any(is_on);
        let is_mover = stage.is_at_far_end(entity, call_of(entity));
        if !(is_mover || entered.contains(&entity) || (opens.holds && held())) {
            continue;
        }
        for mover in &opens.movers {
            let call = call_of(*mover);
            if let Some(state) = stage.mover_mut(*mover) {
                start(call, state);
            }
        }
    }
}

fn start(call: Option<super::MoverCall>, state: &mut MoverState) {
    glissando_mechanisms::start_mover(call.map(Into::into), state);
}

/// Where all characters are: every trigger that holds a door open asks.
struct Crowd {
    /// The triggers that one is in, in order.
    inside: Vec<TriggerId>,
    /// The bodies that one stands on, in order.
    supports: Vec<BodyId>,
}

impl Crowd {
    fn of(state: &StageState) -> Self {
        let mut inside: Vec<_> =
            state.characters.iter().flat_map(|actor| actor.inside.inside()).copied().collect();
        let standing = state.characters.iter().filter(|actor| actor.state.ground == Ground::Standing);
        let mut supports: Vec<_> =
            standing.filter_map(|actor| actor.state.support.and_then(|on| on.body())).collect();
        inside.sort_unstable();
        supports.sort_unstable();
        supports.dedup();
        Self { inside, supports }
    }

    fn is_in(&self, trigger: TriggerId) -> bool {
        self.inside.binary_search(&trigger).is_ok()
    }

    fn is_on(&self, body: BodyId) -> bool {
        self.supports.binary_search(&body).is_ok()
    }
}

impl GlissandoStage {
    /// Whether the entity is a trigger with a surface instead of an inside.
    fn is_surface(&self, trigger: Entity) -> bool {
        self.triggers.get(trigger).is_some_and(|link| link.trigger.rule == crate::TriggerRule::Surface)
    }

    /// Whether a mover that is called waits at its far end.
    fn is_at_far_end(&self, mover: Entity, call: Option<super::MoverCall>) -> bool {
        let (Some(state), Some(call)) = (self.mover(mover), call) else { return false };
        !call.is_round && state.rate == 0.0 && state.clock >= call.length
    }

    /// Puts the feet of a character elsewhere; with no velocity it keeps its own.
    fn teleport(
        &mut self,
        character: Entity,
        (feet, velocity): (glissando::DVec3, Option<glissando::DVec3>),
        triggers: &Query<&LevelTrigger>,
        buffer: &mut TriggerBuffer,
    ) {
        let Some(id) = self.characters.get(character).map(|link| link.id) else { return };
        let Some(actor) = self.state.characters.get_mut(id) else { return };
        let Some(config) = self.stage.config(actor.config) else { return };
        actor.state.teleport(centre_above(config, actor.state.is_crouching, feet));
        actor.state.velocity = velocity.unwrap_or(actor.state.velocity);
        let of_trigger = &self.of_trigger;
        let acts = |id: glissando::TriggerId| {
            let entity = of_trigger.get((id.index(), id.generation()));
            entity.is_some_and(|entity| triggers.contains(entity))
        };
        // A destination out of the world is refused by the next tick, as a fault that names the character.
        let _ = arrive(&mut self.stage, &mut self.state, id, acts, buffer);
    }
}
