//! What the command line can choose.

use clap::Parser;
use std::path::PathBuf;

/// Asks glissando and its peers the same questions side by side.
///
/// A whole run writes tables, figures and plots to benches/results; a run of a part only where --out says.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// Folder with GLB levels; default: shared/levels beside the repository.
    pub levels: Option<PathBuf>,
    /// Only levels whose name contains this, and no curves; may be repeated.
    #[arg(long)]
    pub level: Vec<String>,
    /// Only kinds of questions whose name contains this, as "sphere 1 m" or "walk", and no curves; may be repeated.
    #[arg(long)]
    pub kind: Vec<String>,
    /// Only engines whose name contains this, as "glissando"; may be repeated.
    #[arg(long)]
    pub engine: Vec<String>,
    /// Only the curves over walkers and triangles.
    #[arg(long)]
    pub curves: bool,
    /// Seconds for each kind of question on each level, all engines together.
    #[arg(long, default_value_t = 0.3)]
    pub seconds: f64,
    /// Questions of each kind.
    #[arg(long, default_value_t = 2000)]
    pub questions: usize,
    /// Characters that walk on each level.
    #[arg(long, default_value_t = 16)]
    pub characters: usize,
    /// Seconds of their own time that they walk.
    #[arg(long, default_value_t = 5)]
    pub walk: usize,
    /// Seed of the questions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Largest number of triangles of a level; larger ones are skipped loudly.
    #[arg(long, default_value_t = 2_000_000)]
    pub triangles: usize,
    /// Most walkers of the curve.
    #[arg(long, default_value_t = 100_000)]
    pub walkers: usize,
    /// Folder for tables, figures and plots.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Only asks glissando about generated scenes, and checks its answers against the oracle and known hashes.
    #[arg(long)]
    pub short: bool,
    /// Only glissando's calls for many characters, in a still world and among movers.
    #[arg(long)]
    pub living: bool,
    /// Only does one kind of work once, to count its instructions: "ray 10 m", "walk", "build" …
    #[arg(long)]
    pub kernel: Option<String>,
    /// How often, with --kernel.
    #[arg(long, default_value_t = 1000)]
    pub count: usize,
}

impl Options {
    pub fn wants(&self, kind: &str) -> bool {
        self.kind.is_empty() || self.kind.iter().any(|k| kind.contains(k.as_str()))
    }

    pub fn wants_engine(&self, name: &str) -> bool {
        self.engine.is_empty() || self.engine.iter().any(|e| name.contains(e.as_str()))
    }

    pub fn wants_level(&self, name: &str) -> bool {
        !self.curves && (self.level.is_empty() || self.level.iter().any(|l| name.contains(l.as_str())))
    }

    pub fn has_curves(&self) -> bool {
        self.curves || self.level.is_empty() && self.kind.is_empty()
    }

    /// Whether nothing is left out.
    pub fn is_whole(&self) -> bool {
        !self.curves && self.level.is_empty() && self.kind.is_empty() && self.engine.is_empty()
    }
}
