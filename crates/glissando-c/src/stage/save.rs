//! The state of a stage as bytes, in the format of all languages (`glissando::saved`), written into room of the caller.

use crate::pointer::{given, read, room};
use crate::result::{GLS_ERROR_BYTES, GLS_ERROR_LENGTH, Refusal, border, gls_result};
use crate::stage::state::gls_stage_state;
use glissando::saved::{STAGE_FORMAT, stage_from_bytes};
use postcard::ser_flavors::Flavor;
use std::mem::MaybeUninit;

/// Room of the caller, written as far as it reaches; counts all bytes.
struct Room<'a> {
    room: &'a mut [MaybeUninit<u8>],
    count: usize,
}

impl Flavor for Room<'_> {
    type Output = usize;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        if let Some(place) = self.room.get_mut(self.count) {
            place.write(byte);
        }
        self.count += 1;
        Ok(())
    }

    fn finalize(self) -> postcard::Result<usize> {
        Ok(self.count)
    }
}

/// Writes a state as bytes: the same on every machine, to be kept and sent. `length` gets how many there are. With a null
/// `bytes` and a `capacity` of 0 only that is written: call it so first, or with a buffer that is large enough.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for a buffer that is too small: `length` and as many bytes as it
/// has room for are written then.
///
/// # Safety
/// `bytes` has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_state_save(
    state: Option<&gls_stage_state>,
    bytes: *mut u8,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (state, told) = (given("state", state)?, given("length", length)?);
        let mut room = Room { room: room!(bytes, capacity), count: 0 };
        let failed = |error: postcard::Error| Refusal::new(GLS_ERROR_BYTES, error.to_string());
        room.try_push(STAGE_FORMAT).map_err(failed)?;
        let size = postcard::serialize_with_flavor(&state.core, room).map_err(failed)?;
        told.write(size);
        if capacity < size && !bytes.is_null() {
            let text = format!("capacity is {capacity}: the state has {size} bytes");
            return Err(Refusal::new(GLS_ERROR_LENGTH, text));
        }
        Ok(())
    })
}

/// Makes the state of saved bytes; `gls_stage_state_free` frees it. The next tick checks its numbers.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_BYTES` for bytes that are broken, cut off or of another format.
///
/// # Safety
/// `bytes` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_state_load(
    bytes: *const u8,
    length: usize,
    state: Option<&mut MaybeUninit<Box<gls_stage_state>>>,
) -> gls_result {
    border(|| {
        let state = given("state", state)?;
        let core = stage_from_bytes(read!(bytes, length))
            .map_err(|error| Refusal::new(GLS_ERROR_BYTES, error.to_string()))?;
        state.write(Box::new(gls_stage_state { core }));
        Ok(())
    })
}
