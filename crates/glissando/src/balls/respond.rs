//! The response to an impact: impulses until no contact approaches.
//!
//! Simultaneous: the least impulses `p >= 0` along all contacts that approach or rest, such that each approaching one
//! parts at its restitution (`J v' >= e a`) and no other closes. With restitution 1 that is a reflection in the
//! metric of the masses, so energy is kept. Contacts that parted before take no part; if the impulses make one of
//! them approach, it is solved in another round at the same moment.
//!
//! Source: Newton's restitution as a linear complementarity problem (Smith, Kaufman, Vouga, Tamstorf, Grinspun,
//! *Reflections on Simultaneous Impact*, 2012, which also states the requirements of Newton's cradle).

use super::complementarity::Outcome;
use super::predict::STILL;
use super::row::{Row, fill_matrix};
use super::scratch::Scratch;
use super::settings::Order;

/// Approaches within this fraction of the fastest count as equally fast.
const EQUALLY_FAST: f64 = 1e-12;

/// Rounds at one moment before restitution is dropped, and as many more for each contact.
const ROUNDS: usize = 64;

/// The result of an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Response {
    /// Solved by the rules.
    Solved,
    /// Solved without restitution: wedged, or too many rounds.
    Damped,
    /// Not solved: there is no solution, or the tick's work is spent.
    Failed,
}

impl Scratch {
    /// Changes the members' velocities until no contact approaches. `scale` is the speed for measuring rounding.
    pub(super) fn strike(&mut self, order: Order, scale: f64) -> Response {
        let still = STILL * scale;
        let mut response = Response::Solved;
        for _ in 0..ROUNDS * (1 + self.rows.len()) {
            if !self.choose(order, still) {
                return response;
            }
            if self.work.is_spent() {
                return Response::Failed;
            }
            match self.solve_impulses(still, true) {
                Outcome::Solved => {}
                _ => {
                    response = Response::Damped;
                    if self.solve_impulses(still, false) != Outcome::Solved {
                        return Response::Failed;
                    }
                }
            }
        }
        self.chosen.clear();
        self.chosen.extend((0..self.rows.len()).filter(|&row| !self.rows[row].is_ahead));
        match self.solve_impulses(still, false) {
            Outcome::Solved => Response::Damped,
            _ => Response::Failed,
        }
    }

    /// Chooses the rows of a round; false if no contact approaches.
    fn choose(&mut self, order: Order, still: f64) -> bool {
        self.work.spend(self.rows.len());
        self.slack.clear();
        // Rows for the end of a wall's turn take no part in impacts.
        let opening = |row: &Row| if row.is_ahead { 0.0 } else { row.opening(&self.members, |m| m.velocity) };
        self.slack.extend(self.rows.iter().map(opening));
        let fastest = self.slack.iter().fold(0.0, |least: f64, &s| if s < least { s } else { least });
        if fastest >= -still {
            return false;
        }
        let most = match order {
            Order::Simultaneous => still,
            Order::Sequential => fastest * (1.0 - EQUALLY_FAST),
        };
        self.chosen.clear();
        self.chosen
            .extend((0..self.rows.len()).filter(|&row| self.slack[row] <= most && !self.rows[row].is_ahead));
        true
    }

    /// Solves the chosen rows and applies their impulses.
    fn solve_impulses(&mut self, still: f64, is_elastic: bool) -> Outcome {
        if !fill_matrix(&self.rows, &self.chosen, &self.members, &mut self.matrix, &mut self.work) {
            return Outcome::Unfinished;
        }
        self.slack.clear();
        for &place in &self.chosen {
            let row = &self.rows[place];
            let opening = row.opening(&self.members, |m| m.velocity);
            let is_given_back = is_elastic && opening < -still && -opening >= row.rest_speed;
            self.slack.push(if is_given_back { opening + opening * row.restitution } else { opening });
        }
        let outcome = self.solver.solve(&self.matrix, &mut self.slack, &mut self.pressure, &mut self.work);
        if outcome == Outcome::Solved {
            self.apply_impulses();
        }
        outcome
    }

    pub(super) fn apply_impulses(&mut self) {
        // Speeds of approach before any impulse is applied.
        for (&place, &pressure) in self.chosen.iter().zip(&self.pressure) {
            let row = &mut self.rows[place];
            if pressure > 0.0 && row.impulse == 0.0 {
                let approach = -row.opening(&self.members, |m| m.velocity);
                row.approach = if approach > 0.0 { approach } else { 0.0 };
            }
        }
        for (&place, &pressure) in self.chosen.iter().zip(&self.pressure) {
            if pressure > 0.0 {
                let row = &mut self.rows[place];
                row.impulse += pressure;
                row.press(&mut self.members, pressure, |m| &mut m.velocity);
                for member in [Some(row.to), row.from].into_iter().flatten() {
                    self.members[member].is_struck = true;
                }
            }
        }
    }

    /// The greatest speed around the members, for measuring rounding.
    pub(super) fn scale(&self) -> f64 {
        let balls = self.members.iter().fold(0.0, |most: f64, m| {
            let (speed, known) = (m.velocity.length(), self.bodies[m.ball].scale);
            let here = if speed > known { speed } else { known };
            if here > most { here } else { most }
        });
        let walls = self.rows.iter().map(|row| row.speed.abs());
        walls.fold(balls, |most, speed| if speed > most { speed } else { most })
    }

    /// Holds the members in place: the fallback without a solution.
    pub(super) fn stop_members(&mut self) {
        for member in &mut self.members {
            let body = &mut self.bodies[member.ball];
            body.held |= member.inverse_mass > 0.0 && body.struck.is_none();
        }
    }
}
