//! The pieces of a tick, each usable alone: a game that has rules of its own puts its tick together from these.
//!
//! [`step()`](crate::step()) does, in this order: come out of what the character is in, crouch or stand up, jump, then
//! walk and fly in turns until the time is used up. Every function here does one of these things and leaves the state
//! ready for the next. All of them ask through [`Collide`], so they work in a [`World`](crate::World), among planes, or in
//! a world of a game's own, and all keep the promise of a tick: the body is never nearer to a surface than its skin allows.
//! For motion without any rules there is [`slide()`](crate::slide::slide()).
//!
//! ```
//! use glissando::character::pieces;
//! use glissando::{Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (mesh, _) = Mesh::build(&Soup::plane(Vec3::ZERO, 20.0, 20.0, 4), &MeshOptions::default())?;
//! let mut world = World::new();
//! world.insert_mesh(mesh);
//! let config = Config::new(&Settings::default())?;
//! let (mut state, mut scratch) = (State::with_feet_at(&config, DVec3::Y * 0.3), Scratch::new());
//!
//! assert!(pieces::find_ground(&world, &config, &state, &mut scratch)?.is_none());
//! let distance = pieces::snap_down(&world, &config, &mut state, &mut scratch)?.unwrap();
//! assert!((distance - 0.3).abs() < 1e-6 && state.ground == Ground::Standing);
//! let input = Input { wish: DVec3::X * 2.0, ..Input::default() };
//! let walk = pieces::walk(&world, &config, &mut state, input, 0.5, &mut scratch)?;
//! assert_eq!((walk.time, walk.report.events.len()), (0.5, 0));
//! # Ok(())
//! # }
//! ```

use super::tick::{INSTANT, MAX_PIECES, Tick};
use super::{Config, Ground, Input, Report, Scratch, State, act, check};
use crate::collide::{Collide, Surface};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::slide::Stop;
use crate::tolerance;
use crate::trace::StepOutcome;

/// What a character can stand on where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FoundGround {
    /// The triangle's owner, index and material.
    pub surface: Surface,
    /// The touched point, metres, world space.
    pub point: DVec3,
    /// Unit normal of the contact, out of the ground; on an edge it leans further than the surface.
    pub normal: DVec3,
    /// Unit normal of the flattest surface that meets there: what decides whether it can be stood on.
    pub surface_normal: DVec3,
    /// Whether the body rests on an edge that is too steep for it: the edge does not hold a body that moves out over it.
    pub is_edge: bool,
}

/// A piece of motion. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Piece<'a> {
    /// Seconds that it took: less than asked for if the kind of motion has changed.
    pub time: f64,
    /// What happened. Times are seconds since the start of the piece.
    pub report: Report<'a>,
}

/// What the character can stand on where it is, within its skin; `None` in the air or on what is too steep.
///
/// The state is not changed, and what it says of the ground counts only for the limit: one that stands stays on slopes
/// up to the slip limit, another comes to stand on slopes up to the climb limit.
///
/// # Errors
/// As for [`step()`](crate::step()).
pub fn find_ground(
    world: &impl Collide,
    config: &Config,
    state: &State,
    scratch: &mut Scratch,
) -> Result<Option<FoundGround>, InputError> {
    let (mut state, mut found) = (*state, None);
    piece(world, config, &mut state, (Input::default(), 0.0), scratch, |tick| {
        tick.gather();
        found = tick.footing(DVec3::ZERO).support(&tick.buffer.contacts);
    })?;
    Ok(found.map(|support| FoundGround {
        surface: support.surface,
        point: support.point,
        normal: support.normal,
        surface_normal: support.surface_normal,
        is_edge: support.is_ledge_edge,
    }))
}

/// Brings a character out of what it is in, by the shortest way; [`Stop::Stuck`] if there is none.
///
/// # Errors
/// As for [`step()`](crate::step()).
pub fn recover<'s>(
    world: &impl Collide,
    config: &Config,
    state: &mut State,
    scratch: &'s mut Scratch,
) -> Result<Report<'s>, InputError> {
    let out = piece(world, config, state, (Input::default(), 0.0), scratch, |tick| {
        tick.recover();
    })?;
    Ok(out.report)
}

/// Walks for `dt` seconds, or until the ground is left: with steps up and down, along walls, at the pace of the settings.
///
/// One that does not stand does not walk: the piece then takes no time. Jump, crouch and fly of the input do not count.
///
/// # Errors
/// As for [`step()`](crate::step()).
pub fn walk<'s>(
    world: &impl Collide,
    config: &Config,
    state: &mut State,
    input: Input,
    dt: f64,
    scratch: &'s mut Scratch,
) -> Result<Piece<'s>, InputError> {
    let input = Input { wish: input.wish, ..Input::default() };
    piece(world, config, state, (input, dt), scratch, |tick| tick.go_on(true))
}

