//! Values of movers: what is refused by name, and rotations of any length.

use glissando::stage::{
    Drive, Key, MoverSpec, MoverState, MoverStates, PathEnds, Policy, Stage, StageScratch, StageState,
};
use glissando::{ConfigId, DQuat, DVec3, Input, InputError};
use glissando_testkit::stages::{DT, Scene, block, floor};

/// A lift with a motion that the test sets.
fn scene_of_lift() -> Scene {
    let mut world = floor();
    let lift = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
    let mut scene = Scene::new(world);
    scene.mover(lift, DVec3::ZERO, Drive::Target, Policy::Push);
    scene
}

#[test]
fn bad_input_is_refused_by_name_and_changes_nothing() {
    let mut scene = scene_of_lift();
    scene.stands(DVec3::ZERO);
    let before = scene.state.clone();
    let mut refuse = |inputs: &[Input], dt: f64, change: fn(&mut StageState), words: &str| {
        let mut state = before.clone();
        change(&mut state);
        let changed = state.clone();
        let error = scene.stage.tick(&mut state, inputs, dt, &mut scene.scratch).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(state == changed || words == "translation of a mover's target");
    };
    let input = Input::default();
    refuse(&[], DT, |_| (), "number of inputs");
    refuse(&[input], f64::NAN, |_| (), "dt");
    refuse(&[input], 0.0, |_| (), "dt");
    refuse(&[Input { wish: DVec3::X * f64::INFINITY, ..input }], DT, |_| (), "wish");
    refuse(&[input], DT, |s| s.movers[0].target.translation.x = f64::NAN, "translation of a mover's target");
    refuse(
        &[input],
        DT,
        |s| s.characters[0].config = ConfigId::from_bits(7),
        "settings 7 are not on this stage",
    );
    refuse(&[input], DT, |s| s.movers = MoverStates::default(), "number of mover states");
    refuse(
        &[input],
        DT,
        |s| s.movers[0].target.rotation = DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        "turned by a body",
    );
}

/// A state with a NaN is not equal to itself: no replay could be compared with it.
#[test]
fn a_target_that_is_no_pose_is_refused_by_name_for_every_drive() {
    let keys = [0.0, 1.0].map(|time| Key { time, translation: DVec3::Y * time, ..Key::default() }).to_vec();
    let drives = [
        Drive::Target,
        Drive::Velocity { linear: DVec3::Y, angular: DVec3::ZERO },
        Drive::Path { keys, ends: PathEnds::PingPong },
    ];
    type Change = fn(&mut MoverState);
    let bad: [(Change, &str); 4] = [
        (|m| m.target.translation.y = f64::NAN, "translation of a mover's target is (0, NaN, 0)"),
        (|m| m.target.translation.y = 1e10, "translation of a mover's target is 1e10"),
        (|m| m.target.rotation.x = f64::NAN, "rotation of a mover's target"),
        (|m| m.target.rotation.w = 0.0, "rotation of a mover's target is 0"),
    ];
    for drive in drives {
        let mut world = floor();
        let lift = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
        let mut scene = Scene::new(world);
        scene.mover(lift, DVec3::ZERO, drive.clone(), Policy::Push);
        // On its way, where a tick takes less to plan.
        for _ in 0..5 {
            scene.stage.tick(&mut scene.state, &[], DT, &mut scene.scratch).unwrap();
        }
        for (change, words) in bad {
            let mut state = scene.state.clone();
            change(&mut state.movers[0]);
            let error = scene.stage.tick(&mut state, &[], DT, &mut scene.scratch).unwrap_err();
            assert!(error.to_string().starts_with(words), "{drive:?}: {error}");
            assert_eq!(state.tick, 5);
        }
    }
}

/// The length of a rotation turned and shifted the body by itself: a target of length 8 moved it 62 m off, one of
/// denormal numbers gave NaN.
#[test]
fn only_the_direction_of_a_target_s_rotation_counts() {
    let pivot = DVec3::new(1.0, 0.0, 0.5);
    let turn = [0.0, 0.25, 0.0, 1.0];
    let moved = |scale: f64| {
        let mut world = floor();
        let table = block(&mut world, DVec3::new(1.0, 0.5, 0.0), DVec3::splat(0.25));
        let mut scene = Scene::new(world);
        scene.mover(table, pivot, Drive::Target, Policy::Push);
        let [x, y, z, w] = turn.map(|c| c * scale);
        scene.state.movers[0].target.rotation = DQuat::from_xyzw(x, y, z, w);
        let mut poses = Vec::new();
        for _ in 0..3 {
            scene.stage.tick(&mut scene.state, &[], DT, &mut scene.scratch).unwrap();
            poses.push(scene.stage.world_at(&scene.state).unwrap().body(table).unwrap().pose);
        }
        poses
    };
    let plain = moved(1.0);
    // Half of a number scaled by a power of two is exact; denormals lose digits.
    for (scale, near) in [(8.0, 1e-15), (1e-3, 1e-14), (1e150, 1e-14), (2e-308, 1e-14)] {
        for (pose, wanted) in moved(scale).iter().zip(&plain) {
            let off = (pose.transform_point(DVec3::ONE) - wanted.transform_point(DVec3::ONE)).length();
            assert!(off <= near, "{scale:e}: {off:e} m off");
        }
    }
}

