//! The bodies about a place, for triggers: a list for a larger box, kept from tick to tick.
//!
//! Most ticks of a character end where its last ones did, and most triggers rest: what a tree found for a larger box holds for many
//! ticks, of which each looks at a short list.

use super::World;
use super::stamp::Stamp;
use super::top::Asked;
use super::world_path::WorldPath;
use crate::collide::Filter;
use crate::handle::BodyId;
use crate::math::DVec3;
use alloc::vec::Vec;

/// The bodies about a place. The list holds for one world until a body at rest changes, or a mobile one gets another roomy box
/// (`top.rs`).
#[derive(Clone, Debug, Default)]
pub(crate) struct NearBodies {
    /// The world for which the list holds. A copy of this is of no world.
    stamp: Option<Stamp>,
    /// The changes of its mobile bodies.
    changes: u64,
    /// The box that the list is for.
    low: DVec3,
    high: DVec3,
    /// The motion reach that it is for, metres.
    more: f64,
    /// The slots of the bodies whose boxes meet that box; of mobile ones the roomy boxes, and a box that is larger by `more`. A slot may
    /// be empty by now, or have another body.
    slots: Vec<u32>,
}

/// Bodies that are seldom more about one character.
const USUAL: usize = 4;

/// The list is for a box that is larger on every side by this part of the longest half extent of the one that was asked about.
const MORE: f64 = 2.0;

/// The list is for so many times the motion reach of the moment, which differs from tick to tick.
const MORE_MOTION: f64 = 2.0;

/// A box whose longest half extent exceeds the one that is asked about so many times was for a far longer path, and lists too many.
const TOO_LARGE: f64 = 4.0 * (1.0 + MORE);

impl NearBodies {
    /// Calls `visit` for every body that `filter` accepts, if its box, or swept box in the tick, meets the box
    /// `low..high`.
    pub(crate) fn visit_box(
        &mut self,
        world: &World,
        (low, high): (DVec3, DVec3),
        filter: Filter,
        mut visit: impl FnMut(BodyId),
    ) {
        let path = WorldPath::new((low + high) * 0.5, DVec3::ZERO, (high - low) * 0.5);
        if !self.holds(world, &path) {
            self.renew(world, &path);
        }
        // Whatever meets the box of a motion meets the box of its body, once it is so much larger.
        let grown = path.grown(world.motion_reach);
        for (id, placed) in self.slots.iter().filter_map(|slot| world.in_slot(*slot)) {
            let meets = || match &placed.motion {
                Some(motion) => grown.reaches(placed.bounds) && path.reaches(placed.swept_by(motion)),
                None => path.reaches(placed.bounds),
            };
            if filter.accepts(placed.body.layers) && meets() {
                visit(id);
            }
        }
    }

    fn holds(&self, world: &World, path: &WorldPath) -> bool {
        let is_same = |stamp: &Stamp| stamp.is_same_at_rest(world.stamp());
        self.stamp.as_ref().is_some_and(is_same)
            && self.changes == world.top.changes()
            && world.motion_reach <= self.more
            && path.is_in(self.low, self.high)
            && (self.high - self.low).max_element() <= TOO_LARGE * 2.0 * path.about().1.max_element()
    }

