//! Which way can the feet go: walls bend the way on the map, floors set its height.
//!
//! On foot the wish is horizontal and the ground only says how high. So the height is eliminated first:
//! a wall, and a slope too steep to climb, allow half a plane of horizontal displacements; a floor under
//! a ceiling allows those that still fit between. The nearest horizontal displacement is found among
//! them (the exact planes of [`crate::slide`]), then the floors give the least height that clears all.
//! A walkable slope thus never slows the walk down, and a steep one is never pushed up.

use super::ground::{Footing, LEAST_UP};
use crate::collide::Contact;
use crate::math::DVec3;
use crate::slide::{Allowed, Mover, SlidePlane, add_plane, nearest_allowed};
use alloc::vec::Vec;

/// The way that the feet can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footpath {
    /// With its height, metres.
    pub(super) displacement: DVec3,
    /// Its horizontal part.
    pub(super) level: DVec3,
    /// Whether a wall takes some of the wanted displacement away.
    pub(super) is_bent: bool,
}

/// A share of the wanted way that a wall must take away before a step up is tried.
const BENT: f64 = 0.01;

/// A normal whose part along up is smaller belongs to an upright wall.
const UPRIGHT: f64 = 1e-9;

/// How what is too steep to climb is cleared.
#[derive(Clone, Copy)]
struct Clearing<'a> {
    /// Over this floor; without one, on the level.
    over: Option<&'a Contact>,
    /// What leans back is cleared on the level though there is a floor: it then sets the height itself.
    is_level: bool,
}

/// The way for `wanted` (horizontal), of which `left` is still to go. Leaves the walls in `walls`.
///
/// What is steep must be cleared at the height that all together set, which is the greatest: clear over any
/// one floor is enough, and so is clear on the level. Each leaves another convex set of ways; the best of all
/// is taken. `None` if the contacts squeeze the character so that not even standing still satisfies them.
pub(super) fn find(
    footing: &Footing,
    mover: &Mover,
    contacts: &[Contact],
    wanted: DVec3,
    left: f64,
    walls: &mut Vec<SlidePlane>,
) -> Option<(Footpath, Allowed)> {
    let is_floor = |c: &&Contact| footing.is_floor(c);
    let clearings = [false, true].into_iter().flat_map(|is_level| {
        contacts.iter().filter(is_floor).map(move |floor| Clearing { over: Some(floor), is_level })
    });
    let mut best: Option<(f64, usize, Clearing)> = None;
    let mut last = None;
    for (index, clearing) in clearings.enumerate() {
        last = way(footing, mover, contacts, clearing, wanted, left, walls).map(|found| (found, index));
        let Some(((path, _), _)) = &last else { continue };
        let lack = (path.level - wanted).length_sq();
        if best.is_none_or(|(least, ..)| lack < least) {
            best = Some((lack, index, clearing));
        }
        if !path.is_bent {
            break;
        }
    }
    match (last, best) {
        // Its walls are still at hand.
        (Some((found, last)), Some((_, best, _))) if last == best => Some(found),
        (_, best) => {
            let clearing = best.map_or(Clearing { over: None, is_level: true }, |(.., clearing)| clearing);
            way(footing, mover, contacts, clearing, wanted, left, walls)
        }
    }
}

/// The way on which all that is steep is cleared like this.
fn way(
    footing: &Footing,
    mover: &Mover,
    contacts: &[Contact],
    clearing: Clearing<'_>,
    wanted: DVec3,
    left: f64,
    walls: &mut Vec<SlidePlane>,
) -> Option<(Footpath, Allowed)> {
    walls.clear();
    let up = footing.up;
    for contact in contacts {
        let least = mover.least(contact) / left;
        let rise = contact.normal.dot(up);
        let is_floor = footing.is_floor(contact);
        if is_floor && footing.is_climbable(contact) {
            continue;
        }
        // Ground that is stood on but not climbed sets a height and is a wall besides.
        let is_level = is_floor || (clearing.is_level && rise > LEAST_UP);
        if rise < -UPRIGHT {
            ceiling(footing, mover, contacts, (contact, least), left, walls);
        } else if let Some(floor) = clearing.over.filter(|_| !is_level) {
            steep(footing, mover, (contact, least), floor, left, walls);
        } else {
            add_wall(walls, contact.normal - up * rise, least);
        }
    }
    let allowed = nearest_allowed(wanted, walls)?;
    let level = allowed.displacement - up * allowed.displacement.dot(up);
    let height = height_over(footing, mover, contacts, level, left);
    let is_bent = level.dot(wanted) < (1.0 - BENT) * wanted.length_sq();
    Some((Footpath { displacement: level + up * height, level, is_bent }, allowed))
}

