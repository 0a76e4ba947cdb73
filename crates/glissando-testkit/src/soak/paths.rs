//! Can the body have come from here to there? By straight pieces between the places that it says it passed.

use super::grid::Grid;
use crate::oracle::{self, Passing, Solid, SweptCapsule, SweptSolid};
use glissando::slide::Mover;
use glissando::trace::TraceStep;
use glissando::{DMat3, DVec3, Shape};

/// Half of the difference that tells which way a distance grows, in radii.
const STEP: f64 = 1e-5;

/// A triangle that is nearer by no more than this is not measured, in radii: a floor of many triangles is as near in each.
const EQUAL: f64 = 1e-12;

/// A way that leads less deep is not searched, in radii: a hundredth of the least depth that counts.
const PROVED: f64 = 1e-9;

/// The judge's eye for one body.
pub(super) struct Eye<'a> {
    grid: &'a Grid,
    radii: DVec3,
    axes: DMat3,
    /// The core, in radii along the body's axes; without extents for an ellipsoid.
    solid: Solid,
    /// Half the length of that core, or of its diagonal, metres.
    core: f64,
    shell: f64,
    found: Vec<u32>,
}

impl<'a> Eye<'a> {
    pub(super) fn new(grid: &'a Grid, mover: &Mover) -> Self {
        Self::of_body(grid, &mover.shape(), mover.sweep_shell())
    }

    /// For a body that must keep out of this many radii.
    pub(super) fn of_body(grid: &'a Grid, shape: &Shape, shell: f64) -> Self {
        let axes = shape.rotation().to_mat3().transpose();
        let solid = Solid::core_of(shape);
        let core = solid.half.length();
        let solid = solid.scaled(1.0 / shape.radii().y);
        Self { grid, radii: shape.radii(), axes, solid, core, shell, found: Vec::new() }
    }

    /// The same body that keeps a gap of so many metres along its narrowest radius.
    pub(super) fn with_gap(&self, gap: f64) -> Self {
        Self { shell: 1.0 + gap / self.radii.min_element(), found: Vec::new(), ..*self }
    }

    /// A world displacement in radii along the body's axes.
    fn unit(&self, v: DVec3) -> DVec3 {
        let local = self.axes * v;
        DVec3::new(local.x / self.radii.x, local.y / self.radii.y, local.z / self.radii.z)
    }

    fn unit_triangle(&self, at: DVec3, index: u32) -> [DVec3; 3] {
        self.grid.triangle(index).map(|c| self.unit(c - at))
    }

    /// The distance of the core about a place from a triangle, in radii.
    fn distance(&self, place: DVec3, triangle: [DVec3; 3]) -> f64 {
        if self.solid.half == DVec3::ZERO {
            return oracle::distance(place, triangle);
        }
        if self.solid.is_wide() {
            return self.solid.distance(place, triangle);
        }
        oracle::capsule_distance(place, self.solid.half, triangle)
    }

    /// The least distance on a straight way from the origin.
    fn least(&self, way: DVec3, triangle: [DVec3; 3]) -> f64 {
        if self.solid.half == DVec3::ZERO {
            return oracle::sweep(DVec3::ZERO, way, triangle, self.shell).least;
        }
        let (from, solid) = (DVec3::ZERO, self.solid);
        if solid.is_wide() {
            let swept = SweptSolid { from, translation: way, solid, axes: DMat3::IDENTITY };
            return swept.answer(triangle, self.shell).least;
        }
        SweptCapsule { from, translation: way, half: solid.half }.answer(triangle, self.shell).least
    }

    /// A distance that the core keeps from a triangle on a straight way from the origin, proved by a plane.
    fn bound(&self, way: DVec3, corners: [DVec3; 3], enough: f64) -> f64 {
        Passing { furthest: |along| self.solid.furthest(along), way, corners }.bound(enough)
    }

    fn find(&mut self, from: DVec3, to: DVec3, shells: f64) {
        let reach = DVec3::splat(self.radii.max_element() * self.shell * shells + self.core);
        let (low, high) = (from.min(to) - reach, from.max(to) + reach);
        self.grid.near(low, high, &mut self.found);
    }

    /// Radii between a body at rest and the nearest triangle, less the sweep shell; infinite far from all.
    pub(super) fn clearance(&mut self, at: DVec3) -> f64 {
        self.find(at, at, 1.1);
        let least = self.found.iter().fold(f64::INFINITY, |least: f64, &index| {
            let triangle = self.unit_triangle(at, index);
            if self.bound(DVec3::ZERO, triangle, least) > least - EQUAL {
                least
            } else {
                least.min(self.distance(DVec3::ZERO, triangle))
            }
        });
        least - self.shell
    }

    /// The gap that the body must keep, metres.
    pub(super) fn gap(&self) -> f64 {
        (self.shell - 1.0) * self.radii.min_element()
    }

    /// Radius of the sweep shell.
    pub(super) fn shell(&self) -> f64 {
        self.shell
    }

    /// World normals of the triangles within `radii`: which way their distance grows.
    pub(super) fn normals(&mut self, at: DVec3, radii: f64) -> Vec<DVec3> {
        let scale = self.radii;
        let axes = self.axes.transpose();
        let world = |grows: DVec3| axes * DVec3::new(grows.x / scale.x, grows.y / scale.y, grows.z / scale.z);
        self.near(at, radii).into_iter().filter_map(|(grows, _)| world(grows).try_normalize()).collect()
    }

