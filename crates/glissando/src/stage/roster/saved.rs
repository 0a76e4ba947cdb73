//! The file format of a roster: its entries with their handles, and the vacant slots in the order of their use.

use super::{RETIRED, Roster, Slot, VACANT};
use crate::handle::Handle;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize)]
struct Saved<'a, I, T> {
    entries: Vec<SavedEntry<I, &'a T>>,
    vacant: Vec<I>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Loaded<I, T> {
    entries: Vec<SavedEntry<I, T>>,
    #[serde(default = "Vec::new")]
    vacant: Vec<I>,
}

#[derive(Serialize, Deserialize)]
struct SavedEntry<I, T> {
    id: I,
    entry: T,
}

impl<I: Handle + Serialize, T: Serialize> Serialize for Roster<I, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = |index: u32| I::of(index, self.slots[index as usize].generation);
        let is_retired = |index: &u32| self.slots[*index as usize].generation == RETIRED;
        let retired = (0..self.slots.len() as u32).filter(is_retired);
        Saved {
            entries: self.iter_with_ids().map(|(id, entry)| SavedEntry { id, entry }).collect(),
            vacant: retired.chain(self.free.iter().copied()).map(id).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de, I: Handle + Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for Roster<I, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Loaded { entries, vacant } = Loaded::<I, T>::deserialize(deserializer)?;
        // Every slot is in exactly one of the two lists, so their lengths add up to the number of slots.
        let unknown = Slot { generation: 0, position: VACANT };
        let mut roster = Self { slots: alloc::vec![unknown; entries.len() + vacant.len()], ..Self::new() };
        let mut is_known = alloc::vec![false; roster.slots.len()];
        let mut slot_of = |id: &I| {
            let (index, generation) = id.parts();
            let is_new =
                is_known.get_mut(index as usize).is_some_and(|known| !core::mem::replace(known, true));
            if is_new {
                Ok((index as usize, generation))
            } else {
                Err(D::Error::custom(format_args!("slot {index} occurs twice, or is past the last")))
            }
        };
        for id in vacant {
            let (index, generation) = slot_of(&id)?;
            roster.slots[index].generation = generation;
            if generation < RETIRED {
                roster.free.push(index as u32);
            }
        }
        for SavedEntry { id, entry } in entries {
            let (index, generation) = slot_of(&id)?;
            if generation == RETIRED {
                return Err(D::Error::custom(format_args!("slot {index} was used up, and has an entry")));
            }
            roster.slots[index] = Slot { generation, position: roster.entries.len() as u32 };
            roster.entries.push(entry);
            roster.ids.push(id);
        }
        Ok(roster)
    }
}
