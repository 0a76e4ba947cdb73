//! The phases of a tick, in their order.

use super::chain::Link;
use super::character_world::{CharacterWorld, CharacterWorlds, ContactFilters, NoFilters};
use super::effect::Left;
use super::report::TickReport;
use super::reporter::{BATCH, Reporter};
use super::scratch::StageScratch;
use super::yielding::Scale;
use super::{Stage, StageCharacter, StageState};
use crate::character::{Config, Input};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::threads::{One, Threads};
use crate::tolerance;
use crate::world::ContactFilter;
use alloc::vec::Vec;

impl Stage {
    /// Moves everything by one tick of `dt` seconds; `inputs` are in the order of the characters.
    ///
    /// The world moves first and takes the characters along, then each character makes its own move. Movers that
    /// yield undo their motion of this tick. On an error nothing has changed.
    ///
    /// A character that ends inside a surface is reported by the same rule as in [`crowd::step`](crate::crowd::step):
    /// its [`stop`](super::CharacterReport::stop) is [`Stop::Stuck`](crate::slide::Stop::Stuck) with an
    /// [`EventKind::Stuck`](crate::EventKind::Stuck), unless a mover holds it there: then it is
    /// [`Outcome::Crushed`](super::Outcome::Crushed).
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
    /// let before = state.characters[0].state.position.y;
    /// for _ in 0..60 {
    ///     let report = stage.tick(&mut state, &[Input::default()], TICK, &mut scratch)?;
    ///     assert!(report.events.is_empty() || state.tick == 1);
    /// }
    /// // The floor is a lift now: one metre up in a second.
    /// assert!((state.characters[0].state.position.y - before - 1.0).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// Characters are carried and shoved in at most 4096 sub-steps each (a character with more is squeezed), and
    /// again whenever a mover yields, at most five times for each mover. Making room takes at most 4096 slides and 64 more
    /// for each character; [`TickReport::is_settled`] reports whether they were enough. Balls and own moves cost the
    /// same as in [`balls::step`](crate::balls::step()) and [`crowd::step`](crate::crowd::step). A trigger that turns
    /// cuts the path of a character near it into up to 20 000 slices for each quarter of a turn.
    ///
    /// # Errors
    /// NaN, infinities or values out of range in state, inputs or `dt` (up to 10 s); more or fewer inputs
    /// than characters; a mover that would turn by more than a quarter in the tick.
    pub fn tick<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        self.tick_inner(state, inputs, dt, (NoFilters, One), scratch)
    }

    /// [`Stage::tick`] on the threads of the current rayon pool: the same bits.
    ///
    /// The pool is the caller's, as for [`step_many_parallel`](crate::many::step_many_parallel). The own moves of the
    /// characters are distributed, with their checks and reports, and the question which of them the moving world leaves
    /// alone; all else is done by the thread that calls.
    ///
    /// # Errors
    /// The same as of [`Stage::tick`].
    #[cfg(feature = "parallel")]
    pub fn tick_parallel<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        let how = (NoFilters, crate::threads::Pool);
        self.tick_inner(state, inputs, dt, how, scratch)
    }

    /// [`Stage::tick`] with a contact filter for each character, in their order: a surface that the filter drops does
    /// not exist for that character.
    ///
    /// A dropped surface neither stops nor carries nor shoves the character, and the character does not block it. A
    /// surface marked slippery cannot be walked on. An edited velocity carries and is kept in a jump, but moving
    /// surfaces shove at their real velocity. Triggers ignore contact filters.
    ///
    /// # Errors
    /// The same as of [`Stage::tick`]; more or fewer contact filters than characters.
    pub fn tick_filtered<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        contact_filters: &[impl ContactFilter],
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        same_count("number of contact filters", contact_filters.len(), state.characters.len())?;
        self.tick_inner(state, inputs, dt, (&contact_filters as &dyn ContactFilters, One), scratch)
    }

    /// [`Stage::tick_filtered`] on the threads of the current rayon pool: the same bits, as of [`Stage::tick_parallel`].
    ///
    /// # Errors
    /// The same as of [`Stage::tick_filtered`].
    #[cfg(feature = "parallel")]
    pub fn tick_filtered_parallel<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        contact_filters: &[impl ContactFilter + Sync],
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        same_count("number of contact filters", contact_filters.len(), state.characters.len())?;
        let how = (&contact_filters as &(dyn ContactFilters + Sync), crate::threads::Pool);
        self.tick_inner(state, inputs, dt, how, scratch)
    }

    fn tick_inner<
        's,
        F: ContactFilters + Copy,
        T: Threads<Self> + for<'a> Threads<CharacterWorlds<'a, F>> + for<'a> Threads<Reporter<'a, F>>,
    >(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        (contact_filters, threads): (F, T),
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        self.check(state, inputs, dt, threads, &mut scratch.refused)?;
        let mut phases = || {
            self.plan(state, dt, &mut scratch.going)?;
            self.move_world(state, inputs, (&contact_filters, threads), dt, scratch)?;
            self.fly_balls(state, dt, scratch)?;
            self.arrive(state, dt, scratch)?;
            self.own_moves(state, inputs, (contact_filters, threads), dt, scratch)?;
            scratch.balls.report_hits(state, dt, &mut scratch.events);
            self.push_balls(inputs, dt, scratch);
            self.travel(state.characters.ids(), dt, scratch)
        };
        if let Err(error) = phases() {
            self.cancel_motions();
            return Err(error);
        }
        self.world.note_tick();
        scratch.event_order.sort(&mut scratch.events);
        state.tick = state.tick.wrapping_add(1);
        self.take_movers(state, &scratch.going);
        state.characters.swap_entries(&mut scratch.next);
        if !state.balls.is_empty() {
            state.balls.swap_entries(&mut scratch.balls.next);
        }
        Ok(TickReport {
            characters: &scratch.characters,
            movers: &scratch.movers,
            going: &scratch.going.reports,
            events: &scratch.events,
            touches: &scratch.touches,
            balls: &scratch.balls.reports,
            impacts: &scratch.balls.impacts,
            is_settled: scratch.is_settled,
            trace: &scratch.crowd.listener.story,
            path: &scratch.path,
        })
    }

    /// Forgets the motions of a tick that was refused: nothing else would end them.
    fn cancel_motions(&mut self) {
        self.world.cancel_motions();
        self.triggers.cancel_motions();
    }

    fn check(
        &self,
        state: &StageState,
        inputs: &[Input],
        dt: f64,
        threads: impl Threads<Self>,
        refused: &mut Vec<Option<InputError>>,
    ) -> Result<(), InputError> {
        input::scalar("dt", dt, f64::MIN_POSITIVE, tolerance::LONGEST_TICK)?;
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        same_count("number of inputs", inputs.len(), state.characters.len())?;
        refused.clear();
        refused.resize(state.characters.len().div_ceil(BATCH), None);
        let characters = state.characters.chunks(BATCH).zip(inputs.chunks(BATCH));
        let batches = characters.zip(refused.iter_mut());
        let lanes = &mut alloc::vec![(); threads.count()];
        threads.deal(self, batches, lanes, |stage, ((actors, inputs), refused), ()| {
            let mut each = actors.iter().zip(inputs);
            *refused = each.find_map(|(actor, input)| stage.check_character(actor, input, dt).err());
        });
        refused.iter().find_map(|refused| *refused).map_or(Ok(()), Err)
    }

    pub(super) fn config_of(&self, actor: &StageCharacter) -> Result<&Config, InputError> {
        self.configs.get(actor.config).ok_or(InputError::DeadConfig { config: actor.config })
    }

    /// Carries and shoves every character, repeatedly until no mover has to yield any more.
    fn move_world(
        &mut self,
        state: &StageState,
        inputs: &[Input],
        (contact_filters, threads): (&dyn ContactFilters, impl Threads<Self>),
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        // Most are what they were after the last tick.
        if scratch.has_yielded || scratch.scales.len() != self.movers.len() {
            scratch.scales.clear();
            scratch.scales.resize(self.movers.len(), Scale::WHOLE);
        }
        scratch.has_yielded = false;
        scratch.effects.begin(state.characters.len());
        scratch.crowd.grow(state.characters.len(), threads.count());
        scratch.keep_memory_of(state.characters.ids());
        loop {
            self.set_motions(&scratch.going, &scratch.scales)?;
            scratch.ways.clear();
            scratch.pushes.clear();
            scratch.left.clear();
            scratch.left.resize(state.characters.len(), Left::default());
            if contact_filters.is_empty() {
                self.leave(state, (inputs, dt), threads, scratch);
            }
            for (index, (actor, input)) in state.characters.iter().zip(inputs).enumerate() {
                if scratch.left[index].is_left {
                    scratch.effects.leave(index, actor.state.position);
                } else {
                    let filtered = CharacterWorld::of(&self.world, contact_filters, index);
                    self.take_along(&filtered, (index, actor), (input, dt), scratch)?;
                }
            }
            self.make_room(state, contact_filters, dt, scratch)?;
            if !self.yield_movers(dt, scratch) {
                return Ok(());
            }
        }
    }

    /// Pushes away characters that a shoved one now overlaps.
    fn make_room(
        &self,
        state: &StageState,
        contact_filters: &dyn ContactFilters,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch { room, effects, moved, .. } = scratch;
        room.chain.links.clear();
        let both = || state.characters.iter().zip(&effects.places);
        let is_moved = |(actor, place): (&StageCharacter, &DVec3)| *place != actor.state.position;
        moved.clear();
        moved.extend((0..).zip(both()).filter(|(_, both)| is_moved(*both)).map(|(index, _)| index));
        let is_clear = moved.is_empty() || self.are_clear(state, effects, moved)?;
        // Tests make room all the same, and find that there is nothing to do.
        if moved.is_empty() || is_clear && !cfg!(debug_assertions) {
            room.rest();
            return Ok(());
        }
        for (index, actor) in state.characters.iter().enumerate() {
            room.chain.links.push(self.link(actor, (index, effects))?);
        }
        room.make(&self.world, contact_filters, effects, dt);
        let is_at = |(link, place): (&Link, &DVec3)| *place == link.shoved;
        debug_assert!(!is_clear || room.chain.links.iter().zip(&effects.places).all(is_at), "they are clear");
        Ok(())
    }
}

/// The error text for a state whose number of mover states, removed movers included, does not match.
pub(super) const MOVER_STATES: &str =
    "number of mover states (Stage::add_new_movers_to appends those of new movers)";

/// Refuses lists of different lengths.
pub(super) fn same_count(what: &'static str, count: usize, wanted: usize) -> Result<(), InputError> {
    input::scalar(what, count as f64, wanted as f64, wanted as f64).map(|_| ())
}
