//! The clearance is a true distance: an independent search over the triangle never finds a smaller one.

use glissando::{
    Body, DAffine3, DMat3, DQuat, DVec3, Feature, Filter, Mesh, MeshOptions, Shape, Soup, Vec3, World,
};

/// A small seeded generator: xorshift.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.range(-size, size), self.range(-size, size), self.range(-size, size))
    }
}

/// Distance of `p` from the solid ellipsoid about the origin, by bisection of the multiplier alone.
fn point_distance(radii: DVec3, p: DVec3) -> f64 {
    let foot = |t: f64| {
        let c = |p: f64, r: f64| p * (r * r) / (t + r * r);
        DVec3::new(c(p.x, radii.x), c(p.y, radii.y), c(p.z, radii.z))
    };
    let inside = |x: DVec3| DVec3::new(x.x / radii.x, x.y / radii.y, x.z / radii.z).length_sq() <= 1.0;
    if inside(p) {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, radii.max_element() * (p.length() + radii.max_element()));
    for _ in 0..90 {
        let middle = (low + high) * 0.5;
        if inside(foot(middle)) { high = middle } else { low = middle }
    }
    (p - foot(high)).length()
}

/// The least value of a convex function on `0..=1`, by golden sections.
fn least(f: impl Fn(f64) -> f64) -> f64 {
    let golden = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..42 {
        let (a, b) = (high - (high - low) * golden, low + (high - low) * golden);
        if f(a) < f(b) { high = b } else { low = a }
    }
    f(low).min(f(high)).min(f(0.0)).min(f(1.0))
}

/// The distance from the ellipsoid to a triangle, both relative to the ellipsoid's centre in the world's axes.
fn searched(shape: &Shape, [a, b, c]: [DVec3; 3]) -> f64 {
    let axes = shape.rotation().to_mat3().transpose();
    let [a, b, c] = [axes * a, axes * b, axes * c];
    least(|u| {
        let from = a + (b - a) * u;
        least(|v| point_distance(shape.radii(), from + (c - from) * v))
    })
}

fn shape(random: &mut Random, flattest: f64) -> Shape {
    let mut radius = || random.range(flattest, 1.0);
    let radii = DVec3::new(radius(), radius(), radius());
    let q = random.vector(1.0);
    Shape::ellipsoid(radii, DQuat::from_xyzw(q.x, q.y, q.z, random.range(-1.0, 1.0))).unwrap()
}

fn world_of(soup: &Soup) -> World {
    let mut world = World::new();
    world.insert_mesh(Mesh::build(soup, &MeshOptions::default()).unwrap().0);
    world
}

fn near(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-9 * b.abs() + 1e-15, "{what}: {a} is not {b}");
}

#[test]
fn no_point_of_a_triangle_is_nearer_than_the_clearance() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut features = [0; 3];
    for case in 0..150 {
        let size = [0.2, 2.0, 40.0][case % 3];
        let shape = shape(&mut random, [0.9, 0.3, 0.02][case % 3]);
        let middle = random.vector(3.0);
        let corners = [0; 3].map(|_| (middle + random.vector(size)).as_vec3());
        let mut soup = Soup::default();
        soup.push(corners, 0);
        let at = random.vector(1.0);
        let exact = corners.map(|c| c.as_dvec3() - at);
        let found = world_of(&soup).clearance(&shape, at, f64::INFINITY, Filter::ALL).unwrap().unwrap();
        let expected = searched(&shape, exact);
        if expected < 1e-6 {
            assert!(found.distance < 1e-6, "case {case}: overlapping, but {}", found.distance);
            continue;
        }
        near(found.distance, expected, "distance");
        // The parts of the result agree: its point is that far from the ellipsoid, along its normal.
        let point = shape.rotation().to_mat3().transpose() * (found.point - at);
        near(point_distance(shape.radii(), point), expected, "distance of the point");
        let touched = found.point + found.normal * found.distance - at;
        near((shape.unit_from_world() * touched).length(), 1.0, "the other end on the ellipsoid");
        match found.feature {
            Feature::Face => features[0] += 1,
            Feature::Edge(_) => features[1] += 1,
            Feature::Vertex(_) => features[2] += 1,
        }
    }
    assert!(features.iter().all(|&n| n > 10), "every feature is tested: {features:?}");
}

