//! Sends characters elsewhere, as jump pads and teleporters do.

use glissando::stage::{Stage, StageState};
use glissando::trigger::{TriggerBuffer, TriggerEventKind};
use glissando::{CharacterId, Config, DVec3, InputError, TriggerId};

/// The centre of a body whose feet are there, at rest on a floor.
pub fn centre_above(config: &Config, is_crouching: bool, feet: DVec3) -> DVec3 {
    let mover = config.mover(is_crouching);
    let up = config.settings().up;
    feet + up * (mover.shape().extent_along(up) * mover.rest_shell())
}

/// Remembers the triggers in which a character has arrived, so that they do nothing: else two teleporters would send it to and
/// fro. Triggers for which `acts` is false are entered in the next tick. Returns whether there is room; for the handle of no
/// character true.
///
/// # Errors
/// A place that no character can have; settings that are not on the stage.
pub fn arrive(
    stage: &mut Stage,
    now: &mut StageState,
    character: CharacterId,
    acts: impl Fn(TriggerId) -> bool,
    buffer: &mut TriggerBuffer,
) -> Result<bool, InputError> {
    let Some(actor) = now.characters.get(character) else { return Ok(true) };
    let config = *stage.config(actor.config).ok_or(InputError::DeadConfig { config: actor.config })?;
    let (mover, to) = (config.mover(actor.state.is_crouching), actor.state.position);
    let (shape, filter) = (mover.shape(), mover.filter());
    let mut there = actor.inside.clone();
    let nearest = stage.world_at(now)?.clearance(&shape, to, 0.0, filter)?;
    for event in stage.triggers().teleport(&shape, to, filter, &mut there, buffer)? {
        if acts(event.trigger)
            && let Some(actor) = now.characters.get_mut(character)
        {
            actor.inside.set(event.trigger, event.kind == TriggerEventKind::Entered);
        }
    }
    Ok(nearest.is_none_or(|nearest| nearest.distance > 0.0))
}
