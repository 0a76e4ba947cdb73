//! States as bytes: a byte for the format, then the states. They may be kept, sent and put back.

use crate::refusal::Refusal;
use glissando::State;
use glissando::stage::StageState;

/// The format, to be raised whenever a state changes.
const FORMAT: u8 = 1;

/// The format of a stage's state.
const STAGE_FORMAT: u8 = 101;

/// The bytes of a stage's state.
pub(crate) fn told_stage(state: &StageState) -> Result<Vec<u8>, Refusal> {
    Ok(postcard::to_extend(state, vec![STAGE_FORMAT])?)
}

/// The stage's state that these bytes tell; the next tick refuses numbers that it cannot use, by name.
pub(crate) fn read_stage(bytes: &[u8]) -> Result<StageState, Refusal> {
    let broken =
        || Refusal::Text("the saved bytes are broken or cut off: they must be what save() returned".into());
    match bytes.split_first() {
        Some((&STAGE_FORMAT, rest)) => match postcard::take_from_bytes(rest) {
            Ok((state, [])) => Ok(state),
            _ => Err(broken()),
        },
        Some((format, _)) => Err(Refusal::Text(format!(
            "the saved bytes have format {format}: a stage reads format {STAGE_FORMAT}, what its own save() returned"
        ))),
        None => Err(broken()),
    }
}

/// The bytes of some states.
pub(crate) fn told(states: &[State]) -> Result<Vec<u8>, Refusal> {
    let bytes = vec![FORMAT];
    Ok(postcard::to_extend(states, bytes)?)
}

/// The states that these bytes tell: so many.
///
/// Numbers are not looked at here: the next step refuses what it cannot use, by name.
pub(crate) fn read(bytes: &[u8], count: usize) -> Result<Vec<State>, Refusal> {
    let Some((&format, bytes)) = bytes.split_first() else {
        return Err(Refusal::Text("the saved bytes are empty: they must be what save() returned".into()));
    };
    if format != FORMAT {
        return Err(Refusal::Text(format!(
            "the saved bytes have format {format}: this version reads format {FORMAT}; save them anew"
        )));
    }
    let broken =
        || Refusal::Text("the saved bytes are broken or cut off: they must be what save() returned".into());
    let (states, rest): (Vec<State>, _) = postcard::take_from_bytes(bytes).map_err(|_| broken())?;
    if !rest.is_empty() {
        return Err(broken());
    }
    if states.len() != count {
        let there = states.len();
        return Err(Refusal::Text(format!(
            "the saved bytes are those of {there} characters: they must be of {count}"
        )));
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::DVec3;

    #[test]
    fn states_come_back_to_the_bit() {
        let states: Vec<State> =
            (0..5).map(|k| State::at(DVec3::new(f64::from(k) / 3.0, -1e9, 0.1))).collect();
        let bytes = told(&states).unwrap();
        assert_eq!(read(&bytes, 5).unwrap(), states);
    }

    #[test]
    fn no_bytes_do_harm() {
        let bytes = told(&[State::at(DVec3::ONE)]).unwrap();
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length], 1).is_err(), "cut off at {length}");
        }
        assert!(read(&[bytes.as_slice(), &[0]].concat(), 1).is_err(), "too long");
        assert!(read(&bytes, 2).is_err(), "another number");
        for index in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[index] ^= flip;
                let _ = read(&bytes, 1);
            }
        }
        assert!(read(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f], 1).is_err(), "a length that would fill the memory");
    }
}
