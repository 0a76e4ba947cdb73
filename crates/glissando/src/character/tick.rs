//! The working data of one tick, shared by all its parts.

use super::arc::Arc;
use super::config::Config;
use super::event::{Event, EventKind};
use super::ground::{EdgeHeights, Footing, LedgeEdges};
use super::settings::GroundSettings;
use super::state::{Ground, Input, State};
use crate::collide::{Collide, Contact, Hit, Surface};
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::{Mover, SlideBuffer, SlidePlane, Stop};
use crate::trace::Recorder;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// Maximum number of pieces of a tick: flights, landings and walks. Time left after that is dropped and reported as
/// [`Stop::SubSteps`].
pub(super) const MAX_PIECES: usize = 16;

/// Share of a tick: with less time left, the tick is over.
pub(super) const INSTANT: f64 = 1e-9;

pub(super) struct Tick<'a> {
    pub(super) world: &'a dyn Collide,
    pub(super) config: &'a Config,
    pub(super) mover: &'a Mover,
    pub(super) state: &'a mut State,
    pub(super) input: Input,
    pub(super) buffer: &'a mut SlideBuffer,
    /// Position at which the contacts in the buffer were gathered; `None` once the body's shape has changed.
    pub(super) gathered_at: Option<DVec3>,
    /// The planes that limit the last piece's end velocity.
    pub(super) held: &'a mut Vec<SlidePlane>,
    pub(super) events: &'a mut Vec<Event>,
    /// The path kept so far.
    pub(super) path: &'a mut Vec<Waypoint>,
    pub(super) trace: Recorder<'a>,
    /// Seconds.
    pub(super) duration: f64,
    /// Seconds since the start of the tick.
    pub(super) time: f64,
    pub(super) sub_steps: usize,
    pub(super) stop: Stop,
    /// The walls touched in this tick, the first two.
    pub(super) walls: [DVec3; 2],
    /// Whether a ceiling was touched in this tick.
    pub(super) is_at_ceiling: bool,
    /// Fastest fall in this tick into a surface that does not hold the character, m/s.
    pub(super) fall_speed: f64,
    /// Whether a piece of this tick has ended because the wish was reached.
    pub(super) has_reached_wish: bool,
    /// Velocity of the ground that was left in this tick, m/s; it takes effect at the tick's end.
    pub(super) inherited: DVec3,
    /// The surface that the character has stood on since the tick began; `None` once it has left the ground.
    pub(super) stood_on: Option<Surface>,
    /// Velocity on the level of the ground that was landed on in this tick, m/s: it has not carried the character yet, so until
    /// the tick ends the state's velocity is not relative to it.
    pub(super) landing_velocity: DVec3,
    /// Whether the character left the ground over a ledge edge in this tick; it does not land on that edge again at
    /// once.
    pub(super) has_left_ledge_edge: bool,
    /// Where the character has come to along a riser that leans back, on the way to the ledge above.
    pub(super) along_riser: Option<DVec3>,
    /// Whether the character had no velocity when the tick began, and has not jumped: on ground in contact it was placed, it has not
    /// landed.
    pub(super) is_placed: bool,
    /// Landings so far in this tick.
    pub(super) landings: usize,
    /// Storage for a body with smaller gaps, filled only when one is needed.
    pub(super) narrow: &'a OnceCell<Mover>,
}

impl<'a> Tick<'a> {
    pub(super) fn up(&self) -> DVec3 {
        self.config.up
    }

    /// The component of a vector perpendicular to up.
    pub(super) fn level(&self, v: DVec3) -> DVec3 {
        v - self.up() * v.dot(self.up())
    }

    /// The wish's component perpendicular to up.
    pub(super) fn level_wish(&self) -> DVec3 {
        self.level(self.input.wish)
    }

    pub(super) fn time_left(&self) -> f64 {
        self.duration - self.time
    }

    pub(super) fn emit(&mut self, time: f64, velocity: DVec3, kind: EventKind) {
        self.events.push(Event { time, position: self.state.position, velocity, kind });
    }

    /// Gathers the contacts at the current position, unless they are already in the buffer.
    pub(super) fn gather(&mut self) {
        let at = self.state.position;
        if self.gathered_at != Some(at) {
            self.mover.gather(self.world, at, &mut self.buffer.contacts);
            self.gathered_at = Some(at);
        }
    }

    /// Distance in radii of the nearest contact in the buffer.
    pub(super) fn nearest(&self) -> f64 {
        self.buffer.contacts.first().map_or(f64::INFINITY, |c| c.radii)
    }

    /// First hit of a straight displacement from the current position, whose contacts are in the buffer.
    pub(super) fn sweep(&self, displacement: DVec3) -> Option<Hit> {
        self.world.sweep(&self.mover.sweep_past(self.nearest(), self.state.position, displacement))
    }

