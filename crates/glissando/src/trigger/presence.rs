//! The parts of a path in which a body is in one trigger.
//!
//! Only changes against the memory are reported, never the same state twice, so that seams between triangles, between
//! legs and between ticks cause no exit and entry.
//!
//! - Rule of the body: all intervals in which it is not clear of some triangle are united; a touching body enters, a
//!   clear one has left, and in between the state is kept. In the gaps no triangle is near, and for a volume the centre
//!   alone decides on which side of the surface the whole body is.
//! - Rule of the centre: it can change sides only where it meets a triangle, and between two such places one point
//!   decides; within a margin of the surface the state is kept.

use super::block::Block;
use super::event::Span;
use super::frame::{CLEAR, Frame, Slice};
use super::overlap::overlap;
use super::solid::{is_inside, meets, visit};
use crate::bvh::BoxPath;
use crate::geometry::{Line, ray_triangle};
use crate::math::DVec3;
use crate::sorting;
use crate::sweep::UnitTriangle;
use crate::sweep::unit_space::UnitFromMesh;
use crate::world::placement::Placement;
use alloc::vec::Vec;

/// Metres from the surface of a volume within which a centre keeps its state.
const MARGIN: f64 = 1e-9;

/// The same for the rounding of coordinates, relative.
const RELATIVE_MARGIN: f64 = 1e-14;

/// Metres from the surface of a block beyond which nothing is met, whatever is rounded: more than both margins in any world.
const HELD: f64 = 1e-3;

/// A path and a trigger.
pub(super) struct Meeting<'a> {
    pub(super) frame: &'a Frame<'a>,
    pub(super) placement: Placement<'a>,
    /// The block that the trigger is.
    pub(super) block: Option<&'a Block>,
}

/// Whether the body is in a trigger; calls `report(along, is_in)` for every change.
pub(super) struct Presence<F> {
    pub(super) is_in: bool,
    pub(super) report: F,
}

impl<F: FnMut(f64, bool)> Presence<F> {
    /// Compiled once: the lists that it appends to would else be grown in five places.
    #[inline(never)]
    fn set(&mut self, along: f64, is_in: bool) {
        if is_in != self.is_in {
            self.is_in = is_in;
            (self.report)(along, is_in);
        }
    }
}

