//! A character that is put on the ground, at rest or with a level velocity, stands in its first tick and jumps at its start: at any
//! height, rate and place, with any body, on movers too.

use glissando::character::BodyShape;
use glissando::stage::Policy;
use glissando::{
    Body, Config, DAffine3, DQuat, DVec3, Event, EventKind, Ground, Input, Mesh, MeshOptions, Scratch,
    Settings, Soup, State, World, step,
};
use glissando_testkit::scenes;
use glissando_testkit::stages::{self, Scene, bodies, velocity};

const RATES: [f64; 7] = [30.0, 60.0, 100.0, 144.0, 240.0, 500.0, 1000.0];

const HEIGHTS: [f64; 11] = [0.0, 0.1, 0.3, 0.7, 1.0, 3.3, 100.1, 1000.3, 12_345.6, -0.1, -77.7];

/// The state after one tick, and its events.
fn tick(world: &World, config: &Config, from: &State, input: Input, rate: f64) -> (State, Vec<Event>) {
    let (mut state, mut scratch) = (*from, Scratch::new());
    let events = step(world, config, &mut state, input, 1.0 / rate, &mut scratch).unwrap().events.to_vec();
    (state, events)
}

/// A floor of this height below bodies of that up, by its corners or by its pose.
fn floor(up: DVec3, height: f64, is_posed: bool) -> World {
    let mut soup = scenes::floor(4.0, 3);
    let raised = if is_posed { 0.0 } else { height };
    for corner in &mut soup.vertices {
        corner.y += raised as f32;
    }
    let turn = DQuat::from_rotation_arc(DVec3::Y, up);
    let at = up * (height - raised);
    placed_world(&soup, DAffine3::from_scale_rotation_translation(DVec3::splat(1.0), turn, at))
}

fn placed_world(soup: &Soup, pose: DAffine3) -> World {
    let mut world = World::new();
    let (mesh, _) = Mesh::build(soup, &MeshOptions::default()).unwrap();
    world.insert(Body { pose, ..Body::new(mesh) }).unwrap();
    world
}

/// The first tick of a state in the air: it stands, and an immediate jump is one of the whole tick.
fn stands_and_jumps(world: &World, config: &Config, from: &State, wishes: &[DVec3], rate: f64, name: &str) {
    let up = config.settings().up;
    for wish in wishes.iter().copied() {
        let name = format!("{name}, rate {rate}, wish {wish:?}");
        let (state, events) = tick(world, config, from, Input { wish, ..Input::default() }, rate);
        assert_eq!(state.ground, Ground::Standing, "{name}: {events:?}");
        // A landing of a body that moves along the ground has no speed; one that is at rest has none.
        let slowest = if from.velocity == DVec3::ZERO { -1.0 } else { 1e-6 };
        let is_kept = |e: &Event| match e.kind {
            EventKind::Landed { speed, .. } => speed <= slowest,
            _ => false,
        };
        assert!(events.iter().all(is_kept), "{name}: {events:?}");
        if from.velocity == DVec3::ZERO && wish == DVec3::ZERO {
            assert_eq!(state.position, from.position, "{name}");
        }
        let (jumped, events) =
            tick(world, config, from, Input { wish, jump: true, ..Input::default() }, rate);
        let first = events.iter().find(|e| matches!(e.kind, EventKind::Jumped));
        assert_eq!(first.map(|e| e.time), Some(0.0), "{name}: {events:?}");
        let (speed, dt) = (config.settings().jump.speed, 1.0 / rate);
        let gained = (jumped.position - from.position).dot(up);
        let wanted = speed * dt - 0.5 * 9.81 * dt * dt;
        let far = from.position.length() * 1e-15;
        assert!((gained - wanted).abs() < 1e-9 + far, "{name}: rose by {gained}, not {wanted}");
    }
}

