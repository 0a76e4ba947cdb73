//! Runs the program in a folder of its own with files written there.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A floor at y = 0 from -10 to 10, two triangles, front up.
pub(crate) const FLOOR: &str = "o floor\nv -10 0 -10\nv 10 0 -10\nv 10 0 10\nv -10 0 10\nf 1 4 3\nf 1 3 2\n";

/// A wall at x = 4, one triangle, from z = -8 to 8, up to y = 8 at z = 0.
pub(crate) const WALL: &str = "o wall\nv 4 0 -8\nv 4 0 8\nv 4 8 0\nf 1 2 3\n";

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), bytes).unwrap();
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `glissando` with these words here; `input` is its standard input.
    pub(crate) fn run(&self, words: &[&str], input: impl AsRef<[u8]>) -> Run {
        self.run_with(words, &[], input)
    }

    /// Runs `glissando` with these variables, and no other ones of a scheduler.
    pub(crate) fn run_with(
        &self,
        words: &[&str],
        variables: &[(&str, &str)],
        input: impl AsRef<[u8]>,
    ) -> Run {
        let mut program = Command::new(env!("CARGO_BIN_EXE_glissando"));
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("SLURM_") || name.starts_with("JOB_") {
                program.env_remove(&*name);
            }
        }
        let mut child = program
            .args(words)
            .envs(variables.iter().copied())
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        let writer = std::thread::spawn(move || {
            // A program that refuses its arguments does not read.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run(output)
    }
}

#[cfg(unix)]
impl Folder {
    /// Runs `glissando` until `is_far` says so, and then presses Ctrl-C.
    pub(crate) fn interrupted(&self, words: &[&str], is_far: impl Fn(&Self) -> bool) -> Run {
        let mut program = Command::new(env!("CARGO_BIN_EXE_glissando"));
        program.args(words).current_dir(self.0.path()).stdin(Stdio::null());
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while !is_far(self) {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        Run(child.wait_with_output().unwrap())
    }
}

pub(crate) struct Run(pub(crate) Output);

impl Run {
    pub(crate) fn code(&self) -> i32 {
        self.0.status.code().expect("the program was killed")
    }

    pub(crate) fn out(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    pub(crate) fn err(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        self.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
