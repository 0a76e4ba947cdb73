//! The trace of a run as text, committed beside the hash of the run: where the hash differs, the trace names the first
//! difference.

use std::fmt::{Display, Write};
use std::path::PathBuf;

/// Lines `TICK NAME VALUES…`, one for every so many ticks; numbers are written so that reading them gives the same bits.
#[derive(Clone, Debug)]
pub struct RunTrace {
    every: u64,
    lines: String,
}

impl RunTrace {
    /// An empty trace that keeps the ticks divisible by `every`, which is not 0.
    pub const fn every(every: u64) -> Self {
        Self { every, lines: String::new() }
    }

    /// Adds what a character, or whatever is named, has come to after a tick: its position in metres, as a rule.
    ///
    /// # Panics
    /// Never: a text can always be written to.
    pub fn add(&mut self, tick: u64, name: impl Display, values: impl AsRef<[f64]>) {
        if !tick.is_multiple_of(self.every) {
            return;
        }
        write!(self.lines, "{tick} {name}").unwrap();
        for value in values.as_ref() {
            write!(self.lines, " {value}").unwrap();
        }
        self.lines.push('\n');
    }

    /// The first line that is another one than in the committed text `wanted`.
    ///
    /// # Errors
    /// That line, with the last tick that agrees, and the file in the folder for temporary files that has the whole trace.
    pub fn compare(&self, name: &str, wanted: &str) -> Result<(), String> {
        let mut agreed = "none";
        let (mut is, mut was) = (self.lines.lines(), wanted.lines());
        loop {
            match (is.next(), was.next()) {
                (None, None) => return Ok(()),
                (Some(is), Some(was)) if is == was => agreed = is,
                (is, was) => {
                    let [is, was] = [is, was].map(|line| line.unwrap_or("nothing"));
                    return Err(format!(
                        "{name}: the run parts from the committed trace\n  committed: {was}\n  this run:  {is}\n  \
                         last line that agrees: {agreed}\n{}",
                        self.kept(name)
                    ));
                }
            }
        }
    }

    /// Ends the test at the first line that is another one than in `wanted`.
    ///
    /// # Panics
    /// With the error of [`RunTrace::compare`].
    #[track_caller]
    pub fn check(&self, name: &str, wanted: &str) {
        if let Err(error) = self.compare(name, wanted) {
            panic!("{error}");
        }
    }

    /// Writes the trace to a temporary file and says where it is.
    fn kept(&self, name: &str) -> String {
        let path: PathBuf = std::env::temp_dir().join(format!("{name}.trace.txt"));
        match std::fs::write(&path, &self.lines) {
            Ok(()) => {
                format!(
                    "if the change is meant, commit {} in its place, with the reason in the commit",
                    path.display()
                )
            }
            Err(error) => format!("{}: the new trace cannot be written: {error}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let run = |third: f64| {
            let mut trace = RunTrace::every(10);
            for tick in 1..=30_u32 {
                let x = if tick == 30 { third } else { f64::from(tick) / 10.0 };
                trace.add(u64::from(tick), 7, [x, -0.0]);
            }
            trace
        };
        let committed = "10 7 1 -0\n20 7 2 -0\n30 7 0.30000000000000004 -0\n";
        assert_eq!(run(0.1 + 0.2).compare("run_trace_test", committed), Ok(()));
        let error = run(0.3).compare("run_trace_test", committed).unwrap_err();
        for part in ["committed: 30 7 0.30000000000000004 -0", "this run:  30 7 0.3 -0", "agrees: 20 7 2 -0"]
        {
            assert!(error.contains(part), "{error}");
        }
        assert!(
            run(0.1 + 0.2)
                .compare("run_trace_test", &committed[..10])
                .unwrap_err()
                .contains("committed: nothing")
        );
        assert!(run(0.1 + 0.2).compare("run_trace_test", &format!("{committed}40 7")).is_err());
    }
}
