//! The states of all movers, and whether they are still those that a stage left.

use super::mover::MoverState;
use crate::handle::MoverId;
use crate::world::Stamp;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut, Index, IndexMut};

/// The state of each mover of a stage. As a slice it is in the order in which the movers were added; `states[mover]`
/// is the state of a handle.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct MoverStates {
    states: Vec<MoverState>,
    /// What the stage that left them so knew then. A copy and whoever may change a state forget it.
    #[cfg_attr(feature = "serde", serde(skip))]
    left_by: Option<Stamp>,
}

impl MoverStates {
    /// The states in the order in which the movers were added.
    pub fn as_slice(&self) -> &[MoverState] {
        &self.states
    }

    /// Whether all states are those that a stage left when it knew this.
    pub(super) fn are_left_by(&self, known: &Stamp) -> bool {
        self.left_by.as_ref() == Some(known)
    }

    /// Puts the states of some movers, which then are those that a stage leaves that knows this.
    pub(super) fn leave(&mut self, states: impl Iterator<Item = (usize, MoverState)>, known: &Stamp) {
        states.for_each(|(mover, state)| self.states[mover] = state);
        known.remember(&mut self.left_by);
    }

    /// Appends the states of more movers.
    pub(super) fn extend(&mut self, states: impl Iterator<Item = MoverState>) {
        self.left_by = None;
        self.states.extend(states);
    }
}

impl FromIterator<MoverState> for MoverStates {
    fn from_iter<I: IntoIterator<Item = MoverState>>(states: I) -> Self {
        Self { states: states.into_iter().collect(), left_by: None }
    }
}

impl Clone for MoverStates {
    fn clone(&self) -> Self {
        Self { states: self.states.clone(), left_by: None }
    }

    fn clone_from(&mut self, other: &Self) {
        self.left_by = None;
        self.states.clone_from(&other.states);
    }
}

/// Of two equal lists the same text.
impl fmt::Debug for MoverStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MoverStates").field(&self.states).finish()
    }
}

impl PartialEq for MoverStates {
    fn eq(&self, other: &Self) -> bool {
        self.states == other.states
    }
}

impl Deref for MoverStates {
    type Target = [MoverState];

    fn deref(&self) -> &[MoverState] {
        &self.states
    }
}

impl DerefMut for MoverStates {
    fn deref_mut(&mut self) -> &mut [MoverState] {
        self.left_by = None;
        &mut self.states
    }
}

impl<'a> IntoIterator for &'a MoverStates {
    type Item = &'a MoverState;
    type IntoIter = core::slice::Iter<'a, MoverState>;

    fn into_iter(self) -> Self::IntoIter {
        self.states.iter()
    }
}

impl<'a> IntoIterator for &'a mut MoverStates {
    type Item = &'a mut MoverState;
    type IntoIter = core::slice::IterMut<'a, MoverState>;

    fn into_iter(self) -> Self::IntoIter {
        self.left_by = None;
        self.states.iter_mut()
    }
}

impl Index<MoverId> for MoverStates {
    type Output = MoverState;

    fn index(&self, mover: MoverId) -> &MoverState {
        &self.states[mover.index as usize]
    }
}

impl IndexMut<MoverId> for MoverStates {
    fn index_mut(&mut self, mover: MoverId) -> &mut MoverState {
        &mut (**self)[mover.index as usize]
    }
}

impl Index<usize> for MoverStates {
    type Output = MoverState;

    fn index(&self, position: usize) -> &MoverState {
        &self.states[position]
    }
}

impl IndexMut<usize> for MoverStates {
    fn index_mut(&mut self, position: usize) -> &mut MoverState {
        &mut (**self)[position]
    }
}
