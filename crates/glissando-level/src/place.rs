//! From the units and axes of a file to metres with Y up.

use crate::error::Problem;
use crate::options::Up;
use glissando::{DAffine3, DMat3, DVec3};

/// Smallest and largest accepted number of metres per unit.
const UNIT_RANGE: (f64, f64) = (1e-6, 1e6);

/// The unit and the up axis of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Metres per unit.
    pub(crate) unit: f64,
    /// The axis that points up.
    pub(crate) up: Up,
}

impl Frame {
    /// A frame whose unit was checked; `what` names where the unit was said.
    pub(crate) fn new(what: &'static str, unit: f64, up: Up) -> Result<Self, Problem> {
        let (least, most) = UNIT_RANGE;
        if (least..=most).contains(&unit) {
            Ok(Self { unit, up })
        } else {
            Err(Problem::BadNumber { what, value: unit, least, most })
        }
    }

    /// The map from the file's space to metres with Y up; keeps handedness.
    pub(crate) fn world_from_file(self) -> DAffine3 {
        let axes = match self.up {
            Up::Y => (DVec3::X, DVec3::Y, DVec3::Z),
            Up::Z => (DVec3::X, DVec3::new(0.0, 0.0, -1.0), DVec3::Y),
        };
        let matrix3 = DMat3::from_cols(axes.0 * self.unit, axes.1 * self.unit, axes.2 * self.unit);
        DAffine3 { matrix3, translation: DVec3::ZERO }
    }
}
