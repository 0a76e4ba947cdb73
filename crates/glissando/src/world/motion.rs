//! Bodies in motion: the motion of each in the next tick, and the velocity of its surface.

use super::body::{Body, BodyVelocity, Placed};
use super::top::Asked;
use super::world_path::WorldPath;
use super::{World, placed_in};
use crate::collide::{Filter, Surface};
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::{DAffine3, DVec3};
use crate::motion::Motion;
use crate::traction::Traction;

/// So many bodies in motion are looked at one by one.
const FEW: usize = 8;

/// Upper bound of the metres by which the box of a motion exceeds that of its body.
#[inline]
fn reach_of(placed: &Placed, motion: &Motion) -> f64 {
    let bounds = placed.bounds;
    let (more, farthest) = if motion.is_turning() {
        let swept = placed.swept_by(motion);
        let more = (bounds.min - swept.min).max(swept.max - bounds.max).max_element();
        (f64::from(more), swept.max.abs().max(swept.min.abs()))
    } else {
        (motion.shift().abs().max_element(), bounds.max.abs().max(bounds.min.abs()))
    };
    // Margins for the rounding of that box, of the differences, and of sums with them.
    more * (1.0 + 1e-6) + f64::from(farthest.max_element()) * 1e-6 + f64::from(f32::MIN_POSITIVE) * 8.0
}

