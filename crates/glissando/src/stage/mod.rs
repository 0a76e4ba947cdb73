//! One tick of a whole world: bodies move and push; characters are carried, shoved and walk. A tick is applied
//! completely or not at all.
//!
//! ```text
//! plan the movers ─▶ carry and shove every character, with chains ─▶ a mover yields? undo, repeat ─▶ balls fly
//!                 ─▶ bodies arrive ─▶ every character's own move ─▶ pushes at balls ─▶ touches, events ─▶ the new state
//! ```
//! The stage holds the constant data: geometry, movers, settings. All data that changes is in one value,
//! [`StageState`]: copy it to save, pass it in again to restore, and the same ticks give the same bits. Every tick
//! first places the bodies of the stage's world from the state, so the stage carries nothing from tick to tick.
//!
//! Each character is carried and shoved separately, through the motion of all bodies. A character that a shoved one
//! now overlaps is pushed on, in a chain. Own moves are those of a [`crowd`](crate::crowd). Every phase reads the
//! result of the phase before, so the order of the characters does not matter.
//!
//! **Balls** fly through the moving world while characters are carried and shoved: they bounce off bodies, off each
//! other and off characters, by masses and restitution. For the characters' own moves the balls lie still at their
//! new places, as round obstacles that cannot be stood on; a character that presses against a ball pushes it and
//! moves on as fast as the ball yields. A ball without any free path is held and reported ([`BallReport`]); the
//! surface that squeezes it then moves into it. Balls never block a mover.

mod along;
mod balls;
mod beside_balls;
mod carrier;
mod chain;
mod changes;
mod character_world;
mod check;
mod clear;
mod copies;
mod drive;
mod effect;
mod enclosed;
mod event_order;
mod going;
mod known;
mod leg;
mod mover;
mod mover_states;
mod own;
mod partings;
#[cfg(feature = "saved")]
pub(crate) mod parts;
mod press;
mod report;
mod reporter;
mod room;
mod roster;
#[cfg(feature = "serde")]
mod saved;
mod scratch;
mod shove;
mod shoved;
mod strike;
mod stuck;
mod tick;
mod triggers;
#[cfg(feature = "serde")]
mod wait;
mod wedge;
mod with_balls;
mod yielding;

pub use check::RefusedFor;
pub use drive::{Drive, Key, PathEnds};
use going::Cast;
use known::KnownMovers;
pub use mover::{MoverSpec, MoverState, Policy};
pub use mover_states::MoverStates;
pub use report::{
    BallReport, CharacterReport, GoingMover, MoverReport, Outcome, StageEvent, StageEventKind, TickReport,
    Touch,
};
pub use roster::Roster;
pub use scratch::StageScratch;
pub use shoved::Squeeze;
use triggers::Rider;

use crate::balls::{Ball, Settings as BallSettings};
use crate::character::{Config, State};
use crate::handle::{BallId, BodyId, CharacterId, ConfigId, MoverId, Owner};
use crate::input::InputError;
use crate::interpolation;
use crate::math::DAffine3;
use crate::trigger::{TriggerMemory, Triggers};
use crate::world::World;
use alloc::vec::Vec;

/// The constant data of a simulation: world, movers, settings, triggers.
///
/// ```
/// # use glissando::stage::{Stage, StageCharacter, StageScratch};
/// # use glissando::{Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
/// # let mut world = World::new();
/// # let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?;
/// # let floor = world.insert_mesh(mesh);
/// # let mut stage = Stage::new(world);
/// # let config = Config::new(&Settings::default())?;
/// # let person = stage.add_config(config);
/// # let mut state = stage.initial_state();
/// # let hero = state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::Y)));
/// # let mut scratch = StageScratch::default();
/// # const TICK: f64 = 1.0 / 60.0;
///
/// // The stage holds the constant data, the state all other data: a clone of the state saves it.
/// let saved = state.clone();
/// let walk = Input { wish: DVec3::X * 2.0, ..Input::default() };
/// for _ in 0..30 {
///     stage.tick(&mut state, &[walk], TICK, &mut scratch)?;
/// }
/// let (end, mut again) = (state.clone(), saved);
/// for _ in 0..30 {
///     stage.tick(&mut again, &[walk], TICK, &mut scratch)?;
/// }
/// assert_eq!(again, end); // to the bit
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stage {
    world: World,
    movers: Vec<Cast>,
    known: KnownMovers,
    /// Of each slot of the world, the mover that was added last for a body in it.
    mover_of: Vec<u32>,
    configs: Roster<ConfigId, Config>,
    triggers: Triggers,
    riders: Vec<Rider>,
    balls: BallSettings,
}

