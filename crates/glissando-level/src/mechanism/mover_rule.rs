//! What the classes of movers do: Quake III's, whose entities have `keys`, and Doom's, which have none.
//!
//! Sources: the entity definitions of Quake III Arena's editor (id Software, 1999) for defaults, flags and
//! positions of rest; the Unofficial Doom Specs (Fell, 1994) for the waits of Doom's doors and lifts.

use super::box_room::{before_and_behind, grown, on_top};
use super::check::{SHORTEST_LEG, above_zero, direction, displacement, number, point};
use super::keys::Keys;
use super::mover::{MotionSpec, Start};
use super::mover_entity::MoverEntity;
use super::surroundings::Surroundings;
use crate::error::clip;
use crate::notes::Notes;
use glissando::stage::{Key, Policy};
use glissando::{DQuat, DVec3};

/// Most corners of a train's path.
const MOST_CORNERS: usize = 4096;
/// Ways that are shorter than this, in metres, are none.
const SHORTEST_WAY: f64 = 1e-4;
/// Health that a mover takes from a squeezed character if nothing stops it: all.
const DEADLY: f64 = 99_999.0;

/// What a class makes of an entity.
pub(super) struct Rule {
    pub(super) motion: MotionSpec,
    pub(super) start: Start,
    pub(super) policy: Policy,
    pub(super) damage: f64,
    /// From where the mesh is drawn to where it rests.
    pub(super) rest: DVec3,
}

/// What an entity does whose mesh, as it is drawn, has this origin and box.
pub(super) fn rule(
    entity: &MoverEntity,
    origin: DVec3,
    (low, high): (DVec3, DVec3),
    around: &Surroundings,
    notes: &mut Notes,
) -> Result<Rule, String> {
    let class = entity.class.as_str();
    match (class, &entity.keys) {
        ("func_door" | "func_plat", None) => doom_shuttle(entity, (low, high), around),
        ("func_door" | "func_plat" | "func_button", keys) => {
            quake_shuttle(entity, keys.as_ref().unwrap_or(&Keys::default()), (low, high), around)
        }
        ("func_train", keys) => train(entity, damage(keys.as_ref(), 2.0)?, origin, around),
        ("func_rotating", keys) => rotating(entity, damage(keys.as_ref(), 2.0)?, origin, around),
        ("func_bobbing", keys) => bobbing(entity, keys.as_ref(), around),
        _ => {
            let node = clip(&entity.node);
            notes.add(|| {
                format!("entities, mover {node:?}: class {:?} is not known; it stands still", clip(class))
            });
            let (motion, start) = (MotionSpec::Still, Start::Always);
            Ok(Rule { motion, start, policy: Policy::Stop, damage: 0.0, rest: DVec3::ZERO })
        }
    }
}

fn damage(keys: Option<&Keys>, usual: f64) -> Result<f64, String> {
    number("dmg", keys.map_or(Ok(None), |k| k.number("dmg"))?.unwrap_or(usual), 0.0)
}

fn travel(entity: &MoverEntity, around: &Surroundings) -> Result<DVec3, String> {
    let travel = displacement("travel", entity.travel.ok_or("travel is missing")?, around.frame)?;
    if travel.length() < SHORTEST_WAY { Err("travel has no length".into()) } else { Ok(travel) }
}

fn speed(entity: &MoverEntity, around: &Surroundings) -> Result<f64, String> {
    above_zero("speed in m/s", entity.speed.ok_or("speed is missing")? * around.frame.unit)
}

/// A Doom door opens for a character that comes near, a lift comes down for it. Both go back when blocked.
fn doom_shuttle(
    entity: &MoverEntity,
    (low, high): (DVec3, DVec3),
    around: &Surroundings,
) -> Result<Rule, String> {
    /// Seconds: 150 and 105 ticks of 1/35 s.
    const WAITS: (f64, f64) = (150.0 / 35.0, 3.0);
    /// How far away from a door a player can use it, in units.
    const REACH: f64 = 64.0;
    let travel = travel(entity, around)?;
    let reach = REACH * around.frame.unit;
    let is_door = entity.class == "func_door";
    let (low, high) = if is_door {
        before_and_behind(low, high, reach, false)
    } else {
        let (wide_low, wide_high) = grown(low.min(low + travel), high, reach);
        (DVec3::new(wide_low.x, low.y.min(low.y + travel.y), wide_low.z), wide_high)
    };
    Ok(Rule {
        motion: MotionSpec::Shuttle {
            travel,
            speed: speed(entity, around)?,
            wait: Some(if is_door { WAITS.0 } else { WAITS.1 }),
        },
        // A character on a lift that came back would otherwise never get off at the top.
        start: Start::Zone { low, high, holds: is_door },
        policy: Policy::Reverse,
        damage: 0.0,
        rest: DVec3::ZERO,
    })
}