impl World {
    /// Sets a body's motion in the next tick. Until [`World::finish_motions`] it keeps its pose in all queries except
    /// those that name a moment of the tick: [`World::sweep_during`], [`World::contacts_during`].
    ///
    /// ```
    /// # use glissando::motion::Motion;
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// world.set_motion(body, Motion::linear(DVec3::X * 3.0)?)?;
    /// // It has not moved yet.
    /// assert!(world.is_blocked_between(DVec3::Z * -5.0, DVec3::Z * 5.0, Filter::ALL)?);
    /// world.finish_motions(1.0 / 60.0)?;
    /// assert_eq!(world.body(body)?.pose.translation, DVec3::X * 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::DeadBody`], and an end beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn set_motion(&mut self, id: BodyId, motion: Motion) -> Result<(), InputError> {
        let placed = placed_in(&mut self.slots, id)?;
        let at = placed.body.pose.translation;
        let end = if motion.is_turning() {
            motion.point_at(at, 1.0)
        } else {
            motion.pivot_at(1.0) + (at - motion.pivot())
        };
        input::position("end of a body's motion", end)?;
        let (is_new, is_still) = (placed.motion.is_none(), motion.is_still());
        if is_new && is_still {
            return Ok(());
        }
        // Its first motion takes it from what is at rest.
        self.stamp.change_of(placed.is_mobile);
        if !placed.is_mobile {
            (self.has_mobile, placed.is_mobile) = (true, true);
            self.top.set(id.index, placed.bounds, true);
        }
        if is_still {
            placed.motion = None;
            self.moving.retain(|&slot| slot != id.index);
            return Ok(());
        }
        let reach = reach_of(placed, &motion);
        placed.motion = Some(motion);
        self.motion_reach = if reach > self.motion_reach { reach } else { self.motion_reach };
        if is_new {
            self.moving.push(id.index);
        }
        Ok(())
    }

    /// Whether any body moves in the next tick.
    pub(crate) fn is_in_motion(&self) -> bool {
        !self.moving.is_empty()
    }

    /// Forgets the motions of a tick that was not carried out.
    pub(crate) fn cancel_motions(&mut self) {
        while let Some(index) = self.moving.pop() {
            self.stamp.change_of(true);
            if let Some(placed) = &mut self.slots[index as usize].placed {
                placed.motion = None;
            }
        }
        self.motion_reach = 0.0;
    }

    /// A body's motion in the next tick.
    ///
    /// # Errors
    /// [`InputError::DeadBody`].
    pub fn motion(&self, id: BodyId) -> Result<Motion, InputError> {
        Ok(self.placed(id)?.motion.unwrap_or(Motion::STILL))
    }

    /// Ends the tick of `dt` seconds: moves every body to the end of its motion, and stops it until the next is set.
    ///
    /// Its surface keeps its velocity (see [`World::surface_velocity`]) until then.
    ///
    /// ```
    /// # use glissando::motion::Motion;
    /// # use glissando::{DVec3, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// world.set_motion(body, Motion::linear(DVec3::X * 0.5)?)?;
    /// world.finish_motions(0.1)?;
    /// assert!(world.motion(body)?.is_still()); // until the next motion is set
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A `dt` that is not positive and finite, or so short that a body is faster than [`crate::tolerance::WORLD_LIMIT`]
    /// (metres or radians per second). No body has moved then.
    pub fn finish_motions(&mut self, dt: f64) -> Result<(), InputError> {
        self.finish_motions_at(dt, core::iter::empty())
    }

    /// The same, with bodies put exactly at given poses: the end of a motion is its pose but for rounding.
    ///
    /// # Errors
    /// As for [`World::finish_motions`]; dead bodies and invalid poses.
    pub(crate) fn finish_motions_at(
        &mut self,
        dt: f64,
        poses: impl Iterator<Item = (BodyId, DAffine3)>,
    ) -> Result<(), InputError> {
        self.check_motions(dt)?;
        if !(self.moving.is_empty() && self.drifting.is_empty()) {
            self.stamp.change_of(true);
        }
        self.motion_reach = 0.0;
        for index in self.drifting.drain(..) {
            if let Some(placed) = &mut self.slots[index as usize].placed {
                placed.drift = None;
            }
        }
        for (id, pose) in poses {
            let placed = placed_in(&mut self.slots, id)?;
            if placed.move_to(&pose)? {
                self.stamp.change_of_pose(placed.is_mobile);
                self.top.set(id.index, placed.bounds, placed.is_mobile);
            }
            placed.stop((id.index, dt), &mut self.drifting);
        }
        while let Some(index) = self.moving.pop() {
            let Some(placed) = &mut self.slots[index as usize].placed else { continue };
            let end = placed.motion.as_ref().map(|motion| motion.pose_at(&placed.body.pose, 1.0));
            // A rigid motion of a valid pose: the inverse exists.
            if let Some((pose, inverse)) = end.and_then(|end| input::pose("pose", end).ok()) {
                self.stamp.change_of_pose(placed.is_mobile);
                placed.put(pose, inverse.matrix3);
                self.top.set(index, placed.bounds, placed.is_mobile);
            }
            placed.stop((index, dt), &mut self.drifting);
        }
        Ok(())
    }

    /// Refuses a tick in which a body would be too fast.
    fn check_motions(&self, dt: f64) -> Result<(), InputError> {
        input::scalar("dt", dt, f64::MIN_POSITIVE, f64::MAX)?;
        for &index in &self.moving {
            let placed = self.slots[index as usize].placed.as_ref();
            if let Some(motion) = placed.and_then(|placed| placed.motion.as_ref()) {
                BodyVelocity::check_after(motion, dt)?;
            }
        }
        Ok(())
    }

    /// Calls `visit` for every body at rest in the next tick; see [`World::visit_bodies`].
    pub(super) fn visit_still(
        &self,
        path: &WorldPath,
        filter: Filter,
        limit: f64,
        mut visit: impl FnMut(BodyId, &Placed, f64) -> f64,
    ) {
        self.visit_bodies(path, filter, limit, |id, placed, limit| {
            if placed.motion.is_none() { visit(id, placed, limit) } else { limit }
        });
    }

    /// Whether any body was ever mobile.
    pub(crate) const fn has_mobile(&self) -> bool {
        self.has_mobile
    }

    /// Whether a surface may carry what stands on it: its body is mobile, or it is a belt that runs.
    pub(crate) fn may_carry(&self, surface: &Surface) -> bool {
        let is_mobile = |placed: &Placed| placed.is_mobile;
        self.owned(surface.owner).is_some_and(is_mobile)
            || self.has_belts && self.belt_velocity(surface) != DVec3::ZERO
    }

    /// Whether any body has, or had, a belt.
    pub(crate) const fn has_belts(&self) -> bool {
        self.has_belts
    }

    /// Notes that a body is a mover's, from now on for good: what is constant in a stage, while it is mobile from its first motion on.
    ///
    /// # Errors
    /// [`InputError::DeadBody`].
    pub(crate) fn note_driven(&mut self, id: BodyId) -> Result<(), InputError> {
        placed_in(&mut self.slots, id)?.is_driven = true;
        Ok(())
    }

    /// Calls `visit` for every body of a mover that `filter` accepts and whose box has a position, with the position in mesh space.
    pub(crate) fn visit_driven_at(
        &self,
        at: DVec3,
        filter: Filter,
        mut visit: impl FnMut(BodyId, &Body, DVec3),
    ) {
        self.visit_bodies(&WorldPath::new(at, DVec3::ZERO, DVec3::ZERO), filter, 1.0, |id, placed, limit| {
            if placed.is_driven {
                visit(id, &placed.body, placed.now().point_in_mesh(at));
            }
            limit
        });
    }

    /// Calls `visit` for every body in motion that `filter` accepts, if the moving box may meet its swept box.
    pub(super) fn visit_moving(
        &self,
        path: &WorldPath,
        filter: Filter,
        mut visit: impl FnMut(BodyId, &Placed, &Motion),
    ) {
        // Whatever meets the box of a motion meets the box of its body, once it is so much larger.
        let grown = path.grown(self.motion_reach);
        let mut look = |index: u32| {
            let Some((id, placed)) = self.in_slot(index) else { return };
            let Some(motion) = &placed.motion else { return };
            if filter.accepts(placed.body.layers)
                && grown.reaches(placed.bounds)
                && path.reaches(placed.swept_by(motion))
            {
                visit(id, placed, motion);
            }
        };
        if self.moving.len() <= FEW {
            return self.moving.iter().for_each(|&index| look(index));
        }
        self.top.cast(Asked::MobileByRoom, &grown, 1.0, &mut |index, limit| {
            look(index);
            limit
        });
    }

    /// Refuses a world in which a body has a motion ahead of it: what would come of it is a stage's work.
    pub(crate) fn check_at_rest(&self) -> Result<(), InputError> {
        let Some(&index) = self.moving.first() else { return Ok(()) };
        let generation = self.slots[index as usize].generation;
        Err(InputError::PendingMotion { body: BodyId { index, generation } })
    }

    /// Velocity of a surface at a point (world space) in m/s: its body's, as of the last motion, and that of
    /// its belt if it is a conveyor. Zero for a body that is gone.
    ///
    /// ```
    /// # use glissando::motion::Motion;
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// world.set_motion(body, Motion::linear(DVec3::X * 0.5)?)?;
    /// world.finish_motions(0.1)?;
    /// let top = world.ray(DVec3::Y * 5.0, DVec3::Y * -9.0, Filter::ALL)?.expect("it is below");
    /// assert_eq!(world.surface_velocity(&top.surface, top.point), DVec3::X * 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let Some(placed) = self.owned(surface.owner) else { return DVec3::ZERO };
        let drift = placed.drift.map_or(DVec3::ZERO, |drift| drift.velocity(at));
        drift + placed.belt(surface.material)
    }

    /// The velocity of a body at the end of its last motion; none if it rests or is gone.
    pub fn body_velocity(&self, id: BodyId) -> Option<BodyVelocity> {
        self.placed(id).ok()?.drift
    }

    /// The part of it that is its belt's.
    pub(crate) fn belt_velocity(&self, surface: &Surface) -> DVec3 {
        self.owned(surface.owner).map_or(DVec3::ZERO, |placed| placed.belt(surface.material))
    }

    /// How a surface changes the pace of a character that stands on it, by its material
    /// ([`Body::tractions`](super::Body::tractions)). Unchanged for a body that is gone.
    pub fn traction(&self, surface: &Surface) -> Traction {
        self.owned(surface.owner).map_or(Traction::NORMAL, |placed| placed.traction(surface.material))
    }
}
