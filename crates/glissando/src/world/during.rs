//! Queries within a tick in which bodies move: results hold for the whole motion, not only for its end.
//!
//! Bodies at rest are queried as usual. The motion of a moving body is cut so that it turns little in each part; in
//! each part its tree is queried in the body's own frame with a box enlarged for that turn, and the triangles found are
//! swept exactly (`sweep::moving`). The cut depends on the motion alone, and each triangle's sweep on the triangle and
//! the part alone: neither the order of the search nor other triangles change a bit of a result.

use super::World;
use super::body::Placed;
use super::path::{self, Best, BodyPath, Counts};
use super::top::WorldPath;
use crate::bvh::BoxPath;
use crate::collide::{Contact, Filter, Hit, Sweep};
use crate::geometry::Shape;
use crate::handle::{BodyId, Owner};
use crate::input::{self, InputError};
use crate::math::{DMat3, DVec3};
use crate::mesh::Packet;
use crate::motion::Motion;
use crate::simd::Baseline;
use crate::sorting;
use crate::sweep::cull;
use crate::sweep::moving::{MovingTriangle, sweep_moving};
use crate::sweep::unit_space::UnitSpace;
use crate::sweep::{UnitHit, UnitTriangle};
use alloc::vec::Vec;

/// Largest turn, in radians, covered by one box.
const PART: f64 = 0.1;

/// Upper bound of the roundings of a sum of displacements that a box allows for.
const ROUNDINGS: f64 = 16.0;

impl World {
    /// The first hit of an ellipsoid that moves while bodies do: the sweep begins at the share `from` of the tick and
    /// ends at the share `to` (`0..=1`), with the bodies in motion.
    ///
    /// The fraction is of the sweep. A surface touched or overlapped at the start is hit only if it comes nearer.
    ///
    /// ```
    /// # use glissando::motion::Motion;
    /// # use glissando::{DVec3, Shape, Mesh, MeshOptions, Soup, Sweep, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// // The cube moves 10 m in the tick, into a ball that rests 6 m away.
    /// world.set_motion(body, Motion::linear(DVec3::X * 10.0)?)?;
    /// let rest = Sweep::new(Shape::sphere(0.5)?, DVec3::X * 6.0, DVec3::ZERO)?;
    /// let hit = world.sweep_during(&rest, 0.0, 1.0)?.expect("the cube hits it");
    /// assert!((hit.fraction - 0.45).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Shares that are not in order in `0..=1`.
    pub fn sweep_during(&self, sweep: &Sweep, from: f64, to: f64) -> Result<Option<Hit>, InputError> {
        input::scalar("share of the tick at the start", from, 0.0, 1.0)?;
        input::scalar("share of the tick at the end", to, from, 1.0)?;
        Ok(self.first_touch_during(sweep, from, to, None))
    }

    /// Every triangle within `distance` metres of an ellipsoid that rests at the share `at_share` (`0..=1`) of the
    /// tick, by (body, triangle), replacing `found`; bodies in motion are at their poses of that moment.
    ///
    /// ```
    /// # use glissando::motion::Motion;
    /// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// world.set_motion(body, Motion::linear(DVec3::X * 10.0)?)?;
    /// let (ball, at, mut contacts) = (Shape::sphere(0.5)?, DVec3::X * 6.55, Vec::new());
    /// world.contacts_during(&ball, at, 0.1, Filter::ALL, 0.5, &mut contacts)?; // half through the tick
    /// assert!(!contacts.is_empty() && (contacts[0].gap() - 0.05).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`World::contacts`], and a share outside `0..=1`.
    pub fn contacts_during(
        &self,
        shape: &Shape,
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
        sorting::sort_by_key(found, |c| (c.surface.owner, c.surface.triangle));
        Ok(())
    }

    /// Displacement, from the share `from` of the tick to the share `to`, of the point of a body that is at `point` at
    /// `from`.
    pub(crate) fn way_of(&self, owner: Owner, point: DVec3, from: f64, to: f64) -> DVec3 {
        let motion = self.owned(owner).and_then(|placed| placed.motion.as_ref());
        motion.map_or(DVec3::ZERO, |motion| motion.displacement(point, from, to))
    }

