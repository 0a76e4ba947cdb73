//! The stage as a resource: what is on it, by entity.

use crate::component::{Collider, Trigger};
use crate::links::{Entities, Links};
use crate::pose::Pose;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use glissando::stage::{self, MoverState, Outcome, Stage, StageCharacter, StageState};
use glissando::{
    BallId, BodyId, CharacterId, Config, ConfigId, DAffine3, DQuat, InputError, MoverId, Owner, TriggerId,
    World, balls,
};

/// The stage of a Bevy world: geometry, movers, characters, triggers, balls, and which entity is which.
///
/// It is all that a tick depends on, besides the components: clone it to save, and insert the clone, or call
/// [`GlissandoStage::restore`], to go back. Meshes are shared, so a clone copies some hundreds of bytes for each character, body
/// and mover. From a clone the next tick takes positions of characters, balls and movers, and writes their transforms instead of
/// reading them. Components and the transforms of plain colliders are the game's, to be rolled back by the game. What has joined
/// since a clone was made joins again, where its transform is; what has been despawned since is gone.
///
/// There is one stage in a Bevy world; other worlds, sub-apps for instance, have their own.
#[derive(Resource, Debug, Default)]
pub struct GlissandoStage {
    pub(crate) stage: Stage,
    pub(crate) state: StageState,
    pub(crate) bodies: Links<BodyLink>,
    pub(crate) movers: Links<MoverLink>,
    pub(crate) triggers: Links<TriggerLink>,
    pub(crate) characters: Links<CharacterLink>,
    pub(crate) balls: Links<BallId>,
    pub(crate) configs: Vec<SharedConfig>,
    pub(crate) of_body: Entities,
    pub(crate) of_trigger: Entities,
    pub(crate) of_character: Entities,
    pub(crate) of_ball: Entities,
    /// The movers before the last tick, for drawing; its other lists are empty.
    pub(crate) before: StageState,
    /// A copy is newer, or older, than the entities' transforms.
    pub(crate) is_copy: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct BodyLink {
    pub(crate) id: BodyId,
    pub(crate) collider: Collider,
    /// `None` where a mover has left it, until the entity's pose counts again.
    pub(crate) pose: Option<DAffine3>,
    /// The transform that the pose is of, if it is of no other: most colliders stay where they are.
    pub(crate) seen: Option<Transform>,
}

#[derive(Clone, Debug)]
pub(crate) struct MoverLink {
    pub(crate) id: MoverId,
    /// The entity's pose at rest.
    pub(crate) rest: Pose,
    /// Whether it goes where the game puts its entity.
    pub(crate) follows: bool,
    /// The entity's pose that it last went to; `None` if the game has put it where it cannot go.
    pub(crate) seen: Option<Pose>,
}

#[derive(Clone, Debug)]
pub(crate) struct TriggerLink {
    pub(crate) id: TriggerId,
    pub(crate) trigger: Trigger,
    /// In the world; of one that rides on a mover, while that rests.
    pub(crate) pose: DAffine3,
    pub(crate) mover: Option<MoverId>,
    /// As of a body.
    pub(crate) seen: Option<Transform>,
}

#[derive(Clone, Debug)]
pub(crate) struct CharacterLink {
    pub(crate) id: CharacterId,
    pub(crate) outcome: Outcome,
}

/// Settings that several characters have in common.
#[derive(Clone, Debug)]
pub(crate) struct SharedConfig {
    pub(crate) id: ConfigId,
    pub(crate) config: Config,
    pub(crate) users: usize,
}

impl Clone for GlissandoStage {
    fn clone(&self) -> Self {
        Self {
            stage: self.stage.clone(),
            state: self.state.clone(),
            bodies: self.bodies.clone(),
            movers: self.movers.clone(),
            triggers: self.triggers.clone(),
            characters: self.characters.clone(),
            balls: self.balls.clone(),
            configs: self.configs.clone(),
            of_body: self.of_body.clone(),
            of_trigger: self.of_trigger.clone(),
            of_character: self.of_character.clone(),
            of_ball: self.of_ball.clone(),
            before: self.before.clone(),
            is_copy: true,
        }
    }
}

impl GlissandoStage {
    /// A stage with these rules for balls.
    pub(crate) fn new(rules: balls::Settings) -> Result<Self, InputError> {
        let mut new = Self::default();
        new.stage.set_ball_settings(rules)?;
        Ok(new)
    }

    /// Goes back, or on, to a clone.
    pub fn restore(&mut self, saved: &Self) {
        *self = saved.clone();
    }

    /// Number of ticks that were made.
    pub const fn tick(&self) -> u64 {
        self.state.tick
    }

