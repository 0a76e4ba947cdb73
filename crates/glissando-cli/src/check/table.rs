//! The findings as a table for people, the worst first.

use super::files::Written;
use glissando_check::level::Parts;
use glissando_check::{Finding, Kind, Severity, Summary, Thinned};
use glissando_play::count::count;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Rows that a table has at most; the files have all.
const MOST_ROWS: usize = 30;

/// What there is to tell.
pub(super) struct Told<'a> {
    pub(super) parts: &'a Parts,
    pub(super) summary: &'a Summary,
    pub(super) findings: &'a [Finding],
    /// Those that an earlier check did not have, if there is one.
    pub(super) new: Option<&'a [&'a Finding]>,
    /// Those that the earlier check had alone.
    pub(super) gone: &'a [&'a Finding],
    /// How many are allowed.
    pub(super) let_off: usize,
    pub(super) written: Option<&'a Written>,
}

/// Writes the table.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, told: &Told<'_>) -> io::Result<()> {
    head(out, told)?;
    rows(out, told)?;
    changes(out, told)?;
    if let Some(written) = told.written {
        writeln!(out, "\n  {:<12} {}", "report", written.report.display())?;
        writeln!(out, "  {:<12} {}", "data", written.data.display())?;
        writeln!(out, "  {:<12} {}", "for editors", written.boxes.display())?;
        if let Some((number, clip)) = &written.first_clip {
            writeln!(
                out,
                "  {:<12} glissando replay {}   walks finding {number} again",
                "clip",
                clip.display()
            )?;
        }
    }
    Ok(())
}

fn head(out: &mut impl Write, told: &Told<'_>) -> io::Result<()> {
    let Told { parts, summary, .. } = told;
    let [x, y, z] = parts.config.shape(false).half_extents().to_array();
    writeln!(
        out,
        "{}: a body of {:.2} x {:.2} x {:.2} m at {:.1} m/s from {}",
        parts.setup.name,
        2.0 * x,
        2.0 * y,
        2.0 * z,
        parts.speed,
        count(parts.spawns.len() as u64, "spawn"),
    )?;
    let share = (summary.share * 100.0).floor();
    writeln!(
        out,
        "  {} in cells of {:.2} m on {}, {share:.0} % of them reached by {}",
        count(summary.places, "place"),
        summary.cell,
        count(summary.floors, "floor"),
        count(summary.moves, "move"),
    )?;
    if summary.walls > 0 {
        let pressed = 100.0 * summary.pressed as f64 / summary.walls as f64;
        let walls = count(summary.walls, "heading");
        writeln!(out, "  {pressed:.0} % of {walls} into walls pressed faster and at other tick rates")?;
    }
    if let Some(thinned) = thinned_words(&summary.thinned) {
        writeln!(out, "  {thinned}")?;
    }
    if parts.movers > 0 {
        writeln!(
            out,
            "  {} left out: rides on doors, lifts and trains are assumed, not walked",
            count(parts.movers as u64, "mover")
        )?;
    }
    Ok(())
}

/// Where only a part was tried, in words; nothing if that is nowhere.
pub(super) fn thinned_words(thinned: &Thinned) -> Option<String> {
    let Thinned { columns, traps, borders, jumps, passages } = *thinned;
    let all = [
        (columns, "times more than 512 surfaces over each other"),
        (traps, "times a trap of more than 150 places"),
        (borders, "times a border of more than 400 places or 120 pairs"),
        (jumps, "times more than 60 jumps into a floor"),
        (passages, "ways without a way back beyond 12"),
    ];
    let reached: Vec<String> =
        all.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    (!reached.is_empty())
        .then(|| format!("thinned out, evenly, where limits were reached: {}", reached.join(", ")))
}

fn rows(out: &mut impl Write, told: &Told<'_>) -> io::Result<()> {
    let counted: Vec<(usize, &Finding)> =
        (1..).zip(told.findings).filter(|(_, finding)| finding.severity != Severity::Note).collect();
    if counted.is_empty() {
        writeln!(out, "\n  nothing is wrong")?;
    } else {
        writeln!(out, "\n    #  what                                 where (x, y, z in metres)    why")?;
    }
    for (number, finding) in counted.iter().take(MOST_ROWS) {
        let [x, y, z] = finding.at.to_array();
        let sign = if finding.severity == Severity::Error { '!' } else { ' ' };
        let at = format!("{x:.1}, {y:.1}, {z:.1}");
        writeln!(out, "{sign}{number:>4}  {:<36} {at:<28} {}", finding.kind.title(), finding.reason)?;
    }
    if counted.len() > MOST_ROWS {
        writeln!(out, "       and {} more; the data has all", counted.len() - MOST_ROWS)?;
    }
    let mut notes: BTreeMap<Kind, u64> = BTreeMap::new();
    for finding in told.findings.iter().filter(|finding| finding.severity == Severity::Note) {
        *notes.entry(finding.kind).or_default() += 1;
    }
    if !notes.is_empty() {
        let notes: Vec<String> =
            notes.iter().map(|(kind, number)| format!("{number} x {}", kind.title())).collect();
        writeln!(out, "\n  notes, which may be meant: {}", notes.join(", "))?;
    }
    if told.let_off > 0 {
        writeln!(out, "  {} allowed", count(told.let_off as u64, "finding"))?;
    }
    Ok(())
}

fn changes(out: &mut impl Write, told: &Told<'_>) -> io::Result<()> {
    let Some(new) = told.new else { return Ok(()) };
    writeln!(out, "\n  since the earlier check: {} new, {} gone", new.len(), told.gone.len())?;
    for (sign, list) in [('+', new), ('-', told.gone)] {
        for finding in list.iter().take(MOST_ROWS) {
            let [x, y, z] = finding.at.to_array();
            writeln!(out, "  {sign} {} at {x:.1}, {y:.1}, {z:.1}: {}", finding.kind.title(), finding.reason)?;
        }
    }
    Ok(())
}
