//! Ground that rises by more than a body's lower radius in one change, without a motion: by pose, by mesh, under a
//! crowd.

use glissando::character::BodyShape;
use glissando::crowd::{self, CrowdScratch, Member};
use glissando::stage::{Stage, StageCharacter, StageScratch};
use glissando::{
    Body, BodyId, Config, DAffine3, DVec3, EventKind, Ground, Input, Mesh, MeshOptions, Scratch, Settings,
    Soup, State, Vec3, World, step,
};

const DT: f64 = 1.0 / 60.0;

/// A slab of ground at a height, tilted by `rise` a metre; nothing else.
fn ground(rise: f32) -> Soup {
    let mut soup = Soup::plane(Vec3::ZERO, 10.0, 10.0, 5);
    for v in &mut soup.vertices {
        v.y = v.x * rise;
    }
    soup
}

fn world(rise: f32) -> (World, BodyId) {
    let mut world = World::new();
    let (mesh, _) = Mesh::build(&ground(rise), &MeshOptions::default()).unwrap();
    let id = world.insert_mesh(mesh);
    (world, id)
}

fn config() -> Config {
    Config::new(&Settings::default()).unwrap()
}

/// At rest on the ground.
fn rested(world: &World, at: DVec3) -> State {
    let (mut state, mut scratch) = (State::with_feet_at(&config(), at), Scratch::new());
    for _ in 0..60 {
        step(world, &config(), &mut state, Input::default(), DT, &mut scratch).unwrap();
    }
    assert_eq!(state.ground, Ground::Standing);
    state
}

fn lifted(by: f64) -> DAffine3 {
    DAffine3::from_translation(DVec3::Y * by)
}

/// One tick after the change: on the ground at its new height, or reported as stuck; the height above it.
fn after(world: &World, state: &mut State, wish: DVec3) -> (f64, Vec<EventKind>) {
    let before = state.position.y;
    let input = Input { wish, ..Input::default() };
    let mut scratch = Scratch::new();
    let report = step(world, &config(), state, input, DT, &mut scratch).unwrap();
    (state.position.y - before, report.events.iter().map(|e| e.kind).collect())
}

#[test]
fn a_character_is_lifted_by_ground_that_rose_past_its_centre() {
    for rise in [0.0_f32, 0.3, -0.6] {
        for by in [0.05, 0.5, 0.89, 0.92, 0.95, 1.0, 1.3, 1.7] {
            let (mut world, id) = world(rise);
            let mut state = rested(&world, DVec3::new(0.3, 0.0, 0.7));
            let from = state.position;
            world.set_pose(id, lifted(by)).unwrap();
            let (_, events) = after(&world, &mut state, DVec3::ZERO);
            let gone = (state.position - from - DVec3::Y * by).length();
            // Along the normal of a slope it comes out slightly aside.
            assert!(gone < 0.01 + by * f64::from(rise.abs()), "{rise} {by}: {gone} {events:?}");
            assert_eq!(state.ground, Ground::Standing, "{rise} {by}");
            assert!(events.iter().any(|e| matches!(e, EventKind::Recovered { to_safe_position: false, .. })));
            // It can walk there.
            let (_, events) = after(&world, &mut state, DVec3::X * 3.0);
            assert!(
                !events.iter().any(|e| matches!(e, EventKind::Stuck { .. } | EventKind::Recovered { .. }))
            );
        }
    }
}

#[test]
fn without_room_below_a_ceiling_it_is_stuck_and_not_moved_to_the_roof() {
    for (ceiling, by) in [(2.0, 0.95), (2.0, 1.5), (2.2, 1.75), (3.0, 1.6)] {
        let (mut world, id) = world(0.0);
        let (roof, _) =
            Mesh::build(&Soup::plane(Vec3::ZERO, 10.0, 10.0, 1), &MeshOptions::default()).unwrap();
        world.insert(Body::new(roof).at(lifted(ceiling))).unwrap();
        let mut state = rested(&world, DVec3::ZERO);
        world.set_pose(id, lifted(by)).unwrap();
        let (moved, events) = after(&world, &mut state, DVec3::ZERO);
        let is_stuck = events.iter().any(|e| matches!(e, EventKind::Stuck { .. }));
        assert!(is_stuck && moved == 0.0, "{ceiling} {by}: {moved} {events:?}");
    }
}

