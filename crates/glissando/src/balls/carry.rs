//! The paths of touching balls after an impact: with the least forces that keep their chords from closing.
//!
//! A contact that opens slower than gravity would close it again within the tick ends the tick closed: the hop is cut
//! to the tick, its energy kept. A resting ball is carried. The forces are those of a linear complementarity problem
//! for the velocities along the chords, `J (w + M⁻¹ Jᵀ p) >= 0`: zero is always feasible, so a solution always
//! exists.

use super::complementarity::Outcome;
use super::flight::Flight;
use super::row::{Row, fill_matrix};
use super::scratch::{Body, Member, Scratch};
use super::settings::Settings;
use crate::math::DVec3;
use alloc::vec::Vec;

impl Scratch {
    /// Gives the members their paths for the rest of the tick; false if no forces were found.
    pub(super) fn set_off(&mut self, span: (f64, f64), settings: &Settings) -> bool {
        let gravity = settings.in_space(settings.gravity);
        self.keep_paths_of_characters();
        for member in self.members.iter_mut().filter(|m| m.inverse_mass > 0.0) {
            member.flight = Flight::new(span, member.position, member.velocity, gravity);
        }
        self.begin_pushes();
        if span.1 <= span.0 {
            return true;
        }
        if !self.wait() {
            return false;
        }
        let has_limits = gravity != DVec3::ZERO || self.rows.iter().any(|row| row.is_ahead);
        if has_limits && !self.carry() {
            return false;
        }
        let braking = settings.rolling_deceleration;
        if braking == 0.0 {
            return true;
        }
        for member in self.members.iter_mut().filter(|m| m.inverse_mass > 0.0) {
            if member.is_carried || gravity == DVec3::ZERO {
                member.flight = member.flight.braked(braking);
            }
        }
        self.carry()
    }

    /// Ends the pushes between the members: they get new ones.
    fn begin_pushes(&mut self) {
        self.solution += 1;
        for member in &self.members {
            self.bodies[member.ball].pushed_in = 0;
        }
    }

    /// Fixes the paths of characters; stores their velocities after the impact.
    fn keep_paths_of_characters(&mut self) {
        for member in self.members.iter_mut().filter(|m| m.is_character) {
            member.inverse_mass = 0.0;
            if let Some(struck) = &mut self.bodies[member.ball].struck {
                struck.velocity = member.velocity;
            }
        }
    }

    /// Makes a ball wait if a character, whose path is fixed, leaves it no room at its own velocity.
    ///
    /// A boulder that runs into a character shares its velocity, but the character moves only in its own move.
    fn wait(&mut self) -> bool {
        if !self.members.iter().any(|m| m.is_character) {
            return true;
        }
        let wanted = |m: &Member| if m.is_character { m.flight.drift() } else { m.velocity };
        self.slack.clear();
        self.slack.extend(self.rows.iter().map(|row| row.opening(&self.members, wanted)));
        if !self.solve_ways() {
            return false;
        }
        for member in &mut self.members {
            if member.push != DVec3::ZERO {
                member.flight = member.flight.lagging(core::mem::take(&mut member.push));
            }
        }
        true
    }

    /// Solves all rows for their slack; the pressures become pushes. False if there is no solution.
    fn solve_ways(&mut self) -> bool {
        self.pressure.clear();
        if self.slack.iter().all(|&s| s >= 0.0) {
            return true;
        }
        if self.is_heap {
            self.press_heap();
        } else if !self.solve_exactly() {
            return false;
        }
        for (row, &pressure) in self.rows.iter().zip(&self.pressure) {
            if pressure > 0.0 {
                row.press(&mut self.members, pressure, |m| &mut m.push);
            }
        }
        true
    }

    fn solve_exactly(&mut self) -> bool {
        self.chosen.clear();
        self.chosen.extend(0..self.rows.len());
        if !fill_matrix(&self.rows, &self.chosen, &self.members, &mut self.matrix, &mut self.work) {
            return false;
        }
        let Self { solver, matrix, slack, pressure, work, .. } = self;
        solver.solve(matrix, slack, pressure, work) == Outcome::Solved
    }

    /// Keeps the chords of the members from closing.
    fn carry(&mut self) -> bool {
        self.slack.clear();
        let drifts = self.rows.iter().map(|row| row.opening(&self.members, |m| m.flight.drift()));
        self.slack.extend(drifts);
        if !self.solve_ways() {
            return false;
        }
        let Self { bodies, members, rows, pressure, pushed, .. } = self;
        for (row, &pressure) in rows.iter().zip(&*pressure) {
            if pressure > 0.0 {
                for member in [Some(row.to), row.from].into_iter().flatten() {
                    members[member].is_carried = true;
                }
                weigh(bodies, members, row, pressure);
                if !self.is_heap {
                    link((bodies, pushed), members, row, self.solution);
                }
            }
        }
        for member in &mut self.members {
            if member.push != DVec3::ZERO {
                member.flight = member.flight.pushed(core::mem::take(&mut member.push));
            }
        }
        true
    }
}

/// Notes that two balls push each other to the end of the tick: the path of one holds only as long as the other's.
fn link((bodies, pushed): (&mut [Body], &mut Vec<usize>), members: &[Member], row: &Row, solution: u32) {
    let Some(from) = row.from else { return };
    if members[from].is_character {
        return;
    }
    for ball in [row.to, from].map(|member| members[member].ball) {
        let body = &mut bodies[ball];
        body.pushed_in = solution;
        if !core::mem::replace(&mut body.was_pushed, true) {
            pushed.push(ball);
        }
    }
}

/// Passes a pressure along the chord to a character as a force: twice as much velocity at the end.
fn weigh(bodies: &mut [Body], members: &[Member], row: &Row, pressure: f64) {
    let Some(from) = row.from else { return };
    let body = &mut bodies[members[from].ball];
    if let Some(struck) = &mut body.struck {
        struck.bear(-(row.normal * (2.0 * pressure * body.inverse_mass)));
    }
}
