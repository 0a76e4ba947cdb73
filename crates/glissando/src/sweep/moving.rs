//! One moving ellipsoid, one triangle that is carried along by its body: a theorem, in `f64`.
//!
//! The plane through the triangle's closest point, across the direction to the centre, has the triangle behind
//! it; carried along with the body it has it behind it for the whole tick. So the distance later is at least the
//! centre's from that plane. In radii that is `(N·q - c) / |N|`, where `q` leads from the pivot to the centre, in a
//! straight line, and `N` is the plane's normal, that turns; `|N|` is its length in radii. `N·q - c - level |N|` is
//! smooth, its rate now is the distance's own at a touch, and the motion bounds its second derivative by some
//! `M`. So the first root of `gap + rate t - M t²/2` never passes the first touch: Newton's step from the left,
//! made safe for turns. It converges like Newton's wherever on the triangle the touch is.
//!
//! Source: derived in the project; the idea of stepping by a bound on motion is conservative advancement
//! (Mirtich, Impulse-based Dynamic Simulation, 1996, section 2.3).

use super::unit_space::UnitSpace;
use super::{Separation, Target, UnitHit, UnitTriangle};
use crate::math::{DVec3, sqrt_f64};
use crate::motion::Motion;
use crate::tolerance;

/// Steps after which what is close by is taken for a touch: along a graze they get short.
const STEPS: u32 = 64;

/// Steps at most. Far from the pivot, and for needles and discs, the bounds on the bend are wide and steps are short
/// also where nothing is near; such a step is a share of the part, so these are never all needed.
const MOST_STEPS: u32 = 4096;

/// What is nearer than this after [`STEPS`] is close by, in radii.
const CLOSE_BY: f64 = 1e-6;

/// A triangle of a body in motion, and a span of the tick: time runs from 0 to 1 over the span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingTriangle<'a> {
    pub(crate) motion: &'a Motion,
    pub(crate) space: &'a UnitSpace,
    /// Smallest and largest radius of the ellipsoid, metres.
    pub(crate) radii: (f64, f64),
    /// The pivot at the start of the tick, relative to the centre at the start of the sweep; metres.
    pub(crate) pivot: DVec3,
    /// The corners at the start of the tick relative to the pivot; metres, the world's axes.
    pub(crate) arms: [DVec3; 3],
    /// The shares of the tick at which the span begins and ends.
    pub(crate) span: (f64, f64),
    /// What the triangle is like; its corners do not count.
    pub(crate) kind: UnitTriangle,
}

impl MovingTriangle<'_> {
    fn share(&self, time: f64) -> f64 {
        self.span.0 + (self.span.1 - self.span.0) * time
    }

    /// The pivot at a time of the span, relative to the centre at the start; metres.
    fn pivot_at(&self, time: f64) -> DVec3 {
        self.pivot + self.motion.shift() * self.share(time)
    }

    /// The triangle as it is at a time of the span, in ellipsoid space.
    pub(crate) fn at(&self, time: f64) -> UnitTriangle {
        let (share, pivot) = (self.share(time), self.pivot_at(time));
        let corner = |arm| self.space.unit_from_world * (pivot + self.motion.turned(arm, share));
        UnitTriangle { corners: self.arms.map(corner), ..self.kind }
    }
}

/// The first touch of a sphere of radius `shell`, its centre moving from the origin by `translation` in the
/// span, between two times of it; times are fractions of the span.
///
/// As for a still triangle, what is touched or overlapped at the start of the span must go deeper to be hit;
/// what does so only after the second time is for the next part. None beyond `limit`, which changes no answer up to it.
pub(crate) fn sweep_moving(
    triangle: &MovingTriangle<'_>,
    translation: DVec3,
    shell: f64,
    (from, to): (f64, f64),
    limit: f64,
) -> Option<UnitHit> {
    let at_start = triangle.at(0.0);
    if at_start.is_behind(DVec3::ZERO) {
        return None;
    }
    let world_translation = triangle.space.world_from_unit * translation;
    let sweep = Advance { triangle, translation, world_translation };
    let start = at_start.separation(DVec3::ZERO, translation);
    let level = if start.radii < shell { start.radii } else { shell };
    let (touch_time, touch) = sweep.first_below(level, (from, to), limit)?;
    // Whether it goes deeper does not depend on what else was touched: the limit has no say in it.
    let (time, deeper) = sweep.first_below(level - tolerance::GRAZE, (touch_time, to), to)?;
    // What is only grazed now and goes deeper later is met then.
    let is_closing = sweep.rate(&touch, touch_time) < 0.0;
    let (fraction, separation) = if is_closing { (touch_time, touch) } else { (time, deeper) };
    (fraction <= limit).then_some(UnitHit { fraction, separation, start_radii: start.radii })
}

