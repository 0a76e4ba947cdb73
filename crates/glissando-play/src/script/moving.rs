//! What a piece of the world does besides being there: it moves, and gives way or not.

use anyhow::{Context, bail};
use glissando::stage::{Drive, Key, PathEnds, Policy};
use glissando::tolerance::WORLD_LIMIT;
use glissando::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// For ever at these velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Velocities {
    /// Metres per second.
    linear: DVec3,
    /// Axis times radians per second.
    angular: DVec3,
    /// What it turns about, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pivot: Option<DVec3>,
}

/// The fields of a piece that are about motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    pub(super) motion: Option<&'a Velocities>,
    pub(super) path: Option<&'a [Key]>,
    pub(super) pivot: Option<DVec3>,
    pub(super) ends: Option<PathEnds>,
    pub(super) policy: Option<Policy>,
}

/// How a piece moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    /// How.
    pub drive: Drive,
    /// What it turns about, in the world; where it does not say, about its own origin.
    pub pivot: Option<DVec3>,
    /// What it does when it is held.
    pub policy: Policy,
}

impl Moving {
    /// What the fields say together; nothing for a piece that stays where it is.
    ///
    /// # Errors
    /// Fields that contradict each other, numbers that no motion can have, each with its name.
    pub(super) fn of(fields: &Fields<'_>) -> anyhow::Result<Option<Self>> {
        let Fields { motion, path, pivot, ends, policy } = *fields;
        let (drive, pivot) = match (motion, path) {
            (Some(_), Some(_)) => bail!("it has both motion and path: one of them is enough"),
            (None, None) => {
                let orphan =
                    [("pivot", pivot.is_some()), ("ends", ends.is_some()), ("policy", policy.is_some())];
                if let Some((name, _)) = orphan.iter().find(|(_, is_there)| *is_there) {
                    bail!("{name} is for what moves: give motion or path with it");
                }
                return Ok(None);
            }
            (Some(motion), None) => {
                if pivot.is_some() {
                    bail!("pivot stands inside of motion, or beside path");
                }
                if ends.is_some() {
                    bail!("ends is for path: a motion has none");
                }
                (motion.drive().context("motion")?, motion.pivot)
            }
            (None, Some(path)) => (path_drive(path, ends.unwrap_or_default())?, pivot),
        };
        if let Some(pivot) = pivot {
            check_vector("pivot", pivot)?;
        }
        Ok(Some(Self { drive, pivot, policy: policy.unwrap_or_default() }))
    }

    /// Whether it waits to be called.
    pub const fn is_called(&self) -> bool {
        matches!(self.drive, Drive::Path { ends: PathEnds::OnCall { .. }, .. })
    }
}

impl Velocities {
    fn drive(&self) -> anyhow::Result<Drive> {
        let Self { linear, angular, .. } = *self;
        check_vector("linear", linear)?;
        check_vector("angular", angular)?;
        Ok(Drive::Velocity { linear, angular })
    }
}

fn path_drive(path: &[Key], ends: PathEnds) -> anyhow::Result<Drive> {
    let mut keys: Vec<Key> = Vec::with_capacity(path.len());
    for (index, key) in path.iter().enumerate() {
        let before = keys.last().map(|key| key.time);
        keys.push(checked(key, before).with_context(|| format!("path[{index}]"))?);
    }
    let [first, .., last] = keys.as_slice() else {
        bail!("path has {} keys: a way needs two or more", keys.len());
    };
    let is_closed = first.translation == last.translation && is_same_turn(first.rotation, last.rotation);
    match ends {
        PathEnds::Loop if !is_closed => bail!(
            "ends is \"loop\", but the last key is not where the first is, so it would jump back: \
             end with the first key's place, or take \"ping_pong\""
        ),
        PathEnds::OnCall { wait } if wait != f64::INFINITY && !(0.0..=WORLD_LIMIT).contains(&wait) => {
            bail!("ends.call.wait is {wait}: it must be a number of seconds from 0 to {WORLD_LIMIT}")
        }
        _ => Ok(Drive::Path { keys, ends }),
    }
}

fn checked(key: &Key, before: Option<f64>) -> anyhow::Result<Key> {
    let Key { time, translation, rotation } = *key;
    match before {
        None if time != 0.0 => bail!("time is {time}: the first key is at 0"),
        Some(before) if time <= before || time > WORLD_LIMIT => {
            bail!("time is {time}: it must be above {before}, the key before it, and at most {WORLD_LIMIT}")
        }
        _ => {}
    }
    check_vector("translation", translation)?;
    let rotation = rotation.try_normalize().with_context(|| {
        format!("rotation is {:?}: it has no direction; [0, 0, 0, 1] is none", rotation.to_array())
    })?;
    Ok(Key { time, translation, rotation })
}

/// A rotation and its negative are one.
fn is_same_turn(a: DQuat, b: DQuat) -> bool {
    let (a, b) = (a.to_array(), b.to_array());
    let is_near = |sign: f64| a.iter().zip(b).all(|(a, b)| (a - sign * b).abs() < 1e-12);
    is_near(1.0) || is_near(-1.0)
}

/// Refuses what lies outside of every world, by name.
pub(super) fn check_vector(what: &str, value: DVec3) -> anyhow::Result<()> {
    if let Some(bad) = value.to_array().iter().find(|c| !(-WORLD_LIMIT..=WORLD_LIMIT).contains(*c)) {
        bail!("{what} has {bad:e}: it must lie between {:e} and {WORLD_LIMIT:e}", -WORLD_LIMIT);
    }
    Ok(())
}
