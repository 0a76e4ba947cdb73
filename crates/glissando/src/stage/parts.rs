//! A stage taken apart and put together again, for [`saved`](crate::saved): what it only remembers is left out.

use super::going::Cast;
use super::triggers::Rider;
use super::{MoverSpec, Roster, Stage};
use crate::balls::Settings as BallSettings;
use crate::character::Config;
use crate::handle::{ConfigId, TriggerId};
use crate::input::{self, InputError};
use crate::math::DAffine3;
use crate::trigger::Triggers;
use crate::world::World;
use alloc::vec::Vec;

/// What is constant in a stage.
pub(crate) struct Parts {
    pub(crate) world: World,
    pub(crate) movers: Vec<MoverPart>,
    pub(crate) configs: Roster<ConfigId, Config>,
    pub(crate) triggers: Triggers,
    pub(crate) riders: Vec<RiderPart>,
    pub(crate) balls: BallSettings,
}

/// A mover; removed ones keep their slots.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct MoverPart {
    spec: MoverSpec,
    /// The pose of its body at rest.
    rest: DAffine3,
    is_removed: bool,
}

/// A trigger that is attached to a mover.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct RiderPart {
    trigger: TriggerId,
    mover: u32,
    /// The pose of the trigger while the mover rests.
    rest: DAffine3,
}

impl Stage {
    /// Its parts. Meshes are shared.
    pub(crate) fn parts(&self) -> Parts {
        let mover = |cast: &Cast| {
            let (spec, rest, is_removed) = (cast.spec.clone(), cast.rest, cast.is_removed);
            MoverPart { spec, rest, is_removed }
        };
        let rider =
            |rider: &Rider| RiderPart { trigger: rider.trigger, mover: rider.mover as u32, rest: rider.rest };
        Parts {
            world: self.world.clone(),
            movers: self.movers.iter().map(mover).collect(),
            configs: self.configs.clone(),
            triggers: self.triggers.clone(),
            riders: self.riders.iter().map(rider).collect(),
            balls: self.balls,
        }
    }

    /// The stage of these parts.
    ///
    /// # Errors
    /// Parts that no stage has, by name.
    pub(crate) fn of_parts(parts: Parts) -> Result<Self, InputError> {
        let Parts { world, movers, configs, triggers, riders, balls } = parts;
        let mut stage = Self { world, configs, triggers, ..Self::default() };
        stage.set_ball_settings(balls)?;
        for MoverPart { spec, rest, is_removed } in movers {
            spec.check()?;
            check_pose("pose of a mover's body at rest", rest)?;
            if !is_removed {
                stage.without_mover(spec.body)?;
                stage.world.body(spec.body)?;
            }
            // A body outlives its mover, or was removed after it.
            let _ = stage.world.note_driven(spec.body);
            let (body, mut cast) = (spec.body, Cast::new(spec, rest));
            cast.is_removed = is_removed;
            stage.movers.push(cast);
            stage.known.push();
            if !is_removed {
                stage.note_mover_of(body);
            }
        }
        for RiderPart { trigger, mover, rest } in riders {
            stage.triggers.trigger(trigger)?;
            check_pose("pose of a trigger at rest", rest)?;
            let mover = crate::handle::MoverId { index: mover, generation: 0 };
            let mover = stage.moving(mover)?;
            stage.riders.push(Rider { trigger, mover, rest, placed: None });
        }
        Ok(stage)
    }
}

/// Refuses a pose with a number that is not finite.
fn check_pose(what: &'static str, pose: DAffine3) -> Result<(), InputError> {
    let [x, y, z] = pose.matrix3.rows();
    for vector in [x, y, z, pose.translation] {
        input::vector(what, vector, f64::MAX)?;
    }
    Ok(())
}
