//! The least pressures that keep contacts from closing: `s + A p >= 0`, `p >= 0`, and never both above zero.
//!
//! `A = J M⁻¹ Jᵀ` may be singular (a rack of balls has more contacts than motions); the effect of the pressures on
//! the velocities is still unique, since it is the projection onto a convex set in the metric of the masses.
//!
//! Source: the dual method of Goldfarb and Idnani, *A numerically stable dual method for solving strictly convex
//! quadratic programs* (1983), written in the space of contacts: the worst contact becomes active, contacts that
//! begin to pull are released, and a contact that depends on others only takes over their pressure.

use super::work::Work;
use crate::math::sqrt_f64;
use alloc::vec::Vec;

/// A row whose part independent of the others (sine squared) is below this counts as their combination.
const DEPENDENT: f64 = 1e-12;

/// Violations below this fraction of the worst violation at the start are rounding.
const ROUNDING: f64 = 1e-14;

/// The greatest violation left in a row that counts as a combination of others, as a fraction of the worst one: the
/// square root of [`DEPENDENT`].
///
/// Such a row is their combination and a remainder `d`. They do not close, so all that it closes is `d·v`, and that
/// is at most `|d| |v|`, where `|d|²` is below [`DEPENDENT`] and `|v|` at least the worst violation (in the metric of
/// the masses). A greater violation is certainly a wedge. A smaller one stays: an impact is solved in rounds until
/// nothing closes, each by its own worst, and paths are swept in any case. The greatest in all tests is 1e-9.
const LEANING: f64 = 1e-6;

/// The least fraction of the pressure on a row, in the metric of the masses, that a row it depends on counts as
/// giving up: the square root of [`DEPENDENT`].
///
/// Such a row has no end of its own: its pressure rises until one of the rows that give up theirs has none left. A
/// fraction that is only the rounding of a zero would let it rise to 1e14 times the applied pressure, and with it
/// every velocity.
const LEAST_SHARE: f64 = 1e-6;

/// How a solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Solved.
    Solved,
    /// No pressures satisfy the conditions.
    Infeasible,
    /// Not solved within the bound on steps.
    Unfinished,
}

/// Working memory of the solver.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    /// Contacts with pressure, in the order in which they became active.
    active: Vec<usize>,
    /// Cholesky factor of the active part of `A`, lower rows one after another: row k has k + 1 numbers.
    factor: Vec<f64>,
    /// Solution of the active part for the column of the entering contact.
    share: Vec<f64>,
    /// Square roots of the diagonal of `A`.
    size: Vec<f64>,
}

impl Solver {
    /// Solves for `pressure`, given `A` (row by row) and `s`, which becomes `s + A p`.
    ///
    /// Every step of arithmetic is subtracted from `work`; when none is left the result is [`Outcome::Unfinished`].
    pub(super) fn solve(
        &mut self,
        matrix: &[f64],
        slack: &mut [f64],
        pressure: &mut Vec<f64>,
        work: &mut Work,
    ) -> Outcome {
        let count = slack.len();
        pressure.clear();
        pressure.resize(count, 0.0);
        self.active.clear();
        self.factor.clear();
        self.size.clear();
        self.size.extend((0..count).map(|i| sqrt_f64(matrix[i * count + i])));
        let worst = self.most_violated(slack, 0.0);
        let Some((_, worst)) = worst else { return Outcome::Solved };
        for _ in 0..10 * count + 20 {
            let Some((row, violation)) = self.most_violated(slack, worst * ROUNDING) else {
                return Outcome::Solved;
            };
            work.spend(count * (1 + self.active.len()));
            match self.bring_in(row, matrix, slack, pressure, work) {
                Outcome::Solved => {}
                Outcome::Infeasible if violation < worst * LEANING => slack[row] = 0.0,
                ended => return ended,
            }
        }
        Outcome::Unfinished
    }

    /// The contact with the fastest closing speed in the metric of its masses, and that speed.
    fn most_violated(&self, slack: &[f64], least: f64) -> Option<(usize, f64)> {
        let mut worst = None;
        let mut most = least;
        for (row, (&s, &size)) in slack.iter().zip(&self.size).enumerate() {
            if size > 0.0 && -s > most * size && !self.active.contains(&row) {
                most = -s / size;
                worst = Some((row, most));
            }
        }
        worst
    }

