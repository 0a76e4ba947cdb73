//! Queries within a tick in which bodies move: results hold for the whole motion, not only for its end.
//!
//! Bodies at rest are queried as usual. The motion of a moving body is cut so that it turns little in each part; in
//! each part it is looked at as if it rested in the middle of that turn, by a body that is larger by what the turn moves its
//! triangles, and the triangles found are swept exactly (`sweep::moving`). The cut depends on the motion alone, and each triangle's sweep on the triangle and
//! the part alone: neither the order of the search nor other triangles change a bit of a result.

use super::World;
use super::body::Placed;
use super::candidates::visit_candidates;
use super::path::{self, Best, BodyPath, Counts, limit_of};
use super::posed::PosedRef;
use super::world_path::WorldPath;
use crate::collide::{Contact, Filter, Hit, Sweep};
use crate::geometry::Shape;
use crate::handle::{BodyId, Owner};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::sorting;
use crate::sweep::moving::{CLOSE_BY, MovingTriangle, sweep_moving};
use crate::sweep::unit_space::UnitSpace;
use crate::sweep::{UnitHit, UnitTriangle};
use alloc::vec::Vec;

/// Largest turn, in radians, covered by one box.
const PART: f64 = 0.1;

/// Upper bound of the roundings of a sum of places that a path allows for.
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
        let path = WorldPath::new(sweep.from, sweep.translation, space.half_extents(shell));
        let mut best: Option<Best> = None;
        self.visit_still(&path, sweep.filter, 1.0, |id, placed, limit| {
            let body = BodyPath::new(&space, placed.now(), sweep.from, sweep.translation, shell);
            body.sweep(self.instructions, (id, placed), limit, counts, &mut best)
        });
        let asked = MovingSweep::new(self, &space, sweep, (from, to));
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
        self.visit_moving(&path, filter, |id, placed, _| {
            placed.touch_during(self.instructions, share, id, &space, (at, radii), found);
        });
    }
}

impl Placed {
    /// Appends every contact of the body, where its motion has it at the share `share` of the tick, within `radii` of a centre.
    pub(super) fn touch_during(
        &self,
        instructions: Instructions,
        share: f64,
        id: BodyId,
        space: &UnitSpace,
        about: (DVec3, f64),
        found: &mut Vec<Contact>,
    ) {
        let visit = &mut |contact| found.push(contact);
        match &self.motion {
            Some(motion) => {
                self.touch(instructions, self.at(motion, share).as_ref(), id, space, about, visit);
            }
            None => self.touch(instructions, self.now(), id, space, about, visit),
        }
    }
}

/// A sweep during a span of the tick.
pub(super) struct MovingSweep<'a> {
    space: &'a UnitSpace,
    sweep: &'a Sweep,
    /// In ellipsoid space.
    translation: DVec3,
    shell: f64,
    span: (f64, f64),
    /// Those that triangles are culled with.
    instructions: Instructions,
}

impl<'a> MovingSweep<'a> {
    pub(super) fn new(world: &World, space: &'a UnitSpace, sweep: &'a Sweep, span: (f64, f64)) -> Self {
        let translation = space.unit_from_world * sweep.translation;
        Self { space, sweep, translation, shell: sweep.shell(), span, instructions: world.instructions }
    }
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
    pub(super) fn meet(
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
        let posed = placed.at(motion, self.share(0.5 * (from + to)));
        let path = self.body_path(placed, motion, posed.as_ref(), (from, to));
        let within = |time: f64| ((time - from) / (to - from)).min(1.0);
        let limit = within(limit_of(best));
        visit_candidates(self.instructions, &placed.body.mesh, &path, limit, |_, packet, lane, _| {
            let triangle = self.triangle(placed, motion, packet, lane);
            let surface = path::surface(id, placed, packet, lane);
            let hit = self.touch(&triangle, (from, to), limit_of(best));
            if let Some(hit) = hit.filter(|_| counts.is_none_or(|counts| counts(&surface))) {
                let triangle = triangle.at(hit.fraction);
                path::keep_least(best, Best { hit, slot: id.index, surface, triangle });
            }
            within(limit_of(best))
        });
    }

    fn share(&self, time: f64) -> f64 {
        self.span.0 + (self.span.1 - self.span.0) * time
    }

    /// The path between two times past the body at rest where it is in the middle of them. Its turn moves the triangles from there,
    /// and by so much the shell is larger: a triangle that this path does not meet is beyond the shell all the time, and further than
    /// [`CLOSE_BY`], at which it may count as touched.
    fn body_path<'a>(
        &'a self,
        placed: &Placed,
        motion: &Motion,
        posed: PosedRef<'a>,
        (from, to): (f64, f64),
    ) -> BodyPath<'a> {
        let [start, middle, end] = [from, 0.5 * (from + to), to].map(|time| self.share(time));
        // Relative to the pivot, which shifts in a straight line.
        let at = self.sweep.from + self.sweep.translation * from - motion.shift() * (start - middle);
        let translation = self.sweep.translation * (to - from) - motion.shift() * (end - start);
        let radius = placed.farthest_from(motion.pivot());
        let turned = motion.turn().length() * (end - start) * radius;
        // Far from the origin the places are rounded, here and in every triangle.
        let places = [at, motion.pivot(), placed.body.pose.translation].map(|p| p.abs().max_element());
        let rounding = ROUNDINGS * f64::EPSILON * (radius + places[0] + places[1] + places[2]);
        let more = (turned * (1.0 + 1e-9) + rounding) / self.sweep.shape.smallest_radius();
        BodyPath::new(self.space, posed, at, translation, self.shell + more + 2.0 * CLOSE_BY)
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
