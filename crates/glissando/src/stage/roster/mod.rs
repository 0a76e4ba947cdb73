//! A list whose entries have handles: it reads like a slice, and removing an entry keeps all other handles valid.
//!
//! The entries are in order of insertion. A table of slots maps a handle to its entry; a freed slot is used again
//! under the next generation, until its generations are used up. All of it is plain data: the same insertions and
//! removals after restoring a copy give the same handles.

#[cfg(feature = "serde")]
mod saved;

use crate::handle::Handle;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut, Index, IndexMut};

/// Entries in order of insertion, each with a handle; a [stage state](super::StageState) keeps characters and balls
/// in rosters.
///
/// As a slice it has positions, `0..len()`: inputs and reports use that order. `roster[id]` is the entry of a handle
/// and panics for a dead one; [`Roster::get`] does not.
#[derive(Debug, PartialEq)]
pub struct Roster<I, T> {
    entries: Vec<T>,
    /// The handles of the entries, in the same order.
    ids: Vec<I>,
    slots: Vec<Slot>,
    /// Free slots; the last is used next.
    free: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Slot {
    generation: u32,
    /// The position of the entry; [`VACANT`] if there is none.
    position: u32,
}

const VACANT: u32 = u32::MAX;

/// The generation of a slot whose generations are used up: it is never used again, so that no handle comes back.
const RETIRED: u32 = u32::MAX;

impl<I, T> Default for Roster<I, T> {
    fn default() -> Self {
        Self { entries: Vec::new(), ids: Vec::new(), slots: Vec::new(), free: Vec::new() }
    }
}

impl<I: Clone, T: Clone> Clone for Roster<I, T> {
    fn clone(&self) -> Self {
        let (entries, ids) = (self.entries.clone(), self.ids.clone());
        Self { entries, ids, slots: self.slots.clone(), free: self.free.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.entries.clone_from(&other.entries);
        self.ids.clone_from(&other.ids);
        self.slots.clone_from(&other.slots);
        self.free.clone_from(&other.free);
    }
}

impl<I: Handle, T> Roster<I, T> {
    /// An empty roster.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an entry; its handle stays valid until [`Roster::remove`].
    pub fn insert(&mut self, entry: T) -> I {
        let position = self.entries.len() as u32;
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, position: VACANT });
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        slot.position = position;
        let id = I::of(index, slot.generation);
        self.entries.push(entry);
        self.ids.push(id);
        id
    }

    /// Removes the entry of a handle and returns it; `None` if the handle is dead. The others keep their order.
    pub fn remove(&mut self, id: I) -> Option<T> {
        let position = self.position(id)?;
        self.vacate(id);
        self.ids.remove(position);
        for (at, id) in self.ids.iter().enumerate().skip(position) {
            self.slots[id.parts().0 as usize].position = at as u32;
        }
        Some(self.entries.remove(position))
    }

    /// Removes the last entry and returns it; `None` if there is none.
    pub fn pop(&mut self) -> Option<T> {
        self.ids.last().copied().and_then(|id| self.remove(id))
    }

    /// Removes the entries for which `keep` is false. Of many entries this costs much less than as many calls of
    /// [`Roster::remove`].
    pub fn retain(&mut self, mut keep: impl FnMut(I, &T) -> bool) {
        let dead: Vec<I> =
            self.iter_with_ids().filter(|(id, entry)| !keep(*id, entry)).map(|(id, _)| id).collect();
        for id in &dead {
            self.vacate(*id);
        }
        // They are in the order of the entries.
        let (mut ids, mut dead, mut kept) = (self.ids.iter(), dead.iter().peekable(), 0);
        let Self { entries, slots, .. } = self;
        entries.retain(|_| {
            let id = ids.next();
            let is_kept = id != dead.peek().copied();
            if !is_kept {
                dead.next();
            } else if let Some(id) = id {
                slots[id.parts().0 as usize].position = kept;
                kept += 1;
            }
            is_kept
        });
        self.ids.retain(|id| slots[id.parts().0 as usize].generation == id.parts().1);
    }

    /// Removes all entries; their handles become dead.
    pub fn clear(&mut self) {
        while self.pop().is_some() {}
    }

    /// The entry of a handle; `None` if the handle is dead.
    pub fn get(&self, id: I) -> Option<&T> {
        self.position(id).map(|at| &self.entries[at])
    }

    /// Mutable access to the entry of a handle; `None` if the handle is dead.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.position(id).map(|at| &mut self.entries[at])
    }

    /// The position of a handle's entry; `None` if the handle is dead.
    pub fn position(&self, id: I) -> Option<usize> {
        let (index, generation) = id.parts();
        let slot = self.slots.get(index as usize)?;
        (slot.generation == generation && slot.position != VACANT).then_some(slot.position as usize)
    }

    /// The entries in order.
    pub fn as_slice(&self) -> &[T] {
        &self.entries
    }

    /// The entries in order, mutable.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.entries
    }

    /// The handle of the entry at a position; `None` beyond the last.
    pub fn id(&self, position: usize) -> Option<I> {
        self.ids.get(position).copied()
    }

    /// The handles, in the order of the entries.
    pub fn ids(&self) -> &[I] {
        &self.ids
    }

    /// The entries with their handles, in order.
    pub fn iter_with_ids(&self) -> impl Iterator<Item = (I, &T)> {
        self.ids.iter().copied().zip(&self.entries)
    }

    /// Ends a handle that is alive; its slot may be used again.
    fn vacate(&mut self, id: I) {
        let (index, _) = id.parts();
        let slot = &mut self.slots[index as usize];
        slot.position = VACANT;
        slot.generation += 1;
        if slot.generation < RETIRED {
            self.free.push(index);
        }
    }

    /// The position of a handle; past the end if it is dead.
    fn place(&self, id: I) -> usize {
        self.position(id).unwrap_or(self.entries.len())
    }

    /// Replaces all entries by as many others, under the same handles.
    pub(super) fn swap_entries(&mut self, others: &mut Vec<T>) {
        debug_assert_eq!(self.entries.len(), others.len());
        core::mem::swap(&mut self.entries, others);
    }
}

impl<I, T> Deref for Roster<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.entries
    }
}

impl<I, T> DerefMut for Roster<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }
}

impl<I: Handle, T> Index<I> for Roster<I, T> {
    type Output = T;

    /// # Panics
    /// If the handle is dead, like a slice past its end; [`Roster::get`] never panics.
    fn index(&self, id: I) -> &T {
        &self.entries[self.place(id)]
    }
}

impl<I: Handle, T> IndexMut<I> for Roster<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        let place = self.place(id);
        &mut self.entries[place]
    }
}

impl<I, T> Index<usize> for Roster<I, T> {
    type Output = T;

    fn index(&self, position: usize) -> &T {
        &self.entries[position]
    }
}

impl<I, T> IndexMut<usize> for Roster<I, T> {
    fn index_mut(&mut self, position: usize) -> &mut T {
        &mut self.entries[position]
    }
}

impl<I: Handle, T> FromIterator<T> for Roster<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(entries: A) -> Self {
        let mut roster = Self::new();
        roster.extend(entries);
        roster
    }
}

impl<I: Handle, T> Extend<T> for Roster<I, T> {
    fn extend<A: IntoIterator<Item = T>>(&mut self, entries: A) {
        for entry in entries {
            self.insert(entry);
        }
    }
}

impl<'a, I, T> IntoIterator for &'a Roster<I, T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut Roster<I, T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter_mut()
    }
}
