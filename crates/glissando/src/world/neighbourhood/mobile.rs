//! Mobile bodies near a character: asked one by one, beside what is remembered of bodies at rest.

use crate::collide::{Contact, Filter, Sweep};
use crate::math::DVec3;
use crate::sweep::unit_space::UnitSpace;
use crate::world::World;
use crate::world::body::Placed;
use crate::world::path::{Best, BodyPath};
use crate::world::top::Asked;
use crate::world::world_path::WorldPath;
use alloc::vec::Vec;

/// The mobile bodies about a character. A list for a larger box is kept from tick to tick: it holds until a mobile body gets another
/// roomy box (`top.rs`), which few do in a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct MobileCache {
    /// The changes of the world's mobile bodies for which the list holds; 0 for none.
    changes: u64,
    /// The box that it is for.
    low: DVec3,
    high: DVec3,
    /// The slots of the mobile bodies whose roomy boxes meet that box. A slot may be empty by now, or have another body.
    slots: Vec<u32>,
}

/// The list is for a box that is larger on every side by this part of the longest half extent of the one that was asked about.
const MORE: f64 = 1.0;

/// Mobile bodies that are seldom more about one character.
const USUAL: usize = 4;

impl MobileCache {
    /// Forgets the list: it is of another world.
    pub(crate) const fn forget(&mut self) {
        self.changes = 0;
    }

    /// The mobile bodies that `filter` accepts and that may be within `reach` (half extents, metres) of a position.
    #[inline]
    pub(super) fn near<'a>(
        &'a mut self,
        world: &'a World,
        (at, reach): (DVec3, DVec3),
        filter: Filter,
    ) -> impl Iterator<Item = (u32, &'a Placed)> {
        let path = WorldPath::new(at, DVec3::ZERO, reach);
        if !(self.changes == world.top.changes() && path.is_in(self.low, self.high)) {
            self.renew(world, (at, reach));
        }
        self.slots.iter().filter_map(move |&slot| {
            let (_, placed) = world.in_slot(slot)?;
            let is_near = filter.accepts(placed.body.layers) && path.reaches(placed.bounds);
            (is_near && placed.is_mobile).then_some((slot, placed))
        })
    }

    #[inline(never)]
    fn renew(&mut self, world: &World, (at, reach): (DVec3, DVec3)) {
        let reach = reach + DVec3::splat(MORE * reach.max_element());
        (self.changes, self.low, self.high) = (world.top.changes(), at - reach, at + reach);
        self.slots.clear();
        // Memory for most places at once.
        self.slots.reserve(USUAL);
        world.top.cast(
            Asked::MobileByRoom,
            &WorldPath::new(at, DVec3::ZERO, reach),
            1.0,
            &mut |slot, limit| {
                self.slots.push(slot);
                limit
            },
        );
    }

    /// Lists the slots of the mobile bodies that `filter` accepts and that may be within `reach` of a position.
    pub(crate) fn list_near(
        &mut self,
        world: &World,
        about: (DVec3, DVec3),
        filter: Filter,
        found: &mut Vec<u32>,
    ) {
        found.clear();
        if world.has_mobile() {
            found.extend(self.near(world, about, filter).map(|(slot, _)| slot));
        }
        debug_assert_eq!(found.len(), count_by_tree(world, about, filter));
    }

    /// Whether a mobile body that `filter` accepts may be within `reach` of a position.
    pub(crate) fn is_any_near(&mut self, world: &World, about: (DVec3, DVec3), filter: Filter) -> bool {
        let is_any = world.has_mobile() && self.near(world, about, filter).next().is_some();
        debug_assert_eq!(is_any, count_by_tree(world, about, filter) > 0);
        is_any
    }

    /// The same at any moment of the next tick.
    pub(crate) fn is_any_near_during(
        &mut self,
        world: &World,
        (at, reach): (DVec3, DVec3),
        filter: Filter,
    ) -> bool {
        // The box of a motion exceeds that of its body by so much at most, rounding included.
        self.is_any_near(world, (at, reach + DVec3::splat(world.motion_reach)), filter)
    }

    /// Whether the motion of any body that `filter` accepts comes within `reach` of a position.
    pub(crate) fn is_motion_near(
        &mut self,
        world: &World,
        (at, reach): (DVec3, DVec3),
        filter: Filter,
    ) -> bool {
        let (grown, path) =
            (reach + DVec3::splat(world.motion_reach), WorldPath::new(at, DVec3::ZERO, reach));
        self.near(world, (at, grown), filter).any(|(_, placed)| {
            placed.motion.as_ref().is_some_and(|motion| path.reaches(placed.swept_by(motion)))
        })
    }
}

/// How many mobile bodies that `filter` accepts may be within `reach` of a position: what a [`MobileCache`] must find.
fn count_by_tree(world: &World, (at, reach): (DVec3, DVec3), filter: Filter) -> usize {
    let mut count = 0;
    world.visit_bodies(&WorldPath::new(at, DVec3::ZERO, reach), filter, 1.0, |_, placed, limit| {
        count += usize::from(placed.is_mobile);
        limit
    });
    count
}

impl World {
    /// Whether one of these bodies may be within `reach` of a position.
    pub(crate) fn is_near_any(&self, slots: &[u32], at: DVec3, reach: DVec3) -> bool {
        let path = WorldPath::new(at, DVec3::ZERO, reach);
        let mut placed = slots.iter().filter_map(|slot| self.in_slot(*slot));
        placed.any(|(_, placed)| path.reaches(placed.bounds))
    }

    /// Keeps the first hit on one of these bodies, if it is before the best.
    pub(in crate::world) fn sweep_mobile(
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

    /// Calls `visit` for every contact with these bodies within `radii` of a centre.
    pub(in crate::world) fn touch_mobile(
        &self,
        space: &UnitSpace,
        (at, radii): (DVec3, f64),
        slots: &[u32],
        visit: &mut dyn FnMut(Contact),
    ) {
        if slots.is_empty() {
            return;
        }
        let path = WorldPath::new(at, DVec3::ZERO, space.half_extents(radii));
        for (id, placed) in slots.iter().filter_map(|slot| self.in_slot(*slot)) {
            if path.reaches(placed.bounds) {
                placed.touch(self.instructions, placed.now(), id, space, (at, radii), visit);
            }
        }
    }
}
