//! Characters.

use crate::component::{CharacterBody, CharacterStart};
use crate::fault::{Faults, StageError};
use crate::plugin::Clock;
use crate::pose::{parent_pose, vector};
use crate::stage::CharacterLink;
use crate::write::Written;
use crate::{GlissandoStage, StageOrder};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use glissando::stage::{Outcome, StageCharacter};
use glissando::{Config, DVec3, Input, State};

const COMPONENT: &str = "CharacterBody";
const PLACE: &str = "Transform";

type Parts<'a> = (Ref<'a, CharacterBody>, &'a Transform, &'a Written, Option<&'a CharacterStart>);

pub(crate) fn sync_characters(
    mut stage: ResMut<GlissandoStage>,
    (mut faults, mut commands): (Faults, Commands),
    clock: Clock,
    orders: Query<(Entity, &StageOrder), With<CharacterBody>>,
    characters: Query<Parts>,
    (transforms, parents): (Query<&Transform>, Query<&ChildOf>),
) {
    let stage = &mut *stage;
    for link in stage.characters.take_missing(|entity| characters.contains(entity)) {
        if let Some(actor) = link.on_stage.and_then(|link| stage.state.characters.remove(link.id)) {
            stage.release_config(actor.config);
        }
        faults.forget(link.entity);
    }
    stage.characters.append_new(orders.iter());
    for place in 0..stage.characters.as_slice().len() {
        let entity = stage.characters.as_slice()[place].entity;
        let Ok((body, transform, written, start)) = characters.get(entity) else { continue };
        let here = || {
            let above = parent_pose(entity, &parents, |above| transforms.get(above).ok().copied());
            above.affine.transform_point(vector(transform.translation))
        };
        let Some(link) = &stage.characters.as_slice()[place].on_stage else {
            let start = start.copied().unwrap_or_else(|| CharacterStart::Centre(here().into()));
            match stage.join_character(entity, place, &body, start, clock.dt()) {
                Ok(()) => {
                    faults.mended(entity, COMPONENT);
                    faults.mended(entity, PLACE);
                    commands.entity(entity).remove::<CharacterStart>();
                }
                Err((component, error)) => faults.report(entity, component, error),
            }
            continue;
        };
        let id = link.id;
        if body.is_changed() || stage.is_copy {
            match stage.change_character(id, &body, clock.dt()) {
                Ok(()) => faults.mended(entity, COMPONENT),
                Err(error) => faults.report(entity, COMPONENT, error),
            }
        }
        if !stage.is_copy && written.is_moved(transform) {
            match stage.move_character(id, here(), clock.dt()) {
                Ok(()) => faults.mended(entity, PLACE),
                Err(error) => faults.report(entity, PLACE, error),
            }
        }
    }
}

impl GlissandoStage {
    fn join_character(
        &mut self,
        entity: Entity,
        place: usize,
        body: &CharacterBody,
        start: CharacterStart,
        dt: f64,
    ) -> Result<(), (&'static str, StageError)> {
        let config = Config::new(&body.settings()).map_err(|error| (COMPONENT, error.into()))?;
        let state = match start {
            CharacterStart::Centre(centre) => State::at(centre.into()),
            CharacterStart::Feet(feet) => State::with_feet_at(&config, feet.into()),
        };
        let id = self.share_config(config);
        let mut actor = StageCharacter::new(id, State::at(DVec3::ZERO));
        (actor.mass, actor.strength, actor.layers) = (body.mass, body.strength, body.layers);
        let check = |actor: &_| self.stage.check_character(actor, &Input::default(), dt);
        let mut checked = check(&actor).map_err(|error| (COMPONENT, error.into()));
        actor.state = state;
        checked = checked.and_then(|()| check(&actor).map_err(|error| (PLACE, error.into())));
        if let Err(refused) = checked {
            self.release_config(id);
            return Err(refused);
        }
        let id = self.state.characters.insert(actor);
        self.of_character.set((id.index(), id.generation()), entity);
        let link = CharacterLink { id, outcome: Outcome::Unaffected };
        self.characters.as_mut_slice()[place].on_stage = Some(link);
        Ok(())
    }

    fn change_character(
        &mut self,
        id: glissando::CharacterId,
        body: &CharacterBody,
        dt: f64,
    ) -> Result<(), StageError> {
        let config = Config::new(&body.settings())?;
        let config = self.share_config(config);
        let Some(actor) = self.state.characters.get_mut(id) else { return Ok(()) };
        let old = actor.clone();
        actor.config = config;
        (actor.mass, actor.strength, actor.layers) = (body.mass, body.strength, body.layers);
        let checked = self.stage.check_character(actor, &Input::default(), dt);
        let unused = if checked.is_err() { std::mem::replace(actor, old).config } else { old.config };
        self.release_config(unused);
        Ok(checked?)
    }

    /// Teleports a character to where the game has put its entity.
    fn move_character(&mut self, id: glissando::CharacterId, to: DVec3, dt: f64) -> Result<(), StageError> {
        let Some(actor) = self.state.characters.get_mut(id) else { return Ok(()) };
        let old = actor.state;
        actor.state.teleport(to);
        let checked = self.stage.check_character(actor, &Input::default(), dt);
        if checked.is_err() {
            actor.state = old;
        }
        Ok(checked?)
    }
}