/// Flies for `dt` seconds, or until it lands: parabolas under gravity with air control, along what is touched.
///
/// With `fly` in the input there is no gravity and no landing, and the wish counts in all directions. One that stands, and
/// does not fly, does not fall: the piece then takes no time. Jump and crouch do not count.
///
/// # Errors
/// As for [`step()`](crate::step()).
pub fn fall<'s>(
    world: &impl Collide,
    config: &Config,
    state: &mut State,
    input: Input,
    dt: f64,
    scratch: &'s mut Scratch,
) -> Result<Piece<'s>, InputError> {
    let input = Input { wish: input.wish, fly: input.fly, ..Input::default() };
    piece(world, config, state, (input, dt), scratch, |tick| tick.go_on(false))
}

/// Climbs the step that is in the way of a displacement (metres), and goes on over it: the height that was climbed, or why
/// there is no step. The step height is that of the settings.
///
/// # Errors
/// As for [`step()`](crate::step()); a displacement that is not finite.
pub fn step_up(
    world: &impl Collide,
    config: &Config,
    state: &mut State,
    displacement: DVec3,
    scratch: &mut Scratch,
) -> Result<Result<f64, StepOutcome>, InputError> {
    input::vector("displacement", displacement, tolerance::WORLD_LIMIT)?;
    let mut climbed = Err(StepOutcome::Blocked);
    piece(world, config, state, (Input::default(), 0.0), scratch, |tick| climbed = tick.climb(displacement))?;
    Ok(climbed)
}

/// Puts a character down on ground that is near below it, and lets it stand there: how far down, metres; `None` if there
/// is no such ground. It is sought as far as the snap distance of the settings.
///
/// # Errors
/// As for [`step()`](crate::step()).
pub fn snap_down(
    world: &impl Collide,
    config: &Config,
    state: &mut State,
    scratch: &mut Scratch,
) -> Result<Option<f64>, InputError> {
    let (up, from) = (config.settings().up, state.position);
    let mut is_down = false;
    piece(world, config, state, (Input::default(), 0.0), scratch, |tick| is_down = tick.snap(DVec3::ZERO))?;
    Ok(is_down.then(|| (from - state.position).dot(up)))
}

/// A tick of its own in which a character does what `acts` says; it takes the time that was used.
fn piece<'s, C: Collide>(
    world: &C,
    config: &Config,
    state: &mut State,
    told: (Input, f64),
    scratch: &'s mut Scratch,
    acts: impl FnOnce(&mut Tick<'_, C, ()>),
) -> Result<Piece<'s>, InputError> {
    check(config, state, &told.0, told.1)?;
    let Scratch { memory, own } = scratch;
    own.forget_contacts();
    let end = act(world, config, state, told, (&mut memory.parts, None), &mut (), acts);
    Ok(Piece { time: end.time, report: memory.parts.report(end) })
}

impl<C: Collide> Tick<'_, C, ()> {
    /// Walks, or flies, until the time is used up or the other kind of motion begins; that is then the whole tick.
    fn go_on(&mut self, on_foot: bool) {
        for _ in 0..MAX_PIECES {
            if self.walks() != on_foot || self.time_left() <= INSTANT * self.duration {
                break;
            }
            if on_foot { self.walk_piece() } else { self.fly_and_settle() }
        }
        if self.walks() != on_foot {
            self.duration = self.time;
        } else if self.stop == Stop::Done && self.time_left() > INSTANT * self.duration {
            self.stop = Stop::SubSteps;
        }
    }

    /// A step up over what is in the way; its height.
    fn climb(&mut self, displacement: DVec3) -> Result<f64, StepOutcome> {
        let (at, wanted) = (self.state.position, self.level(displacement));
        let kept = self.path.len();
        self.gather();
        if wanted == DVec3::ZERO || self.state.ground != Ground::Standing {
            return Err(StepOutcome::Blocked);
        }
        match self.step_far_or_near([0.0; 2], at, wanted, DVec3::ZERO) {
            Ok(step) if step.height > self.mover.skin() => {
                self.stand_on(&step.support);
                Ok(step.height)
            }
            other => {
                self.state.position = at;
                self.take_back(kept);
                self.gather();
                // What leads up and down to the same height was no step.
                Err(other.err().unwrap_or(StepOutcome::NoProgress))
            }
        }
    }
}
