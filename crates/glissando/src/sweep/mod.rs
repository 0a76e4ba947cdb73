//! The sweep of one body against one still triangle: a theorem, in ellipsoid space and `f64`.
//!
//! In ellipsoid space a body is the Minkowski sum of a symmetric convex core and the unit ball: the core of an ellipsoid
//! is a point, that of a capsule a segment, that of a box a box. So the body is as far from a triangle as its centre is from the sum of
//! triangle and core, less one radius; that sum is convex too.
//!
//! Let `f(t)` be the distance of the moving centre from the sum. `f` is convex, because the sum is; its slope
//! is `normal · translation`. So Newton's step from the left, `t += (f - shell) / -slope`, never passes the first
//! touch, and `f + slope * (1 - t)` bounds the rest of the move from below: a triangle that is not approached now is
//! never touched in this move.
//!
//! Source: derived in the project; the convexity of distance to a convex set is classical
//! (Boyd & Vandenberghe, Convex Optimization, 2004, section 3.2.5).

mod apart;
mod core8;
mod course;
pub(crate) mod cull;
pub(crate) mod distance8;
mod edges8;
pub(crate) mod moving;
pub(crate) mod path8;
pub(crate) mod ray8;
mod ridge;
pub(crate) mod round;
mod separation;
mod swept;
pub(crate) mod unit_space;

use apart::apart_until;
use separation::UnitEdge;
pub(crate) use separation::{Nearest, Separation, Target, UnitTriangle};
use swept::Swept;

use crate::math::DVec3;
use crate::tolerance;

/// The first touch of the unit sphere with one triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitHit {
    /// Fraction of the translation.
    pub(crate) fraction: f64,
    /// Separation of the sphere and the triangle at that moment.
    pub(crate) separation: Separation,
    /// How much deeper than the shell the start was, in radii; 0 outside.
    pub(crate) start_depth: f64,
}

/// The first touch of a sphere of radius `shell`, centre moving from the origin by `translation`.
///
/// None beyond `limit`. A start that touches or overlaps returns 0 if it moves closer, else `None`: leaving is always
/// free. A touch shallower than [`tolerance::GRAZE`] does not count.
pub(crate) fn sweep_triangle(
    triangle: &UnitTriangle,
    translation: DVec3,
    shell: f64,
    limit: f64,
) -> Option<UnitHit> {
    if triangle.is_behind(DVec3::ZERO) {
        return None;
    }
    if triangle.edges_only {
        return sweep_edges(triangle, translation, shell, limit);
    }
    let swept = Swept::new(triangle);
    let from = apart_until(triangle, &swept.face, translation, shell);
    sweep_from(from, &swept, translation, shell, limit)
}

/// The same with the edges of a triangle whose face does not collide: the earliest of their results.
///
/// Three edges together are not convex, but each is: one that the sphere leaves may hide another that it approaches.
/// They are tested together first, since a sphere that only grazes one may go deeper into the next. A start in overlap
/// counts for all three: leaving the nearest is free until another is as near as that was. So a line of edges on one
/// another holds no sphere that slides along it in overlap. Deep in one no other holds the sphere.
fn sweep_edges(triangle: &UnitTriangle, translation: DVec3, shell: f64, limit: f64) -> Option<UnitHit> {
    let start_radii = triangle.separation(DVec3::ZERO, translation).radii;
    // Without a limit: a step past the next edge is undone from any distance, whatever its rounding.
    let mut first = sweep_convex(triangle, translation, shell, 1.0);
    let level = if start_radii < shell { start_radii } else { shell };
    for edge in 0..3 {
        if level < DEEP * shell {
            break;
        }
        let limit = first.map_or(limit, |hit| if hit.fraction < limit { hit.fraction } else { limit });
        let hit = sweep_convex(&UnitEdge { triangle, edge }, translation, level, limit);
        let is_first = |hit: &UnitHit| first.is_none_or(|first| hit.fraction < first.fraction);
        first = hit.filter(is_first).or(first);
    }
    first
        .filter(|hit| hit.fraction <= limit)
        .map(|hit| UnitHit { start_depth: depth_at(start_radii, shell), ..hit })
}

/// A sphere nearer to an edge than this share of the shell is deep in it: the nearer to its centre edges are, the more directions are
/// rounding, and the further the face between edges on one another is from them.
const DEEP: f64 = 0.5;

/// How much nearer than the shell.
pub(crate) fn depth_at(radii: f64, shell: f64) -> f64 {
    if radii < shell { shell - radii } else { 0.0 }
}

/// The same with any convex target. Compiled once for all targets; triangles of a tick have [`sweep_triangle`].
pub(crate) fn sweep_convex(
    target: &dyn Target,
    translation: DVec3,
    shell: f64,
    limit: f64,
) -> Option<UnitHit> {
    sweep_from(0.0, target, translation, shell, limit)
}

