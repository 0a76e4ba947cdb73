//! Characters that press against balls at the end of their own move: with the speed that they had before it, and
//! their strength.
//!
//! The momentum of a runner counts in full; the momentum that it adds while it presses is limited by its strength. So
//! a ball is kicked as hard as the two masses allow, and a boulder is shifted no harder than the character can push.

use super::balls::BallScratch;
use super::scratch::StageScratch;
use super::with_balls::Obstacle;
use super::{Stage, StageCharacter};
use crate::balls::{Press, Presser, press};
use crate::character::{Config, Event, EventKind, Ground, Input, LoadedContact, State};
use crate::collide::Surface;
use crate::math::DVec3;
use crate::slide::{SlidePlane, add_plane, nearest_allowed};
use alloc::vec::Vec;

/// A character that touches balls, before its own move changed its velocity.
#[derive(Clone, Debug)]
pub(super) struct Pressed {
    character: usize,
    /// m/s; while standing, relative to the ground.
    velocity: DVec3,
    ground: Ground,
    /// What it stood on, and where.
    stood_on: Option<(Surface, DVec3)>,
    /// Other surfaces that hold it, as planes that its velocity must not go against.
    walls: Vec<SlidePlane>,
}

impl BallScratch {
    /// Clears the presses of the last tick.
    pub(super) fn forget_presses(&mut self) {
        self.spare_walls.extend(self.pressed.drain(..).map(|one| one.walls));
        self.presses.clear();
    }

    /// Collects the balls that a character met in its own move; `actor` is its state before the move.
    pub(super) fn note_presses(
        &mut self,
        balls: &[Obstacle],
        character: usize,
        actor: &StageCharacter,
        config: &Config,
        contacts: &[LoadedContact],
        events: &[Event],
    ) {
        let (presser, first) = (self.pressed.len(), self.presses.len());
        for LoadedContact { contact, load } in contacts {
            if let Some(ball) = position(balls, &contact.surface).filter(|_| *load > 0.0) {
                let normal = -contact.normal;
                self.presses.push(Press { ball, presser, normal, point: contact.point, approach: 0.0 });
            }
        }
        for event in events {
            let Some((surface, normal)) = met(&event.kind) else { continue };
            let Some(ball) = position(balls, &surface) else { continue };
            if !self.presses[first..].iter().any(|press| press.ball == ball) {
                let (normal, point) = (-normal, event.position);
                self.presses.push(Press { ball, presser, normal, point, approach: 0.0 });
            }
        }
        if self.presses.len() > first {
            let State { velocity, ground, position, support, .. } = actor.state;
            let stood_on = support.filter(|_| ground == Ground::Standing).map(|surface| (surface, position));
            let mut walls = self.spare_walls.pop().unwrap_or_default();
            list_walls(config, ground, contacts, &mut walls);
            self.pressed.push(Pressed { character, velocity, ground, stood_on, walls });
        }
    }
}

impl Stage {
    /// Pushes the balls that characters press against.
    pub(super) fn push_balls(&self, inputs: &[Input], dt: f64, scratch: &mut StageScratch) {
        let BallScratch { flight, next, pressed, pressers, presses, impacts, .. } = &mut scratch.balls;
        if presses.is_empty() {
            return;
        }
        pressers.clear();
        for one in pressed.iter() {
            let actor = &scratch.next[one.character];
            let Some(config) = self.config(actor.config) else { return };
            let settings = config.settings();
            let stands =
                (one.ground == Ground::Standing && !inputs[one.character].fly).then_some(settings.up);
            let wanted = one.velocity + gain(config, one, actor, &inputs[one.character], dt);
            let carried = self.velocity_under(one);
            pressers.push(Presser {
                character: one.character as u32,
                velocity: changed_by(within(wanted, &one.walls), carried),
                mass: actor.mass,
                stands,
                is_changed: false,
            });
        }
        scratch.is_settled &= press(&self.balls, next, pressers, presses, flight, dt, impacts);
        for (one, presser) in pressed.iter().zip(pressers) {
            if presser.is_changed {
                let own = changed_by(presser.velocity, -self.velocity_under(one));
                scratch.next[one.character].state.velocity = within(own, &one.walls);
            }
        }
    }

    /// Velocity of the ground of one that stands, m/s: balls have theirs in the world.
    fn velocity_under(&self, one: &Pressed) -> DVec3 {
        one.stood_on.map_or(DVec3::ZERO, |(surface, at)| self.world.surface_velocity(&surface, at))
    }
}

/// The sum of two velocities; without a change the first keeps the signs of its zeros.
fn changed_by(velocity: DVec3, change: DVec3) -> DVec3 {
    if change == DVec3::ZERO { velocity } else { velocity + change }
}

/// The index of the ball that a surface belongs to; `None` for other surfaces.
fn position(balls: &[Obstacle], surface: &Surface) -> Option<usize> {
    let id = surface.owner.ball()?;
    balls.iter().position(|ball| ball.id == id)
}

/// The surface that the character ran into and its normal, if the event is of that kind.
const fn met(kind: &EventKind) -> Option<(Surface, DVec3)> {
    match *kind {
        EventKind::HitWall { surface, normal, .. }
        | EventKind::HitCeiling { surface, normal, .. }
        | EventKind::Landed { surface, normal, .. } => Some((surface, normal)),
        _ => None,
    }
}

/// The velocity that a pressing character adds in the tick: towards its wish, limited by its strength.
fn gain(config: &Config, one: &Pressed, actor: &StageCharacter, input: &Input, dt: f64) -> DVec3 {
    let settings = config.settings();
    let (pace, up) = (settings.pace, settings.up);
    let level = |v: DVec3| v - up * up.dot(v);
    let (lack, rate, fall) = match (input.fly, one.ground) {
        (true, _) => (input.wish - one.velocity, pace.fly_acceleration, DVec3::ZERO),
        (_, Ground::Standing) => {
            let rests = level(input.wish) == DVec3::ZERO;
            let rate = if rests { pace.friction } else { pace.acceleration };
            (level(input.wish - one.velocity), rate, DVec3::ZERO)
        }
        _ => (level(input.wish - one.velocity), pace.air_acceleration, settings.gravity * dt),
    };
    let (size, strength) = (lack.length(), actor.strength / actor.mass);
    let most = if rate < strength { rate } else { strength } * dt;
    if size <= most { lack + fall } else { lack * (most / size) + fall }
}

/// Lists the planes that hold a character besides balls; of a standing one all but the ground, and upright.
fn list_walls(config: &Config, ground: Ground, contacts: &[LoadedContact], walls: &mut Vec<SlidePlane>) {
    let settings = config.settings();
    walls.clear();
    for LoadedContact { contact, .. } in contacts {
        let (normal, up) = (contact.normal, settings.up);
        let is_floor = normal.dot(up) >= settings.ground.cos_climb;
        if contact.surface.owner.ball().is_some() || ground == Ground::Standing && is_floor {
            continue;
        }
        let level = if ground == Ground::Standing { normal - up * normal.dot(up) } else { normal };
        if let Some(normal) = level.try_normalize() {
            add_plane(walls, SlidePlane { normal, least: 0.0 });
        }
    }
}

/// The velocity nearest to this one that goes against no wall.
fn within(velocity: DVec3, walls: &[SlidePlane]) -> DVec3 {
    nearest_allowed(velocity, walls).map_or(DVec3::ZERO, |allowed| allowed.displacement)
}
