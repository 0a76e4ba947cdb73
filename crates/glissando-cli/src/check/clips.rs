//! The clip of a finding as a recording, which `glissando replay` walks again; and the way that it goes, for pictures.

use super::subject::Parts;
use crate::beside::Beside;
use anyhow::Context;
use glissando::DVec3;
use glissando_check::Finding;
use glissando_play::record::{By, Recorder};
use glissando_play::walk::Play;
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
    let Some(clip) = &finding.clip else { return Ok(None) };
    let setup = &mut parts.setup;
    setup.dt = 1.0 / clip.hz;
    // A recording has its inputs line by line, so nothing else has to make them again.
    setup.origin = None;
    if let Some(player) = setup.players.first_mut() {
        (player.config, player.spawn) = (parts.config, clip.start);
    }
    let walk = || -> anyhow::Result<Vec<DVec3>> {
        let by = By::Script(format!("check: {}", finding.kind.title()));
        let mut recorder = Recorder::new(Beside::create(path)?, setup, by)?;
        let mut play = Play::new(setup)?;
        let mut points = vec![clip.start];
        for input in clip.ticks() {
            play.go(&[input], &[])?;
            recorder.add(&[input], &[], &[], &play)?;
            points.extend(play.character(0).map(|state| state.position));
        }
        recorder.finish()?.finish()?;
        Ok(points)
    };
    walk().map(Some).with_context(|| path.display().to_string())
}
