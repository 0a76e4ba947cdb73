//! Ground-move solver: walls deflect the displacement horizontally, floors set its height.
//!
//! On foot the wish is horizontal and the ground only sets the height. So the height is eliminated first: a wall,
//! and a slope too steep to climb, allow a half-plane of horizontal displacements; a floor under a ceiling allows
//! those that still fit between. The exact planes of [`crate::slide`] find the nearest horizontal displacement
//! among them, then the floors give the least height that clears all. A walkable slope thus never slows the walk
//! down, and walking never pushes a character up a steep one.

mod between;

use super::ground::Footing;
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::slide::{Allowed, Mover, Shell, SlidePlane, add_plane, nearest_known};
use crate::tolerance;
use alloc::vec::Vec;

/// The displacement that the ground allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroundMove {
    /// With its height, metres.
    pub(super) displacement: DVec3,
    /// Its horizontal part.
    pub(super) level: DVec3,
    /// Whether a wall takes part of the wanted displacement away.
    pub(super) is_bent: bool,
}

/// Share of the wanted displacement that a wall must take away before a step up is tried.
const BENT: f64 = 0.01;

/// A longer displacement than this, in metres, may be longer than wanted by rounding alone: see [`Feet::is_too_long`].
const LONGEST_PLAIN: f64 = 1e3;

/// How what is too steep to climb is cleared.
#[derive(Clone, Copy)]
struct Clearing<'a> {
    /// Over this floor; if `None`, on the level.
    over: Option<&'a Contact>,
    /// Whether surfaces that lean back are cleared on the level though there is a floor: each then sets the height
    /// itself.
    is_level: bool,
    /// Whether surfaces that rounding has put inside the sweep shell only hold the body on the level, and demand no
    /// displacement.
    yields: bool,
}

/// A walking character's contacts and the rules for them.
pub(super) struct Feet<'a> {
    pub(super) footing: Footing<'a>,
    pub(super) world: &'a dyn Collide,
    pub(super) mover: &'a Mover,
    /// Where the character is, metres.
    pub(super) at: DVec3,
    pub(super) contacts: &'a [Contact],
    /// Share of the wanted displacement that is still to go.
    pub(super) left: f64,
}