/// The horizontal half-plane `along · v >= least`, where `along` need not be unit.
fn add_wall(walls: &mut Vec<SlidePlane>, along: DVec3, least: f64) {
    let length = along.length();
    if length > UPRIGHT {
        add_plane(walls, SlidePlane { normal: along / length, least: least / length });
    }
}

/// A steep surface must be cleared at the height that the floor gives.
///
/// A wall that leans back by a millionth thus gives way to a floor that goes down, and the crease of a
/// floor and a steep slope can be walked along.
fn steep(
    footing: &Footing,
    mover: &Mover,
    (contact, least): (&Contact, f64),
    floor: &Contact,
    left: f64,
    walls: &mut Vec<SlidePlane>,
) {
    let up = footing.up;
    let (rise, floor_rise) = (contact.normal.dot(up), floor.normal.dot(up));
    let share = rise / floor_rise;
    let along = contact.normal - up * rise - (floor.normal - up * floor_rise) * share;
    add_wall(walls, along, least - mover.least(floor) / left * share);
}

/// A ceiling bounds the height from above; with each bound from below it leaves a horizontal wall.
fn ceiling(
    footing: &Footing,
    mover: &Mover,
    contacts: &[Contact],
    (contact, least): (&Contact, f64),
    left: f64,
    walls: &mut Vec<SlidePlane>,
) {
    let up = footing.up;
    let drop = -contact.normal.dot(up);
    let flat = contact.normal + up * drop;
    let mut has_floor = false;
    for below in contacts {
        let rise = below.normal.dot(up);
        has_floor |= footing.is_floor(below);
        if rise > LEAST_UP {
            let along = flat * (1.0 / drop) + (below.normal - up * rise) * (1.0 / rise);
            add_wall(walls, along, least / drop + mover.least(below) / left / rise);
        }
    }
    if !has_floor && drop < footing.cos_stay {
        // Without a floor the way stays level, but under a flat ceiling, which it may follow down.
        add_wall(walls, flat, least);
    }
}

/// The least height that clears everything: down along the floor; without one only as a flat ceiling presses.
fn height_over(footing: &Footing, mover: &Mover, contacts: &[Contact], level: DVec3, left: f64) -> f64 {
    let bound = |c: &Contact, rise: f64| (mover.least(c) / left - c.normal.dot(level)) / rise;
    let (mut over_floors, mut over_all): (Option<f64>, Option<f64>) = (None, None);
    let mut under_ceilings = 0.0;
    let higher = |old: Option<f64>, new: f64| Some(old.map_or(new, |o| if new > o { new } else { o }));
    for contact in contacts {
        let rise = contact.normal.dot(footing.up);
        if footing.is_floor(contact) {
            over_floors = higher(over_floors, bound(contact, rise));
        }
        if rise > LEAST_UP {
            over_all = higher(over_all, bound(contact, rise));
        }
        if rise <= -footing.cos_stay {
            let room = bound(contact, rise);
            under_ceilings = if room < under_ceilings { room } else { under_ceilings };
        }
    }
    match (over_floors, over_all) {
        (Some(floor), Some(all)) => {
            if all > floor {
                all
            } else {
                floor
            }
        }
        (_, Some(all)) if all > 0.0 => all,
        _ => under_ceilings,
    }
}