#[test]
fn the_nearest_of_many_triangles_in_posed_bodies_is_never_missed() {
    let mut random = Random(0xfeed_beef_1234_0001);
    for _ in 0..8 {
        let mut world = World::new();
        for _ in 0..3 {
            let mut soup = Soup::default();
            for _ in 0..60 {
                let middle = random.vector(12.0);
                soup.push([0; 3].map(|_| (middle + random.vector(1.5)).as_vec3()), 0);
            }
            let matrix3 = DMat3::from_cols(
                DVec3::X * random.range(-2.0, -0.5),
                DVec3::Y + DVec3::X * random.range(-0.5, 0.5),
                DVec3::Z * random.range(0.5, 2.0),
            );
            let pose = DAffine3 { matrix3, translation: random.vector(5.0) };
            world.insert(Body::new(Mesh::build(&soup, &MeshOptions::default()).unwrap().0).at(pose)).unwrap();
        }
        let shape = shape(&mut random, 0.05);
        let spread = if random.unit() < 0.5 { 10.0 } else { 200.0 };
        let at = random.vector(spread);
        let found = world.clearance(&shape, at, f64::INFINITY, Filter::ALL).unwrap().unwrap();
        let mut expected = f64::INFINITY;
        for (_, body) in world.bodies() {
            for index in 0..body.mesh.triangle_count() as u32 {
                let corners = body.mesh.triangle(index).unwrap();
                let local = corners.map(|c: Vec3| body.pose.transform_point(c.as_dvec3()) - at);
                // A sphere around each is a bound that avoids most of the slow searches.
                let away = local.iter().map(|c| c.length()).fold(f64::INFINITY, f64::min);
                let size = (local[1] - local[0]).length().max((local[2] - local[0]).length());
                if away - size - shape.largest_radius() <= expected {
                    expected = expected.min(searched(&shape, local));
                }
            }
        }
        if expected > 1e-6 {
            near(found.distance, expected, "the nearest of all");
            let before = f64::from_bits(found.distance.to_bits() - 1);
            assert!(world.clearance(&shape, at, before, Filter::ALL).unwrap().is_none(), "within too little");
            let again = world.clearance(&shape, at, found.distance, Filter::ALL).unwrap();
            assert_eq!(again, Some(found), "within just enough");
        } else {
            assert!(found.distance < 1e-6);
        }
    }
}

#[test]
fn a_sphere_over_a_floor_has_the_height_as_clearance() {
    let floor = Soup::new(
        &[[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [9.0, 0.0, 9.0], [-9.0, 0.0, 9.0]],
        &[[0, 2, 1], [0, 3, 2]],
    );
    let world = world_of(&floor);
    let ask = |shape: &Shape, y: f64| {
        let at = DVec3::new(0.5, y, 0.25);
        world.clearance(shape, at, f64::INFINITY, Filter::ALL).unwrap().unwrap()
    };
    let ball = Shape::sphere(0.5).unwrap();
    assert_eq!(ask(&ball, 2.0).distance, 1.5);
    assert_eq!(ask(&ball, 2.0).point, DVec3::new(0.5, 0.0, 0.25));
    assert_eq!(ask(&ball, 0.25).distance, -0.25);
    assert_eq!(ask(&ball, 1e6).distance, 1e6 - 0.5);
    let tall = Shape::upright_ellipsoid(DVec3::new(0.25, 1.0, 0.25)).unwrap();
    assert_eq!(ask(&tall, 3.0).distance, 2.0);
    assert_eq!(ask(&tall, 3.0).normal, DVec3::Y);
    assert_eq!(ask(&tall, 0.5).distance, -0.5);
}

#[test]
fn bad_numbers_are_refused_and_an_empty_world_has_no_clearance() {
    let ball = Shape::sphere(0.5).unwrap();
    let ask = |at, most| World::new().clearance(&ball, at, most, Filter::ALL);
    assert_eq!(ask(DVec3::ZERO, f64::INFINITY), Ok(None));
    assert!(ask(DVec3::splat(f64::NAN), 1.0).is_err());
    assert!(ask(DVec3::splat(2e9), 1.0).is_err());
    assert!(ask(DVec3::ZERO, f64::NAN).is_err());
    assert!(ask(DVec3::ZERO, -1.0).is_err());
}
