//! A claim about one triangle before the exact oracle: no rounding of its own, so no excuse but the library's.

use super::truth::Question;
use crate::exact::{ExactSweep, Rational, rational};
use glissando::tolerance;
use std::cmp::Ordering;

/// What exact numbers show to be wrong. Lengths are in radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExactFault {
    /// No hit was claimed, and the sphere gets this deep.
    Missed(f64),
    /// A hit was claimed, and the sphere gets no nearer than this.
    Phantom(f64),
    /// Stopped at this distance from touching: negative for overlap.
    Off(f64),
}

/// A centre this near to a triangle is on it, and on either side, in radii.
const ON_SURFACE: f64 = 1e-6;

/// What is wrong with the claim, if anything.
///
/// Starts in overlap are judged by whether the sphere goes deeper than it was; which way it goes at first
/// is the searching oracle's to say.
pub fn check_exactly(question: &Question, claim: Option<f64>) -> Option<ExactFault> {
    let [piece] = &question.pieces[..] else { return None };
    let Question { from, translation, rho, radius, .. } = *question;
    let exact = ExactSweep::new(from, translation, piece.corners, rho)?;
    let (bound, drift) = (question.bound(piece), question.drift(piece));
    let rho_sq = exact.rho_sq();
    // (d² - ρ²) / (ρ + d), with the difference exact; `d` is near `ρ` wherever it matters.
    let gap = |square: &Rational| {
        let difference = (square.clone() - &rho_sq).to_f64().value();
        difference / (rho + square.to_f64().value().sqrt()) / radius
    };
    let start = gap(&exact.distance_sq_at(&Rational::ZERO));
    let least = gap(&exact.least().distance_sq);
    if start <= ON_SURFACE + question.sag(piece) - rho / radius {
        return None;
    }
    // A touch less deep than a graze is none.
    let level = start.min(0.0) - tolerance::GRAZE;
    let overlaps = exact.compare_at(&Rational::ZERO) != Ordering::Greater;
    match claim {
        None if overlaps => None,
        None => (least < level - bound - drift).then_some(ExactFault::Missed(-least)),
        Some(_) if least > level + bound + drift => Some(ExactFault::Phantom(least)),
        Some(fraction) => {
            let there = gap(&exact.distance_sq_at(&rational(fraction)?));
            let beyond = if overlaps { there.min(0.0) - start.min(0.0) } else { there };
            let is_off = if overlaps { beyond < -bound } else { beyond.abs() > bound };
            is_off.then_some(ExactFault::Off(beyond))
        }
    }
}