impl Feet<'_> {
    /// The displacement for `wanted` (horizontal). Leaves the walls in `walls`.
    ///
    /// `None` if the contacts squeeze the character so that not even standing still satisfies them.
    #[inline]
    pub(super) fn find(&self, wanted: DVec3, walls: &mut Vec<SlidePlane>) -> Option<(GroundMove, Allowed)> {
        if let [floor] = self.contacts
            && let Some(found) = self.over_one(floor, wanted)
        {
            walls.clear();
            return Some(found);
        }
        self.among_all(wanted, walls)
    }

    /// [`Feet::find`] with any contacts.
    #[inline(never)]
    fn among_all(&self, wanted: DVec3, walls: &mut Vec<SlidePlane>) -> Option<(GroundMove, Allowed)> {
        let (found, allowed) = self.best(wanted, Shell::Rest, walls)?;
        if allowed.is_between() {
            self.between(wanted, (found, allowed), walls)
        } else {
            Some((found, allowed))
        }
    }

    /// [`Feet::best`] over one floor, the only contact: nothing bends the displacement; `None` where that is not so.
    #[inline]
    fn over_one(&self, floor: &Contact, wanted: DVec3) -> Option<(GroundMove, Allowed)> {
        let up = self.footing.up;
        let rise = floor.normal.dot(up);
        let is_plain = rise > tolerance::LEAST_UP
            && self.footing.is_floor(floor)
            && self.footing.is_climbable(floor)
            && wanted.abs().max_element() < LONGEST_PLAIN;
        if !is_plain {
            return None;
        }
        let level = wanted - up * wanted.dot(up);
        let height = (self.least(floor, Shell::Rest) - floor.normal.dot(level)) / rise;
        let ground_move = GroundMove { displacement: level + up * height, level, is_bent: false };
        Some((ground_move, Allowed::free(wanted)))
    }

    /// The best displacement with surfaces as near as the shell `held`.
    ///
    /// Steep surfaces must be cleared at the height set by all floors together, which is the greatest: clear over
    /// any one floor is enough, and so is clear on the level. Each choice gives another convex set of
    /// displacements; the best of all sets is taken.
    fn best(&self, wanted: DVec3, held: Shell, walls: &mut Vec<SlidePlane>) -> Option<(GroundMove, Allowed)> {
        let floors = || self.contacts.iter().filter(|c| self.footing.is_floor(c));
        // Without what leans back both manners are the same.
        let leans =
            |c: &Contact| !self.footing.is_floor(c) && c.normal.dot(self.footing.up) > tolerance::LEAST_UP;
        let does_any_lean = self.contacts.iter().any(leans);
        if let (Some(floor), None) = (floors().next(), floors().nth(1))
            && !does_any_lean
        {
            // There is one choice, which is good as a rule.
            let only = Clearing { over: Some(floor), is_level: false, yields: false };
            let found = self.solve(only, wanted, held, walls);
            if found.as_ref().is_some_and(|(found, _)| !self.is_too_long(found, wanted)) {
                return found;
            }
        }
        let manners = if does_any_lean { &[false, true][..] } else { &[false] };
        // The heads of many characters at one place are one floor.
        let is_new = |index: usize| {
            let floor = &self.contacts[index];
            let is_same = |c: &&Contact| c.normal == floor.normal && c.radii == floor.radii;
            !self.contacts[..index].iter().filter(is_same).any(|c| self.footing.is_floor(c))
        };
        let clearings = manners.iter().flat_map(|&is_level| {
            let floors = self.contacts.iter().enumerate().filter(|(_, c)| self.footing.is_floor(c));
            let floors = floors.filter(|(index, _)| is_new(*index));
            floors.map(move |(_, floor)| Clearing { over: Some(floor), is_level, yields: false })
        });
        let mut best: Option<(f64, usize, Clearing)> = None;
        let mut last = None;
        for (index, clearing) in clearings.enumerate() {
            last = self.solve(clearing, wanted, held, walls).map(|found| (found, index));
            let Some(((found, _), _)) =
                last.as_ref().filter(|((found, _), _)| !self.is_too_long(found, wanted))
            else {
                last = None;
                continue;
            };
            let lack = (found.level - wanted).length_sq();
            if best.is_none_or(|(least, ..)| lack < least) {
                best = Some((lack, index, clearing));
            }
            if !found.is_bent {
                break;
            }
        }
        match (last, best) {
            // The walls of the best displacement are still in `walls`.
            (Some((found, last)), Some((_, best, _))) if last == best => Some(found),
            (_, best) => {
                let on_the_level = Clearing { over: None, is_level: true, yields: false };
                let clearing = best.map_or(on_the_level, |(.., clearing)| clearing);
                let found = self.solve(clearing, wanted, held, walls);
                let is_sound = found.as_ref().is_some_and(|(found, _)| !self.is_too_long(found, wanted));
                if is_sound || !self.mover.is_clear_of(self.contacts, self.at) {
                    return found;
                }
                // Rounding has put the clear body inside its sweep shell on opposite sides, as far from the origin in a groove:
                // on the level no displacement leads out of both, or one far away. Their demand upwards stays.
                self.solve(Clearing { yields: true, ..on_the_level }, wanted, held, walls)
            }
        }
    }

    /// Whether a displacement is longer than wanted by more than the skin.
    ///
    /// Following a floor down may need room aside, and walls that almost face each other have that room only metres
    /// away. On the level no room is needed.
    fn is_too_long(&self, found: &GroundMove, wanted: DVec3) -> bool {
        found.level.length() > wanted.length() + self.mover.skin() / self.left
    }

    /// The displacement if all steep surfaces are cleared in this manner.
    fn solve(
        &self,
        clearing: Clearing<'_>,
        wanted: DVec3,
        held: Shell,
        walls: &mut Vec<SlidePlane>,
    ) -> Option<(GroundMove, Allowed)> {
        walls.clear();
        let footing = &self.footing;
        let up = footing.up;
        for contact in self.contacts {
            let is_floor = footing.is_floor(contact);
            if is_floor && footing.is_climbable(contact) {
                continue;
            }
            let least = self.wall_least(contact, clearing, held);
            let rise = contact.normal.dot(up);
            // Ground that is stood on but not climbed sets a height and is a wall besides.
            let is_level = is_floor || (clearing.is_level && rise > tolerance::LEAST_UP);
            if rise < -tolerance::UPRIGHT {
                self.ceiling((contact, least), clearing, held, walls);
            } else if let Some(floor) = clearing.over.filter(|_| !is_level) {
                self.steep((contact, least), (floor, self.least(floor, held)), walls);
            } else {
                add_wall(walls, contact.normal - up * rise, least);
            }
        }
        let allowed = nearest_known(wanted, walls)?;
        let level = allowed.displacement - up * allowed.displacement.dot(up);
        let height = self.height_over(level, held);
        let height = if clearing.over.is_some() { height } else { self.above_walls(level, height, held) };
        let height = self.beneath_ceilings(level, height);
        let is_bent = is_bent(level, wanted);
        Some((GroundMove { displacement: level + up * height, level, is_bent }, allowed))
    }

    /// The least component of the whole displacement along a contact's normal.
    fn least(&self, contact: &Contact, held: Shell) -> f64 {
        self.mover.least(contact, held) / self.left
    }

    /// As [`Feet::least`], for a wall on the level.
    fn wall_least(&self, contact: &Contact, clearing: Clearing<'_>, held: Shell) -> f64 {
        let least = self.least(contact, held);
        if clearing.yields && least > 0.0 { 0.0 } else { least }
    }

    /// Adds the wall of a steep surface that must be cleared at the height that the floor gives.
    ///
    /// A wall that leans back by a millionth thus does not hold up a descent along a floor, and the crease of a
    /// floor and a steep slope can be walked along.
    fn steep(
        &self,
        (contact, least): (&Contact, f64),
        (floor, floor_least): (&Contact, f64),
        walls: &mut Vec<SlidePlane>,
    ) {
        let up = self.footing.up;
        let (rise, floor_rise) = (contact.normal.dot(up), floor.normal.dot(up));
        let share = rise / floor_rise;
        let along = contact.normal - up * rise - (floor.normal - up * floor_rise) * share;
        add_wall(walls, along, least - floor_least * share);
    }

    /// Adds the walls of a ceiling: it bounds the height from above, so each bound from below gives a horizontal
    /// wall.
    fn ceiling(
        &self,
        (contact, least): (&Contact, f64),
        clearing: Clearing<'_>,
        held: Shell,
        walls: &mut Vec<SlidePlane>,
    ) {
        let up = self.footing.up;
        let drop = -contact.normal.dot(up);
        let flat = contact.normal + up * drop;
        let has_floor = self.contacts.iter().any(|c| self.footing.is_floor(c));
        // A flat ceiling is followed down where there is no floor, and surfaces cleared on the level may hold the
        // body above the floor: then walls that lean back by a hair count too.
        let is_flat = drop >= self.footing.cos_stay;
        let may_hold = if has_floor { clearing.over.is_none() } else { is_flat };
        let least_rise = if may_hold { tolerance::UPRIGHT } else { tolerance::LEAST_UP };
        for below in self.contacts {
            let rise = below.normal.dot(up);
            if rise > least_rise {
                let along = flat * (1.0 / drop) + (below.normal - up * rise) * (1.0 / rise);
                add_wall(walls, along, least / drop + self.wall_least(below, clearing, held) / rise);
            }
        }
        if !has_floor && !is_flat {
            // Without a floor the motion stays level, except under a flat ceiling, which it may follow down.
            add_wall(walls, flat, least);
        }
    }

    /// The least height that clears all contacts: down along the floor; without a floor, down only under a flat
    /// ceiling.
    fn height_over(&self, level: DVec3, held: Shell) -> f64 {
        let bound = |c: &Contact, rise: f64| (self.least(c, held) - c.normal.dot(level)) / rise;
        let (mut over_floors, mut over_all): (Option<f64>, Option<f64>) = (None, None);
        let mut under_ceilings = 0.0;
        let higher = |old: Option<f64>, new: f64| Some(old.map_or(new, |o| if new > o { new } else { o }));
        for contact in self.contacts {
            let rise = contact.normal.dot(self.footing.up);
            let (is_floor, is_up) = (self.footing.is_floor(contact), rise > tolerance::LEAST_UP);
            if is_floor || is_up {
                let height = bound(contact, rise);
                over_floors = if is_floor { higher(over_floors, height) } else { over_floors };
                over_all = if is_up { higher(over_all, height) } else { over_all };
            }
            if rise <= -self.footing.cos_stay {
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

    /// The height, raised so that a descent does not enter the walls that were cleared on the level.
    ///
    /// Walls that lean back by a hair count as upright, but a descent must not end a micrometre inside them: the
    /// sweep would stop it at once, again in each sub-step.
    fn above_walls(&self, level: DVec3, height: f64, held: Shell) -> f64 {
        let up = self.footing.up;
        self.contacts.iter().fold(height, |height, contact| {
            let rise = contact.normal.dot(up);
            if rise <= tolerance::UPRIGHT || rise > tolerance::LEAST_UP || height >= 0.0 {
                return height;
            }
            let bound = (self.least(contact, held) - contact.normal.dot(level)) / rise;
            let bound = if bound < 0.0 { bound } else { 0.0 };
            if bound > height { bound } else { height }
        })
    }

    /// The height, lowered where rounding has put a clear body inside its sweep shell below a ceiling: on the way down floors hold it,
    /// and demand nothing.
    ///
    /// Floor and ceiling in contact at once leave no height that both allow, as far from the origin. A height that the floor demands
    /// would be stopped by the ceiling, again in each sub-step, and one that rounding raises in every tick ends in it.
    fn beneath_ceilings(&self, level: DVec3, height: f64) -> f64 {
        let bound = |c: &Contact, least: f64| (least - c.normal.dot(level)) / c.normal.dot(self.footing.up);
        let mut room = height;
        for contact in self.contacts {
            if contact.normal.dot(self.footing.up) >= -tolerance::LEAST_UP {
                continue;
            }
            let demand = self.least(contact, Shell::Sweep);
            if demand > 0.0 {
                let below = bound(contact, demand);
                room = if below < room { below } else { room };
            }
        }
        if room == height || !self.mover.is_clear_of(self.contacts, self.at) {
            return height;
        }
        for contact in self.contacts {
            if contact.normal.dot(self.footing.up) > tolerance::LEAST_UP {
                let demand = self.least(contact, Shell::Sweep);
                let above = bound(contact, if demand > 0.0 { 0.0 } else { demand });
                room = if above > room { above } else { room };
            }
        }
        if room < height { room } else { height }
    }
}

/// Whether a wall takes so much of a wanted displacement away that a step up is tried.
fn is_bent(level: DVec3, wanted: DVec3) -> bool {
    level.dot(wanted) < (1.0 - BENT) * wanted.length_sq()
}

/// The horizontal half-plane `along · v >= least`, where `along` need not be unit.
fn add_wall(walls: &mut Vec<SlidePlane>, along: DVec3, least: f64) {
    let length = along.length();
    if length > tolerance::UPRIGHT {
        add_plane(walls, SlidePlane { normal: along / length, least: least / length });
    }
}

#[cfg(test)]
mod tests;
