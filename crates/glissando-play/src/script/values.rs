//! Values that a script may write in more than one way.

use glissando::DVec3;
use serde::{Deserialize, Serialize};

/// A number or three.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number or three numbers")]
enum OneOrThree {
    One(f64),
    Three([f64; 3]),
}

impl From<OneOrThree> for DVec3 {
    fn from(value: OneOrThree) -> Self {
        match value {
            OneOrThree::One(value) => Self::splat(value),
            OneOrThree::Three(values) => values.into(),
        }
    }
}

/// A scale, the same along all axes or one for each.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(from = "OneOrThree", into = "DVec3")]
pub(super) struct Scale(pub(super) DVec3);

impl From<Scale> for DVec3 {
    fn from(scale: Scale) -> Self {
        scale.0
    }
}

impl From<OneOrThree> for Scale {
    fn from(value: OneOrThree) -> Self {
        Self(value.into())
    }
}

/// The radii of an ellipsoid, or of a sphere.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(from = "OneOrThree")]
pub(super) struct Radii(pub(super) DVec3);

impl From<OneOrThree> for Radii {
    fn from(value: OneOrThree) -> Self {
        Self(value.into())
    }
}

/// An acceleration in m/s², infinite for `"instant"`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(from = "NumberOrWord")]
pub(super) struct Rate(pub(super) f64);

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number or \"instant\"")]
enum NumberOrWord {
    Number(f64),
    Word(Instant),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Instant {
    Instant,
}

impl From<NumberOrWord> for Rate {
    fn from(value: NumberOrWord) -> Self {
        match value {
            NumberOrWord::Number(number) => Self(number),
            NumberOrWord::Word(Instant::Instant) => Self(f64::INFINITY),
        }
    }
}
