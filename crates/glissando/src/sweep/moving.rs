//! One moving ellipsoid, one triangle that is carried along by its body: a theorem, in `f64`.
//!
//! Let `n` be the direction from the triangle's closest point to the centre now. The distance later is at
//! least the centre's lead along `n` over the corner that is farthest that way, and each corner's lead is a
//! smooth function whose second derivative the motion bounds by `M`. So the first root of
//! `lead + rate t - M t²/2 = shell`, over the corners, never passes the first touch: Newton's step from the
//! left, made safe for turns. Near a touch the bound is tight to second order, so the steps converge like Newton's.
//!
//! Source: derived in the project; the idea of stepping by a bound on motion is conservative advancement
//! (Mirtich, Impulse-based Dynamic Simulation, 1996, section 2.3).

use super::{Separation, UnitHit, UnitTriangle};
use crate::math::{DMat3, DVec3, sqrt_f64};
use crate::motion::Motion;
use crate::tolerance;

/// Steps at most. One that is not done then is close by for certain, and is taken for a touch.
const STEPS: u32 = 64;

/// A triangle of a body in motion, and a span of the tick: time runs from 0 to 1 over the span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingTriangle<'a> {
    pub(crate) motion: &'a Motion,
    /// Ellipsoid space from the world.
    pub(crate) unit_from_world: DMat3,
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

    /// The triangle as it is at a time of the span, in ellipsoid space.
    pub(crate) fn at(&self, time: f64) -> UnitTriangle {
        let share = self.share(time);
        let pivot = self.pivot + self.motion.shift() * share;
        let corner = |arm| self.unit_from_world * (pivot + self.motion.turned(arm, share));
        UnitTriangle { corners: self.arms.map(corner), ..self.kind }
    }

    /// Velocities of the corners at a time, in radii per span.
    fn velocities(&self, time: f64) -> [DVec3; 3] {
        let share = self.share(time);
        let (spin, length) = (self.motion.spin(share), self.span.1 - self.span.0);
        self.arms.map(|arm| {
            let way = self.motion.shift() + spin.cross(self.motion.turned(arm, share));
            self.unit_from_world * (way * length)
        })
    }

    /// Largest second derivatives of the corners' components along a unit vector of ellipsoid space.
    fn bends(&self, along: DVec3) -> [f64; 3] {
        let Some(axis) = self.motion.turn().try_normalize() else { return [0.0; 3] };
        let length = self.span.1 - self.span.0;
        let across = |v: DVec3| (v - axis * axis.dot(v)).length();
        let reach = across(self.unit_from_world.transpose() * along) * length * length;
        self.arms.map(|arm| self.motion.bow(across(arm)) * reach)
    }
}

/// The first touch of a sphere of radius `shell`, its centre moving from the origin by `translation` in the
/// span, at the time `from` or later; times are fractions of the span.
///
/// As for a still triangle, what is touched or overlapped at `from` must go deeper to be hit.
pub(crate) fn sweep_moving(
    triangle: &MovingTriangle<'_>,
    translation: DVec3,
    shell: f64,
    from: f64,
    to: f64,
) -> Option<UnitHit> {
    let start_triangle = triangle.at(from);
    let start_centre = translation * from;
    if start_triangle.is_behind(start_centre) {
        return None;
    }
    let sweep = Advance { triangle, translation, to };
    let start = start_triangle.separation(start_centre, translation);
    let hit = |(fraction, separation)| UnitHit { fraction, separation, start_radii: start.radii };
    let (touch_time, touch, surface) = if start.radii < shell + tolerance::NEWTON_GAP {
        (from, start, if start.radii < shell { start.radii } else { shell })
    } else {
        let (time, touch) = sweep.first_below(shell, from)?;
        (time, touch, shell)
    };
    let (time, deeper) = sweep.first_below(surface - tolerance::GRAZE, touch_time)?;
    // What is only grazed now and goes deeper later is met then.
    let is_closing = sweep.rate(&touch, touch_time) < 0.0;
    Some(hit(if is_closing { (touch_time, touch) } else { (time, deeper) }))
}

/// A moving centre on its way to a moving triangle.
struct Advance<'a> {
    triangle: &'a MovingTriangle<'a>,
    translation: DVec3,
    to: f64,
}

