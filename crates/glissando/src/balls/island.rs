//! Who takes part in an impact: all that touch at its moment, directly or through others, and their walls.

use super::predict::touch;
use super::row::Row;
use super::scratch::{Body, Member, Scratch};
use super::settings::Settings;
use crate::collide::{Collide, Contact, Feature, Filter, Hit, Surface};
use crate::geometry::closest_on_triangle;
use crate::math::DVec3;
use crate::slide::drop_inner_edges;
use crate::tolerance::{BALL_SKIN, SAME_POINT};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How much further than its skin a wall may be and still be touched, in radii.
const WALL_TOUCH: f64 = 1e-8;

/// Two normals of a ball's walls that differ by less than this are one.
const SAME_NORMAL: f64 = 1e-8;

impl Scratch {
    /// Fills `members` and `rows` with what touches `ball`, directly or through others, at `time`.
    ///
    /// Members are in order of their place in the world, so nothing that is computed from them depends on
    /// their order in the slice.
    pub(super) fn gather(&mut self, world: &impl Collide, settings: &Settings, ball: usize, time: f64) {
        self.members.clear();
        self.rows.clear();
        self.members.push(member(&self.bodies[ball], ball, time));
        let mut done = 0;
        while done < self.members.len() {
            let one = self.members[done];
            done += 1;
            // What cannot be moved passes nothing on.
            if one.inverse_mass == 0.0 {
                continue;
            }
            for other in 0..self.bodies.len() {
                let body = &self.bodies[other];
                let at = body.flight.position_at(time);
                if are_touching(&self.bodies[one.ball], body, one.position, at)
                    && !self.members.iter().any(|m| m.ball == other)
                {
                    self.members.push(member(body, other, time));
                }
            }
        }
        self.members.sort_unstable_by(by_place);
        self.add_pairs(settings);
        self.add_walls(world, settings, time);
    }

    fn add_pairs(&mut self, settings: &Settings) {
        for to in 1..self.members.len() {
            for from in 0..to {
                let (a, b) = (self.members[to], self.members[from]);
                let (one, other) = (&self.bodies[a.ball], &self.bodies[b.ball]);
                if a.inverse_mass + b.inverse_mass == 0.0 || !are_touching(one, other, a.position, b.position)
                {
                    continue;
                }
                let Some(normal) = (a.position - b.position).try_normalize() else { continue };
                let point = b.position + normal * other.radius;
                let restitution = if one.restitution < other.restitution { one } else { other }.restitution;
                let row = row((to, Some(from)), None, normal, point, restitution, settings);
                let is_damped = one.damped || other.damped;
                self.add(Row { restitution: if is_damped { 0.0 } else { row.restitution }, ..row });
            }
        }
    }

    fn add_walls(&mut self, world: &impl Collide, settings: &Settings, time: f64) {
        for to in 0..self.members.len() {
            let member = self.members[to];
            if member.inverse_mass == 0.0 {
                continue;
            }
            let body = self.bodies[member.ball];
            let limit = settings.wall_restitution;
            let restitution = if body.restitution < limit { body.restitution } else { limit };
            let restitution = if body.damped { 0.0 } else { restitution };
            let wall = |normal: DVec3, point: DVec3, surface: Surface| {
                row((to, None), Some(surface), normal, point, restitution, settings)
            };
            if let Some((_, Hit { normal, point, surface, .. })) = body.wall.filter(|(at, _)| *at <= time) {
                self.add(wall(normal, point, surface));
            }
            touched_walls(world, settings.filter, &body, member.position, &mut self.contacts);
            for index in 0..self.contacts.len() {
                let Contact { normal, point, surface, .. } = self.contacts[index];
                self.add(wall(normal, point, surface));
            }
        }
    }

    /// Adds a row, unless a flat world leaves nothing of it or it is there already.
    fn add(&mut self, row: Row) {
        let is_known = |other: &Row| {
            other.to == row.to
                && other.from.is_none()
                && row.from.is_none()
                && (other.normal - row.normal).length_sq() < SAME_NORMAL * SAME_NORMAL
        };
        if row.normal != DVec3::ZERO && !self.rows.iter().any(is_known) {
            self.rows.push(row);
        }
    }
}

/// Replaces `found` by the walls that a ball at `at` touches, nearest first.
pub(super) fn touched_walls(
    world: &impl Collide,
    filter: Filter,
    body: &Body,
    at: DVec3,
    found: &mut Vec<Contact>,
) {
    world.contacts(&body.shape, at, 1.0 + BALL_SKIN + WALL_TOUCH, filter, found);
    drop_inner_edges(found);
    // The rim of a neighbour is further than the face it lies on, if only by a rounding: no matter how little,
    // it is tilted, and a ball that rolls over the seam would hop.
    for index in (0..found.len()).rev() {
        let rim = found[index].unit_point;
        let is_on = |face: &Contact| {
            let closest = closest_on_triangle(rim, &face.unit_corners);
            face.feature == Feature::Face && closest.distance_sq <= SAME_POINT * SAME_POINT
        };
        if found[index].feature != Feature::Face && found.iter().any(is_on) {
            found.remove(index);
        }
    }
}

fn row(
    (to, from): (usize, Option<usize>),
    surface: Option<Surface>,
    normal: DVec3,
    point: DVec3,
    restitution: f64,
    settings: &Settings,
) -> Row {
    let pressed = settings.gravity.try_normalize().map_or(0.0, |down| down.dot(normal).abs());
    Row {
        to,
        from,
        surface,
        normal: settings.in_space(normal),
        point,
        restitution,
        rest_speed: settings.rest_speed * pressed,
        approach: 0.0,
        impulse: 0.0,
    }
}

fn member(body: &Body, ball: usize, time: f64) -> Member {
    let is_movable = body.is_movable();
    let velocity = if body.held { DVec3::ZERO } else { body.flight.velocity_at(time) };
    Member {
        ball,
        position: body.flight.position_at(time),
        velocity,
        flight: body.flight,
        push: DVec3::ZERO,
        inverse_mass: if is_movable { body.inverse_mass } else { 0.0 },
        is_struck: false,
        is_carried: false,
    }
}

fn are_touching(one: &Body, other: &Body, a: DVec3, b: DVec3) -> bool {
    let (between, slack) = (a - b, touch(one, other, a, b));
    let reach = one.radius + other.radius + slack;
    between.abs().max_element() <= reach && between.length() <= reach
}

fn by_place(a: &Member, b: &Member) -> Ordering {
    let by = |a: DVec3, b: DVec3| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z));
    by(a.position, b.position)
        .then(by(a.velocity, b.velocity))
        .then(a.inverse_mass.total_cmp(&b.inverse_mass))
}