    /// Whether two surfaces within `radii` leave the body no way through between them along `way`, however it turns
    /// aside: seen along the way they lie on either side of it, nearer to each other than it is wide with its shell.
    pub(super) fn is_in_narrow_gap(&mut self, at: DVec3, radii: f64, way: DVec3) -> bool {
        let Some(along) = self.unit(way).try_normalize() else { return false };
        let aside = |(grows, distance): (DVec3, f64)| {
            let point = -grows * distance;
            point - along * point.dot(along)
        };
        let sides: Vec<DVec3> = self.near(at, radii).into_iter().map(aside).collect();
        let is_between = |p: &DVec3, q: &DVec3| p.dot(*q) < 0.0 && (*p - *q).length() < 2.0 * self.shell;
        sides.iter().enumerate().any(|(index, p)| sides[..index].iter().any(|q| is_between(p, q)))
    }

    /// The triangles within `radii`: in which direction their distance grows, and how much it is, in radii.
    fn near(&mut self, at: DVec3, radii: f64) -> Vec<(DVec3, f64)> {
        self.find(at, at, 1.1);
        let near = |&index: &u32| {
            let triangle = self.unit_triangle(at, index);
            let distance = |p: DVec3| self.distance(p, triangle);
            let grows = |axis: DVec3| (distance(axis * STEP) - distance(axis * -STEP)) / (2.0 * STEP);
            let here = distance(DVec3::ZERO);
            let grows = DVec3::new(grows(DVec3::X), grows(DVec3::Y), grows(DVec3::Z));
            (here <= radii).then_some((grows, here))
        };
        self.found.iter().filter_map(near).collect()
    }

    /// How much nearer to some triangle than the sweep shell, and than at the start, a straight way leads.
    pub(super) fn deepest(&mut self, from: DVec3, to: DVec3) -> f64 {
        self.find(from, to, 1.01);
        let way = self.unit(to - from);
        let length = way.length();
        let depth = |&t: &u32| {
            let triangle = self.unit_triangle(from, t);
            if self.bound(way, triangle, self.shell) > self.shell - PROVED {
                return 0.0;
            }
            let start = self.distance(DVec3::ZERO, triangle);
            // The distance changes by no more than the way.
            if start - length > self.shell {
                return 0.0;
            }
            let least = self.least(way, triangle);
            self.shell.min(start) - least
        };
        self.found.iter().map(depth).fold(0.0, f64::max)
    }

    /// Whether the centre's straight way crosses a triangle.
    pub(super) fn crosses(&mut self, from: DVec3, to: DVec3) -> bool {
        self.grid.near(from.min(to), from.max(to), &mut self.found);
        self.found.iter().any(|&t| segment_crosses(from, to, self.grid.triangle(t)))
    }

    /// Whether the centre must have crossed a triangle: no chain of straight ways between the places of the
    /// trace leads from start to end without.
    ///
    /// The trace also tells of tries that were given up, so any place may follow on any other.
    pub(super) fn must_have_crossed(&mut self, from: DVec3, to: DVec3, trace: &[TraceStep]) -> bool {
        if !self.crosses(from, to) {
            return false;
        }
        let mut unreached: Vec<DVec3> = trace.iter().filter_map(place).collect();
        unreached.push(to);
        let mut reached = vec![from];
        while let Some(at) = reached.pop() {
            let mut index = 0;
            while index < unreached.len() {
                if self.crosses(at, unreached[index]) {
                    index += 1;
                    continue;
                }
                let next = unreached.swap_remove(index);
                if next == to {
                    return false;
                }
                reached.push(next);
            }
        }
        true
    }
}

/// Where a step of the trace leads.
pub(super) fn place(step: &TraceStep) -> Option<DVec3> {
    match step {
        TraceStep::Moved { to } => Some(*to),
        TraceStep::Hit { at, .. } => Some(*at),
        _ => None,
    }
}

/// The straight pieces of a tick, if the trace tells all of them: no tries, and nothing put anywhere.
pub(super) fn straight_pieces(from: DVec3, to: DVec3, trace: &[TraceStep]) -> Option<Vec<(DVec3, DVec3)>> {
    let (mut at, mut pieces) = (from, Vec::new());
    for step in trace {
        match step {
            TraceStep::StepTried { .. } | TraceStep::Snapped { .. } | TraceStep::Recovered { .. } => {
                return None;
            }
            TraceStep::Wanted { from, .. } if *from != at => return None,
            _ => {}
        }
        if let Some(next) = place(step) {
            pieces.push((at, next));
            at = next;
        }
    }
    (at == to).then_some(pieces)
}

/// Whether a segment crosses a triangle's inside, by the signs of five volumes.
pub(super) fn segment_crosses(from: DVec3, to: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let volume = |p: DVec3, q: DVec3, r: DVec3, s: DVec3| (q - p).cross(r - p).dot(s - p);
    let (start, end) = (volume(a, b, c, from), volume(a, b, c, to));
    if (start > 0.0) == (end > 0.0) || start == 0.0 || end == 0.0 {
        return false;
    }
    let sides = [volume(from, to, a, b), volume(from, to, b, c), volume(from, to, c, a)];
    sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0)
}
