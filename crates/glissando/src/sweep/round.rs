//! A ball as the target of a moving body: in ellipsoid space it is an ellipsoid along the axes, or a ball where the
//! body has a core.
//!
//! Its sum with the core is convex, so the distance from the moving centre is a convex function of time, and the sweep
//! against triangles works unchanged. The distance is that of a point from an ellipsoid, or of a ball from a core, exact
//! to rounding.

use super::{Separation, Target};
use crate::collide::Feature;
use crate::geometry::{Core, Shape, point_distance};
use crate::math::DVec3;

/// A ball in ellipsoid space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitBall {
    centre: DVec3,
    /// All equal if there is a core, since only spheres round cores.
    radii: DVec3,
    /// The body's core, which is along the axes.
    core: Core,
}

impl UnitBall {
    /// The ball with its centre `away` metres from that of `shape`.
    pub(crate) fn new(shape: &Shape, away: DVec3, radius: f64) -> Self {
        let own = shape.radii();
        let radii = DVec3::new(radius / own.x, radius / own.y, radius / own.z);
        let core = shape.core_radii();
        Self { centre: shape.unit_from_world() * away, radii, core }
    }
}

impl UnitBall {
    /// The axis along which the core is shortest: the way out for a ball with its centre in the core.
    fn across_core(&self) -> DVec3 {
        let DVec3 { x, y, z } = self.core.half_extents;
        if x <= y && x <= z {
            DVec3::X
        } else if y <= z {
            DVec3::Y
        } else {
            DVec3::Z
        }
    }
}

impl Target for UnitBall {
    fn separation(&self, centre: DVec3, _: DVec3) -> Separation {
        let away = centre - self.centre;
        if self.core.is_point() {
            let (radii, normal) = point_distance(self.radii, away);
            let point = centre - normal * radii;
            return Separation { radii, normal, point, on_surface: point, feature: Feature::Face };
        }
        // The point of the core about the ball that is nearest to the centre: opposite to the body's own nearest point.
        let on_core = self.core.nearest(away);
        let (radii, normal) = match point_distance(self.radii, away - on_core) {
            (radii, _) if away == on_core => (radii, self.across_core()),
            found => found,
        };
        let point = centre - normal * radii;
        Separation { radii, normal, point, on_surface: point - on_core, feature: Feature::Face }
    }

    fn size(&self) -> f64 {
        (self.centre.abs() + self.radii + self.core.half_extents).max_element()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::sweep_convex;

    /// Compares with samples of the path, each tested by the separating plane of two ellipsoids.
    #[test]
    fn the_touch_is_the_first_of_all_samples() {
        use crate::crowd::{Placed, parting};
        let mut state = 11_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let (mut hits, mut cases) = (0, 0);
        while cases < 3000 {
            let radii = DVec3::new(1.1 + random(), 1.1 + random(), 1.1 + random());
            let turn = crate::DQuat::from_xyzw(random(), random(), random(), 0.2 + random().abs());
            let shape = Shape::ellipsoid(radii, turn).unwrap();
            let radius = 0.05 + random().abs() * 2.0;
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            let away = vector(5.0);
            let way = away + vector(2.5);
            let gap = |t: f64, shell: f64| {
                let character = Placed { shape, at: way * t, shell };
                let ball = Placed { shape: Shape::sphere(radius).unwrap(), at: away, shell: 1.0 };
                parting(&character, &ball).gap
            };
            if gap(0.0, 1.0) < 1e-3 {
                continue;
            }
            cases += 1;
            let unit = shape.unit_from_world() * way;
            let hit = sweep_convex(&UnitBall::new(&shape, away, radius), unit, 1.0, 1.0);
            let until = hit.map_or(1.0, |hit| hit.fraction);
            for k in 0..200 {
                assert!(gap(until * f64::from(k) / 200.0, 1.0) > -1e-9, "case {cases} is let in");
            }
            if let Some(hit) = hit {
                hits += 1;
                let touch = gap(hit.fraction, 1.0);
                assert!(touch.abs() < 1e-8, "case {cases}: {touch:e} at the touch");
            }
        }
        println!("{cases} paths past a ball, {hits} that touch it");
        assert!(hits > 1000);
    }
}
