//! What a soak among moving bodies counts, and what it keeps in words.

use crate::soak::Finding;

/// What must never be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A tick ended nearer to a triangle than the sweep shell, and the character did not say so.
    Inside,
    /// A mover that stops or turns back ended in a character that was free.
    EndedIn,
    /// The centre crossed a triangle, as seen from its body, and the character is not crushed.
    Passages,
    /// While the world moved, a free character came nearer to a triangle than the sweep shell.
    Scrapes,
    /// The centre is out of the closed box.
    Escapes,
    /// A number is not finite.
    NotFinite,
    /// A tick was refused.
    Errors,
    /// The same tick from a copy of the state gave other bits.
    Copies,
    /// The same tick with the characters in another order gave other bits.
    Orders,
    /// A tick in which movers turned back is not the tick of a world in which they rest.
    Undone,
}

/// What deserves a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// Carried by the support.
    Carried,
    /// Shoved.
    Pushed,
    /// Squeezed, and a mover gave way.
    Blocked,
    /// Squeezed by what does not give way.
    Crushed,
    /// Crushed, it says, but clear at the end of the tick.
    CrushedFree,
    /// Not clear, and blocked.
    BlockedIn,
    /// In something, could not come out, and said so.
    Stuck,
    /// Put somewhere at the start of the tick or of the own move.
    Recovered,
    /// Sub-steps of the own move ran out.
    Dropped,
    /// A leg beside a body that turns was judged coarsely.
    Coarse,
}

/// Names of [`Fault`], in order.
const FAULTS: [&str; 10] = [
    "inside",
    "ended_in",
    "passages",
    "scrapes",
    "escapes",
    "not_finite",
    "errors",
    "copies",
    "orders",
    "undone",
];

/// Names of [`Oddity`], in order.
const ODDITIES: [&str; 10] = [
    "carried",
    "pushed",
    "blocked",
    "crushed",
    "crushed_free",
    "blocked_in",
    "stuck",
    "recovered",
    "dropped",
    "coarse",
];

/// Findings of a kind that are kept in words.
const KEPT: usize = 4;

/// What was found, added up.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// Walks begun.
    pub walks: usize,
    /// Ticks of single characters judged.
    pub ticks: usize,
    /// Ticks done again: from copies, in other orders, without movers that turned back.
    pub again: usize,
    /// Legs whose whole way among moving bodies was judged.
    pub legs: usize,
    /// Metres travelled.
    pub distance: f64,
    /// Least distance seen of one that says nothing, in radii beyond the sweep shell.
    pub least: f64,
    /// Bodies inserted, movers ended and bodies removed while characters walked.
    pub changes: [u64; 3],
    /// The first findings.
    pub findings: Vec<Finding>,
    faults: [usize; FAULTS.len()],
    oddities: [usize; ODDITIES.len()],
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            walks: 0,
            ticks: 0,
            again: 0,
            legs: 0,
            distance: 0.0,
            least: f64::INFINITY,
            changes: [0; 3],
            findings: Vec::new(),
            faults: Default::default(),
            oddities: Default::default(),
        }
    }
}

impl Counts {
    /// The counts that must all be zero, with their names.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, usize)> {
        FAULTS.into_iter().zip(self.faults)
    }

    /// The counts that deserve a look, with their names.
    pub fn oddities(&self) -> impl Iterator<Item = (&'static str, usize)> {
        ODDITIES.into_iter().zip(self.oddities)
    }

    /// Whether nothing was found that must never be.
    pub fn is_clean(&self) -> bool {
        self.faults.iter().all(|&count| count == 0)
    }

    pub(super) fn fault(&mut self, fault: Fault, walk: &str, tick: usize, story: impl FnOnce() -> String) {
        self.faults[fault as usize] += 1;
        let kind = FAULTS[fault as usize];
        if self.kept(kind) < KEPT {
            self.findings.push(Finding { walk: walk.to_owned(), tick, kind, is_fault: true, story: story() });
        }
    }

    pub(super) fn oddity(&mut self, oddity: Oddity) {
        self.oddities[oddity as usize] += 1;
    }

    /// The same, with words.
    pub(super) fn note(&mut self, oddity: Oddity, walk: &str, tick: usize, story: impl FnOnce() -> String) {
        self.oddity(oddity);
        let kind = ODDITIES[oddity as usize];
        if self.kept(kind) < KEPT {
            let finding = Finding { walk: walk.to_owned(), tick, kind, is_fault: false, story: story() };
            self.findings.push(finding);
        }
    }

    fn kept(&self, kind: &str) -> usize {
        self.findings.iter().filter(|f| f.kind == kind).count()
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.walks += other.walks;
        self.ticks += other.ticks;
        self.again += other.again;
        self.legs += other.legs;
        self.distance += other.distance;
        self.least = self.least.min(other.least);
        self.changes.iter_mut().zip(other.changes).for_each(|(sum, more)| *sum += more);
        self.faults.iter_mut().zip(other.faults).for_each(|(sum, more)| *sum += more);
        self.oddities.iter_mut().zip(other.oddities).for_each(|(sum, more)| *sum += more);
        for finding in &other.findings {
            if self.kept(finding.kind) < KEPT {
                self.findings.push(finding.clone());
            }
        }
    }
}
