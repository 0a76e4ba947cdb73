//! Splits a set of boxes in two: the surface area heuristic at the borders of bins, on all three axes.
//!
//! A side costs its area times the number of leaves that it fills, not of boxes: a leaf is tested as a whole, so the
//! last few boxes of a full one are free and sides of nearly whole leaves are preferred.
//!
//! Source: Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007 (binning).

use super::LEAF_SIZE;
use super::item::{Item, least, most};

/// Number of bins an axis; a power of two.
const BINS: usize = 16;
/// Number of bins an axis for a small set: setting up and reading many bins would dominate the work.
const FEW_BINS: usize = 8;
/// Maximum number of boxes in a small set.
const SMALL: usize = 32;

/// Added to a small non-negative number, it leaves the nearest whole number in the lowest bits.
const TO_BITS: f32 = 12_582_912.0;

/// Sizes below this count as zero, so that the scale stays finite.
const LEAST_SIZE: f32 = 1e-30;

/// The two sides of a split.
pub(super) struct Cut {
    /// Index at which the second side begins.
    pub(super) middle: usize,
    pub(super) left: Item,
    pub(super) right: Item,
}

/// Maps the centre of a box to its bin on each axis.
struct Scale {
    low: [f32; 4],
    scale: [f32; 4],
}

impl Scale {
    /// The scale for the centres of these items.
    #[inline(always)]
    fn of(items: &[Item], bins: usize) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; 4], [f32::NEG_INFINITY; 4]);
        for item in items {
            let centre = item.centres();
            (low, high) = (least(low, centre), most(high, centre));
        }
        let scale = core::array::from_fn(|axis| {
            let size = high[axis] - low[axis];
            // A little less than all bins: half a bin is subtracted below, and the sum is then rounded.
            if size > LEAST_SIZE { bins as f32 * 0.999_999 / size } else { 0.0 }
        });
        Self { low, scale }
    }

    /// The item's bins, still to be masked.
    #[inline(always)]
    fn bins(&self, item: &Item) -> [u32; 4] {
        let centre = item.centres();
        let bin = |i: usize| bin(centre[i], self.low[i], self.scale[i]);
        [bin(0), bin(1), bin(2), bin(3)]
    }
}

#[inline(always)]
fn bin(centre: f32, low: f32, scale: f32) -> u32 {
    ((centre - low) * scale - 0.5 + TO_BITS).to_bits()
}

/// The content of the bins of an axis.
struct Bins<const N: usize> {
    boxes: [Item; N],
    counts: [u32; N],
}

impl<const N: usize> Bins<N> {
    const EMPTY: Self = Self { boxes: [Item::EMPTY; N], counts: [0; N] };

    #[inline(always)]
    fn add(&mut self, bin: u32, item: &Item) {
        let bin = bin as usize % N;
        self.boxes[bin] = self.boxes[bin].union(item);
        self.counts[bin] += 1;
    }

    /// The lowest cost of splitting before a bin, and that bin. There are boxes in more than one bin.
    fn cheapest_border(&self, total: u32) -> (f32, usize) {
        let mut right_costs = [0.0_f32; N];
        let (mut right, mut count) = (Item::EMPTY, 0);
        for i in (1..N).rev() {
            right = right.union(&self.boxes[i]);
            count += self.counts[i];
            right_costs[i] = cost(&right, count);
        }
        let mut best = (f32::INFINITY, 0);
        let (mut left, mut count) = (Item::EMPTY, 0);
        for (i, right_cost) in right_costs.iter().enumerate().skip(1) {
            left = left.union(&self.boxes[i - 1]);
            count += self.counts[i - 1];
            let cost = cost(&left, count) + right_cost;
            if cost < best.0 && count > 0 && count < total {
                best = (cost, i);
            }
        }
        best
    }

    fn union(&self, from: usize, to: usize) -> Item {
        self.boxes[from..to].iter().fold(Item::EMPTY, |all, one| all.union(one))
    }
}

/// Area times leaves; meaningless for zero boxes.
#[inline(always)]
fn cost(bounds: &Item, count: u32) -> f32 {
    bounds.half_area() * count.div_ceil(LEAF_SIZE as u32) as f32
}

/// Sorts the items into two sides by the cheapest border; `None` if there is none, as all centres coincide.
pub(super) fn cut(items: &mut [Item]) -> Option<Cut> {
    if items.len() > SMALL { cut_by::<BINS>(items) } else { cut_by::<FEW_BINS>(items) }
}

fn cut_by<const N: usize>(items: &mut [Item]) -> Option<Cut> {
    let scale = Scale::of(items, N);
    let mut bins = [Bins::<N>::EMPTY; 3];
    for item in items.iter() {
        let [x, y, z, _] = scale.bins(item);
        bins[0].add(x, item);
        bins[1].add(y, item);
        bins[2].add(z, item);
    }
    let (mut best, mut axis) = ((f32::INFINITY, 0), 0);
    for (i, bins) in bins.iter().enumerate().filter(|&(i, _)| scale.scale[i] > 0.0) {
        let border = bins.cheapest_border(items.len() as u32);
        if border.0 < best.0 {
            (best, axis) = (border, i);
        }
    }
    let (_, border) = best;
    if border == 0 {
        return None;
    }
    let (low, factor) = (scale.low[axis], scale.scale[axis]);
    let middle = partition(items, |item| bin(item.twice_centre(axis), low, factor) as usize % N < border);
    let (left, right) = (bins[axis].union(0, border), bins[axis].union(border, N));
    Some(Cut { middle, left, right })
}

/// Moves the items for which `is_left` holds to the front, in place and in a deterministic order.
///
/// Every item is swapped, whether it stays or not: a branch would be mispredicted half of the time. (Lomuto's scheme.)
#[inline(always)]
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let mut left = 0;
    for i in 0..items.len() {
        let goes_left = is_left(&items[i]);
        items.swap(i, left);
        left += usize::from(goes_left);
    }
    left
}
