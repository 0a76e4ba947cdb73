//! A character stands still although a wish pushes: is there really no way?
//!
//! The rules of walking, stated a second time and tried by the oracle. A straight path of six centimetres, no
//! more than 75 degrees off the wish, that comes nearer to nothing than the sweep shell, is a way. On foot
//! the floors in contact set its height; a face too steep to climb is no floor, and must be cleared at that
//! height. A ledge of a wall that is lower than the room between the shells holds a body pressed against the
//! wall. An airborne character may fall; a flying one may go anywhere.

use super::paths::Eye;
use glissando::{Config, DVec3, Ground, Input, State};

/// Why a character stands still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stillness {
    /// This way is free.
    Free(DVec3),
    /// No way is free, but up, this way ahead and down on something flat enough.
    Steppable(DVec3),
    /// No way is free.
    Blocked,
    /// A way down is free, but the wish pushes up it.
    Held,
}

/// Azimuths off the wish, in tangents (0 to 75 degrees).
const ASIDE: [f64; 9] = [0.0, 0.3, -0.3, 0.8, -0.8, 1.6, -1.6, 3.7, -3.7];

/// How far a way must be free, in metres: six times what counts as standing still.
///
/// A character wedged under a ceiling rests at the outer shells, and the gap between the shells is a centimetre
/// on some slopes: a path that ends there is no way.
const LENGTH: f64 = 0.06;

/// Depth, in radii, that a way may go beyond the sweep shell by rounding.
const ROUNDING: f64 = 1e-7;

pub(super) fn judge(eye: &mut Eye<'_>, config: &Config, state: &State, input: Input) -> Stillness {
    let up = config.settings().up;
    let at = state.position;
    let mut is_free = |way: DVec3| eye.deepest(at, at + way) <= ROUNDING;
    if input.fly {
        let free = fan(input.wish).map(|way| way * LENGTH).find(|way| is_free(*way));
        return free.map_or(Stillness::Blocked, Stillness::Free);
    }
    if state.ground != Ground::Standing {
        let free = fan(config.settings().gravity).map(|way| way * LENGTH).find(|way| is_free(*way));
        return match free {
            Some(way) if way.dot(input.wish) >= 0.0 => Stillness::Free(way),
            Some(_) => Stillness::Held,
            None => Stillness::Blocked,
        };
    }
    let level = input.wish - up * input.wish.dot(up);
    let Some(ahead) = level.try_normalize() else { return Stillness::Blocked };
    let side = ahead.cross(up);
    let headings = ASIDE.map(|aside| (ahead + side * aside).try_normalize().unwrap_or(ahead));
    let normals = eye.normals(at, 1.0 + 2.4 * (eye.shell() - 1.0));
    for heading in headings {
        let Some(rise) = rise_of(config, &normals, heading) else { continue };
        let way = (heading + up * rise) * LENGTH;
        if eye.deepest(at, at + way) <= ROUNDING && !is_behind_ledge(eye, at, ahead, way) {
            return Stillness::Free(way);
        }
    }
    let height = config.settings().ground.step_height;
    let steep = config.settings().ground.cos_climb;
    let steppable =
        headings.into_iter().find(|heading| can_step(eye, at, (up * height, steep), *heading * LENGTH));
    steppable.map_or(Stillness::Blocked, Stillness::Steppable)
}

/// Whether a way is free only for a body that keeps a larger distance from one surface than from another: pressed ahead, to the
/// sweep shell of what holds it, the body finds the way closed.
fn is_behind_ledge(eye: &mut Eye<'_>, at: DVec3, ahead: DVec3, way: DVec3) -> bool {
    let press = ahead * (2.0 * eye.gap());
    let (mut free, mut held) = (0.0, 1.0);
    for _ in 0..PRESSINGS {
        let middle = 0.5 * (free + held);
        let is_free = eye.deepest(at, at + press * middle) <= ROUNDING;
        (free, held) = if is_free { (middle, held) } else { (free, middle) };
    }
    let pressed = at + press * free;
    eye.deepest(pressed, pressed + way) > ROUNDING
}

/// Halvings of the way on which a body is pressed: to a thousandth of it.
const PRESSINGS: usize = 10;

/// How steeply the floors in contact make a level heading rise; `None` where one is too steep to go up.
fn rise_of(config: &Config, normals: &[DVec3], heading: DVec3) -> Option<f64> {
    let (up, ground) = (config.settings().up, config.settings().ground);
    let mut most: Option<f64> = None;
    for normal in normals {
        let cosine = normal.dot(up);
        if cosine < ground.cos_slip {
            continue;
        }
        let rise = -normal.dot(heading) / cosine;
        if cosine < ground.cos_climb && rise > 0.0 {
            return None;
        }
        most = Some(most.map_or(rise, |m| m.max(rise)));
    }
    Some(most.unwrap_or(0.0))
}

/// Whether a body can go up by `rise`, ahead, and then stands on something within half a way's drop: a floor whose normal has a
/// cosine of at least `least` with the way up.
fn can_step(eye: &mut Eye<'_>, at: DVec3, (rise, least): (DVec3, f64), way: DVec3) -> bool {
    let Some(up) = rise.try_normalize() else { return false };
    let ahead = at + rise + way;
    let is_free = eye.deepest(at, at + rise) <= ROUNDING && eye.deepest(at + rise, ahead) <= ROUNDING;
    if !is_free || eye.deepest(ahead, at + way) <= ROUNDING {
        return false;
    }
    // Where it comes down, by halving.
    let (mut above, mut below) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (above + below);
        let is_above = eye.deepest(ahead, ahead - rise * middle) <= ROUNDING;
        (above, below) = if is_above { (middle, below) } else { (above, middle) };
    }
    let normals = eye.normals(ahead - rise * above, 1.0 + 2.4 * (eye.shell() - 1.0));
    normals.iter().any(|normal| normal.dot(up) >= least)
}

/// Halvings of a drop: to a billionth of it.
const HALVINGS: usize = 30;

/// Directions up to 75 degrees off one.
fn fan(about: DVec3) -> impl Iterator<Item = DVec3> {
    let middle = about.try_normalize().unwrap_or(DVec3::Y);
    let other = if middle.x.abs() < 0.6 { DVec3::X } else { DVec3::Z };
    let side = middle.cross(other).try_normalize().unwrap_or(other);
    let third = middle.cross(side);
    let turns = [
        (1.0, 0.0),
        (0.7, 0.7),
        (0.0, 1.0),
        (-0.7, 0.7),
        (-1.0, 0.0),
        (-0.7, -0.7),
        (0.0, -1.0),
        (0.7, -0.7),
    ];
    let rings = [0.3, 0.8, 1.6, 3.7].into_iter();
    let tilted = rings.flat_map(move |r| turns.map(|(x, y)| middle + side * (r * x) + third * (r * y)));
    std::iter::once(middle).chain(tilted).filter_map(DVec3::try_normalize)
}
