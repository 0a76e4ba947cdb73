//! One character while the world moves: carried by its support, shoved by approaching surfaces, or squeezed.
//!
//! The character itself only follows its support. At each moment every surface in contact requires its own
//! displacement along its normal; the exact planes of [`crate::slide`] give the allowed displacement nearest to the
//! support's, and this is swept against the moving bodies up to the next contact. When the planes allow no
//! displacement any more, the character is squeezed: halving finds the moment, which is reported with the two
//! squeezing contacts. No position is repaired by a jump.

use super::carrier::Carrier;
use super::character_world::CharacterWorld;
use super::shoved::{Pusher, Pushes, Reached, Shoved, Squeeze};
use super::wedge::nearest_in_wedge;
use crate::collide::{Contact, Hit};
use crate::math::DVec3;
use crate::slide::{Mover, Shell, SlideBuffer, SlidePlane, add_plane, drop_inner_edges};
use crate::tolerance;
use crate::world::CachedDuring;
use alloc::vec::Vec;

/// Most sub-steps without progress. A conflict that is unresolved by then is reported as a squeeze.
const MAX_SUB_STEPS: usize = 48;

/// Most sub-steps in one tick, four for each of the most parts. A character that needs more is reported as squeezed.
const MOST_SUB_STEPS: usize = 4096;

/// Most parts of a tick, with turning bodies.
const MAX_PARTS: f64 = 1024.0;

/// Most of a displacement by pushes that is made at once, in smallest half extents.
const PIECE: f64 = 0.25;

/// Halvings to find the moment of a squeeze within a part.
const HALVINGS: usize = 40;

/// A character in a moving world.
pub(super) struct Shove<'a> {
    pub(super) world: CharacterWorld<'a>,
    /// That world with what the character remembers of it, if that can be used.
    pub(super) cached: Option<CachedDuring<'a>>,
    pub(super) mover: &'a Mover,
    pub(super) carrier: &'a Carrier,
    /// Length of the tick, seconds.
    pub(super) dt: f64,
    pub(super) buffer: &'a mut SlideBuffer,
    /// The pushes of bodies at the end of the tick, on a character in the air. One that stands takes no speed from them.
    pub(super) pushes: &'a mut Pushes,
    pub(super) is_in_air: bool,
}

