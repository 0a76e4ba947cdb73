//! What a soak found, what it called, and how it is printed.

use super::kind::{Case, Kind};
use std::collections::BTreeMap;
use std::fmt;

/// The findings and counts of any number of cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// How many cases were made of each kind.
    pub cases: BTreeMap<Kind, u64>,
    /// By the name of the function.
    pub calls: BTreeMap<&'static str, Calls>,
    /// By the kind and the property that does not hold.
    pub findings: BTreeMap<(Kind, String), Finding>,
    /// The call that took the longest time by the clock. All else in a report follows from the cases alone.
    pub slowest: Slowest,
}

/// Calls of one function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// How many were answered.
    pub answered: u64,
    /// How many were refused by an error.
    pub refused: u64,
    /// Most work that one call did: questions to the world, sub-steps or impacts; 0 where nothing is counted.
    pub most_work: u64,
    /// The case that did it.
    pub most_work_in: Option<Case>,
}

/// A property that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The first case in which it does not: the one with the lowest seed.
    pub first: Case,
    /// How often.
    pub count: u64,
    /// The numbers of the first time.
    pub detail: String,
}

/// The slowest call.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slowest {
    /// Seconds.
    pub seconds: f64,
    /// Which function, in which case.
    pub call: Option<(&'static str, Case)>,
}

/// Letters of a detail that are kept.
const DETAIL: usize = 4000;

impl Report {
    /// Whether every property held.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Adds a property that does not hold.
    pub(super) fn find(&mut self, case: Case, property: String, detail: impl FnOnce() -> String) {
        let finding = self.findings.entry((case.kind, property)).or_insert_with(|| {
            let detail = detail().chars().take(DETAIL).collect();
            Finding { first: case, count: 0, detail }
        });
        finding.count += 1;
    }

    /// Adds what other cases found. The order of adding has no say.
    pub fn add(&mut self, other: &Self) {
        for (kind, count) in &other.cases {
            *self.cases.entry(*kind).or_default() += count;
        }
        for (name, calls) in &other.calls {
            self.calls.entry(name).or_default().add(calls);
        }
        for (key, finding) in &other.findings {
            match self.findings.get_mut(key) {
                Some(known) => known.add(finding),
                None => drop(self.findings.insert(key.clone(), finding.clone())),
            }
        }
        if other.slowest.seconds > self.slowest.seconds {
            self.slowest = other.slowest;
        }
    }
}

impl Calls {
    fn add(&mut self, other: &Self) {
        self.answered += other.answered;
        self.refused += other.refused;
        self.note_work(other.most_work, other.most_work_in);
    }

    pub(super) fn note_work(&mut self, work: u64, case: Option<Case>) {
        let is_first = work == self.most_work && case < self.most_work_in;
        if work > 0 && (work > self.most_work || is_first) {
            (self.most_work, self.most_work_in) = (work, case);
        }
    }
}

impl Finding {
    fn add(&mut self, other: &Self) {
        let count = self.count + other.count;
        if other.first < self.first {
            self.clone_from(other);
        }
        self.count = count;
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self.cases.values().sum();
        let kinds: Vec<String> = self.cases.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        writeln!(f, "{total} cases: {}", kinds.join(", "))?;
        writeln!(f, "{:<28}{:>12}{:>12}  most work in one call", "function", "answered", "refused")?;
        let mut all = (0, 0);
        for (name, calls) in &self.calls {
            all = (all.0 + calls.answered, all.1 + calls.refused);
            write!(f, "{name:<28}{:>12}{:>12}", calls.answered, calls.refused)?;
            match calls.most_work_in {
                Some(case) => writeln!(f, "  {} in {case}", calls.most_work)?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "{:<28}{:>12}{:>12}", "all", all.0, all.1)?;
        for ((kind, property), finding) in &self.findings {
            let Finding { first, count, detail } = finding;
            writeln!(
                f,
                "\nfinding: {kind}: {property}, {count} times\n  glissando-soak --fuzz-case {first}\n  {detail}"
            )?;
        }
        if !self.is_clean() {
            writeln!(f)?;
        }
        write!(f, "{} findings", self.findings.len())
    }
}
