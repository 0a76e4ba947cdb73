//! The sum of two upright cores: a box along the coordinate axes with a level disk about it, whose nearest points have a closed
//! form.
//!
//! Bodies of a crowd are upright as a rule. The sum of their boxes and segments is a box, and that of their disks a disk, so the
//! way out of the sum is that out of the box, shortened by the disk's radius on the level. It is the same in every metric that
//! scales both level axes alike; without a disk, in every one that scales along the axes.

use crate::math::{DVec3, sqrt_f64};

/// A way counts as none below this part of the whole distance: its direction is rounding.
const INSIDE: f64 = 1e-12;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct UprightSum {
    half_extents: DVec3,
    /// Of the disk; 0 without one.
    radius: f64,
}

impl UprightSum {
    /// Of cores with these half edges and disks; `None` if an edge is along no axis, or a disk is no level circle.
    pub(super) fn of(half_edges: &[DVec3], disks: &[[DVec3; 2]]) -> Option<Self> {
        let mut half_extents = DVec3::ZERO;
        for edge in half_edges {
            let zeros = edge.to_array().into_iter().filter(|along| *along == 0.0).count();
            if zeros < 2 {
                return None;
            }
            half_extents += edge.abs();
        }
        let mut radius = 0.0;
        for [p, q] in disks {
            let is_level_circle = *p == DVec3::X * p.x && *q == DVec3::Z * q.z && p.x.abs() == q.z.abs();
            if !is_level_circle {
                return None;
            }
            radius += p.x.abs();
        }
        Some(Self { half_extents, radius })
    }

    /// Whether the nearest points are the same in the metric of these diagonal weights.
    pub(super) fn is_round_in(&self, weights: DVec3) -> bool {
        self.radius == 0.0 || weights.x == weights.z
    }

    /// The shortest way from the sum to a point; zero if the point is inside.
    pub(super) fn way_to(&self, point: DVec3) -> DVec3 {
        let mut way = point - point.max(-self.half_extents).min(self.half_extents);
        if self.radius > 0.0 {
            let level = sqrt_f64(way.x * way.x + way.z * way.z);
            let share = if level > self.radius { (level - self.radius) / level } else { 0.0 };
            way = DVec3::new(way.x * share, way.y, way.z * share);
        }
        if way.length_sq() > INSIDE * INSIDE * point.length_sq() { way } else { DVec3::ZERO }
    }

    /// A unit normal made perpendicular to the edges, and to the disk, from which its sine is at most `aslant`; `None` where it is so
    /// already.
    pub(super) fn squared(&self, normal: DVec3, aslant: f64) -> Option<DVec3> {
        let is_along = |part: f64, half_extent: f64| half_extent > 0.0 && part.abs() <= aslant;
        let DVec3 { x, y, z } = normal;
        // An axis of a disk is perpendicular to all of it; the normal of a flat touch is that axis.
        let is_level = self.radius > 0.0 && x * x + z * z <= aslant * aslant;
        let of = |part: f64, is_rounding: bool| if is_rounding { 0.0 } else { part };
        let squared = DVec3::new(
            of(x, is_level || is_along(x, self.half_extents.x)),
            of(y, is_along(y, self.half_extents.y)),
            of(z, is_level || is_along(z, self.half_extents.z)),
        );
        if squared == normal { None } else { squared.try_normalize() }
    }
}