impl Shove<'_> {
    /// Moves the character at `from` through the tick, whose contacts there are in the buffer; returns its place at the end. `path`
    /// gets (fraction of the tick, position), `shoved` what else was found; nothing is in it yet.
    pub(super) fn run(&mut self, from: DVec3, path: &mut Vec<(f64, DVec3)>, shoved: &mut Shoved) -> DVec3 {
        let mut at = from;
        let (mut share, mut sub_steps, mut all_sub_steps) = (0.0, 0, 0);
        let mut pusher = self.moving_carrier();
        self.pushes.clear();
        path.push((0.0, at));
        let mut is_gathered = self.begins_as_now(at);
        while share < 1.0 {
            if !is_gathered {
                self.gather(at, share);
            }
            is_gathered = false;
            at = self.put_out(at, share);
            let to = self.end_of_part(at, share);
            let base = self.carrier.displacement(&self.world, at, share, to, self.dt);
            let Some(Allowance { displacement, push, is_shoved }) = self.allowed(at, base, share, to) else {
                let (end, moment) = self.until_squeezed(at, share, to, base);
                path.push((moment, end));
                let squeeze = self.squeeze(end, moment, to);
                // Led out of a wedge that is a little too narrow, it touches nothing that comes: so it goes on from there.
                if moment > share && sub_steps < MAX_SUB_STEPS && !self.is_pressed(moment, to) {
                    (at, share, shoved.is_pushed) = (end, moment, true);
                    pusher = squeeze.by.filter(|by| self.is_moving(by)).map(Pusher::through).or(pusher);
                    (sub_steps, all_sub_steps) = (sub_steps + 1, all_sub_steps + 1);
                    continue;
                }
                shoved.squeeze = Some(squeeze);
                return end;
            };
            shoved.is_pushed |= is_shoved;
            if let Some(contact) = push.as_ref().filter(|_| is_shoved && shoved.reached.is_none()) {
                shoved.reached = Some(Reached::by(contact, at, share));
            }
            pusher = push.map(Pusher::through).or(pusher);
            let (displacement, to) = self.first_piece((displacement, base), (share, to));
            let hit = self.sweep(at, displacement, share, to);
            let fraction = hit.map_or(1.0, |hit| hit.fraction);
            at += displacement * fraction;
            let next = if hit.is_none() { to } else { share + (to - share) * fraction };
            path.push((next, at));
            sub_steps = if next >= to { 0 } else { sub_steps + 1 };
            share = next;
            all_sub_steps += 1;
            if sub_steps > MAX_SUB_STEPS || all_sub_steps > MOST_SUB_STEPS && share < 1.0 {
                self.gather(at, share);
                shoved.squeeze = Some(self.squeeze(at, share, to));
                return at;
            }
        }
        let fastest = if self.is_in_air { self.remember_pushes(at) } else { None };
        if shoved.reached.is_none() {
            shoved.reached = fastest;
        }
        shoved.pusher = pusher;
        at
    }

    /// Whether no moving body can come near and no support moves it.
    pub(super) fn is_alone(&mut self, at: DVec3) -> bool {
        let reach = DVec3::splat(self.mover.largest_radius() * self.mover.gather_shell());
        self.carrier.displacement(&self.world, at, 0.0, 1.0, self.dt) == DVec3::ZERO
            && !match &mut self.cached {
                Some(cached) => cached.is_motion_near(at, reach),
                None => self.world.is_motion_near(at, reach, self.mover.filter()),
            }
    }

    /// Whether the contacts before the tick are to the bit those at its first moment.
    fn begins_as_now(&mut self, at: DVec3) -> bool {
        let about = (at, self.mover.gather_shell());
        self.cached.as_mut().is_some_and(|cached| cached.begins_as_now(about))
    }

    /// Gathers the surfaces within the rest shell at a moment.
    fn gather(&mut self, at: DVec3, share: f64) {
        let (mover, contacts) = (&self.mover, &mut self.buffer.contacts);
        let shell = mover.gather_shell();
        match &mut self.cached {
            Some(cached) => cached.contacts((at, shell), share, contacts),
            None => {
                self.world.contacts_at_share(mover.body(), at, shell, mover.filter(), share, contacts);
            }
        }
        drop_inner_edges(contacts);
    }

    /// Puts the body out to its sweep shell where sub-steps have brought it nearer: each may by [`tolerance::GRAZE`], and their sum must
    /// stay below what counts as inside. The contacts are then those of its new place.
    fn put_out(&mut self, at: DVec3, share: f64) -> DVec3 {
        let nearest = self.buffer.contacts.first().map_or(f64::INFINITY, |contact| contact.radii);
        let inside = self.mover.sweep_shell() - nearest;
        if inside <= 0.5 * tolerance::INSIDE || inside > MAX_SUB_STEPS as f64 * tolerance::GRAZE {
            return at;
        }
        self.planes(at, [share, share], 0.0, Room::Tight);
        let Some(out) = nearest_in_wedge(DVec3::ZERO, &self.buffer.planes, self.mover.skin()) else {
            return at;
        };
        let hit = self.sweep(at, out.displacement, share, share);
        let at = at + out.displacement * hit.map_or(1.0, |hit| hit.fraction);
        self.gather(at, share);
        at
    }

    /// The end of the part of the tick in which paths may count as straight: the curvature from a turn, seen from the
    /// turning body, must stay within an eighth of the skin.
    fn end_of_part(&self, at: DVec3, share: f64) -> f64 {
        let mut bend: f64 = 0.0;
        let mut fastest: f64 = 0.0;
        let bodies = self.buffer.contacts.iter().map(|c| c.surface.owner);
        for body in bodies.chain(self.carrier.bodies()) {
            let motion = self.world.motion_of(body);
            let speed = motion.velocity(at, share).length();
            fastest = if speed > fastest { speed } else { fastest };
            if motion.is_turning() {
                let radius = (at - motion.pivot_at(share)).length() + self.mover.largest_radius();
                // The second term is Coriolis'.
                let own = motion.bow(radius) + 4.0 * motion.turn().length() * speed;
                bend = if own > bend { own } else { bend };
            }
        }
        if bend == 0.0 {
            return 1.0;
        }
        let part = crate::math::sqrt_f64(self.mover.skin() / (bend + fastest * f64::EPSILON));
        let part = if part > 1.0 / MAX_PARTS { part } else { 1.0 / MAX_PARTS };
        let to = share + part;
        if to < 1.0 { to } else { 1.0 }
    }

    /// The displacement until `to` nearest to `base` that all surfaces in contact allow, and what pushes.
    fn allowed(&mut self, at: DVec3, base: DVec3, share: f64, to: f64) -> Option<Allowance> {
        let found = [Room::Rest, Room::Tight, Room::Least].into_iter().find_map(|room| {
            self.planes(at, [share, to], 1.0, room);
            nearest_in_wedge(base, &self.buffer.planes, self.mover.skin())
        })?;
        let mut allowance = Allowance { displacement: found.displacement, push: None, is_shoved: false };
        let mut hardest = 0.0;
        for &(plane, push) in found.active.iter().flatten() {
            let Some(contact) = self.contact_along(self.buffer.planes[plane].normal, share, to) else {
                continue;
            };
            let is_moving = self.is_moving(contact);
            if is_moving && push > hardest {
                (hardest, allowance.push) = (push, Some(*contact));
            }
            let is_carrier = self.carrier.bodies().any(|carrier| carrier == contact.surface.owner);
            allowance.is_shoved |= is_moving && !is_carrier && push > LEAST_PUSH * self.mover.skin();
        }
        Some(allowance)
    }

    /// The part of a displacement that is not longer than [`PIECE`] beyond the support's, and its end.
    ///
    /// Where a body is round, the surface in contact turns away as the body moves: pushed straight on, the body would go on long
    /// after it is free.
    fn first_piece(&self, (displacement, base): (DVec3, DVec3), (share, to): (f64, f64)) -> (DVec3, f64) {
        let pushed = (displacement - base).length();
        let most = PIECE * self.mover.body().smallest_half_extent();
        if pushed <= most {
            return (displacement, to);
        }
        let piece = most / pushed;
        (displacement * piece, share + (to - share) * piece)
    }

    /// The contact along this normal; of several in one plane, as of a door that is flush with its jamb, the one that comes fastest.
    fn contact_along(&self, normal: DVec3, share: f64, to: f64) -> Option<&Contact> {
        let distance = |c: &Contact| (c.normal - normal).length_sq();
        let nearest =
            self.buffer.contacts.iter().map(distance).fold(f64::INFINITY, |a, b| if b < a { b } else { a });
        let same = tolerance::SAME_WEIGHT_NORMAL * tolerance::SAME_WEIGHT_NORMAL;
        let way = |c: &Contact| self.world.way_of(c.surface.owner, c.point, share, to).dot(normal);
        let along = self.buffer.contacts.iter().filter(|c| distance(c) <= nearest + same);
        along.reduce(|best, c| if way(c) > way(best) { c } else { best })
    }

    /// Whether the body of a contact moves.
    fn is_moving(&self, contact: &Contact) -> bool {
        !self.world.motion_of(contact.surface.owner).is_still()
    }

    /// The first carrier that moves.
    fn moving_carrier(&self) -> Option<Pusher> {
        let mut moving = self.carrier.bodies().filter(|body| !self.world.motion_of(*body).is_still());
        moving.next().map(|body| Pusher { body, contact: None })
    }

    /// The planes of the contacts if the bodies move by the part `scale` of their displacements.
    fn planes(&mut self, at: DVec3, [share, to]: [f64; 2], scale: f64, room: Room) {
        let SlideBuffer { contacts, planes, .. } = &mut *self.buffer;
        planes.clear();
        let rounding = self.mover.rounding_at(at);
        for contact in contacts.iter() {
            let normal = contact.normal;
            let displacement =
                self.world.way_of(contact.surface.owner, contact.point, share, to).dot(normal) * scale;
            let is_moving = !self.world.motion_of(contact.surface.owner).is_still();
            let least = match room {
                // A moving surface pushes the character back to the rest shell: at the sweep shell a turn would touch
                // again.
                Room::Rest if is_moving => (self.mover.rest_shell() - contact.radii) * contact.scale,
                Room::Rest => self.mover.least(contact, Shell::Rest),
                Room::Tight | Room::Least => (self.mover.sweep_shell() - contact.radii) * contact.scale,
            };
            let is_rounding = room == Room::Least && least > 0.0 && least <= rounding * contact.scale;
            let least = if is_rounding { 0.0 } else { least };
            add_plane(planes, SlidePlane { normal, least: least + displacement });
        }
    }

    fn sweep(&mut self, at: DVec3, displacement: DVec3, share: f64, to: f64) -> Option<Hit> {
        let nearest = self.buffer.contacts.first().map_or(f64::INFINITY, |c| c.radii);
        let sweep = self.mover.sweep_past(nearest, at, displacement);
        match &mut self.cached {
            Some(cached) => cached.first_touch(&sweep, (share, to)),
            None => self.world.first_touch_during(&sweep, share, to),
        }
    }

    /// Moves on as long as there is room; returns the position and the fraction of the tick.
    fn until_squeezed(&mut self, at: DVec3, share: f64, to: f64, base: DVec3) -> (DVec3, f64) {
        let (mut free, mut shut) = (0.0, 1.0);
        let mut displacement = DVec3::ZERO;
        for _ in 0..HALVINGS {
            let middle = 0.5 * (free + shut);
            self.planes(at, [share, to], middle, Room::Tight);
            match nearest_in_wedge(base * middle, &self.buffer.planes, self.mover.skin()) {
                Some(found) => (free, displacement) = (middle, found.displacement),
                None => shut = middle,
            }
        }
        let moment = share + (to - share) * free;
        match self.sweep(at, displacement, share, moment) {
            Some(hit) => (at + displacement * hit.fraction, share + (moment - share) * hit.fraction),
            None => (at + displacement, moment),
        }
    }

    /// The two surfaces that squeeze at a moment.
    fn squeeze(&mut self, at: DVec3, share: f64, to: f64) -> Squeeze {
        self.gather(at, share);
        let contacts = &self.buffer.contacts;
        let push = |c: &Contact| {
            let displacement = self.world.way_of(c.surface.owner, c.point, share, to).dot(c.normal);
            displacement + (self.mover.sweep_shell() - c.radii) * c.scale
        };
        let most = |a: &&Contact, b: &&Contact| push(a).total_cmp(&push(b));
        // A surface that comes presses, though at the end of its way the ground may be nearer by a rounding.
        let comes = |c: &&Contact| self.world.way_of(c.surface.owner, c.point, 0.0, 1.0).dot(c.normal) > 0.0;
        let by = contacts.iter().filter(comes).max_by(most).or(contacts.iter().max_by(most)).copied();
        let opposing = |c: &&Contact| by.map_or(0.0, |by| c.normal.dot(by.normal));
        let against = contacts.iter().min_by(|a, b| opposing(a).total_cmp(&opposing(b)));
        Squeeze { time: share * self.dt, by, against: against.copied() }
    }

    /// Whether a surface in contact, as gathered last, comes nearer.
    fn is_pressed(&self, share: f64, to: f64) -> bool {
        let way = |c: &Contact| self.world.way_of(c.surface.owner, c.point, share, to).dot(c.normal);
        self.buffer.contacts.iter().any(|contact| way(contact) > 0.0)
    }

    /// Stores the velocities of the moving surfaces in contact at the end; returns the one that comes fastest.
    fn remember_pushes(&mut self, at: DVec3) -> Option<Reached> {
        self.gather(at, 1.0);
        let (mut most, mut fastest) = (0.0, None);
        for contact in &self.buffer.contacts {
            let motion = self.world.motion_of(contact.surface.owner);
            let speed = motion.velocity(contact.point, 1.0).dot(contact.normal) / self.dt;
            if !motion.is_still() {
                add_plane(self.pushes, SlidePlane { normal: contact.normal, least: speed });
            }
            if speed > most {
                (most, fastest) = (speed, Some(Reached::by(contact, at, 1.0)));
            }
        }
        fastest
    }
}

/// A displacement that the surfaces in contact allow.
struct Allowance {
    displacement: DVec3,
    /// The contact with a moving body that pushes hardest.
    push: Option<Contact>,
    /// Whether a moving surface that does not carry pushes.
    is_shoved: bool,
}

/// The least distance that surfaces must keep.
#[derive(Clone, Copy, PartialEq)]
enum Room {
    /// To the rest shell; moving surfaces push the character back to it.
    Rest,
    /// To the sweep shell: all the room there is.
    Tight,
    /// As `Tight`; what rounding has put inside holds the body and does not push it out, else opposite surfaces at rest would
    /// squeeze it.
    Least,
}

/// The least push that counts, as a part of the skin.
const LEAST_PUSH: f64 = 1e-6;
