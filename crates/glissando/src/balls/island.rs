//! The group of an impact: all balls that touch at its moment, directly or through others, and their walls.

use super::near::put_in_order;
use super::person::{is_touching, separation};
use super::predict::touch;
use super::row::Row;
use super::scratch::{Body, Member, Scratch};
use super::settings::Settings;
use super::surroundings::Surroundings;
use crate::collide::{Contact, Feature, Filter, Hit, Surface};
use crate::geometry::closest_on_triangle;
use crate::math::DVec3;
use crate::motion::Motion;
use crate::slide::drop_inner_edges;
use crate::sorting;
use crate::sweep::unit_space::UnitSpace;
use crate::tolerance::{BALL_SKIN, SAME_POINT, SAME_WALL_NORMAL};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Distance beyond the skin up to which a wall counts as touched, radii.
pub(super) const WALL_TOUCH: f64 = 1e-8;

impl Scratch {
    /// Fills `members` and `rows` with all that touches `ball`, directly or through others, at `time`.
    ///
    /// Members are in order of their place in the world, so results do not depend on their order in the slice.
    pub(super) fn gather(
        &mut self,
        world: &dyn Surroundings,
        settings: &Settings,
        ball: usize,
        (time, dt): (f64, f64),
    ) {
        self.gather_members(ball, time);
        for member in self.members.iter_mut().filter(|m| m.is_character) {
            if let Some(struck) = &mut self.bodies[member.ball].struck {
                struck.settle(time, dt);
                member.velocity = struck.velocity;
            }
        }
        sorting::sort_by(&mut self.members, by_place);
        self.add_pairs(settings);
        self.add_walls(world, settings, (time, dt));
    }

    /// Fills `members` alone, unordered, and empties `rows`.
    ///
    /// Balls that push each other are members though they may have parted by sliding along each other: a path with a push of
    /// a ball that now goes elsewhere would gain what nothing loses.
    pub(super) fn gather_members(&mut self, ball: usize, time: f64) {
        self.members.clear();
        self.rows.clear();
        self.members.push(member(&self.bodies[ball], ball, time));
        let mut done = 0;
        while done < self.members.len() {
            let one = self.members[done];
            done += 1;
            // Immovable balls pass nothing on.
            if one.inverse_mass == 0.0 {
                continue;
            }
            self.work.spend(self.bodies.len());
            self.list_candidates(&one);
            for place in 0..self.candidates.len() {
                let other = self.candidates[place];
                let body = &self.bodies[other];
                let at = body.flight.position_at(time);
                let me = &self.bodies[one.ball];
                let is_pushed = me.pushed_in > 0 && me.pushed_in == body.pushed_in;
                if (is_pushed || are_touching(me, body, one.position, at))
                    && !self.members.iter().any(|m| m.ball == other)
                {
                    self.work.spend(self.members.len());
                    self.members.push(member(body, other, time));
                }
            }
        }
    }

    /// Lists, in ascending order, the bodies that may touch a member or share its pushes.
    fn list_candidates(&mut self, one: &Member) {
        let Self { near, candidates, pushed, bodies, .. } = self;
        candidates.clear();
        near.list(one.ball, one.is_character, candidates);
        if bodies[one.ball].pushed_in > 0 {
            candidates.extend_from_slice(pushed);
        }
        put_in_order(candidates);
    }

    fn add_pairs(&mut self, settings: &Settings) {
        for to in 1..self.members.len() {
            self.work.spend(to);
            for from in 0..to {
                // The normal points to a ball, even from a character.
                let (to, from) = if self.members[to].is_character { (from, to) } else { (to, from) };
                let (a, b) = (self.members[to], self.members[from]);
                let (one, other) = (&self.bodies[a.ball], &self.bodies[b.ball]);
                if a.inverse_mass + b.inverse_mass == 0.0 || !are_touching(one, other, a.position, b.position)
                {
                    continue;
                }
                let Some((normal, point)) = touch_between(one, other, a.position, b.position) else {
                    continue;
                };
                let restitution = if one.restitution < other.restitution { one } else { other }.restitution;
                let row = row((to, Some(from)), None, normal, point, restitution, settings);
                let is_damped = one.damped || other.damped;
                self.add(Row { restitution: if is_damped { 0.0 } else { row.restitution }, ..row });
            }
        }
    }

    fn add_walls(&mut self, world: &dyn Surroundings, settings: &Settings, (time, dt): (f64, f64)) {
        let share = if dt > 0.0 { time / dt } else { 0.0 };
        for to in 0..self.members.len() {
            let member = self.members[to];
            if member.inverse_mass == 0.0 || member.is_character {
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
                self.add_wall(world, wall(normal, point, surface), member.position, (share, dt));
            }
            self.work.ask();
            touched_walls(
                world,
                settings.filter,
                (&body, WALL_TOUCH),
                member.position,
                share,
                &mut self.contacts,
            );
            self.work.spend(self.contacts.len() * self.contacts.len());
            for index in 0..self.contacts.len() {
                let Contact { normal, point, surface, .. } = self.contacts[index];
                self.add_wall(world, wall(normal, point, surface), member.position, (share, dt));
            }
        }
    }

