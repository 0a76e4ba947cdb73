//! Ellipsoids: the map that makes one a unit sphere, written down straight, and its true distance from a triangle.

use super::double::{Double, Double3};
use super::flat::Flat;
use super::{OracleAnswer, sweep};
use glissando::{DAffine3, DMat3, DVec3};

/// An ellipsoid somewhere in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Radii along its own axes, in metres.
    pub radii: DVec3,
    /// A rotation; its columns are the ellipsoid's axes in the world.
    pub axes: DMat3,
    /// The centre, in the world.
    pub centre: DVec3,
}

/// A sweep of the unit sphere from the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitSweep {
    /// The whole move of the centre.
    pub translation: DVec3,
    /// The triangle.
    pub corners: [DVec3; 3],
}

/// The distance of an ellipsoid from a triangle, with a proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipsoidGap {
    /// The distance in metres between two points, one of each: the true distance is at most this. 0 if they meet.
    pub distance: f64,
    /// The two lie on either side of a slab this thick: the true distance is at least this.
    pub at_least: f64,
    /// The point of the triangle, in the world; of no meaning where they meet.
    pub on_triangle: DVec3,
}

impl Body {
    /// A world displacement in ellipsoid space: `axesᵀ v / radii`.
    pub fn unit_vector(&self, v: DVec3) -> DVec3 {
        over(
            DVec3::from([self.axes.x_axis, self.axes.y_axis, self.axes.z_axis].map(|a| a.dot(v))),
            self.radii,
        )
    }

    /// The problem of a body that moves by `translation` towards a triangle of a mesh posed by `pose`.
    pub fn unit_sweep(&self, translation: DVec3, pose: DAffine3, corners_in_mesh: [DVec3; 3]) -> UnitSweep {
        let corners = corners_in_mesh.map(|c| self.unit_vector(self.way_to(pose, c)));
        UnitSweep { translation: self.unit_vector(translation), corners }
    }

    /// From the centre to `pose * point`, rounded once.
    pub(super) fn way_to(&self, pose: DAffine3, point: DVec3) -> DVec3 {
        let m = pose.matrix3;
        let column = |axis: DVec3, s: f64| Double3::from(axis) * Double::from(s);
        let turned = column(m.x_axis, point.x) + column(m.y_axis, point.y) + column(m.z_axis, point.z);
        (turned + Double3::difference(pose.translation, self.centre)).value()
    }

