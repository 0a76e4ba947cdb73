//! Compares a claimed answer with the oracle's.

use super::Case;
use crate::oracle::{self, OracleAnswer, Rule, Verdict};

/// How a claim about a case stands to the truth. Lengths are in radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// What had to be answered.
    pub verdict: Verdict,
    /// No hit was claimed where there must be one.
    pub missed: bool,
    /// A hit was claimed where there must be none.
    pub phantom: bool,
    /// How deep the sphere is in the triangle where it was stopped (beyond the overlap at the start).
    pub late: f64,
    /// How far from the triangle the sphere is where it was stopped.
    pub early: f64,
    /// The rounding of the place where it was stopped: a fraction has no more digits than this.
    pub rounding: f64,
}

impl Case {
    /// What is true of the case.
    pub fn answer(&self) -> OracleAnswer {
        oracle::sweep(self.from, self.translation, self.corners, self.rho)
    }

    /// Judges a claimed first fraction, or the claim that there is no hit.
    pub fn judge(&self, claimed: Option<f64>, rule: Rule) -> Judgement {
        let answer = self.answer();
        let verdict = answer.verdict(self.rho, rule);
        let (late, early) = claimed.map_or((0.0, 0.0), |fraction| self.depth_and_gap(&answer, fraction));
        let position = self.translation.length() * claimed.unwrap_or(0.0).abs();
        Judgement {
            verdict,
            missed: verdict == Verdict::Hit && claimed.is_none(),
            phantom: verdict == Verdict::Miss && claimed.is_some(),
            late: late / self.rho,
            early: early / self.rho,
            rounding: (answer.error + f64::EPSILON * position) / self.rho,
        }
    }

    fn depth_and_gap(&self, answer: &OracleAnswer, fraction: f64) -> (f64, f64) {
        let distance = oracle::distance_at(self.from, self.translation, fraction, self.corners);
        // After the deepest point the sphere comes out again: it has been as deep as it gets.
        let deepest = if fraction > answer.least_at { distance.min(answer.least) } else { distance };
        let depth = (self.rho.min(answer.start) - deepest).max(0.0);
        (depth, (distance - self.rho).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Family, all};
    use super::*;

    #[test]
    fn the_oracle_judges_its_own_answers_right() {
        for case in all(11, 300) {
            let rule = Rule::default();
            let answer = case.answer();
            let stopped = answer.verdict(case.rho, rule) == Verdict::Hit;
            let judgement = case.judge(answer.hit.filter(|_| stopped), rule);
            assert!(!judgement.missed && !judgement.phantom, "{case:?}");
            let worst = judgement.late.max(judgement.early);
            assert!(worst <= 2.0 * judgement.rounding, "{judgement:?} {case:?}");
        }
    }

    #[test]
    fn wrong_claims_are_seen() {
        let cases = all(12, 200).filter(|c| !matches!(c.family, Family::Still));
        let (mut missed, mut phantom, mut late, mut early) = (0, 0, 0, 0);
        for case in cases {
            missed += usize::from(case.judge(None, Rule::default()).missed);
            let end = case.judge(Some(1.0), Rule::default());
            phantom += usize::from(end.phantom);
            late += usize::from(end.late > 1e-3);
            early += usize::from(end.early > 1e-3);
        }
        println!("{missed} missed, {phantom} phantom, {late} late, {early} early");
        assert!(missed > 2500 && phantom > 1000 && late > 2000 && early > 1000);
    }
}
