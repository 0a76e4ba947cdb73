//! The searching oracle against the exact one: neither knows how the other works.

use glissando_testkit::cases::{Case, Family};
use glissando_testkit::exact::{self, ExactSweep, Least, Rational};
use glissando_testkit::oracle::{self, OracleAnswer, Rule, Verdict};
use glissando_testkit::random::Style;
use std::cmp::Ordering;

/// Cases of one family and style.
const COUNT: u64 = 560;

fn root(square: &Rational) -> f64 {
    square.to_f64().value().sqrt()
}

fn number(x: f64) -> Rational {
    exact::rational(x).expect("finite")
}

/// No allowance but the oracle's own error.
const STRICT: Rule = Rule { graze: 0.0, slack: 0.0, turn: 0.0, on_surface: 0.0 };

/// One case in both eyes.
struct Pair {
    case: Case,
    answer: OracleAnswer,
    exact: ExactSweep,
    least: Least,
}

impl Pair {
    fn new(case: Case) -> Self {
        let exact = ExactSweep::new(case.from, case.translation, case.corners, case.rho).expect("finite");
        let least = exact.least();
        Self { answer: case.answer(), case, exact, least }
    }

    /// The largest deviation of a distance, in units of the promised error.
    fn deviation(&self) -> f64 {
        let start = root(&self.exact.distance_sq_at(&Rational::ZERO)) - self.answer.start;
        let least = root(&self.least.distance_sq) - self.answer.least;
        let at = root(&self.exact.distance_sq_at(&number(self.answer.least_at))) - self.answer.least;
        let start = start.abs() - 8.0 * f64::EPSILON * self.answer.start;
        // A fraction has only so many digits.
        let at = at.abs() - f64::EPSILON * self.case.translation.length();
        start.max(least.abs()).max(at) / self.answer.error
    }

    /// How far the sphere is from touching at the claimed first contact, beyond the digits of a fraction.
    fn contact_deviation(&self, fraction: f64) -> f64 {
        if fraction == 0.0 {
            return 0.0;
        }
        let gap = root(&self.exact.distance_sq_at(&number(fraction))) - self.case.rho;
        (gap.abs() - f64::EPSILON * self.case.translation.length()) / self.answer.error
    }

    /// The verdict that the exact facts demand, where they demand one.
    fn exact_verdict(&self) -> Verdict {
        let rho_sq = self.exact.rho_sq();
        let first = Rational::ONE / number(2.0_f64.powi(80));
        let start_sq = self.exact.distance_sq_at(&Rational::ZERO);
        let approaches = self.exact.distance_sq_at(&first) < start_sq;
        if start_sq <= rho_sq && !approaches || self.least.distance_sq > rho_sq {
            return Verdict::Miss;
        }
        if self.least.distance_sq < rho_sq { Verdict::Hit } else { Verdict::Either }
    }
}

#[test]
fn the_searching_oracle_never_contradicts_the_exact_one() {
    for style in [Style::Grid, Style::Chaos] {
        let (mut count, mut ties, mut touches, mut decided) = (0, 0, 0, 0);
        let (mut worst, mut worst_contact) = (0.0_f64, 0.0_f64);
        for family in Family::ALL {
            for index in 0..COUNT {
                let pair = Pair::new(Case::new(family, style, 21, index));
                count += 1;
                ties += usize::from(pair.least.distance_sq == pair.exact.rho_sq());
                touches += usize::from(pair.exact.compare_at(&Rational::ZERO) == Ordering::Equal);
                let verdict = pair.answer.verdict(pair.case.rho, STRICT);
                decided += usize::from(verdict != Verdict::Either);
                let agrees = verdict == Verdict::Either || verdict == pair.exact_verdict();
                assert!(agrees, "{verdict:?} {:?} {:?}", pair.answer, pair.case);
                let contact = pair.answer.hit.map_or(0.0, |t| pair.contact_deviation(t));
                assert!(pair.deviation() <= 1.0, "{} {:?} {:?}", pair.deviation(), pair.answer, pair.case);
                assert!(contact <= 1.0, "{contact} {:?} {:?}", pair.answer, pair.case);
                worst = worst.max(pair.deviation());
                worst_contact = worst_contact.max(contact);
            }
        }
        println!(
            "{style:?}: {count} cases ({ties} graze exactly, {touches} start touching exactly, {decided} decided); \
             worst distance {worst:.3}, worst contact {worst_contact:.3} of the promised error"
        );
        assert!(count >= 10_000 && decided > count / 2);
        assert!(style == Style::Chaos || ties > 500 && touches > 500, "{ties} {touches}");
    }
}

#[test]
fn first_contacts_lie_between_exact_bounds() {
    for style in [Style::Grid, Style::Chaos] {
        let (mut count, mut widest) = (0, 0.0_f64);
        for case in Family::ALL.into_iter().flat_map(|f| (0..COUNT).map(move |i| Case::new(f, style, 22, i)))
        {
            let pair = Pair::new(case);
            let depth = case.rho - pair.answer.least;
            let Some(t) = pair.answer.hit.filter(|&t| t > 0.0 && depth > 1e-6) else { continue };
            // The distance falls by `depth` until it is least, and at first at least as fast as on average.
            let steepness = depth / (pair.answer.least_at - t);
            let step = pair.answer.error / steepness + 2.0 * f64::EPSILON;
            let against = |x: f64| pair.exact.contact_against(&number(x), &pair.least);
            assert_ne!(against((t + step).min(1.0)), Some(Ordering::Greater), "{case:?}");
            assert_ne!(against((t - step).max(0.0)), Some(Ordering::Less), "{case:?}");
            count += 1;
            widest = widest.max(step * steepness);
        }
        println!("{style:?}: {count} first contacts, all within {widest:e} in depth of the exact ones");
        assert!(count > 2000);
    }
}

#[test]
fn distances_agree_to_fourteen_digits() {
    let (mut count, mut worst) = (0, 0.0_f64);
    for style in [Style::Grid, Style::Chaos] {
        for family in Family::ALL {
            for index in 0..300 {
                let case = Case::new(family, style, 23, index);
                let [a, b, c] = case.corners;
                let exact = root(&exact::distance_sq(case.from, case.corners).expect("finite"));
                let size = [b - a, c - b, a - c]
                    .map(|e| e.length())
                    .into_iter()
                    .fold(exact.max(f64::MIN_POSITIVE), f64::max);
                let deviation = (oracle::distance(case.from, case.corners) - exact).abs() / size;
                assert!(deviation < 1e-14, "{deviation:e} {case:?}");
                worst = worst.max(deviation);
                count += 1;
            }
        }
    }
    println!("{count} distances, worst relative error {worst:e}");
}
