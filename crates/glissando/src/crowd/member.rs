//! A member of a crowd, and what the stages of a tick see of it.

use super::pairs::Range;
use super::push::Pusher;
use super::share::Walker;
use crate::character::{Config, Ground, Input, State, reach};
use crate::collide::Contact;
use crate::math::DVec3;
use crate::slide::{SlidePlane, nearest_allowed};
use alloc::vec::Vec;

/// A character of a crowd. Plain data; a crowd keeps nothing else from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// What it is and how it moves.
    pub config: Config,
    /// Where it is.
    pub state: State,
    /// kg, 1e-3 to 1e9. Default 80.
    pub mass: f64,
    /// The force it pushes others with, newtons, 0 to 1e12. Default 600.
    ///
    /// A standing member resists with 5 N for each kilogram, so by default a person slowly pushes one other.
    pub strength: f64,
    /// The layers that it is on for others, a bit each. Default the first.
    ///
    /// Two meet if each one's [`filter`](crate::character::Settings::filter) accepts a layer of the other.
    pub layers: u32,
}

impl Member {
    /// A person of 80 kg and common strength.
    pub const fn new(config: Config, state: State) -> Self {
        Self { config, state, mass: 80.0, strength: 600.0, layers: 1 }
    }

    pub(super) fn up(&self) -> DVec3 {
        self.config.settings().up
    }

    fn level(&self, v: DVec3) -> DVec3 {
        v - self.up() * v.dot(self.up())
    }

    fn walks(&self, input: &Input) -> bool {
        self.state.ground == Ground::Standing && !input.fly
    }

    /// The velocity at which it wants to go, m/s: the wish on foot, in the air the way it flies.
    pub(super) fn drive(&self, input: &Input) -> DVec3 {
        if input.fly {
            input.wish
        } else if self.walks(input) {
            self.level(input.wish)
        } else {
            self.state.velocity
        }
    }

    /// Where it can come to in `dt` seconds, `way_out` metres of which are to come out of the world.
    pub(super) fn range(&self, input: &Input, dt: f64, way_out: f64) -> Range {
        let is_crouching = self.state.is_crouching;
        let mover = self.config.mover(is_crouching);
        let mut extents = mover.shape().half_extents();
        let (mut reach, _) = reach(&self.config, &mover, &self.state, input, dt);
        if input.crouch != is_crouching {
            let other = self.config.shape(!is_crouching);
            // The feet or the centre stay, and a crouching member may have to give way.
            let way = (other.largest_radius() - mover.shape().largest_radius()).abs();
            let out = if input.crouch { other.largest_radius() } else { 0.0 };
            extents = extents.max(other.half_extents());
            reach += DVec3::splat(way + out);
        }
        reach += DVec3::splat(way_out);
        // The shells go along with the shape.
        let extents = extents * mover.gather_shell();
        // A member that is soft for another does not stand in its way.
        let filter = mover.filter();
        Range { at: self.state.position, extents, reach, filter, layers: self.layers }
    }

    /// How much further than [`Member::range`] says it can come in `dt` seconds if a push makes it faster, m/s.
    pub(super) fn further(&self, input: &Input, dt: f64, faster: f64) -> DVec3 {
        let mover = self.config.mover(self.state.is_crouching);
        let velocity = self.state.velocity;
        let along = velocity.try_normalize().unwrap_or(DVec3::X);
        let pushed = State { velocity: velocity + along * faster, ..self.state };
        let [before, after] =
            [&self.state, &pushed].map(|state| reach(&self.config, &mover, state, input, dt).0);
        after - before
    }

    /// What it wants in `dt` seconds: a guess that decides about comfort, never about safety.
    pub(super) fn walker(&self, input: &Input, dt: f64) -> Walker {
        let (state, settings) = (&self.state, self.config.settings());
        let pace = settings.pace;
        let way = if input.fly {
            follow(state.velocity, input.wish, pace.fly_acceleration * dt)
        } else {
            let (level, wish) = (self.level(state.velocity), self.level(input.wish));
            let rate = if self.walks(input) { pace.acceleration } else { pace.air_acceleration };
            let vertical = state.velocity - level;
            let fall = if self.walks(input) { DVec3::ZERO } else { settings.gravity * dt };
            let jumps = self.walks(input) && input.jump && !state.is_jump_held;
            let jump = if jumps { self.up() * settings.jump.speed } else { DVec3::ZERO };
            follow(level, wish, rate * dt) + vertical + fall + jump
        };
        let mover = self.config.mover(state.is_crouching);
        Walker { mover, at: state.position, wants: [way * dt, state.velocity * dt] }
    }

    /// How it pushes, with these contacts; adds its walls to a list of all.
    pub(super) fn pusher(&self, input: &Input, contacts: &[Contact], walls: &mut Vec<SlidePlane>) -> Pusher {
        let (wish, up) = (self.drive(input), self.up());
        let stands = self.walks(input).then_some(up);
        let first = walls.len();
        for contact in contacts {
            let normal = contact.normal;
            let level = stands.map_or(normal, |_| self.level(normal));
            // What can be walked on slows no walk.
            let is_wall = stands.is_none() || normal.dot(up) < self.config.settings().ground.cos_climb;
            if let Some(normal) = level.try_normalize().filter(|_| is_wall) {
                walls.push(SlidePlane { normal, least: 0.0 });
            }
        }
        let Member { mass, strength, .. } = *self;
        let drive =
            nearest_allowed(wish, &walls[first..]).map_or(DVec3::ZERO, |allowed| allowed.displacement);
        let walls = (first, walls.len());
        Pusher { mass, strength, wish, drive, stands, at: self.state.position, walls }
    }
}

/// A velocity after it has followed a wish by at most `change`, m/s.
fn follow(velocity: DVec3, wish: DVec3, change: f64) -> DVec3 {
    let lack = wish - velocity;
    let length = lack.length();
    if length <= change { wish } else { velocity + lack * (change / length) }
}
