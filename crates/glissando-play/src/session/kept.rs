//! Whatever was kept of a walk: a clip, a link that has one, or a recording.

use super::{Clip, Session};
use crate::record::is_recording;
use glissando_level::Files;

impl Session {
    /// Whether a text is one of these, not another file's.
    pub fn is_kept(text: &[u8]) -> bool {
        Clip::is_clip(text) || is_recording(text)
    }

    /// What was kept, at its last tick, paused; whether it came to the same bits there.
    ///
    /// # Errors
    /// Those of [`Clip::read`], [`Session::open`] and [`Session::open_recording`].
    pub fn open_kept(files: &dyn Files, text: &[u8]) -> anyhow::Result<(Self, bool)> {
        if is_recording(text) {
            Self::open_recording(files, text)
        } else {
            Self::open(files, &Clip::read(text)?)
        }
    }
}
