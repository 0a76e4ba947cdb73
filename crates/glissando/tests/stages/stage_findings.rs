//! Faults that soaks among moving bodies found, each as a small scene.

use glissando::character::BodyShape;
use glissando::crowd::Meeting;
use glissando::slide::Stop;
use glissando::stage::{
    Drive, MoverSpec, Outcome, Policy, Stage, StageCharacter, StageEventKind, StageScratch, StageState,
};
use glissando::{
    Body, CharacterId, Config, ConfigId, DAffine3, DVec3, EventKind, Filter, Ground, Input, Mesh,
    MeshOptions, Settings, Soup, State, World,
};
use glissando_testkit::scenes;
use glissando_testkit::stages::bodies;

const DT: f64 = 1.0 / 60.0;

fn block(world: &mut World, low: DVec3, high: DVec3) -> glissando::BodyId {
    let mut soup = Soup::default();
    let middle = (low + high) * 0.5;
    scenes::block(&mut soup, low - middle, high - middle);
    let mesh = Mesh::build(&soup, &MeshOptions::default()).unwrap().0;
    world.insert(Body::new(mesh).at(DAffine3::from_translation(middle))).unwrap()
}

fn goes(stage: &mut Stage, body: glissando::BodyId, linear: DVec3, policy: Policy) {
    let drive = Drive::Velocity { linear, angular: DVec3::ZERO };
    stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy }).unwrap();
}

fn standing(config: ConfigId, settings: &Config, feet: DVec3) -> StageCharacter {
    StageCharacter::new(config, State { ground: Ground::Standing, ..State::with_feet_at(settings, feet) })
}

/// A character is crushed between a ram and a wall; a gate that stops for characters moves later in the same tick.
#[test]
fn a_mover_that_gives_way_does_not_enter_a_character_crushed_by_another() {
    for policy in [Policy::Stop, Policy::Reverse] {
        let mut world = World::new();
        block(&mut world, DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0));
        block(&mut world, DVec3::new(0.45, 0.01, -0.3), DVec3::new(0.9, 2.0, 0.3));
        let ram = block(&mut world, DVec3::new(-1.5, 0.01, -0.3), DVec3::new(-0.5, 2.0, 0.3));
        let gate = block(&mut world, DVec3::new(-0.3, 0.01, 0.6), DVec3::new(0.3, 2.0, 1.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, ram, DVec3::X * 30.0, Policy::Push);
        goes(&mut stage, gate, DVec3::Z * -30.0, policy);
        let config = Config::new(&Settings::default()).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        state.characters.insert(standing(index, &config, DVec3::ZERO));
        let mut scratch = StageScratch::default();
        let report = stage.tick(&mut state, &[Input::default()], DT, &mut scratch).unwrap();
        assert!(report.characters[0].squeeze.is_some(), "{:?}", report.characters[0]);
        let actor = &state.characters[0].state;
        let mut found = Vec::new();
        let world = stage.world_at(&state).unwrap();
        let shape = config.shape(actor.is_crouching);
        world.contacts(&shape, actor.position, 0.0, Filter::ALL, &mut found).unwrap();
        assert!(found.iter().all(|c| c.surface.owner != gate), "{policy:?}: {found:?}");
    }
}

/// Three characters of different heights hold a press that stops: its stopping place does not depend on their order.
#[test]
fn the_order_of_characters_under_a_press_does_not_move_it() {
    let place = |order: [usize; 3]| {
        let mut world = World::new();
        block(&mut world, DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0));
        let press = block(&mut world, DVec3::new(-4.0, 1.9, -2.0), DVec3::new(4.0, 2.5, 2.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, press, DVec3::Y * -30.0, Policy::Stop);
        let heights = [0.9, 0.87, 0.83];
        let configs = heights.map(|height| {
            let radii = DVec3::new(0.4, height, 0.4);
            Config::new(&Settings { radii, ..Settings::default() }).unwrap()
        });
        let indices = configs.map(|config| stage.add_config(config));
        let mut state: StageState = stage.initial_state();
        for index in order {
            let feet = DVec3::X * (index as f64 * 2.0 - 2.0);
            state.characters.insert(standing(indices[index], &configs[index], feet));
        }
        let inputs = [Input::default(); 3];
        stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
        state.movers[0].pose.translation.y
    };
    let first = place([0, 1, 2]);
    // The tallest is 1.8 m, the press was at 1.9.
    assert!((-0.1..-0.05).contains(&first), "{first}");
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(place(order).to_bits(), first.to_bits(), "{order:?}");
    }
}