    /// Raises the pressure of `row` until it no longer closes, releasing contacts that would pull.
    fn bring_in(
        &mut self,
        row: usize,
        matrix: &[f64],
        slack: &mut [f64],
        pressure: &mut [f64],
        work: &mut Work,
    ) -> Outcome {
        let count = slack.len();
        for _ in 0..count + 1 {
            if work.is_spent() {
                return Outcome::Unfinished;
            }
            let known = self.active.len();
            work.spend(known * known + count * (1 + known));
            let independent = self.decompose(row, matrix, count);
            let diagonal = matrix[row * count + row];
            let full = (independent > DEPENDENT * diagonal).then(|| -slack[row] / independent);
            if full.is_none() && !self.is_shared(row) {
                return Outcome::Infeasible;
            }
            let release = self.first_release(pressure);
            let (step, released) = match (full, release) {
                (None, None) => return Outcome::Infeasible,
                (Some(full), Some((step, place))) if step < full => (step, Some(place)),
                (Some(full), _) => (full, None),
                (None, Some((step, place))) => (step, Some(place)),
            };
            self.advance(row, step, matrix, slack, pressure);
            match released {
                None => {
                    self.push(row, independent);
                    return Outcome::Solved;
                }
                Some(place) => {
                    work.spend(known * known * known / 3);
                    self.release(place, matrix, count, pressure);
                }
            }
        }
        Outcome::Unfinished
    }

    /// Fills `share` with the active pressures that a unit of pressure on `row` takes over, and the next row of
    /// `factor`; returns the part of `row` that is independent of the active rows.
    fn decompose(&mut self, row: usize, matrix: &[f64], count: usize) -> f64 {
        let known = self.active.len();
        self.factor.truncate(known * (known + 1) / 2);
        self.share.clear();
        let mut left = matrix[row * count + row];
        for k in 0..known {
            let start = k * (k + 1) / 2;
            let mut sum = matrix[row * count + self.active[k]];
            for j in 0..k {
                sum -= self.factor[start + j] * self.share[j];
            }
            let value = sum / self.factor[start + k];
            self.share.push(value);
            left -= value * value;
        }
        let new_row = self.factor.len();
        self.factor.extend_from_slice(&self.share);
        // Back substitution turns the forward solution into the shares.
        for k in (0..known).rev() {
            let mut sum = self.factor[new_row + k];
            for j in k + 1..known {
                sum -= self.factor[j * (j + 1) / 2 + k] * self.share[j];
            }
            self.share[k] = sum / self.factor[k * (k + 1) / 2 + k];
        }
        left
    }

    /// The first active contact whose pressure would run out: the step and its position.
    fn first_release(&self, pressure: &[f64]) -> Option<(f64, usize)> {
        let mut first: Option<(f64, usize)> = None;
        for (place, (&row, &share)) in self.active.iter().zip(&self.share).enumerate() {
            if share > 0.0 {
                let step = pressure[row] / share;
                if first.is_none_or(|(least, _)| step < least) {
                    first = Some((step, place));
                }
            }
        }
        first
    }

    /// Whether any active contact gives up pressure for `row`, by more than rounding.
    fn is_shared(&self, row: usize) -> bool {
        let gives_up =
            |(&other, &share): (&usize, &f64)| share * self.size[other] > LEAST_SHARE * self.size[row];
        self.active.iter().zip(&self.share).any(gives_up)
    }

    fn advance(&self, row: usize, step: f64, matrix: &[f64], slack: &mut [f64], pressure: &mut [f64]) {
        let count = slack.len();
        for (i, s) in slack.iter_mut().enumerate() {
            let mut rate = matrix[row * count + i];
            for (&k, &share) in self.active.iter().zip(&self.share) {
                rate -= matrix[k * count + i] * share;
            }
            *s += rate * step;
        }
        for (&k, &share) in self.active.iter().zip(&self.share) {
            let left = pressure[k] - share * step;
            // The step ends where the first pressure runs out; below zero is rounding.
            pressure[k] = if left > 0.0 { left } else { 0.0 };
        }
        pressure[row] += step;
    }

