//! One-sided faces: closed from the front for bodies of all shapes that stand up, start in them or move at random.

use glissando::character::BodyShape;
use glissando::{
    Config, DVec3, EventKind, Filter, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World, step,
};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// The inside of a box: its faces look inward, and only their fronts collide.
fn room(low: DVec3, high: DVec3) -> World {
    let mut soup = Soup::default();
    scenes::block(&mut soup, low, high);
    soup.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    let options = MeshOptions { one_sided: vec![0], ..MeshOptions::default() };
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &options).unwrap().0);
    world
}

fn settings(body: BodyShape) -> Settings {
    Settings { body, ..Settings::default() }
}

#[test]
fn no_body_stands_up_through_a_ceiling() {
    for body in BODIES {
        // The centre of the standing body is below the first ceiling and above the second.
        for (height, radii) in [(1.2, [0.4, 0.5, 0.4]), (0.86, [0.4, 0.42, 0.4])] {
            let world = room(DVec3::new(-4.0, 0.0, -4.0), DVec3::new(4.0, height, 4.0));
            let config =
                Config::new(&Settings { crouch_radii: DVec3::from(radii), ..settings(body) }).unwrap();
            let mut state = State::with_feet_at(&config, DVec3::ZERO);
            state.is_crouching = true;
            state.position.y = radii[1] + 0.004;
            let mut scratch = Scratch::new();
            for tick in 0..30 {
                let input = Input { crouch: tick < 10, ..Input::default() };
                step(&world, &config, &mut state, input, DT, &mut scratch).unwrap();
            }
            assert!(state.is_crouching && state.position.y < height - 0.4, "{body:?}: {state:?}");
        }
    }
}

#[test]
fn no_body_that_stands_up_in_the_air_falls_through_the_floor() {
    for body in BODIES {
        let world = room(DVec3::new(-4.0, 0.0, -4.0), DVec3::new(4.0, 5.0, 4.0));
        let config = Config::new(&settings(body)).unwrap();
        let mut state = State::at(DVec3::Y * 0.55);
        state.is_crouching = true;
        let mut scratch = Scratch::new();
        for _ in 0..120 {
            step(&world, &config, &mut state, Input::default(), DT, &mut scratch).unwrap();
        }
        assert!(!state.is_crouching && (state.position.y - 0.907).abs() < 4e-3, "{body:?}: {state:?}");
    }
}

#[test]
fn a_body_that_starts_in_a_floor_with_its_centre_above_is_moved_out() {
    for body in BODIES {
        for depth in [0.01, 0.05, 0.3] {
            let world = room(DVec3::new(-4.0, 0.0, -4.0), DVec3::new(4.0, 5.0, 4.0));
            let config = Config::new(&settings(body)).unwrap();
            let at = DVec3::Y * (0.9 - depth);
            let overlap = world.overlap(&config.shape(false), at, Filter::ALL).unwrap().unwrap();
            // Of a box or a cylinder it is the way out of one triangle, which may be shorter beside an edge.
            assert!(overlap.gap() < 0.0 && overlap.gap() >= -depth - 1e-9, "{body:?}: {overlap:?}");
            let (mut state, mut scratch) = (State::at(at), Scratch::new());
            let report = step(&world, &config, &mut state, Input::default(), DT, &mut scratch).unwrap();
            let is_recovered = |event: &glissando::Event| matches!(event.kind, EventKind::Recovered { .. });
            assert!(report.events.iter().any(is_recovered), "{body:?} at {depth}");
            assert!(state.position.y > 0.9 && state.position.y < 0.91, "{body:?}: {state:?}");
        }
    }
}

#[test]
fn a_body_behind_a_face_passes_it() {
    for body in BODIES {
        let world = room(DVec3::new(-4.0, 0.0, -4.0), DVec3::new(4.0, 5.0, 4.0));
        let config = Config::new(&settings(body)).unwrap();
        let (mut state, mut scratch) = (State::at(DVec3::new(-6.0, 2.0, 0.0)), Scratch::new());
        let input = Input { wish: DVec3::X * 5.0, fly: true, ..Input::default() };
        for _ in 0..60 {
            step(&world, &config, &mut state, input, DT, &mut scratch).unwrap();
        }
        assert!(state.position.x > -2.0, "{body:?}: {state:?}");
    }
}

#[test]
fn no_body_leaves_a_closed_room_by_jumping_and_crouching_at_random() {
    let mut ticks = 0;
    for body in BODIES {
        for seed in 0..8 {
            let world = room(DVec3::new(-3.0, 0.0, -3.0), DVec3::new(3.0, 2.5, 3.0));
            let config = Config::new(&settings(body)).unwrap();
            let (mut state, mut scratch) = (State::with_feet_at(&config, DVec3::ZERO), Scratch::new());
            let mut random = Random::new(seed);
            let mut input = Input::default();
            for tick in 0..1500 {
                if tick % 20 == 0 {
                    let speed = random.pick(&[2.0, 6.0, 30.0]);
                    let DVec3 { x, z, .. } = random.direction();
                    input.wish = DVec3::new(x, 0.0, z) * speed;
                    input.crouch = random.chance(0.4);
                }
                input.jump = random.chance(0.2);
                step(&world, &config, &mut state, input, DT, &mut scratch).unwrap();
                ticks += 1;
                let shape = config.shape(state.is_crouching);
                let half = shape.half_extents();
                let room = DVec3::new(3.0, 1.25, 3.0) - half;
                let out = (state.position - DVec3::Y * 1.25).abs() - room;
                assert!(out.max_element() < 1e-6, "{body:?} {seed} {tick}: {state:?}");
            }
        }
    }
    println!("{ticks} ticks");
}