    /// The rules by which contacts count as ground, for a motion along `heading`.
    pub(super) fn footing(&self, heading: DVec3) -> Footing<'a> {
        let is_standing = self.state.ground == Ground::Standing;
        // A standing body rides over edges as high as it steps up or as it follows the ground down.
        let GroundSettings { step_height, snap_distance, .. } = self.config.settings().ground;
        let reach = if is_standing && snap_distance > step_height { snap_distance } else { step_height };
        let (height, heights) = (self.state.position.dot(self.up()), self.edge_heights());
        let edges = LedgeEdges { mover: self.mover, height, reach, heights };
        let hold = is_standing || !self.has_left_ledge_edge;
        Footing::new(self.config, is_standing, heading, hold.then_some(edges))
    }

    /// Ledge edges hold a standing body up to the last ledge that it has stepped on, though it may have sunk beside that.
    pub(super) fn edge_heights(&self) -> EdgeHeights {
        let is_standing = self.state.ground == Ground::Standing;
        let held = if is_standing { self.state.ledge + self.mover.skin() } else { f64::MIN };
        EdgeHeights { held, highest: f64::INFINITY }
    }

    /// The next piece of motion towards a wish.
    pub(super) fn arc_towards(&mut self, velocity: DVec3, wish: DVec3, rate: f64, time: f64) -> Arc {
        let arc = Arc::towards(velocity, wish, rate, time, self.has_reached_wish);
        self.has_reached_wish |= arc.duration < time;
        arc
    }

    /// A velocity relative to that of a surface at a point.
    pub(super) fn relative(&self, velocity: DVec3, surface: &Surface, at: DVec3) -> DVec3 {
        velocity - (self.world.surface_velocity(surface, at) - self.inherited)
    }

    /// A plane for limiting velocities, of a surface at a point: a body pressed on one that recedes may follow it.
    pub(super) fn plane_of(&self, normal: DVec3, surface: &Surface, at: DVec3) -> SlidePlane {
        let speed = -normal.dot(self.relative(DVec3::ZERO, surface, at));
        SlidePlane { normal, least: if speed < 0.0 { speed } else { 0.0 } }
    }

    /// The same of the surface in contact with the normal nearest to this one.
    pub(super) fn held_plane(&self, normal: DVec3) -> SlidePlane {
        let Some(contact) = contact_of(&self.buffer.contacts, normal) else {
            return SlidePlane { normal, least: 0.0 };
        };
        self.plane_of(normal, &contact.surface, contact.point)
    }

    /// Leaves the ground, and keeps the part of the ground's velocity that [`Inherit`](super::Inherit) selects.
    ///
    /// The ground has already carried the character through the whole of this tick, so the inherited velocity takes
    /// effect at the tick's end. Ground that was landed on in this tick has carried nobody: the character keeps its own velocity.
    pub(super) fn leave_ground(&mut self) {
        if self.landing_velocity != DVec3::ZERO {
            self.landing_velocity = DVec3::ZERO;
        } else if self.state.ground == Ground::Standing {
            let (at, up) = (self.state.position, self.up());
            let feet = at - up * self.mover.body().extent_along(up);
            // The velocity is relative to the ground that the tick began on, whatever the feet have touched since.
            let support = self.stood_on.as_ref().or(self.state.support.as_ref());
            let carried = support.map_or(DVec3::ZERO, |surface| self.world.surface_velocity(surface, feet));
            self.inherited = self.config.settings().inherit.of(carried, up);
        }
        self.stood_on = None;
        self.state.leave_ground();
    }

    /// Keeps the velocity in the world where a walk has led on to ground of another velocity; of the old ground's the part that
    /// [`Inherit`](super::Inherit) selects.
    ///
    /// It takes effect at the tick's end, as the old ground has carried the character through the whole of this tick.
    pub(super) fn change_ground(&mut self) {
        let is_standing = self.state.ground == Ground::Standing;
        let (Some(old), Some(new)) = (self.stood_on, self.state.support.filter(|_| is_standing)) else {
            return;
        };
        if (old.owner, old.material) == (new.owner, new.material) {
            return;
        }
        let up = self.up();
        let feet = self.state.position - up * self.mover.body().extent_along(up);
        let [from, to] = [old, new].map(|surface| self.world.surface_velocity(&surface, feet));
        let change = self.level(self.config.settings().inherit.of(from, up) - to);
        if change != DVec3::ZERO {
            self.state.velocity += change;
        }
    }

    /// The velocity in world space.
    pub(super) fn world_velocity(&self) -> DVec3 {
        self.state.velocity + self.inherited
    }

    /// Height of the lowest point of the body along up, for a centre `at`.
    pub(super) fn feet(&self, at: DVec3) -> f64 {
        at.dot(self.up()) - self.mover.body().extent_along(self.up())
    }

    /// Velocity of the ground that the state's velocity is relative to, m/s: 0 in flight, and on ground that was landed on in this tick.
    pub(super) fn walked_on(&self) -> DVec3 {
        let support = self.state.support.filter(|_| self.walks() && self.landing_velocity == DVec3::ZERO);
        let at = self.state.position - self.up() * self.mover.body().extent_along(self.up());
        support.map_or(DVec3::ZERO, |surface| self.world.surface_velocity(&surface, at))
    }

    /// Reports a wall or ceiling that was hit at `point`, once per touch.
    pub(super) fn touch(
        &mut self,
        time: f64,
        velocity: DVec3,
        normal: DVec3,
        surface: Surface,
        point: DVec3,
    ) {
        if is_ceiling(normal, self.up()) {
            if !self.state.is_at_ceiling && !self.is_at_ceiling {
                let speed = self.closing_speed(velocity, normal, &surface, point);
                if speed > 0.0 {
                    self.emit(time, velocity, EventKind::HitCeiling { speed, normal, surface });
                }
            }
            self.is_at_ceiling = true;
            return;
        }
        let was_known = self.was_known(normal);
        if self.know_wall(normal) && !was_known {
            let speed = self.closing_speed(velocity, normal, &surface, point);
            if speed > 0.0 {
                self.emit(time, velocity, EventKind::HitWall { speed, normal, surface });
            }
        }
    }

    /// Remembers a wall that was touched in the last tick too, of which there is nothing to report; false for any other surface.
    pub(super) fn touches_again(&mut self, normal: DVec3) -> bool {
        let is_old =
            !is_ceiling(normal, self.up()) && self.was_known(normal) && !self.buffer.contacts.is_empty();
        if is_old {
            self.know_wall(normal);
        }
        is_old
    }

    /// Whether a wall held the character in the last tick.
    fn was_known(&self, normal: DVec3) -> bool {
        self.state.wall_normals.iter().any(|wall| is_same_wall(wall.as_dvec3(), normal))
    }

    /// The speed at which a character of this velocity comes to a surface at a point.
    fn closing_speed(&self, velocity: DVec3, normal: DVec3, surface: &Surface, point: DVec3) -> f64 {
        let in_world = velocity + self.walked_on();
        -normal.dot(self.relative(in_world, surface, point))
    }

    /// Remembers a wall of this tick; returns whether it is new.
    pub(super) fn know_wall(&mut self, normal: DVec3) -> bool {
        let is_known = self.walls.iter().any(|w| is_same_wall(*w, normal));
        let free = self.walls.iter_mut().find(|w| **w == DVec3::ZERO).filter(|_| !is_known);
        if let Some(free) = free {
            *free = normal;
        }
        !is_known
    }
}

