//! A face in contact hides what lies in its plane or, if it is a rim, behind it: a flat side has one contact with a level floor.

use glissando::character::{BodyShape, step_through};
use glissando::slide::{Mover, SlideBuffer, Stop, drop_inner_edges, slide};
use glissando::{
    Config, Contact, DQuat, DVec3, Feature, Filter, Ground, Input, Mesh, MeshOptions, Scratch, Settings,
    Shape, Soup, State, Vec3, World, step,
};
use glissando_testkit::random::Random;

/// A level floor of squares of half a metre, each two triangles, from -2 to 2 m; `height` and `material` of each by its corner.
fn floor(height: impl Fn(f32, f32) -> Option<f32>, material: impl Fn(f32, f32) -> u16) -> World {
    let mut soup = Soup::default();
    let places = || (-4..4).map(|i| 0.5 * i as f32);
    for (x, z) in places().flat_map(|x| places().map(move |z| (x, z))) {
        let Some(y) = height(x, z) else { continue };
        let [a, b, c, d] =
            [[0.0, 0.0], [0.0, 0.5], [0.5, 0.5], [0.5, 0.0]].map(|[i, k]| Vec3::new(x + i, y, z + k));
        soup.push([a, b, c], material(x, z));
        soup.push([a, c, d], material(x, z));
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

fn shapes() -> [Shape; 2] {
    let turn = DQuat::IDENTITY;
    let half = DVec3::new(0.6, 0.9, 0.6);
    [Shape::cuboid(half, 0.01, turn).unwrap(), Shape::cylinder(0.6, 0.9, 0.01, turn).unwrap()]
}

/// What is left of the contacts within a millimetre of a body that hovers as high.
fn left(world: &World, shape: &Shape, at: DVec3) -> Vec<Contact> {
    let mut found = Vec::new();
    world.contacts(shape, at, 0.002, Filter::ALL, &mut found).unwrap();
    assert!(found.len() > 1, "there is nothing to drop: {found:?}");
    drop_inner_edges(&mut found);
    found
}

#[test]
fn a_level_floor_of_many_triangles_is_one_contact_below_the_middle() {
    let world = floor(|_, _| Some(0.0), |_, _| 0);
    for shape in shapes() {
        let at = DVec3::new(0.1, 0.901, 0.2);
        let found = left(&world, &shape, at);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].normal, DVec3::Y);
        assert!((found[0].point - DVec3::new(0.1, 0.0, 0.2)).length() < 1e-12, "{found:?}");
    }
}

#[test]
fn each_material_of_a_floor_keeps_a_contact() {
    let world = floor(|_, _| Some(0.0), |x, _| if x < 0.0 { 3 } else { 5 });
    for shape in shapes() {
        let mut found = left(&world, &shape, DVec3::new(0.1, 0.901, 0.2));
        found.sort_by_key(|c| c.surface.material);
        assert_eq!(found.iter().map(|c| c.surface.material).collect::<Vec<_>>(), [3, 5]);
    }
}

/// Without the rule the rims beyond the gap would hold a body up that has not reached them.
#[test]
fn rims_across_a_gap_and_of_a_lower_floor_are_no_contacts() {
    let gap = |x: f32, _: f32| if x == 0.5 { None } else { Some(if x > 0.5 { -0.0005 } else { 0.0 }) };
    let world = floor(gap, |_, _| 0);
    for shape in shapes() {
        let found = left(&world, &shape, DVec3::new(0.399, 0.901, 0.2));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].normal, DVec3::Y);
    }
}

#[test]
fn a_wall_and_a_step_up_stay_contacts() {
    let mut world = floor(|_, _| Some(0.0), |_, _| 0);
    let block = Soup::cuboid(Vec3::new(1.2, 0.1, 0.0), Vec3::new(0.5, 0.1, 2.0));
    world.insert_mesh(Mesh::build(&block, &MeshOptions::default()).unwrap().0);
    for shape in shapes() {
        let found = left(&world, &shape, DVec3::new(0.099, 0.901, 0.2));
        let normals: Vec<DVec3> = found.iter().map(|c| c.normal).collect();
        assert_eq!(found.len(), 2, "{normals:?}");
        assert!(normals.contains(&-DVec3::X) && normals.contains(&DVec3::Y));
    }
}

/// Whatever the order in which triangles are found, the same is left. Floors with steps, gaps and materials at random.
#[test]
fn what_is_left_does_not_depend_on_the_order() {
    let mut random = Random::new(31);
    let (mut cases, mut dropped) = (0, 0);
    while cases < 3_000 {
        let (seed, step) = (random.bits(), random.pick(&[0.0, 0.0003, 0.2]));
        let at_random = |x: f32, z: f32| Random::nth(seed, (x * 2.0 + 8.0) as u64, (z * 2.0 + 8.0) as u64);
        let height = |x: f32, z: f32| {
            let mut random = at_random(x, z);
            (!random.chance(0.1)).then(|| if random.chance(0.3) { step } else { 0.0 })
        };
        let world = floor(height, |x, z| at_random(x, z).integer(0, 1) as u16);
        for shape in shapes() {
            let at = DVec3::new(random.between(-1.0, 1.0), 0.901, random.between(-1.0, 1.0));
            let mut all = Vec::new();
            world.contacts(&shape, at, 0.002, Filter::ALL, &mut all).unwrap();
            if all.is_empty() {
                continue;
            }
            let mut expected = all.clone();
            drop_inner_edges(&mut expected);
            for _ in 0..4 {
                let mut shuffled = all.clone();
                for last in (1..shuffled.len()).rev() {
                    shuffled.swap(last, random.integer(0, last as i64) as usize);
                }
                drop_inner_edges(&mut shuffled);
                assert_eq!(shuffled, expected);
            }
            dropped += all.len() - expected.len();
            cases += 1;
        }
    }
    println!("{cases} places, {dropped} contacts dropped");
    assert!(dropped > 10_000, "{dropped}");
}

