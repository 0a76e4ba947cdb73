//! Questions about a tick in which bodies move: they are answered for the motion, not for its end.
//!
//! Bodies at rest answer as ever. For one in motion the way is cut so that it turns little in each part; in
//! each, its tree is asked in the body's own frame with a box that has room for that turn, and the triangles
//! found there are swept exactly (`sweep::moving`), so the cutting decides what is looked at, never an answer.

use super::World;
use super::body::{InMotion, Placed, Posed};
use super::path::{self, Best, BodyPath};
use super::top::WorldPath;
use crate::bvh::BoxPath;
use crate::collide::{BodyId, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Ellipsoid;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::simd::Baseline;
use crate::sweep::UnitTriangle;
use crate::sweep::cull;
use crate::sweep::lens::UnitSpace;
use crate::sweep::moving::{MovingTriangle, sweep_moving};
use alloc::vec::Vec;

/// A part of a turn, in radians, for which one box is asked.
const PART: f64 = 0.1;

impl World {
    /// The first touch of an ellipsoid that moves while bodies do: the sweep begins at the share `from` of the
    /// tick and ends at the share `to` (`0..=1`), and the bodies go their ways in the meantime.
    ///
    /// The fraction is of the sweep. What is touched or overlapped at the start must come nearer to be hit.
    ///
    /// # Errors
    /// Shares that are not in order in `0..=1`.
    pub fn sweep_during(&self, sweep: &Sweep, from: f64, to: f64) -> Result<Option<Hit>, InputError> {
        input::scalar("share of the tick at the start", from, 0.0, 1.0)?;
        input::scalar("share of the tick at the end", to, from, 1.0)?;
        Ok(self.first_touch_during(sweep, from, to, |_| true))
    }

    /// Every triangle within `distance` metres of an ellipsoid that rests at the share `at_share` (`0..=1`) of
    /// the tick, by (body, triangle), replacing `found`; bodies in motion are where they are at that moment.
    ///
    /// # Errors
    /// As for [`World::contacts`], and a share that is none.
    pub fn contacts_during(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        distance: f64,
        filter: Filter,
        at_share: f64,
        found: &mut Vec<Contact>,
    ) -> Result<(), InputError> {
        input::position("at", at)?;
        input::scalar("distance", distance, 0.0, crate::tolerance::WORLD_LIMIT)?;
        input::scalar("share of the tick", at_share, 0.0, 1.0)?;
        let radii = 1.0 + distance / shape.smallest_radius();
        self.contacts_at_share(shape, at, radii, filter, at_share, found);
        found.sort_unstable_by_key(|c| (c.surface.body, c.surface.triangle));
        Ok(())
    }

    /// How far the point of a body that is at `point` at the share `from` of the tick goes until the share `to`.
    pub(crate) fn way_of(&self, body: BodyId, point: DVec3, from: f64, to: f64) -> DVec3 {
        let moving = self.placed(body).ok().and_then(|placed| placed.motion.as_ref());
        moving.map_or(DVec3::ZERO, |m| m.motion.displacement(point, from, to))
    }

    /// Whether any body is in motion whose way comes within `reach` (half extents, metres) of a place.
    pub(crate) fn is_motion_near(&self, at: DVec3, reach: DVec3, filter: Filter) -> bool {
        let path = WorldPath::new(at, DVec3::ZERO, reach);
        let mut is_near = false;
        self.visit_moving(&path, filter, |_, _, _| is_near = true);
        is_near
    }

    /// The first touch of a surface that counts.
    pub(crate) fn first_touch_during(
        &self,
        sweep: &Sweep,
        from: f64,
        to: f64,
        counts: impl Fn(&Surface) -> bool,
    ) -> Option<Hit> {
        let space = UnitSpace::of(&sweep.shape);
        let shell = sweep.shell();
        let translation = space.unit_from_world * sweep.translation;
        let path = WorldPath::new(sweep.from, sweep.translation, space.half_extents() * shell);
        let mut best: Option<Best> = None;
        self.visit_still(&path, sweep.filter, 1.0, |id, placed, limit| {
            let body = BodyPath::new(&space, placed.now(), sweep.from, sweep.translation, shell);
            body.sweep(self.instructions, (id, placed), limit, &counts, &mut best)
        });
        let asked = MovingSweep { space: &space, sweep, translation, shell, span: (from, to) };
        self.visit_moving(&path, sweep.filter, |id, placed, moving| {
            asked.meet(id, placed, moving, &counts, &mut best);
        });
        best.map(|b| path::world_hit(&space, &b, sweep.from, sweep.translation, shell))
    }

    pub(crate) fn contacts_at_share(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    ) {
        found.clear();
        let space = UnitSpace::of(shape);
        let path = WorldPath::new(at, DVec3::ZERO, space.half_extents() * radii);
        self.visit_still(&path, filter, 1.0, |id, placed, limit| {
            placed.touch(self.instructions, placed.now(), id, &space, (at, radii), |c| found.push(c));
            limit
        });
        self.visit_moving(&path, filter, |id, placed, moving| {
            let posed = placed.at(&moving.motion, share);
            placed.touch(self.instructions, posed.as_ref(), id, &space, (at, radii), |c| found.push(c));
        });
    }
}

/// A sweep during a span of the tick.
pub(super) struct MovingSweep<'a> {
    pub(super) space: &'a UnitSpace,
    pub(super) sweep: &'a Sweep,
    /// In ellipsoid space.
    pub(super) translation: DVec3,
    pub(super) shell: f64,
    pub(super) span: (f64, f64),
}

