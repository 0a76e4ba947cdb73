//! How many of an engine's answers are wrong, and how wrong.

use super::{Error, Truth};

/// Errors up to this are nobody's fault, in metres: what single precision loses a hundred metres from the origin.
const FAULT: f64 = 1e-4;
/// A stop deeper than this is inside.
const INSIDE: f64 = 1e-2;
/// What glissando is held to: 1e-5 of the smallest radius.
const PRECISE: f64 = 4e-6;

/// One engine's answers before the oracle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    pub asked: usize,
    /// Questions to which a hit is the right answer.
    pub hits: usize,
    /// No stop, but the mover goes in deeper than 0.1 mm.
    pub missed: usize,
    /// A stop, but nothing is within 0.1 mm of the whole way.
    pub phantom: usize,
    /// A stop more than 1 cm too deep; for rays: behind the surface.
    pub inside: usize,
    /// A stop between 0.1 mm and 1 cm too deep.
    pub late: usize,
    /// A stop more than 0.1 mm away from everything.
    pub early: usize,
    /// Answers that are off by more than 0.004 mm in whatever way.
    pub imprecise: usize,
    /// The deepest that a mover got, in metres, stopped or not.
    pub deepest: f64,
    /// The farthest from everything that one was stopped.
    pub farthest: f64,
}

impl Agreement {
    pub fn add(&mut self, truth: &Truth, claim: Option<f64>) {
        self.asked += 1;
        self.hits += usize::from(truth.is_hit());
        let error = truth.error(claim);
        let (too_deep, too_far) = match error {
            Error::Stop(depth) => (depth, -depth),
            Error::Missed(depth) => (depth, 0.0),
            Error::False(gap) => (0.0, gap),
            Error::Free => (0.0, 0.0),
        };
        self.missed += usize::from(matches!(error, Error::Missed(depth) if depth > FAULT));
        self.phantom += usize::from(matches!(error, Error::False(gap) if gap > FAULT));
        self.inside += usize::from(matches!(error, Error::Stop(depth) if depth > INSIDE));
        self.late += usize::from(matches!(error, Error::Stop(depth) if depth > FAULT && depth <= INSIDE));
        self.early += usize::from(matches!(error, Error::Stop(depth) if depth < -FAULT));
        self.imprecise += usize::from(too_deep > PRECISE || too_far > PRECISE);
        self.deepest = self.deepest.max(too_deep);
        if too_far.is_finite() {
            self.farthest = self.farthest.max(too_far);
        }
    }

    /// Whether nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.missed + self.phantom + self.inside + self.late + self.early + self.imprecise == 0
    }

    /// Both together.
    pub fn and(self, other: &Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            hits: self.hits + other.hits,
            missed: self.missed + other.missed,
            phantom: self.phantom + other.phantom,
            inside: self.inside + other.inside,
            late: self.late + other.late,
            early: self.early + other.early,
            imprecise: self.imprecise + other.imprecise,
            deepest: self.deepest.max(other.deepest),
            farthest: self.farthest.max(other.farthest),
        }
    }
}