/// The same, with a fraction up to which the two are apart.
fn sweep_from<T: Target + ?Sized>(
    from: f64,
    target: &T,
    translation: DVec3,
    shell: f64,
    limit: f64,
) -> Option<UnitHit> {
    if from > limit {
        return None;
    }
    let start = target.separation(translation * from, translation);
    // A sphere that already overlaps must go deeper to hit; up to rounding, passing along is free.
    let surface = if start.radii < shell { start.radii } else { shell };
    let mut now = start;
    // The latest step that was before the touch, and the present one.
    let (mut before, mut t) = (from, from);
    for _ in 0..tolerance::NEWTON_STEPS {
        let slope = now.normal.dot(translation);
        let is_closing = slope < 0.0 && now.radii + slope * (1.0 - t) < surface - tolerance::GRAZE;
        let is_past = t > 0.0 && now.radii < surface - tolerance::GRAZE;
        if !is_closing && !is_past {
            return None;
        }
        let gap = now.radii - shell;
        if gap.abs() <= tolerance::NEWTON_GAP || (t == 0.0 && gap <= 0.0) {
            break;
        }
        // The next step corrects one that rounding made too long: the tangent lies below the curve, so it ends at the
        // touch or before it.
        let next = if slope < 0.0 { t + gap / -slope } else { before };
        // With a margin for a step that would be corrected.
        if next > limit + LIMIT_ROOM && next > limit + LIMIT_ROOM + gap_rounding(target, translation) / -slope
        {
            return None;
        }
        if gap > 0.0 {
            before = t;
        }
        // Where no tangent leads back to the touch, as from one edge to another, it is between the two.
        let next = if next > before { next } else { 0.5 * (before + t) };
        if next == t {
            break;
        }
        t = next;
        now = target.separation(translation * t, translation);
    }
    let is_hit = t <= limit && goes_deeper(target, translation, t, now, surface - tolerance::GRAZE);
    is_hit.then_some(UnitHit { fraction: t, separation: now, start_depth: depth_at(start.radii, shell) })
}

/// Bound of the rounding error of a gap, in radii: it grows with the target.
fn gap_rounding<T: Target + ?Sized>(target: &T, translation: DVec3) -> f64 {
    GAP_ROUNDINGS * f64::EPSILON * (target.size() + translation.abs().max_element())
}

/// Whether a sphere that touches at `t` comes nearer than `level` before the end of its move.
///
/// A sphere that passes a rim at exactly the shell touches it a hair's breadth before it, and leaves again. So Newton's
/// method continues to `level`, unless the slope is steep enough: the distance from the triangle never grows faster
/// than that from its present closest point.
fn goes_deeper<T: Target + ?Sized>(
    target: &T,
    translation: DVec3,
    t: f64,
    touch: Separation,
    level: f64,
) -> bool {
    let (mut t, mut now) = (t, touch);
    for _ in 0..tolerance::NEWTON_STEPS {
        let slope = now.normal.dot(translation);
        let depth = now.radii - level;
        let room = -slope * (1.0 - t);
        if depth <= LEVEL_GAP {
            return true;
        }
        if !(slope < 0.0 && room > depth) {
            return false;
        }
        if room >= 2.0 * depth && slope * slope * now.radii >= 2.0 * depth * translation.length_sq() {
            return true;
        }
        t += depth / -slope;
        now = target.separation(translation * t, translation);
    }
    // Near an edge a slope is rounding: the distance itself decides.
    least_after(target, translation, t) <= level + LEVEL_GAP
}

/// The least distance from a convex target on the way after `t`, by a search in three parts.
#[cold]
fn least_after<T: Target + ?Sized>(target: &T, translation: DVec3, t: f64) -> f64 {
    let radii = |t: f64| target.separation(translation * t, translation).radii;
    let (mut from, mut to) = (t, 1.0);
    for _ in 0..THIRDS {
        let third = (to - from) / 3.0;
        let (early, late) = (from + third, to - third);
        (from, to) = if radii(early) < radii(late) { (from, late) } else { (early, to) };
    }
    radii(from)
}

/// Steps of a search in three parts down to the last place of a fraction.
const THIRDS: u32 = 90;

/// Distance from the level, in radii, at which it counts as reached: so little of a graze that the edges of a needle, of which
/// one is asked with its end and the other without, agree on whether they are only grazed.
const LEVEL_GAP: f64 = 1e-3 * tolerance::GRAZE;

/// Fractions by which a step may pass the limit before it is corrected.
const LIMIT_ROOM: f64 = 1e-9;

/// Bound of the error of a distance, in units in the last place of its inputs, with a margin.
///
/// A face so thin that it is hardly more than its edges ([`tolerance::SLIVER_SHARE`]) is ten thousand times less
/// accurate in height than along.
const GAP_ROUNDINGS: f64 = 4.0 / tolerance::SLIVER_SHARE as f64;
