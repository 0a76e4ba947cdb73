//! The sum of two bodies' cores: a convex body about the origin, given by its half edges and disks.
//!
//! A core is symmetric about its centre, so two bodies overlap as the one would, with both cores, the other's centre.
//! A point has no half edge, a segment one, a box three, a cylinder one and a disk.

use super::upright_sum::UprightSum;
use crate::geometry::{Shape, nearest_to_origin};
use crate::math::{DVec3, sqrt_f64};

/// Most half edges: three of each body.
const MOST: usize = 6;

/// Sine of the angle up to which a normal counts as perpendicular to an edge but for rounding.
const ASLANT: f64 = 1e-6;

/// The sum of two cores, centred at the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoreSum {
    half_edges: [DVec3; MOST],
    count: usize,
    /// Two perpendicular radii of each disk; in another space two conjugate ones of an ellipse.
    disks: [[DVec3; 2]; 2],
    disk_count: usize,
    /// The same in closed form, if there is one.
    upright: Option<UprightSum>,
}

impl CoreSum {
    /// The sum of the cores of two bodies; metres, the world's axes.
    pub(super) fn new(shapes: [&Shape; 2]) -> Self {
        let mut sum = Self {
            half_edges: [DVec3::ZERO; MOST],
            count: 0,
            disks: [[DVec3::ZERO; 2]; 2],
            disk_count: 0,
            upright: None,
        };
        for shape in shapes {
            let mut axes = shape.core_axes();
            if shape.is_cylinder() {
                sum.disks[sum.disk_count] = [axes[0], axes[2]];
                sum.disk_count += 1;
                (axes[0], axes[2]) = (DVec3::ZERO, DVec3::ZERO);
            }
            for edge in axes.into_iter().filter(|edge| *edge != DVec3::ZERO) {
                sum.half_edges[sum.count] = edge;
                sum.count += 1;
            }
        }
        sum.in_closed_form()
    }

    fn in_closed_form(self) -> Self {
        Self { upright: UprightSum::of(self.edges(), self.disks()), ..self }
    }

    /// Whether both cores are points.
    pub(super) const fn is_point(&self) -> bool {
        self.count == 0 && self.disk_count == 0
    }

    /// The same in another space.
    pub(super) fn mapped(&self, map: impl Fn(DVec3) -> DVec3) -> Self {
        if self.is_point() { *self } else { self.with_map(map).in_closed_form() }
    }

    /// The same without a closed form.
    fn with_map(&self, map: impl Fn(DVec3) -> DVec3) -> Self {
        let disks = self.disks.map(|disk| disk.map(&map));
        Self { half_edges: self.half_edges.map(&map), disks, upright: None, ..*self }
    }

    fn edges(&self) -> &[DVec3] {
        &self.half_edges[..self.count]
    }

    fn disks(&self) -> &[[DVec3; 2]] {
        &self.disks[..self.disk_count]
    }

    /// The way from the sum to the point `towards` that is shortest in the metric of these diagonal `weights`, times
    /// the weights: the normal of the touch. Zero if the point is inside.
    pub(super) fn normal_at(&self, towards: DVec3, weights: DVec3) -> DVec3 {
        if self.is_point() {
            return towards.scale(weights);
        }
        match &self.upright {
            Some(upright) if upright.is_round_in(weights) => upright.way_to(towards).scale(weights),
            _ => self.normal_by_corners(towards, weights),
        }
    }

    /// The same of any sum.
    fn normal_by_corners(&self, towards: DVec3, weights: DVec3) -> DVec3 {
        let roots = DVec3::from(weights.to_array().map(sqrt_f64));
        let (centre, scaled) = (roots.scale(towards), self.with_map(|edge| roots.scale(edge)));
        let nearest = nearest_to_origin(|direction| {
            let signed = |edge: &DVec3| if edge.dot(direction) < 0.0 { -*edge } else { *edge };
            let corner = scaled.edges().iter().map(signed).fold(centre, |sum, edge| sum + edge);
            scaled.disks().iter().fold(corner, |sum, disk| sum + furthest_of_disk(disk, direction))
        });
        roots.scale(nearest)
    }

    /// The unit normal made perpendicular to the edges that it is perpendicular to but for rounding; `None` where it is known to be
    /// so already.
    pub(super) fn squared(&self, normal: DVec3) -> Option<DVec3> {
        match &self.upright {
            Some(upright) => upright.squared(normal, ASLANT),
            None => self.squared_to_edges(normal),
        }
    }

    /// The same of any sum.
    fn squared_to_edges(&self, normal: DVec3) -> Option<DVec3> {
        let mut squared = normal;
        // Twice, since two edges need not be perpendicular to each other.
        for edge in self.edges().iter().chain(self.edges()) {
            let (along, length_sq) = (squared.dot(*edge), edge.length_sq());
            if along * along <= ASLANT * ASLANT * length_sq {
                squared -= *edge * (along / length_sq);
            }
        }
        // An axis of a disk is perpendicular to all of it; the normal of a flat touch is that axis.
        for [p, q] in self.disks() {
            let (u, v) = (squared.dot(*p), squared.dot(*q));
            if u * u + v * v <= ASLANT * ASLANT * p.length_sq() {
                squared -= *p * (u / p.length_sq()) + *q * (v / q.length_sq());
            }
        }
        squared.try_normalize()
    }

