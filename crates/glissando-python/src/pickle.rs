//! Pickled worlds: a file with the hash that it must have, or bytes.

use crate::config::Config;
use crate::level::{Level, Source};
use crate::refusal::refused;
use crate::scalar::choice;
use crate::world::{UPS, World, read};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A pickled world that is a file: loaded again, and refused if it has changed.
#[pyfunction]
pub(crate) fn world_from_path(
    py: Python<'_>,
    path: PathBuf,
    unit: Option<f64>,
    up: Option<&str>,
    use_manifest: bool,
    hash: u64,
) -> PyResult<World> {
    let up = up.map(|name| choice("up", name, &UPS)).transpose()?;
    let text = path.display().to_string();
    let (world, level) = Source { path, unit, up, use_manifest }.load(py, 1)?;
    let world = World::new(world, level);
    let found = world.hash(py)?;
    if found != hash {
        return Err(refused(format!(
            "{text} has changed since the world was pickled (hash {found:016x}, then {hash:016x}): pickle it again, or \
             load it with pickled='bytes'"
        )));
    }
    Ok(world)
}

/// A pickled world that is bytes.
#[pyfunction]
pub(crate) fn world_from_parts(
    py: Python<'_>,
    saved: &[u8],
    spawns: Vec<(String, (f64, f64, f64), f64)>,
    config: &Config,
    notes: Vec<String>,
) -> PyResult<World> {
    let spawns = spawns.into_iter().map(|(name, feet, yaw)| (name, feet.into(), yaw)).collect();
    let level = Level { source: None, spawns, settings: *config.checked.settings(), notes };
    Ok(World::new(read(py, saved)?, level))
}
