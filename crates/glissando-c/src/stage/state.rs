//! All that changes on a stage, as one value: made, copied, assigned.

use crate::pointer::{given, read};
use crate::result::{border, gls_result};
use crate::stage::gls_stage;
use glissando::stage::StageState;
use std::mem::MaybeUninit;

/// All that changes on a stage: characters, movers, balls, the number of ticks. Copy it to save, assign it to restore;
/// `gls_stage_state_save` writes it as bytes.
#[derive(Clone, Debug, Default)]
pub struct gls_stage_state {
    pub(crate) core: StageState,
}

/// Makes the first state of a stage: movers at the start of their paths, no characters, no balls. `gls_stage_state_free`
/// frees it.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_new(
    stage: Option<&gls_stage>,
    state: Option<&mut MaybeUninit<Box<gls_stage_state>>>,
) -> gls_result {
    border(|| {
        let (stage, state) = (given("stage", stage)?, given("state", state)?);
        state.write(Box::new(gls_stage_state { core: stage.core.initial_state() }));
        Ok(())
    })
}

/// Makes a copy of a state; `gls_stage_state_free` frees it.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_copy(
    state: Option<&gls_stage_state>,
    copy: Option<&mut MaybeUninit<Box<gls_stage_state>>>,
) -> gls_result {
    border(|| {
        let (state, copy) = (given("state", state)?, given("copy", copy)?);
        copy.write(Box::new(state.clone()));
        Ok(())
    })
}

/// Makes `state` equal to `other`: the rollback. It keeps its address. The two may be the same.
///
/// Errors: `GLS_ERROR_NULL`.
///
/// # Safety
/// `other` is one live state, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_state_assign(
    state: Option<&mut gls_stage_state>,
    other: *const gls_stage_state,
) -> gls_result {
    border(|| {
        let state = given("state", state)?;
        // Compared before it is read: a state must not be read while it is changed.
        if !std::ptr::eq(state, other) {
            read!(other, 1).iter().for_each(|other| state.clone_from(other));
        }
        Ok(())
    })
}

/// Frees a state; null is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_free(state: Option<Box<gls_stage_state>>) {
    drop(state);
}

/// The number of ticks since the start; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_tick(state: Option<&gls_stage_state>) -> u64 {
    state.map_or(0, |state| state.core.tick)
}
