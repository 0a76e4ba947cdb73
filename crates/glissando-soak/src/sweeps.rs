//! Sweeps before the oracles, batch by batch on all cores.

use crate::Arguments;
use crate::progress::bar as progress_bar;
use crate::until::Until;
use anyhow::anyhow;
use glissando_testkit::sweep_check::{BATCH, BodyKind, Depth, Tally, check};
use std::io::Write;

/// One sweep in this many is also decided in exact numbers, besides all ties and grazes.
const EXACT_EVERY: u64 = 1000;

/// # Errors
/// A body that is not known; output that breaks.
pub(crate) fn run(
    arguments: &Arguments,
    count: u64,
    until: Until,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let (seed, first) = (arguments.seed, arguments.first);
    let body = match &arguments.body {
        Some(name) => name.parse().map_err(|error| anyhow!("--body: {error}"))?,
        None => BodyKind::Sphere,
    };
    let end = first.saturating_add(count);
    // A sweep of a body with a core takes its oracle milliseconds, and batches end between two.
    let batch = if body == BodyKind::Sphere { BATCH * 5 } else { BATCH / 20 };
    let bar = progress_bar(count, "sweeps");
    let (tallies, next) = until.work(first / batch, end.div_ceil(batch), |nth| {
        let numbers = (nth * batch).max(first)..(nth + 1).saturating_mul(batch).min(end);
        let tally = check(body, seed, numbers.clone(), Depth::Exact(EXACT_EVERY));
        bar.inc(numbers.end - numbers.start);
        tally
    });
    let end = end.min(next.saturating_mul(batch)).max(first);
    bar.finish_and_clear();
    let mut total = Tally::default();
    tallies.iter().for_each(|tally| total.add(tally));
    write!(out, "{total}")?;
    let option = if body == BodyKind::Sphere { String::new() } else { format!(" --body {body}") };
    for finding in &total.findings {
        let number = finding.number;
        writeln!(out, "\nsoak --sweeps 1{option} --seed {seed} --first {number}\n  {}", finding.story)?;
    }
    writeln!(out, "seed {seed}, sweeps {first} to {}; go on with --first {end}", end.saturating_sub(1))?;
    Ok(total.total().is_clean())
}