/// Doors rest closed, or open by a flag; lifts are drawn raised and rest lowered; buttons are pushed in.
fn quake_shuttle(
    entity: &MoverEntity,
    keys: &Keys,
    (low, high): (DVec3, DVec3),
    around: &Surroundings,
) -> Result<Rule, String> {
    const START_OPEN: u32 = 1;
    const CRUSHER: u32 = 4;
    /// Units before and behind a door, from the sides of a lift, above it, around a button.
    const ROOM: (f64, f64, f64, f64) = (120.0, 33.0, 8.0, 2.0);
    let unit = around.frame.unit;
    let far = travel(entity, around)?;
    let is_button = entity.class == "func_button";
    let (usual_wait, rests_far) = match entity.class.as_str() {
        "func_door" => (2.0, keys.flag(START_OPEN)?),
        "func_plat" => (1.0, true),
        _ => (1.0, false),
    };
    let (rest, travel) = if rests_far { (far, DVec3::ZERO - far) } else { (DVec3::ZERO, far) };
    let wait = keys.number("wait")?.unwrap_or(usual_wait);
    let wait = if wait < 0.0 { None } else { Some(number("wait", wait, 0.0)?) };
    let (low, high) = (low + rest, high + rest);
    let (zone, holds) = match entity.class.as_str() {
        "func_door" => (before_and_behind(low, high, ROOM.0 * unit, true), true),
        "func_plat" => (on_top(low, high, ROOM.1 * unit, ROOM.2 * unit), true),
        _ => (grown(low, high, ROOM.3 * unit), false),
    };
    let start = if keys.number("health")?.is_some_and(|h| h > 0.0) {
        Start::Shot
    } else if keys.text("targetname").is_some() && !is_button {
        Start::Target
    } else {
        Start::Zone { low: zone.0, high: zone.1, holds }
    };
    let policy = match entity.class.as_str() {
        "func_button" => Policy::Stop,
        "func_door" if keys.flag(CRUSHER)? => Policy::Push,
        _ => Policy::Reverse,
    };
    let motion = MotionSpec::Shuttle { travel, speed: speed(entity, around)?, wait };
    let damage = damage(Some(keys), if is_button { 0.0 } else { 2.0 })?;
    Ok(Rule { motion, start, policy, damage, rest })
}

/// A train rests with its origin at its first corner and goes round.
fn train(entity: &MoverEntity, damage: f64, origin: DVec3, around: &Surroundings) -> Result<Rule, String> {
    let corners = entity.path.as_deref().unwrap_or(&[]);
    if corners.len() < 2 || corners.len() > MOST_CORNERS {
        return Err(format!("path has {} corners: it must have 2 to {MOST_CORNERS}", corners.len()));
    }
    let corner = |&c: &[f64; 3]| point("path", c, around.frame);
    let corners = corners.iter().map(corner).collect::<Result<Vec<_>, _>>()?;
    let speed = speed(entity, around)?;
    let first = corners.first().copied().unwrap_or(origin);
    let rotation = DQuat::IDENTITY;
    let mut keys = vec![Key { time: 0.0, translation: DVec3::ZERO, rotation }];
    let mut last = first;
    let mut time = 0.0;
    for corner in corners.iter().copied().skip(1).chain([first]) {
        let way = (corner - last).length();
        if way < SHORTEST_WAY {
            continue;
        }
        // Also one that gets lost in the sum, late on a long path.
        let leg = (time + way / speed) - time;
        if leg < SHORTEST_LEG {
            return Err(format!(
                "speed is {speed:?} m/s: from corner to corner it takes {leg:?} s, and must take {SHORTEST_LEG:?} s or more"
            ));
        }
        time += way / speed;
        keys.push(Key {
            time: above_zero("the time of the path", time)?,
            translation: corner - first,
            rotation,
        });
        last = corner;
    }
    if keys.len() < 2 {
        return Err("all corners of its path are the same".into());
    }
    let motion = MotionSpec::Path { keys, pivot: first, repeat: true };
    Ok(Rule { motion, start: Start::Always, policy: Policy::Stop, damage, rest: first - origin })
}

fn rotating(entity: &MoverEntity, damage: f64, origin: DVec3, around: &Surroundings) -> Result<Rule, String> {
    let axis = direction("axis", entity.axis.ok_or("axis is missing")?, around.frame)?;
    let turn = entity.deg_per_s.ok_or("deg_per_s is missing")?;
    let angular = axis * (number("deg_per_s", turn.abs(), 0.0)?.to_radians() * turn.signum());
    let motion = MotionSpec::Steady { linear: DVec3::ZERO, angular, pivot: origin };
    Ok(Rule { motion, start: Start::Always, policy: Policy::Stop, damage, rest: DVec3::ZERO })
}

/// Nothing stops what bobs: it kills instead.
fn bobbing(entity: &MoverEntity, keys: Option<&Keys>, around: &Surroundings) -> Result<Rule, String> {
    let amplitude = entity.amplitude.ok_or("amplitude is missing")?;
    let amplitude = displacement("amplitude", amplitude, around.frame)?;
    let period = above_zero("period_s", entity.period_s.ok_or("period_s is missing")?)?;
    let phase = number("phase", keys.map_or(Ok(None), |k| k.number("phase"))?.unwrap_or(0.0), 0.0)?;
    let motion = MotionSpec::Bob { amplitude, period, phase: phase - phase.floor() };
    Ok(Rule { motion, start: Start::Always, policy: Policy::Push, damage: DEADLY, rest: DVec3::ZERO })
}
