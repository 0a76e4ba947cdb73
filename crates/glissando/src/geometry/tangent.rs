//! Planes that touch an ellipsoid: the normal at a point of its surface, and its furthest point in a direction.
//!
//! With `A` the rotation of the ellipsoid and `R` the diagonal of its radii, the surface is `|R⁻¹Aᵀp| = 1`; its
//! gradient gives normals, and the inverse of that gives the furthest points.

use super::plane::Plane;
use super::shape::Shape;
use crate::input::{self, InputError};
use crate::math::DVec3;

impl Shape {
    /// The intersection of the surface with the ray from the centre towards `offset`, as an offset from the centre in
    /// metres, world axes.
    ///
    /// # Errors
    /// An offset that is zero or not finite.
    pub fn surface_point(&self, offset: DVec3) -> Result<DVec3, InputError> {
        let offset = input::direction("offset", offset)?;
        Ok(offset / (self.unit_from_world() * offset).length())
    }

    /// Unit normal, out of the ellipsoid, at the point of its surface in the direction of `offset`.
    ///
    /// A surface that touches the ellipsoid there has the opposite normal.
    ///
    /// # Errors
    /// An offset that is zero or not finite.
    pub fn normal_at(&self, offset: DVec3) -> Result<DVec3, InputError> {
        let unit = self.unit_from_world();
        let on_sphere = input::direction("offset", unit * input::direction("offset", offset)?)?;
        input::direction("normal", unit.transpose() * on_sphere)
    }

    /// The furthest point of the ellipsoid in the world direction `direction`, of any length, as an offset
    /// from the centre in metres.
    ///
    /// # Errors
    /// A direction that is zero or not finite.
    pub fn furthest_point(&self, direction: DVec3) -> Result<DVec3, InputError> {
        let world = self.world_from_unit();
        let direction = input::direction("direction", direction)?;
        Ok(world * input::direction("direction", world.transpose() * direction)?)
    }

    /// The plane that touches the ellipsoid about `centre` at its intersection with the ray from the centre towards
    /// `offset`; the ellipsoid is behind it.
    ///
    /// # Errors
    /// An offset that is zero or not finite; a centre that is not finite or beyond
    /// [`tolerance::WORLD_LIMIT`](crate::tolerance::WORLD_LIMIT).
    pub fn tangent_plane_at(&self, centre: DVec3, offset: DVec3) -> Result<Plane, InputError> {
        let centre = input::position("centre", centre)?;
        Plane::new(centre + self.surface_point(offset)?, self.normal_at(offset)?)
    }

    /// The plane that touches the ellipsoid about `centre` on the side of `direction`, which is its normal;
    /// the ellipsoid is behind it.
    ///
    /// # Errors
    /// A direction that is zero or not finite; a centre as in [`Shape::tangent_plane_at`].
    pub fn tangent_plane_facing(&self, centre: DVec3, direction: DVec3) -> Result<Plane, InputError> {
        let centre = input::position("centre", centre)?;
        Plane::new(centre + self.furthest_point(direction)?, direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;
    use alloc::vec::Vec;

    fn tilted() -> Shape {
        Shape::ellipsoid(DVec3::new(0.4, 0.9, 0.3), DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7)).unwrap()
    }

    fn directions() -> Vec<DVec3> {
        let steps = [-1.0, -0.6, -0.1, 0.0, 0.3, 0.8];
        let all = steps.iter().flat_map(|x| steps.iter().map(move |y| (*x, *y)));
        all.flat_map(|(x, y)| steps.iter().map(move |z| DVec3::new(x, y, *z)))
            .filter(|d| *d != DVec3::ZERO)
            .collect()
    }

    #[test]
    fn the_ellipsoid_is_behind_each_of_its_tangent_planes_and_touches_it() {
        let (body, centre) = (tilted(), DVec3::new(10.0, -20.0, 5.0));
        let surface: Vec<_> = directions().iter().map(|d| body.surface_point(*d).unwrap()).collect();
        for direction in directions() {
            let at = body.tangent_plane_at(centre, direction).unwrap();
            let facing = body.tangent_plane_facing(centre, direction).unwrap();
            for offset in &surface {
                assert!(at.signed_distance(centre + *offset) < 1e-13);
                assert!(facing.signed_distance(centre + *offset) < 1e-13);
            }
            assert!(at.signed_distance(centre + body.surface_point(direction).unwrap()).abs() < 1e-13);
            let reach = -facing.signed_distance(centre);
            assert!((reach - body.extent_along(direction) / direction.length()).abs() < 1e-13);
        }
    }

    #[test]
    fn normal_and_furthest_point_undo_each_other() {
        for direction in directions() {
            let point = tilted().furthest_point(direction).unwrap();
            let normal = tilted().normal_at(point).unwrap();
            assert!((normal - direction.try_normalize().unwrap()).length() < 1e-14);
            assert!((tilted().surface_point(point).unwrap() - point).length() < 1e-14);
        }
    }

    #[test]
    fn a_spheres_normal_is_the_direction_from_its_centre() {
        let ball = Shape::sphere(2.0).unwrap();
        let offset = DVec3::new(3.0, 0.0, 4.0);
        assert!((ball.normal_at(offset).unwrap() - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-15);
        assert!((ball.surface_point(offset).unwrap() - DVec3::new(1.2, 0.0, 1.6)).length() < 1e-15);
    }

    #[test]
    fn extreme_radii_keep_their_normals_and_invalid_directions_are_refused() {
        let needle = Shape::upright_ellipsoid(DVec3::new(1e-4, 1.0, 1e-4)).unwrap();
        for direction in directions() {
            assert!((needle.normal_at(direction).unwrap().length() - 1.0).abs() < 1e-15);
            assert!(needle.furthest_point(direction).unwrap().is_finite());
        }
        for bad in [DVec3::ZERO, DVec3::new(0.0, f64::NAN, 1.0), DVec3::splat(f64::INFINITY)] {
            assert!(needle.normal_at(bad).is_err());
            assert!(needle.surface_point(bad).is_err());
            assert!(needle.furthest_point(bad).is_err());
            assert!(needle.tangent_plane_at(DVec3::ZERO, bad).is_err());
            assert!(needle.tangent_plane_facing(DVec3::ZERO, bad).is_err());
        }
    }
}
