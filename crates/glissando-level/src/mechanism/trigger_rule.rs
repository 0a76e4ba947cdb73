//! What the classes of triggers do: Quake III's, Doom's lines, and those of the octree worlds of Red Eclipse.
//!
//! Sources: the entity definitions of Quake III Arena's editor (id Software, 1999); the Unofficial Doom Specs
//! (Fell, 1994); the documentation of Red Eclipse's entities for the meaning of yaw and pitch.

use super::apex::launch_velocity;
use super::check::{number, point};
use super::keys;
use super::surroundings::Surroundings;
use super::trigger::{Does, TriggerShape};
use super::trigger_entity::{Goals, TriggerEntity, bits, middle};
use crate::error::clip;
use crate::notes::Notes;
use glissando::DVec3;
use glissando::trigger::effect::Effect;
use std::f64::consts::FRAC_PI_2;

/// What a trigger of this class does.
pub(super) fn effect(
    entity: &TriggerEntity,
    name: &str,
    shape: &TriggerShape,
    goals: &Goals,
    around: &Surroundings,
    notes: &mut Notes,
) -> Result<Does, String> {
    match entity.class.as_str() {
        "trigger_push" => quake_push(entity, name, shape, around, notes),
        "trigger_teleport" => teleport(entity, None, goals, around),
        "trigger_teleport_line" => teleport(entity, Some(0.0), goals, around),
        "trigger_hurt" => hurt(entity),
        "teleport" => linked_teleport(entity, goals, around),
        "pusher" => pusher(entity, around),
        "affinity" => Ok(Does { what: Some("affinity".into()), ..Effect::PickUp.into() }),
        "trigger_multiple" | "trigger" => Ok(Effect::Signal.into()),
        other => {
            let other = clip(other);
            notes
                .add(|| format!("entities, trigger {name:?}: class {other:?} is not known; it only signals"));
            Ok(Effect::Signal.into())
        }
    }
}

/// Launches so that the highest point is the target, from any place and direction, as seen from the middle.
fn quake_push(
    entity: &TriggerEntity,
    name: &str,
    shape: &TriggerShape,
    around: &Surroundings,
    notes: &mut Notes,
) -> Result<Does, String> {
    let apex = point("target_pos", entity.target_pos.ok_or("target_pos is missing")?, around.frame)?;
    let from = middle(shape).ok_or("its shape is empty")?;
    match launch_velocity(from, apex, around.gravity) {
        Some(velocity) => Ok(Does { apex: Some(apex), ..Effect::Launch { velocity }.into() }),
        None => {
            notes.add(|| format!("entities, trigger {name:?}: target_pos is not above it; it only signals"));
            Ok(Effect::Signal.into())
        }
    }
}

fn teleport(
    entity: &TriggerEntity,
    speed: Option<f64>,
    goals: &Goals,
    around: &Surroundings,
) -> Result<Does, String> {
    let goal = entity.target_pos.ok_or("target_pos is missing: it leads nowhere")?;
    let position = around.feet(point("target_pos", goal, around.frame)?);
    let yaw_radians = goals.yaw_at.get(&bits(goal)).map(|yaw| yaw.to_radians()).filter(|yaw| yaw.is_finite());
    Ok(Does::teleport(position, yaw_radians, speed))
}

/// So much, ten times a second.
fn hurt(entity: &TriggerEntity) -> Result<Does, String> {
    const USUAL_DAMAGE: f64 = 5.0;
    let damage = entity.dmg.as_ref().map(|dmg| keys::number("dmg", dmg)).transpose()?;
    let damage = number("dmg", damage.unwrap_or(USUAL_DAMAGE), 0.0)?;
    Ok(Effect::Hurt { per_second: damage / 0.1 }.into())
}

/// To the first teleport among the links; the others are its sounds and lights.
fn linked_teleport(entity: &TriggerEntity, goals: &Goals, around: &Surroundings) -> Result<Does, String> {
    let goal = entity.links.iter().find_map(|link| goals.teleports.get(link));
    let &(goal, yaw) = goal.ok_or("none of its links is a teleport: it leads nowhere")?;
    let yaw = number("yaw", yaw.abs(), 0.0).map(|_| yaw.to_radians() + FRAC_PI_2)?;
    let speed = entity.push.map(|push| number("push in m/s", push * around.frame.unit, 0.0)).transpose()?;
    let position = around.feet(point("pos", goal, around.frame)?);
    Ok(Does::teleport(position, Some(yaw), speed))
}

/// Along yaw, counter-clockwise from -Z, and pitch, both in degrees.
fn pusher(entity: &TriggerEntity, around: &Surroundings) -> Result<Does, String> {
    let angle = |field: &str, value: Option<f64>| {
        let value = value.unwrap_or(0.0);
        number(field, value.abs(), 0.0).map(|_| value.to_radians())
    };
    let (yaw, pitch) = (angle("yaw", entity.yaw)?, angle("pitch", entity.pitch)?);
    let force = entity.force.ok_or("force is missing")? * around.frame.unit;
    let force = number("force in m/s", force, 0.0)?;
    let level = libm::cos(pitch) * force;
    let velocity = DVec3::new(-libm::sin(yaw) * level, libm::sin(pitch) * force, -libm::cos(yaw) * level);
    Ok(Effect::Launch { velocity }.into())
}