    /// The state of everything that moves.
    pub const fn state(&self) -> &StageState {
        &self.state
    }

    /// The stage of the library.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The world with all movers in their places: for rays, sweeps, lines of sight and other questions between ticks. What a hit's
    /// owner is, [`GlissandoStage::entity`] tells.
    ///
    /// # Errors
    /// A state of a mover that was made invalid.
    pub fn world(&mut self) -> Result<&World, InputError> {
        self.stage.world_at(&self.state)
    }

    /// The entity of a body, a character or a ball; of one that was removed, until its slot is used again.
    pub fn entity(&self, owner: Owner) -> Option<Entity> {
        match owner {
            Owner::Body(id) => self.of_body.get((id.index(), id.generation())),
            Owner::Character(id) => self.of_character.get((id.index(), id.generation())),
            Owner::Ball(id) => self.of_ball.get((id.index(), id.generation())),
        }
    }

    /// The entity of a trigger.
    pub fn trigger_entity(&self, id: TriggerId) -> Option<Entity> {
        self.of_trigger.get((id.index(), id.generation()))
    }

    /// The handle of an entity's collider.
    pub fn body_id(&self, entity: Entity) -> Option<BodyId> {
        self.bodies.get(entity).map(|link| link.id)
    }

    /// A character of an entity: its whole state between two ticks.
    pub fn character(&self, entity: Entity) -> Option<&StageCharacter> {
        self.state.characters.get(self.characters.get(entity)?.id)
    }

    /// The same for changes: velocities, teleports ([`glissando::State::teleport`]), the touch of a spring board.
    pub fn character_mut(&mut self, entity: Entity) -> Option<&mut StageCharacter> {
        self.state.characters.get_mut(self.characters.get(entity)?.id)
    }

    /// The state of an entity's mover.
    pub fn mover(&self, entity: Entity) -> Option<&MoverState> {
        self.state.movers.as_slice().get(self.movers.get(entity)?.id.index() as usize)
    }

    /// The same for changes: [`MoverState::open`] calls a lift, [`MoverState::close`] sends it back.
    pub fn mover_mut(&mut self, entity: Entity) -> Option<&mut MoverState> {
        let place = self.movers.get(entity)?.id.index() as usize;
        self.state.movers.get_mut(place)
    }

    /// A ball of an entity.
    pub fn ball(&self, entity: Entity) -> Option<&balls::Ball> {
        self.state.balls.get(*self.balls.get(entity)?)
    }

    /// The same for changes.
    pub fn ball_mut(&mut self, entity: Entity) -> Option<&mut balls::Ball> {
        self.state.balls.get_mut(*self.balls.get(entity)?)
    }

    /// The rules of all balls; gravity is 9.81 down unless set.
    ///
    /// # Errors
    /// Values out of range. The rules then stay unchanged.
    pub fn set_ball_settings(&mut self, rules: balls::Settings) -> Result<(), InputError> {
        self.stage.set_ball_settings(rules)
    }

    /// The pose of a mover in the world.
    pub(crate) fn pose_of(&self, link: &MoverLink, place: &DAffine3, rotation: DQuat) -> Pose {
        Pose { affine: *place, rotation: rotation * link.rest.rotation }
    }

    /// The pose of a mover at a share of the last tick.
    pub(crate) fn mover_pose(&self, link: &MoverLink, share: f64) -> Option<Pose> {
        let affine = self.stage.pose_between(link.id, &self.before, &self.state, share)?;
        let index = link.id.index() as usize;
        let [before, after] = [&self.before, &self.state].map(|state| state.movers.as_slice().get(index));
        let place = glissando::interpolation::place_between(&before?.pose, &after?.pose, share);
        Some(self.pose_of(link, &affine, place.rotation))
    }

    /// The handle of settings; the same for equal ones.
    pub(crate) fn share_config(&mut self, config: Config) -> ConfigId {
        if let Some(shared) = self.configs.iter_mut().find(|shared| shared.config == config) {
            shared.users += 1;
            return shared.id;
        }
        let id = self.stage.add_config(config);
        self.configs.push(SharedConfig { id, config, users: 1 });
        id
    }

    /// Gives back settings that a character no longer has.
    pub(crate) fn release_config(&mut self, id: ConfigId) {
        let Some(place) = self.configs.iter().position(|shared| shared.id == id) else { return };
        self.configs[place].users -= 1;
        if self.configs[place].users == 0 {
            self.configs.remove(place);
            // A live handle, so there is no error.
            let _ = self.stage.remove_config(id);
        }
    }

    /// The support of a character, as an entity.
    pub(crate) fn support(&self, actor: &stage::StageCharacter) -> Option<Entity> {
        self.entity(actor.state.support?.owner)
    }
}