impl Advance<'_> {
    /// The first time, `from` or later, at which the distance is no more than `level`, and the separation then.
    fn first_below(&self, level: f64, from: f64) -> Option<(f64, Separation)> {
        let mut time = from;
        let mut now = self.separation(time);
        for _ in 0..STEPS {
            if now.radii - level <= tolerance::NEWTON_GAP {
                break;
            }
            let next = time + self.safe_step(&now, time, level);
            if next > self.to {
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

    /// Rate of the distance: the closest point moves as its body does.
    fn rate(&self, now: &Separation, time: f64) -> f64 {
        let corners = self.triangle.at(time).corners;
        let [a, b, c] = self.triangle.velocities(time);
        let [u, v, w] = weights(now.point, corners);
        now.normal.dot(self.translation - (a * u + b * v + c * w))
    }

    /// A time for which the distance stays above `level`.
    fn safe_step(&self, now: &Separation, time: f64, level: f64) -> f64 {
        let corners = self.triangle.at(time).corners;
        let velocities = self.triangle.velocities(time);
        let bends = self.triangle.bends(now.normal);
        let centre = self.translation * time;
        if self.triangle.kind.edges_only {
            // Three edges are not convex: only the greatest speed bounds them.
            let speed = velocities.iter().zip(bends).fold(0.0_f64, |most, (v, bend)| {
                let speed = (self.translation - *v).length() + bend;
                if speed > most { speed } else { most }
            });
            return if speed > 0.0 { (now.radii - level) / speed } else { f64::INFINITY };
        }
        let mut least = f64::INFINITY;
        for i in 0..3 {
            let lead = now.normal.dot(centre - corners[i]) - level;
            let rate = now.normal.dot(self.translation - velocities[i]);
            let step = first_root(lead, rate, bends[i]);
            least = if step < least { step } else { least };
        }
        least
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

/// Barycentric weights of a point of a triangle; of its first corner for a triangle without area.
fn weights(p: DVec3, [a, b, c]: [DVec3; 3]) -> [f64; 3] {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let n = ab.cross(ac);
    let area_sq = n.length_sq();
    if area_sq == 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (v, w) = (n.dot(ap.cross(ac)) / area_sq, n.dot(ab.cross(ap)) / area_sq);
    [1.0 - v - w, v, w]
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
            unit_from_world: DMat3::IDENTITY,
            pivot: DVec3::ZERO,
            arms: [DVec3::new(5.0, -9.0, -9.0), DVec3::new(5.0, 9.0, -9.0), DVec3::new(5.0, 0.0, 9.0)],
            span: (0.0, 1.0),
            kind: kind(),
        };
        let hit = sweep_moving(&triangle, DVec3::ZERO, 1.0, 0.0, 1.0).unwrap();
        assert!((hit.fraction - 0.4).abs() < 1e-10);
        assert!((hit.separation.normal + DVec3::X).length() < 1e-12);
        assert!(sweep_moving(&triangle, DVec3::X * -7.0, 1.0, 0.0, 1.0).is_none());
    }

    #[test]
    fn a_door_that_swings_is_met_when_its_edge_arrives() {
        // A quarter turn about Y of a leaf along Z; the sphere stands at 45 degrees.
        let turn = core::f64::consts::FRAC_PI_2;
        let motion = Motion::from_velocity(DVec3::ZERO, DVec3::Y * turn, DVec3::ZERO, 1.0).unwrap();
        let centre = DVec3::new(2.0, 0.0, 2.0);
        let triangle = MovingTriangle {
            motion: &motion,
            unit_from_world: DMat3::IDENTITY,
            pivot: -centre,
            arms: [DVec3::new(0.0, -9.0, 0.0), DVec3::new(0.0, 9.0, 0.0), DVec3::new(0.0, 0.0, 9.0)],
            span: (0.0, 1.0),
            kind: kind(),
        };
        let hit = sweep_moving(&triangle, DVec3::ZERO, 0.5, 0.0, 1.0).unwrap();
        // The leaf is at the angle a from Z when its distance from the centre, 2 √2 sin(45° - a), is 0.5.
        let missing = (0.5 / 8.0_f64.sqrt()).asin();
        let angle = core::f64::consts::FRAC_PI_4 - missing;
        let share = (angle / 2.0).tan() / (turn / 2.0).tan();
        assert!((hit.fraction - share).abs() < 1e-9, "{} {share}", hit.fraction);
    }
}
