//! A short walk that can be made again: where it starts, and what is pressed.

use glissando::{DVec3, Input};
use serde::{Deserialize, Serialize};

/// The inputs of a finding, from a start at rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clip {
    /// The centre of the body at the start.
    pub start: DVec3,
    /// Ticks a second.
    pub hz: f64,
    /// What is pressed, each for a number of ticks.
    pub inputs: Vec<(u32, Input)>,
}

impl Clip {
    /// A clip of inputs tick by tick.
    pub(crate) fn of(start: DVec3, hz: f64, inputs: &[Input]) -> Self {
        let mut clip = Self { start, hz, inputs: Vec::new() };
        for input in inputs {
            match clip.inputs.last_mut() {
                Some((count, last)) if last == input => *count += 1,
                _ => clip.inputs.push((1, *input)),
            }
        }
        clip
    }

    /// The inputs, tick by tick.
    pub fn ticks(&self) -> impl Iterator<Item = Input> + '_ {
        self.inputs.iter().flat_map(|&(count, input)| (0..count).map(move |_| input))
    }
}
