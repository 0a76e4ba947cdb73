//! Pickled worlds: a file with the hash that it must have, or bytes; and pickled batches.

use crate::batch::Batch;
use crate::config::Config;
use crate::level::{Level, Source};
use crate::refusal::refused;
use crate::scalar::choice;
use crate::world::{UPS, World, read};
use glissando::saved;
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

/// A pickled batch.
#[pyfunction]
pub(crate) fn batch_from_parts(
    py: Python<'_>,
    world: Py<World>,
    configs: Vec<Bound<'_, Config>>,
    count: usize,
    saved: &[u8],
    threads: usize,
) -> PyResult<Batch> {
    let states = saved::states_from_bytes(saved, count).map_err(refused)?;
    let configs: Vec<glissando::Config> = configs.iter().map(|config| config.get().checked).collect();
    if configs.len() != 1 && configs.len() != count {
        return Err(refused(format!(
            "{} configs for {count} characters: there must be 1 or as many",
            configs.len()
        )));
    }
    Batch::of(py, world, (configs, states), threads)
}
