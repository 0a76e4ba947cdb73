//! A 64-bit hash of any value that can be serialised: of its bytes in postcard's format, in which floats are their bits.

use serde::Serialize;

/// 2^64 divided by the golden ratio, made odd: its multiples are spread well (Knuth, volume 3, section 6.4).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a value: 0 and -0 differ.
///
/// Each word of eight bytes is taken in by a bijection of the 64 bits (an odd factor and a shift), so two values that
/// differ within one word never have the same hash; others share one by a chance of 2^-64.
///
/// # Panics
/// If the value refuses to be serialised, or is a list that does not know its length: a fault of its type.
pub(super) fn of(value: &impl Serialize) -> u64 {
    let bytes = postcard::to_allocvec(value).expect("a value that can be serialised");
    bytes.chunks(8).fold(FACTOR ^ bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (hash ^ u64::from_le_bytes(word)).wrapping_mul(FACTOR);
        mixed ^ (mixed >> 29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::balls::{Ball, Mass};
    use glissando::stage::{MoverState, StageCharacter, StageState};
    use glissando::{ConfigId, DVec3, State};

    #[test]
    fn every_number_counts_and_so_does_its_sign() {
        let state = || StageState {
            tick: 7,
            movers: serde_json::from_value(serde_json::json!([MoverState::default()])).unwrap(),
            characters: [(); 2]
                .map(|()| StageCharacter::new(ConfigId::from_bits(0), State::at(DVec3::ONE)))
                .into_iter()
                .collect(),
            balls: [Ball::at(DVec3::ONE, 0.5)].into_iter().collect(),
        };
        let hash = of(&state());
        assert_eq!(hash, of(&state()));
        let changes: [fn(&mut StageState); 9] = [
            |s| s.tick = 8,
            |s| s.movers[0].clock = -0.0,
            |s| s.movers[0].wait = f64::from_bits(1),
            |s| s.characters[1].is_crushed = true,
            |s| s.characters[1].state.buffer_left = 1e-9,
            |s| s.characters[0].state.position.z = f64::from_bits(1.0_f64.to_bits() + 1),
            |s| drop(s.characters.pop()),
            |s| s.balls[0].velocity.x = -0.0,
            |s| s.balls.clear(),
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let mut other = state();
            change(&mut other);
            assert_ne!(of(&other), hash, "change {index}");
        }
    }

    #[test]
    fn a_state_with_balls_comes_back_from_json_and_one_of_before_balls_is_read() {
        let mut ball = Ball::at(DVec3::new(0.1, 1.0 / 3.0, -0.0), 0.5);
        (ball.velocity, ball.restitution) = (DVec3::splat(f64::from_bits(1)), 0.7);
        let fixed = Ball { mass: Mass::Immovable, ..Ball::at(DVec3::ONE, 0.25) };
        let state = StageState { balls: [ball, fixed].into_iter().collect(), ..StageState::default() };
        let text = serde_json::to_string(&state).unwrap();
        let again: StageState = serde_json::from_str(&text).unwrap();
        assert_eq!(of(&again), of(&state), "{text}");
        let before = r#"{"tick":3,"movers":[],"characters":{"entries":[]}}"#;
        let before: StageState = serde_json::from_str(before).unwrap();
        assert_eq!((before.tick, before.balls.len()), (3, 0));
    }
}
