//! The pieces of a tick as separate functions, for a game with its own rules of motion.
//!
//! [`step()`](crate::step()) recovers from overlaps, crouches or stands up, jumps, then walks and flies in turns
//! until the time is used up. Each function here does one of these things and leaves the state ready for the next.
//! All query the world through [`Collide`], so they work in a [`World`](crate::World), among planes, or in a game's
//! own world, and all keep the guarantee of a tick: the body is never nearer to a surface than its skin allows. For
//! motion without any rules there is [`slide()`](crate::slide::slide()).
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

use super::run::act;
use super::tick::{INSTANT, MAX_PIECES, Tick};
use super::{BodyChange, Config, Ground, Input, Report, Scratch, State, check};
use crate::collide::{Collide, Surface};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::slide::Stop;
use crate::tolerance;
use crate::trace::Recorder;
use crate::trace::StepOutcome;

/// The ground at a character's position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FoundGround {
    /// The surface of the touched triangle.
    pub surface: Surface,
    /// The touched point, metres, world space.
    pub point: DVec3,
    /// Unit normal of the contact, out of the ground; on an edge it leans further than the surface.
    pub normal: DVec3,
    /// Unit normal of the flattest surface that meets there; it decides whether the character can stand.
    pub surface_normal: DVec3,
    /// Whether the body rests on an edge that is too steep for it: such an edge does not hold a body that moves out
    /// over it.
    pub is_edge: bool,
}

/// A piece of motion. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Piece<'a> {
    /// Seconds that it took: less than `dt` if the kind of motion has changed.
    pub time: f64,
    /// The events, contacts and path. Times are seconds since the start of the piece.
    pub report: Report<'a>,
}

/// The ground at the character's position, within its skin; `None` in the air or on too steep a surface.
///
/// Leaves the state unchanged, and reads only the slope limit from its `ground`: a standing character stays on
/// slopes up to the slip limit, any other lands on slopes up to the climb limit.
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

/// Moves a character out of overlaps, by the shortest displacement; [`Stop::Stuck`] if there is none.
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

/// Walks for `dt` seconds, or until the ground is left: with steps up and down, along walls, at the configured
/// pace.
///
/// A character that does not stand does not walk: the piece then takes no time. Jump, crouch and fly in the input
/// are ignored.
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

/// Flies for `dt` seconds, or until it lands: parabolas under gravity with air control, along touched surfaces.
///
/// With `fly` in the input there is no gravity and no landing, and the wish counts in all directions. A standing
/// character without `fly` does not fall: the piece then takes no time. Jump and crouch are ignored.
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

/// Climbs the step that blocks a displacement (metres), and moves on over it: the height climbed, or the reason why
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

/// Puts a character down on ground close below it, and lets it stand there: the distance down, metres; `None` if
/// there is no ground within the snap distance of the settings.
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
    piece(world, config, state, (Input::default(), 0.0), scratch, |tick| {
        is_down = tick.snap(DVec3::ZERO, 0.0);
    })?;
    Ok(is_down.then(|| (from - state.position).dot(up)))
}

/// Gives a character another body where it is: another shape, other radii, another orientation.
///
/// On the ground the feet stay in place, in the air the centre. Where the body does not fit, it is moved out of what it
/// would overlap by at most `reach` metres; else it is refused, and the state is as it was. `config` is that of the ticks
/// until now, `wanted` that of the ticks from now on, unless it is refused. A game that turns a box beside a wall asks
/// here, tick by tick. Without asking, the next tick moves the body out as far as needed and reports
/// [`Recovered`](super::EventKind::Recovered), or [`Stuck`](super::EventKind::Stuck).
///
/// ```
/// use glissando::character::{BodyChange, BodyShape, pieces};
/// use glissando::{Config, DVec3, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (mesh, _) = Mesh::build(&Soup::plane(Vec3::ZERO, 20.0, 20.0, 4), &MeshOptions::default())?;
/// let mut world = World::new();
/// world.insert_mesh(mesh);
/// let ellipsoid = Config::new(&Settings::default())?;
/// let cuboid = Config::new(&Settings { body: BodyShape::Box, ..Settings::default() })?;
/// let (mut state, mut scratch) = (State::with_feet_at(&ellipsoid, DVec3::ZERO), Scratch::new());
/// let change = pieces::change_body(&world, &ellipsoid, &cuboid, &mut state, 0.1, &mut scratch)?;
/// assert_eq!(change, BodyChange::Fits);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As for [`step()`](crate::step()); a `reach` that is negative, not finite or above 1e9 m.
pub fn change_body(
    world: &impl Collide,
    config: &Config,
    wanted: &Config,
    state: &mut State,
    reach: f64,
    scratch: &mut Scratch,
) -> Result<BodyChange, InputError> {
    input::scalar("reach", reach, 0.0, tolerance::WORLD_LIMIT)?;
    let (mut moved, mut change) = (*state, BodyChange::Fits);
    let body = config.body(state.is_crouching);
    piece(world, wanted, &mut moved, (Input::default(), 0.0), scratch, |tick| {
        change = tick.fit(body, tick.mover, reach);
        tick.state.safe_position = tick.state.position;
    })?;
    if !matches!(change, BodyChange::Refused { .. }) {
        *state = moved;
    }
    Ok(change)
}

/// A tick that consists of `acts`; it takes only the time used.
fn piece<'s>(
    world: &dyn Collide,
    config: &Config,
    state: &mut State,
    inputs: (Input, f64),
    scratch: &'s mut Scratch,
    acts: impl FnOnce(&mut Tick<'_>),
) -> Result<Piece<'s>, InputError> {
    check(config, state, &inputs.0, inputs.1)?;
    let Scratch { memory, own } = scratch;
    own.forget_contacts();
    let end = act(world, config, state, inputs, (&mut memory.parts, None), &mut Recorder::none(), acts);
    Ok(Piece { time: end.time, report: memory.parts.report(end) })
}

impl Tick<'_> {
    /// Walks, or flies, until the time is used up or the other kind of motion begins; the tick then ends.
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

    /// Steps up over an obstacle; returns the height.
    fn climb(&mut self, displacement: DVec3) -> Result<f64, StepOutcome> {
        let (at, wanted) = (self.state.position, self.level(displacement));
        let kept = self.path.len();
        self.gather();
        if wanted == DVec3::ZERO || self.state.ground != Ground::Standing {
            return Err(StepOutcome::Blocked);
        }
        match self.step_over([0.0; 2], at, wanted, DVec3::ZERO) {
            Ok(step) if step.height > self.mover.skin() => {
                self.stand_on(&step.support);
                Ok(step.height)
            }
            other => {
                self.go_back(at, kept);
                self.gather();
                // A displacement that leads up and down to the same height was no step.
                Err(other.err().unwrap_or(StepOutcome::NoProgress))
            }
        }
    }
}
