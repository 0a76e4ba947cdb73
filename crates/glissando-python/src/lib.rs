//! glissando for Python: a thin layer of numpy arrays over the library.
//!
//! ```text
//! World ─▶ rays, ray_hits, sweeps, overlaps, clearances, line_of_sight ─▶ arrays
//!   │ └─▶ Batch: thousands of characters, one call a tick ─▶ arrays that are filled again
//!   └───▶ Stage: movers, triggers, characters that meet ─▶ the same arrays, events
//! ```
//! Arrays come in by `array.rs`, which copies and checks them by name, and go out by `column.rs`. Questions, steps
//! and builds run without the GIL and behind `guard` (`refusal.rs`), which turns a panic into an ordinary exception. No logic of the simulation is here.

mod answers;
mod array;
mod batch;
mod body;
mod column;
mod config;
mod events;
mod level;
mod mapping;
mod mesh;
mod pickle;
mod question;
mod refusal;
mod scalar;
mod shape;
mod stage;
mod walkers;
mod workers;
mod world;

use pyo3::prelude::*;

/// The native part of the package `glissando`.
#[pymodule]
mod _glissando {
    #[pymodule_export]
    use crate::answers::{Clearances, Hits, Overlaps, RayHits};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::config::{Config, cos_degrees};
    #[pymodule_export]
    use crate::pickle::{batch_from_parts, world_from_parts, world_from_path};
    #[pymodule_export]
    use crate::refusal::LevelError;
    #[pymodule_export]
    use crate::shape::Shape;
    #[pymodule_export]
    use crate::stage::Stage;
    #[pymodule_export]
    use crate::stage::pickled::stage_from_parts;
    #[pymodule_export]
    use crate::world::World;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("NO_BODY", u64::MAX)?;
        module.add("EVENT_NAMES", crate::events::NAMES.to_vec())?;
        module.add("GROUND_NAMES", ["standing", "steep", "airborne"])?;
        module.add("OUTCOME_NAMES", ["crushed", "blocked", "pushed", "carried", "unaffected"])
    }
}
