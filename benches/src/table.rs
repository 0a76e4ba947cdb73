//! The figures as text: for people while the run goes on, and as comma-separated values.

use crate::agree::Judgement;
use crate::engines::Build;
use crate::measure::Timing;
use std::fmt::Write;

/// One engine, one kind of question, one level.
#[derive(Clone, Debug)]
pub struct Row {
    level: String,
    kind: &'static str,
    engine: &'static str,
    timing: Timing,
    judgement: Judgement,
}

impl Row {
    pub fn new(
        level: &str,
        kind: &'static str,
        engine: &'static str,
        timing: Timing,
        judgement: Judgement,
    ) -> Self {
        Self { level: level.to_owned(), kind, engine, timing, judgement }
    }
}

/// All rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
    builds: String,
}

impl Table {
    pub fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub fn add_build(&mut self, level: &str, build: &Build) {
        let (name, nanoseconds, bytes) = (build.engine.name(), build.nanoseconds, build.bytes);
        println!("  build           {name:<12} {nanoseconds:>8.0} ns {bytes:>6.0} bytes a triangle");
        for (kind, figure) in [("build ns a triangle", nanoseconds), ("bytes a triangle", bytes)] {
            let _ = writeln!(self.builds, "{level},{kind},{name},{figure:.1},,,,,,,,");
        }
    }

    fn of<'a>(&'a self, level: &'a str, kind: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |r| r.level == level && r.kind == kind)
    }

    /// The fastest peer's median.
    fn fastest_peer(&self, level: &str, kind: &str) -> f64 {
        let peers = self.of(level, kind).filter(|r| r.engine != "glissando");
        peers.map(|r| r.timing.median).fold(f64::INFINITY, f64::min)
    }

    /// The rows of a level and kind, as they come.
    pub fn print_last(&self, level: &str, kind: &str) {
        let peer = self.fastest_peer(level, kind);
        for row in self.of(level, kind) {
            let Judgement { asked, hits, missed, deep, late, early } = row.judgement;
            let Timing { median, fastest, rounds } = row.timing;
            println!(
                "  {kind:<15} {:<12} {median:>8.0} ns (least {fastest:>7.0}, {rounds:>4} rounds) {:>5.2} x  \
                 hits {hits}/{asked}, missed {missed}, deep {deep}, late {late}, early {early}",
                row.engine,
                median / peer,
            );
        }
    }

    /// glissando's ratio to the fastest peer, a line a level.
    pub fn print_summary(&self) {
        let mut kinds: Vec<&str> = Vec::new();
        let mut levels: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !kinds.contains(&row.kind) {
                kinds.push(row.kind);
            }
            if !levels.contains(&row.level.as_str()) {
                levels.push(&row.level);
            }
        }
        if kinds.is_empty() {
            return;
        }
        println!(
            "\nglissando's time over the fastest peer's (below 1 is faster)\n{:<18}{}",
            "",
            heads(&kinds)
        );
        let mut logs = vec![(0.0, 0); kinds.len()];
        for level in levels {
            print!("{level:<18}");
            for (kind, log) in kinds.iter().zip(&mut logs) {
                let ours = self.of(level, kind).find(|r| r.engine == "glissando");
                let ratio = ours.map_or(f64::NAN, |r| r.timing.median / self.fastest_peer(level, kind));
                *log = (log.0 + ratio.ln(), log.1 + 1);
                print!("{ratio:>16.2}");
            }
            println!();
        }
        print!("{:<18}", "geometric mean");
        for (sum, count) in logs {
            print!("{:>16.2}", (sum / f64::from(count)).exp());
        }
        println!();
    }

    /// Every figure.
    pub fn csv(&self) -> String {
        let mut text =
            String::from("level,kind,engine,median,fastest,rounds,asked,hits,missed,deep,late,early\n");
        text += &self.builds;
        for Row { level, kind, engine, timing, judgement } in &self.rows {
            let Judgement { asked, hits, missed, deep, late, early } = judgement;
            let Timing { median, fastest, rounds } = timing;
            let _ = writeln!(
                text,
                "{level},{kind},{engine},{median:.1},{fastest:.1},{rounds},{asked},{hits},{missed},{deep},{late},{early}"
            );
        }
        text
    }
}

fn heads(kinds: &[&str]) -> String {
    kinds.iter().map(|k| format!("{k:>16}")).collect()
}
