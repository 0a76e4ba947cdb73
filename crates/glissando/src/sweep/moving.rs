//! The sweep of one body against one triangle of another body in motion: a theorem, in `f64`.
//!
//! Take the plane through the triangle's closest point, perpendicular to the direction to the centre: the triangle is
//! behind it, and if the plane moves with the body the triangle stays behind it for the whole tick. So the later
//! distance is at least the centre's from that plane. In radii that is `(N·q - c) / |N|`, where `q` leads from the
//! pivot to the centre, in a straight line, and `N` is the plane's normal, which turns; `|N|` is its length in radii.
//! `N·q - c - level |N|` is smooth, its rate is the distance's own at a touch, and the motion bounds its second
//! derivative by some `M`. So the first root of `gap + rate t - M t²/2` never passes the first touch: Newton's step
//! from the left, made safe for turns. It converges like Newton's method wherever on the triangle the touch is. A core
//! does not turn: it stays before the plane as long as all of its corners do, each a point like the centre.
//!
//! Source: derived in the project; the idea of stepping by a bound on motion is conservative advancement
//! (Mirtich, Impulse-based Dynamic Simulation, 1996, section 2.3).

use self::turning_plane::TurningPlane;
use super::unit_space::UnitSpace;
use super::{Separation, Target, UnitHit, UnitTriangle, depth_at};
use crate::math::DVec3;
use crate::motion::Motion;
use crate::tolerance;

/// Steps of a core after which other planes are asked, too.
const STEPS_OF_ONE_PLANE: u32 = 8;

/// Steps after which a close triangle counts as touched: along a graze steps get short.
const STEPS: u32 = 64;

/// Maximum number of steps. Far from the pivot, and for needles and discs, the bounds on the second derivative are wide
/// and steps are short even where no triangle is near; such a step is a fixed share of the part, so the maximum is
/// never reached.
const MOST_STEPS: u32 = 4096;

/// A triangle nearer than this after that many steps is close, in radii.
pub(crate) const CLOSE_BY: f64 = 1e-6;

/// A triangle of a body in motion, and a span of the tick: time runs from 0 to 1 over the span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingTriangle<'a> {
    pub(crate) motion: &'a Motion,
    pub(crate) space: &'a UnitSpace,
    /// Smallest and largest radius of the rounding, metres.
    pub(crate) radii: (f64, f64),
    /// The pivot at the start of the tick, relative to the centre at the start of the sweep; metres.
    pub(crate) pivot: DVec3,
    /// The corners at the start of the tick relative to the pivot; metres, the world's axes.
    pub(crate) arms: [DVec3; 3],
    /// The shares of the tick at which the span begins and ends.
    pub(crate) span: (f64, f64),
    /// The triangle's flags; its corners are ignored.
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

    /// The triangle at a time of the span, in ellipsoid space.
    pub(crate) fn at(&self, time: f64) -> UnitTriangle {
        UnitTriangle { corners: self.arms.map(self.place_at(time)), ..self.kind }
    }

    /// Where points of the body are at a time of the span, by their arms; in ellipsoid space.
    #[inline]
    fn place_at(&self, time: f64) -> impl Fn(DVec3) -> DVec3 {
        let (pivot, turn) = (self.pivot_at(time), self.motion.turn_to(self.share(time)));
        move |arm| self.space.unit_from_world * (pivot + turn.apply(arm))
    }

    /// The same one-way triangle with what is beyond its edges, relative to the pivot; see [`UnitTriangle::with_ridges`].
    pub(crate) fn with_ridges(self, beyond: [Option<DVec3>; 3]) -> Self {
        let beyond = beyond.map(|arm| arm.map(self.place_at(0.0)));
        let kind = UnitTriangle { corners: self.kind.corners, ..self.at(0.0).with_ridges(&beyond) };
        Self { kind, ..self }
    }
}

