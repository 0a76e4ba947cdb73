//! The program `glissando-soak`: looks for faults for as long as you like, with seeds that bring every one of them back.

mod fuzz;
mod movers;
mod obstacles;
mod progress;
mod rollback;
mod sweeps;
mod table;
mod until;
mod walks;

use clap::Parser;
use glissando_testkit::fuzz::{Case, Kind};
use glissando_testkit::obstacles::Kind as Course;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use until::Until;

/// Largest number of a first sweep, walk or case: the numbers after it stay far from the end of `u64`.
const MOST_FIRST: u64 = 1 << 62;

/// Look for faults in sweeps, walks and every public function, for as long as you like.
///
///   glissando-soak --sweeps 100000000
///   glissando-soak --walks 10000000 castle.glb maze.obj
///   glissando-soak --movers 1000000 --ticks 250
///   glissando-soak --obstacles 100000
///   glissando-soak --fuzz 1000000 --kind crowd
///
/// Everything is numbered and follows from the seed: the same command finds the same, on any number of threads.
/// Ctrl-C and --seconds end it before its count: what is done is put together and told.
/// Exit codes: 0 nothing was found, 1 something was found that must never be, 2 the work could not be done,
/// 130 it was interrupted and nothing was found by then.
#[derive(Debug, Parser)]
#[command(name = "glissando-soak", version, max_term_width = 100, verbatim_doc_comment)]
struct Arguments {
    /// Level files to walk in [default: those in ../shared/levels, if there are any]
    #[arg(value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// Judge this many sweeps: single triangles of 18 families, and soups
    #[arg(long, value_name = "COUNT")]
    sweeps: Option<u64>,
    /// With --sweeps: what is swept, a sphere (or an ellipsoid), capsule, box or cylinder [default: sphere]; with --walks:
    /// the only body that walks, own (the level's), sphere, capsule, box or cylinder [default: all in turn]
    #[arg(long, value_name = "BODY")]
    body: Option<String>,
    /// Walk this many ticks in all, through the levels and through random closed soups
    #[arg(long, value_name = "TICKS")]
    walks: Option<u64>,
    /// Print what the state of a stage weighs and costs, and go back to random ticks this often
    #[arg(long, value_name = "COUNT")]
    rollback: Option<u64>,
    /// Walk this many ticks in all among bodies that move: lifts, doors, presses, trains, rods, jaws, belts
    #[arg(long, value_name = "TICKS")]
    movers: Option<u64>,
    /// With --movers: bodies and movers are inserted and removed while characters walk
    #[arg(long, requires = "movers")]
    changes: bool,
    /// Walk over this many obstacle courses that can be passed: stairs, kerbs, slopes, gaps, doorways, rubble; who does not arrive
    /// hangs, and that is a fault
    #[arg(long, value_name = "COUNT")]
    obstacles: Option<u64>,
    /// Walk over this kind of course alone [default: all in turn]
    #[arg(long, value_name = "KIND", requires = "obstacles")]
    course: Option<Course>,
    /// Make this many cases of the fuzzer: random calls of every public function, hostile numbers among them
    #[arg(long, value_name = "CASES")]
    fuzz: Option<u64>,
    /// Fuzz this kind alone [default: all in turn]
    #[arg(long, value_name = "KIND", requires = "fuzz")]
    kind: Option<Kind>,
    /// A call of the fuzzer that takes longer is a finding; 0 judges no clock
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    slow: f64,
    /// Make this one case of the fuzzer again, as a finding names it: KIND:SEED
    #[arg(long, value_name = "CASE", conflicts_with_all = ["walks", "sweeps", "movers", "fuzz", "replay"])]
    fuzz_case: Option<Case>,
    /// End after this many seconds, whatever is left of the count
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Seed of everything
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Number of the first sweep, walk or case, at most 2^62: go on where another soak ended
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MOST_FIRST))]
    first: u64,
    /// Ticks of one walk before the next begins
    #[arg(long, value_name = "TICKS", default_value_t = 2000)]
    ticks: u64,
    /// Walk this one walk again, as a finding names it: PLACE/BODY/PACE/SEED/NUMBER, movers/KIND/SEED/NUMBER or
    /// obstacles/KIND/SEED/NUMBER
    #[arg(long, value_name = "WALK", conflicts_with_all = ["walks", "sweeps", "movers", "obstacles"])]
    replay: Option<String>,
}

impl Arguments {
    /// The counts of all that can be asked for.
    const fn counts(&self) -> [Option<u64>; 6] {
        [self.sweeps, self.walks, self.movers, self.obstacles, self.rollback, self.fuzz]
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) if until::is_interrupted() => ExitCode::from(until::EXIT),
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // An error that cannot be written either has no reader left.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether the error only means that the reader of the output had seen enough (`| head`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_closed))
}

/// Does what the arguments ask for; true if nothing was found.
///
/// # Errors
/// Nothing to do; levels that cannot be loaded; a walk that does not exist; output that breaks.
fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut is_clean = true;
    until::listen()?;
    let until = Until::new(arguments.seconds);
    if let Some(case) = arguments.fuzz_case {
        is_clean &= fuzz::replay(arguments, case, &mut out)?;
    } else if let Some(walk) = &arguments.replay {
        is_clean &= match walk.split('/').next() {
            Some("movers") => movers::replay(arguments, walk, &mut out)?,
            Some("obstacles") => obstacles::replay(walk, &mut out)?,
            _ => walks::replay(arguments, walk, &mut out)?,
        };
    } else if arguments.counts().iter().all(Option::is_none) {
        anyhow::bail!(
            "nothing to do: give --sweeps COUNT, --walks TICKS, --movers TICKS, --obstacles COUNT, --rollback COUNT, \
             --fuzz CASES, or several"
        );
    }
    anyhow::ensure!(
        arguments.body.is_none() || arguments.sweeps.is_some() || arguments.walks.is_some(),
        "--body goes with --sweeps or --walks: give one of them a count"
    );
    if let Some(count) = arguments.sweeps {
        is_clean &= sweeps::run(arguments, count, until, &mut out)?;
    }
    if let Some(ticks) = arguments.walks {
        is_clean &= walks::run(arguments, ticks, until, &mut out)?;
    }
    if let Some(count) = arguments.rollback {
        is_clean &= rollback::run(arguments.seed, count, &mut out)?;
    }
    if let Some(ticks) = arguments.movers {
        is_clean &= movers::run(arguments, ticks, until, &mut out)?;
    }
    if let Some(count) = arguments.obstacles {
        is_clean &= obstacles::run(arguments, count, until, &mut out)?;
    }
    if let Some(cases) = arguments.fuzz {
        is_clean &= fuzz::run(arguments, cases, until, &mut out)?;
    }
    out.flush()?;
    Ok(is_clean)
}
