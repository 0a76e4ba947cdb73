//! Splits a set of boxes in two: the surface area heuristic at the borders of bins, on all three axes.
//!
//! A side costs its measure times the number of leaves that it fills, not of boxes: a leaf is tested as a whole, so the
//! last few boxes of a full one are free and sides of nearly whole leaves are preferred.
//!
//! Source: Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007 (binning).

use super::LEAF_SIZE;
use super::item::Item;
use super::measure::Measure;
use crate::simd::{F8, Instructions, Kernel, Quad};

/// Number of bins an axis; a power of two.
const BINS: usize = 16;
/// Number of bins an axis for a large set, where reading them is little beside the work: rays visit 1 % fewer nodes.
const MANY_BINS: usize = 64;
/// Minimum number of boxes in a large set.
const LARGE: usize = 512;
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
        let (mut low, mut high) = (Quad::splat(f32::INFINITY), Quad::splat(f32::NEG_INFINITY));
        for item in items {
            let centre = item.centres();
            (low, high) = (low.min(centre), high.max(centre));
        }
        // A little less than all bins: half a bin is subtracted below, and the sum is then rounded.
        let of = |size: f32| if size > LEAST_SIZE { bins as f32 * 0.999_999 / size } else { 0.0 };
        Self { low: low.to_array(), scale: (high - low).to_array().map(of) }
    }

    /// The item's bins in their lowest bits.
    #[inline(always)]
    fn bins(&self, item: &Item) -> [u32; 4] {
        let along = (item.centres() - Quad::load(&self.low)) * Quad::load(&self.scale);
        (along - Quad::splat(0.5) + Quad::splat(TO_BITS)).to_array().map(f32::to_bits)
    }
}

/// The boxes whose centres are in a part of an axis.
#[derive(Clone, Copy)]
struct Bin {
    bounds: Item,
    count: u32,
}

/// The bins of an axis.
struct Bins<const N: usize>([Bin; N]);

impl<const N: usize> Bins<N> {
    const EMPTY: Self = Self([Bin { bounds: Item::EMPTY, count: 0 }; N]);

    #[inline(always)]
    fn add<F: F8>(&mut self, bin: u32, item: F) {
        let bin = &mut self.0[bin as usize % N];
        bin.bounds = Item::of(bin.bounds.load::<F>().min(item));
        bin.count += 1;
    }

    /// The lowest cost of splitting before a bin, and that bin. There are boxes in more than one bin.
    #[inline(always)]
    fn cheapest_border<F: F8>(&self, measure: Measure) -> (f32, usize) {
        let empty = Item::EMPTY.load::<F>();
        // For each bin: those before it, their boxes, and those from it on.
        let (mut lefts, mut counts, mut rights) = ([empty; N], [0; N], [empty; N]);
        let mut right = empty;
        for (bin, rights) in self.0.iter().zip(&mut rights).rev() {
            right = right.min(bin.bounds.load());
            *rights = right;
        }
        let (mut left, mut count) = (empty, 0);
        for ((bin, lefts), counts) in self.0.iter().zip(&mut lefts).zip(&mut counts) {
            (*lefts, *counts) = (left, count);
            left = left.min(bin.bounds.load());
            count += bin.count;
        }
        let ((lefts, _), (counts, _), (rights, _)) =
            (lefts.as_chunks(), counts.as_chunks(), rights.as_chunks());
        let mut best = (f32::INFINITY, 0);
        for (first, ((lefts, counts), rights)) in (0..).step_by(8).zip(lefts.iter().zip(counts).zip(rights)) {
            let left = costs(lefts, counts, measure);
            let right = costs(rights, &counts.map(|left| count - left), measure);
            // Not where a side is empty: its cost is NaN.
            let both = (left + right).min(F::splat(f32::INFINITY));
            let least = both.to_array().into_iter().fold(best.0, |a, b| if b < a { b } else { a });
            if least < best.0 {
                best = (least, first + both.equal(F::splat(least)).trailing_zeros() as usize);
            }
        }
        best
    }
}

/// The bounding box of all these boxes.
#[inline(always)]
fn union<'a, F: F8>(boxes: impl Iterator<Item = &'a Item>) -> Item {
    Item::of(boxes.fold(Item::EMPTY.load::<F>(), |all, item| all.min(item.load())))
}

/// Of eight sets with these bounds: measure times leaves; NaN for zero boxes, whose bounds are infinite.
#[inline(always)]
fn costs<F: F8>(bounds: &[F; 8], counts: &[u32; 8], measure: Measure) -> F {
    if F::IS_SHARED { costs_shared(bounds, counts, measure) } else { costs_of(bounds, counts, measure) }
}