    /// The distance from a triangle in the world.
    ///
    /// Of all ways from ellipsoid to triangle the shortest has a multiplier `m` (Lagrange): it ends at the
    /// point of the triangle that is next to the centre when every axis is divided by `√(r² + m)`, and starts
    /// at a point that is outside of the ellipsoid while `m` is too small. So `m` is found by halving.
    pub fn distance(&self, corners: [DVec3; 3]) -> EllipsoidGap {
        let own = corners.map(|c| self.axes.transpose() * Double3::difference(c, self.centre).value());
        let farthest = own.iter().fold(0.0, |most: f64, c| most.max(c.length()));
        let (mut low, mut high) = (0.0, self.radii.max_element() * farthest);
        if start_of_way(self.radii, low, nearest(own, self.radii, low)).length() <= 1.0 {
            return EllipsoidGap { distance: 0.0, at_least: 0.0, on_triangle: self.centre };
        }
        for _ in 0..HALVINGS {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if start_of_way(self.radii, middle, nearest(own, self.radii, middle)).length() > 1.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let end = nearest(own, self.radii, high);
        let start = start_of_way(self.radii, high, end);
        let way = end - (start / start.length().max(1.0)).scale(self.radii);
        let normal = way.try_normalize().unwrap_or(DVec3::ZERO);
        let front = own.iter().fold(f64::INFINITY, |least, c| least.min(normal.dot(*c)));
        EllipsoidGap {
            distance: way.length(),
            at_least: (front - normal.scale(self.radii).length()).max(0.0),
            on_triangle: self.centre + self.axes * end,
        }
    }
}

impl UnitSweep {
    /// What is true of it, for a sphere of radius `shell`.
    pub fn answer(&self, shell: f64) -> OracleAnswer {
        sweep(DVec3::ZERO, self.translation, self.corners, shell)
    }
}

/// Halvings at most; for a multiplier that is not tiny sixty are enough.
const HALVINGS: u32 = 200;

/// The point of the triangle next to the origin when every axis is divided by `√(r² + m)`.
fn nearest(corners: [DVec3; 3], radii: DVec3, multiplier: f64) -> DVec3 {
    let stretch = DVec3::from(radii.to_array().map(|r| (r * r + multiplier).sqrt()));
    let flat = Flat::new(corners.map(|c| over(c, stretch)));
    let gap = flat.gap(flat.in_frame(-flat.origin()));
    -flat.out_of_frame(gap).scale(stretch)
}

/// Where the way to `end` leaves the ellipsoid, divided by its radii: a unit vector for the right multiplier.
fn start_of_way(radii: DVec3, multiplier: f64, end: DVec3) -> DVec3 {
    let squares = radii.scale(radii) + DVec3::splat(multiplier);
    over(radii.scale(end), squares)
}

fn over(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::new(a.x / b.x, a.y / b.y, a.z / b.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::random::Random;

    fn body(random: &mut Random) -> Body {
        let radii = DVec3::from([0; 3].map(|_: i32| random.magnitude(0.05, 20.0)));
        Body { radii, axes: random.rotation_matrix(), centre: random.vector(100.0) }
    }

    fn corners(random: &mut Random, about: DVec3) -> [DVec3; 3] {
        let (size, away) = (random.magnitude(1e-2, 1e2), random.magnitude(1e-1, 1e2));
        let middle = about + random.direction() * away;
        [0; 3].map(|_: i32| middle + random.vector(size))
    }

    #[test]
    fn the_distance_of_a_sphere_is_that_of_its_centre_less_its_radius() {
        let mut random = Random::new(31);
        for _ in 0..300 {
            let sphere = Body { radii: DVec3::splat(2.0), ..body(&mut random) };
            let corners = corners(&mut random, sphere.centre);
            let expected = (oracle::distance(sphere.centre, corners) - 2.0).max(0.0);
            assert!((sphere.distance(corners).distance - expected).abs() < 1e-10);
        }
    }

    #[test]
    fn every_distance_is_proved_by_a_slab_of_that_thickness() {
        let mut random = Random::new(32);
        let (mut apart, mut worst) = (0, 0.0_f64);
        for _ in 0..1000 {
            let body = body(&mut random);
            let corners = corners(&mut random, body.centre);
            let gap = body.distance(corners);
            let size =
                corners.iter().fold(body.radii.max_element(), |s, c| s.max((*c - body.centre).length()));
            worst = worst.max((gap.distance - gap.at_least) / size);
            apart += usize::from(gap.distance > 0.0);
            assert!(gap.distance - gap.at_least < 1e-10 * size, "{gap:?} {body:?} {corners:?}");
        }
        println!("{apart} of 1000 apart, widest doubt {worst:e} of the size");
        assert!((300..900).contains(&apart));
    }

    #[test]
    fn where_the_unit_sphere_first_touches_the_ellipsoid_does() {
        let mut random = Random::new(33);
        let mut touches = 0;
        for _ in 0..1000 {
            let body = body(&mut random);
            let pose = DAffine3::from_scale_rotation_translation(
                random.vector(3.0),
                random.rotation(),
                random.vector(100.0),
            );
            let in_mesh = [0; 3].map(|_: i32| random.vector(5.0));
            let in_world = in_mesh.map(|c| pose.transform_point(c));
            let translation = (in_world[0] - body.centre) * 1.3;
            let answer = body.unit_sweep(translation, pose, in_mesh).answer(1.0);
            let Some(fraction) = answer.hit.filter(|&t| t > 0.0) else { continue };
            let there = Body { centre: body.centre + translation * fraction, ..body };
            assert!(there.distance(in_world).distance < 1e-9);
            let before = Body { centre: body.centre + translation * (fraction - 1e-6), ..body };
            assert!(before.distance(in_world).at_least > 0.0);
            touches += 1;
        }
        assert!(touches > 500, "{touches}");
    }
}
