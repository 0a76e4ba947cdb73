//! The hand that calls the library: counts calls, looks at answers and errors, writes down what does not hold.

use super::driver::Limits;
use super::finite::first_broken;
use super::kind::Case;
use super::report::Report;
use glissando::{DVec3, Hit};
use std::fmt::{Debug, Display};
use std::time::Instant;

/// Least and most of a share, with room for the rounding of a sum.
const SHARE: std::ops::RangeInclusive<f64> = 0.0..=1.0;

/// How far the length of a unit vector may be from one.
const UNIT: f64 = 1e-9;

/// Watches the calls of one case.
#[derive(Debug)]
pub(super) struct Watch {
    case: Case,
    limits: Limits,
    /// Whether what ends in the world is a finding: not where meshes have one-sided triangles.
    pub(super) judges_depth: bool,
    /// The function that is being called, for panics.
    pub(super) calling: &'static str,
    pub(super) report: Report,
}

impl Watch {
    pub(super) fn new(case: Case, limits: Limits, judges_depth: bool) -> Self {
        let mut report = Report::default();
        report.cases.insert(case.kind, 1);
        Self { case, limits, judges_depth, calling: "its own code", report }
    }

    /// Calls a function that may refuse. An answer must have finite numbers, an error a text.
    pub(super) fn call<T: Debug, E: Display>(
        &mut self,
        name: &'static str,
        call: impl FnOnce() -> Result<T, E>,
    ) -> Option<T> {
        let answer = self.attempt(name, call)?;
        self.finite(name, &answer);
        Some(answer)
    }

    /// The same for an answer whose private parts have infinities that mean something: the caller looks at the rest.
    pub(super) fn attempt<T, E: Display>(
        &mut self,
        name: &'static str,
        call: impl FnOnce() -> Result<T, E>,
    ) -> Option<T> {
        let start = self.begin(name);
        let answer = call();
        self.end(name, start, answer.is_ok());
        if let Err(error) = &answer {
            self.expect(!error.to_string().trim().is_empty(), "an error without text", || name.into());
        }
        answer.ok()
    }

    /// Calls a function that cannot refuse. The answer must have finite numbers.
    pub(super) fn value<T: Debug>(&mut self, name: &'static str, call: impl FnOnce() -> T) -> T {
        let start = self.begin(name);
        let answer = call();
        self.end(name, start, true);
        self.finite(name, &answer);
        answer
    }

    /// Calls a function that answers anything, as long as it answers: its numbers were hostile.
    pub(super) fn survive<T>(&mut self, name: &'static str, call: impl FnOnce() -> T) -> T {
        let start = self.begin(name);
        let answer = call();
        self.end(name, start, true);
        answer
    }

    fn begin(&mut self, name: &'static str) -> Instant {
        self.calling = name;
        Instant::now()
    }

    fn end(&mut self, name: &'static str, start: Instant, is_answered: bool) {
        let seconds = start.elapsed().as_secs_f64();
        self.calling = "its own code";
        let calls = self.report.calls.entry(name).or_default();
        *(if is_answered { &mut calls.answered } else { &mut calls.refused }) += 1;
        if seconds > self.report.slowest.seconds {
            self.report.slowest.seconds = seconds;
            self.report.slowest.call = Some((name, self.case));
        }
        if self.limits.seconds.is_some_and(|most| seconds > most) {
            self.find(format!("{name} takes too long"), || format!("{seconds:.2} s"));
        }
    }

    /// Counts the work of a call, and checks it against its bound.
    pub(super) fn work(&mut self, name: &'static str, work: u64, most: u64) {
        let case = self.case;
        self.report.calls.entry(name).or_default().note_work(work, Some(case));
        self.expect(work <= most, "more work than the bound of a call", || {
            format!("{name}: {work}, and its bound is {most}")
        });
    }

    /// Writes down that something does not hold.
    pub(super) fn find(&mut self, property: impl Into<String>, detail: impl FnOnce() -> String) {
        self.report.find(self.case, property.into(), detail);
    }

    /// Writes down a property that does not hold.
    pub(super) fn expect(&mut self, holds: bool, property: &str, detail: impl FnOnce() -> String) {
        if !holds {
            self.find(property, detail);
        }
    }

    /// Every number must be finite.
    pub(super) fn finite(&mut self, name: &str, value: &impl Debug) {
        if let Some(broken) = first_broken(value) {
            self.find(format!("a number that is none in the answer of {name}"), || {
                format!("{broken}: {value:?}")
            });
        }
    }

    /// A number must be a share of a whole.
    pub(super) fn share(&mut self, name: &str, share: f64) {
        self.expect(SHARE.contains(&share), "a share beyond 0..=1", || format!("{name}: {share}"));
    }

    /// A vector must have the length one.
    pub(super) fn unit(&mut self, name: &str, normal: DVec3) {
        let length = normal.length();
        self.expect((length - 1.0).abs() <= UNIT, "a normal whose length is not one", || {
            format!("{name}: {normal:?} of length {length}")
        });
    }

    /// A hit must have a share, unit normals and no negative depth.
    pub(super) fn hit(&mut self, name: &str, hit: &Option<Hit>) {
        let Some(hit) = hit else { return };
        self.share(name, hit.fraction);
        self.unit(name, hit.normal);
        self.unit(name, hit.face_normal);
        self.expect(hit.depth >= 0.0 && hit.distance >= 0.0, "a negative depth or distance", || {
            format!("{name}: {hit:?}")
        });
    }

    /// Two answers to one question must be the same, to the bit: of the fast way, and of its slow twin.
    ///
    /// Their texts are compared: those differ in the sign of a zero too, and a NaN is equal to itself.
    pub(super) fn same<T: Debug>(
        &mut self,
        property: &str,
        one: &T,
        two: &T,
        question: impl FnOnce() -> String,
    ) {
        let (one, two) = (format!("{one:?}"), format!("{two:?}"));
        if one != two {
            self.find(property, || format!("{}\n  one {one}\n  two {two}", question()));
        }
    }

    /// After a refused call the state must be what it was, to the bit, also where it holds NaN.
    pub(super) fn unchanged<T: Debug>(&mut self, name: &str, before: &T, after: &T) {
        let (old, new) = (format!("{before:?}"), format!("{after:?}"));
        self.expect(old == new, "a refused call has changed its state", || format!("{name}: {old} -> {new}"));
    }
}