/// A normal that points down more steeply than this is a ceiling's (cosine of 60 degrees from straight down).
pub(super) const CEILING_COS: f64 = 0.5;

/// Walls whose normals are closer than this (cosine of 10 degrees) are one wall, for events.
const SAME_WALL_COS: f64 = 0.985;

/// Whether a normal is a ceiling's.
pub(crate) fn is_ceiling(normal: DVec3, up: DVec3) -> bool {
    normal.dot(up) < -CEILING_COS
}

/// Whether two normals belong to one wall.
pub(crate) fn is_same_wall(a: DVec3, b: DVec3) -> bool {
    a.dot(b) > SAME_WALL_COS
}

/// The contact whose normal on the level is nearest to the level normal of a held wall; of equal ones the one whose own normal is nearest.
///
/// The normal of a ledge's edge leads upwards, but the plane that holds it does not: by its own normal, an upright wall beside it is nearer
/// to that plane than the edge is.
pub(super) fn wall_of(contacts: &[Contact], normal: DVec3, up: DVec3) -> Option<&Contact> {
    if let [only] = contacts {
        return Some(only);
    }
    let mut best: Option<(f64, f64, &Contact)> = None;
    for contact in contacts {
        let (own, rise) = (contact.normal.dot(normal), contact.normal.dot(up));
        let level = 1.0 - rise * rise;
        if level < SAME_LEVEL {
            continue;
        }
        // The square of the cosine on the level, with its sign: the held normal has no part along up.
        let near = own * own.abs() / level;
        let is_nearer = |(most, most_own, _): (f64, f64, _)| {
            near > most + SAME_LEVEL || near >= most - SAME_LEVEL && own > most_own
        };
        if best.is_none_or(is_nearer) {
            best = Some((near, own, contact));
        }
    }
    best.map(|(.., contact)| contact)
}

/// Squares of cosines that differ by less are equal, for rounding; a normal whose level part has a smaller square is along up.
const SAME_LEVEL: f64 = 1e-9;

/// The contact whose normal is nearest to this one.
pub(super) fn contact_of(contacts: &[Contact], normal: DVec3) -> Option<&Contact> {
    let flatness = |c: &&Contact| c.normal.dot(normal);
    contacts.iter().max_by(|a, b| flatness(a).total_cmp(&flatness(b)))
}
