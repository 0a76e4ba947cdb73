//! What the command line can choose.

use clap::Parser;
use std::path::PathBuf;

/// Times glissando, Parry, Rapier and Box3D side by side.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// Folder with GLB levels; default: shared/levels beside the repository.
    pub levels: Option<PathBuf>,
    /// Only levels whose name contains this; may be repeated.
    #[arg(long)]
    pub level: Vec<String>,
    /// Only kinds of questions whose name contains this, as "sphere 1 m" or "walk"; may be repeated.
    #[arg(long)]
    pub kind: Vec<String>,
    /// Only engines whose name contains this, as "glissando"; may be repeated.
    #[arg(long)]
    pub engine: Vec<String>,
    /// Seconds for each kind of question on each level, all engines together.
    #[arg(long, default_value_t = 0.5)]
    pub seconds: f64,
    /// Questions of each kind.
    #[arg(long, default_value_t = 2000)]
    pub questions: usize,
    /// Characters that walk on each level.
    #[arg(long, default_value_t = 16)]
    pub characters: usize,
    /// Seconds of their own time that they walk.
    #[arg(long, default_value_t = 10)]
    pub walk: usize,
    /// Of the questions, how many are also asked triangle by triangle.
    #[arg(long, default_value_t = 20)]
    pub brute: usize,
    /// Seed of the questions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Largest number of triangles of a level; larger ones are skipped loudly.
    #[arg(long, default_value_t = 300_000)]
    pub triangles: usize,
    /// Writes every figure to this file.
    #[arg(long)]
    pub csv: Option<PathBuf>,
}

impl Options {
    pub fn wants(&self, kind: &str) -> bool {
        self.kind.is_empty() || self.kind.iter().any(|k| kind.contains(k.as_str()))
    }

    pub fn wants_engine(&self, name: &str) -> bool {
        self.engine.is_empty() || self.engine.iter().any(|e| name.contains(e.as_str()))
    }

    pub fn wants_level(&self, name: &str) -> bool {
        self.level.is_empty() || self.level.iter().any(|l| name.contains(l.as_str()))
    }
}
