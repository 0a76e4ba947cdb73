//! Results with any instructions of the machine equal those of a test of every triangle, to the bit.

use glissando::world::Brute;
use glissando::world::Instructions;
use glissando::{Collide, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, World};
use glissando_testkit::levels::{RealLevel, shared_file};
use glissando_testkit::random::Random;

/// Triangles of all sizes in disorder, some so thin or so far apart that `f32` loses them.
fn rubble(random: &mut Random) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..300 {
        let size = [1e-4, 0.1, 1.0, 30.0, 1e5][random.integer(0, 4) as usize];
        let mut place = |span: f64| {
            DVec3::new(random.between(-span, span), random.between(-span, span), random.between(-span, span))
        };
        let centre = place(6.0);
        let first = soup.vertices.len() as u32;
        soup.vertices.extend((0..3).map(|_| (centre + place(size)).as_vec3()));
        soup.triangles.push([first, first + 1, first + 2]);
    }
    soup
}

/// Queries with all kinds of instructions and triangle by triangle; returns the number of queries with a hit or
/// contact.
fn ask_all(world: &mut World, centre: DVec3, random: &mut Random, questions: usize) -> usize {
    let mut met = 0;
    for _ in 0..questions {
        let mut place = |span: f64| {
            DVec3::new(random.between(-span, span), random.between(-span, span), random.between(-span, span))
        };
        let (from, radii) = (centre + place(8.0), place(0.9).abs() + DVec3::splat(0.05));
        let translation = place(1.0) * [1e-3, 0.1, 1.0, 10.0][random.integer(0, 3) as usize];
        let shape = Shape::upright_ellipsoid(radii).unwrap();
        let sweep = Sweep::new(shape, from, translation).unwrap();
        let answer = |world: &dyn Collide| {
            let mut found = Vec::new();
            world.contacts_in_radii(&shape, from, 1.2, Filter::ALL, &mut found);
            found.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
            (world.sweep(&sweep), world.ray(from, translation, Filter::ALL), found)
        };
        let slow = answer(&Brute(world));
        met += usize::from(slow.0.is_some() || slow.1.is_some() || !slow.2.is_empty());
        for instructions in Instructions::available() {
            world.set_instructions(instructions);
            let fast = answer(world);
            assert_eq!(fast, slow, "{instructions}: {sweep:?}");
        }
    }
    met
}

#[test]
fn queries_of_rubble_agree_with_all_instructions() {
    let (mut asked, mut met) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut world = World::new();
        let soup = rubble(&mut random);
        world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
        met += ask_all(&mut world, DVec3::ZERO, &mut random, 100);
        asked += 100;
    }
    let names: Vec<_> = Instructions::available().map(Instructions::name).collect();
    println!("{asked} queries, {met} of which met something, with {names:?}");
    assert!(met * 3 > asked);
}

#[test]
#[ignore = "needs ../shared/levels"]
fn queries_of_levels_agree_with_all_instructions() {
    for name in ["doom_e1m1.glb", "oa_dm2.glb"] {
        let mut world = RealLevel::load(&shared_file(name)).unwrap().world;
        let bounds = world.bounds();
        let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5;
        let met = ask_all(&mut world, middle, &mut Random::new(3), 60);
        println!("{name}: {met} of 60 queries met something");
        assert!(met > 0);
    }
}
