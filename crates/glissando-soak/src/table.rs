//! Counts of walks in a table: a line for each place and pace.

use glissando_testkit::soak::Verdicts;
use std::io::Write;

/// The rows in order: places as they came, then the soups together; paces as they came.
pub(crate) struct Rows {
    names: Vec<String>,
    /// Place, pace, counts.
    rows: Vec<(usize, &'static str, Verdicts)>,
}

impl Rows {
    pub(crate) fn new<'a>(levels: impl Iterator<Item = &'a str>) -> Self {
        let names = levels.map(str::to_owned).chain([String::from("soups")]).collect();
        Self { names, rows: Vec::new() }
    }

    /// Adds a walk in a level, or in a soup.
    pub(crate) fn add(&mut self, level: Option<usize>, pace: &'static str, verdicts: &Verdicts) {
        let place = level.unwrap_or(self.names.len() - 1);
        match self.rows.iter_mut().find(|(p, name, _)| *p == place && *name == pace) {
            Some((_, _, sum)) => sum.add(verdicts),
            None => self.rows.push((place, pace, verdicts.clone())),
        }
    }

    /// # Errors
    /// Output that breaks.
    pub(crate) fn write(&mut self, out: &mut impl Write, total: &Verdicts) -> anyhow::Result<()> {
        self.rows.sort_by_key(|(place, _, _)| *place);
        write!(out, "{:<16}{:<8}{:>6}{:>10}{:>10}", "place", "pace", "walks", "ticks", "pieces")?;
        let names = total.faults().into_iter().chain(total.oddities());
        let width = |name: &str| (name.len() + 1).max(6);
        for (name, _) in names {
            write!(out, "{name:>width$}", width = width(name))?;
        }
        writeln!(out, "{:>10}{:>9}  least", "metres", "events")?;
        let lines = self.rows.iter().map(|(place, pace, v)| (self.names[*place].as_str(), *pace, v));
        for (place, pace, v) in lines.chain([("all", "", total)]) {
            write!(out, "{place:<16}{pace:<8}{:>6}{:>10}{:>10}", v.walks, v.ticks, v.pieces)?;
            for (name, count) in v.faults().into_iter().chain(v.oddities()) {
                write!(out, "{count:>width$}", width = width(name))?;
            }
            writeln!(out, "{:>10.0}{:>9}  {:.1e}", v.distance, v.events, v.least)?;
        }
        Ok(())
    }
}
