//! Slits between two surfaces in one plane, through which one can see; and one-sided walls that were crossed from behind.

use super::{Context, over};
use crate::finding::{Finding, Kind};
use crate::moves::Act;
use crate::place::PlaceId;
use glissando::{DVec3, Filter};
use std::collections::BTreeMap;

/// Widths of a crack, metres: narrower is rounding, wider is meant.
const WIDTHS: (f64, f64) = (0.002, 0.06);

/// Metres between samples along an edge.
const STEP: f64 = 0.25;

/// Samples of a crack: where two corners come near each other there is one.
const LEAST: usize = 2;

/// Metres between cracks that are one finding.
const TOGETHER: f64 = 1.0;

/// Metres before and behind the surface from which one must see through.
const THROUGH: f64 = 0.6;

/// A point of an edge at which a surface ends or turns.
#[derive(Clone, Copy)]
struct Rim {
    at: DVec3,
    along: DVec3,
    /// In the triangle's plane, away from it.
    out: DVec3,
    normal: DVec3,
}

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = backs(context);
    let rims = rims(context);
    let cell = |p: DVec3| p.to_array().map(|c| (c / STEP).floor() as i64);
    let mut by_cell: BTreeMap<[i64; 3], Vec<u32>> = BTreeMap::new();
    for (index, rim) in (0..).zip(&rims) {
        by_cell.entry(cell(rim.at)).or_default().push(index);
    }
    let mut cracks: Vec<(DVec3, f64)> = Vec::new();
    for rim in &rims {
        let [x, y, z] = cell(rim.at);
        let near = (0..27).flat_map(|i| by_cell.get(&[x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1]));
        let widths = near.flatten().filter_map(|index| width(rim, rims.get(*index as usize)?));
        let Some(wide) = widths.min_by(f64::total_cmp) else { continue };
        let middle = rim.at + rim.out * (wide * 0.5);
        if is_open(context, middle, rim) {
            cracks.push((middle, wide));
        }
    }
    let points: Vec<DVec3> = cracks.iter().map(|crack| crack.0).collect();
    for cluster in Context::clusters(&points, TOGETHER) {
        let all = || cluster.iter().filter_map(|index| cracks.get(*index as usize));
        let at: Vec<DVec3> = all().map(|crack| crack.0).collect();
        let wide = all().map(|crack| crack.1).fold(0.0, f64::max);
        if at.len() < LEAST {
            continue;
        }
        let length = at.len() as f64 * STEP * 0.5;
        let reason =
            format!("two surfaces are {:.0} mm apart, and one sees through; {length:.1} m long", wide * 1e3);
        findings.extend(over(Kind::Crack, &at, reason));
    }
    findings
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

/// Whether one sees through from a place that is reached.
fn is_open(context: &Context<'_>, middle: DVec3, rim: &Rim) -> bool {
    let (from, to) = (middle + rim.normal * THROUGH, middle - rim.normal * THROUGH);
    let sees =
        |a: DVec3, b: DVec3| matches!(context.subject.world.is_blocked_between(a, b, Filter::ALL), Ok(false));
    if !sees(from, to) {
        return false;
    }
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

/// Samples of all edges at which a surface ends or turns.
fn rims(context: &Context<'_>) -> Vec<Rim> {
    /// The triangles at an edge, which is named by its ends in order: each as the edge's ends and the third corner.
    type Edges = BTreeMap<([u64; 3], [u64; 3]), Vec<[DVec3; 3]>>;
    let mut edges: Edges = BTreeMap::new();
    let key = |p: DVec3| p.to_array().map(|c| (c + 0.0).to_bits());
    for (_, body) in context.subject.world.bodies() {
        for index in 0..body.mesh.source_count() {
            let Some(corners) = body.mesh.triangle(index) else { continue };
            let [a, b, c] = corners.map(|corner| body.pose.transform_point(corner.as_dvec3()));
            for triangle in [[a, b, c], [b, c, a], [c, a, b]] {
                let (p, q) = (key(triangle[0]), key(triangle[1]));
                if p != q {
                    edges.entry((p.min(q), p.max(q))).or_default().push(triangle);
                }
            }
        }
    }
    let normal = |[a, b, c]: &[DVec3; 3]| (*b - *a).cross(*c - *a).try_normalize();
    let mut rims = Vec::new();
    for triangles in edges.into_values() {
        for triangle in &triangles {
            let [a, b, c] = *triangle;
            let (Some(along), Some(front)) = ((b - a).try_normalize(), normal(triangle)) else { continue };
            let goes_on = |other: &&[DVec3; 3]| {
                let is_flat = normal(other).is_none_or(|n| n.dot(front).abs() > 0.999);
                is_flat
                    && (other[2] - c).length() > 0.0
                    && (c - a).cross(along).dot((other[2] - a).cross(along)) < 0.0
            };
            if triangles.len() > 1 && triangles.iter().any(|other| goes_on(&other)) {
                continue;
            }
            let inward = front.cross(along);
            let out = if inward.dot(c - a) > 0.0 { -inward } else { inward };
            let length = (b - a).length();
            let samples = (length / STEP).ceil().clamp(1.0, 4096.0) as u32;
            for sample in 0..samples {
                let at = a + (b - a) * ((f64::from(sample) + 0.5) / f64::from(samples));
                rims.push(Rim { at, along, out, normal: front });
            }
        }
    }
    rims
}

/// Walks through walls that stop from the other side alone.
fn backs(context: &Context<'_>) -> Vec<Finding> {
    let Some(two_sided) = context.subject.two_sided else { return Vec::new() };
    let graph = context.graph;
    let mut crossed = Vec::new();
    for id in (0..graph.places.len() as PlaceId).filter(|id| graph.is_reached(*id)) {
        for edge in graph.from(id).iter().filter(|edge| edge.way.act == Act::Walk && edge.ticks > 0) {
            let (Some(a), Some(b)) = (graph.place(id), graph.place(edge.to)) else { continue };
            if matches!(two_sided.is_blocked_between(a.position, b.position, Filter::ALL), Ok(true)) {
                crossed.push((id, edge.to, edge.way));
            }
        }
    }
    let feet = |id: PlaceId| graph.place(id).map(|place| context.feet(place));
    let points: Vec<DVec3> = crossed.iter().filter_map(|(from, ..)| feet(*from)).collect();
    let mut findings = Vec::new();
    for cluster in Context::clusters(&points, TOGETHER) {
        let at: Vec<DVec3> =
            cluster.iter().filter_map(|index| points.get(*index as usize).copied()).collect();
        let Some(&(from, to, way)) = cluster.first().and_then(|index| crossed.get(*index as usize)) else {
            continue;
        };
        let reason = format!("{} goes through a one-sided wall from behind", super::deed(way));
        findings.extend(
            over(Kind::BackOfWall, &at, reason).map(|f| f.with_clip(context.clip(from, way, Some(to)))),
        );
    }
    findings
}
