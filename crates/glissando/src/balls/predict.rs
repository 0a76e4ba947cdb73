//! The next meeting of a ball: exact times along chords, for balls by the closed form for two moving spheres, for
//! walls by the sweep of a sphere.

use super::heap::{CONTACT, reserve};
use super::island::{by_place, member};
use super::near::Near;
use super::person::meeting_time;
use super::scratch::{Body, Next};
use super::settings::Settings;
use super::surroundings::Surroundings;
use crate::collide::{Hit, Sweep};
use crate::geometry::point_to_ball;
use crate::input::InputError;
use crate::math::DVec3;
use crate::tolerance::{BALL_SKIN, BALL_TOUCH};
use alloc::vec::Vec;

/// Approaches slower than this fraction of the surrounding speeds are rounding.
pub(super) const STILL: f64 = 1e-13;

/// The wall that a ball meets between `now` and `end`, the end of the tick, and when.
///
/// # Errors
/// A ball that has left the world.
pub(super) fn next_wall(
    world: &dyn Surroundings,
    settings: &Settings,
    body: &Body,
    (now, end): (f64, f64),
) -> Result<Option<(f64, Hit)>, InputError> {
    let translation = body.flight.drift() * (end - now);
    if !body.is_movable() || translation == DVec3::ZERO && world.is_still() {
        return Ok(None);
    }
    let sweep = Sweep::new(body.shape, body.flight.position_at(now), translation)?
        .with_skin(body.radius * BALL_SKIN)?
        .with_filter(settings.filter);
    let share = if end > 0.0 { now / end } else { 0.0 };
    Ok(world.sweep(&sweep, (share, 1.0)).map(|hit| (now + (end - now) * hit.fraction, hit)))
}

/// The gap up to which two balls at `a` and `b` count as touching, metres.
pub(super) fn touch(one: &Body, other: &Body, a: DVec3, b: DVec3) -> f64 {
    let radius = if one.radius < other.radius { one.radius } else { other.radius };
    let reach = a.abs().max_element() + b.abs().max_element();
    radius * BALL_TOUCH + 4.0 * f64::EPSILON * reach
}

/// The time when two balls, or a ball and a character, meet between `now` and `end`.
pub(super) fn pair_time(one: &Body, other: &Body, (now, end): (f64, f64)) -> Option<f64> {
    match (&one.struck, &other.struck) {
        (None, None) => {}
        (Some(struck), None) => return meeting_time(one, struck, other, (now, end)),
        (None, Some(struck)) => return meeting_time(other, struck, one, (now, end)),
        // Meetings of characters are left to the crowd.
        (Some(_), Some(_)) => return None,
    }
    let drift = one.flight.drift() - other.flight.drift();
    let radius = one.radius + other.radius;
    let (a, b) = (one.flight.position_at(now), other.flight.position_at(now));
    let from = a - b;
    let travel = drift * (end - now);
    let reach = travel.abs() + DVec3::splat(radius + reserve(one.radius, other.radius));
    let away = from.abs();
    if away.x > reach.x || away.y > reach.y || away.z > reach.z {
        return None;
    }
    let distance = from.length();
    if one.is_heaped || other.is_heaped {
        // A ball reaching a heap stops at the gap that its balls keep; contacts may use that up.
        let kept = reserve(one.radius, other.radius);
        if distance - radius > CONTACT * kept {
            return point_to_ball(from, travel, radius + kept)
                .map(|touch| now + (end - now) * touch.fraction);
        }
    }
    if distance - radius <= touch(one, other, a, b) {
        // Two that touch and approach by rounding alone do not meet: their distance is convex in time.
        let closing = -from.dot(drift);
        if closing <= STILL * (one.scale + other.scale) * distance {
            return None;
        }
    }
    point_to_ball(from, travel, radius).map(|touch| now + (end - now) * touch.fraction)
}

/// Finds the next meetings of the `stale` balls, and updates those of the balls that they meet. `candidates` is room for a list.
pub(super) fn refresh(
    bodies: &mut [Body],
    stale: &[usize],
    (near, candidates): (&Near, &mut Vec<usize>),
    span: (f64, f64),
) {
    for &ball in stale {
        bodies[ball].next = bodies[ball].wall.map_or(Next::NOTHING, |(time, _)| Next { time, partner: None });
    }
    for &ball in stale {
        near.list_in_order(ball, bodies[ball].struck.is_some(), candidates);
        for &other in &*candidates {
            if other == ball || !(bodies[ball].is_movable() || bodies[other].is_movable()) {
                continue;
            }
            if let Some(time) = pair_time(&bodies[ball], &bodies[other], span) {
                update_next(bodies, ball, other, time);
                update_next(bodies, other, ball, time);
            }
        }
    }
}

/// Of several partners at one time the first by place is kept: a ball that waits for the tick's end waits with its partner alone, and
/// which one that is must not depend on the order of the slice.
fn update_next(bodies: &mut [Body], ball: usize, other: usize, time: f64) {
    let next = bodies[ball].next;
    let is_first = match next.partner {
        Some(partner) if time == next.time => {
            let [new, old] = [other, partner].map(|body| member(&bodies[body], body, time));
            by_place(&new, &old).is_lt()
        }
        _ => time < next.time,
    };
    if is_first {
        bodies[ball].next = Next { time, partner: Some(other) };
    }
}