    /// The motion of a surface's owner: still unless it is a body in motion.
    pub(crate) fn motion_of(&self, owner: Owner) -> Motion {
        self.owned(owner).and_then(|placed| placed.motion).unwrap_or(Motion::STILL)
    }

    /// Whether the motion of any body comes within `reach` (half extents, metres) of a position.
    pub(crate) fn is_motion_near(&self, at: DVec3, reach: DVec3, filter: Filter) -> bool {
        let path = WorldPath::new(at, DVec3::ZERO, reach);
        let mut is_near = false;
        self.visit_moving(&path, filter, |_, _, _| is_near = true);
        is_near
    }

    /// The first hit on a surface that `counts` accepts.
    pub(crate) fn first_touch_during(
        &self,
        sweep: &Sweep,
        from: f64,
        to: f64,
        counts: Counts<'_>,
    ) -> Option<Hit> {
        let space = UnitSpace::of(&sweep.shape);
        let shell = sweep.shell();
        let translation = space.unit_from_world * sweep.translation;
        let path = WorldPath::new(sweep.from, sweep.translation, space.half_extents(shell));
        let mut best: Option<Best> = None;
        self.visit_still(&path, sweep.filter, 1.0, |id, placed, limit| {
            let body = BodyPath::new(&space, placed.now(), sweep.from, sweep.translation, shell);
            body.sweep(self.instructions, (id, placed), limit, counts, &mut best)
        });
        let asked = MovingSweep { space: &space, sweep, translation, shell, span: (from, to) };
        self.visit_moving(&path, sweep.filter, |id, placed, motion| {
            asked.meet(id, placed, motion, counts, &mut best);
        });
        best.map(|b| path::world_hit(&space, &b, sweep.from, sweep.translation))
    }

    pub(crate) fn contacts_at_share(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    ) {
        found.clear();
        let space = UnitSpace::of(shape);
        let path = WorldPath::new(at, DVec3::ZERO, space.half_extents(radii));
        self.visit_still(&path, filter, 1.0, |id, placed, limit| {
            placed.touch(self.instructions, placed.now(), id, &space, (at, radii), &mut |c| found.push(c));
            limit
        });
        self.visit_moving(&path, filter, |id, placed, motion| {
            let posed = placed.at(motion, share);
            placed.touch(self.instructions, posed.as_ref(), id, &space, (at, radii), &mut |c| found.push(c));
        });
    }
}

