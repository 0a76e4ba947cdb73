//! Findings of two checks beside each other, and findings that are allowed.

use crate::finding::{Finding, Kind};
use glissando::DVec3;
use serde::{Deserialize, Serialize};

/// Metres between two findings of one kind that are the same one.
const SAME: f64 = 1.0;

/// A finding that is known and may stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The kind of finding; every kind if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Where, metres; everywhere if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DVec3>,
    /// Metres around `at`. Default 1.
    #[serde(default = "same")]
    pub within: f64,
    /// Why it may stay.
    pub reason: String,
}

const fn same() -> f64 {
    SAME
}

impl Allowed {
    /// Whether it is about this finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        self.kind.is_none_or(|kind| kind == finding.kind)
            && self.at.is_none_or(|at| (finding.at - at).length() <= self.within)
    }
}

/// Whether two findings are the same one: of one kind, in one place.
pub fn is_same(a: &Finding, b: &Finding) -> bool {
    a.kind == b.kind && (a.at - b.at).length() <= SAME
}

/// The findings of `now` that were not there `before`, and those of `before` that are gone.
pub fn changes<'a>(before: &'a [Finding], now: &'a [Finding]) -> (Vec<&'a Finding>, Vec<&'a Finding>) {
    let lacks = |list: &[Finding], one: &Finding| !list.iter().any(|other| is_same(other, one));
    let new = now.iter().filter(|finding| lacks(before, finding)).collect();
    let gone = before.iter().filter(|finding| lacks(now, finding)).collect();
    (new, gone)
}