#[test]
fn a_body_on_a_floor_stands_and_jumps_in_its_first_tick() {
    let ups = [DVec3::Y, -DVec3::Y, DVec3::X, DVec3::new(0.3, 0.8, -0.2)];
    for settings in bodies() {
        for (up, is_posed) in ups.iter().flat_map(|up| [(*up, true), (*up, false)]) {
            let config = Config::new(&settings.turned_to(up)).unwrap();
            let up = config.settings().up;
            for height in HEIGHTS {
                let world = floor(up, height, is_posed);
                let rest = State::with_feet_at(&config, up * height);
                let along = up.cross(DVec3::new(0.2, -0.1, 0.7)) * 2.0;
                let wishes = [DVec3::ZERO, up.cross(DVec3::new(0.3, 0.9, -0.4)) * 3.0];
                for velocity in [DVec3::ZERO, along] {
                    let from = State { velocity, ..rest };
                    for rate in RATES {
                        let name = format!("{:?}, up {up:?}, height {height}, {velocity:?}", settings.body);
                        stands_and_jumps(&world, &config, &from, &wishes, rate, &name);
                    }
                }
            }
        }
    }
}

/// Where a walk came to stand, a new character is put: on slopes, edges and stairs, in wedges, far from the origin.
#[test]
fn a_body_where_another_stood_stands_and_jumps_in_its_first_tick() {
    let grounds = [
        scenes::slope(20.0, 10.0),
        scenes::slope(44.0, 10.0),
        scenes::stairs(0.3, 6, 0.3),
        scenes::ledge(3.0),
        scenes::fence(0.3, 0.1),
        scenes::fan_floor(4.0, 8, 5),
        scenes::groove(60.0),
    ];
    let mut placed = 0;
    for settings in bodies() {
        let config = Config::new(&settings).unwrap();
        for (number, soup) in grounds.iter().enumerate() {
            for shift in [DVec3::ZERO, DVec3::new(1e3, 300.7, -1e3), DVec3::new(1e5, 3e4, -1e5)] {
                let world = placed_world(soup, DAffine3::from_translation(shift));
                for above in
                    [DVec3::new(0.2, 3.0, 0.1), DVec3::new(-0.37, 3.0, 0.2), DVec3::new(0.05, 3.0, -0.8)]
                {
                    let mut state = State::at(shift + above);
                    for _ in 0..90 {
                        state = tick(&world, &config, &state, Input::default(), 60.0).0;
                    }
                    if state.ground != Ground::Standing {
                        continue;
                    }
                    placed += 1;
                    for rate in RATES {
                        let name = format!("{:?}, ground {number}, {shift:?} {above:?}", settings.body);
                        stands_and_jumps(
                            &world,
                            &config,
                            &State::at(state.position),
                            &[DVec3::ZERO],
                            rate,
                            &name,
                        );
                    }
                }
            }
        }
    }
    println!("{placed} placed");
    assert!(placed > 150);
}

/// Its feet stay on the ground where it crouches at once.
#[test]
fn a_body_on_a_floor_crouches_in_its_first_tick() {
    let world = floor(DVec3::Y, 0.3, true);
    for settings in bodies() {
        let config = Config::new(&settings).unwrap();
        let from = State::with_feet_at(&config, DVec3::Y * 0.3);
        let (state, events) =
            tick(&world, &config, &from, Input { crouch: true, ..Input::default() }, 1000.0);
        assert!(state.is_crouching && state.ground == Ground::Standing && events.is_empty(), "{events:?}");
        let lower = from.position.y - state.position.y;
        assert!((lower - 0.4).abs() < 0.01, "{lower}");
    }
}

/// A mover that is at rest, goes along or rises holds the body; one that goes down leaves it in the air.
#[test]
fn a_body_on_a_mover_stands_in_its_first_tick() {
    for settings in bodies() {
        for way in [DVec3::ZERO, DVec3::X * 2.0, DVec3::Y * 1.5, DVec3::new(1.0, 2.0, -0.5)] {
            for (rate, jump) in RATES.into_iter().flat_map(|rate| [(rate, false), (rate, true)]) {
                let mut world = World::new();
                let body = stages::block(&mut world, DVec3::new(0.0, -0.3, 0.0), DVec3::new(3.0, 0.4, 3.0));
                let mut scene = Scene::with(world, &settings);
                scene.mover(body, DVec3::ZERO, velocity(way, DVec3::ZERO), Policy::Push);
                scene.spawns(DVec3::Y * 0.1);
                let inputs = [Input { jump, ..Input::default() }];
                scene.stage.tick(&mut scene.state, &inputs, 1.0 / rate, &mut scene.scratch).unwrap();
                let ground = scene.state.characters[0].state.ground;
                let wanted = if jump { Ground::Airborne } else { Ground::Standing };
                assert_eq!(ground, wanted, "{:?} {way:?} {rate}", settings.body);
            }
        }
    }
}

