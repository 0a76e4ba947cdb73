//! The solution of one heap: impulses to a bounded precision, paths, and the gaps that its balls keep.

use super::heap::Account;
use super::predict::STILL;
use super::scratch::Scratch;
use super::settings::Settings;

/// The greatest fraction of a missing reserve that a tick restores.
const RESTORED: f64 = 0.2;

impl Scratch {
    /// Solves the gathered heap: impacts, then paths.
    pub(super) fn solve_heap(&mut self, settings: &Settings, root: usize, dt: f64) {
        let before = self.kinetic();
        self.strike_heap(STILL * self.scale());
        let taken = before - self.kinetic();
        let scale = self.scale();
        self.is_heap = true;
        self.set_off((0.0, dt), settings);
        self.is_heap = false;
        if dt > 0.0 {
            self.restore_gaps(settings, taken, dt);
        }
        let is_closed = self.rows.iter().all(|row| row.speed == 0.0)
            && !self.members.iter().any(|member| member.is_character);
        for member in self.members.iter().filter(|m| m.inverse_mass > 0.0) {
            let body = &mut self.bodies[member.ball];
            (body.flight, body.scale, body.is_heaped) = (member.flight, scale, true);
            self.heaps.balls.push(member.ball);
        }
        self.heaps.accounts.push(Account { root, end: self.heaps.balls.len(), kinetic: before, is_closed });
    }

    fn kinetic(&self) -> f64 {
        let moving = self.members.iter().filter(|m| m.inverse_mass > 0.0);
        moving.map(|m| 0.5 * m.velocity.length_sq() / m.inverse_mass).sum()
    }

    /// Applies impulses until no contact approaches, as nearly as the descent can; with restitution if that takes
    /// energy.
    fn strike_heap(&mut self, still: f64) {
        self.chosen.clear();
        self.chosen.extend(0..self.rows.len());
        for is_elastic in [true, false] {
            self.openings.clear();
            let openings = self.rows.iter().map(|row| row.opening(&self.members, |m| m.velocity));
            self.openings.extend(openings);
            self.slack.clear();
            self.slack.extend(self.rows.iter().zip(&self.openings).map(|(row, &opening)| {
                let is_given_back = is_elastic && opening < -still && -opening >= row.rest_speed;
                match row.is_ahead {
                    true => FAR,
                    false if is_given_back => opening + opening * row.restitution,
                    false => opening,
                }
            }));
            let Self { descent, rows, members, slack, openings, pressure, work, .. } = self;
            descent.solve(rows, members, slack, pressure, work);
            let energy = descent.energy(rows, members, pressure);
            // Along these pressures: the best fraction of them, and the greatest that gains no energy.
            let best = share(-dot(pressure, slack), energy);
            let most = share(-2.0 * dot(pressure, openings), energy);
            let scale = if best < most { best } else { most };
            if scale > 0.0 {
                pressure.iter_mut().for_each(|p| *p *= scale);
                self.apply_impulses();
                return;
            }
        }
    }

    /// Solves all rows for their slack, such that the pressures do no work in total.
    pub(super) fn press_heap(&mut self) {
        let Self { descent, rows, members, slack, pressure, work, .. } = self;
        descent.solve(rows, members, slack, pressure, work);
        let energy = descent.energy(rows, members, pressure);
        let scale = share(-dot(pressure, slack), energy);
        pressure.iter_mut().for_each(|p| *p *= if scale > 0.0 { scale } else { 0.0 });
    }

    /// Parts balls without their reserve, by no more than the energy `taken` by impacts.
    fn restore_gaps(&mut self, settings: &Settings, taken: f64, dt: f64) {
        if taken <= 0.0 {
            return;
        }
        let Self { descent, rows, members, slack, pressure, work, .. } = self;
        slack.clear();
        slack.extend(
            rows.iter().map(|row| row.opening(members, |m| m.flight.drift()) - RESTORED * row.missing / dt),
        );
        descent.solve(rows, members, slack, pressure, work);
        for (row, &pressure) in rows.iter().zip(pressure.iter()) {
            if pressure > 0.0 {
                row.press(members, pressure, |m| &mut m.push);
            }
        }
        let lifted: f64 = members
            .iter()
            .filter(|m| m.inverse_mass > 0.0)
            .map(|m| -settings.gravity.dot(m.push) * dt / m.inverse_mass)
            .sum();
        let share = if lifted > 0.5 * taken { 0.5 * taken / lifted } else { 1.0 };
        for member in members.iter_mut() {
            let push = core::mem::take(&mut member.push);
            member.flight = member.flight.lagging(push * share);
        }
    }
}

/// The opening of an ignored row.
const FAR: f64 = 1e200;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).filter(|(a, _)| **a != 0.0).map(|(a, b)| a * b).sum()
}

fn share(done: f64, whole: f64) -> f64 {
    if whole > 0.0 { done / whole } else { 0.0 }
}
