//! A whole world that moves tick by tick: `gls_stage` holds what is constant, `gls_stage_state` all that changes.

// In the order of the header.
pub mod state;

pub mod characters;

pub mod movers;

pub mod triggers;

pub mod balls;

pub mod tick;

pub mod save;

use crate::mesh::gls_mesh;
use crate::pod::gls_pose;
use crate::pointer::{self, given};
use crate::result::{border, gls_result};
use crate::settings::gls_config;
use crate::stage::state::gls_stage_state;
use crate::stage::tick::Told;
use crate::world::{self, gls_body, gls_body_options, gls_world};
use glissando::stage::{Stage, StageScratch};
use glissando::trace::TraceStep;
use glissando::{BodyId, ConfigId, Input, World};
use std::mem::MaybeUninit;

/// What is constant in a simulation: bodies, movers, triggers, settings; and the working memory of its ticks. One thread
/// at a time may use it. Several states may be ticked on one stage in turn.
#[derive(Debug, Default)]
pub struct gls_stage {
    pub(crate) core: Stage,
    scratch: StageScratch,
    /// What the last ticks read and reported; they keep their memory.
    pub(crate) inputs: Vec<Input>,
    pub(crate) told: Told,
    trace: Vec<TraceStep>,
}

impl gls_stage {
    /// A stage of the library as one of C.
    pub(crate) fn of(core: Stage) -> Self {
        Self { core, ..Self::default() }
    }
}

/// The handle of a character's settings on a stage.
pub type gls_config_id = u64;

/// Makes a stage with the bodies of a world, whose handles stay valid on it. The world is copied (its meshes are shared)
/// and may be freed; null makes a stage without bodies. `gls_stage_free` frees it.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_new(
    world: Option<&gls_world>,
    stage: Option<&mut MaybeUninit<Box<gls_stage>>>,
) -> gls_result {
    border(|| {
        let core = Stage::new(world.map_or_else(World::new, |world| world.bodies.clone()));
        given("stage", stage)?.write(Box::new(gls_stage::of(core)));
        Ok(())
    })
}

/// Frees a stage; null is accepted. States do not need it to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_free(stage: Option<Box<gls_stage>>) {
    drop(stage);
}

/// Writes the world of a stage with all movers placed as in a state, for queries between ticks. It belongs to the stage, and
/// is valid until the stage is ticked, changed, freed or asked for the world at another state.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for a state with another number of movers; `GLS_ERROR_VALUE` for one with a
/// pose that cannot be used.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_world_at<'a>(
    stage: Option<&'a mut gls_stage>,
    state: Option<&gls_stage_state>,
    world: Option<&mut MaybeUninit<&'a gls_world>>,
) -> gls_result {
    border(|| {
        let (stage, state, world) = (given("stage", stage)?, given("state", state)?, given("world", world)?);
        world.write(pointer::world(stage.core.world_at(&state.core)?));
        Ok(())
    })
}

/// Places a mesh on a stage, as `gls_world_add` does in a world: between ticks, also under characters.
///
/// # Safety
/// The lists of `options` have the lengths that stand beside them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_add_body(
    stage: Option<&mut gls_stage>,
    mesh: Option<&gls_mesh>,
    options: Option<&gls_body_options>,
    body: Option<&mut MaybeUninit<gls_body>>,
) -> gls_result {
    border(|| {
        let (stage, mesh, handle) = (given("stage", stage)?, given("mesh", mesh)?, given("body", body)?);
        // SAFETY: the caller's promise is that of this function.
        let body = unsafe { world::body(mesh, options) }?;
        handle.write(stage.core.insert(body)?.to_bits());
        Ok(())
    })
}

/// Takes a body off a stage. Its handle is dead from then on.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` while a mover moves it.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_remove_body(stage: Option<&mut gls_stage>, body: gls_body) -> gls_result {
    border(|| {
        given("stage", stage)?.core.remove(BodyId::from_bits(body))?;
        Ok(())
    })
}

/// Teleports a body of a stage to another pose: this carries and pushes nothing. To push, use a mover.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` as for `gls_world_add`, and while a mover moves it.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_set_pose(
    stage: Option<&mut gls_stage>,
    body: gls_body,
    pose: Option<&gls_pose>,
) -> gls_result {
    border(|| {
        let (stage, pose) = (given("stage", stage)?, given("pose", pose)?);
        Ok(stage.core.set_pose(BodyId::from_bits(body), (*pose).into())?)
    })
}

/// Gives a body of a stage another mesh; allowed while a mover moves it.
///
/// Errors: as for `gls_world_set_mesh`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_set_mesh(
    stage: Option<&mut gls_stage>,
    body: gls_body,
    mesh: Option<&gls_mesh>,
) -> gls_result {
    border(|| {
        let (stage, mesh) = (given("stage", stage)?, given("mesh", mesh)?);
        Ok(stage.core.set_mesh(BodyId::from_bits(body), mesh.shared.clone())?)
    })
}

/// Puts a body of a stage on other layers, a bit each; allowed while a mover moves it.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_set_layers(
    stage: Option<&mut gls_stage>,
    body: gls_body,
    layers: u32,
) -> gls_result {
    border(|| Ok(given("stage", stage)?.core.set_layers(BodyId::from_bits(body), layers)?))
}

/// Adds settings for characters and writes their handle. The config is copied.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_add_config(
    stage: Option<&mut gls_stage>,
    config: Option<&gls_config>,
    id: Option<&mut MaybeUninit<gls_config_id>>,
) -> gls_result {
    border(|| {
        let (stage, config, id) = (given("stage", stage)?, given("config", config)?, given("id", id)?);
        id.write(stage.core.add_config(config.checked).to_bits());
        Ok(())
    })
}

/// Replaces the settings of a handle, for all characters that use it.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_set_config(
    stage: Option<&mut gls_stage>,
    id: gls_config_id,
    config: Option<&gls_config>,
) -> gls_result {
    border(|| {
        let (stage, config) = (given("stage", stage)?, given("config", config)?);
        Ok(stage.core.set_config(ConfigId::from_bits(id), config.checked)?)
    })
}

/// Removes settings. A tick refuses a state with a character that still has them.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_remove_config(stage: Option<&mut gls_stage>, id: gls_config_id) -> gls_result {
    border(|| {
        given("stage", stage)?.core.remove_config(ConfigId::from_bits(id))?;
        Ok(())
    })
}
