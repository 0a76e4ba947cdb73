//! What moves in a level and what is touched in it, as plain data for a simulation to use.
//!
//! Two sources say so: `NAME.entities.json` with `NAME.movers.glb` beside the level, and the extras of
//! the level's own nodes. `docs/levels.md` has the tables of both forms.

mod apex;
mod beside;
mod box_room;
mod check;
mod closed;
mod effect_extras;
mod entity;
mod extras;
mod gather;
mod hull;
mod keys;
mod links;
mod motion_extras;
mod mover;
mod mover_entity;
mod mover_rule;
mod shape_entity;
mod surroundings;
mod trigger;
mod trigger_entity;
mod trigger_rule;

pub use apex::launch_velocity;
pub use beside::{load_mechanisms, load_mechanisms_from};
pub use mover::{MotionSpec, MoverSpec, Start};
pub use trigger::{Destination, TriggerShape, TriggerSpec};

use crate::level::{Level, LevelMaterial, mesh_options, tractions};
use crate::notes::Notes;
use glissando::MeshOptions;
use glissando::traction::Traction;

/// The words of extras that are read here, and those of nodes without motion and touch, which are accepted.
pub(crate) const WORDS: [&[&str]; 2] = [extras::Words::WORDS, motion_extras::MotionExtras::WORDS];

/// Everything in a level that moves or is touched, in metres, seconds and radians, Y up.
#[derive(Clone, Debug, Default)]
pub struct Mechanisms {
    /// What moves, in the order of the file.
    pub movers: Vec<MoverSpec>,
    /// What is passed through and does something then.
    pub triggers: Vec<TriggerSpec>,
    /// Water, lava, ladders and the like, as triggers whose class is the liquid's kind.
    pub liquids: Vec<TriggerSpec>,
    /// Named points: where teleports end, what jump pads aim at, corners of paths.
    pub destinations: Vec<Destination>,
    /// What the material ids of all soups here stand for: those of the level first.
    pub materials: Vec<LevelMaterial>,
    /// What was left out, assumed or looks wrong, and why. At most 65 lines.
    pub notes: Vec<String>,
}

impl Mechanisms {
    /// What the extras of a level's own nodes say, without looking at any file.
    ///
    /// Nodes that make no sense are left out, and a note says why.
    pub fn of_level(level: &Level) -> Self {
        let mut notes = Notes::default();
        let mut mechanisms = Self { materials: level.materials.clone(), ..Self::default() };
        extras::add(level, &mut mechanisms, &mut notes);
        links::join(&mut mechanisms, &mut notes);
        mechanisms.notes = notes.into_lines();
        mechanisms
    }

    /// Whether nothing moves and nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.movers.is_empty() && self.triggers.is_empty() && self.liquids.is_empty()
    }

    /// The tractions of the materials, by material id: for [`Body::tractions`](glissando::Body::tractions).
    pub fn tractions(&self) -> Vec<(u16, Traction)> {
        tractions(&self.materials)
    }

    /// How the meshes of its movers are built: with the one-sided materials, everything else as usual.
    pub fn mesh_options(&self) -> MeshOptions {
        mesh_options(&self.materials)
    }

    /// Indices of the movers that start when `target` is fired: those of that name, and their teams. Ascending.
    pub fn movers_started_by(&self, target: &str) -> Vec<usize> {
        links::started_by(&self.movers, target)
    }
}
