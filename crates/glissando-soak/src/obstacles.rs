//! Walks over obstacle courses, each on some core; the results are put together in order.

use crate::progress::bar as progress_bar;
use crate::until::Until;
use crate::{Arguments, walks};
use anyhow::{Context, anyhow, bail};
use glissando_testkit::obstacles::{Attempt, Kind, Outcome, attempt};
use std::io::Write;

/// # Errors
/// Output that breaks.
pub(crate) fn run(
    arguments: &Arguments,
    count: u64,
    until: Until,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let (seed, first) = (arguments.seed, arguments.first);
    let bar = progress_bar(count, "courses");
    let (done, end): (Vec<(Kind, Outcome)>, u64) = until.work(first, first.saturating_add(count), |number| {
        let in_turn = Kind::ALL[(number % Kind::ALL.len() as u64) as usize];
        let kind = arguments.course.unwrap_or(in_turn);
        let outcome = attempt(&Attempt { kind, seed, number });
        bar.inc(1);
        (kind, outcome)
    });
    bar.finish_and_clear();
    let kinds = Kind::ALL.into_iter().filter(|kind| arguments.course.is_none_or(|only| only == *kind));
    let mut rows: Vec<(&str, Outcome)> = kinds.map(|kind| (kind.name(), Outcome::default())).collect();
    let mut total = Outcome::default();
    for (kind, outcome) in &done {
        total.add(outcome);
        for (_, sum) in rows.iter_mut().filter(|(name, _)| *name == kind.name()) {
            sum.add(outcome);
        }
    }
    rows.push(("all", total.clone()));
    write_table(out, &rows)?;
    walks::write_findings(out, &total.findings)?;
    walks::write_findings(out, &total.verdicts.findings)?;
    writeln!(out, "seed {seed}, courses {first} to {}; go on with --first {end}", end.saturating_sub(1))?;
    Ok(total.is_clean())
}

/// Walks one course again and tells all that was found.
///
/// # Errors
/// A name that is no walk's; output that breaks.
pub(crate) fn replay(name: &str, out: &mut impl Write) -> anyhow::Result<bool> {
    let parts: Vec<&str> = name.split('/').collect();
    let [_, kind, seed, number] = parts[..] else {
        bail!("{name:?} names no walk: expected obstacles/KIND/SEED/NUMBER, as findings are printed");
    };
    let kind: Kind = kind.parse().map_err(|error| anyhow!("{name:?}: KIND: {error}"))?;
    let seed: u64 = seed.parse().with_context(|| format!("{name:?}: SEED {seed:?}"))?;
    let number: u64 = number.parse().with_context(|| format!("{name:?}: NUMBER {number:?}"))?;
    let outcome = attempt(&Attempt { kind, seed, number });
    write_table(out, &[(kind.name(), outcome.clone())])?;
    walks::write_findings(out, &outcome.findings)?;
    walks::write_findings(out, &outcome.verdicts.findings)?;
    Ok(outcome.is_clean())
}

/// A line for each kind; faults of single ticks have a column where there are any.
fn write_table(out: &mut impl Write, rows: &[(&str, Outcome)]) -> anyhow::Result<()> {
    let Some((_, last)) = rows.last() else { return Ok(()) };
    let columns: Vec<&str> =
        last.verdicts.faults().into_iter().filter(|(_, count)| *count > 0).map(|(name, _)| name).collect();
    write!(out, "{:<12}{:>8}{:>11}{:>8}{:>8}", "course", "walks", "ticks", "hung", "climbed")?;
    for name in &columns {
        write!(out, "{name:>12}")?;
    }
    writeln!(out, "{:>10}  least", "metres")?;
    for (kind, o) in rows {
        let v = &o.verdicts;
        write!(out, "{kind:<12}{:>8}{:>11}{:>8}{:>8}", v.walks, v.ticks, o.hung, o.climbed)?;
        for (_, count) in v.faults().into_iter().filter(|(name, _)| columns.contains(name)) {
            write!(out, "{count:>12}")?;
        }
        writeln!(out, "{:>10.0}  {:.1e}", v.distance, v.least)?;
    }
    Ok(())
}
