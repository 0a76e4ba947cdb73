//! 64 bits that stand for a value: every number that its serialisation has, bit for bit, in order.
//!
//! Each word is taken in by a bijection of the 64 bits (an odd factor and a shift), so values that differ in one
//! number alone never have the same hash; others share one by a chance of 2^-64.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::Error;

/// 2^64 divided by the golden ratio, made odd: its multiples are spread well (Knuth, volume 3, section 6.4).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a value.
pub(super) fn of(value: &impl Serialize) -> u64 {
    let mut hash = StateHash(FACTOR);
    match value.serialize(&mut hash) {
        Ok(()) => hash.0,
        // No value of ours refuses to be serialised; one that did would match nothing.
        Err(Error) => 0,
    }
}

/// A hash in the making.
#[derive(Debug)]
struct StateHash(u64);

impl StateHash {
    fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(FACTOR);
        self.0 = mixed ^ (mixed >> 29);
    }

    fn text(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
}

/// Numbers of a type that a word holds.
macro_rules! words {
    ($($name:ident: $type:ty = $convert:expr;)*) => {
        $(fn $name(self, value: $type) -> Result<(), Error> {
            self.word($convert(value));
            Ok(())
        })*
    };
}

impl Serializer for &mut StateHash {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    words! {
        serialize_bool: bool = u64::from;
        serialize_i8: i8 = |value| i64::from(value).cast_unsigned();
        serialize_i16: i16 = |value| i64::from(value).cast_unsigned();
        serialize_i32: i32 = |value| i64::from(value).cast_unsigned();
        serialize_i64: i64 = i64::cast_unsigned;
        serialize_u8: u8 = u64::from;
        serialize_u16: u16 = u64::from;
        serialize_u32: u32 = u64::from;
        serialize_u64: u64 = |value| value;
        serialize_f32: f32 = |value: f32| u64::from(value.to_bits());
        serialize_f64: f64 = f64::to_bits;
        serialize_char: char = u64::from;
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.text(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.text(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.word(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.word(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Error> {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.word(u64::from(index));
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Error> {
        self.word(length.ok_or(Error)? as u64);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Error> {
        self.word(u64::from(index));
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Error> {
        self.serialize_seq(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Error> {
        self.word(u64::from(index));
        Ok(self)
    }
}

/// What lies in a row inside of a value.
macro_rules! rows {
    ($($trait:ident: $method:ident($($name:ident)?);)*) => {
        $(impl $trait for &mut StateHash {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> Result<(), Error> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}

rows! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(_key);
    SerializeStructVariant: serialize_field(_key);
}

impl SerializeMap for &mut StateHash {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::balls::{Ball, Mass};
    use glissando::stage::{Actor, MoverState, StageState};
    use glissando::{ConfigId, DVec3, State};

    #[test]
    fn every_number_counts_and_so_does_its_sign() {
        let state = || StageState {
            tick: 7,
            movers: serde_json::from_value(serde_json::json!([MoverState::default()])).unwrap(),
            characters: [(); 2]
                .map(|()| Actor::new(ConfigId::from_bits(0), State::at(DVec3::ONE)))
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
