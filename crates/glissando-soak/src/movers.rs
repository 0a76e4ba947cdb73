//! Walks among bodies that move, each on some core; the results are put together in order.

use crate::progress::bar as progress_bar;
use crate::until::Until;
use crate::{Arguments, walks};
use anyhow::{Context, anyhow, bail};
use glissando_testkit::soak::moving::{CHANGING, CHARACTERS, Counts, Kind, MovingWalk, walk_among};
use std::io::Write;

/// # Errors
/// Output that breaks.
pub(crate) fn run(
    arguments: &Arguments,
    ticks: u64,
    until: Until,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let count = ticks.div_ceil(arguments.ticks.max(1) * CHARACTERS as u64);
    let offset = if arguments.changes { CHANGING } else { 0 };
    let first = arguments.first.max(offset);
    let end = first.saturating_add(count);
    let bar = progress_bar(count, "walks");
    let (done, end): (Vec<(Kind, Counts)>, u64) = until.work(first, end, |number| {
        let kind = Kind::ALL[(number % Kind::ALL.len() as u64) as usize];
        let ticks = arguments.ticks as usize;
        let counts = walk_among(&MovingWalk { kind, seed: arguments.seed, number, ticks });
        bar.inc(1);
        (kind, counts)
    });
    bar.finish_and_clear();
    let (mut rows, mut total): (Vec<(&str, Counts)>, Counts) = Default::default();
    for (kind, counts) in &done {
        total.add(counts);
        match rows.iter_mut().find(|(name, _)| *name == kind.name()) {
            Some((_, sum)) => sum.add(counts),
            None => rows.push((kind.name(), counts.clone())),
        }
    }
    rows.push(("all", total.clone()));
    write_table(out, &rows)?;
    walks::write_findings(out, &total.findings)?;
    let [inserted, ended, removed] = total.changes;
    if arguments.changes {
        writeln!(out, "bodies inserted {inserted}, movers ended {ended}, bodies removed {removed}")?;
    }
    let seed = arguments.seed;
    writeln!(out, "seed {seed}, walks {first} to {}; go on with --first {end}", end.saturating_sub(1))?;
    Ok(total.is_clean())
}

/// Walks one walk again and tells all that was found.
///
/// # Errors
/// A name that is no walk's; output that breaks.
pub(crate) fn replay(arguments: &Arguments, name: &str, out: &mut impl Write) -> anyhow::Result<bool> {
    let parts: Vec<&str> = name.split('/').collect();
    let [_, kind, seed, number] = parts[..] else {
        bail!("{name:?} names no walk: expected movers/KIND/SEED/NUMBER, as findings are printed");
    };
    let names = Kind::ALL.map(Kind::name).join(", ");
    let kind = Kind::ALL.into_iter().find(|k| k.name() == kind);
    let kind = kind.ok_or_else(|| anyhow!("{name:?}: KIND must be one of {names}"))?;
    let seed: u64 = seed.parse().with_context(|| format!("{name:?}: SEED {seed:?}"))?;
    let number: u64 = number.parse().with_context(|| format!("{name:?}: NUMBER {number:?}"))?;
    let counts = walk_among(&MovingWalk { kind, seed, number, ticks: arguments.ticks as usize });
    write_table(out, &[(kind.name(), counts.clone())])?;
    walks::write_findings(out, &counts.findings)?;
    Ok(counts.is_clean())
}

fn write_table(out: &mut impl Write, rows: &[(&str, Counts)]) -> anyhow::Result<()> {
    let Some((_, last)) = rows.last() else { return Ok(()) };
    let width = |name: &str| (name.len() + 1).max(8);
    write!(out, "{:<8}{:>6}{:>10}{:>10}{:>9}", "movers", "walks", "ticks", "legs", "again")?;
    for (name, _) in last.faults().chain(last.oddities()) {
        write!(out, "{name:>width$}", width = width(name))?;
    }
    writeln!(out, "{:>10}  least", "metres")?;
    for (kind, c) in rows {
        write!(out, "{kind:<8}{:>6}{:>10}{:>10}{:>9}", c.walks, c.ticks, c.legs, c.again)?;
        for (name, count) in c.faults().chain(c.oddities()) {
            write!(out, "{count:>width$}", width = width(name))?;
        }
        writeln!(out, "{:>10.0}  {:.1e}", c.distance, c.least)?;
    }
    Ok(())
}