fn floor() -> World {
    let mut world = World::new();
    block(&mut world, DVec3::new(-40.0, -1.0, -5.0), DVec3::new(40.0, 0.0, 5.0));
    world
}

/// Two rams press two characters into each other: both are squeezed, whichever is first in the list.
#[test]
fn two_characters_pressed_into_each_other_are_both_squeezed() {
    for settings in bodies() {
        let press = |order: [f64; 2]| {
            let mut world = floor();
            let left = block(&mut world, DVec3::new(-2.0, 0.01, -0.5), DVec3::new(-0.9, 2.0, 0.5));
            let right = block(&mut world, DVec3::new(0.9, 0.01, -0.5), DVec3::new(2.0, 2.0, 0.5));
            let mut stage = Stage::new(world);
            goes(&mut stage, left, DVec3::X * 3.0, Policy::Push);
            goes(&mut stage, right, DVec3::X * -3.0, Policy::Push);
            let config = Config::new(&settings).unwrap();
            let index = stage.add_config(config);
            let mut state = stage.initial_state();
            for x in order {
                state.characters.insert(standing(index, &config, DVec3::X * x));
            }
            let mut scratch = StageScratch::default();
            for tick in 0.. {
                let report = stage.tick(&mut state, &[Input::default(); 2], DT, &mut scratch).unwrap();
                let outcomes = [0, 1].map(|index| report.characters[index].outcome);
                if outcomes.contains(&Outcome::Crushed) {
                    return (tick, outcomes, order.map(f64::to_bits), state);
                }
                assert!(tick < 60, "no character is squeezed");
            }
            unreachable!()
        };
        let (tick, outcomes, _, state) = press([-0.45, 0.45]);
        assert_eq!(outcomes, [Outcome::Crushed; 2]);
        let (other, turned, _, mut reversed) = press([0.45, -0.45]);
        reversed.characters.reverse();
        assert_eq!((tick, outcomes), (other, turned));
        for (a, b) in state.characters.iter().zip(&reversed.characters) {
            assert_eq!((a.state.position, a.state.velocity), (b.state.position, b.state.velocity));
        }
    }
}

