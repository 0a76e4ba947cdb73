//! What the surface of a piece does to a character that stands on it: it carries like a belt, or changes the pace.

use super::moving::check_vector;
use anyhow::{Context, bail};
use glissando::DVec3;
use glissando::traction::Traction;
use serde::{Deserialize, Serialize};

/// A surface that carries along without moving itself.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Belt {
    /// Metres per second, in the world, while the piece is where it is put.
    pub velocity: DVec3,
    /// Which of its materials; all of them if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

/// How a material changes the pace of a character that stands on it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SurfaceTraction {
    /// Which material of the piece; all that no other entry names if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    #[serde(default = "unchanged")]
    speed: f64,
    #[serde(default = "unchanged")]
    acceleration: f64,
    #[serde(default = "unchanged")]
    friction: f64,
}

/// A factor that changes nothing.
const fn unchanged() -> f64 {
    1.0
}

impl Belt {
    /// Itself, if its velocity is one.
    pub(super) fn checked(&self) -> anyhow::Result<&Self> {
        check_vector("conveyor.velocity", self.velocity)?;
        Ok(self)
    }
}

impl SurfaceTraction {
    /// The factors.
    pub const fn traction(&self) -> Traction {
        let Self { speed, acceleration, friction, .. } = *self;
        Traction { speed, acceleration, friction }
    }
}

/// Refuses factors that are out of range, and two entries for the same triangles.
pub(super) fn check_tractions(tractions: &[SurfaceTraction]) -> anyhow::Result<()> {
    for (index, entry) in tractions.iter().enumerate() {
        entry.traction().check().with_context(|| format!("tractions[{index}]"))?;
        if let Some(first) = tractions.iter().take(index).position(|other| other.material == entry.material) {
            match &entry.material {
                Some(material) => {
                    bail!("tractions[{index}].material is {material:?}, which tractions[{first}] has already")
                }
                None => bail!("tractions[{index}] names no material, and neither does tractions[{first}]"),
            }
        }
    }
    Ok(())
}