/// A moving centre on its way to a moving triangle.
struct Advance<'a> {
    triangle: &'a MovingTriangle<'a>,
    /// In radii.
    translation: DVec3,
    /// In metres.
    world_translation: DVec3,
}

impl Advance<'_> {
    /// The first time between two at which the distance is no more than `level`, and the separation then.
    ///
    /// None beyond `limit`: a step ends at the touch or before it, so what passes the limit is no tie with it.
    fn first_below(&self, level: f64, (from, to): (f64, f64), limit: f64) -> Option<(f64, Separation)> {
        let mut time = from;
        let mut now = self.separation(time);
        for step in 0..MOST_STEPS {
            let enough = if step < STEPS { tolerance::NEWTON_GAP } else { CLOSE_BY };
            if now.radii - level <= enough {
                break;
            }
            let next = time + self.safe_step(&now, (time, to), level);
            if next > to || next > limit {
                return None;
            }
            if next == time {
                break;
            }
            time = next;
            now = self.separation(time);
        }
        Some((time, now))
    }

    fn separation(&self, time: f64) -> Separation {
        self.triangle.at(time).separation(self.translation * time, self.translation)
    }

    /// Angular velocity at a time, radians per span.
    fn spin(&self, time: f64) -> DVec3 {
        let (from, to) = self.triangle.span;
        self.triangle.motion.spin(self.triangle.share(time)) * (to - from)
    }

    /// How the centre moves as seen from the pivot, metres per span.
    fn way(&self) -> DVec3 {
        let (from, to) = self.triangle.span;
        self.world_translation - self.triangle.motion.shift() * (to - from)
    }

    /// Rate of the distance: the closest point moves as its body does.
    fn rate(&self, now: &Separation, time: f64) -> f64 {
        let space = self.triangle.space;
        let arm = space.world_from_unit * now.point - self.triangle.pivot_at(time);
        now.normal.dot(space.unit_from_world * (self.way() - self.spin(time).cross(arm)))
    }

    /// A span of time for which the distance stays above `level`, as far as the time `end`.
    fn safe_step(&self, now: &Separation, (time, end): (f64, f64), level: f64) -> f64 {
        let triangle = self.triangle.at(time);
        if !triangle.edges_only {
            return self.step_off(now, (time, end), level);
        }
        // Three edges together are not convex, but each is.
        let [a, b, c] = triangle.corners;
        let mut least = f64::INFINITY;
        for corners in [[a, b, b], [b, c, c], [c, a, a]] {
            let edge = UnitTriangle { corners, ..triangle };
            let there = edge.separation(self.translation * time, self.translation);
            let step = self.step_off(&there, (time, end), level);
            least = if step < least { step } else { least };
        }
        least
    }

    /// The same for one convex piece.
    fn step_off(&self, now: &Separation, (time, end): (f64, f64), level: f64) -> f64 {
        let space = self.triangle.space;
        let plane = space.unit_from_world.transpose() * now.normal;
        let way = self.way();
        let gap = now.radii - level;
        let Some(axis) = self.triangle.motion.turn().try_normalize() else {
            return first_root(gap, plane.dot(way), 0.0);
        };
        let spin = self.spin(time);
        let turning = spin.cross(plane);
        let arm = self.world_translation * time - self.triangle.pivot_at(time);
        let widening = (space.world_from_unit * now.normal).dot(turning);
        let rate = turning.dot(arm) + plane.dot(way) - level * widening;
        // With half the turn `k` in the span, a vector across the axis, of length 1, has a rate of at most `2 k`
        // and a second derivative of at most `5.3 k²`.
        let (from, to) = self.triangle.span;
        let k = self.triangle.motion.turn().length() * (to - from);
        let bow = self.triangle.motion.bow(1.0) * ((to - from) * (to - from));
        let across = |v: DVec3| (v - axis * axis.dot(v)).length();
        let (length, leaning) = (plane.length(), across(plane));
        let (here, there) = (across(arm), across(arm + way * (end - time)));
        let reach = if here > there { here } else { there };
        // `|N|²` changes only by what the largest radius has over the smallest.
        let (small, large) = self.triangle.radii;
        let unlike = (large * large - small * small) / (small * length);
        let widest = unlike * leaning * (4.0 * k * k * leaning + bow * length);
        let bend = leaning * (bow * reach + 4.0 * k * across(way)) + level * widest;
        first_root(gap, rate, bend)
    }
}

