//! A finding's clip as a recording: `glissando replay` and the page walk it again.

use super::parts::{Parts, text_of};
use crate::finding::Finding;
use glissando::{Config, DVec3};
use glissando_play::record::{By, Recorder};
use glissando_play::walk::{Change, Origin, Play, Wishes};
use std::io::Write;

impl Parts {
    /// Walks the clip of a finding and writes it down; the writer, and the points that the body's centre went through. `None` for a
    /// finding without a clip, for which no writer is made.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn record<W: Write>(
        &mut self,
        finding: &Finding,
        out: impl FnOnce() -> anyhow::Result<W>,
    ) -> anyhow::Result<Option<(W, Vec<DVec3>)>> {
        // A recording has its inputs line by line, so nothing else has to make them again.
        self.setup.origin = None;
        let config = self.config;
        self.walk(finding, out, config, &[])
    }

    /// The clip of a finding as the text of a recording that a session opens, in the levels that the walk was made of; `None` for a
    /// finding without a clip.
    ///
    /// # Errors
    /// None that a finding of these parts causes.
    pub fn session_recording(&mut self, finding: &Finding) -> anyhow::Result<Option<Vec<u8>>> {
        let Some(clip) = &finding.clip else { return Ok(None) };
        let wishes = Wishes { spawn: Some(text_of(clip.start)), hz: Some(clip.hz), ..Wishes::default() };
        let (name, source) = (self.setup.name.clone(), Some(self.setup.source.clone()));
        self.setup.origin = Some(Origin { is_scene: false, name, source, wishes });
        // The session begins with the character of the levels.
        let change =
            Change { character: 0, settings: Some(*self.config.settings()), place: Some(clip.start) };
        let is_own = self.config.settings() == self.own.settings();
        let changes = if is_own { &[][..] } else { &[change] };
        let own = self.own;
        Ok(self.walk(finding, || Ok(Vec::new()), own, changes)?.map(|(bytes, _)| bytes))
    }

    /// Walks the clip of a finding with a character that is changed before the first tick.
    fn walk<W: Write>(
        &mut self,
        finding: &Finding,
        out: impl FnOnce() -> anyhow::Result<W>,
        config: Config,
        changes: &[Change],
    ) -> anyhow::Result<Option<(W, Vec<DVec3>)>> {
        let Some(clip) = &finding.clip else { return Ok(None) };
        let setup = &mut self.setup;
        setup.dt = 1.0 / clip.hz;
        if let Some(player) = setup.players.first_mut() {
            (player.config, player.spawn) = (config, clip.start);
        }
        let by = By::Script(format!("check: {}", finding.kind.title()));
        let mut recorder = Recorder::new(out()?, setup, by)?;
        let mut play = Play::new(setup)?;
        let (mut points, mut changes) = (vec![clip.start], changes);
        for input in clip.ticks() {
            for change in changes {
                play.change(change)?;
            }
            play.go(&[input], &[])?;
            recorder.add(&[input], &[], changes, &play)?;
            changes = &[];
            points.extend(play.character(0).map(|state| state.position));
        }
        Ok(Some((recorder.finish()?, points)))
    }
}