/// Limit of the search: the best fraction so far, so that ties are still found.
fn limit_of(best: &Option<Best>) -> f64 {
    best.as_ref().map_or(1.0, |b| b.hit.fraction)
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
    /// Number of parts that a body's turn is cut into; a part may be a little longer than [`PART`].
    fn parts(&self, motion: &Motion) -> u32 {
        let angle = 2.0 * motion.turn().length() * (self.span.1 - self.span.0);
        (angle / PART) as u32 + 1
    }

    /// The time intervals (fractions of the sweep) of the parts, in order.
    pub(super) fn cut(&self, motion: &Motion) -> impl Iterator<Item = (f64, f64)> {
        let parts = self.parts(motion);
        let time = move |n: u32| f64::from(n) / f64::from(parts);
        (0..parts).map(move |part| (time(part), time(part + 1)))
    }

    /// The first hit of a triangle in a part, up to `limit`.
    pub(super) fn touch(
        &self,
        triangle: &MovingTriangle<'_>,
        part: (f64, f64),
        limit: f64,
    ) -> Option<UnitHit> {
        sweep_moving(triangle, self.translation, self.shell, part, limit)
    }

    /// Keeps the first hit on one body in motion, if it is the least.
    fn meet(
        &self,
        id: BodyId,
        placed: &Placed,
        motion: &Motion,
        counts: Counts<'_>,
        best: &mut Option<Best>,
    ) {
        for part in self.cut(motion) {
            if part.0 > limit_of(best) {
                return;
            }
            self.meet_part((id, placed, motion), part, counts, best);
        }
    }

    /// The same between two times (fractions of the sweep).
    fn meet_part(
        &self,
        (id, placed, motion): (BodyId, &Placed, &Motion),
        (from, to): (f64, f64),
        counts: Counts<'_>,
        best: &mut Option<Best>,
    ) {
        let mesh = &placed.body.mesh;
        let path = self.box_path(placed, motion, from, to);
        let within = |time: f64| ((time - from) / (to - from)).min(1.0);
        mesh.tree().cast(&path, within(limit_of(best)), |leaf, limit| {
            let packet = &mesh.packet(leaf);
            let (min, max) = cull::boxes::<Baseline>(&packet.corners8());
            for lane in path::lanes(path.enter(min, max, limit).1 & packet.lanes) {
                let triangle = self.triangle(placed, motion, packet, lane);
                let surface = path::surface(id, placed, packet, lane);
                let hit = self.touch(&triangle, (from, to), limit_of(best));
                if let Some(hit) = hit.filter(|_| counts.is_none_or(|counts| counts(&surface))) {
                    let triangle = triangle.at(hit.fraction);
                    path::keep_least(best, Best { hit, slot: id.index, surface, triangle });
                }
            }
            within(limit_of(best))
        });
    }

    fn share(&self, time: f64) -> f64 {
        self.span.0 + (self.span.1 - self.span.0) * time
    }

    /// The path between two times in the frame of the body at the middle time, enlarged for its turn.
    fn box_path(&self, placed: &Placed, motion: &Motion, from: f64, to: f64) -> BoxPath {
        let pose = &placed.body.pose;
        let middle = self.share(0.5 * (from + to));
        // Position of the shape in a frame that shifts with the pivot. Differences first, as for a triangle.
        let (centre, pivot) = (self.sweep.from - motion.pivot(), motion.pivot() - pose.translation);
        let beside = |time: f64| {
            motion.turned(centre + self.sweep.translation * time - motion.shift() * self.share(time), -middle)
        };
        let (start, end) = (beside(from), beside(to));
        let inverse = placed.mesh_from_world;
        let radius = placed.farthest_from(motion.pivot());
        let turned = motion.turn().length() * (self.share(to) - self.share(from)) * radius;
        // A far pivot is added and subtracted again, here and in every triangle.
        let rounding = ROUNDINGS * f64::EPSILON * (radius + start.length() + pivot.length());
        let extents = self.space.half_extents(self.shell) + DVec3::splat(turned * (1.0 + 1e-9) + rounding);
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| inverse * motion.turned(axis, -middle));
        let [x, y, z] = DMat3::from_cols(x, y, z).rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let extents = DVec3::new(along(x), along(y), along(z));
        BoxPath::new(inverse * (start + pivot), inverse * (end - start), extents)
    }

    pub(super) fn triangle<'a>(
        &'a self,
        placed: &Placed,
        motion: &'a Motion,
        packet: &Packet,
        lane: usize,
    ) -> MovingTriangle<'a> {
        let pose = &placed.body.pose;
        let pivot = motion.pivot();
        // Differences first: far from the origin the coordinates are large and their difference is not.
        let arm = |m: DVec3| pose.matrix3 * m + (pose.translation - pivot);
        let flags = packet.kind(lane);
        let triangle = MovingTriangle {
            motion,
            space: self.space,
            radii: {
                let radii = self.sweep.shape.radii();
                (radii.min_element(), radii.max_element())
            },
            pivot: pivot - self.sweep.from,
            arms: packet.corners_f64(lane).map(arm),
            span: self.span,
            kind: UnitTriangle {
                mirrored: pose.matrix3.determinant() < 0.0,
                has_core: self.space.has_core(),
                core: self.space.core(),
                ..flags
            },
        };
        match packet.beyond(lane) {
            Some(beyond) => triangle.with_ridges(beyond.map(|third| Some(arm(third?.as_dvec3())))),
            None => triangle,
        }
    }
}