impl Meeting<'_> {
    /// Follows the path by the rule of the body.
    pub(super) fn by_body(
        &self,
        is_solid: bool,
        presence: &mut Presence<impl FnMut(f64, bool)>,
        spans: &mut Vec<Span>,
    ) {
        if self.is_held(self.frame.reach()) {
            return presence.set(0.0, true);
        }
        spans.clear();
        self.slices(|slice| self.touch(slice, spans));
        unite(spans);
        let in_gap = |from: f64, to: f64| {
            if is_solid { self.is_centre_in(0.5 * (from + to), false) } else { Some(false) }
        };
        let (mut clear_from, mut left_at) = (0.0, 0.0);
        for span in spans.iter() {
            if span.near[0] > clear_from {
                in_gap(clear_from, span.near[0]).into_iter().for_each(|now| presence.set(left_at, now));
            }
            if let Some(touching) = span.touching {
                presence.set(touching[0], true);
            }
            [clear_from, left_at] = [span.near[1], span.touching.map_or(span.near[1], |t| t[1])];
        }
        let end = self.frame.end();
        if spans.is_empty() || end > clear_from {
            in_gap(clear_from, end).into_iter().for_each(|now| presence.set(left_at, now));
        }
    }

    /// Follows the path by the rule of the centre.
    pub(super) fn by_centre(&self, presence: &mut Presence<impl FnMut(f64, bool)>, crossings: &mut Vec<f64>) {
        if self.is_held(DVec3::ZERO) {
            return presence.set(0.0, true);
        }
        crossings.clear();
        self.centre_meets(|slice, from, to, corners| {
            if let Some(hit) = ray_triangle(from, to - from, *corners) {
                crossings.push(between(slice.along, hit.fraction));
            }
        });
        sorting::sort_by(crossings, f64::total_cmp);
        let mut from = 0.0;
        for &to in crossings.iter() {
            if to > from {
                let now = self.is_centre_in(0.5 * (from + to), true);
                now.into_iter().for_each(|now| presence.set(from, now));
            }
            from = to;
        }
        if let Some(now) = self.is_centre_in(self.frame.end(), true) {
            presence.set(from, now);
        }
    }

    /// Calls `report(along, from_front)` each time the centre passes through a triangle.
    pub(super) fn passes(&self, mut report: impl FnMut(f64, bool)) {
        self.centre_meets(|slice, from, to, corners| {
            let line = Line::new(from, to - from);
            if let Some((share, from_front)) = line.and_then(|line| line.crossing_until(to, corners)) {
                report(between(slice.along, share), from_front);
            }
        });
    }

    /// Whether all of the path is inside the block by more than this reach along the world's axes, so that no triangle is met.
    fn is_held(&self, reach: DVec3) -> bool {
        let Some(block) = self.block.filter(|_| self.frame.is_still()) else { return false };
        let inverse = &self.placement.inverse;
        let [x, y, z] = inverse.rows().map(|row| row.abs().dot(reach));
        let reach = DVec3::new(x, y, z) + DVec3::splat(HELD * inverse.norm());
        self.frame.path.iter().all(|waypoint| block.holds(self.in_mesh(waypoint.position), reach))
    }

    /// Calls `visit` with every slice that may meet a triangle.
    fn slices(&self, visit_one: impl FnMut(&Slice)) {
        let Placement { mesh, inverse, .. } = self.placement;
        let lengths = DVec3::from(inverse.rows().map(DVec3::length));
        let may_meet = |from: DVec3, to: DVec3, reach: f64| {
            meets(mesh, &BoxPath::new(self.in_mesh(from), inverse * (to - from), lengths * reach))
        };
        self.frame.slices(may_meet, visit_one);
    }

    /// Calls `visit` with every slice, its ends in mesh space, and the corners of triangles that the centre may meet
    /// in it.
    fn centre_meets(&self, mut visit_one: impl FnMut(&Slice, DVec3, DVec3, &[DVec3; 3])) {
        self.slices(|slice| {
            let [from, to] = [slice.from, slice.to].map(|p| self.in_mesh(p));
            let cast = BoxPath::new(from, to - from, DVec3::ZERO);
            visit(self.placement.mesh, &cast, |corners| visit_one(slice, from, to, corners));
        });
    }

    /// Appends the intervals of a slice in which the body is near and in which it touches.
    fn touch(&self, slice: &Slice, spans: &mut Vec<Span>) {
        let Placement { mesh, pose, inverse, .. } = self.placement;
        let view = UnitFromMesh::new(&slice.space, &pose, &inverse, slice.from);
        let displacement = slice.to - slice.from;
        let unit_displacement = slice.space.unit_from_world * displacement;
        let shell = 1.0 + CLEAR + slice.jump;
        let cast = BoxPath::new(
            view.origin,
            inverse * displacement,
            slice.space.half_extents_in_mesh(&pose, &inverse, shell),
        );
        visit(mesh, &cast, |corners| {
            let triangle = UnitTriangle {
                corners: corners.map(|corner| view.matrix * (corner - view.origin)),
                edges_only: false,
                one_sided: false,
                one_way: false,
                mirrored: view.mirrored,
                has_core: view.has_core,
                core: view.core,
            };
            let within = |shell| {
                let shares = overlap(&triangle, DVec3::ZERO, unit_displacement, shell)?;
                Some(shares.map(|share| between(slice.along, share)))
            };
            if let Some(near) = within(shell) {
                spans.push(Span { near, touching: within(1.0) });
            }
        });
    }

    /// Whether the centre is inside, at a place along the path; `None` within the margin of the surface.
    fn is_centre_in(&self, along: f64, with_margin: bool) -> Option<bool> {
        let at = self.frame.in_frame(along);
        let size = at.abs().max_element() + self.placement.pose.translation.abs().max_element();
        let margin =
            if with_margin { (MARGIN + RELATIVE_MARGIN * size) * self.placement.inverse.norm() } else { 0.0 };
        match self.block {
            Some(block) => block.is_inside(self.in_mesh(at), margin),
            None => is_inside(self.placement.mesh, self.in_mesh(at), margin),
        }
    }

    /// Converts a place of the frame to mesh space.
    fn in_mesh(&self, p: DVec3) -> DVec3 {
        self.placement.inverse * (p - self.placement.pose.translation)
    }
}

/// The place along the path at a fraction of its part `from..to`.
fn between([from, to]: [f64; 2], share: f64) -> f64 {
    if share < 1.0 { from + (to - from) * share } else { to }
}

/// Unites overlapping spans and sorts them along the path.
fn unite(spans: &mut Vec<Span>) {
    sorting::sort_by(spans, |a, b| a.near[0].total_cmp(&b.near[0]));
    spans.dedup_by(|next, last| {
        let meets = next.near[0] <= last.near[1];
        if meets {
            last.near[1] = greater(last.near[1], next.near[1]);
            last.touching = match (last.touching, next.touching) {
                (Some([a, b]), Some([c, d])) => Some([if c < a { c } else { a }, greater(b, d)]),
                (one, other) => one.or(other),
            };
        }
        meets
    });
}

fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
