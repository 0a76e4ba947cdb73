//! Mobile bodies near a character: asked one by one, beside what is remembered of bodies at rest.

use crate::collide::{Contact, Filter, Sweep};
use crate::math::DVec3;
use crate::sweep::unit_space::UnitSpace;
use crate::world::World;
use crate::world::path::{Best, BodyPath};
use crate::world::top::WorldPath;
use alloc::vec::Vec;

impl World {
    /// Lists the slots of the mobile bodies that `filter` accepts and that may be within `reach` (half extents, metres) of a
    /// position.
    pub(crate) fn list_mobile_near(&self, at: DVec3, reach: DVec3, filter: Filter, found: &mut Vec<u32>) {
        found.clear();
        if !self.has_mobile() {
            return;
        }
        self.visit_bodies(&WorldPath::new(at, DVec3::ZERO, reach), filter, 1.0, |id, placed, limit| {
            if placed.is_mobile {
                found.push(id.index);
            }
            limit
        });
    }

    /// Whether one of these bodies may be within `reach` of a position.
    pub(crate) fn is_near_any(&self, slots: &[u32], at: DVec3, reach: DVec3) -> bool {
        let path = WorldPath::new(at, DVec3::ZERO, reach);
        let mut placed = slots.iter().filter_map(|slot| self.in_slot(*slot));
        placed.any(|(_, placed)| path.reaches(placed.bounds))
    }

    /// Keeps the first hit on one of these bodies, if it is before the best.
    pub(super) fn sweep_mobile(
        &self,
        space: &UnitSpace,
        sweep: &Sweep,
        slots: &[u32],
        best: &mut Option<Best>,
    ) {
        if slots.is_empty() {
            return;
        }
        let shell = sweep.shell();
        let path = WorldPath::new(sweep.from, sweep.translation, space.half_extents(shell));
        for (id, placed) in slots.iter().filter_map(|slot| self.in_slot(*slot)) {
            if path.reaches(placed.bounds) {
                let body = BodyPath::new(space, placed.now(), sweep.from, sweep.translation, shell);
                let limit = best.as_ref().map_or(1.0, |best| best.hit.fraction);
                body.sweep(self.instructions, (id, placed), limit, None, best);
            }
        }
    }

    /// Appends the contacts with these bodies within `radii` of a centre.
    pub(super) fn touch_mobile(
        &self,
        space: &UnitSpace,
        (at, radii): (DVec3, f64),
        slots: &[u32],
        found: &mut Vec<Contact>,
    ) {
        if slots.is_empty() {
            return;
        }
        let path = WorldPath::new(at, DVec3::ZERO, space.half_extents(radii));
        for (id, placed) in slots.iter().filter_map(|slot| self.in_slot(*slot)) {
            if path.reaches(placed.bounds) {
                let mut add = |contact| found.push(contact);
                placed.touch(self.instructions, placed.now(), id, space, (at, radii), &mut add);
            }
        }
    }
}