/// The first touch of a sphere of radius `shell`, its centre moving from the origin by `translation` in the span,
/// between two times of it; times are fractions of the span.
///
/// As for a still triangle, one that is touched or overlapped at the start of the span is hit only if the sphere goes
/// deeper; if that happens only after the second time, the next part reports it. None beyond `limit`, which changes no
/// result up to it.
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
    let start = sweep.of(at_start, 0.0);
    let radii = start.separation.radii;
    let level = if radii < shell { radii } else { shell };
    let first = if from == 0.0 { start } else { sweep.moment(from) };
    let touch = sweep.first_below(level, first, to, limit)?;
    // Whether the sphere goes deeper does not depend on other touches: the limit is ignored.
    let deeper = sweep.first_below(level - tolerance::GRAZE, touch, to, to)?;
    // A triangle that is only grazed now and entered later is hit then.
    let is_closing = sweep.rate(&touch.separation, touch.time) < 0.0;
    let Moment { time: fraction, separation, .. } = if is_closing { touch } else { deeper };
    (fraction <= limit).then_some(UnitHit { fraction, separation, start_depth: depth_at(radii, shell) })
}

/// A triangle at a time of the span, and the centre's separation from it.
#[derive(Clone, Copy)]
struct Moment {
    time: f64,
    triangle: UnitTriangle,
    separation: Separation,
}

/// A moving centre and a moving triangle.
struct Advance<'a> {
    triangle: &'a MovingTriangle<'a>,
    /// In radii.
    translation: DVec3,
    /// In metres.
    world_translation: DVec3,
}

impl Advance<'_> {
    /// The first moment from one to the time `to` at which the distance is at most `level`.
    ///
    /// None beyond `limit`: a step ends at the touch or before it, so a touch after the limit is no tie with it.
    fn first_below(&self, level: f64, from: Moment, to: f64, limit: f64) -> Option<Moment> {
        let mut now = from;
        for step in 0..MOST_STEPS {
            let enough = if step < STEPS { tolerance::NEWTON_GAP } else { CLOSE_BY };
            if now.separation.radii - level <= enough {
                break;
            }
            let is_short = self.triangle.space.has_core() && step >= STEPS_OF_ONE_PLANE;
            let next = now.time + self.safe_step(&now, to, level, is_short);
            if next > to || next > limit {
                return None;
            }
            if next == now.time {
                break;
            }
            now = self.moment(next);
        }
        Some(now)
    }

    fn moment(&self, time: f64) -> Moment {
        self.of(self.triangle.at(time), time)
    }

    /// The moment at which the triangle is there.
    fn of(&self, triangle: UnitTriangle, time: f64) -> Moment {
        let separation = triangle.separation(self.translation * time, self.translation);
        Moment { time, triangle, separation }
    }

    /// Angular velocity at a time, radians per span.
    fn spin(&self, time: f64) -> DVec3 {
        let (from, to) = self.triangle.span;
        self.triangle.motion.spin(self.triangle.share(time)) * (to - from)
    }

    /// Velocity of the centre relative to the pivot, metres per span.
    fn velocity(&self) -> DVec3 {
        let (from, to) = self.triangle.span;
        self.world_translation - self.triangle.motion.shift() * (to - from)
    }

    /// Rate of the distance: the closest point moves as its body does.
    fn rate(&self, now: &Separation, time: f64) -> f64 {
        let space = self.triangle.space;
        let arm = space.world_from_unit * now.on_surface - self.triangle.pivot_at(time);
        now.normal.dot(space.unit_from_world * (self.velocity() - self.spin(time).cross(arm)))
    }

    /// A duration from a moment on, up to the time `end`, for which the distance stays above `level`; with `is_short` the longest
    /// of several planes.
    fn safe_step(&self, now: &Moment, end: f64, level: f64, is_short: bool) -> f64 {
        let Moment { time, triangle, separation: now } = now;
        let (time, core) = (*time, self.triangle.space.core());
        let step_off = |piece: &UnitTriangle, now: &Separation| {
            let step = TurningPlane::new(self, now, (time, end), level).step_of(&core);
            let other =
                if is_short { self.step_by_other_planes(piece, now, (time, end), level) } else { 0.0 };
            if other > step { other } else { step }
        };
        if !triangle.edges_only {
            return step_off(triangle, now);
        }
        // Three edges together are not convex, but each is.
        let [a, b, c] = triangle.corners;
        let mut least = f64::INFINITY;
        for corners in [[a, b, b], [b, c, c], [c, a, a]] {
            let edge = UnitTriangle { corners, ..*triangle };
            let there = edge.separation(self.translation * time, self.translation);
            let step = step_off(&edge, &there);
            least = if step < least { step } else { least };
        }
        least
    }
}

mod other_planes;
#[cfg(test)]
mod tests;
mod turn;
mod turning_plane;