impl MovingSweep<'_> {
    /// Keeps the first touch of one body in motion, if it is the least.
    fn meet(
        &self,
        id: BodyId,
        placed: &Placed,
        moving: &InMotion,
        counts: impl Fn(&Surface) -> bool,
        best: &mut Option<Best>,
    ) {
        let length = self.span.1 - self.span.0;
        let angle = 2.0 * moving.motion.turn().length() * length;
        // A part may be a little longer than its share of the angle: its box has room for what it turns.
        let parts = (angle / PART) as u32 + 1;
        let limit = best.as_ref().map_or(1.0, |b| b.hit.fraction);
        for part in 0..parts {
            let time = |n: u32| f64::from(n) / f64::from(parts);
            let (from, to) = (time(part), time(part + 1));
            if from > limit {
                return;
            }
            let found = self.meet_part((id, placed, moving), (from, to), &counts, best);
            if found {
                return;
            }
        }
    }

    /// The same between two times (fractions of the sweep); whether something was touched.
    fn meet_part(
        &self,
        (id, placed, moving): (BodyId, &Placed, &InMotion),
        (from, to): (f64, f64),
        counts: impl Fn(&Surface) -> bool,
        best: &mut Option<Best>,
    ) -> bool {
        let mesh = &placed.body.mesh;
        let posed = placed.at(&moving.motion, self.share(0.5 * (from + to)));
        let path = self.box_path(&posed, moving, from, to);
        let mut is_found = false;
        let whole = best.as_ref().map_or(1.0, |b| b.hit.fraction);
        let within = |time: f64| ((time - from) / (to - from)).min(1.0);
        mesh.tree().cast(&path, within(whole), |leaf, limit| {
            let packet = mesh.packet(leaf);
            let (min, max) = cull::boxes::<Baseline>(&packet.corners);
            let mut limit = limit;
            for lane in path::lanes(path.enter(min, max, limit).1 & packet.lanes) {
                let triangle = self.triangle(placed, moving, packet, lane);
                let least =
                    best.as_ref().map_or(to, |b| if b.hit.fraction < to { b.hit.fraction } else { to });
                let surface = path::surface(id, placed, packet, lane);
                let hit = sweep_moving(&triangle, self.translation, self.shell, from, least);
                if let Some(hit) = hit.filter(|_| counts(&surface)) {
                    limit = within(hit.fraction);
                    is_found = true;
                    let triangle = triangle.at(hit.fraction);
                    path::keep_least(best, Best { hit, slot: id.index, surface, triangle });
                }
            }
            limit
        });
        is_found
    }

    fn share(&self, time: f64) -> f64 {
        self.span.0 + (self.span.1 - self.span.0) * time
    }

    /// The way between two times as the body in the middle of it sees it, with room for what it turns.
    fn box_path(&self, posed: &Posed, moving: &InMotion, from: f64, to: f64) -> BoxPath {
        let motion = &moving.motion;
        let middle = self.share(0.5 * (from + to));
        // Where the shape is for one who shifts along with the body.
        let beside = |time: f64| {
            self.sweep.from + self.sweep.translation * time - motion.shift() * (self.share(time) - middle)
        };
        let (start, end) = (beside(from), beside(to));
        let turned = motion.turn().length() * (self.share(to) - self.share(from)) * moving.radius;
        let extents = self.space.half_extents() * self.shell + DVec3::splat(turned * (1.0 + 1e-9));
        let [x, y, z] = posed.mesh_from_world.rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let extents = DVec3::new(along(x), along(y), along(z));
        BoxPath::new(posed.as_ref().point_in_mesh(start), posed.mesh_from_world * (end - start), extents)
    }

    pub(super) fn triangle<'a>(
        &'a self,
        placed: &Placed,
        moving: &'a InMotion,
        packet: &Packet,
        lane: usize,
    ) -> MovingTriangle<'a> {
        let pose = &placed.body.pose;
        let pivot = moving.motion.pivot();
        // Differences first: far from the origin the places are large and their difference is not.
        let arm = |m: DVec3| pose.matrix3 * m + (pose.translation - pivot);
        let flags = packet.kind(lane);
        MovingTriangle {
            motion: &moving.motion,
            space: self.space,
            radii: (self.sweep.shape.smallest_radius(), self.sweep.shape.largest_radius()),
            pivot: pivot - self.sweep.from,
            arms: packet.corners_f64(lane).map(arm),
            span: self.span,
            kind: UnitTriangle { mirrored: pose.matrix3.determinant() < 0.0, ..flags },
        }
    }
}
