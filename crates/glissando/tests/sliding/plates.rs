//! Bodies that start with the rim of a plate past their axis, over a floor or before a wall: the way along the plate's normal is
//! blocked, and the body comes out beside the rim.

use glissando::character::{BodyShape, pieces};
use glissando::slide::{Mover, SlideBuffer, Stop, slide};
use glissando::{
    Config, DVec3, EventKind, Filter, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World,
};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

fn world_of(soup: &Soup) -> World {
    let mut world = World::new();
    world.insert_mesh(Mesh::build(soup, &MeshOptions::default()).unwrap().0);
    world
}

/// How a plate is made of triangles.
#[derive(Clone, Copy, Debug)]
enum Plate {
    One,
    Two,
    /// Squares of 20 cm.
    Many,
}

/// A plate that ends at the rim `(reach, height, z)`, five metres long towards -x, where it is lower by `slope` a metre.
fn plate(kind: Plate, reach: f64, height: f64, slope: f64) -> Soup {
    let mut soup = Soup::default();
    let at = |x: f64, z: f64| Vec3::new((reach - x) as f32, (height - slope * x) as f32, z as f32);
    match kind {
        Plate::One => {
            soup.vertices = vec![at(0.0, -3.0), at(0.0, 3.0), at(5.0, 0.0)];
            soup.triangles = vec![[0, 1, 2]];
        }
        Plate::Two => scenes::quad(
            &mut soup,
            [at(0.0, -3.0), at(0.0, 3.0), at(5.0, 3.0), at(5.0, -3.0)].map(|v| v.as_dvec3()),
        ),
        Plate::Many => {
            for (x, z) in
                (0..10).flat_map(|x| (-10..10).map(move |z| (f64::from(x) * 0.2, f64::from(z) * 0.2)))
            {
                let corners = [at(x, z), at(x, z + 0.2), at(x + 0.2, z + 0.2), at(x + 0.2, z)];
                scenes::quad(&mut soup, corners.map(|v| v.as_dvec3()));
            }
        }
    }
    soup
}

/// No surface touches the body; some places leave room for a part of its skin alone.
fn is_clear(world: &World, mover: &Mover, at: DVec3) -> bool {
    let mut found = Vec::new();
    world.contacts(&mover.shape(), at, mover.skin(), Filter::ALL, &mut found).unwrap();
    found.iter().all(|c| c.radii > 1.0)
}

#[test]
fn a_body_under_the_rim_of_a_plate_comes_out_beside_it() {
    let mut moved = 0;
    for body in BODIES {
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        let mover = config.mover(false);
        let half = 0.4 * mover.rest_shell();
        for kind in [Plate::One, Plate::Two, Plate::Many] {
            for slope in [0.0, 0.3, -0.3, -2.0] {
                let mut random = Random::new(7);
                for _ in 0..150 {
                    let (reach, height) = (random.between(-0.4, 0.4), random.between(0.1, 1.8));
                    // A rim below the centre of a plate that rises behind it: the centre may be below the plate, and every level way
                    // leads through that.
                    if slope < 0.0 && height < 0.95 {
                        continue;
                    }
                    let mut soup = plate(kind, reach, height, slope);
                    soup.append(&Soup::plane(Vec3::ZERO, 10.0, 10.0, 1));
                    let world = world_of(&soup);
                    let start = State::with_feet_at(&config, DVec3::ZERO);
                    let (mut state, mut scratch) = (start, Scratch::new());
                    let report = pieces::recover(&world, &config, &mut state, &mut scratch).unwrap();
                    let name = format!("{body:?} {kind:?} slope {slope}, rim at {reach} {height}");
                    let is_stuck = report.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }));
                    assert!(!is_stuck, "{name}");
                    assert!(is_clear(&world, &mover, state.position), "{name}: {:?}", state.position);
                    let way = (state.position - start.position).length();
                    moved += usize::from(way > 0.0);
                    // A level plate above the centre: past the rim is the longest way that is needed.
                    let is_above = slope == 0.0 && reach > 0.0 && height > 0.95;
                    assert!(!is_above || way < reach + half + 1e-6, "{name}: {way} m");
                    let mut buffer = SlideBuffer::default();
                    let end =
                        slide(&world, &mover, start.position, DVec3::ZERO, &mut buffer, &mut ()).unwrap();
                    assert!(
                        end.stop != Stop::Stuck && is_clear(&world, &mover, end.position),
                        "{name}: {end:?}"
                    );
                }
            }
        }
    }
    println!("{moved} moved");
    assert!(moved > 2000);
}

