//! States and worlds as bytes, to be stored, sent and restored: one format for all languages.
//!
//! The first byte is the format of the rest, which [postcard](https://postcard.jamesmunns.com/) writes: floats as their
//! bits, so what follows a restored state is the same to the bit. The formats are raised whenever the types change.

mod mesh;
mod setup;
mod world;

pub use setup::{setup_from_bytes, setup_to_bytes};
pub use world::{world_from_bytes, world_hash, world_to_bytes};

use crate::character::State;
use crate::input::InputError;
use crate::stage::StageState;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The format of states of characters.
const STATES: u8 = 1;

/// The format of a stage's state: the first byte of what [`stage_to_bytes`] writes.
pub const STAGE_FORMAT: u8 = 101;

/// The format of a stage without its state.
const SETUP: u8 = 151;

/// The format of a world.
const WORLD: u8 = 201;

/// Bytes that cannot be read, or a value that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SavedError {
    /// No bytes at all.
    Empty,
    /// Another format: of another kind of value, or of another version of the library.
    Format {
        /// The format of the bytes.
        found: u8,
        /// The format that is read.
        wanted: u8,
    },
    /// Bytes that are cut off, too many or changed.
    Broken,
    /// Another number of characters.
    Count {
        /// The characters in the bytes.
        found: usize,
        /// The characters that are wanted.
        wanted: usize,
    },
    /// A world or a stage with an invalid number, or one with motions that are not finished.
    Input(InputError),
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the saved bytes are empty: they must be what saving returned"),
            Self::Format { found, wanted } => write!(
                f,
                "the saved bytes have format {found}: here format {wanted} is read, which this version saves for the \
                 same kind of value ({STATES} characters, {STAGE_FORMAT} a stage's state, {SETUP} a stage, {WORLD} a world)"
            ),
            Self::Broken => {
                write!(f, "the saved bytes are broken or cut off: they must be what saving returned")
            }
            Self::Count { found, wanted } => {
                write!(f, "the saved bytes are those of {found} characters: they must be of {wanted}")
            }
            Self::Input(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SavedError {}

impl From<InputError> for SavedError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// The states of characters as bytes.
///
/// ```
/// use glissando::{DVec3, State, saved};
///
/// let states = [State::at(DVec3::X), State::at(DVec3::Y)];
/// let bytes = saved::states_to_bytes(&states)?;
/// assert_eq!(saved::states_from_bytes(&bytes, 2)?, states);
/// # Ok::<(), saved::SavedError>(())
/// ```
///
/// # Errors
/// None for any state.
pub fn states_to_bytes(states: &[State]) -> Result<Vec<u8>, SavedError> {
    write(STATES, states)
}

/// The states of `count` characters. Their numbers are not checked here: the next step refuses invalid ones by name.
///
/// # Errors
/// Bytes that [`states_to_bytes`] did not write, or of another number of characters.
pub fn states_from_bytes(bytes: &[u8], count: usize) -> Result<Vec<State>, SavedError> {
    let states: Vec<State> = read(STATES, bytes)?;
    if states.len() != count {
        return Err(SavedError::Count { found: states.len(), wanted: count });
    }
    Ok(states)
}

/// A stage's state as bytes.
///
/// # Errors
/// None for any state.
pub fn stage_to_bytes(state: &StageState) -> Result<Vec<u8>, SavedError> {
    write(STAGE_FORMAT, state)
}

/// A stage's state. Its numbers are not checked here: the next tick refuses invalid ones by name.
///
/// # Errors
/// Bytes that [`stage_to_bytes`] did not write.
pub fn stage_from_bytes(bytes: &[u8]) -> Result<StageState, SavedError> {
    read(STAGE_FORMAT, bytes)
}

fn write<T: Serialize + ?Sized>(format: u8, value: &T) -> Result<Vec<u8>, SavedError> {
    postcard::to_extend(value, vec![format]).map_err(|_| SavedError::Broken)
}

fn read<T: DeserializeOwned>(wanted: u8, bytes: &[u8]) -> Result<T, SavedError> {
    let (&found, bytes) = bytes.split_first().ok_or(SavedError::Empty)?;
    if found != wanted {
        return Err(SavedError::Format { found, wanted });
    }
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        _ => Err(SavedError::Broken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;

    #[test]
    fn states_come_back_to_the_bit() {
        let states: Vec<State> =
            (0..5).map(|k| State::at(DVec3::new(f64::from(k) / 3.0, -1e9, 0.1))).collect();
        let bytes = states_to_bytes(&states).unwrap();
        assert_eq!(states_from_bytes(&bytes, 5).unwrap(), states);
        assert_eq!(
            states_from_bytes(&bytes, 6),
            Err(SavedError::Count { found: 5, wanted: 6 }),
            "another number"
        );
        assert_eq!(stage_from_bytes(&bytes), Err(SavedError::Format { found: STATES, wanted: STAGE_FORMAT }));
    }

    #[test]
    fn no_bytes_do_harm() {
        let bytes = states_to_bytes(&[State::at(DVec3::ONE)]).unwrap();
        for length in 0..bytes.len() {
            assert!(states_from_bytes(&bytes[..length], 1).is_err(), "cut off at {length}");
        }
        assert!(states_from_bytes(&[bytes.as_slice(), &[0]].concat(), 1).is_err(), "too long");
        for index in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[index] ^= flip;
                let _ = states_from_bytes(&bytes, 1);
            }
        }
        let fills_the_memory = [STATES, 0xff, 0xff, 0xff, 0xff, 0x0f];
        assert_eq!(states_from_bytes(&fills_the_memory, 1), Err(SavedError::Broken));
    }
}
