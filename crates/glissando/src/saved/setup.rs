//! A stage without its state as bytes: bodies, movers, triggers and settings under their handles.

use super::world::WorldData;
use super::{SETUP, SavedError, read, write};
use crate::balls::Settings as BallSettings;
use crate::character::Config;
use crate::handle::ConfigId;
use crate::stage::parts::{MoverPart, Parts, RiderPart};
use crate::stage::{Roster, Stage};
use crate::trigger::{TriggerKind, Triggers};
use alloc::vec::Vec;

/// The data of a stage.
#[derive(serde::Serialize, serde::Deserialize)]
struct StageData {
    world: WorldData,
    movers: Vec<MoverPart>,
    configs: Roster<ConfigId, Config>,
    triggers: WorldData,
    /// Of each slot of `triggers`.
    kinds: Vec<TriggerKind>,
    riders: Vec<RiderPart>,
    balls: BallSettings,
}

/// What is constant in a stage as bytes: bodies, movers, triggers, settings and the rules for balls, under their handles.
/// [`stage_to_bytes`](super::stage_to_bytes) has the rest, the state.
///
/// ```
/// # use glissando::{DVec3, Mesh, MeshOptions, Soup, Vec3, World};
/// # use glissando::stage::{Drive, MoverSpec, Policy, Stage, StageScratch};
/// use glissando::saved;
///
/// # let mut world = World::new();
/// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
/// # let mut stage = Stage::new(world);
/// # let drive = Drive::Velocity { linear: DVec3::Y, angular: DVec3::ZERO };
/// # stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push })?;
/// # let mut state = stage.initial_state();
/// # let mut scratch = StageScratch::default();
/// stage.tick(&mut state, &[], 0.5, &mut scratch)?;
/// let mut again = saved::setup_from_bytes(&saved::setup_to_bytes(&stage)?)?;
/// let mut copy = saved::stage_from_bytes(&saved::stage_to_bytes(&state)?)?;
/// stage.tick(&mut state, &[], 0.5, &mut scratch)?;
/// again.tick(&mut copy, &[], 0.5, &mut scratch)?;
/// assert_eq!(copy, state); // handles and bits
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None between two ticks.
pub fn setup_to_bytes(stage: &Stage) -> Result<Vec<u8>, SavedError> {
    let Parts { world, movers, configs, triggers, riders, balls } = stage.parts();
    let (world, (bodies, kinds)) = (WorldData::of(&world)?, triggers.parts());
    let (triggers, kinds) = (WorldData::of(bodies)?, kinds.clone());
    write(SETUP, &StageData { world, movers, configs, triggers, kinds, riders, balls })
}

/// The stage in these bytes: the same handles, and the same bits from every tick.
///
/// # Errors
/// Bytes that [`setup_to_bytes`] did not write; numbers and handles that no stage has.
pub fn setup_from_bytes(bytes: &[u8]) -> Result<Stage, SavedError> {
    let StageData { world, movers, configs, triggers, kinds, riders, balls } = read(SETUP, bytes)?;
    if kinds.len() != triggers.slots() {
        return Err(SavedError::Broken);
    }
    let triggers = Triggers::of_parts(triggers.world()?, kinds)?;
    Ok(Stage::of_parts(Parts { world: world.world()?, movers, configs, triggers, riders, balls })?)
}
