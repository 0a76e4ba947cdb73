//! The motions that extras can describe: exactly one of them, or none.

use super::check::{
    SHORTEST_LEG, above_zero, angular_velocity, direction, displacement, number, point, velocity,
};
use super::mover::MotionSpec;
use crate::place::Frame;
use crate::words::read_words;
use glissando::stage::Key;
use glissando::{DQuat, DVec3};
use serde::Deserialize;

/// Most keys of a path.
const MOST_KEYS: usize = 1 << 16;

read_words! {
    /// The words for motions, in units and axes of the file.
    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    pub(super) struct MotionExtras {
        motion: Option<SteadyWords>,
        shuttle: Option<ShuttleWords>,
        path: Option<Vec<Key>>,
        pivot: Option<[f64; 3]>,
        repeat: Option<bool>,
        bob: Option<BobWords>,
        swing: Option<SwingWords>,
    }
    beside {}
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SteadyWords {
    linear: [f64; 3],
    angular: [f64; 3],
    pivot: Option<[f64; 3]>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShuttleWords {
    travel: [f64; 3],
    speed: f64,
    #[serde(default)]
    wait: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BobWords {
    amplitude: [f64; 3],
    period: f64,
    #[serde(default)]
    phase: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SwingWords {
    axis: [f64; 3],
    radians: f64,
    period: f64,
    #[serde(default)]
    phase: f64,
    pivot: Option<[f64; 3]>,
}

impl MotionExtras {
    /// The motion of a node whose origin is here at rest.
    pub(super) fn motion(&self, origin: DVec3, frame: Frame) -> Result<MotionSpec, String> {
        let pivot = |given: Option<[f64; 3]>| given.map_or(Ok(origin), |p| point("pivot", p, frame));
        let mut motions = Vec::new();
        if let Some(words) = &self.motion {
            motions.push(steady(words, pivot(words.pivot)?, frame)?);
        }
        if let Some(words) = &self.shuttle {
            motions.push(shuttle(words, frame)?);
        }
        if let Some(words) = &self.path {
            let keys = path(words, frame)?;
            motions.push(MotionSpec::Path {
                keys,
                pivot: pivot(self.pivot)?,
                repeat: self.repeat.unwrap_or(true),
            });
        }
        if let Some(words) = &self.bob {
            motions.push(MotionSpec::Bob {
                amplitude: displacement("bob, amplitude", words.amplitude, frame)?,
                period: above_zero("bob, period", words.period)?,
                phase: phase("bob, phase", words.phase)?,
            });
        }
        if let Some(words) = &self.swing {
            motions.push(MotionSpec::Swing {
                axis: direction("swing, axis", words.axis, frame)?,
                pivot: pivot(words.pivot)?,
                radians: number("swing, radians", words.radians, 0.0)?,
                period: above_zero("swing, period", words.period)?,
                phase: phase("swing, phase", words.phase)?,
            });
        }
        match (motions.pop(), motions.pop()) {
            (Some(_), Some(_)) => Err("only one of motion, shuttle, path, bob and swing can be given".into()),
            (Some(motion), None) => Ok(motion),
            (None, _) => Ok(MotionSpec::Still),
        }
    }
}

fn steady(words: &SteadyWords, pivot: DVec3, frame: Frame) -> Result<MotionSpec, String> {
    Ok(MotionSpec::Steady {
        linear: velocity("motion, linear", words.linear, frame)?,
        angular: angular_velocity("motion, angular", words.angular, frame)?,
        pivot,
    })
}

fn shuttle(words: &ShuttleWords, frame: Frame) -> Result<MotionSpec, String> {
    let travel = displacement("shuttle, travel", words.travel, frame)?;
    above_zero("the length of shuttle, travel", travel.length())?;
    Ok(MotionSpec::Shuttle {
        travel,
        speed: above_zero("shuttle, speed in m/s", words.speed * frame.unit)?,
        wait: words.wait.map(|wait| number("shuttle, wait", wait, 0.0)).transpose()?,
    })
}

fn path(words: &[Key], frame: Frame) -> Result<Vec<Key>, String> {
    if words.len() < 2 || words.len() > MOST_KEYS {
        return Err(format!("path has {} keys: it must have 2 to {MOST_KEYS}", words.len()));
    }
    let mut keys: Vec<Key> = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let key = key(word, frame).map_err(|why| format!("path, key {index}: {why}"))?;
        match keys.last() {
            None if key.time != 0.0 => {
                return Err(format!("path, key 0: time is {:?}: it must be 0", key.time));
            }
            Some(last) if key.time - last.time < SHORTEST_LEG => {
                return Err(format!(
                    "path, key {index}: time is {:?}: it must be above {:?} by at least {SHORTEST_LEG:?}",
                    key.time, last.time
                ));
            }
            _ => keys.push(key),
        }
    }
    Ok(keys)
}

fn key(word: &Key, frame: Frame) -> Result<Key, String> {
    Ok(Key {
        time: number("time", word.time, 0.0)?,
        translation: displacement("translation", word.translation.to_array(), frame)?,
        rotation: rotation(word.rotation, frame)?,
    })
}

/// A rotation of the file along the world's axes: its axis turns with them.
fn rotation(given: DQuat, frame: Frame) -> Result<DQuat, String> {
    let [x, y, z, w] = given.to_array();
    let axis = frame.world_from_file().transform_vector(DVec3::new(x, y, z)) / frame.unit;
    let turned = DQuat::from([axis.x, axis.y, axis.z, w]);
    turned
        .try_normalize()
        .ok_or_else(|| format!("rotation is [{x:?}, {y:?}, {z:?}, {w:?}]: it needs a length"))
}

/// A share of a period.
fn phase(field: &str, value: f64) -> Result<f64, String> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{field} is {value:?}: it must be from 0 to 1"))
    }
}