/// The same as a function of its own, for lanes that need no inlining: it is built once, not once for each number of bins.
#[inline(never)]
fn costs_shared<F: F8>(bounds: &[F; 8], counts: &[u32; 8], measure: Measure) -> F {
    costs_of(bounds, counts, measure)
}

#[inline(always)]
fn costs_of<F: F8>(bounds: &[F; 8], counts: &[u32; 8], measure: Measure) -> F {
    // Rounded up; unlike `div_ceil`, in two instructions. As signed numbers they are converted in one.
    let leaves = counts.map(|count| ((count + LEAF_SIZE as u32 - 1) >> LEAF_SIZE.ilog2()) as i32 as f32);
    measure.of_eight(F::transposed(*bounds)) * F::load(&leaves)
}

/// Sorts the items into two sides by the cheapest border; `None` if there is none, as all centres coincide.
pub(super) fn cut(items: &mut [Item], measure: Measure, instructions: Instructions) -> Option<Cut> {
    instructions.run(Cutting { items, measure })
}

/// See [`cut`].
struct Cutting<'a> {
    items: &'a mut [Item],
    measure: Measure,
}

impl Kernel for Cutting<'_> {
    type Answer = Option<Cut>;

    #[inline(always)]
    fn run<F: F8>(self) -> Option<Cut> {
        let Self { items, measure } = self;
        match items.len() {
            LARGE.. => cut_by::<F, MANY_BINS>(items, measure),
            ..=SMALL => cut_by::<F, FEW_BINS>(items, measure),
            _ => cut_by::<F, BINS>(items, measure),
        }
    }
}

/// Where to cut a set.
struct Border {
    axis: usize,
    low: f32,
    scale: f32,
    /// See [`TO_BITS`]: the number of the bin behind the border as it comes out of that sum.
    before: f32,
    /// Bounds of both sides.
    sides: [Item; 2],
}

#[inline(always)]
fn cut_by<F: F8, const N: usize>(items: &mut [Item], measure: Measure) -> Option<Cut> {
    let border = border::<F, N>(items, measure)?;
    let [left, right] = border.sides;
    Some(Cut { middle: partition::<F>(items, &border), left, right })
}

/// The cheapest border of the items; `None` if there is none, as all centres coincide.
#[inline(always)]
fn border<F: F8, const N: usize>(items: &[Item], measure: Measure) -> Option<Border> {
    let scale = Scale::of(items, N);
    let mut bins = [Bins::<N>::EMPTY; 3];
    let mut add = |item: &Item| {
        let [x, y, z, _] = scale.bins(item);
        let item = item.load::<F>();
        bins[0].add(x, item);
        bins[1].add(y, item);
        bins[2].add(z, item);
    };
    // By turns from both halves: neighbours are in the same bins, and each would wait until the one before is written.
    let (first, second) = items.split_at(items.len() / 2);
    for (one, other) in first.iter().zip(second) {
        add(one);
        add(other);
    }
    second[first.len()..].iter().for_each(add);
    let (mut best, mut axis) = ((f32::INFINITY, 0), 0);
    for (i, bins) in bins.iter().enumerate() {
        if scale.scale[i] > 0.0 {
            let border = bins.cheapest_border::<F>(measure);
            (best, axis) = if border.0 < best.0 { (border, i) } else { (best, axis) };
        }
    }
    let (_, border) = best;
    if border == 0 {
        return None;
    }
    let (left, right) = bins[axis].0.split_at(border);
    let bounds = |bins: &[Bin]| union::<F>(bins.iter().map(|bin| &bin.bounds));
    Some(Border {
        axis,
        low: scale.low[axis],
        scale: scale.scale[axis],
        before: TO_BITS + border as f32,
        sides: [bounds(left), bounds(right)],
    })
}

/// Moves the items before the border to the front, in place and in a deterministic order.
///
/// Every item is swapped, whether it stays or not: a branch would be mispredicted half of the time. (Lomuto's scheme.)
#[inline(always)]
fn partition<F: F8>(items: &mut [Item], border: &Border) -> usize {
    let Border { axis, low, scale, before, .. } = *border;
    let mut left = 0;
    for i in 0..items.len() {
        let along = (items[i].twice_centre(axis) - low) * scale - 0.5 + TO_BITS;
        let (one, other) = (items[i].load::<F>(), items[left].load::<F>());
        items[i] = Item::of(other);
        items[left] = Item::of(one);
        left += usize::from(along < before);
    }
    left
}
