//! A walking body between walls, where the planes of its contacts may leave it nothing though there is room.
//!
//! As in the air it may use the room between its shells in a narrow gap, and in a wedge that it is freed from so (see [`crate::slide`]). Where
//! that does not free it, it asks for a way out: the plane of an edge holds a body however far it moves, and sweeps know better. On foot the
//! directions are level headings about the wanted one, and the floors in contact set how steeply each rises.

use super::{Feet, GroundMove, is_bent};
use crate::math::DVec3;
use crate::slide::{
    Allowed, Held, Shell, SlidePlane, headings_about, is_held_in_slot, nearest_known, turning,
};
use alloc::vec::Vec;

impl Feet<'_> {
    /// The displacement where two walls at least leave `found`.
    #[inline(never)]
    pub(super) fn between(
        &self,
        wanted: DVec3,
        (found, allowed): (GroundMove, Allowed),
        walls: &mut Vec<SlidePlane>,
    ) -> Option<(GroundMove, Allowed)> {
        if is_held_in_slot(&allowed, walls, self.contacts) {
            return self.best(wanted, Shell::Sweep, walls);
        }
        let Self { world, mover, at, contacts, left, .. } = *self;
        let held = Held { world, mover, at, contacts };
        let to_go = [wanted, found.displacement].map(|d| d * left);
        let Some(probe) = held.probe_of_wedge(to_go) else { return Some((found, allowed)) };
        let gained = self.best(probe / left, Shell::Sweep, walls);
        let shell = held.shell_in_wedge(gained.map(|(gained, _)| gained.displacement * left));
        let way_out = if shell == Shell::Rest { self.way_out(&held, wanted, walls) } else { None };
        // Solved again even at the same shell, since the caller reads `walls`.
        way_out.or_else(|| self.best(wanted, shell, walls))
    }

    /// The displacement along the first heading about the wanted one that is free for long enough. Leaves the plane that turns to it
    /// in `walls`.
    fn way_out(
        &self,
        held: &Held<'_>,
        wanted: DVec3,
        walls: &mut Vec<SlidePlane>,
    ) -> Option<(GroundMove, Allowed)> {
        let up = self.footing.up;
        let mut ways = headings_about(wanted, up)
            .filter_map(|heading| Some((heading, heading + up * self.slope_along(heading)?)));
        let (heading, way) =
            ways.find(|(_, way)| way.try_normalize().is_some_and(|way| held.leads_out(way)))?;
        walls.clear();
        walls.extend(turning(wanted, heading));
        let allowed = nearest_known(wanted, walls)?;
        let length = heading.dot(wanted);
        let level = heading * length;
        Some((GroundMove { displacement: way * length, level, is_bent: is_bent(level, wanted) }, allowed))
    }

    /// Metres that the floors in contact rise for a metre along a heading; `None` where one is too steep to go up.
    fn slope_along(&self, heading: DVec3) -> Option<f64> {
        let footing = &self.footing;
        let mut steepest: Option<f64> = None;
        for floor in self.contacts.iter().filter(|contact| footing.is_floor(contact)) {
            let slope = -floor.normal.dot(heading) / floor.normal.dot(footing.up);
            if slope > 0.0 && !footing.is_climbable(floor) {
                return None;
            }
            steepest = Some(steepest.map_or(slope, |most| if slope > most { slope } else { most }));
        }
        Some(steepest.unwrap_or(0.0))
    }
}
