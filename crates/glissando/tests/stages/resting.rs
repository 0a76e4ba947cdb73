//! A stage remembers which movers rest. No state, call, target, length of a tick or refused tick makes it wrong.

use glissando::stage::{Drive, Key, PathEnds, Policy, Stage, StageState};
use glissando::trigger::{Trigger, TriggerKind};
use glissando::{BodyId, DAffine3, DQuat, DRigid3, DVec3, Input, Soup, Vec3};
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::{DT, Scene, block, floor, mesh};

/// Doors and lifts that wait for a call, movers that follow targets, one that has no speed; triggers ride on some.
fn scene(random: &mut Random) -> (Scene, Vec<BodyId>) {
    let mut world = floor();
    let mut place = |y: f64| DVec3::new(random.between(-9.0, 9.0), y, random.between(-9.0, 9.0));
    let places: Vec<DVec3> = (0..12).map(|index| place(0.3 * f64::from(index % 4))).collect();
    let bodies: Vec<BodyId> =
        places.iter().map(|&at| block(&mut world, at, DVec3::new(1.0, 0.3, 0.7))).collect();
    let mut scene = Scene::new(world);
    for (index, (&body, &at)) in bodies.iter().zip(&places).enumerate() {
        // A path whose keys do not turn has a short way of its own.
        let is_turned = random.between(0.0, 1.0) < 0.5;
        let turn = if is_turned { random.between(0.0, 0.3) } else { 0.0 };
        let turned = DQuat::from_xyzw(0.0, turn, 0.0, 1.0);
        let key = |time, y: f64| Key { time, translation: DVec3::Y * y, rotation: turned };
        let drive = match index % 4 {
            0 => {
                Drive::Path { keys: vec![key(0.0, 0.0), key(1.0, 2.0)], ends: PathEnds::OnCall { wait: 0.4 } }
            }
            1 => Drive::Path {
                keys: vec![key(0.0, 0.1), key(0.7, 1.0)],
                ends: PathEnds::OnCall { wait: f64::INFINITY },
            },
            2 => Drive::Target,
            _ => Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::ZERO },
        };
        let policy = [Policy::Push, Policy::Stop, Policy::Reverse][index % 3];
        let mover = scene.mover(body, at, drive, policy);
        if index % 2 == 0 {
            let zone =
                Trigger::new(mesh(&Soup::cuboid(Vec3::ZERO, Vec3::splat(1.0))), TriggerKind::VolumeByBody);
            scene.stage.add_trigger(zone.at(DAffine3::from_translation(at)), Some(mover)).unwrap();
        }
    }
    scene.state.movers = scene.stage.initial_state().movers;
    for at in places.iter().take(5) {
        scene.stands(*at + DVec3::Y * 2.0);
    }
    (scene, bodies)
}

/// A change of a mover's state as a game makes it, now and then.
fn call(random: &mut Random, state: &mut StageState) {
    for index in 0..state.movers.len() {
        let mover = &mut state.movers[index];
        match random.integer(0, 30) {
            0 => mover.open(),
            1 => mover.close(),
            2 => mover.target = DRigid3 { translation: DVec3::Y * random.between(0.0, 0.2), ..mover.pose },
            3 => mover.target = mover.pose,
            4 => mover.clock = random.between(0.0, 0.5),
            _ => {}
        }
    }
}

#[test]
fn a_stage_that_remembers_movers_at_rest_has_the_states_of_one_that_does_not() {
    let (mut ticks, mut still, mut refused) = (0, 0, 0);
    for case in 0..24 {
        let mut random = Random::nth(2204, 0, case);
        let (mut scene, bodies) = scene(&mut random);
        let untouched = scene.stage.clone();
        let mut saved: Vec<StageState> = Vec::new();
        let mut inputs = vec![Input::default(); 5];
        for tick in 0..240 {
            wishes(&mut random, &mut inputs);
            // Whoever may change a state makes the stage look at all movers.
            if random.integer(0, 4) == 0 {
                call(&mut random, &mut scene.state);
            }
            if random.integer(0, 60) == 0 && !saved.is_empty() {
                scene.state.clone_from(&saved[random.integer(0, saved.len() as i64 - 1) as usize]);
            }
            match random.integer(0, 40) {
                // A state that another stage left, or that this one left before it left others.
                0 => {
                    let (mut other, mut state) = (scene.stage.clone(), scene.state.clone());
                    let inputs = vec![Input::default(); 5];
                    other.tick(&mut state, &inputs, DT, &mut scene.scratch).unwrap();
                    core::mem::swap(&mut scene.state, &mut state);
                }
                1 => {
                    let mut state = scene.state.clone();
                    let inputs = vec![Input::default(); 5];
                    for _ in 0..random.integer(1, 40) {
                        scene.stage.tick(&mut state, &inputs, DT, &mut scene.scratch).unwrap();
                    }
                }
                2 if !saved.is_empty() => drop(scene.stage.world_at(&saved[0]).unwrap()),
                3 => scene.stage = scene.stage.clone(),
                _ => {}
            }
            if random.integer(0, 40) == 0 {
                // This tick is refused when all motions are set, as too fast: it leaves no trace.
                let mut bad = scene.state.clone();
                bad.movers[2].target.translation += DVec3::Y * 0.1;
                let error = scene.stage.tick(&mut bad, &inputs, 1e-290, &mut scene.scratch).unwrap_err();
                assert!(error.to_string().contains("speed"), "{error}");
                refused += 1;
            }
            let dt = if random.integer(0, 8) == 0 { DT * 0.5 } else { DT };
            let mut fresh: Stage = untouched.clone();
            let mut again = scene.state.clone();
            let told = fresh
                .tick(&mut again, &inputs, dt, &mut Default::default())
                .map(|r| format!("{r:?}"))
                .unwrap();
            let before = scene.state.clone();
            let report = scene.stage.tick(&mut scene.state, &inputs, dt, &mut scene.scratch).unwrap();
            assert_eq!(format!("{report:?}"), told, "case {case}, tick {tick}");
            assert_eq!(scene.state, again, "case {case}, tick {tick}");
            for &body in &bodies {
                let [a, b] = [(&mut scene.stage, &scene.state), (&mut fresh, &again)]
                    .map(|(stage, state)| stage.world_at(state).unwrap().body(body).unwrap().pose);
                assert_eq!(a, b, "case {case}, tick {tick}");
            }
            ticks += 1;
            still += (0..before.movers.len()).filter(|&i| before.movers[i] == scene.state.movers[i]).count();
            saved.push(before);
        }
    }
    let share = still as f64 / (ticks * 12) as f64;
    println!(
        "{ticks} ticks, {refused} refused ones between them, {:.0} % of the movers rested",
        100.0 * share
    );
    assert!((0.3..0.95).contains(&share), "{share}");
}