    #[inline(never)]
    fn renew(&mut self, world: &World, path: &WorldPath) {
        let (at, reach) = path.about();
        let reach = reach + DVec3::splat(MORE * reach.max_element());
        (self.low, self.high, self.more) = (at - reach, at + reach, world.motion_reach * MORE_MOTION);
        (self.stamp, self.changes) = (Some(world.stamp().remembered()), world.top.changes());
        self.slots.clear();
        // Memory for most places at once.
        self.slots.reserve(USUAL);
        let about = WorldPath::new(at, DVec3::ZERO, reach);
        // The wider box is for mobile bodies alone: it lists no further bodies at rest.
        for (asked, about) in [(Asked::AtRest, about), (Asked::MobileByRoom, about.grown(self.more))] {
            world.top.cast(asked, &about, 1.0, &mut |slot, limit| {
                self.slots.push(slot);
                limit
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{DAffine3, Vec3};
    use crate::mesh::{Mesh, MeshOptions, Soup};
    use crate::motion::Motion;
    use crate::random::Numbers;
    use crate::world::Body;
    use alloc::sync::Arc;

    /// Half the width of the place in which the bodies are, metres.
    const WIDE: f64 = 16.0;

    fn cube() -> Arc<Mesh> {
        Arc::new(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default()).unwrap().0)
    }

    /// Cubes at rest in a row, three metres apart.
    fn row(mesh: &Arc<Mesh>) -> World {
        let mut world = World::new();
        for place in -100..100 {
            let pose = DAffine3::from_translation(DVec3::X * 3.0 * f64::from(place));
            world.insert(Body::new(mesh.clone()).at(pose)).unwrap();
        }
        world
    }

    /// The length of the list after a box of this half width was asked about.
    fn listed(near: &mut NearBodies, world: &World, half: f64) -> usize {
        let half = DVec3::new(half, 0.9, 0.9);
        near.visit_box(world, (-half, half), Filter::ALL, |_| ());
        near.slots.len()
    }

    #[test]
    fn a_body_that_moves_far_brings_none_at_rest_on_the_list() {
        let mesh = cube();
        let (mut world, mut near) = (row(&mesh), NearBodies::default());
        let alone = listed(&mut near, &world, 0.9);
        let far = world.insert(Body::new(mesh).at(DAffine3::from_translation(DVec3::Y * 100.0))).unwrap();
        world.set_motion(far, Motion::linear(DVec3::Y * 60.0).unwrap()).unwrap();
        // It is on the list itself.
        assert_eq!(listed(&mut near, &world, 0.9), alone + 1);
    }

    #[test]
    fn the_list_for_a_long_path_is_not_kept_for_short_ones() {
        let (world, mut near) = (row(&cube()), NearBodies::default());
        let short = listed(&mut near, &world, 0.9);
        assert!(listed(&mut near, &world, 60.0) > 10 * short);
        assert_eq!(listed(&mut near, &world, 0.9), short);
    }

    /// Inserts, removes, puts elsewhere, moves or changes one body, or ends the motions.
    fn change(
        world: &mut World,
        (ids, mesh): (&mut Vec<BodyId>, &Arc<Mesh>),
        at: DVec3,
        numbers: &mut Numbers,
    ) {
        let mut below = |n: usize| ((numbers.next() * 0.5 + 0.5) * n as f64) as usize;
        let (what, which) = (below(100), below(ids.len()));
        // Some come into the box that the list is for.
        let pose = DAffine3::from_translation(at + numbers.vector(3.0));
        match what {
            0 => ids.push(world.insert(Body::new(mesh.clone()).at(pose)).unwrap()),
            1 if ids.len() > 20 => drop(world.remove(ids.swap_remove(which)).unwrap()),
            6..9 => world.set_pose(ids[which], pose).unwrap(),
            9 => world.set_layers(ids[which], 1 + (what as u32 & 1)).unwrap(),
            // Half of the bodies stay at rest. Slow ones have little room in the tree's box.
            12..60 if ids[which].index % 2 == 0 => {
                let motion =
                    Motion::from_velocity(numbers.vector(0.1), numbers.vector(0.02), pose.translation, 0.5);
                world.set_motion(ids[which], motion.unwrap()).unwrap();
            }
            60..90 => world.finish_motions(0.5).unwrap(),
            _ => {}
        }
    }

    #[test]
    fn the_kept_list_has_the_bodies_that_the_trees_have() {
        let mesh = cube();
        let mut numbers = Numbers::new();
        let (mut asked, mut found, mut held) = (0, 0, 0);
        for _ in 0..40 {
            let (mut world, mut ids, mut near) = (World::new(), Vec::new(), NearBodies::default());
            for _ in 0..40 {
                let pose = DAffine3::from_translation(numbers.vector(WIDE));
                ids.push(world.insert(Body::new(mesh.clone()).at(pose)).unwrap());
            }
            let mut at = DVec3::ZERO;
            for _ in 0..1000 {
                change(&mut world, (&mut ids, &mesh), at, &mut numbers);
                at = (at + numbers.vector(0.4)).max(DVec3::splat(-WIDE)).min(DVec3::splat(WIDE));
                let (low, high) = (at - DVec3::splat(0.8), at + DVec3::splat(0.9));
                let filter = Filter { mask: if asked % 3 == 0 { 2 } else { u32::MAX } };
                let (mut kept, mut of_trees) = (Vec::new(), Vec::new());
                held += usize::from(near.holds(&world, &WorldPath::new(at, DVec3::ZERO, DVec3::splat(0.9))));
                near.visit_box(&world, (low, high), filter, |id| kept.push(id));
                world.visit_box(low, high, filter, |id| of_trees.push(id));
                // Of a single body at rest the trees do not compare the box.
                let path = WorldPath::new((low + high) * 0.5, DVec3::ZERO, (high - low) * 0.5);
                of_trees.retain(|id| {
                    let placed = world.placed(*id).unwrap();
                    placed.motion.is_some() || path.reaches(placed.bounds)
                });
                kept.sort_unstable();
                of_trees.sort_unstable();
                assert_eq!(kept, of_trees);
                (asked, found) = (asked + 1, found + kept.len());
            }
        }
        assert!(found > asked / 4 && held > asked / 2, "{asked} {found} {held}");
    }
}