    /// Makes `row` active; its factor row is complete but for the last number.
    fn push(&mut self, row: usize, independent: f64) {
        self.factor.push(sqrt_f64(independent));
        self.active.push(row);
    }

    /// Releases the active contact at `place`, and factors the rest again.
    fn release(&mut self, place: usize, matrix: &[f64], count: usize, pressure: &mut [f64]) {
        let gone = self.active.remove(place);
        pressure[gone] = 0.0;
        let kept = core::mem::take(&mut self.active);
        self.factor.clear();
        for &row in &kept {
            let independent = self.decompose(row, matrix, count);
            // Part of an independent set is independent; rounding may only make it less so.
            self.push(row, if independent > 0.0 { independent } else { f64::MIN_POSITIVE });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(matrix: &[f64], slack: &[f64]) -> (Outcome, Vec<f64>, Vec<f64>) {
        let (mut slack, mut pressure) = (slack.to_vec(), Vec::new());
        let outcome = Solver::default().solve(matrix, &mut slack, &mut pressure, &mut Work::of(1));
        (outcome, pressure, slack)
    }

    #[test]
    fn one_contact_is_a_division() {
        assert_eq!(solve(&[4.0], &[-2.0]), (Outcome::Solved, vec![0.5], vec![0.0]));
        assert_eq!(solve(&[4.0], &[2.0]), (Outcome::Solved, vec![0.0], vec![2.0]));
    }

    #[test]
    fn a_doubled_contact_presses_once() {
        let (outcome, pressure, slack) = solve(&[1.0; 4], &[-3.0, -3.0]);
        assert_eq!((outcome, pressure.iter().sum::<f64>(), slack), (Outcome::Solved, 3.0, vec![0.0; 2]));
    }

    #[test]
    fn a_squeeze_from_two_sides_is_infeasible() {
        assert_eq!(solve(&[1.0, -1.0, -1.0, 1.0], &[-1.0, -1.0]).0, Outcome::Infeasible);
    }

    /// The third row is the first reversed, but for a rounding of the second: the second must not give up pressure
    /// for it.
    #[test]
    fn a_share_from_rounding_gives_up_no_pressure() {
        let matrix = [1.0, 0.0, -1.0, 0.0, 1.0, 1e-15, -1.0, 1e-15, 1.0];
        let (outcome, pressure, _) = solve(&matrix, &[-1.0, -1.0, 0.5]);
        assert_eq!(outcome, Outcome::Infeasible);
        assert!(pressure.iter().all(|&p| p < 10.0), "{pressure:?}");
    }

    /// Checks the conditions themselves, for random positive definite and singular matrices.
    #[test]
    fn the_conditions_hold_for_random_contacts() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let mut solved = 0;
        for case in 0..20_000 {
            // Rows in a space of `rank` dimensions: more rows than that make the matrix singular.
            let (count, rank) = (1 + case % 9, 1 + case % 5);
            let rows: Vec<f64> = (0..count * rank).map(|_| random()).collect();
            let dot = |i: usize, j: usize| -> f64 {
                (0..rank).map(|k| rows[i * rank + k] * rows[j * rank + k]).sum()
            };
            let matrix: Vec<f64> = (0..count * count).map(|k| dot(k / count, k % count)).collect();
            // Closing speeds of a velocity: zero velocity is always a feasible result.
            let velocity: Vec<f64> = (0..rank).map(|_| random()).collect();
            let slack: Vec<f64> =
                (0..count).map(|i| (0..rank).map(|k| rows[i * rank + k] * velocity[k]).sum()).collect();
            let (outcome, pressure, after) = solve(&matrix, &slack);
            assert_eq!(outcome, Outcome::Solved, "case {case}");
            for i in 0..count {
                let exact: f64 =
                    slack[i] + (0..count).map(|j| matrix[i * count + j] * pressure[j]).sum::<f64>();
                let largest = pressure.iter().fold(1.0, |a: f64, &b| a.max(b));
                assert!((exact - after[i]).abs() < 1e-12 * largest, "case {case}");
                assert!(pressure[i] >= 0.0 && after[i] > -1e-12 * largest, "case {case}");
                assert!(pressure[i] * after[i] < 1e-10 * largest * largest, "case {case}");
            }
            solved += 1;
        }
        println!("{solved} random contacts solved");
    }
}
