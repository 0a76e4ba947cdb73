//! Walks through levels and soups, each on some core; the results are put together in order.

use crate::progress::bar as progress_bar;
use crate::until::Until;
use crate::{Arguments, table};
use anyhow::{Context, anyhow, bail};
use glissando_testkit::soak::{BodyKind, Finding, PACES, Place, Verdicts, Walk, walk};
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where levels are looked for when none are named.
const SHARED: &str = "../shared/levels";

/// Soups among the places, for this many levels one and one more.
const LEVELS_A_SOUP: usize = 3;

/// The walks, in order: the number of the walk decides level, body and speed.
struct Plan<'a> {
    levels: &'a [Place],
    soups: usize,
    bodies: Vec<BodyKind>,
    arguments: &'a Arguments,
}

/// One walk of the plan.
struct Job {
    /// Index of the level; none for a soup.
    level: Option<usize>,
    /// Which soup.
    soup: u64,
    walk: Walk,
}

impl Plan<'_> {
    /// Walk `number`: places in turn, then bodies, then paces.
    fn job(&self, number: u64) -> Job {
        let places = (self.levels.len() + self.soups) as u64;
        let (place, round) = ((number % places) as usize, number / places);
        let bodies = self.bodies.len() as u64;
        let body = self.bodies[(round % bodies) as usize];
        let pace = PACES[(round / bodies % PACES.len() as u64) as usize];
        let level = (place < self.levels.len()).then_some(place);
        let (seed, ticks) = (self.arguments.seed, self.arguments.ticks as usize);
        Job { level, soup: number, walk: Walk { body, pace, seed, number, ticks } }
    }

    fn run(&self, job: &Job) -> Verdicts {
        match job.level {
            Some(level) => walk(&self.levels[level], &job.walk),
            None => walk(&Place::soup(self.arguments.seed, job.soup), &job.walk),
        }
    }
}

/// # Errors
/// A body that is not known; levels that cannot be loaded; output that breaks.
pub(crate) fn run(
    arguments: &Arguments,
    ticks: u64,
    until: Until,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let bodies = match &arguments.body {
        Some(name) => vec![body_of(name).with_context(|| format!("--body: {name:?}"))?],
        None => BodyKind::ALL.to_vec(),
    };
    let levels = load(arguments)?;
    let plan = Plan { levels: &levels, soups: levels.len() / LEVELS_A_SOUP + 1, bodies, arguments };
    let count = ticks.div_ceil(arguments.ticks.max(1));
    let (first, end) = (arguments.first, arguments.first.saturating_add(count));
    let bar = progress_bar(count, "walks");
    let (done, end): (Vec<(Job, Verdicts)>, u64) = until.work(first, end, |number| {
        let job = plan.job(number);
        let verdicts = plan.run(&job);
        bar.inc(1);
        (job, verdicts)
    });
    bar.finish_and_clear();
    let mut rows = table::Rows::new(levels.iter().map(|level| level.name.as_str()));
    let mut total = Verdicts::default();
    for (job, verdicts) in &done {
        rows.add(job.level, job.walk.pace.name, verdicts);
        total.add(verdicts);
    }
    rows.write(out, &total)?;
    write_findings(out, &total.findings)?;
    let seed = arguments.seed;
    writeln!(out, "seed {seed}, walks {first} to {}; go on with --first {end}", end.saturating_sub(1))?;
    Ok(total.is_clean())
}

/// Walks one walk again and tells all that was found.
///
/// # Errors
/// A name that is no walk's; levels that cannot be loaded; output that breaks.
pub(crate) fn replay(arguments: &Arguments, name: &str, out: &mut impl Write) -> anyhow::Result<bool> {
    let parts: Vec<&str> = name.split('/').collect();
    let [place_name, body, pace, seed, number] = parts[..] else {
        bail!("{name:?} names no walk: expected PLACE/BODY/PACE/SEED/NUMBER, as findings are printed");
    };
    let known = |what: &str, words: &str| anyhow!("{name:?}: {what} must be one of {words}");
    let body = body_of(body).with_context(|| format!("{name:?}: BODY"))?;
    let pace = PACES.into_iter().find(|p| p.name == pace);
    let pace = pace.ok_or_else(|| known("PACE", "foot5, foot30, foot100, fly20"))?;
    let seed: u64 = seed.parse().with_context(|| format!("{name:?}: SEED {seed:?}"))?;
    let number: u64 = number.parse().with_context(|| format!("{name:?}: NUMBER {number:?}"))?;
    let plan = Walk { body, pace, seed, number, ticks: arguments.ticks as usize };
    let place = match place_name.strip_prefix("soup-").and_then(|n| n.parse().ok()) {
        Some(soup) => Place::soup(seed, soup),
        None => {
            let file = files(arguments)?.into_iter().find(|f| f.file_stem().is_some_and(|s| s == place_name));
            let file = file.ok_or_else(|| anyhow!("{name:?}: no level file is called {place_name:?}"))?;
            place_of(&file)?
        }
    };
    let verdicts = walk(&place, &plan);
    let mut rows = table::Rows::new([place.name.as_str()].into_iter());
    rows.add(Some(0), pace.name, &verdicts);
    rows.write(out, &verdicts)?;
    write_findings(out, &verdicts.findings)?;
    Ok(verdicts.is_clean())
}

pub(crate) fn write_findings(out: &mut impl Write, findings: &[Finding]) -> anyhow::Result<()> {
    for is_fault in [true, false] {
        for finding in findings.iter().filter(|f| f.is_fault == is_fault) {
            let word = if is_fault { "fault" } else { "note" };
            writeln!(out, "\n{word}: {finding}\n  glissando-soak --replay {}", finding.walk)?;
        }
    }
    Ok(())
}

fn body_of(name: &str) -> anyhow::Result<BodyKind> {
    let body = BodyKind::ALL.into_iter().find(|body| body.name() == name);
    body.ok_or_else(|| {
        anyhow!("the body must be one of {}", BodyKind::ALL.map(|body| body.name()).join(", "))
    })
}

fn load(arguments: &Arguments) -> anyhow::Result<Vec<Place>> {
    let files = files(arguments)?;
    let bar = progress_bar(files.len() as u64, "reading levels");
    let levels = files.par_iter().map(|file| {
        let place = place_of(file);
        bar.inc(1);
        place
    });
    let levels = levels.collect();
    bar.finish_and_clear();
    levels
}

fn place_of(file: &Path) -> anyhow::Result<Place> {
    Place::level(file).map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// The named files, or the shared ones, sorted.
fn files(arguments: &Arguments) -> anyhow::Result<Vec<PathBuf>> {
    if !arguments.levels.is_empty() {
        return Ok(arguments.levels.clone());
    }
    let Ok(entries) = std::fs::read_dir(SHARED) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if name.ends_with(".glb") && !name.ends_with(".movers.glb") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
