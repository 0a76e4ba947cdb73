//! Rays out of closed meshes, aimed at corners, edges and faces: none leaks, and the tree agrees with brute force.

use glissando::world::Brute;
use glissando::{Body, Collide, DAffine3, DVec3, Filter, Mesh, MeshOptions, Soup, World};
use glissando_testkit::form;
use glissando_testkit::oracle;
use glissando_testkit::random::Random;
use glissando_testkit::soups::skewed;

/// A closed surface around the origin: an octahedron, repeatedly subdivided, then dented.
struct Shell {
    corners: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Shell {
    fn new(random: &mut Random) -> Self {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z];
        let faces = [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]];
        let mut shell = Self { corners: axes.to_vec(), triangles: faces.to_vec() };
        for _ in 0..random.integer(0, 3) {
            shell.divide();
        }
        // Every corner stays on its ray from the origin, so the surface stays around it.
        let (low, size) = (random.pick(&[1.0, 0.7, 0.3]), random.magnitude(0.1, 1e3));
        let is_whole = random.chance(0.3);
        for corner in &mut shell.corners {
            let c = *corner * (size * random.between(low, 1.0) / corner.length());
            *corner = if is_whole { whole(c, size) } else { c }.as_vec3().as_dvec3();
        }
        shell
    }

    fn divide(&mut self) {
        let mut middles = std::collections::BTreeMap::new();
        let mut divided = Vec::new();
        for &[a, b, c] in &self.triangles {
            let corners = &mut self.corners;
            let mut middle = |p: u32, q: u32| {
                *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                    corners.push((corners[p as usize] + corners[q as usize]) * 0.5);
                    corners.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            divided.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        self.triangles = divided;
    }

    fn world(&self, pose: DAffine3) -> World {
        let corners: Vec<[f32; 3]> = self.corners.iter().map(|c| c.as_vec3().to_array()).collect();
        let (mesh, report) =
            Mesh::build(&Soup::new(&corners, &self.triangles), &MeshOptions::default()).unwrap();
        assert!(report.is_closed(), "{report}");
        let mut world = World::new();
        world.insert(Body::new(mesh).at(pose)).unwrap();
        world
    }

    fn corners_of(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|c| self.corners[c as usize])
    }

    /// Distance from the origin to the nearest part of the surface.
    fn room(&self) -> f64 {
        let distances = (0..self.triangles.len()).map(|t| oracle::distance(DVec3::ZERO, self.corners_of(t)));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// A corner, a point of an edge, or a point of a face.
    fn target(&self, random: &mut Random) -> DVec3 {
        let [a, b, c] = self.corners_of(random.integer(0, self.triangles.len() as i64 - 1) as usize);
        let along = if random.chance(0.5) { random.fraction() } else { 0.5 };
        match random.integer(0, 2) {
            0 => a,
            1 => a + (b - a) * along,
            _ => a + (b - a) * (along * 0.7) + (c - a) * (0.3 * random.fraction()),
        }
    }
}

/// The nearest point of a coarse grid: many corners then lie on common lines and planes with the start.
fn whole(v: DVec3, size: f64) -> DVec3 {
    let step = size / 16.0;
    DVec3::from(v.to_array().map(|c| (c / step).round() * step))
}

#[test]
fn no_ray_leaks_from_a_closed_mesh_and_the_tree_agrees_with_brute_force() {
    let (mut rays, mut compared, mut triangles) = (0_u64, 0_u64, 0);
    let meshes = form::cases(250, 1_000);
    for nth in 0..meshes {
        let mut random = Random::nth(97, 0, nth);
        let shell = Shell::new(&mut random);
        let pose = match nth % 4 {
            0 => DAffine3::IDENTITY,
            1 => DAffine3::from_translation(random.vector(1e6)),
            _ => skewed(&mut random, nth % 4 == 3),
        };
        let world = shell.world(pose);
        let room = shell.room();
        triangles += shell.triangles.len();
        for _ in 0..1_000 {
            let from = if random.chance(0.2) { DVec3::ZERO } else { random.direction() * (0.9 * room) };
            let way = shell.target(&mut random) - from;
            // Far out of the mesh: none of its points is twice as far away as the size of the first edge.
            let out = way * (4.0 * 1e3 / way.length().min(1e3)).max(4.0);
            let (from, out) = (pose.transform_point(from), pose.transform_vector(out));
            let hit = world.ray(from, out, Filter::ALL).unwrap();
            assert!(hit.is_some(), "mesh {nth}: {from:?} + {out:?}");
            assert!(world.is_blocked_between(from, from + out, Filter::ALL).unwrap());
            if rays.is_multiple_of(2) {
                assert_eq!(
                    hit,
                    Collide::ray(&Brute(&world), from, out, Filter::ALL),
                    "mesh {nth}: {from:?} + {out:?}"
                );
                compared += 1;
            }
            rays += 1;
        }
    }
    println!(
        "{rays} rays out of {meshes} closed meshes of {triangles} triangles: no leak; {compared} compared with brute force"
    );
    assert_eq!(rays, meshes * 1_000);
}

/// Near zero a rounding has no size; a box that only touches the ray's plane was once left out.
#[test]
fn a_ray_in_the_plane_x_0_hits_triangles_that_end_there() {
    let corners = [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [-2.0, 0.0, 0.0]];
    let (mesh, _) = Mesh::build(&Soup::new(&corners, &[[0, 1, 2]]), &MeshOptions::default()).unwrap();
    let mut world = World::new();
    world.insert_mesh(mesh);
    for x in [0.0, -0.0] {
        let hit = world.ray(DVec3::new(0.0, 1.0, 0.0), DVec3::new(x, -2.0, 0.0), Filter::ALL).unwrap();
        assert_eq!(hit.map(|h| h.fraction), Some(0.5));
    }
}
