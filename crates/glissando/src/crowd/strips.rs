//! Boxes sorted into strips of one width along one axis: boxes without a common strip do not overlap.
//!
//! A box is listed in every strip that it reaches into. The strips are about two boxes wide, so a box is in few
//! strips, and all lists together are a few times as long as the number of boxes, however they lie.

use alloc::vec::Vec;
use core::ops;

/// Lists of boxes, strip by strip.
#[derive(Clone, Debug, Default)]
pub(super) struct Strips {
    /// The strips that each box reaches into.
    reached: Vec<ops::Range<u32>>,
    /// The start of each strip's list, and the end of the last.
    starts: Vec<u32>,
    /// Boxes by their input order; rising in each list.
    lists: Vec<u32>,
    /// The number of passed entries of each strip's list.
    passed: Vec<u32>,
}

/// The width of a strip, in mean boxes.
const WIDTH: f64 = 2.0;

/// Widens a box by more than the rounding of the sums that decide whether two overlap.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The ends of a box of this half extent about `at`, for [`Strips::fill`].
pub(super) fn span(at: f64, half: f64) -> (f64, f64) {
    let half = half + (at.abs() + half) * ROUNDING;
    (at - half, at + half)
}

impl Strips {
    /// Sorts boxes into strips across an axis, along which they have these ends.
    pub(super) fn fill(&mut self, spans: impl Iterator<Item = (f64, f64)> + Clone) {
        let (mut least, mut most, mut sum, mut count) = (f64::INFINITY, f64::NEG_INFINITY, 0.0, 0);
        for (low, high) in spans.clone() {
            least = if low < least { low } else { least };
            most = if high > most { high } else { most };
            (sum, count) = (sum + (high - low), count + 1);
        }
        let width = WIDTH * sum / f64::from(count);
        // No more strips than boxes: empty strips between distant boxes separate nothing.
        let wanted = (most - least) / width;
        let (strips, scale) = if wanted < f64::from(count) {
            (wanted as u32 + 1, 1.0 / width)
        } else {
            (count.max(1), f64::from(count) / (most - least))
        };
        let strip = |along: f64| (((along - least) * scale) as u32).min(strips - 1);
        self.reached.clear();
        self.reached.extend(spans.map(|(low, high)| strip(low)..strip(high) + 1));
        self.list(strips as usize);
    }

    /// Builds the lists from the strips that each box reaches into.
    fn list(&mut self, strips: usize) {
        self.starts.clear();
        self.starts.resize(strips + 1, 0);
        for reached in &self.reached {
            for start in &mut self.starts[reached.start as usize + 1..=reached.end as usize] {
                *start += 1;
            }
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.lists.clear();
        self.lists.resize(end as usize, 0);
        self.passed.clear();
        self.passed.extend_from_slice(&self.starts[..strips]);
        for (number, reached) in self.reached.iter().enumerate() {
            for next in &mut self.passed[reached.start as usize..reached.end as usize] {
                self.lists[*next as usize] = number as u32;
                *next += 1;
            }
        }
        self.passed.clear();
        self.passed.extend_from_slice(&self.starts[..strips]);
    }

    /// The strips that a box reaches into.
    pub(super) fn of(&self, number: usize) -> ops::Range<u32> {
        self.reached[number].clone()
    }

    /// Skips the next box of a strip.
    pub(super) fn pass(&mut self, strip: u32) {
        self.passed[strip as usize] += 1;
    }

    /// The boxes of a strip that were not skipped yet.
    pub(super) fn left(&self, strip: u32) -> &[u32] {
        let strip = strip as usize;
        &self.lists[self.passed[strip] as usize..self.starts[strip + 1] as usize]
    }
}