/// The same lying on the side: a wall behind the body, and a plate that stands before it.
#[test]
fn a_body_between_a_wall_and_the_rim_of_a_plate_comes_out_beside_it() {
    for body in BODIES {
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        let mover = config.mover(false);
        let mut random = Random::new(8);
        for _ in 0..200 {
            let (reach, depth) = (random.between(-0.3, 0.3), random.between(0.1, 0.7));
            let mut soup = Soup::default();
            let corner = |x: f64, y: f64| DVec3::new(x, y, depth);
            let rim = [
                corner(reach, -4.0),
                corner(reach, 4.0),
                corner(reach - 5.0, 4.0),
                corner(reach - 5.0, -4.0),
            ];
            scenes::quad(&mut soup, rim);
            scenes::quad(
                &mut soup,
                [
                    DVec3::new(-9.0, -9.0, 0.0),
                    DVec3::new(-9.0, 9.0, 0.0),
                    DVec3::new(9.0, 9.0, 0.0),
                    DVec3::new(9.0, -9.0, 0.0),
                ],
            );
            let world = world_of(&soup);
            let start = State::at(DVec3::Z * 0.4 * mover.rest_shell());
            let (mut state, mut scratch) = (start, Scratch::new());
            let report = pieces::recover(&world, &config, &mut state, &mut scratch).unwrap();
            let name = format!("{body:?}, rim at {reach} {depth}: {:?}", report.events);
            assert!(report.events.iter().all(|e| matches!(e.kind, EventKind::Recovered { .. })), "{name}");
            assert!(is_clear(&world, &mover, state.position), "{name}");
            let way = (state.position - start.position).length();
            assert!(way < if reach > 0.0 && depth > 0.41 { reach + 0.41 } else { 1.9 }, "{name}");
        }
    }
}

/// The least way out of each small triangle leads over its edge into the next one: boxes and cylinders were stuck so.
#[test]
fn a_body_deep_in_a_floor_of_small_triangles_comes_out_along_its_face() {
    for cells in [1, 20, 80] {
        let world = world_of(&scenes::fan_floor(8.0, cells, 3));
        for body in BODIES {
            let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
            let mut random = Random::new(5);
            for depth in [0.1, 0.5, 0.8, 1.0, 1.4, 1.75] {
                for _ in 0..10 {
                    let feet = DVec3::new(random.between(-2.0, 2.0), -depth, random.between(-2.0, 2.0));
                    let start = State::with_feet_at(&config, feet);
                    let (mut state, mut scratch) = (start, Scratch::new());
                    let report = pieces::recover(&world, &config, &mut state, &mut scratch).unwrap();
                    let name = format!("{body:?} {cells} cells, {depth} m deep: {:?}", report.events);
                    assert!(
                        report.events.iter().all(|e| matches!(e.kind, EventKind::Recovered { .. })),
                        "{name}"
                    );
                    let way = (state.position - start.position).length();
                    assert!(way < depth.min(1.82 - depth) + 0.02, "{name}");
                }
            }
        }
    }
}

/// No way leads through a surface: a body in a pit under a lid stays there.
#[test]
fn a_body_that_is_closed_in_stays_stuck() {
    for body in BODIES {
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        let mut soup = plate(Plate::Two, 0.2, 1.0, 0.0);
        soup.append(&Soup::plane(Vec3::ZERO, 10.0, 10.0, 1));
        let side = |x: f64, z: f64| DVec3::new(x, 0.0, z);
        for (a, b) in [
            (side(0.45, -0.45), side(0.45, 0.45)),
            (side(-0.45, -0.45), side(-0.45, 0.45)),
            (side(-0.45, 0.45), side(0.45, 0.45)),
            (side(-0.45, -0.45), side(0.45, -0.45)),
        ] {
            let up = DVec3::Y * 5.0;
            scenes::quad(&mut soup, [a, b, b + up, a + up]);
        }
        let world = world_of(&soup);
        let mut state = State::with_feet_at(&config, DVec3::ZERO);
        let from = state.position;
        let report =
            pieces::recover(&world, &config, &mut state, &mut Scratch::new()).map(|r| r.events.len());
        assert_eq!((report, state.position), (Ok(1), from), "{body:?}");
    }
}
