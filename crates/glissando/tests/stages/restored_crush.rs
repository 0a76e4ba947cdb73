//! A crushed character on a stage that has not moved yet, as after loading: what a body was does not count, only the state.

use glissando::stage::{Drive, Outcome, PathEnds, Policy, StageScratch};
use glissando::{DVec3, Input};
use glissando_testkit::stages::{DT, Scene, block, bodies, floor, key};

/// A press that comes down once over a character, and rests there.
fn press(scene: &mut Scene, body: glissando::BodyId) {
    let keys = vec![key(0.0, DVec3::ZERO), key(0.5, DVec3::Y * -4.0)];
    let drive = Drive::Path { keys, ends: PathEnds::OnCall { wait: f64::INFINITY } };
    scene.mover(body, DVec3::ZERO, drive, Policy::Push);
    scene.state.movers[0].open();
}

/// The press is large beside the body: at its end none of its triangles is near the character.
#[test]
fn a_character_in_a_press_at_rest_stays_crushed_on_a_stage_that_never_moved() {
    let input = [Input { wish: DVec3::X * 3.0, ..Input::default() }];
    let mut same = 0;
    for settings in bodies() {
        let mut world = floor();
        let body = block(&mut world, DVec3::Y * 8.0, DVec3::new(3.0, 4.0, 3.0));
        let mut scene = Scene::with(world, &settings);
        press(&mut scene, body);
        let fresh = scene.stage.clone();
        scene.stands(DVec3::ZERO);
        let (mut saved, mut scratch) = (Vec::new(), StageScratch::default());
        for _ in 0..90 {
            saved.push(scene.state.clone());
            scene.stage.tick(&mut scene.state, &input, DT, &mut scene.scratch).unwrap();
        }
        let last = scene.state.clone();
        assert!(last.characters[0].is_crushed && last.movers[0].rate == 0.0, "{:?}", settings.body);
        for from in [10, 60, 85] {
            let (mut stage, mut state) = (fresh.clone(), saved[from].clone());
            for _ in from..90 {
                stage.tick(&mut state, &input, DT, &mut scratch).unwrap();
            }
            assert_eq!(state, last, "{:?} from tick {from}", settings.body);
            same += 1;
        }
    }
    assert_eq!(same, 12);
}

/// A state from before the first motion of a press, on a stage that has gone further: a character that the game put into the
/// press has the same cabin.
#[test]
fn a_character_put_into_a_press_has_the_same_cabin_before_and_after_the_first_motion() {
    let mut world = floor();
    let body = block(&mut world, DVec3::Y * 8.0, DVec3::new(3.0, 4.0, 3.0));
    // A ram that squeezes the character inside of the press.
    let ram = block(&mut world, DVec3::new(-6.0, 5.0, 0.0), DVec3::new(2.0, 0.5, 0.5));
    let mut scene = Scene::new(world);
    press(&mut scene, body);
    let keys = vec![key(0.0, DVec3::ZERO), key(0.2, DVec3::X * 6.4)];
    let drive = Drive::Path { keys, ends: PathEnds::OnCall { wait: f64::INFINITY } };
    scene.mover(ram, DVec3::ZERO, drive, Policy::Push);
    scene.stands(DVec3::new(0.0, 0.0, 10.0));
    scene.state.characters[0].state.teleport(DVec3::new(2.5, 4.95, 0.0));
    (scene.state.movers[0].rate, scene.state.movers[1].rate) = (0.0, 1.0);
    let saved = scene.state.clone();
    let mut first = Vec::new();
    for tick in 0..60 {
        // The press begins when the character is caught.
        if tick == 30 {
            scene.state.movers[0].open();
        }
        scene.tick(DVec3::ZERO, DT);
        first.push(scene.state.clone());
    }
    assert!(first[29].characters[0].is_crushed, "{:?}", first[29].characters[0]);
    scene.state = saved;
    for (tick, wanted) in first.iter().enumerate().take(30) {
        let (outcome, _) = scene.tick(DVec3::ZERO, DT);
        assert_eq!(scene.state, *wanted, "tick {tick}, {outcome:?}");
        assert!(outcome == Outcome::Crushed || tick < 20);
    }
}

/// A press that bends, a new mesh in every tick, while a character is crushed in it.
#[test]
fn a_character_in_a_press_with_a_new_mesh_stays_crushed() {
    let mut world = floor();
    let body = block(&mut world, DVec3::Y * 8.0, DVec3::new(3.0, 4.0, 3.0));
    let shape = world.body(body).unwrap().mesh.clone();
    let mut scene = Scene::new(world);
    press(&mut scene, body);
    scene.stands(DVec3::ZERO);
    for tick in 0..90 {
        scene.stage.set_mesh(body, shape.clone()).unwrap();
        let (outcome, _) = scene.tick(DVec3::X * 3.0, DT);
        assert!(tick < 60 || outcome == Outcome::Crushed, "tick {tick}: {outcome:?}");
    }
    // A mover that is gone leaves its body where it is, and whoever is in that.
    let press = scene.stage.movers().next().unwrap().0;
    scene.stage.remove_mover(press, &scene.state).unwrap();
    assert_eq!(scene.tick(DVec3::X * 3.0, DT).0, Outcome::Crushed);
}