/// All data that changes: plain data, to be cloned, stored, sent and passed to [`Stage::tick`] again.
///
/// Where many states are kept, [`clone_from`](Clone::clone_from) into an old one allocates nothing as a rule.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
pub struct StageState {
    /// Ticks since the start.
    pub tick: u64,
    /// The state of each mover; see [`Stage::add_new_movers_to`] for movers added later.
    pub movers: MoverStates,
    /// The characters; may be added and removed between ticks. Inputs and reports are in their order.
    pub characters: Roster<CharacterId, StageCharacter>,
    /// The balls; may be added and removed between ticks. Reports are in their order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub balls: Roster<BallId, Ball>,
}

/// A character on the stage, between two ticks.
#[derive(Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StageCharacter {
    /// Position, velocity, ground and the rest of the character's own state.
    pub state: State,
    /// The handle of its settings, returned by [`Stage::add_config`].
    pub config: ConfigId,
    /// Whether surfaces that do not yield squeeze it. A crushed character stays put until the place is free.
    pub is_crushed: bool,
    /// The moving body that enclosed a crushed character before it was crushed, as a cabin does. Where any other encloses it, it is
    /// not free.
    #[cfg_attr(feature = "serde", serde(default))]
    pub cabin: Option<BodyId>,
    /// The bodies, balls and characters that it touches, in order.
    pub touching: Vec<Owner>,
    /// The triggers that it is in.
    pub inside: TriggerMemory,
    /// kg; see [`Member::mass`](crate::crowd::Member::mass). Default 80.
    pub mass: f64,
    /// The force with which it pushes others, newtons. Default 600.
    pub strength: f64,
    /// The layers on which other characters meet it, a bit each. Default the first.
    pub layers: u32,
}

impl StageCharacter {
    /// A character with these settings.
    pub fn new(config: ConfigId, state: State) -> Self {
        let touching = Vec::new();
        let inside = TriggerMemory::new();
        let (is_crushed, cabin) = (false, None);
        Self { state, config, is_crushed, cabin, touching, inside, mass: 80.0, strength: 600.0, layers: 1 }
    }
}

impl Stage {
    /// A stage in this world; the present poses of the bodies are their poses at rest.
    pub fn new(mut world: World) -> Self {
        world.optimize();
        Self { world, ..Self::default() }
    }

    /// Adds a mover for a body and returns its handle. The body's present pose is its pose at rest.
    ///
    /// ```
    /// # use glissando::stage::{Stage, StageCharacter, StageScratch};
    /// # use glissando::{Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
    /// # let mut world = World::new();
    /// # let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?;
    /// # let floor = world.insert_mesh(mesh);
    /// # let mut stage = Stage::new(world);
    /// # let config = Config::new(&Settings::default())?;
    /// # let person = stage.add_config(config);
    /// # let mut state = stage.initial_state();
    /// # let hero = state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::Y)));
    /// # let mut scratch = StageScratch::default();
    /// # const TICK: f64 = 1.0 / 60.0;
    /// # use glissando::stage::{Drive, MoverSpec, Policy};
    /// let drive = Drive::Velocity { linear: DVec3::Y, angular: DVec3::ZERO };
    /// let lift = stage.add_mover(MoverSpec { body: floor, pivot: DVec3::ZERO, drive, policy: Policy::Push })?;
    /// stage.add_new_movers_to(&mut state);
    ///
    /// stage.tick(&mut state, &[Input::default()], TICK, &mut scratch)?;
    /// assert!((stage.world_at(&state)?.body(floor)?.pose.translation.y - TICK).abs() < 1e-12);
    /// // Only the mover may change the body's pose from now on.
    /// assert!(stage.set_pose(floor, DAffine3::IDENTITY).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::DeadBody`], [`InputError::MovedBody`] if another mover moves the body, NaN, infinities, keys out of
    /// order.
    pub fn add_mover(&mut self, spec: MoverSpec) -> Result<MoverId, InputError> {
        spec.check()?;
        self.without_mover(spec.body)?;
        let rest = self.world.body(spec.body)?.pose;
        self.world.note_driven(spec.body)?;
        let body = spec.body;
        self.movers.push(Cast::new(spec, rest));
        self.known.push();
        self.note_mover_of(body);
        Ok(MoverId { index: self.movers.len() as u32 - 1, generation: 0 })
    }

