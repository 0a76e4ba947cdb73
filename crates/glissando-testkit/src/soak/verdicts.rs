//! What a soak of walks counts, and what it keeps in words.

use std::fmt;

/// What was found, added up.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdicts {
    /// Walks begun.
    pub walks: usize,
    /// Ticks judged.
    pub ticks: usize,
    /// Ticks that ended nearer to a triangle than the sweep shell.
    pub inside: usize,
    /// Ticks in which the centre cannot have come where it is without crossing a triangle.
    pub passages: usize,
    /// Straight pieces of a tick along which the body went into a triangle.
    pub scrapes: usize,
    /// Ticks that ended with the centre out of a closed world.
    pub escapes: usize,
    /// Ticks with a number that is not finite.
    pub not_finite: usize,
    /// Ticks refused.
    pub errors: usize,
    /// Ticks whose sub-steps or pieces ran out: a part of their way was cut off.
    pub cut: usize,
    /// Ticks with more landings than their way has bumps, and seconds with more than a walker can make.
    pub landings: usize,
    /// Times that a walker at rest did not stand, though no way down was free: it may not jump.
    pub hung: usize,
    /// Times that a walker got nowhere for two seconds with room along one of its wishes.
    pub room_to_go: usize,
    /// Times that a walker stood still though a way was free by the rules of walking.
    pub stood_still: usize,
    /// Times that a walker stood still before something that could be stepped on.
    pub unstepped: usize,
    /// Times that a walker stood still, and rightly: no way was free, or a push against a slope held it.
    pub held: usize,
    /// Ticks in which the body could not come out of what it was in, and said so.
    pub reported_stuck: usize,
    /// Ticks that began inside something and came out.
    pub recovered: usize,
    /// Ticks that went back to the last safe position.
    pub sent_back: usize,
    /// Ticks that kept less than the whole skin, where only that fits.
    pub narrow: usize,
    /// Walks that left a level with a hole in it.
    pub left_the_level: usize,
    /// Straight pieces whose whole way was judged.
    pub pieces: usize,
    /// Landings, steps up, jumps: signs of life.
    pub events: usize,
    /// Metres walked.
    pub distance: f64,
    /// Least distance seen, in radii beyond the sweep shell.
    pub least: f64,
    /// The first findings.
    pub findings: Vec<Finding>,
}

/// Something that must not be, or that deserves a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The walk.
    pub walk: String,
    /// The tick in it, from 0.
    pub tick: usize,
    /// The kind, as the field of [`Verdicts`] is called.
    pub kind: &'static str,
    /// Whether it must never be.
    pub is_fault: bool,
    /// What is known.
    pub story: String,
}

/// Findings of a kind that are kept in words.
const KEPT: usize = 6;

impl Default for Verdicts {
    fn default() -> Self {
        Self {
            walks: 0,
            ticks: 0,
            inside: 0,
            passages: 0,
            scrapes: 0,
            escapes: 0,
            not_finite: 0,
            errors: 0,
            cut: 0,
            landings: 0,
            hung: 0,
            room_to_go: 0,
            stood_still: 0,
            unstepped: 0,
            held: 0,
            reported_stuck: 0,
            recovered: 0,
            sent_back: 0,
            narrow: 0,
            left_the_level: 0,
            pieces: 0,
            events: 0,
            distance: 0.0,
            least: f64::INFINITY,
            findings: Vec::new(),
        }
    }
}

impl Verdicts {
    /// The counts that must all be zero, with their names.
    pub fn faults(&self) -> [(&'static str, usize); 11] {
        [
            ("inside", self.inside),
            ("passages", self.passages),
            ("scrapes", self.scrapes),
            ("escapes", self.escapes),
            ("not_finite", self.not_finite),
            ("errors", self.errors),
            ("cut", self.cut),
            ("landings", self.landings),
            ("hung", self.hung),
            ("room_to_go", self.room_to_go),
            ("stood_still", self.stood_still),
        ]
    }

    /// The counts that deserve a look, with their names.
    pub fn oddities(&self) -> [(&'static str, usize); 7] {
        [
            ("unstepped", self.unstepped),
            ("held", self.held),
            ("stuck", self.reported_stuck),
            ("recovered", self.recovered),
            ("sent_back", self.sent_back),
            ("narrow", self.narrow),
            ("left", self.left_the_level),
        ]
    }

    /// Whether nothing was found that must never be.
    pub fn is_clean(&self) -> bool {
        self.faults().iter().all(|(_, count)| *count == 0)
    }

    /// Keeps a finding, if there are not many of its kind already.
    pub fn keep(&mut self, finding: Finding) {
        if self.findings.iter().filter(|f| f.kind == finding.kind).count() < KEPT {
            self.findings.push(finding);
        }
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.walks += other.walks;
        self.ticks += other.ticks;
        self.inside += other.inside;
        self.passages += other.passages;
        self.scrapes += other.scrapes;
        self.escapes += other.escapes;
        self.not_finite += other.not_finite;
        self.errors += other.errors;
        self.cut += other.cut;
        self.landings += other.landings;
        self.hung += other.hung;
        self.room_to_go += other.room_to_go;
        self.stood_still += other.stood_still;
        self.unstepped += other.unstepped;
        self.held += other.held;
        self.reported_stuck += other.reported_stuck;
        self.recovered += other.recovered;
        self.sent_back += other.sent_back;
        self.narrow += other.narrow;
        self.left_the_level += other.left_the_level;
        self.pieces += other.pieces;
        self.events += other.events;
        self.distance += other.distance;
        self.least = self.least.min(other.least);
        for finding in &other.findings {
            self.keep(finding.clone());
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in walk {} at tick {}: {}", self.kind, self.walk, self.tick, self.story)
    }
}
