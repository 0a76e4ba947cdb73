//! The clip of a finding as a recording, which `glissando replay` walks again; and the way that it goes, for pictures.

use crate::beside::Beside;
use anyhow::Context;
use glissando::DVec3;
use glissando_check::Finding;
use glissando_check::level::Parts;
use std::path::Path;

/// Walks the clip of a finding and writes it down; the points that the body's centre went through.
///
/// # Errors
/// Files that cannot be written.
pub(super) fn record(
    parts: &mut Parts,
    finding: &Finding,
    path: &Path,
) -> anyhow::Result<Option<Vec<DVec3>>> {
    let mut walk = || -> anyhow::Result<Option<Vec<DVec3>>> {
        let Some((file, points)) = parts.record(finding, || Ok(Beside::create(path)?))? else {
            return Ok(None);
        };
        file.finish()?;
        Ok(Some(points))
    };
    walk().with_context(|| path.display().to_string())
}
