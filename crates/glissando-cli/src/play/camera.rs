//! The eyes: one's own, or some behind one's shoulder that stay out of walls; and where they look at first.

use glissando::{DQuat, DVec3};
use glissando_play::script::Order;
use glissando_play::session::{Places, Session};
use glissando_window::{Camera, Hand};
use std::f64::consts::{PI, TAU};

/// Metres from the head to the eyes behind.
const BEHIND: f64 = 3.6;

/// Metres above the head that the eyes behind look past it at.
const ABOVE: f64 = 0.25;

/// Heights that the eyes behind may look past a body at, as shares of the highest, the best first.
const LIFTS: [f64; 3] = [1.0, 0.5, 0.0];

/// How fast the eyes behind go back to their place when there is room again: share of the way per second.
const EASE: f64 = 5.0;

/// Least distance of the camera behind the body at which the body is drawn, in multiples of the largest radius.
const NEAREST: f64 = 0.9;

/// Height of one's own eyes, as a share of the way from the centre to the top.
const EYES: f64 = 0.75;

/// Slightly down, in radians: the ground ahead is what matters.
const FIRST_PITCH: f64 = -0.2;

/// How fast the camera turns to the direction of the character's motion by itself: share of the angle per second.
const FOLLOW: f64 = 1.8;

/// Slowest that a direction of walking is one, in m/s.
const SLOWEST: f64 = 0.5;

/// How far from a spawn point a character starts there at most, in metres.
const AT_SPAWN: f64 = 2.0;

/// The body that the camera belongs to, and how far behind it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    is_own: bool,
    /// Metres behind the head at the moment.
    distance: f64,
    /// Metres above the centre that they look past it at, at the moment.
    lift: f64,
    /// Least distance at which the camera's own body is drawn, in metres.
    nearest: f64,
}

impl Eye {
    pub(super) fn new(session: &Session) -> Self {
        let largest = session.settings().radii.max_element();
        Self { is_own: false, distance: BEHIND, lift: largest + ABOVE, nearest: largest * NEAREST }
    }

    /// From one's own eyes to those behind, or back.
    pub(super) fn switch(&mut self) {
        self.is_own = !self.is_own;
    }

    /// Whether the camera's own body is drawn.
    pub(super) fn shows_self(&self) -> bool {
        !self.is_own && self.distance >= self.nearest
    }

    /// Where the eyes are, `seconds` after they were asked for last.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub(super) fn camera(
        &mut self,
        session: &mut Session,
        places: &Places,
        seconds: f64,
    ) -> anyhow::Result<Camera> {
        let up = session.settings().up;
        let forward = session.controls().view(up).forward;
        let Some(body) = places.characters.first() else {
            return Ok(Camera { at: session.position(), forward, up });
        };
        let height = body.shape.extent_along(up);
        if self.is_own {
            return Ok(Camera { at: body.centre + up * (height * EYES), forward, up });
        }
        let ease = (EASE * seconds).min(1.0);
        let top = session.view_distance(body.centre, up, height + ABOVE)?;
        let wanted = lift(session, body.centre, (forward, up), top)?;
        self.lift = (self.lift + (wanted - self.lift) * ease).min(top);
        let head = body.centre + up * self.lift;
        let room = session.view_distance(head, -forward, BEHIND)?;
        self.distance = (self.distance + (BEHIND - self.distance) * ease).min(room);
        Ok(Camera { at: head - forward * self.distance, forward, up })
    }

    /// Yaw and pitch at the start: as they were when a clip was kept, as the spawn point says, where the script goes
    /// first, or into the middle of the level.
    pub(super) fn first_look(&self, session: &Session) -> (f64, f64) {
        let controls = session.controls();
        if (controls.yaw, controls.pitch) != (0.0, 0.0) {
            return (controls.yaw, controls.pitch);
        }
        let up = session.settings().up;
        let yaw = at_spawn(session).or_else(|| first_way(session)).or_else(|| inwards(session));
        (yaw.and_then(|direction| yaw_of(direction, up)).unwrap_or(0.0), FIRST_PITCH)
    }

    /// Turns the camera to the direction of the character's motion.
    pub(super) fn follow(&self, session: &Session, hand: &mut Hand, seconds: f64) {
        let up = session.settings().up;
        let velocity = session.state().characters.first().map_or(DVec3::ZERO, |actor| actor.state.velocity);
        let level = velocity - up * velocity.dot(up);
        let Some(yaw) = yaw_of(level, up).filter(|_| level.length() > SLOWEST) else { return };
        let turn = (yaw - hand.yaw + PI).rem_euclid(TAU) - PI;
        hand.yaw += turn * (FOLLOW * seconds).min(1.0);
    }
}

/// How high above the centre the eyes behind look past a body: as high as can be, but lower where a ceiling would bring
/// them near.
fn lift(
    session: &mut Session,
    centre: DVec3,
    (forward, up): (DVec3, DVec3),
    top: f64,
) -> anyhow::Result<f64> {
    let mut best = (0.0, 0.0);
    for share in LIFTS {
        let room = session.view_distance(centre + up * (top * share), -forward, BEHIND)?;
        if room > best.1 * 1.2 {
            best = (top * share, room);
        }
    }
    Ok(best.0)
}

/// The direction of the spawn point at which a character starts.
fn at_spawn(session: &Session) -> Option<DVec3> {
    let start = session.walk().players.first()?.spawn;
    let mut markers = session.walk().scene.levels.iter().flat_map(|loaded| loaded.level.spawns());
    let marker = markers.find(|marker| (marker.position - start).length() < AT_SPAWN)?;
    let (sin, cos) = marker.yaw_radians.sin_cos();
    Some(DVec3::new(cos, 0.0, -sin))
}

/// Where the script goes first.
fn first_way(session: &Session) -> Option<DVec3> {
    let plan = session.walk().players.first()?.plan()?;
    let mut orders = plan.orders();
    orders.find_map(|order| match order {
        Order::Step(input) if input.wish != DVec3::ZERO => Some(input.wish),
        _ => None,
    })
}

/// To the middle of everything.
fn inwards(session: &Session) -> Option<DVec3> {
    let bounds = session.walk().scene.world.bounds();
    let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5;
    let way = middle - session.position();
    way.is_finite().then_some(way)
}

/// The yaw of controls that look along a direction; nothing for one along `up`.
fn yaw_of(direction: DVec3, up: DVec3) -> Option<f64> {
    let local = DQuat::from_rotation_arc(DVec3::Y, up).conjugate() * direction;
    let is_level = local.x.abs() + local.z.abs() > 1e-9;
    is_level.then(|| (-local.x).atan2(-local.z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando_play::session::Controls;

    #[test]
    fn who_has_the_yaw_of_a_direction_looks_along_it() {
        for up in [DVec3::Y, DVec3::Z, -DVec3::X] {
            for direction in [DVec3::new(1.0, 0.2, -3.0), DVec3::new(-2.0, 1.0, 0.5)] {
                let yaw = yaw_of(direction, up).unwrap();
                let view = Controls { yaw, ..Controls::default() }.view(up);
                let level = direction - up * direction.dot(up);
                assert!(view.ahead.dot(level) > level.length() * 0.999_999, "{up:?} {direction:?}");
            }
            assert_eq!(yaw_of(up * 2.0, up), None);
        }
    }
}
