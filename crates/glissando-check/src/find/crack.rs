//! Slits between two surfaces in one plane, through which one can see.
//!
//! A rim is compared with the rims beside it. A large level has tens of millions of samples of rims, so they are made slab by slab.

use super::rims::{Rim, RimEdge, Rims, STEP};
use super::{Context, over};
use crate::finding::{Finding, Kind};
use crate::lists::Lists;
use crate::parallel::*;
use glissando::{DVec3, Filter};

/// Widths of a crack, metres: narrower is rounding, wider is meant.
const WIDTHS: (f64, f64) = (0.002, 0.06);

/// Samples of a crack: where two corners come near each other there is one.
const LEAST: usize = 2;

/// Metres between cracks that are one finding.
const TOGETHER: f64 = 1.0;

/// Metres before and behind the surface from which one must see through.
const THROUGH: f64 = 0.6;

/// Halvings in the search for a side of what one sees through: the width is exact to a hundredth.
const HALVINGS: usize = 7;

/// Cells of samples along x that are looked at together.
const SLAB: i64 = 32;

/// A slit at a sample: the sample's number, the middle of what one sees through and its width.
type Slit = (u64, DVec3, f64);

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let mut slits = slits(context);
    slits.sort_unstable_by_key(|slit| slit.0);
    let mut findings = Vec::new();
    let points: Vec<DVec3> = slits.iter().map(|slit| slit.1).collect();
    for cluster in Context::clusters(&points, TOGETHER) {
        let all = || cluster.iter().filter_map(|index| slits.get(*index as usize));
        let mut at: Vec<DVec3> = all().map(|slit| slit.1).collect();
        let widest = all().enumerate().min_by(|(_, a), (_, b)| b.2.total_cmp(&a.2));
        let Some((place, &(_, _, wide))) = widest.filter(|_| at.len() >= LEAST) else { continue };
        // The finding is shown at its first point: there the slit is as wide as stated.
        at.swap(0, place);
        let length = at.len() as f64 * STEP * 0.5;
        let millimetres = wide * 1e3;
        let reason = format!("one sees through {millimetres:.0} mm between two surfaces; {length:.1} m long");
        findings.extend(over(Kind::Crack, &at, reason));
    }
    findings
}

/// All slits.
fn slits(context: &Context<'_>) -> Vec<Slit> {
    let rims = Rims::of(context.subject.world);
    let bounds = context.subject.world.bounds();
    let slab = |x: f64| cell(x).div_euclid(SLAB);
    let (low, high) = (slab(f64::from(bounds.min.x)) - 1, slab(f64::from(bounds.max.x)) + 1);
    let count = (high - low + 1).max(0) as usize;
    // An edge is in every slab that has a sample of it, or of what is beside it.
    let slabs_of = |(number, edge): (u32, &RimEdge)| {
        let (a, b) = rims.ends(edge).unwrap_or((DVec3::ZERO, DVec3::ZERO));
        let (first, last) = (slab(a.x.min(b.x) - 2.0 * STEP), slab(a.x.max(b.x) + 2.0 * STEP));
        (first.max(low)..=last.min(high)).map(move |slab| ((slab - low) as usize, number))
    };
    let lists = Lists::new(count, || (0..).zip(&rims.edges).flat_map(slabs_of));
    let in_slab = |number: usize| {
        let edges = lists.of(number).iter().filter_map(|edge| rims.edges.get(*edge as usize));
        slits_in(context, &rims, edges, low + number as i64)
    };
    (0..count).into_par_iter().flat_map_iter(in_slab).collect()
}

/// The cell of a coordinate.
fn cell(coordinate: f64) -> i64 {
    (coordinate / STEP).floor() as i64
}

