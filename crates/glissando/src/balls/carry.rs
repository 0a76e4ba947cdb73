//! How balls that touch set off after an impact: with the least forces that keep their chords from closing.
//!
//! A contact that opens slower than gravity would close it again within the tick ends it closed: the hop is cut
//! to the tick, its energy kept. What rests is carried. The forces are those of a linear complementarity problem
//! for the velocities along the chords, `J (w + M⁻¹ Jᵀ p) >= 0`: zero is always an answer that is allowed, so it
//! always has one.

use super::complementarity::Outcome;
use super::flight::Flight;
use super::row::fill_matrix;
use super::scratch::Scratch;
use super::settings::Settings;
use crate::math::DVec3;

impl Scratch {
    /// Gives the members their ways for the rest of the tick; false if no forces were found.
    pub(super) fn set_off(&mut self, span: (f64, f64), settings: &Settings) -> bool {
        let gravity = settings.in_space(settings.gravity);
        for member in self.members.iter_mut().filter(|m| m.inverse_mass > 0.0) {
            member.flight = Flight::new(span, member.position, member.velocity, gravity);
        }
        if span.1 <= span.0 {
            return true;
        }
        if gravity != DVec3::ZERO && !self.carry() {
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

    /// Keeps the chords of the members from closing.
    fn carry(&mut self) -> bool {
        let drifts = self.rows.iter().map(|row| row.opening(&self.members, |m| m.flight.drift()));
        self.slack.clear();
        self.slack.extend(drifts);
        if self.slack.iter().all(|&s| s >= 0.0) {
            return true;
        }
        self.chosen.clear();
        self.chosen.extend(0..self.rows.len());
        fill_matrix(&self.rows, &self.chosen, &self.members, &mut self.matrix);
        if self.solver.solve(&self.matrix, &mut self.slack, &mut self.pressure) != Outcome::Solved {
            return false;
        }
        for (row, &pressure) in self.rows.iter().zip(&self.pressure) {
            if pressure > 0.0 {
                row.press(&mut self.members, pressure, |m| &mut m.push);
                for member in [Some(row.to), row.from].into_iter().flatten() {
                    self.members[member].is_carried = true;
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
