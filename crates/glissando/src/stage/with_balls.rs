//! A decorator over `Collide` for a character's own move: adds the balls, round, slippery and at rest.
//!
//! No character can stand on a ball: it would roll away under the feet. Rays pass through balls.

use crate::collide::{Collide, Contact, Feature, Filter, Hit, Surface, Sweep};
use crate::crowd::{corners_about, earlier};
use crate::geometry::{Core, Shape};
use crate::handle::{BallId, Owner};
use crate::math::DVec3;
use crate::sweep::round::UnitBall;
use crate::sweep::unit_space::UnitSpace;
use crate::sweep::{Target, sweep_convex};
use crate::traction::Traction;
use alloc::vec::Vec;

/// A ball as an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) id: BallId,
    pub(super) at: DVec3,
    pub(super) radius: f64,
    /// m/s; how fast it yields to a character that presses.
    pub(super) velocity: DVec3,
}

impl Obstacle {
    fn surface(&self) -> Surface {
        Surface { owner: Owner::Ball(self.id), triangle: 0, material: 0, body_material: 0 }
    }

    /// Whether a shape of these half extents can come near it on its path.
    fn is_near(&self, from: DVec3, displacement: DVec3, extents: DVec3) -> bool {
        let reach = extents + DVec3::splat(self.radius) + displacement.abs() * 0.5;
        let apart = (self.at - (from + displacement * 0.5)).abs();
        apart.x <= reach.x && apart.y <= reach.y && apart.z <= reach.z
    }

    fn hit_by(&self, sweep: &Sweep, space: &UnitSpace, limit: f64) -> Option<Hit> {
        let shell = sweep.shell();
        if !self.is_near(sweep.from, sweep.translation, space.half_extents(shell)) {
            return None;
        }
        let ball = UnitBall::new(&sweep.shape, self.at - sweep.from, self.radius);
        let hit = sweep_convex(&ball, space.unit_from_world * sweep.translation, shell, limit)?;
        let (normal, scale) = space.normal_in_world(hit.separation.normal);
        Some(Hit {
            fraction: hit.fraction,
            distance: hit.fraction * sweep.translation.length(),
            point: sweep.from + space.world_from_unit * hit.separation.on_surface,
            normal,
            face_normal: normal,
            depth: hit.start_depth * scale,
            feature: Feature::Face,
            surface: self.surface(),
        })
    }

    fn contact(&self, shape: &Shape, space: &UnitSpace, at: DVec3, radii: f64) -> Option<Contact> {
        if !self.is_near(at, DVec3::ZERO, space.half_extents(radii)) {
            return None;
        }
        let apart = UnitBall::new(shape, self.at - at, self.radius).separation(DVec3::ZERO, DVec3::ZERO);
        if apart.radii > radii {
            return None;
        }
        let (normal, scale) = space.normal_in_world(apart.normal);
        Some(Contact {
            point: at + space.world_from_unit * apart.on_surface,
            normal,
            face_normal: normal,
            radii: apart.radii,
            scale,
            feature: Feature::Face,
            surface: self.surface(),
            is_slippery: true,
            is_front: true,
            unit_point: apart.point,
            unit_on_core: DVec3::ZERO,
            unit_corners: corners_about(apart.point, apart.normal),
            // The triangle stands for the sum of ball and core.
            unit_core: Core::POINT,
        })
    }
}

/// A world with its balls.
#[derive(Clone, Copy, Debug)]
pub(super) struct WithBalls<'a, C> {
    pub(super) world: C,
    pub(super) balls: &'a [Obstacle],
}

impl<C: Collide> Collide for WithBalls<'_, C> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let mut best = self.world.sweep(sweep);
        if self.balls.is_empty() {
            return best;
        }
        let space = UnitSpace::of(&sweep.shape);
        for ball in self.balls {
            let limit = best.map_or(1.0, |hit| hit.fraction);
            if let Some(hit) = ball.hit_by(sweep, &space, limit)
                && best.as_ref().is_none_or(|old| earlier(sweep, &hit, old).is_lt())
            {
                best = Some(hit);
            }
        }
        best
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.world.contacts_in_radii(shape, at, radii, filter, found);
        if self.balls.is_empty() {
            return;
        }
        let space = UnitSpace::of(shape);
        found.extend(self.balls.iter().filter_map(|ball| ball.contact(shape, &space, at, radii)));
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.world.ray(from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let Some(id) = surface.owner.ball() else { return self.world.surface_velocity(surface, at) };
        self.balls.iter().find(|ball| ball.id == id).map_or(DVec3::ZERO, |ball| ball.velocity)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.world.traction(surface)
    }
}