/// The slits at the samples of some edges that lie in one slab.
fn slits_in<'a>(
    context: &Context<'_>,
    rims: &Rims<'_>,
    edges: impl Iterator<Item = &'a RimEdge>,
    slab: i64,
) -> Vec<Slit> {
    let own = slab * SLAB..(slab + 1) * SLAB;
    let looked_at = own.start - 1..own.end + 1;
    let mut samples: Vec<([i64; 3], u64, Rim)> = Vec::new();
    for edge in edges {
        let numbered = (edge.first..).zip(rims.samples(edge));
        let placed = numbered.map(|(number, rim)| (rim.at.to_array().map(cell), number, rim));
        samples.extend(placed.filter(|([x, ..], ..)| looked_at.contains(x)));
    }
    samples.sort_unstable_by_key(|(cell, number, _)| (*cell, *number));
    // The samples in three cells along z.
    let beside = |[x, y, z]: [i64; 3]| {
        let first = samples.partition_point(|sample| sample.0 < [x, y, z - 1]);
        let rest = samples.get(first..).unwrap_or_default();
        rest.iter().take_while(move |sample| sample.0 <= [x, y, z + 1])
    };
    let mut slits = Vec::new();
    for &([x, y, z], number, rim) in samples.iter().filter(|([x, ..], ..)| own.contains(x)) {
        let near = (0..9).flat_map(|i| beside([x + i % 3 - 1, y + i / 3 - 1, z]));
        let widths = near.filter_map(|(.., other)| width(&rim, other));
        let Some(wide) = widths.min_by(f64::total_cmp) else { continue };
        let middle = rim.at + rim.out * (wide * 0.5);
        if !is_open(context, middle, &rim) {
            continue;
        }
        let (middle, wide) = opening(context, middle, &rim, wide);
        if wide > WIDTHS.0 {
            slits.push((number, middle, wide));
        }
    }
    slits
}

/// How far a rim is from one that runs beside it, in its plane, and looks back.
fn width(rim: &Rim, other: &Rim) -> Option<f64> {
    let off = other.at - rim.at;
    let is_parallel = rim.along.dot(other.along).abs() > 0.995 && rim.out.dot(other.out) < -0.99;
    let wide = off.dot(rim.out);
    let is_flat = off.dot(rim.normal).abs() < 0.005;
    let is_beside = off.dot(rim.along).abs() < 0.6 * STEP;
    (is_parallel && is_flat && is_beside && wide > WIDTHS.0 && wide < WIDTHS.1).then_some(wide)
}

/// Whether nothing is between two points.
fn sees(context: &Context<'_>, a: DVec3, b: DVec3) -> bool {
    matches!(context.subject.world.is_blocked_between(a, b, Filter::ALL), Ok(false))
}

/// The points before and behind a surface between which one sees through at a point of its plane.
fn line(at: DVec3, rim: &Rim) -> (DVec3, DVec3) {
    (at + rim.normal * THROUGH, at - rim.normal * THROUGH)
}

/// The middle and the width of what one sees through, between two rims that are `wide` apart: a third surface may cover a part.
fn opening(context: &Context<'_>, middle: DVec3, rim: &Rim, wide: f64) -> (DVec3, f64) {
    let side = |out: DVec3| {
        let (mut open, mut closed) = (0.0, 0.5 * wide);
        for _ in 0..HALVINGS {
            let half = 0.5 * (open + closed);
            let (from, to) = line(middle + out * half, rim);
            if sees(context, from, to) { open = half } else { closed = half }
        }
        // A side that is the rim itself has its place.
        if closed == 0.5 * wide { closed } else { open }
    };
    let (before, behind) = (side(rim.out), side(-rim.out));
    (middle + rim.out * (0.5 * (before - behind)), before + behind)
}

/// Whether one sees through from a place that is reached.
fn is_open(context: &Context<'_>, middle: DVec3, rim: &Rim) -> bool {
    let (from, to) = line(middle, rim);
    if !sees(context, from, to) {
        return false;
    }
    let sees = |a, b| sees(context, a, b);
    let height = 2.0 * context.subject.config.shape(false).half_extents().y;
    let (x, z) = context.map.grid.cell(middle);
    let reach = (1.0 / context.options.cell).ceil() as i32;
    let mut cells = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dz| (x + dx, z + dz)));
    cells.any(|cell| {
        context.map.in_cell(cell).any(|(id, place)| {
            let is_near = (place.position.y - middle.y).abs() < height;
            is_near
                && context.graph.is_reached(id)
                && (sees(place.position, from) || sees(place.position, to))
        })
    })
}
