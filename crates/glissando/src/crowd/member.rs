//! A member of a crowd, and its data for the phases of a tick.

use super::frame::Frames;
use super::pairs::Range;
use super::push::Pusher;
use super::share::Walker;
use crate::character::{Config, Ground, Input, State, reach};
use crate::collide::Contact;
use crate::math::DVec3;
use crate::slide::{SlidePlane, nearest_allowed};
use crate::tolerance;
use alloc::vec::Vec;

/// A character of a crowd. Plain data; a crowd keeps no other data from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Shape and movement settings.
    pub config: Config,
    /// Position, velocity, ground and the rest of its state.
    pub state: State,
    /// kg, 1e-3 to 1e9. Default 80.
    pub mass: f64,
    /// The force with which it pushes others, newtons, 0 to 1e12. Default 600.
    ///
    /// A standing member resists with 5 N for each kilogram, so by default a person slowly pushes one other.
    pub strength: f64,
    /// The layers on which others meet it, a bit each. Default the first.
    ///
    /// Two meet if each one's [`filter`](crate::character::Settings::filter) accepts a layer of the other.
    pub layers: u32,
}

impl Member {
    /// A character of 80 kg with the default strength and layer.
    pub const fn new(config: Config, state: State) -> Self {
        Self { config, state, mass: 80.0, strength: 600.0, layers: 1 }
    }

    pub(super) const fn by_ref(&self) -> MemberRef<'_> {
        let Self { config, state, mass, strength, layers } = self;
        MemberRef { config, state, mass: *mass, strength: *strength, layers: *layers }
    }
}

/// A member as a tick reads it: settings and states stay where the caller keeps them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberRef<'a> {
    pub(crate) config: &'a Config,
    pub(crate) state: &'a State,
    pub(crate) mass: f64,
    pub(crate) strength: f64,
    pub(crate) layers: u32,
}

impl MemberRef<'_> {
    pub(super) fn up(&self) -> DVec3 {
        self.config.settings().up
    }

    fn level(&self, v: DVec3) -> DVec3 {
        v - self.up() * v.dot(self.up())
    }

    fn walks(&self, input: &Input) -> bool {
        self.state.ground == Ground::Standing && !input.fly
    }

    /// The velocity at which it wants to move, m/s: its wish, level on foot; in the air without flying its velocity.
    pub(super) fn drive(&self, input: &Input) -> DVec3 {
        if input.fly {
            input.wish
        } else if self.walks(input) {
            self.level(input.wish)
        } else {
            self.state.velocity
        }
    }

    /// The places that it can reach in `dt` seconds, with `escape` metres for leaving a surface.
    pub(super) fn range(&self, input: &Input, dt: f64, escape: f64) -> Range {
        let is_crouching = self.state.is_crouching;
        let mover = self.config.body(is_crouching);
        // The shells grow with the shape.
        let mut extents = mover.gather_extents();
        let mut reach = reach(self.config, mover, self.state, input, dt).most;
        if input.crouch != is_crouching {
            let other = self.config.shape(!is_crouching);
            // Feet or centre keep their place, and a crouching member may have to move out of a surface.
            let growth = (other.largest_radius() - mover.largest_radius()).abs();
            let out = if input.crouch { other.largest_radius() } else { 0.0 };
            extents = extents.max(other.half_extents() * mover.gather_shell());
            reach += DVec3::splat(growth + out);
        }
        reach += DVec3::splat(escape + self.fall_from_slope(input, dt));
        // Bodies that are soft for it do not block it.
        let filter = mover.filter();
        Range { at: self.state.position, extents, reach, filter, layers: self.layers }
    }

    /// Metres that a walker which leaves the slope under it moves further in `dt` seconds than its speed on the level says:
    /// it falls at the rate at which the slope does, and a surface may turn that fall to any side.
    fn fall_from_slope(&self, input: &Input, dt: f64) -> f64 {
        let rise = self.state.ground_normal.as_dvec3().dot(self.up());
        // On the level it falls nothing.
        if !self.walks(input) || !(tolerance::LEAST_UP..1.0).contains(&rise) {
            return 0.0;
        }
        let speed = self.state.velocity.length().max(input.wish.length());
        speed * dt * (1.0 / rise.min(1.0) - 1.0)
    }

    /// The reach in `dt` seconds beyond [`Member::range`] if a push makes it faster by `faster` m/s.
    pub(super) fn further(&self, input: &Input, dt: f64, faster: f64) -> DVec3 {
        let mover = self.config.body(self.state.is_crouching);
        let velocity = self.state.velocity;
        let along = velocity.try_normalize().unwrap_or(DVec3::X);
        let pushed = State { velocity: velocity + along * faster, ..*self.state };
        let [before, after] =
            [self.state, &pushed].map(|state| reach(self.config, mover, state, input, dt).most);
        after - before
    }

    /// Its wanted displacements in `dt` seconds: a guess that affects comfort, never safety.
    pub(super) fn walker(
        &self,
        index: usize,
        (input, dt): (&Input, f64),
        kinds: (&mut Frames, Option<u32>),
    ) -> Walker {
        let (state, settings) = (self.state, self.config.settings());
        let pace = settings.pace;
        let velocity = if input.fly {
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
        let mover = self.config.body(state.is_crouching);
        Walker::new(mover, kinds, (index as u32, state.position), [velocity * dt, state.velocity * dt])
    }

    /// Appends its walls, from these contacts, to the common list; returns where they are.
    pub(super) fn walls(
        &self,
        input: &Input,
        contacts: &[Contact],
        walls: &mut Vec<SlidePlane>,
    ) -> (usize, usize) {
        let up = self.up();
        let stands = self.walks(input);
        let first = walls.len();
        for contact in contacts {
            let normal = contact.normal;
            let level = if stands { self.level(normal) } else { normal };
            // A surface that can be walked on does not slow a walk.
            let is_wall = !stands || normal.dot(up) < self.config.settings().ground.cos_climb;
            if let Some(normal) = level.try_normalize().filter(|_| is_wall) {
                walls.push(SlidePlane { normal, least: 0.0 });
            }
        }
        (first, walls.len())
    }

    /// Its data for pushes, with its walls in the common list.
    pub(super) fn pusher(&self, input: &Input, own: (usize, usize), walls: &[SlidePlane]) -> Pusher {
        let (wish, up) = (self.drive(input), self.up());
        let drive =
            nearest_allowed(wish, &walls[own.0..own.1]).map_or(DVec3::ZERO, |allowed| allowed.displacement);
        let stands = self.walks(input).then_some(up);
        let Self { mass, strength, .. } = *self;
        let (heading, pace, at) = (wish.try_normalize(), drive.length(), self.state.position);
        Pusher { mass, strength, wish, heading, drive, pace, stands, at, walls: own }
    }
}

/// A velocity after it has followed a wish by at most `change`, m/s.
fn follow(velocity: DVec3, wish: DVec3, change: f64) -> DVec3 {
    let lack = wish - velocity;
    let length = lack.length();
    if length <= change { wish } else { velocity + lack * (change / length) }
}
