//! Worlds of two or three planes that meet.

use glissando::{DAffine3, DMat3, DVec3, Shape, Soup, World};
use glissando_testkit::soups::insert;

/// Extent of the walls, in metres.
const REACH: f64 = 200.0;

/// A room between planes through the origin.
pub(crate) struct Corner {
    pub(crate) world: World,
    /// Unit, into the room.
    pub(crate) normals: Vec<DVec3>,
}

impl Corner {
    /// The wedge of two walls with `angle` (radians) between them, optionally with a floor across it, turned by `turn`.
    pub(crate) fn wedge(angle: f64, has_floor: bool, turn: DMat3) -> Self {
        let (sine, cosine) = (0.5 * angle).sin_cos();
        let mut normals = vec![DVec3::new(cosine, sine, 0.0), DVec3::new(-cosine, sine, 0.0)];
        let ways = [DVec3::new(-sine, cosine, 0.0), DVec3::new(sine, cosine, 0.0)];
        let mut soup = Soup::default();
        for way in ways {
            quad(&mut soup, turn, [way * 0.0, way * REACH], DVec3::Z * REACH);
        }
        if has_floor {
            normals.push(DVec3::Z);
            quad(&mut soup, turn, [DVec3::X * -REACH, DVec3::X * REACH], DVec3::Y * REACH);
        }
        let mut world = World::new();
        insert(&mut world, &soup, DAffine3::IDENTITY);
        Self { world, normals: normals.into_iter().map(|n| turn * n).collect() }
    }

    /// The corner of three planes with these normals.
    pub(crate) fn of(normals: [DVec3; 3]) -> Self {
        let [a, b, c] = normals;
        let into = |way: DVec3, third: DVec3| {
            let way = way.try_normalize().expect("planes that meet in a line");
            way * (REACH * way.dot(third).signum())
        };
        let edges = [into(a.cross(b), c), into(b.cross(c), a), into(c.cross(a), b)];
        let mut soup = Soup::default();
        for k in 0..3 {
            soup.push([DVec3::ZERO, edges[k], edges[(k + 1) % 3]].map(DVec3::as_vec3), 0);
        }
        let mut world = World::new();
        insert(&mut world, &soup, DAffine3::IDENTITY);
        Self { world, normals: normals.to_vec() }
    }

    /// The position at these distances from the planes, in the shape's own extents.
    pub(crate) fn beside(&self, shape: &Shape, extents: [f64; 3]) -> DVec3 {
        let third =
            *self.normals.get(2).unwrap_or(&self.normals[0].cross(self.normals[1]).try_normalize().unwrap());
        let [a, b, c] = [self.normals[0], self.normals[1], third];
        let reach = |normal: DVec3, extent: f64| shape.extent_along(normal) * extent;
        let [p, q, r] = [reach(a, extents[0]), reach(b, extents[1]), reach(c, extents[2])];
        (b.cross(c) * p + c.cross(a) * q + a.cross(b) * r) / a.dot(b.cross(c))
    }
}

/// The parallelogram about `ends`, `half` to both sides.
fn quad(soup: &mut Soup, turn: DMat3, ends: [DVec3; 2], half: DVec3) {
    let [a, b, c, d] = [ends[0] - half, ends[1] - half, ends[1] + half, ends[0] + half]
        .map(|corner| (turn * corner).as_vec3());
    soup.push([a, b, c], 0);
    soup.push([a, c, d], 0);
}