/// A body that comes down lands at its time and speed, one that rises does not land, and one that flies does not stand.
#[test]
fn a_body_that_is_not_placed_flies_and_lands_as_ever() {
    let world = floor(DVec3::Y, 0.0, true);
    for settings in bodies() {
        let config = Config::new(&settings).unwrap();
        let on = State::with_feet_at(&config, DVec3::ZERO);
        for rate in RATES {
            // Thrown up from the ground, if ever so slowly, and along the ground at once.
            for speed in [1e-3, 0.1, 5.0] {
                let from = State { velocity: DVec3::new(2.0, speed, 0.0), ..on };
                let (state, events) = tick(&world, &config, &from, Input::default(), rate);
                let has_landed = events.iter().any(|e| matches!(e.kind, EventKind::Landed { .. }));
                assert_eq!(state.ground == Ground::Standing, has_landed, "{speed} {rate}: {events:?}");
                // A piece of a flight that begins on the ground lasts up to 0.018 s.
                let up_in_air = 2.0 * speed / 9.81;
                let landed = events.iter().find(|e| matches!(e.kind, EventKind::Landed { .. }));
                assert!(
                    landed.is_none_or(|e| (up_in_air * 0.999..up_in_air + 0.019).contains(&e.time)),
                    "{speed} {rate}: {events:?}"
                );
            }
            // A millimetre above it, and coming down on it.
            for (height, fall) in [(2e-3, 0.0), (2e-3, 0.2), (0.0, 0.2)] {
                let above = State::with_feet_at(&config, DVec3::Y * height);
                let from = State { velocity: DVec3::Y * -fall, ..above };
                let speed = f64::sqrt(fall * fall + 2.0 * 9.81 * height);
                let time = (speed - fall) / 9.81;
                let (state, events) = tick(&world, &config, &from, Input::default(), rate);
                let Some(landed) = events.first() else {
                    assert!(
                        state.ground == Ground::Airborne && time + 0.019 > 1.0 / rate,
                        "{height} {fall} {rate}"
                    );
                    continue;
                };
                assert!(
                    landed.time >= 0.999 * time && landed.time < time + 0.019,
                    "{height} {fall}: {landed:?}"
                );
                let EventKind::Landed { speed, .. } = landed.kind else { panic!("{landed:?}") };
                assert!((speed - fall - 9.81 * landed.time).abs() < 1e-6, "{height} {fall}: {landed:?}");
            }
            let fly = Input { fly: true, ..Input::default() };
            assert_eq!(tick(&world, &config, &on, fly, rate).0.ground, Ground::Airborne);
        }
        let rising = Config::new(&Settings { gravity: DVec3::Y * 2.0, ..settings }).unwrap();
        assert_eq!(tick(&world, &rising, &on, Input::default(), 60.0).0.ground, Ground::Airborne);
    }
}

/// A surface that is too steep to stand on holds no character that is put on it.
#[test]
fn a_body_on_steep_ground_slides_from_its_first_tick() {
    let body = BodyShape::Ellipsoid;
    let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
    let world = placed_world(&scenes::slope(60.0, 10.0), DAffine3::from_translation(DVec3::ZERO));
    let mut state = State::at(DVec3::Y * 4.0);
    for _ in 0..200 {
        state = tick(&world, &config, &state, Input::default(), 60.0).0;
        if state.ground == Ground::Steep {
            break;
        }
    }
    assert_eq!(state.ground, Ground::Steep);
    let (state, events) = tick(&world, &config, &State::at(state.position), Input::default(), 60.0);
    assert_eq!((state.ground, events.len()), (Ground::Steep, 0));
}
