//! Queries of the surroundings return the results of a test of every triangle.

use glissando::geometry::triangle_meets_box;
use glissando::world::WorldTriangle;
use glissando::{Collide, DVec3, Filter, Shape, Sweep, World};
use glissando_testkit::random::Random;
use glissando_testkit::soups::Recipe;

fn world(random: &mut Random) -> World {
    Recipe { bodies: 3, triangles: 80, edge: 2.0, middle: DVec3::ZERO }.world(random)
}

fn all_triangles(world: &World) -> Vec<WorldTriangle> {
    let mut found = Vec::new();
    let far = DVec3::splat(1e6);
    world.triangles_in_box(-far, far, Filter::ALL, &mut found).unwrap();
    found
}

#[test]
fn the_box_query_finds_exactly_the_triangles_that_meet_it() {
    let mut random = Random::new(11);
    let (mut cases, mut total) = (0, 0);
    for _ in 0..10 {
        let world = world(&mut random);
        let all = all_triangles(&world);
        assert_eq!(all.len(), world.bodies().map(|(_, b)| b.mesh.triangle_count()).sum::<usize>());
        let mut found = Vec::new();
        for _ in 0..200 {
            let (a, b) = (random.vector(8.0), random.vector(8.0));
            let (low, high) = (a.min(b), a.max(b));
            world.triangles_in_box(low, high, Filter::ALL, &mut found).unwrap();
            let meets = |t: &&WorldTriangle| triangle_meets_box(&t.corners, low, high);
            let expected: Vec<_> = all.iter().filter(meets).copied().collect();
            assert_eq!(found.len(), expected.len(), "{low:?} {high:?}");
            assert_eq!(found, expected);
            (cases, total) = (cases + 1, total + found.len());
        }
    }
    println!("{cases} boxes, {total} triangles found");
}

#[test]
fn an_overlap_is_the_deepest_contact_and_none_where_the_body_is_free() {
    let mut random = Random::new(12);
    let (mut overlaps, mut free) = (0, 0);
    for _ in 0..10 {
        let world = world(&mut random);
        let mut contacts = Vec::new();
        for _ in 0..300 {
            let shape = Shape::upright_ellipsoid(DVec3::new(0.3, 0.6, 0.4)).unwrap();
            let at = random.vector(6.0);
            Collide::contacts_in_radii(&world, &shape, at, 1.0, Filter::ALL, &mut contacts);
            let least = contacts.iter().map(|c| c.gap()).fold(0.0, f64::min);
            match world.overlap(&shape, at, Filter::ALL).unwrap() {
                Some(deepest) => assert_eq!(deepest.gap(), least),
                None => assert_eq!(least, 0.0),
            }
            overlaps += usize::from(least < 0.0);
            free += usize::from(least == 0.0);
        }
    }
    println!("{overlaps} overlaps, {free} free");
    assert!(overlaps > 100 && free > 100);
}

#[test]
fn contacts_of_a_stopped_sweep_include_the_surface_that_stopped_it() {
    let mut random = Random::new(13);
    let mut hits = 0;
    for _ in 0..10 {
        let world = world(&mut random);
        let mut contacts = Vec::new();
        for _ in 0..300 {
            let shape = Shape::sphere(0.3).unwrap();
            let sweep = Sweep::new(shape, random.vector(6.0), random.vector(5.0)).unwrap();
            let hit = world.sweep_contacts(&sweep, 1e-6, &mut contacts).unwrap();
            assert_eq!(hit, world.sweep(&sweep));
            if let Some(hit) = hit.filter(|h| h.fraction > 0.0) {
                hits += 1;
                let apart = |c: &glissando::Contact| (c.point - hit.point).length();
                assert!(contacts.iter().any(|c| apart(c) < 1e-5), "{hit:?}");
            }
        }
    }
    println!("{hits} stops");
    assert!(hits > 500);
}

/// Batches return the results of single queries, in their order; an invalid query leaves no results.
#[test]
fn batches_of_rays_and_sweeps_equal_single_queries() {
    let mut random = glissando_testkit::random::Random::new(61);
    let recipe =
        glissando_testkit::soups::Recipe { bodies: 3, triangles: 60, edge: 1.0, middle: DVec3::ZERO };
    let world = recipe.world(&mut random);
    let rays: Vec<_> = (0..400).map(|_| (random.vector(4.0), random.vector(9.0))).collect();
    let mut hits = Vec::new();
    world.rays(&rays, Filter::ALL, &mut hits).unwrap();
    for ((from, translation), hit) in rays.iter().zip(&hits) {
        assert_eq!(*hit, world.ray(*from, *translation, Filter::ALL).unwrap());
    }
    assert!(hits.iter().flatten().count() > 100);
    let shape = Shape::sphere(0.2).unwrap();
    let sweeps: Vec<_> = rays.iter().map(|(from, way)| Sweep::new(shape, *from, *way).unwrap()).collect();
    world.sweeps(&sweeps, &mut hits);
    for (sweep, hit) in sweeps.iter().zip(&hits) {
        assert_eq!(*hit, world.sweep(sweep));
    }
    let bad = [rays[0], (DVec3::ZERO, DVec3::X * f64::NAN)];
    assert!(world.rays(&bad, Filter::ALL, &mut hits).unwrap_err().to_string().contains("translation"));
    assert!(hits.is_empty());
}

/// A mesh counts once, however many bodies share it.
#[test]
fn the_byte_count_of_a_world_counts_each_mesh_once() {
    let soup = glissando::Soup::plane(glissando::Vec3::ZERO, 10.0, 10.0, 40);
    let (mesh, _) = glissando::Mesh::build(&soup, &glissando::MeshOptions::default()).unwrap();
    let bytes = mesh.tree_stats().byte_count;
    let mesh = std::sync::Arc::new(mesh);
    let mut world = World::new();
    assert!(world.byte_count() < 1_000);
    for _ in 0..10 {
        world.insert_mesh(mesh.clone());
    }
    let all = world.byte_count();
    assert!((bytes..bytes + 20_000).contains(&all), "{bytes} {all}");
}
