//! The effects that extras can describe.

use super::apex::launch_velocity;
use super::check::{self, above_zero, number, point};
use super::surroundings::Surroundings;
use super::trigger::Does;
use crate::error::clip;
use crate::level::Marker;
use glissando::DVec3;
use glissando::trigger::effect::Effect;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The markers of a level by name; of several the first.
pub(super) type Markers<'a> = BTreeMap<&'a str, &'a Marker>;

/// What the field `type` can be, with the fields of each, in units and axes of the file.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EffectExtras {
    Signal,
    Teleport { to: Goal, yaw: Option<f64>, speed: Option<f64> },
    Launch { velocity: Option<[f64; 3]>, apex: Option<[f64; 3]> },
    Hurt { damage: f64, interval: Option<f64> },
    Kill,
    PickUp { what: String },
    Checkpoint,
}

/// Where a teleport leads.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Goal {
    Place([f64; 3]),
    Marker(String),
}

impl EffectExtras {
    /// The effect of a trigger with this middle.
    pub(super) fn effect(
        self,
        middle: DVec3,
        markers: &Markers<'_>,
        around: &Surroundings,
    ) -> Result<Does, String> {
        /// Seconds between two times of being hurt.
        const USUAL_INTERVAL: f64 = 1.0;
        match self {
            Self::Signal => Ok(Effect::Signal.into()),
            Self::Kill => Ok(Effect::Kill.into()),
            Self::Checkpoint => Ok(Effect::Checkpoint.into()),
            Self::PickUp { what } => Ok(Does { what: Some(what), ..Effect::PickUp.into() }),
            Self::Hurt { damage, interval } => {
                let damage = number("effect, damage", damage, 0.0)?;
                let interval = above_zero("effect, interval", interval.unwrap_or(USUAL_INTERVAL))?;
                Ok(Effect::Hurt { per_second: damage / interval }.into())
            }
            Self::Launch { velocity, apex } => launch(velocity, apex, middle, around),
            Self::Teleport { to, yaw, speed } => {
                let yaw = yaw.map(|yaw| number("effect, yaw", yaw.abs(), 0.0).map(|_| yaw)).transpose()?;
                let (position, looks) = goal(to, markers, around)?;
                let speed = speed.map(|s| number("effect, speed in m/s", s * around.frame.unit, 0.0));
                let (yaw, speed) = (yaw.or(looks), speed.transpose()?);
                if yaw.is_none() && speed.is_some() {
                    return Err("effect, speed: it needs a yaw, or a marker that looks somewhere".into());
                }
                Ok(Does::teleport(position, yaw, speed))
            }
        }
    }
}

/// A place, or the marker of that name with the direction in which it looks.
fn goal(to: Goal, markers: &Markers<'_>, around: &Surroundings) -> Result<(DVec3, Option<f64>), String> {
    match to {
        Goal::Place(place) => Ok((point("effect, to", place, around.frame)?, None)),
        Goal::Marker(name) => {
            let marker = markers.get(name.as_str());
            let marker = marker.ok_or_else(|| format!("effect, to: no marker is named {:?}", clip(&name)))?;
            Ok((marker.position, Some(marker.yaw_radians)))
        }
    }
}

fn launch(
    velocity: Option<[f64; 3]>,
    apex: Option<[f64; 3]>,
    middle: DVec3,
    around: &Surroundings,
) -> Result<Does, String> {
    match (velocity, apex) {
        (Some(velocity), None) => {
            let velocity = check::velocity("effect, velocity", velocity, around.frame)?;
            Ok(Effect::Launch { velocity }.into())
        }
        (None, Some(apex)) => {
            let apex = point("effect, apex", apex, around.frame)?;
            let velocity = launch_velocity(middle, apex, around.gravity);
            let velocity = velocity.ok_or("effect, apex: it is not above the trigger")?;
            Ok(Does { apex: Some(apex), ..Effect::Launch { velocity }.into() })
        }
        _ => Err("effect: give either velocity or apex".into()),
    }
}
