//! From facts to "must hit", "must miss" or "may do either": the rules of the library, stated a second time.

use super::OracleAnswer;
use glissando::tolerance;

/// What counts as a touch. Lengths are in radii of the sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// A touch that would go less deep than this is no hit.
    pub graze: f64,
    /// How much the judged answer may err in a distance.
    pub slack: f64,
    /// How much the judged answer may err in the direction of the closest point, in radians.
    pub turn: f64,
    /// A centre at most this far from the triangle is on it, and on either side.
    pub on_surface: f64,
}

impl Default for Rule {
    /// The promises of the library: its searches end one gap before the touch, and its directions have
    /// eight digits, because distances of sixteen have no more to give.
    fn default() -> Self {
        Self { graze: tolerance::GRAZE, slack: tolerance::NEWTON_GAP, turn: 1e-8, on_surface: 1e-7 }
    }
}

/// What a sweep must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The sphere is stopped.
    Hit,
    /// It is not.
    Miss,
    /// Within rounding, or a graze: both answers are right.
    Either,
}

impl OracleAnswer {
    /// What a sweep of a sphere of radius `rho` must answer under `rule`.
    pub fn verdict(&self, rho: f64, rule: Rule) -> Verdict {
        let error = self.error + rule.slack * rho;
        // What is in already must go deeper than it was.
        let level = self.start.min(rho) - rule.graze * rho;
        let deep = self.least < level - error;
        if self.start <= rule.on_surface * rho {
            return Verdict::Either;
        }
        if self.least > level + error {
            return Verdict::Miss;
        }
        if self.start > rho + error {
            return if deep { Verdict::Hit } else { Verdict::Either };
        }
        // Rounding shifts the closest point by `error`, and so turns the way to it; and the product of
        // a subnormal move with anything has hardly a digit.
        let turn = rule.turn + error / self.start + f64::from_bits(4) / self.length;
        if self.slope_at_start >= turn {
            Verdict::Miss
        } else if self.slope_at_start < -turn && deep {
            Verdict::Hit
        } else {
            Verdict::Either
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sweep;
    use super::*;
    use glissando::DVec3;

    fn verdict(height: f64, translation: DVec3) -> Verdict {
        let corners = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
        sweep(DVec3::new(1.0, 1.0, height), translation, corners, 1.0).verdict(1.0, Rule::default())
    }

    #[test]
    fn a_start_in_overlap_is_hit_only_on_the_way_in() {
        assert_eq!(verdict(0.5, -DVec3::Z), Verdict::Hit);
        assert_eq!(verdict(0.5, DVec3::Z), Verdict::Miss);
        assert_eq!(verdict(1.0, -DVec3::Z), Verdict::Hit);
        assert_eq!(verdict(1.0, DVec3::Z), Verdict::Miss);
        assert_eq!(verdict(0.0, DVec3::Z), Verdict::Either, "a centre on the face is on no side of it");
    }

    #[test]
    fn a_start_in_overlap_must_go_deeper_by_more_than_a_graze_to_be_hit() {
        let in_by = |depth: f64| verdict(0.5, DVec3::new(0.0, 0.0, -depth));
        assert_eq!(in_by(0.5e-9), Verdict::Miss);
        assert_eq!(in_by(2e-9), Verdict::Hit);
    }

    #[test]
    fn a_slide_above_the_surface_may_not_be_stopped() {
        assert_eq!(verdict(1.0 + 1e-8, DVec3::X), Verdict::Miss);
        assert_eq!(verdict(1.0, DVec3::X), Verdict::Miss);
        assert_eq!(verdict(0.5, DVec3::X), Verdict::Miss);
    }

    #[test]
    fn only_a_touch_deeper_than_a_graze_must_be_seen() {
        let fall = |depth: f64| verdict(2.0, DVec3::new(0.0, 0.0, -1.0 - depth));
        assert_eq!(fall(-1e-9), Verdict::Miss);
        assert_eq!(fall(0.5e-9), Verdict::Miss);
        assert_eq!(fall(1e-9), Verdict::Either);
        assert_eq!(fall(2e-9), Verdict::Hit);
    }
}
