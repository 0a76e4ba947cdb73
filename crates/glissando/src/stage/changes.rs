//! Changes of a stage between two ticks: bodies, movers and triggers come and go while characters walk.
//!
//! A [`StageState`] has no geometry. After a change the next tick uses the world as it is now: a character falls if
//! its ground was removed, one inside a new body is moved out or reports `Stuck`, touches of a removed body and
//! stays in a removed trigger end. A state saved before a change can be restored after it and is then used with the
//! changed world; a game that rolls back over a change keeps a clone of the stage beside the state (meshes are
//! shared, so a clone is small), or repeats the change.
//!
//! The slot of a mover is never used again. A state from before a mover was added has too few entries and is refused
//! with an error that says so; [`Stage::add_new_movers_to`] appends the missing entries. The entry of a removed mover
//! stays and is ignored.

use super::mover::MoverState;
use super::tick::{MOVER_STATES, same_count};
use super::{Stage, StageState};
use crate::handle::{BodyId, MoverId, TriggerId};
use crate::input::InputError;
use crate::math::DAffine3;
use crate::mesh::Mesh;
use crate::trigger::Trigger;
use crate::world::Body;
use alloc::sync::Arc;

impl Stage {
    /// Adds a body to the world. Its handle stays valid until [`Stage::remove`].
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
    /// let (wall, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(0.1, 2.0, 2.0)), &MeshOptions::default())?;
    /// stage.insert(Body::new(wall).at(DAffine3::from_translation(DVec3::new(2.0, 3.0, 0.0))))?;
    /// for _ in 0..120 {
    ///     stage.tick(&mut state, &[Input { wish: DVec3::X * 3.0, ..Input::default() }], TICK, &mut scratch)?;
    /// }
    /// let x = state.characters[0].state.position.x;
    /// assert!((1.49..1.5).contains(&x)); // before the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as of [`World::insert`](crate::World::insert); the world then stays unchanged.
    pub fn insert(&mut self, body: Body) -> Result<BodyId, InputError> {
        self.world.insert(body)
    }

    /// Removes a body and returns it. Its handle, and every copy of it, is dead from then on.
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
    /// stage.remove(floor)?;
    /// for _ in 0..60 {
    ///     stage.tick(&mut state, &[Input::default()], TICK, &mut scratch)?;
    /// }
    /// assert_eq!(state.characters[0].state.ground, Ground::Airborne); // and it falls
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::DeadBody`]; [`InputError::MovedBody`] while a mover moves it.
    pub fn remove(&mut self, body: BodyId) -> Result<Body, InputError> {
        self.without_mover(body)?;
        self.world.remove(body)
    }

    /// Replaces the mesh of a body: by a deformed one (see [`Mesh::refit`]), or by any other. Allowed while a mover
    /// moves the body.
    ///
    /// # Errors
    /// The same as of [`World::set_mesh`](crate::World::set_mesh); the body then keeps its mesh.
    pub fn set_mesh(&mut self, body: BodyId, mesh: impl Into<Arc<Mesh>>) -> Result<(), InputError> {
        self.world.set_mesh(body, mesh)
    }

    /// Teleports a body to another pose: this carries and pushes nothing. To push, use a mover.
    ///
    /// # Errors
    /// The same as of [`World::set_pose`](crate::World::set_pose); [`InputError::MovedBody`] while a mover moves it.
    pub fn set_pose(&mut self, body: BodyId, pose: DAffine3) -> Result<(), InputError> {
        self.without_mover(body)?;
        self.world.set_pose(body, pose)
    }

    /// Sets the layers of a body, a bit each; see [`Filter`](crate::Filter). Allowed while a mover moves the body.
    ///
    /// # Errors
    /// [`InputError::DeadBody`].
    pub fn set_layers(&mut self, body: BodyId, layers: u32) -> Result<(), InputError> {
        self.world.set_layers(body, layers)
    }

    /// Appends the first states of movers that were added since the state was made.
    ///
    /// A state without any movers becomes like that of [`Stage::initial_state`]; a complete one is not changed.
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
    /// // A state from before the mover was added would be refused; now it has the mover's first state.
    /// stage.tick(&mut state, &[Input::default()], TICK, &mut scratch)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_new_movers_to(&self, state: &mut StageState) {
        let known = state.movers.len().min(self.movers.len());
        if known == self.movers.len() {
            return;
        }
        state.movers.extend(self.movers[known..].iter().map(|cast| MoverState::of(&cast.spec)));
    }

    /// Ends a mover: its body, and the triggers that ride on it, stay where they are in `state`.
    ///
    /// The entry in the state stays and is ignored from now on.
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
    /// stage.remove_mover(lift, &state)?;
    /// // The lift stays where it was, and is an ordinary body.
    /// stage.set_pose(floor, DAffine3::IDENTITY)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::DeadMover`]; a state with another number of movers, or with an invalid pose of this one. The mover then stays.
    pub fn remove_mover(&mut self, mover: MoverId, state: &StageState) -> Result<(), InputError> {
        let index = self.moving(mover)?;
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        // The others have movers to place them.
        let (cast, place) = (&self.movers[index], state.movers[index].pose);
        let (body, pose) = (cast.spec.body, cast.pose(&place));
        if self.world.body(body)?.pose != pose {
            self.world.set_pose(body, pose)?;
        }
        for rider in self.riders.iter().filter(|rider| rider.mover == index) {
            self.triggers.set_pose(rider.trigger, cast.spec.pose(&place, &rider.rest))?;
        }
        self.movers[index].is_removed = true;
        self.known.forget(index);
        self.riders.retain(|rider| rider.mover != index);
        Ok(())
    }

    /// Removes a trigger and returns it. A character that is in it leaves it at the start of the next tick.
    ///
    /// # Errors
    /// [`InputError::DeadTrigger`].
    pub fn remove_trigger(&mut self, id: TriggerId) -> Result<Trigger, InputError> {
        let trigger = self.triggers.remove(id)?;
        self.riders.retain(|rider| rider.trigger != id);
        Ok(trigger)
    }

    /// The position of a mover in the list; an error if it was removed.
    pub(super) fn moving(&self, mover: MoverId) -> Result<usize, InputError> {
        let index = mover.index as usize;
        let is_there = self.movers.get(index).is_some_and(|cast| !cast.is_removed && mover.generation == 0);
        if is_there { Ok(index) } else { Err(InputError::DeadMover { mover }) }
    }

    /// Refuses a body that a mover moves: only the mover may set its pose.
    pub(super) fn without_mover(&self, body: BodyId) -> Result<(), InputError> {
        self.mover_of(body).map_or(Ok(()), |mover| Err(InputError::MovedBody { body, mover }))
    }

    /// Notes that a mover, the last in the list, moves a body.
    pub(super) fn note_mover_of(&mut self, body: BodyId) {
        let slot = body.index as usize;
        if slot >= self.mover_of.len() {
            self.mover_of.resize(slot + 1, u32::MAX);
        }
        self.mover_of[slot] = self.movers.len() as u32 - 1;
    }
}