/// Found in `recast_dungeon`, in a first form of the rule: an edge of a triangle that rises by a micrometre is in the plane of the floor before it
/// and as near, but the rest of it is not. A box at its sweep shell stopped there, 48 times without a step.
#[test]
fn a_triangle_that_rises_from_the_plane_of_a_floor_is_no_obstacle() {
    let low = 9.998_184;
    let soup = Soup::new(
        &[
            [-9.144_118, low, -16.932_898],
            [-8.934_706, low, -16.676_807],
            [-3.135_706_4, low, -16.932_9],
            [-8.940_938, low, -16.230_822],
            [-3.418_189, low, -16.636_293],
            [-3.137_508_4, 9.998_185, -22.931_099],
            [-9.144_118, 9.998_185, -22.932_9],
        ],
        &[[0, 1, 2], [1, 3, 4], [4, 2, 1], [2, 5, 0], [6, 0, 5]],
    );
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let shape = Shape::cuboid(DVec3::new(0.4, 0.9, 0.4), 0.001, DQuat::IDENTITY).unwrap();
    let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
    let at = DVec3::new(-6.332_502_654_467_225, 10.900_184_204_101_562, -16.533_898_316_528_578);
    let wish = DVec3::new(-0.045_2, -0.125_1, -0.653_3);
    let moved = slide(&world, &mover, at, wish, &mut SlideBuffer::default(), &mut ()).unwrap();
    assert_eq!(moved.stop, Stop::Done, "{moved:?}");
    assert!(moved.position.z < at.z - 0.6, "{moved:?}");
}

/// The caches of a character do not measure what a face below the middle hides, a world does. Where triangles overlap in the plane of
/// the floor, several are below the middle: both ways must choose the same.
#[test]
fn caches_and_world_choose_the_same_of_overlapping_triangles() {
    let mut soup = Soup::default();
    for (offset, size) in [(0.0, 0.5), (0.125, 0.5), (0.25, 0.375), (0.0, 0.5)] {
        for (i, k) in (-8..8).flat_map(|i| (-8..8).map(move |k| (i, k))) {
            let at = |x: i32, z: i32| Vec3::new(offset + size * x as f32, 0.0, offset + size * z as f32);
            let [a, b, c, d] = [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)];
            soup.push([b, c, d], 0);
            soup.push([b, d, a], 0);
        }
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let mut random = Random::new(12);
    let mut ticks = 0;
    for body in [BodyShape::Box, BodyShape::Cylinder] {
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        for _ in 0..20 {
            let at = DVec3::new(random.half(4), 1.0, random.half(4)) * 0.25;
            let mut states = [State::at(DVec3 { y: 1.0, ..at }); 2];
            let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
            for _ in 0..60 {
                let wish = DVec3::new(random.half(4), 0.0, random.half(4));
                let input = Input { wish, ..Input::default() };
                let [one, two] = &mut states;
                let near = step(&world, &config, one, input, 1.0 / 64.0, &mut scratch).unwrap();
                let far = step_through(&world, &config, two, input, 1.0 / 64.0, &mut other, &mut ()).unwrap();
                assert_eq!(near.contacts, far.contacts, "{one:?}");
                assert_eq!(one, two);
                ticks += 1;
            }
            assert_eq!(states[0].ground, Ground::Standing);
        }
    }
    println!("{ticks} ticks");
}

/// Ground that rose past a box into the rounding of its top: the triangle that the box stood on is looked for, which need not be the one
/// at the middle. Caches that left it out made the box fall.
#[test]
fn ground_that_rose_into_the_rounding_of_the_top_is_still_the_ground() {
    let at = DVec3::new(0.1, 0.0, 0.2);
    let world = floor(|_, _| Some(0.75), |_, _| 0);
    let mut settings = Settings { body: BodyShape::Box, rounding: 0.3, ..Settings::default() };
    settings = settings.with_radii(DVec3::new(0.6, 0.9, 0.6));
    let config = Config::new(&settings).unwrap();
    let mut all = Vec::new();
    world.contacts(&config.shape(false), at, 0.0, Filter::ALL, &mut all).unwrap();
    let faces: Vec<_> = all.iter().filter(|c| c.feature == Feature::Face).collect();
    assert!(faces.len() > 4, "{faces:?}");
    for face in faces {
        let support = Some(face.surface);
        let standing = State { ground: Ground::Standing, ground_normal: Vec3::Y, support, ..State::at(at) };
        let (mut near, mut far) = (standing, standing);
        step(&world, &config, &mut near, Input::default(), 1.0 / 64.0, &mut Scratch::new()).unwrap();
        let input = Input::default();
        step_through(&world, &config, &mut far, input, 1.0 / 64.0, &mut Scratch::new(), &mut ()).unwrap();
        assert_eq!(near, far);
        assert!(near.position.y > 1.6, "{near:?}");
    }
}