/// The first is crushed and so takes no part in the crowd: the others keep their handles all the same.
#[test]
fn a_meeting_names_the_handle_on_the_stage_while_another_is_crushed() {
    for settings in bodies() {
        let mut world = floor();
        let press = block(&mut world, DVec3::new(-11.0, 1.85, -1.0), DVec3::new(-9.0, 2.5, 1.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, press, DVec3::Y * -1.0, Policy::Push);
        let config = Config::new(&settings).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        for x in [-10.0, 0.0, 1.5] {
            state.characters.insert(standing(index, &config, DVec3::X * x));
        }
        let towards = |x: f64| Input { wish: DVec3::X * x, ..Input::default() };
        let inputs = [Input::default(), towards(1.0), towards(-1.0)];
        let mut scratch = StageScratch::default();
        let mut met = Vec::new();
        for _ in 0..60 {
            let report = stage.tick(&mut state, &inputs, DT, &mut scratch).unwrap();
            met.extend(report.events.iter().filter_map(|event| match event.kind {
                StageEventKind::Met(Meeting::Touched { other, .. }) => Some((event.character, other)),
                _ => None,
            }));
        }
        assert!(state.characters[0].is_crushed);
        met.sort_unstable();
        met.dedup();
        let [one, two] = [1, 2].map(CharacterId::of_member);
        assert_eq!(met, [(one, two), (two, one)]);
        assert!(state.characters[1].touching.contains(&two.into()));
        assert!(state.characters[2].touching.contains(&one.into()));
    }
}

/// The only motion is far away: a character that begins in a gap narrower than its skins keeps smaller ones, and is
/// free.
#[test]
fn in_a_narrow_gap_at_rest_no_character_is_crushed() {
    for settings in bodies() {
        let mut world = floor();
        block(&mut world, DVec3::new(0.401, 0.01, -3.0), DVec3::new(1.0, 3.0, 3.0));
        block(&mut world, DVec3::new(-1.0, 0.01, -3.0), DVec3::new(-0.401, 3.0, 3.0));
        let far = block(&mut world, DVec3::new(20.0, 0.01, -0.5), DVec3::new(21.0, 2.0, 0.5));
        let mut stage = Stage::new(world);
        goes(&mut stage, far, DVec3::X, Policy::Push);
        let config = Config::new(&settings).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        state.characters.insert(standing(index, &config, DVec3::ZERO));
        let mut scratch = StageScratch::default();
        for _ in 0..3 {
            let report = stage.tick(&mut state, &[Input::default()], DT, &mut scratch).unwrap();
            assert_eq!(report.characters[0].outcome, Outcome::Unaffected);
            let is_stuck = |kind| matches!(kind, StageEventKind::Own(EventKind::Stuck { .. }));
            assert!(!report.events.iter().any(|event| is_stuck(event.kind)), "{:?}", report.events);
            let kept = report.characters[0].reduced_skin.expect("there is no room for the whole skin");
            assert!(kept > 0.0 && kept <= 0.002, "{kept}");
            assert!(!state.characters[0].is_crushed);
        }
    }
}

/// A wall pushes a row of thirty: all of it moves, and at its end only the character at the wall is squeezed.
#[test]
fn a_wall_pushes_a_row_of_thirty_until_another_wall_holds_it() {
    for settings in bodies() {
        let mut world = floor();
        let ram = block(&mut world, DVec3::new(-2.0, 0.01, -0.5), DVec3::new(-0.5, 2.0, 0.5));
        block(&mut world, DVec3::new(24.4, 0.01, -3.0), DVec3::new(25.0, 3.0, 3.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, ram, DVec3::X * 3.0, Policy::Stop);
        let config = Config::new(&settings).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        for k in 0..30 {
            state.characters.insert(standing(index, &config, DVec3::X * (0.81 * f64::from(k))));
        }
        let mut scratch = StageScratch::default();
        let inputs = [Input::default(); 30];
        for tick in 0..60 {
            let report = stage.tick(&mut state, &inputs, DT, &mut scratch).unwrap();
            for (index, character) in report.characters.iter().enumerate() {
                assert_ne!(character.outcome, Outcome::Crushed, "{index} in tick {tick}");
                assert!(index == 0 || character.outcome != Outcome::Blocked, "{index} in tick {tick}");
            }
            for pair in state.characters.windows(2) {
                let gap = pair[1].state.position.x - pair[0].state.position.x;
                assert!(gap > 0.8, "tick {tick}: {gap}");
            }
        }
        let last = state.characters[29].state.position.x;
        assert!(last > 23.6, "the row went up to the wall: {last}");
    }
}

/// A rider is carried into a character that stands before a wall: it is held there, and no character is crushed.
#[test]
fn a_rider_carried_into_a_blocked_character_is_held_back() {
    for settings in bodies() {
        let mut world = World::new();
        block(&mut world, DVec3::new(0.7, -1.0, -2.0), DVec3::new(3.0, 0.0, 2.0));
        block(&mut world, DVec3::new(1.62, 0.0, -2.0), DVec3::new(3.0, 3.0, 2.0));
        let platform = block(&mut world, DVec3::new(-3.0, -1.0, -2.0), DVec3::new(0.3, 0.0, 2.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, platform, DVec3::X, Policy::Push);
        let config = Config::new(&settings).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        state.characters.insert(standing(index, &config, DVec3::X * 0.1));
        state.characters.insert(standing(index, &config, DVec3::X * 1.2));
        let mut scratch = StageScratch::default();
        for tick in 0..22 {
            let report = stage.tick(&mut state, &[Input::default(); 2], DT, &mut scratch).unwrap();
            for character in report.characters {
                assert_ne!(character.outcome, Outcome::Crushed, "tick {tick}");
            }
        }
        let gap = state.characters[1].state.position.x - state.characters[0].state.position.x;
        assert!(gap > 0.8 && gap < 0.83, "{gap}");
    }
}

/// A character that makes room slides around the corner of a pillar: the reported path goes around it too, not through.
#[test]
fn the_path_of_a_character_that_makes_room_goes_around_corners() {
    // A box does not: its side lies flat against the pillar.
    for settings in bodies().into_iter().filter(|settings| settings.body != BodyShape::Box) {
        let mut world = floor();
        let ram = block(&mut world, DVec3::new(-3.0, 0.01, -0.5), DVec3::new(-0.41, 2.0, 0.8));
        let (low, high) = (DVec3::new(1.35, -0.1, -1.0), DVec3::new(1.9, 3.0, 0.25));
        block(&mut world, low, high);
        let mut stage = Stage::new(world);
        goes(&mut stage, ram, DVec3::X * 20.0, Policy::Push);
        let config = Config::new(&settings).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        for feet in [DVec3::ZERO, DVec3::new(0.9, 0.0, 0.3)] {
            state.characters.insert(standing(index, &config, feet));
        }
        let mut scratch = StageScratch::default();
        let report = stage.tick(&mut state, &[Input::default(); 2], DT, &mut scratch).unwrap();
        let path = report.path_of(1);
        assert!(path[path.len() - 1].position.z > 0.4, "it made room: {path:?}");
        let mut nearest = f64::INFINITY;
        for leg in path.windows(2) {
            for part in 0..=100 {
                let at = leg[0].position + (leg[1].position - leg[0].position) * (f64::from(part) * 0.01);
                let beside = DVec3::new(at.x.clamp(low.x, high.x), at.y, at.z.clamp(low.z, high.z));
                nearest = nearest.min((at - beside).length());
            }
        }
        assert!(path.len() > 3, "it has a bend: {path:?}");
        assert!(nearest > 0.4 * 1.005 - 1e-6, "{nearest} {path:?}");
    }
}

/// The rule of a crowd holds on a stage: a character that stays inside the world is reported.
#[test]
fn a_character_that_stays_inside_the_world_is_reported() {
    for settings in bodies() {
        let mut world = World::new();
        block(&mut world, DVec3::new(-3.0, -3.0, 3.0), DVec3::new(3.0, 3.0, 3.001));
        let mut stage = Stage::new(world);
        let config = Config::new(&settings).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        for (y, z) in [(0.8203, 3.1634), (0.8354, 3.0429)] {
            state.characters.insert(StageCharacter::new(index, State::at(DVec3::new(-1.09, y, z))));
        }
        let mut scratch = StageScratch::default();
        for tick in 0..60 {
            let report = stage.tick(&mut state, &[Input::default(); 2], DT, &mut scratch).unwrap();
            let reports = report.characters.to_vec();
            let world = stage.world_at(&state).unwrap();
            for (report, actor) in reports.iter().zip(&state.characters) {
                let inside = world.overlap(&config.shape(false), actor.state.position, Filter::ALL).unwrap();
                let is_inside = inside.is_some_and(|contact| contact.gap() < 0.0);
                assert_eq!(is_inside, report.stop == Some(Stop::Stuck), "tick {tick}: {report:?}");
                assert!(!report.is_held || is_inside);
            }
        }
    }
}
