//! The pressures of a heap: the problem of `complementarity.rs` for thousands of contacts, to a bounded precision.
//!
//! The exact method costs the cube of the contacts. This one costs the same for every contact and pass. A violation
//! left after the last pass is harmless: it uses up the gap that balls of a heap keep, and the pressures are scaled
//! such that they do no more work than exact ones.
//!
//! Source: Nesterov's accelerated descent with projection, as used by Mazhar, Heyn, Negrut and Tasora (*Using
//! Nesterov's method to accelerate multibody dynamics with friction and contact*, 2015), with a separate step for
//! each row (the sum of its couplings, which bounds the curvature) and the restart of O'Donoghue and Candès (2015).

use super::row::Row;
use super::scratch::Member;
use super::work::Work;
use crate::math::{DVec3, sqrt_f64};
use alloc::vec::Vec;

/// Most passes over all contacts. A heap of 14 layers needs about a hundred for a precision of a thousandth.
const PASSES: usize = 400;

/// Violations below this fraction of the worst one at the start end the descent.
const PRECISION: f64 = 1e-10;

/// Working memory of the descent.
#[derive(Clone, Debug, Default)]
pub(super) struct Descent {
    /// The sum of a row's couplings with all rows.
    stiffness: Vec<f64>,
    /// The point of the gradient: ahead of the pressures.
    ahead: Vec<f64>,
    /// The change of the members' velocities by pressures.
    change: Vec<DVec3>,
    /// Rows of each member, one member after another.
    rows_of: Vec<usize>,
    /// The start of each member's rows in `rows_of`.
    begin: Vec<usize>,
    /// Where the next row of each member goes while `rows_of` is filled.
    filled: Vec<usize>,
}

impl Descent {
    /// Fills `pressure` with pressures that keep `slack + A p` from falling below zero, as nearly as the passes allow.
    pub(super) fn solve(
        &mut self,
        rows: &[Row],
        members: &[Member],
        slack: &[f64],
        pressure: &mut Vec<f64>,
        work: &mut Work,
    ) {
        pressure.clear();
        pressure.resize(rows.len(), 0.0);
        let worst = slack.iter().fold(0.0, |most: f64, &s| if -s > most { -s } else { most });
        if worst == 0.0 {
            return;
        }
        self.measure(rows, members);
        self.ahead.clear();
        self.ahead.resize(rows.len(), 0.0);
        let mut momentum = 1.0;
        for _ in 0..PASSES {
            work.spend(8 * rows.len());
            self.press(rows, members, None);
            let (mut left, mut uphill) = (0.0, 0.0);
            let next = 0.5 + sqrt_f64(0.25 + momentum * momentum);
            let carry_on = (momentum - 1.0) / next;
            for (index, row) in rows.iter().enumerate() {
                let stiffness = self.stiffness[index];
                if stiffness == 0.0 {
                    continue;
                }
                let gradient = self.opening(row) + slack[index];
                let at = self.ahead[index];
                let wanted = at - gradient / stiffness;
                let new = if wanted > 0.0 { wanted } else { 0.0 };
                let moved = (new - at).abs() * stiffness;
                left = if moved > left { moved } else { left };
                let step = new - pressure[index];
                if step != 0.0 {
                    uphill += gradient * step;
                }
                self.ahead[index] = new + carry_on * step;
                pressure[index] = new;
            }
            momentum = next;
            if left <= worst * PRECISION {
                break;
            }
            if uphill > 0.0 {
                momentum = 1.0;
                self.ahead.copy_from_slice(pressure);
            }
        }
    }

    /// `p·A p` of the pressures: twice the kinetic energy of the velocity change that they cause.
    pub(super) fn energy(&mut self, rows: &[Row], members: &[Member], pressure: &[f64]) -> f64 {
        self.press(rows, members, Some(pressure));
        rows.iter().zip(pressure).map(|(row, p)| p * self.opening(row)).sum()
    }

    /// Computes the change of the members' velocities by these pressures, by those in `ahead` if none are given.
    fn press(&mut self, rows: &[Row], members: &[Member], pressure: Option<&[f64]>) {
        self.change.clear();
        self.change.resize(members.len(), DVec3::ZERO);
        for (row, &pressure) in rows.iter().zip(pressure.unwrap_or(&self.ahead)) {
            if pressure != 0.0 {
                self.change[row.to] += row.normal * (pressure * members[row.to].inverse_mass);
                if let Some(from) = row.from {
                    self.change[from] -= row.normal * (pressure * members[from].inverse_mass);
                }
            }
        }
    }

    fn opening(&self, row: &Row) -> f64 {
        let from = row.from.map_or(DVec3::ZERO, |from| self.change[from]);
        row.normal.dot(self.change[row.to] - from)
    }

    /// Fills `stiffness`.
    fn measure(&mut self, rows: &[Row], members: &[Member]) {
        let Self { rows_of, begin, filled, stiffness, .. } = self;
        begin.clear();
        begin.resize(members.len() + 1, 0);
        let ends = |row: &Row| [Some(row.to), row.from].into_iter().flatten();
        rows.iter().flat_map(ends).for_each(|member| begin[member + 1] += 1);
        for member in 0..members.len() {
            begin[member + 1] += begin[member];
        }
        rows_of.clear();
        rows_of.resize(begin[members.len()], 0);
        filled.clone_from(begin);
        for (index, row) in rows.iter().enumerate() {
            for member in ends(row) {
                rows_of[filled[member]] = index;
                filled[member] += 1;
            }
        }
        stiffness.clear();
        stiffness.extend(rows.iter().map(|row| {
            let couplings = |member: usize| -> f64 {
                let others = &rows_of[begin[member]..begin[member + 1]];
                let sum: f64 = others.iter().map(|&other| rows[other].normal.dot(row.normal).abs()).sum();
                sum * members[member].inverse_mass
            };
            ends(row).map(couplings).sum::<f64>()
        }));
    }
}
