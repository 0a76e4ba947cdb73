//! What was skipped while loading, and why; bounded, because files come from strangers.

/// Most notes kept; later ones are only counted.
const MOST: usize = 64;

/// A bounded list of remarks.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    lines: Vec<String>,
    more: usize,
}

impl Notes {
    /// Adds a remark; `line` is only called if there is room.
    pub(crate) fn add(&mut self, line: impl FnOnce() -> String) {
        if self.lines.len() < MOST {
            self.lines.push(line());
        } else {
            self.more += 1;
        }
    }

    /// The remarks, with a last line that counts the dropped ones.
    pub(crate) fn into_lines(mut self) -> Vec<String> {
        if self.more > 0 {
            self.lines.push(format!("… and {} more notes", self.more));
        }
        self.lines
    }
}
