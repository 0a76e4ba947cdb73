//! Extras, kept for the caller within a limit: a parsed value takes far more memory than its text.

use crate::level::Extras;
use crate::notes::Notes;
use std::sync::Arc;

/// Text that is kept in any file.
const FREE: usize = 64 << 10;

/// Parses extras until the limit is reached.
#[derive(Debug)]
pub(crate) struct ExtrasReader {
    left: usize,
}

impl ExtrasReader {
    /// A reader for a document of this many bytes; an eighth of it may be extras.
    pub(crate) fn new(text_bytes: usize) -> Self {
        Self { left: FREE + text_bytes / 8 }
    }

    /// The value of some extras, or nothing once the limit is reached.
    pub(crate) fn read(&mut self, text: Option<&str>, notes: &mut Notes) -> Extras {
        let text = text?;
        let Some(left) = self.left.checked_sub(text.len()) else {
            notes.add(|| format!("extras of {} bytes were dropped: the file has too many", text.len()));
            return None;
        };
        self.left = left;
        match serde_json::from_str(text) {
            Ok(value) => Some(Arc::new(value)),
            Err(error) => {
                notes.add(|| format!("extras were dropped: {error}"));
                None
            }
        }
    }
}
