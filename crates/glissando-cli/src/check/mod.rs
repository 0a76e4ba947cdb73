//! `glissando check`: where a character falls out of a level, is trapped, cannot get, and how to see it.

mod allow;
mod array;
mod base64;
mod clips;
mod files;
mod html;
mod level;
mod lines;
mod map;
mod obj;
mod picture;
mod resume;
mod shards;
mod table;
mod watch;

use crate::levels::LevelArguments;
use crate::numbers::whole;
use crate::{Outcome, interrupt};
use anyhow::{Context, bail};
use clap::Args;
use glissando_check::level::Parts;
use glissando_check::{Checked, Finding, Options, Severity, Subject, check_with};
use std::io::{self, Write};
use std::path::PathBuf;
use watch::Watch;

/// Check levels: where players fall out, get trapped and cannot get, each with a walk that shows it.
///
/// A character of the level's size walks, drops, crouches and jumps from the spawns to every place that it reaches.
/// What is wrong is printed, the worst first, and written to a folder: report.html (maps and pictures, opens in any
/// browser), findings.jsonl, findings.obj (to load in an editor beside the level) and a recording for each finding,
/// which `glissando replay` walks again. Doors, lifts and trains are left out, and rides on them are assumed.
///
/// Exit codes: 0 nothing is wrong, 1 something is (notes do not count), 2 the level cannot be checked,
/// 130 interrupted: what was found by then is written.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    #[command(flatten)]
    levels: LevelArguments,
    /// Folder for the report, the data and the recordings [default: out/check]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the findings to standard output, a JSON object a line, the summary first; files only with --out
    #[arg(long)]
    json: bool,
    /// Report what is new and what is gone since an earlier findings.jsonl; only new findings count for the exit code
    #[arg(long, value_name = "OLD.jsonl")]
    against: Option<PathBuf>,
    /// Findings that may stay: a JSON list of {"kind": "trap", "at": [x, y, z], "within": 1, "reason": "…"}
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// The character: a JSON object with fields of the library's Settings, the rest as usual
    /// [default: the manifest's, else a person of 1.8 m]
    #[arg(long, value_name = "FILE")]
    character: Option<PathBuf>,
    /// How fast the character runs [default: the manifest's, else 5]
    #[arg(long, value_name = "M/S", allow_negative_numbers = true)]
    speed: Option<f64>,
    /// Where characters start: a marker's name or number, or the body's centre [default: all spawns of the levels]
    #[arg(long = "start", value_name = "NAME|X,Y,Z", allow_hyphen_values = true)]
    starts: Vec<String>,
    /// Edge of a cell of the ground map, at most 1.4 radii of the body [default: the radius]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    cell: Option<f64>,
    /// Ticks a second
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true)]
    hz: f64,
    /// The character cannot jump
    #[arg(long)]
    no_jumps: bool,
    /// Smallest area of a floor that counts
    #[arg(long, value_name = "M²", default_value_t = 1.0, allow_negative_numbers = true)]
    least_area: f64,
    /// Threads, at most 1024; the findings are the same for every number [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Keep the moves made so far in the folder's moves.jsonl, with --shard in shard-I-of-N.moves.jsonl, and go on from
    /// there after an interruption: the report is that of one check, byte for byte
    #[arg(long, conflicts_with = "merge")]
    resume: bool,
    /// Findings that get a picture and a recording: the worst, then notes that a walk shows
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = whole::<usize>, allow_negative_numbers = true)]
    pictures: usize,
    /// Make one part of the moves alone and write it to the folder: 0/4, 1/4, 2/4 and 3/4 are four parts; `auto` is the
    /// part of a task of a Slurm array, `auto/N` also that of a pod of an indexed Kubernetes job of N
    #[arg(long, value_name = "I/N|auto[/N]", conflicts_with_all = ["merge", "json", "against", "allow"])]
    shard: Option<shards::Wanted>,
    /// Take the moves from the parts that --shard wrote: the report is that of one check, byte for byte
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
}

/// Most threads of a check, as in C and Python: more only cost memory.
const MOST_THREADS: usize = 1024;

/// # Errors
/// Levels that cannot be loaded or checked, files that cannot be read or written.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    interrupt::listen()?;
    if let Some(threads) = arguments.threads {
        if !(1..=MOST_THREADS).contains(&threads) {
            bail!("--threads is {threads}: it must lie between 1 and {MOST_THREADS}");
        }
        // The pool is made once in a program; this is the first use of it.
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("--threads")?;
    }
    let part = arguments.shard.map(shards::Wanted::part).transpose()?;
    let allowed = allow::read(arguments.allow.as_deref())?;
    let old = arguments.against.as_deref().map(lines::read).transpose()?;
    let mut parts = level::parts(arguments)?;
    let watch = Watch::default();
    let (checked, options) = {
        let subject = parts.subject();
        let options = options(arguments, &subject);
        if let Some(part) = part {
            let out = (arguments.out.as_deref(), arguments.resume);
            return shards::write(&subject, &options, part, out, &watch);
        }
        files::prepare(arguments)?;
        let checked = if arguments.resume {
            resume::check(&subject, &options, arguments.out.as_deref(), &watch)?
        } else if arguments.merge.is_empty() {
            check_with(&subject, &options, &watch)?
        } else {
            shards::merge(&subject, &options, &arguments.merge, &watch)?
        };
        (checked, options)
    };
    watch.finish();
    report(arguments, &mut parts, checked, &options, &allowed, old.as_deref())
}

fn options(arguments: &Arguments, subject: &Subject<'_>) -> Options {
    let usual = Options::usual(subject);
    Options {
        cell: arguments.cell.unwrap_or(usual.cell),
        hz: arguments.hz,
        least_area: arguments.least_area,
        jumps: !arguments.no_jumps,
    }
}

/// Writes everything, and says what counts.
fn report(
    arguments: &Arguments,
    parts: &mut Parts,
    checked: Checked,
    options: &Options,
    allowed: &[glissando_check::compare::Allowed],
    old: Option<&[Finding]>,
) -> anyhow::Result<Outcome> {
    let Checked { summary, findings, graph } = checked;
    let (findings, let_off): (Vec<Finding>, Vec<Finding>) =
        findings.into_iter().partition(|finding| !allowed.iter().any(|allowed| allowed.covers(finding)));
    let written = files::write(arguments, parts, &graph, &summary, &findings, options)?;
    let (new, gone) = match old {
        Some(old) => glissando_check::compare::changes(old, &findings),
        None => (findings.iter().collect(), Vec::new()),
    };
    let mut text = Vec::new();
    table::write(
        &mut text,
        &table::Told {
            parts,
            summary: &summary,
            findings: &findings,
            new: old.map(|_| new.as_slice()),
            gone: &gone,
            let_off: let_off.len(),
            written: written.as_ref(),
        },
    )?;
    if arguments.json {
        let mut out = io::BufWriter::new(io::stdout().lock());
        lines::write(&mut out, &summary, &findings)?;
        out.flush()?;
        io::stderr().write_all(&text)?;
    } else {
        io::stdout().write_all(&text)?;
    }
    if !summary.is_whole {
        // Standard error may be closed; the report is written all the same.
        let _ = writeln!(io::stderr(), "interrupted: only a part of the level was checked");
        return Ok(Outcome::Interrupted);
    }
    let counts = new.iter().any(|finding| finding.severity != Severity::Note);
    Ok(if counts { Outcome::Findings } else { Outcome::Clean })
}