/// Terrain whose heights change under the feet: the same triangles with new corners.
#[test]
fn a_character_is_lifted_by_terrain_that_is_exchanged() {
    let (mut world, id) = world(0.0);
    let mut state = rested(&world, DVec3::new(1.0, 0.0, 1.0));
    let mut soup = ground(0.0);
    for v in &mut soup.vertices {
        v.y = 1.2 - 0.05 * v.x;
    }
    world.set_mesh(id, Mesh::build(&soup, &MeshOptions::default()).unwrap().0).unwrap();
    let from = state.position.y;
    after(&world, &mut state, DVec3::ZERO);
    assert!((state.position.y - from - 1.15).abs() < 0.02, "{}", state.position.y - from);
}

/// A character that did not stand on it is pushed out by the shortest displacement, as usual.
#[test]
fn a_flying_character_is_pushed_out_by_the_shortest_displacement() {
    let (mut world, id) = world(0.0);
    let mut state = State::at(DVec3::Y * 1.0);
    world.set_pose(id, lifted(1.1)).unwrap();
    after(&world, &mut state, DVec3::ZERO);
    assert!(state.position.y < 0.3, "{}", state.position.y);
}

#[test]
fn members_of_a_crowd_and_characters_of_a_stage_are_lifted_too() {
    let (mut world, id) = world(0.0);
    let at = |k: u8| DVec3::new(f64::from(k) * 1.5 - 3.0, 0.0, 0.2);
    let mut members: Vec<Member> = (0..5).map(|k| Member::new(config(), rested(&world, at(k)))).collect();
    let mut stage = Stage::new(world.clone());
    let settings = stage.add_config(config());
    let mut state = stage.initial_state();
    state.characters.extend(members.iter().map(|m| StageCharacter::new(settings, m.state)));
    world.set_pose(id, lifted(0.95)).unwrap();
    stage.set_pose(id, lifted(0.95)).unwrap();
    let inputs = [Input::default(); 5];
    crowd::step(&world, &mut members, &inputs, DT, &mut CrowdScratch::new()).unwrap();
    stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
    for (member, actor) in members.iter().zip(state.characters.iter()) {
        for state in [member.state, actor.state] {
            assert!((state.position.y - 0.95 - 0.909).abs() < 0.01, "{state:?}");
            assert_eq!(state.ground, Ground::Standing);
        }
    }
}

/// A body placed on the ground at rest has not landed; one that falls a millimetre has.
#[test]
fn a_body_placed_on_the_ground_does_not_land() {
    let (world, _) = world(0.0);
    let landings = |state: &mut State, wish: DVec3| {
        let (_, events) = after(&world, state, wish);
        events.iter().filter(|e| matches!(e, EventKind::Landed { .. })).count()
    };
    for wish in [DVec3::ZERO, DVec3::X * 3.0] {
        let mut state = State::with_feet_at(&config(), DVec3::ZERO);
        assert_eq!((landings(&mut state, wish), state.ground), (0, Ground::Standing));
        let mut above = State::with_feet_at(&config(), DVec3::Y * 1e-3);
        assert_eq!((landings(&mut above, wish), above.ground), (1, Ground::Standing));
        let mut fast = State { velocity: DVec3::X * 2.0, ..State::with_feet_at(&config(), DVec3::ZERO) };
        assert_eq!(landings(&mut fast, wish), 1);
    }
}

/// The rounding of a place is no fall: whatever the body and the height of the floor, a character that is put there lands on nothing.
#[test]
fn no_body_that_is_placed_on_a_floor_at_any_height_lands() {
    for body in [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder] {
        for (radius, height) in [(0.4, 0.9), (0.3, 0.975), (0.35, 0.9), (0.5, 0.6), (0.1, 0.9)] {
            let settings = Settings { body, ..Settings::default() };
            let config = Config::new(&settings.with_radii(DVec3::new(radius, height, radius))).unwrap();
            for floor in [0.0, 0.1, 0.3, 7.3, 10.0, -17.7, 100.0, 12_345.6] {
                let (mut world, id) = world(0.0);
                world.set_pose(id, lifted(floor)).unwrap();
                let mut state = State::with_feet_at(&config, DVec3::Y * floor);
                let mut scratch = Scratch::new();
                let report = step(&world, &config, &mut state, Input::default(), DT, &mut scratch).unwrap();
                assert_eq!(report.events, [], "{body:?} {radius} {height} at {floor}");
                assert_eq!(state.ground, Ground::Standing, "{body:?} {radius} {height} at {floor}");
            }
        }
    }
}
