//! The edges at which a surface ends or turns.

use glissando::world::Body;
use glissando::{DVec3, World};

/// Metres between samples along an edge.
pub(super) const STEP: f64 = 0.25;

/// Samples of an edge at most.
const MOST_SAMPLES: f64 = 4096.0;

/// A point of such an edge.
#[derive(Clone, Copy)]
pub(super) struct Rim {
    pub(super) at: DVec3,
    pub(super) along: DVec3,
    /// In the triangle's plane, away from it.
    pub(super) out: DVec3,
    pub(super) normal: DVec3,
}

/// An edge by its triangle and side.
#[derive(Clone, Copy)]
pub(super) struct RimEdge {
    side: Side,
    /// The number of its first sample among those of all edges.
    pub(super) first: u64,
}

/// A triangle by its number among those of all bodies, and the corner at which a side of it begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    triangle: u32,
    corner: u8,
}

/// The triangles of all bodies in one row.
struct Triangles<'a> {
    /// The bodies, each with the number of its first triangle.
    bodies: Vec<(u32, &'a Body)>,
    count: u32,
}

/// All such edges of a level.
pub(super) struct Rims<'a> {
    triangles: Triangles<'a>,
    pub(super) edges: Vec<RimEdge>,
}

impl<'a> Rims<'a> {
    /// Finds them: an edge between two triangles in one plane, on its two sides, is none.
    pub(super) fn of(world: &'a World) -> Self {
        let triangles = Triangles::of(world);
        let (mut edges, mut first) = (Vec::new(), 0);
        for sides in triangles.sides().chunk_by(|a, b| a.0 == b.0) {
            let sides: Vec<(Side, [DVec3; 3])> =
                sides.iter().filter_map(|&(_, side)| Some((side, triangles.corners(side)?))).collect();
            for &(side, corners) in &sides {
                let Some(edge) = Sampled::of(corners) else { continue };
                if sides.len() > 1 && sides.iter().any(|(_, other)| edge.goes_on(other)) {
                    continue;
                }
                edges.push(RimEdge { side, first });
                first += u64::from(edge.count());
            }
        }
        Self { triangles, edges }
    }

    /// The points of an edge, a step or less apart.
    pub(super) fn samples(&self, edge: &RimEdge) -> impl Iterator<Item = Rim> {
        let edge = self.triangles.corners(edge.side).and_then(Sampled::of);
        edge.into_iter().flat_map(|edge| (0..edge.count()).map(move |sample| edge.sample(sample)))
    }

    /// The ends of an edge.
    pub(super) fn ends(&self, edge: &RimEdge) -> Option<(DVec3, DVec3)> {
        self.triangles.corners(edge.side).map(|[a, b, _]| (a, b))
    }
}

impl<'a> Triangles<'a> {
    fn of(world: &'a World) -> Self {
        let mut count = 0;
        let first = |(_, body): (_, &'a Body)| {
            let first = count;
            count += body.mesh.source_count();
            (first, body)
        };
        let bodies = world.bodies().map(first).collect();
        Self { bodies, count }
    }

    /// All sides with the numbers of their ends, the lower first, sorted by these; sides without length are left out.
    fn sides(&self) -> Vec<((u32, u32), Side)> {
        let bits = |p: DVec3| p.to_array().map(|c| (c + 0.0).to_bits());
        let corners = |triangle| Some((triangle, self.corners(Side { triangle, corner: 0 })?));
        let all = || (0..self.count).filter_map(corners);
        let mut points: Vec<[u64; 3]> = all().flat_map(|(_, corners)| corners.map(bits)).collect();
        points.sort_unstable();
        points.dedup();
        let number = |p: DVec3| points.binary_search(&bits(p)).map_or(0, |number| number as u32);
        let mut sides = Vec::new();
        for (triangle, corners) in all() {
            let [a, b, c] = corners.map(number);
            for (corner, (p, q)) in (0..).zip([(a, b), (b, c), (c, a)]).filter(|(_, (p, q))| p != q) {
                sides.push(((p.min(q), p.max(q)), Side { triangle, corner }));
            }
        }
        sides.sort_unstable();
        sides
    }

    /// The corners of a triangle, those of the side first.
    fn corners(&self, side: Side) -> Option<[DVec3; 3]> {
        let body = self.bodies.partition_point(|(first, _)| *first <= side.triangle).checked_sub(1)?;
        let (first, body) = *self.bodies.get(body)?;
        let corners = body.mesh.triangle(side.triangle - first)?;
        let [a, b, c] = corners.map(|corner| body.pose.transform_point(corner.as_dvec3()));
        Some(match side.corner {
            0 => [a, b, c],
            1 => [b, c, a],
            _ => [c, a, b],
        })
    }
}

/// An edge with its directions: its ends and the third corner of its triangle.
struct Sampled {
    corners: [DVec3; 3],
    along: DVec3,
    front: DVec3,
}

fn normal([a, b, c]: &[DVec3; 3]) -> Option<DVec3> {
    (*b - *a).cross(*c - *a).try_normalize()
}

impl Sampled {
    /// None for a triangle without area.
    fn of(corners: [DVec3; 3]) -> Option<Self> {
        let [a, b, _] = corners;
        Some(Self { corners, along: (b - a).try_normalize()?, front: normal(&corners)? })
    }

    /// Whether another triangle at the edge goes on where this one ends.
    fn goes_on(&self, other: &[DVec3; 3]) -> bool {
        let [a, _, c] = self.corners;
        let is_flat = normal(other).is_none_or(|n| n.dot(self.front).abs() > 0.999);
        is_flat
            && (other[2] - c).length() > 0.0
            && (c - a).cross(self.along).dot((other[2] - a).cross(self.along)) < 0.0
    }

    fn count(&self) -> u32 {
        let [a, b, _] = self.corners;
        ((b - a).length() / STEP).ceil().clamp(1.0, MOST_SAMPLES) as u32
    }

    fn sample(&self, sample: u32) -> Rim {
        let [a, b, c] = self.corners;
        let inward = self.front.cross(self.along);
        let out = if inward.dot(c - a) > 0.0 { -inward } else { inward };
        let at = a + (b - a) * ((f64::from(sample) + 0.5) / f64::from(self.count()));
        Rim { at, along: self.along, out, normal: self.front }
    }
}