    /// Unit directions in which a body may leave a core that it is in: across two edges, and across one edge in the
    /// direction of `between` and of each axis.
    pub(super) fn directions_across(&self, between: DVec3) -> impl Iterator<Item = DVec3> {
        let edges = self.edges();
        let across_two = edges
            .iter()
            .enumerate()
            .flat_map(move |(index, one)| edges[index + 1..].iter().map(move |other| one.cross(*other)));
        let across_one = edges.iter().flat_map(move |edge| {
            [between, DVec3::X, DVec3::Y, DVec3::Z].map(|v| v - *edge * (v.dot(*edge) / edge.length_sq()))
        });
        // Along a disk's axis, and across the axis: towards the other body, and across each edge and the other disk's axis.
        let of_disks = self.disks().iter().enumerate().flat_map(move |(index, [p, q])| {
            let axis = p.cross(*q);
            let other = self.disks().get(1 - index).map_or(DVec3::ZERO, |[p, q]| p.cross(*q));
            let flat = between - axis * (between.dot(axis) / axis.length_sq());
            let across = edges.iter().map(move |edge| axis.cross(*edge));
            [axis, flat, axis.cross(other)].into_iter().chain(across)
        });
        across_two.chain(across_one).chain(of_disks).filter_map(DVec3::try_normalize)
    }
}

/// The point of an ellipse about the origin, given by two conjugate radii, that is furthest along a direction.
fn furthest_of_disk([p, q]: &[DVec3; 2], direction: DVec3) -> DVec3 {
    let (u, v) = (p.dot(direction), q.dot(direction));
    let length = sqrt_f64(u * u + v * v);
    if length > 0.0 { *p * (u / length) + *q * (v / length) } else { DVec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;
    use crate::random::Numbers;

    /// Upright boxes, cylinders and segments in twos, and points about their sum.
    #[test]
    fn the_closed_form_agrees_with_the_corners() {
        let upright = DQuat::IDENTITY;
        let shapes = [
            Shape::cuboid(DVec3::new(0.4, 0.9, 0.3), 0.02, upright).unwrap(),
            Shape::cylinder(0.4, 0.9, 0.02, upright).unwrap(),
            Shape::capsule(0.4, 0.5, upright).unwrap(),
            Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap(),
        ];
        let (mut numbers, mut cases) = (Numbers::new(), 0);
        for (one, other) in (0..4).flat_map(|one| (0..3).map(move |other| (one, other))) {
            let sum = CoreSum::new([&shapes[one], &shapes[other]]);
            for _ in 0..5000 {
                let towards = numbers.vector(2.5);
                let [level, tall] = [numbers.next(), numbers.next()].map(|number| 0.1 + number.abs());
                let weights = DVec3::new(level, tall, level);
                let (fast, slow) = (sum.normal_at(towards, weights), sum.normal_by_corners(towards, weights));
                assert!(sum.upright.is_some());
                // Around a disk the corners come to an end with the square root of rounding.
                match (fast.try_normalize(), slow.try_normalize()) {
                    (Some(fast), Some(slow)) => assert!((fast - slow).length() < 1e-6, "{towards:?}"),
                    (fast, slow) => assert!(fast.is_none() && slow.is_none(), "{towards:?}"),
                }
                // The weighted way is as long as its image under the roots of the weights.
                let in_metric =
                    |way: DVec3| DVec3::new(way.x / level.sqrt(), way.y / tall.sqrt(), way.z / level.sqrt());
                let [fast, slow] = [fast, slow].map(|way| in_metric(way).length());
                assert!(fast <= slow + 1e-12, "{towards:?}: {fast} {slow}");
                cases += 1;
            }
        }
        println!("{cases} points");
    }

    #[test]
    fn a_normal_is_squared_to_upright_cores_as_to_any() {
        let upright = DQuat::IDENTITY;
        let shapes = [
            Shape::cuboid(DVec3::new(0.4, 0.9, 0.3), 0.02, upright).unwrap(),
            Shape::cylinder(0.4, 0.9, 0.02, upright).unwrap(),
            Shape::capsule(0.4, 0.5, upright).unwrap(),
        ];
        let (mut numbers, mut squared, mut kept) = (Numbers::new(), 0, 0);
        for (one, other) in (0..3).flat_map(|one| (0..3).map(move |other| (one, other))) {
            let sum = CoreSum::new([&shapes[one], &shapes[other]]);
            assert!(sum.upright.is_some());
            for case in 0..4000_u32 {
                // Some components are small, about the limit, or zeros.
                let [x, y, z] = numbers.vector(1.0).to_array();
                let size = [1.0, 3.0 * ASLANT, 1e-9, 0.0][case as usize >> 3 & 3];
                let part = |component: f64, bit: u32| {
                    if case >> bit & 1 == 0 { component } else { size * component }
                };
                let Some(normal) = DVec3::new(part(x, 0), part(y, 1), part(z, 2)).try_normalize() else {
                    continue;
                };
                let slow = sum.squared_to_edges(normal).unwrap();
                match sum.squared(normal) {
                    Some(fast) => {
                        assert!((fast - slow).length() < 1e-15, "{normal:?}: {fast:?} {slow:?}");
                        squared += 1;
                    }
                    None => {
                        assert!((normal - slow).length() < 1e-15, "{normal:?}: {slow:?}");
                        kept += 1;
                    }
                }
            }
        }
        println!("{squared} normals squared, {kept} kept");
        assert!(squared > 5000 && kept > 5000);
    }
}
