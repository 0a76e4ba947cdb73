//! Cases of the fuzzer, each on some core; the reports are put together in order.

use crate::Arguments;
use crate::progress::bar as progress_bar;
use crate::until::Until;
use glissando_testkit::fuzz::{Case, Limits, Report, Slowest, run_case};
use rayon::prelude::*;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Seconds after which a case that is not done is named on standard error: it may never be.
const PATIENCE: Duration = Duration::from_secs(20);

/// Cases that are put together before the next: a report is much larger than a case.
const BATCH: u64 = 1024;

/// # Errors
/// Output that breaks.
pub(crate) fn run(
    arguments: &Arguments,
    count: u64,
    until: Until,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let (seed, first) = (arguments.seed, arguments.first);
    let end = first.saturating_add(count);
    let (bar, limits, running) = (progress_bar(count, "cases"), limits(arguments), Running::default());
    let mut total = Report::default();
    let mut end = end;
    running.watched(|| {
        let mut from = first;
        while from < end {
            if until.is_over() {
                end = from;
                break;
            }
            let to = from.saturating_add(BATCH).min(end);
            let batch = (from..to)
                .into_par_iter()
                .map(|number| {
                    let case = Case::nth(seed, number, arguments.kind);
                    let report = running.during(case, || run_case(case, limits));
                    bar.inc(1);
                    report
                })
                .reduce(Report::default, |mut sum, report| {
                    sum.add(&report);
                    sum
                });
            total.add(&batch);
            from = to;
        }
    });
    bar.finish_and_clear();
    writeln!(out, "{total}")?;
    write_slowest(out, &total.slowest)?;
    writeln!(out, "seed {seed}, cases {first} to {}; go on with --first {end}", end.saturating_sub(1))?;
    Ok(total.is_clean())
}

/// Makes one case again and prints all that was found.
///
/// # Errors
/// Output that breaks.
pub(crate) fn replay(arguments: &Arguments, case: Case, out: &mut impl Write) -> anyhow::Result<bool> {
    let report = run_case(case, limits(arguments));
    writeln!(out, "{report}")?;
    write_slowest(out, &report.slowest)?;
    Ok(report.is_clean())
}

fn limits(arguments: &Arguments) -> Limits {
    Limits { seconds: (arguments.slow > 0.0).then_some(arguments.slow) }
}

fn write_slowest(out: &mut impl Write, slowest: &Slowest) -> anyhow::Result<()> {
    if let Some((name, case)) = slowest.call {
        writeln!(out, "slowest call: {name} in {case}, {:.1} ms by the clock", slowest.seconds * 1e3)?;
    }
    Ok(())
}

/// The cases that are being made, each with its start.
#[derive(Default)]
struct Running {
    cases: Mutex<Vec<(Case, Instant)>>,
    is_over: AtomicBool,
}

impl Running {
    /// Makes a case that is known as running meanwhile.
    fn during<T>(&self, case: Case, work: impl FnOnce() -> T) -> T {
        self.change(|cases| cases.push((case, Instant::now())));
        let result = work();
        self.change(|cases| cases.retain(|(running, _)| *running != case));
        result
    }

    fn change(&self, change: impl FnOnce(&mut Vec<(Case, Instant)>)) {
        if let Ok(mut cases) = self.cases.lock() {
            change(&mut cases);
        }
    }

    /// Works, and names cases that take long while it does.
    fn watched(&self, work: impl FnOnce()) {
        thread::scope(|scope| {
            let watcher = scope.spawn(|| self.watch());
            work();
            self.is_over.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
        });
    }

    fn watch(&self) {
        let mut named = Vec::new();
        while !self.is_over.load(Ordering::Relaxed) {
            thread::park_timeout(Duration::from_secs(1));
            self.change(|cases| {
                for (case, start) in cases.iter() {
                    if start.elapsed() > PATIENCE && !named.contains(case) {
                        named.push(*case);
                        eprintln!("{case} is not done after {} s", PATIENCE.as_secs());
                    }
                }
            });
        }
    }
}