    /// Adds a wall that a ball at `at` touches, with its motion.
    ///
    /// A turning wall gets a second row: its pose at the end of the tick. Together with the row of the moment it
    /// keeps chords out of the wall whether the turn approaches or recedes.
    pub(super) fn add_wall(
        &mut self,
        world: &dyn Surroundings,
        row: Row,
        at: DVec3,
        (share, dt): (f64, f64),
    ) {
        let motion = row.surface.map_or(Motion::STILL, |surface| world.motion(surface.owner));
        if motion.is_still() || dt <= 0.0 {
            return self.add(row);
        }
        let Row { normal, point, .. } = row;
        self.add(Row { speed: normal.dot(motion.velocity(point, share)) / dt, ..row });
        let left = (1.0 - share) * dt;
        if motion.is_turning() && left > 0.0 {
            let displacement = motion.displacement(point, share, 1.0);
            let turned = normal + (motion.displacement(point + normal, share, 1.0) - displacement);
            let nearer = (normal - turned).dot(at - point) + turned.dot(displacement);
            let (speed, normal) = (nearer / left, turned);
            self.add(Row { speed, normal, is_ahead: true, ..row });
        }
    }

    /// Adds a row, unless it vanishes in a flat world or is already present.
    fn add(&mut self, row: Row) {
        let is_known = |other: &Row| {
            other.to == row.to
                && other.from.is_none()
                && row.from.is_none()
                && row.speed <= other.speed
                && row.is_ahead == other.is_ahead
                && (other.normal - row.normal).length_sq() < SAME_WALL_NORMAL * SAME_WALL_NORMAL
        };
        self.work.spend(self.rows.len());
        if row.normal != DVec3::ZERO && !self.rows.iter().any(is_known) {
            self.rows.push(row);
        }
    }
}

/// Replaces `found` by the walls within `slack` radii of a ball at `at`, at a fraction of the tick, nearest first.
pub(super) fn touched_walls(
    world: &dyn Surroundings,
    filter: Filter,
    (body, slack): (&Body, f64),
    at: DVec3,
    share: f64,
    found: &mut Vec<Contact>,
) {
    world.contacts(&body.shape, at, 1.0 + BALL_SKIN + slack, filter, share, found);
    drop_inner_edges(found);
    // The rim of a neighbour is at least a rounding farther than the face it lies on: even so it is tilted, and a
    // ball that rolls over the seam would hop.
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

pub(super) fn row(
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
        speed: 0.0,
        is_ahead: false,
        restitution,
        rest_speed: settings.rest_speed * pressed,
        approach: 0.0,
        missing: 0.0,
        impulse: 0.0,
    }
}

pub(super) fn member(body: &Body, ball: usize, time: f64) -> Member {
    let is_character = body.struck.is_some();
    let is_movable = body.is_movable() || is_character;
    let velocity = if body.held { DVec3::ZERO } else { body.flight.velocity_at(time) };
    Member {
        ball,
        position: body.flight.position_at(time),
        velocity,
        before: velocity,
        flight: body.flight,
        push: DVec3::ZERO,
        inverse_mass: if is_movable { body.inverse_mass } else { 0.0 },
        is_character,
        is_struck: false,
        is_carried: false,
    }
}

/// The unit normal from the second to the first where they touch, and the touched point.
pub(super) fn touch_between(one: &Body, other: &Body, a: DVec3, b: DVec3) -> Option<(DVec3, DVec3)> {
    if other.struck.is_some() {
        let (space, apart) = (UnitSpace::of(&other.shape), separation(other, b, one, a));
        let (normal, _) = space.normal_in_world(apart.normal);
        return Some((-normal, b + space.world_from_unit * apart.on_surface));
    }
    let normal = (a - b).try_normalize()?;
    Some((normal, b + normal * other.radius))
}

pub(super) fn are_touching(one: &Body, other: &Body, a: DVec3, b: DVec3) -> bool {
    match (&one.struck, &other.struck) {
        (None, None) => {}
        (Some(struck), None) => return is_touching(one, struck, a, other, b),
        (None, Some(struck)) => return is_touching(other, struck, b, one, a),
        (Some(_), Some(_)) => return false,
    }
    let (between, slack) = (a - b, touch(one, other, a, b));
    let reach = one.radius + other.radius + slack;
    between.abs().max_element() <= reach && between.length() <= reach
}

pub(super) fn by_place(a: &Member, b: &Member) -> Ordering {
    a.position
        .total_cmp(b.position)
        .then(a.velocity.total_cmp(b.velocity))
        .then(a.inverse_mass.total_cmp(&b.inverse_mass))
}
