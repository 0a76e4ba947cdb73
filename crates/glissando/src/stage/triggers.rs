//! Triggers on the stage: fixed ones, and those attached to a mover; tested along the path really travelled.

use super::report::{StageEvent, StageEventKind, TickReport};
use super::scratch::StageScratch;
use super::{Stage, StageState};
use crate::handle::{CharacterId, MoverId, TriggerId};
use crate::input::InputError;
use crate::math::{DAffine3, DRigid3};
use crate::trigger::{NearTriggers, Trigger, TriggerEvent, Triggers, check_place};

/// A trigger attached to a mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rider {
    pub(super) trigger: TriggerId,
    pub(super) mover: usize,
    pub(super) rest: DAffine3,
    /// The place of its mover for which it is placed; `None` if that is unknown.
    pub(super) placed: Option<DRigid3>,
}

impl Stage {
    /// Adds a trigger; with `mover` it moves with that mover, from its pose while the mover rests.
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
    /// # use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
    /// let (zone, _) = Mesh::build(&Soup::cuboid(Vec3::new(3.0, 2.0, 0.0), Vec3::ONE), &MeshOptions::default())?;
    /// let zone = stage.add_trigger(Trigger::new(zone, TriggerKind::VolumeByCentre), None)?;
    /// let mut entered = 0;
    /// for _ in 0..60 {
    ///     let input = Input { wish: DVec3::X * 3.0, ..Input::default() };
    ///     let report = stage.tick(&mut state, &[input], TICK, &mut scratch)?;
    ///     entered += report.triggers_of(hero).filter(|e| e.kind == TriggerEventKind::Entered).count();
    /// }
    /// assert_eq!(entered, 1);
    /// assert!(state.characters[0].inside.is_in(zone));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An invalid pose, a volume whose mesh is not closed, [`InputError::DeadMover`].
    pub fn add_trigger(&mut self, trigger: Trigger, mover: Option<MoverId>) -> Result<TriggerId, InputError> {
        let mover = mover.map(|mover| self.moving(mover)).transpose()?;
        let rest = trigger.pose;
        let id = self.triggers.insert(trigger)?;
        self.riders.extend(mover.map(|mover| Rider { trigger: id, mover, rest, placed: None }));
        Ok(id)
    }

    /// Teleports a trigger to another pose; of one that is attached to a mover it is the pose while that mover rests.
    /// Resulting changes are reported at the start of the next tick.
    ///
    /// # Errors
    /// The same as of [`Triggers::set_pose`]; the trigger then keeps its pose.
    pub fn set_trigger_pose(&mut self, id: TriggerId, pose: DAffine3) -> Result<(), InputError> {
        self.triggers.set_pose(id, pose)?;
        if let Some(rider) = self.riders.iter_mut().find(|rider| rider.trigger == id) {
            (rider.rest, rider.placed) = (pose, None);
        }
        Ok(())
    }

    /// The triggers, where the last tick or [`Stage::world_at`] placed them; for drawing and for
    /// [`Triggers::teleport`].
    pub const fn triggers(&self) -> &Triggers {
        &self.triggers
    }

    /// Places the attached triggers by their movers.
    pub(super) fn place_triggers(&mut self, state: &StageState) -> Result<(), InputError> {
        for rider in &mut self.riders {
            let place = state.movers[rider.mover].pose;
            if rider.placed != Some(place) {
                let pose = self.movers[rider.mover].spec.pose(&place, &rider.rest);
                self.triggers.set_pose(rider.trigger, pose)?;
                rider.placed = Some(place);
            }
        }
        Ok(())
    }

    /// Appends the events of triggers that characters entered, crossed and left in the tick, with all motion.
    pub(super) fn travel(
        &mut self,
        ids: &[CharacterId],
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        for rider in &mut self.riders {
            let motion = scratch.motion(rider.mover);
            if !motion.is_still() {
                rider.placed = None;
                self.triggers.set_motion(rider.trigger, motion)?;
            }
        }
        let StageScratch { next, path, characters, events, trigger, near_triggers, .. } = scratch;
        if self.triggers.is_empty() && next.iter().all(|actor| actor.inside.inside().is_empty()) {
            // A way out of the world is refused, whether there are triggers or not.
            path.iter().try_for_each(check_place)?;
            return self.triggers.finish_motions(dt);
        }
        if near_triggers.len() < next.len() {
            near_triggers.resize_with(next.len(), NearTriggers::default);
        }
        let all = next.iter_mut().zip(characters.iter()).zip(ids).zip(near_triggers);
        for (((actor, report), &character), near) in all {
            let path_of_character = &path[report.path.clone()];
            let Some(config) = self.configs.get(actor.config) else { continue };
            let shape = config.shape(actor.state.is_crouching);
            let filter = config.settings().filter;
            // What is carried and walks is carried first. A trigger that rides along must be as far then.
            let on_stage = (report.world_moves_for, near);
            let inside = &mut actor.inside;
            for event in
                self.triggers.travel_after(on_stage, &shape, path_of_character, filter, inside, trigger)?
            {
                let TriggerEvent { trigger, time, position, kind } = *event;
                let kind = StageEventKind::Trigger { trigger, kind };
                let velocity = actor.state.velocity;
                events.push(StageEvent { time, character, position, velocity, kind });
            }
        }
        self.triggers.finish_motions(dt)
    }
}

impl TickReport<'_> {
    /// The events of triggers that characters entered, crossed and left, with the character, in order of time.
    pub fn triggers(&self) -> impl Iterator<Item = (CharacterId, TriggerEvent)> {
        self.events.iter().filter_map(|e| match e.kind {
            StageEventKind::Trigger { trigger, kind } => {
                Some((e.character, TriggerEvent { trigger, time: e.time, position: e.position, kind }))
            }
            _ => None,
        })
    }

    /// Those of one character. It looks at the events of all: for each of many characters, sort [`TickReport::triggers`] once.
    pub fn triggers_of(&self, character: CharacterId) -> impl Iterator<Item = TriggerEvent> {
        self.triggers().filter(move |(whose, _)| *whose == character).map(|(_, event)| event)
    }
}
