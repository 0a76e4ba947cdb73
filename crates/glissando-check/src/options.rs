//! How densely a level is sampled, and from which size on something counts.

use crate::subject::{CheckError, Subject};

/// Most cells of a ground map: a check takes about 170 bytes a place, so some tens of gigabytes at most.
const MOST_CELLS: u64 = 100_000_000;

/// The sampling of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Edge of a cell, metres. Two bodies in one cell overlap, so that no wall can be between them: less than 1.4 of the
    /// smaller horizontal radius. Default that radius.
    pub cell: f64,
    /// Ticks a second. Default 60.
    pub hz: f64,
    /// Smallest area of an unreached floor that is looked at, square metres. Default 1.
    pub least_area: f64,
    /// Whether the character jumps. Default yes.
    pub jumps: bool,
}

impl Options {
    /// The usual sampling for a character.
    pub fn usual(subject: &Subject<'_>) -> Self {
        let radii = subject.config.shape(false).half_extents();
        Self { cell: radii.x.min(radii.z), hz: 60.0, least_area: 1.0, jumps: true }
    }

    /// Refuses numbers out of range, and a level with too many cells.
    ///
    /// # Errors
    /// Which number, its value and the limit.
    pub fn check(&self, subject: &Subject<'_>) -> Result<(), CheckError> {
        let up = subject.config.settings().up;
        if up.to_array() != [0.0, 1.0, 0.0] {
            return Err(CheckError::Up(up.to_array()));
        }
        let radii = subject.config.shape(false).half_extents();
        let most = 1.4 * radii.x.min(radii.z);
        if !(self.cell >= 0.01 && self.cell <= most) {
            let must = format!("between 0.01 and {most:.3} m, 1.4 times the body's radius");
            return Err(CheckError::Number { what: "the cell", value: self.cell, must });
        }
        if !(self.hz >= 10.0 && self.hz <= 1000.0) {
            let must = "between 10 and 1000 ticks a second".to_owned();
            return Err(CheckError::Number { what: "hz", value: self.hz, must });
        }
        if !(subject.speed > 0.0 && subject.speed <= 100.0) {
            let must = "above 0 and at most 100 m/s".to_owned();
            return Err(CheckError::Number { what: "the speed", value: subject.speed, must });
        }
        if !(self.least_area >= 0.0 && self.least_area.is_finite()) {
            let must = "a number of square metres, 0 or more".to_owned();
            return Err(CheckError::Number { what: "the least area", value: self.least_area, must });
        }
        let bounds = subject.world.bounds();
        if bounds.is_empty() {
            return Err(CheckError::Empty);
        }
        let size = (bounds.max.as_dvec3() - bounds.min.as_dvec3()) * (1.0 / self.cell);
        let columns = (size.x + 2.0) * (size.z + 2.0);
        if columns > MOST_CELLS as f64 {
            let columns = columns as u64;
            return Err(CheckError::TooManyCells { columns, cell: self.cell, most: MOST_CELLS });
        }
        Ok(())
    }
}