#[test]
fn a_target_or_a_place_without_a_rotation_is_refused_by_name() {
    let mut scene = scene_of_lift();
    for rotation in [[0.0; 4], [f64::NAN, 0.0, 0.0, 1.0], [0.0, f64::INFINITY, 0.0, 1.0]] {
        let [x, y, z, w] = rotation;
        let rotation = DQuat::from_xyzw(x, y, z, w);
        let mut state = scene.state.clone();
        state.movers[0].target.rotation = rotation;
        let error = scene.stage.tick(&mut state, &[], DT, &mut scene.scratch).unwrap_err().to_string();
        assert!(error.contains("mover's target"), "{error}");
        let mut state = scene.state.clone();
        state.movers[0].pose.rotation = rotation;
        assert!(scene.stage.tick(&mut state, &[], DT, &mut scene.scratch).is_err(), "{rotation:?}");
    }
}

#[test]
fn a_clock_that_no_path_has_is_refused_by_name() {
    let mut world = floor();
    let [door, lift] = [2.0, 8.0].map(|x| block(&mut world, DVec3::X * x, DVec3::new(x + 1.0, 0.5, 2.0)));
    let mut scene = Scene::new(world);
    let key = |time| Key { time, translation: DVec3::Y * time, ..Key::default() };
    let path = Drive::Path { keys: vec![key(0.0), key(2.0)], ends: PathEnds::OnCall { wait: f64::INFINITY } };
    scene.mover(door, DVec3::ZERO, path, Policy::Push);
    scene.mover(lift, DVec3::ZERO, Drive::Target, Policy::Push);
    type Field = fn(&mut MoverState) -> &mut f64;
    let fields: [(&str, Field); 3] = [
        ("clock", |mover| &mut mover.clock),
        ("rate", |mover| &mut mover.rate),
        ("wait", |mover| &mut mover.wait),
    ];
    for mover in 0..2 {
        for (name, field) in fields {
            for value in [f64::NAN, 1e30] {
                let mut state = scene.state.clone();
                *field(&mut state.movers[mover]) = value;
                let before = format!("{state:?}");
                let result = scene.stage.tick(&mut state, &[], DT, &mut scene.scratch);
                if name == "wait" && value == 1e30 {
                    assert!(result.is_ok(), "a wait of {value} s is long, but one");
                    continue;
                }
                let error = result.map(drop).unwrap_err().to_string();
                assert!(error.contains(&format!("{name} of a mover is {value:e}")), "{error}");
                assert_eq!(format!("{state:?}"), before);
            }
        }
    }
}

/// Of a key's rotation only the direction counts: the same turn at any length, denormal ones too, moves a body alike; a
/// rotation without direction is refused by name.
#[test]
fn the_rotations_of_keys_may_have_any_length_but_zero() {
    let turn = DQuat::from_xyzw(0.0, 0.3, 0.1, 0.9);
    let scaled = |by: f64| {
        let [x, y, z, w] = turn.to_array().map(|k| k * by);
        DQuat::from_xyzw(x, y, z, w)
    };
    let pose_after = |rotation: DQuat| {
        let mut world = floor();
        let body = block(&mut world, DVec3::new(0.0, 5.0, 0.0), DVec3::splat(0.5));
        let mut stage = Stage::new(world);
        let keys = vec![Key::default(), Key { time: 1.0, rotation, ..Key::default() }];
        let drive = Drive::Path { keys, ends: PathEnds::PingPong };
        stage.add_mover(MoverSpec { body, pivot: DVec3::Y * 5.0, drive, policy: Policy::Push })?;
        let mut state = stage.initial_state();
        for _ in 0..45 {
            stage.tick(&mut state, &[], DT, &mut StageScratch::default())?;
        }
        Ok::<_, InputError>(stage.world_at(&state)?.body(body)?.pose.matrix3)
    };
    let unit = pose_after(turn).unwrap();
    assert!((unit.x_axis - DVec3::X).length() > 0.3);
    for by in [2.0, 1e-3, 1e9, 1e150, 1e-150, 1e-310] {
        let other = pose_after(scaled(by)).unwrap();
        let apart = (other.x_axis - unit.x_axis).length() + (other.y_axis - unit.y_axis).length();
        assert!(apart < 1e-9 || (by == 1e-310 && apart < 1e-5), "{by}: {apart}");
    }
    for (rotation, word) in
        [(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), "rotation"), (scaled(f64::NAN), "rotation")]
    {
        let error = pose_after(rotation).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}
