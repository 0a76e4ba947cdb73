//! Which entity has which handle on the stage, in both directions.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;

use crate::StageOrder;

/// One entity, and what stands for it on the stage; nothing if the stage refuses it.
#[derive(Clone, Debug)]
pub(crate) struct Link<L> {
    pub(crate) entity: Entity,
    pub(crate) on_stage: Option<L>,
}

/// The entities of one kind in the order in which they joined.
#[derive(Clone, Debug)]
pub(crate) struct Links<L> {
    list: Vec<Link<L>>,
    /// Looked up, and never walked through: its order decides nothing.
    places: EntityHashMap<usize>,
}

impl<L> Default for Links<L> {
    fn default() -> Self {
        Self { list: Vec::new(), places: EntityHashMap::new() }
    }
}

impl<L> Links<L> {
    pub(crate) fn get(&self, entity: Entity) -> Option<&L> {
        self.list[*self.places.get(&entity)?].on_stage.as_ref()
    }

    pub(crate) fn get_mut(&mut self, entity: Entity) -> Option<&mut L> {
        self.list[*self.places.get(&entity)?].on_stage.as_mut()
    }

    /// That of an entity, whether it is on the stage or not.
    pub(crate) fn link_mut(&mut self, entity: Entity) -> Option<&mut Link<L>> {
        Some(&mut self.list[*self.places.get(&entity)?])
    }

    pub(crate) fn as_slice(&self) -> &[Link<L>] {
        &self.list
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Link<L>] {
        &mut self.list
    }

    /// Drops the entities for which `is_there` is false, and returns them in order, each with what stood for it on the stage.
    pub(crate) fn take_missing(&mut self, mut is_there: impl FnMut(Entity) -> bool) -> Vec<Link<L>> {
        let mut taken = Vec::new();
        let is_kept: Vec<bool> = self.list.iter().map(|link| is_there(link.entity)).collect();
        if is_kept.iter().all(|is_kept| *is_kept) {
            return taken;
        }
        let mut list = Vec::with_capacity(self.list.len());
        for (link, is_kept) in self.list.drain(..).zip(is_kept) {
            if is_kept { list.push(link) } else { taken.push(link) }
        }
        self.places = list.iter().enumerate().map(|(place, link)| (link.entity, place)).collect();
        self.list = list;
        taken
    }

    /// Appends those of `present` that have no place yet, without anything on the stage, by their numbers.
    pub(crate) fn append_new<'a>(&mut self, present: impl Iterator<Item = (Entity, &'a StageOrder)>) {
        let is_known = |entity: &Entity| self.places.contains_key(entity);
        let mut new: Vec<(StageOrder, Entity)> =
            present.filter(|(entity, _)| !is_known(entity)).map(|(entity, order)| (*order, entity)).collect();
        new.sort_unstable();
        for (_, entity) in new {
            self.places.insert(entity, self.list.len());
            self.list.push(Link { entity, on_stage: None });
        }
    }
}

/// The entities by the slots of their handles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entities {
    slots: Vec<(u32, Entity)>,
}

impl Entities {
    pub(crate) fn set(&mut self, (index, generation): (u32, u32), entity: Entity) {
        let index = index as usize;
        if index >= self.slots.len() {
            self.slots.resize(index + 1, (u32::MAX, Entity::PLACEHOLDER));
        }
        self.slots[index] = (generation, entity);
    }

    /// The entity of a handle, also of one that was removed until its slot is used again.
    pub(crate) fn get(&self, (index, generation): (u32, u32)) -> Option<Entity> {
        let (known, entity) = self.slots.get(index as usize)?;
        (*known == generation).then_some(*entity)
    }
}
