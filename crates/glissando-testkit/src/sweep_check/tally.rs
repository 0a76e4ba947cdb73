//! Counts and worst cases, group by group; adding tallies in any order gives the same.

use super::crowd;
use super::exact::ExactFault;
use super::truth::Judged;
use crate::cases::Family;
use crate::random::Style;
use std::fmt::{self, Write};

/// What was counted of one family in one style, or of one kind of soup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Trials judged.
    pub count: u64,
    /// Trials that the library refuses to build or ask.
    pub refused: u64,
    /// Hits claimed.
    pub hits: u64,
    /// Trials in which some answer was left open: grazes and ties within rounding.
    pub open: u64,
    /// Trials that were also decided in exact numbers.
    pub exact: u64,
    /// Hits that had to be and were not.
    pub missed: u64,
    /// Hits that must not be and were.
    pub phantom: u64,
    /// Stops beyond the bound, and faults that only exact numbers show.
    pub off: u64,
    /// The worst error of a stop in radii, and the trial's number.
    pub worst: (f64, u64),
    /// The worst share of an error in its bound, and the trial's number.
    pub worst_share: (f64, u64),
}

/// A trial that went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Seed of the trial.
    pub seed: u64,
    /// Its number.
    pub number: u64,
    /// All that is known.
    pub story: String,
}

/// All rows and the first findings.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// One row a family and style, then one a kind of soup.
    pub rows: Vec<Row>,
    /// The findings with the lowest numbers.
    pub findings: Vec<Finding>,
}

/// Findings that are kept in words.
const KEPT: usize = 20;

impl Default for Tally {
    fn default() -> Self {
        let rows = vec![Row::default(); first_crowd_group() + crowd::KINDS];
        Self { rows, findings: Vec::new() }
    }
}

pub(super) fn first_crowd_group() -> usize {
    Family::ALL.len() * 2
}

pub(super) fn group_of(family: Family, style: Style) -> usize {
    family as usize * 2 + usize::from(style == Style::Grid)
}

fn name_of(group: usize) -> String {
    match Family::ALL.get(group / 2) {
        Some(family) if group.is_multiple_of(2) => format!("{family:?}, chaos"),
        Some(family) => format!("{family:?}, grid"),
        None => format!("soup: {}", crowd::name_of(group - first_crowd_group())),
    }
}

impl Row {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.missed + self.phantom + self.off == 0
    }

    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.refused += other.refused;
        self.hits += other.hits;
        self.open += other.open;
        self.exact += other.exact;
        self.missed += other.missed;
        self.phantom += other.phantom;
        self.off += other.off;
        self.worst = worse(self.worst, other.worst);
        self.worst_share = worse(self.worst_share, other.worst_share);
    }
}

/// The larger of two, the one with the lower number of equals.
fn worse(a: (f64, u64), b: (f64, u64)) -> (f64, u64) {
    if b.0 > a.0 || (b.0 == a.0 && b.1 < a.1) { b } else { a }
}

impl Tally {
    pub(super) fn refuse(&mut self, group: usize) {
        self.rows[group].refused += 1;
    }

    #[expect(clippy::too_many_arguments, reason = "a trial has this many sides")]
    pub(super) fn count(
        &mut self,
        group: usize,
        seed: u64,
        number: u64,
        judged: &Judged,
        is_exact: bool,
        fault: Option<ExactFault>,
        story: impl FnOnce() -> String,
    ) {
        let row = &mut self.rows[group];
        row.count += 1;
        row.hits += u64::from(judged.is_hit);
        row.open += u64::from(judged.is_ambiguous);
        row.exact += u64::from(is_exact);
        row.missed += u64::from(judged.missed);
        row.phantom += u64::from(judged.phantom);
        row.off += u64::from(judged.share > 1.0 || fault.is_some());
        row.worst = worse(row.worst, (judged.error(), number));
        row.worst_share = worse(row.worst_share, (judged.share, number));
        if !judged.is_right() || fault.is_some() {
            let fault = fault.map(|fault| format!("{fault:?} ")).unwrap_or_default();
            let story = format!("{}: {fault}{judged:?}\n    {}", name_of(group), story());
            self.findings.push(Finding { seed, number, story });
            self.keep_first();
        }
    }

    fn keep_first(&mut self) {
        self.findings.sort_by_key(|finding| (finding.seed, finding.number));
        self.findings.truncate(KEPT);
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.add(more);
        }
        self.findings.extend(other.findings.iter().cloned());
        self.keep_first();
    }

    /// All rows as one.
    pub fn total(&self) -> Row {
        let mut total = Row::default();
        for row in &self.rows {
            total.add(row);
        }
        total
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<26}{:>11}{:>9}{:>11}{:>9}{:>8}{:>7}{:>8}{:>5}  worst error in radii (trial); of its bound (trial)",
            "", "trials", "refused", "hits", "open", "exact", "missed", "phantom", "off"
        )?;
        let mut lines = String::new();
        for (group, row) in self.rows.iter().enumerate().filter(|(_, row)| row.count + row.refused > 0) {
            write_row(&mut lines, &name_of(group), row)?;
        }
        write_row(&mut lines, "all", &self.total())?;
        f.write_str(&lines)
    }
}

fn write_row(lines: &mut String, name: &str, row: &Row) -> fmt::Result {
    let Row { count, refused, hits, open, exact, missed, phantom, off, worst, worst_share } = row;
    writeln!(
        lines,
        "{name:<26}{count:>11}{refused:>9}{hits:>11}{open:>9}{exact:>8}{missed:>7}{phantom:>8}{off:>5}  \
         {:.1e} ({}); {:.3} ({})",
        worst.0, worst.1, worst_share.0, worst_share.1
    )
}
