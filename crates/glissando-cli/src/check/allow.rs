//! `--allow FILE`: findings that may stay, with reasons.

use anyhow::{Context, ensure};
use glissando_check::compare::Allowed;
use glissando_play::script::read;
use std::path::Path;

/// Largest list that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The list in a file; an empty one without a file.
///
/// # Errors
/// A file that is no list; an entry without a reason.
pub(super) fn read(path: Option<&Path>) -> anyhow::Result<Vec<Allowed>> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let read = || -> anyhow::Result<Vec<Allowed>> {
        let list: Vec<Allowed> = read::json(&read::bytes(path, MOST_BYTES)?)?;
        for (index, allowed) in list.iter().enumerate() {
            ensure!(
                !allowed.reason.trim().is_empty(),
                "[{index}].reason is empty: say why the finding may stay"
            );
            ensure!(
                allowed.within >= 0.0 && allowed.within.is_finite(),
                "[{index}].within is {}: it must be a number of metres, 0 or more",
                allowed.within
            );
        }
        Ok(list)
    };
    read().with_context(|| path.display().to_string())
}
