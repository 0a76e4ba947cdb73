//! The plane between the closest points that turns with the triangle, and how long a core stays before it.

use super::turn::Turn;
use super::{Advance, Separation};
use crate::geometry::Core;
use crate::math::{DVec3, sqrt_f64};
use crate::sweep::course::{Course, corners_of, first_root, first_zero_of_concave};
use crate::sweep::unit_space::UnitSpace;

/// The plane, and all that is the same for each point of the core.
pub(super) struct TurningPlane<'a> {
    space: &'a UnitSpace,
    now: &'a Separation,
    level: f64,
    /// The rest of the span.
    reach: f64,
    /// Its normal for displacements in the world.
    normal: DVec3,
    /// Rate of the core's height before it without the turn.
    closing: f64,
    turning: Option<Turning>,
}

/// Share of the numbers from which a height is computed that is far more than its rounding.
const CLEARLY: f64 = 1e-9;

/// The least rest of a span for which rounding does not matter beside [`CLEARLY`].
const LEAST_REACH: f64 = 1e-3;

/// What the turn adds to that.
struct Turning {
    turn: Turn,
    /// The rate of the normal.
    normal: DVec3,
    /// Rate of the shell's thickness.
    widening: f64,
    /// Length of the part of the normal that turns.
    leaning: f64,
    /// The part of the bend that grows with the velocity, and that of the shell.
    passing: f64,
    shell: f64,
    /// The centre now and the pivot, and the way of the first relative to the second in the rest of the span.
    centre: DVec3,
    pivot: DVec3,
    way: DVec3,
}

impl<'a> TurningPlane<'a> {
    pub(super) fn new(
        sweep: &'a Advance<'a>,
        now: &'a Separation,
        (time, end): (f64, f64),
        level: f64,
    ) -> Self {
        let space = sweep.triangle.space;
        let normal = space.unit_from_world.transpose() * now.normal;
        let velocity = sweep.velocity();
        let turning = sweep.turn_at(time).map(|turn| {
            let rate = turn.spin.cross(normal);
            let widening = (space.world_from_unit * now.normal).dot(rate);
            let (length, leaning) = (normal.length(), turn.across(normal));
            // `|N|²` changes only by the excess of the largest radius over the smallest.
            let (small, large) = sweep.triangle.radii;
            let unlike = (large * large - small * small) / (small * length);
            let half = turn.half;
            let widest = unlike * leaning * (4.0 * half * half * leaning + turn.bow * length);
            Turning {
                normal: rate,
                widening: level * widening,
                leaning,
                passing: 4.0 * half * turn.across(velocity),
                shell: level.abs() * widest,
                centre: sweep.world_translation * time,
                pivot: sweep.triangle.pivot_at(time),
                way: velocity * (end - time),
                turn,
            }
        });
        Self { space, now, level, reach: end - time, normal, closing: normal.dot(velocity), turning }
    }

    /// A duration for which a core stays before it: as long as its corners do, the two ends of a segment, the eight of a box, the
    /// two circles of a cylinder.
    pub(super) fn step_of(&self, core: &Core) -> f64 {
        if core.is_point() {
            return self.step_of_point(self.now.radii - self.level, DVec3::ZERO);
        }
        if self.is_never_met(core) {
            return f64::INFINITY;
        }
        if core.is_round {
            return self.step_of_circles(core);
        }
        let mut least = f64::INFINITY;
        for corner in corners_of(core.half_extents).into_iter().flatten() {
            let step = self.step_of_point(self.gap_of(corner), self.space.world_from_unit * corner);
            least = if step < least { step } else { least };
        }
        least
    }

    /// Whether a core clearly stays before it to the end of the span: most cores do, and then no corner has to be asked for its step.
    ///
    /// With one bend for all points, the largest, the heights of a point are at least those of a concave function, which is positive
    /// between two times at which it is. At one time the height is linear in the point, so the least of the box about the core has a
    /// closed form.
    fn is_never_met(&self, core: &Core) -> bool {
        let (half, reach, gap) = (core.half_extents, self.reach, self.gap_of(DVec3::ZERO));
        let (course, lean) = match &self.turning {
            Some(turning) => (
                self.course(turning, gap, (DVec3::ZERO, self.space.half_extents(0.0).length())),
                self.space.world_from_unit.transpose() * turning.normal * reach,
            ),
            None => (Course { gap, rate: self.closing, bend: 0.0 }, DVec3::ZERO),
        };
        let (way, bow) = (course.rate * reach, 0.5 * course.bend * reach * reach);
        let least = |height: f64, normal: DVec3| height - normal.abs().dot(half);
        let doubt = CLEARLY * (gap.abs() + way.abs() + bow + half.max_element());
        reach >= LEAST_REACH
            && least(gap, self.now.normal) > doubt
            && least(gap + way - bow, self.now.normal + lean) > doubt
    }

    /// How far before it a point of the core is now, in radii.
    fn gap_of(&self, point: DVec3) -> f64 {
        let Self { now, level, .. } = self;
        now.radii + now.normal.dot(point - (now.on_surface - now.point)) - level
    }

    /// The same for the two circles of a cylinder.
    ///
    /// Each point of a circle keeps the bound of a single point; the least of all of them is concave in time, so a chord
    /// between two times ends before it and a tangent after it.
    fn step_of_circles(&self, core: &Core) -> f64 {
        let Some(turning) = &self.turning else {
            // Without a turn every point of the core has the same rate.
            return self.step_of_point(self.now.radii - self.level, DVec3::ZERO);
        };
        let space = self.space;
        let side = |axis: DVec3| space.world_from_unit * (axis * core.half_extents.x);
        let axes = [side(DVec3::X), side(DVec3::Z)];
        let radius = axes[0].length();
        let (plane, rate) =
            (axes.map(|axis| self.normal.dot(axis)), axes.map(|axis| turning.normal.dot(axis)));
        let mut least = f64::INFINITY;
        for height in [-core.half_extents.y, core.half_extents.y] {
            let middle = DVec3::Y * height;
            let course = self.course(turning, self.gap_of(middle), (space.world_from_unit * middle, radius));
            let height_at = |share: f64| {
                let [x, z] = [0, 1].map(|axis| plane[axis] + rate[axis] * share);
                course.gap + (course.rate - 0.5 * course.bend * share) * share - sqrt_f64(x * x + z * z)
            };
            let step = first_zero_of_concave(height_at, self.reach);
            least = if step < least { step } else { least };
        }
        least
    }

    /// The same for the point of the core at `offset` (metres) from the centre, `gap` before the plane.
    fn step_of_point(&self, gap: f64, offset: DVec3) -> f64 {
        let Some(turning) = &self.turning else { return first_root(gap, self.closing, 0.0) };
        let Course { gap, rate, bend } = self.course(turning, gap, (offset, 0.0));
        first_root(gap, rate, bend)
    }

    /// How the height before the plane changes of a point of the core at `offset` (metres) from the centre, `gap` before
    /// the plane; for the bend, of all points within `radius` of it.
    fn course(&self, turning: &Turning, gap: f64, (offset, radius): (DVec3, f64)) -> Course {
        let Turning { turn, normal, widening, leaning, passing, shell, centre, pivot, way } = turning;
        let arm = *centre + offset - *pivot;
        let rate = normal.dot(arm) + self.closing - widening;
        let (here, there) = (turn.across(arm), turn.across(arm + *way));
        let reach = (if here > there { here } else { there }) + radius;
        Course { gap, rate, bend: leaning * (turn.bow * reach + passing) + shell }
    }
}
