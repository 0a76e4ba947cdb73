//! Cells of the map: squares over x and z, aligned to multiples of their size.

use glissando::DVec3;

/// A cell by its numbers along x and z.
pub(crate) type Cell = (i32, i32);

/// Cells of one size over a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    /// Edge of a cell, metres.
    pub(crate) size: f64,
    /// Lowest cell.
    pub(crate) low: Cell,
    /// Highest cell.
    pub(crate) high: Cell,
}

impl Grid {
    /// The cells over a box.
    pub(crate) fn over(low: DVec3, high: DVec3, size: f64) -> Self {
        let grid = Self { size, low: (0, 0), high: (0, 0) };
        Self { low: grid.cell(low), high: grid.cell(high), ..grid }
    }

    /// The cell of a point.
    pub(crate) fn cell(&self, point: DVec3) -> Cell {
        ((point.x / self.size).floor() as i32, (point.z / self.size).floor() as i32)
    }

    /// Its middle, at a height.
    pub(crate) fn middle(&self, (x, z): Cell, height: f64) -> DVec3 {
        DVec3::new((f64::from(x) + 0.5) * self.size, height, (f64::from(z) + 0.5) * self.size)
    }

    /// The number of a cell, by x and then by z; none outside the grid.
    pub(crate) fn number(&self, (x, z): Cell) -> Option<usize> {
        let is_in = x >= self.low.0 && x <= self.high.0 && z >= self.low.1 && z <= self.high.1;
        let columns = self.counts().1 as usize;
        is_in.then(|| x.abs_diff(self.low.0) as usize * columns + z.abs_diff(self.low.1) as usize)
    }

    /// How many cells there are along x and along z.
    pub(crate) fn counts(&self) -> (u32, u32) {
        let along = |low: i32, high: i32| high.saturating_sub(low).unsigned_abs() + 1;
        (along(self.low.0, self.high.0), along(self.low.1, self.high.1))
    }
}
