//! Whatever was kept of a walk: a clip, a link that has one, or a recording.

use super::recording::origin_recorded;
use super::{Clip, Session};
use crate::record::Reader;
use crate::saved::Kind;
use crate::walk::Origin;
use glissando_level::Files;

impl Session {
    /// Whether a text is one of these, not another file's.
    pub fn is_kept(text: &[u8]) -> bool {
        Clip::is_clip(text) || Kind::of(text) == Some(Kind::Recording)
    }

    /// What it was walked in.
    ///
    /// # Errors
    /// Those of [`Clip::read`]; a recording that is none, or of a walk that was made of a script's files.
    pub fn origin_kept(text: &[u8]) -> anyhow::Result<Origin> {
        if Kind::of(text) == Some(Kind::Recording) {
            origin_recorded(&Reader::new(text)?)
        } else {
            Ok(Clip::read(text)?.origin().clone())
        }
    }

    /// What was kept, at its last tick, paused; whether it came to the same bits there.
    ///
    /// # Errors
    /// Those of [`Clip::read`], [`Session::open`] and [`Session::open_recording`].
    pub fn open_kept(files: &dyn Files, text: &[u8]) -> anyhow::Result<(Self, bool)> {
        if Kind::of(text) == Some(Kind::Recording) {
            Self::open_recording(files, text)
        } else {
            Self::open(files, &Clip::read(text)?)
        }
    }
}