/// The first positive root of `lead + rate t - bend t²/2`, for `lead >= 0`.
fn first_root(lead: f64, rate: f64, bend: f64) -> f64 {
    if lead <= 0.0 {
        return 0.0;
    }
    let root = sqrt_f64(rate * rate + 2.0 * bend * lead);
    if rate <= 0.0 {
        let down = root - rate;
        return if down > 0.0 { 2.0 * lead / down } else { f64::INFINITY };
    }
    if bend > 0.0 { (root + rate) / bend } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind() -> UnitTriangle {
        UnitTriangle {
            corners: [DVec3::ZERO; 3],
            edges_only: false,
            one_sided: false,
            one_way: false,
            mirrored: false,
        }
    }

    /// A wall far to the right that comes at the resting sphere.
    #[test]
    fn a_wall_that_comes_is_met_at_the_exact_time() {
        let motion = Motion::linear(DVec3::X * -10.0).unwrap();
        let triangle = MovingTriangle {
            motion: &motion,
            space: &UnitSpace::WORLD,
            radii: (1.0, 1.0),
            pivot: DVec3::ZERO,
            arms: [DVec3::new(5.0, -9.0, -9.0), DVec3::new(5.0, 9.0, -9.0), DVec3::new(5.0, 0.0, 9.0)],
            span: (0.0, 1.0),
            kind: kind(),
        };
        let hit = sweep_moving(&triangle, DVec3::ZERO, 1.0, (0.0, 1.0), 1.0).unwrap();
        assert!((hit.fraction - 0.4).abs() < 1e-10);
        assert!((hit.separation.normal + DVec3::X).length() < 1e-12);
        assert!(sweep_moving(&triangle, DVec3::X * -7.0, 1.0, (0.0, 1.0), 1.0).is_none());
    }

    #[test]
    fn a_door_that_swings_is_met_when_its_edge_arrives() {
        // A quarter turn about Y of a leaf along Z; the sphere stands at 45 degrees.
        let turn = core::f64::consts::FRAC_PI_2;
        let motion = Motion::from_velocity(DVec3::ZERO, DVec3::Y * turn, DVec3::ZERO, 1.0).unwrap();
        let centre = DVec3::new(2.0, 0.0, 2.0);
        let triangle = MovingTriangle {
            motion: &motion,
            space: &UnitSpace::WORLD,
            radii: (1.0, 1.0),
            pivot: -centre,
            arms: [DVec3::new(0.0, -9.0, 0.0), DVec3::new(0.0, 9.0, 0.0), DVec3::new(0.0, 0.0, 9.0)],
            span: (0.0, 1.0),
            kind: kind(),
        };
        let hit = sweep_moving(&triangle, DVec3::ZERO, 0.5, (0.0, 1.0), 1.0).unwrap();
        // The leaf is at the angle a from Z when its distance from the centre, 2 √2 sin(45° - a), is 0.5.
        let missing = (0.5 / 8.0_f64.sqrt()).asin();
        let angle = core::f64::consts::FRAC_PI_4 - missing;
        let share = (angle / 2.0).tan() / (turn / 2.0).tan();
        assert!((hit.fraction - share).abs() < 1e-9, "{} {share}", hit.fraction);
    }

    /// The far end of a wide leaf is fast, but what it does there is no matter near the hinge.
    #[test]
    fn a_touch_near_the_hinge_of_a_wide_leaf_is_exact() {
        let turn = core::f64::consts::FRAC_PI_2;
        let motion = Motion::from_velocity(DVec3::ZERO, DVec3::Y * turn, DVec3::ZERO, 1.0).unwrap();
        let centre = DVec3::new(0.2, 0.0, 0.2);
        let triangle = MovingTriangle {
            motion: &motion,
            space: &UnitSpace::WORLD,
            radii: (1.0, 1.0),
            pivot: -centre,
            arms: [DVec3::new(0.0, -90.0, 0.0), DVec3::new(0.0, 90.0, 0.0), DVec3::new(0.0, 0.0, 90.0)],
            span: (0.0, 1.0),
            kind: kind(),
        };
        let hit = sweep_moving(&triangle, DVec3::ZERO, 0.1, (0.0, 1.0), 1.0).unwrap();
        let angle = core::f64::consts::FRAC_PI_4 - (0.1 / (0.2 * 2.0_f64.sqrt())).asin();
        let share = (angle / 2.0).tan() / (turn / 2.0).tan();
        assert!((hit.fraction - share).abs() < 1e-9, "{} {share}", hit.fraction);
    }
}
