//! The order in which entities join the stage: by a number that each gets when it is spawned.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::prelude::*;

/// The order in which an entity joins the stage among those that join in the same tick; every part of the stage requires it.
///
/// A number of 0, the default, is replaced at once by the next free number of the Bevy world: entities join in the order in which
/// they were spawned, wherever Bevy stores them. A game whose machines spawn in different orders sets its own numbers, the
/// network's ids for instance. Equal numbers join in the order of their entities.
///
/// The order decides which of several surfaces that are touched at the very same moment is reported, and the order of messages
/// of the same time.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[component(on_add = number, clone_behavior = Ignore)]
pub struct StageOrder(pub u64);

/// The last number that was given to an entity of this world.
#[derive(Resource, Debug, Default)]
pub(crate) struct LastOrder(u64);

fn number(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    if world.get::<StageOrder>(entity).is_none_or(|order| order.0 != 0) {
        return;
    }
    let Some(mut last) = world.get_resource_mut::<LastOrder>() else { return };
    last.0 += 1;
    let next = last.0;
    if let Some(mut order) = world.get_mut::<StageOrder>(entity) {
        order.0 = next;
    }
}