    /// Adds settings for characters and returns the handle for [`StageCharacter::config`].
    pub fn add_config(&mut self, config: Config) -> ConfigId {
        self.configs.insert(config)
    }

    /// Replaces the settings of a handle, for all characters that use it.
    ///
    /// # Errors
    /// [`InputError::DeadConfig`].
    pub fn set_config(&mut self, id: ConfigId, config: Config) -> Result<(), InputError> {
        *self.configs.get_mut(id).ok_or(InputError::DeadConfig { config: id })? = config;
        Ok(())
    }

    /// Removes settings and returns them. A tick refuses a state with a character that still has them.
    ///
    /// # Errors
    /// [`InputError::DeadConfig`].
    pub fn remove_config(&mut self, id: ConfigId) -> Result<Config, InputError> {
        self.configs.remove(id).ok_or(InputError::DeadConfig { config: id })
    }

    /// The rules that all balls follow; at first those of [`Default`](BallSettings), without gravity.
    ///
    /// # Errors
    /// Values out of range. The rules then stay unchanged.
    pub fn set_ball_settings(&mut self, settings: BallSettings) -> Result<(), InputError> {
        settings.check()?;
        self.balls = settings;
        Ok(())
    }

    /// The rules that all balls follow.
    pub const fn ball_settings(&self) -> &BallSettings {
        &self.balls
    }

    /// The first state: movers at the start of their paths, no characters, no balls.
    pub fn initial_state(&self) -> StageState {
        let movers = self.movers.iter().map(|cast| MoverState::of(&cast.spec)).collect();
        StageState { movers, ..StageState::default() }
    }

    /// The movers that were not removed, with their handles.
    pub fn movers(&self) -> impl Iterator<Item = (MoverId, &MoverSpec)> {
        let movers = (0..).map(|index| MoverId { index, generation: 0 }).zip(&self.movers);
        movers.filter(|(_, cast)| !cast.is_removed).map(|(id, cast)| (id, &cast.spec))
    }

    /// A mover; `None` if it was removed.
    pub fn mover(&self, id: MoverId) -> Option<&MoverSpec> {
        self.moving(id).ok().map(|index| &self.movers[index].spec)
    }

    /// The mover that moves a body; `None` if none does.
    pub fn mover_of(&self, body: BodyId) -> Option<MoverId> {
        let index = *self.mover_of.get(body.index as usize)?;
        let id = MoverId { index, generation: 0 };
        self.mover(id).is_some_and(|spec| spec.body == body).then_some(id)
    }

    /// The settings of a handle; `None` if the handle is dead.
    pub fn config(&self, id: ConfigId) -> Option<&Config> {
        self.configs.get(id)
    }

    /// The world with all movers placed as in this state, for queries between ticks.
    ///
    /// ```
    /// # use glissando::stage::{Stage, StageCharacter, StageScratch};
    /// # use glissando::{Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
    /// # let mut world = World::new();
    /// # let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?;
    /// # let floor = world.insert_mesh(mesh);
    /// # let mut stage = Stage::new(world);
    /// # let config = Config::new(&Settings::default())?;
    /// # let person = stage.add_config(config);
    /// # let mut state = stage.initial_state();
    /// # let hero = state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::Y)));
    /// # let mut scratch = StageScratch::default();
    /// # const TICK: f64 = 1.0 / 60.0;
    ///
    /// let eye = state.characters[0].state.position;
    /// let below = stage.world_at(&state)?.ray(eye, DVec3::Y * -5.0, Filter::ALL)?;
    /// assert!(below.is_some_and(|hit| hit.surface.owner == floor));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A state with another number of movers, or with an invalid pose.
    pub fn world_at(&mut self, state: &StageState) -> Result<&World, InputError> {
        self.place(state)?;
        Ok(&self.world)
    }

    /// The pose of a mover's body between two states, for drawing: at the fraction `share` of the tick, `0..=1`.
    /// `None` for a removed mover, or for one without an entry in either state.
    ///
    /// Match characters and balls of two states by their handles;
    /// [`position_between`](crate::interpolation::position_between) interpolates the position of a character.
    pub fn pose_between(
        &self,
        mover: MoverId,
        before: &StageState,
        after: &StageState,
        share: f64,
    ) -> Option<DAffine3> {
        let index = self.moving(mover).ok()?;
        let [before, after] = [before, after].map(|state| state.movers.as_slice().get(index));
        let place = interpolation::place_between(&before?.pose, &after?.pose, share);
        let cast = &self.movers[index];
        Some(cast.pose(&place))
    }
}
