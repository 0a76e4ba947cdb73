//! What the stage refuses: a message and a line of the log, once until it changes.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use core::fmt;
use glissando::InputError;

/// An entity's component with a value that the stage refuses.
///
/// The message is written, and logged as an error, once. It is written again if the component has another fault, or is inserted again. What was refused is left
/// out, keeps its last accepted value or stands still, as `error` says; it counts as soon as it is mended.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct StageFault {
    /// The entity; `None` if the whole tick was refused and no entity is to blame.
    pub entity: Option<Entity>,
    /// The component: `"CharacterBody"`.
    pub component: &'static str,
    /// The reason.
    pub error: StageError,
}

/// Why the stage refuses a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StageError {
    /// A number; the error has its name, its value and the accepted range.
    Input(InputError),
    /// A [`Mover`](crate::Mover) without a [`Collider`](crate::Collider) that is on the stage.
    NothingToMove,
    /// A collider below a mover in the hierarchy: it would stay behind for a tick, and carry nobody.
    BelowMover {
        /// The mover.
        mover: Entity,
    },
    /// A character, a ball or a mover below a parent whose scale is zero or not finite.
    FlatParent,
    /// A [`Collider`](crate::Collider) on a character or a ball: it would collide with itself.
    OwnCollider,
    /// A [`Collider`](crate::Collider) below a character or a ball in the hierarchy: the character would collide with it and stand still.
    BelowCharacter {
        /// The character or ball.
        character: Entity,
    },
    /// A view of a [`Steering`](crate::Steering) that was despawned or has no transform: the direction ahead is unknown.
    #[cfg(any(feature = "keys", feature = "enhanced_input"))]
    NoView {
        /// The entity.
        view: Entity,
    },
}

impl From<InputError> for StageError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::NothingToMove => f.write_str("there is nothing to move: the entity needs a Collider that the stage accepts"),
            Self::BelowMover { mover } => write!(
                f,
                "the entity is below the mover {mover}: give the mover one Collider with all of its triangles \
                 (Collider::from_parts)"
            ),
            Self::FlatParent => {
                f.write_str("a parent has a scale that is zero or not finite: the entity has no place below it")
            }
            #[cfg(any(feature = "keys", feature = "enhanced_input"))]
            Self::NoView { view } => write!(
                f,
                "the view {view} is gone or has no Transform: the character stands still until Steering::view is an entity that looks \
                 ahead, or None"
            ),
            Self::OwnCollider => f.write_str("the entity is a character or a ball, and would collide with itself: put the Collider on another"),
            Self::BelowCharacter { character } => write!(
                f,
                "the entity is below {character}, a character or a ball, which would collide with it: remove the Collider, or take the \
                 entity out of this hierarchy"
            ),
        }
    }
}

impl core::error::Error for StageError {}

impl fmt::Display for StageFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entity, component, error } = self;
        match entity {
            Some(entity) => write!(f, "{component} of entity {entity}: {error}"),
            None => write!(f, "{component}: {error}"),
        }
    }
}

/// The faults that were written and not mended since.
#[derive(Resource, Debug, Default)]
pub(crate) struct Known {
    /// By entity and component, as texts: NaN is unlike itself.
    by_entity: EntityHashMap<Vec<(&'static str, String)>>,
    of_tick: Option<String>,
}

/// Forgets the faults of despawned entities, also of those that a restored stage has never known.
pub(crate) fn forget_despawned(mut known: ResMut<Known>, entities: Query<Entity>) {
    if !known.by_entity.is_empty() {
        known.by_entity.retain(|entity, _| entities.contains(*entity));
    }
}

/// Writes faults.
#[derive(SystemParam)]
pub(crate) struct Faults<'w, 's> {
    messages: MessageWriter<'w, StageFault>,
    known: ResMut<'w, Known>,
    names: Query<'w, 's, &'static Name>,
}

impl Faults<'_, '_> {
    /// Writes a fault of an entity unless it is known.
    pub(crate) fn report(&mut self, entity: Entity, component: &'static str, error: impl Into<StageError>) {
        let error = error.into();
        let text = error.to_string();
        let known = self.known.by_entity.entry(entity).or_default();
        match known.iter_mut().find(|(name, _)| *name == component) {
            Some((_, old)) if *old == text => return,
            Some((_, old)) => *old = text,
            None => known.push((component, text)),
        }
        let name = self.names.get(entity).map(|name| format!(" (\"{name}\")")).unwrap_or_default();
        log::error!("{component} of entity {entity}{name}: {error}");
        self.messages.write(StageFault { entity: Some(entity), component, error });
    }

    /// Forgets the fault of a component that is accepted now.
    pub(crate) fn mended(&mut self, entity: Entity, component: &'static str) {
        if self.known.by_entity.is_empty() {
            return;
        }
        if let Some(known) = self.known.by_entity.get_mut(&entity) {
            known.retain(|(name, _)| *name != component);
            if known.is_empty() {
                self.known.by_entity.remove(&entity);
            }
        }
    }

    /// Forgets all faults of an entity that is no character and no ball any more.
    pub(crate) fn forget(&mut self, entity: Entity) {
        self.known.by_entity.remove(&entity);
    }

    /// Writes that a tick was refused, or forgets that one was.
    pub(crate) fn tick(&mut self, refused: Option<InputError>) {
        let text = refused.map(|error| error.to_string());
        if let (Some(error), true) = (refused, self.known.of_tick != text) {
            log::error!("tick of the stage: {error}");
            self.messages.write(StageFault { entity: None, component: "tick", error: error.into() });
        }
        self.known.of_tick = text;
    }
}

#[cfg(test)]
mod tests {
    use crate::component::{Ball, CharacterBody};
    use crate::fault::Known;
    use bevy_app::prelude::*;
    use bevy_time::{TimePlugin, TimeUpdateStrategy};

    #[test]
    fn the_faults_of_despawned_entities_are_forgotten() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, crate::GlissandoPlugin::default().with_hz(60.0)))
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        let known = |app: &App| app.world().resource::<Known>().by_entity.len();
        for _ in 0..20 {
            let body = app.world_mut().spawn(CharacterBody { mass: -1.0, ..CharacterBody::default() }).id();
            let ball = app.world_mut().spawn(Ball { radius: -1.0, ..Ball::default() }).id();
            app.update();
            app.update();
            assert_eq!(known(&app), 2);
            // Entities of which a restored stage knows nothing.
            app.insert_resource(crate::GlissandoStage::default());
            app.world_mut().despawn(body);
            app.world_mut().despawn(ball);
            app.update();
            assert_eq!(known(&app), 0);
        }
    }
}
