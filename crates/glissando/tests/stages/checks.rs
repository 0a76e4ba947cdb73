//! What can be asked and changed of one trigger, mover or character between two ticks.

use glissando::stage::{Drive, MoverSpec, Policy, Stage, StageCharacter, StageScratch};
use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
use glissando::{Config, DAffine3, DQuat, DVec3, Input, Settings, Soup, State};
use glissando_testkit::scenes;
use glissando_testkit::stages::{DT, block, floor, mesh};

fn zone() -> Trigger {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-1.0, -1.0, -1.0), DVec3::new(1.0, 3.0, 1.0));
    Trigger::new(mesh(&soup), TriggerKind::VolumeByCentre)
}

#[test]
fn a_trigger_that_is_set_elsewhere_is_entered_there_also_one_that_rides() {
    let mut world = floor();
    let lift = block(&mut world, DVec3::Y * 20.0, DVec3::ONE);
    let mut stage = Stage::new(world);
    let drive = Drive::Velocity { linear: DVec3::X, angular: DVec3::ZERO };
    let lift =
        stage.add_mover(MoverSpec { body: lift, pivot: DVec3::ZERO, drive, policy: Policy::Push }).unwrap();
    let far = zone().at(DAffine3::from_translation(DVec3::X * 50.0));
    let [fixed, riding] = [None, Some(lift)].map(|mover| stage.add_trigger(far.clone(), mover).unwrap());
    let config = Config::new(&Settings::default()).unwrap();
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    let hero =
        state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::ZERO)));
    let mut scratch = StageScratch::default();
    let mut tick = |stage: &mut Stage| {
        let report = stage.tick(&mut state, &[Input::default()], DT, &mut scratch).unwrap();
        report.triggers_of(hero).map(|e| (e.trigger, e.kind)).collect::<Vec<_>>()
    };
    for _ in 0..30 {
        assert_eq!(tick(&mut stage), []);
    }
    stage.set_trigger_pose(fixed, DAffine3::IDENTITY).unwrap();
    assert_eq!(tick(&mut stage), [(fixed, TriggerEventKind::Entered)]);
    // The riding one: set by its pose at rest, it is half a metre further, where its mover has come to.
    stage.set_trigger_pose(riding, DAffine3::IDENTITY).unwrap();
    assert_eq!(tick(&mut stage), [(riding, TriggerEventKind::Entered)]);
    let x = stage.triggers().trigger(riding).unwrap().pose.translation.x;
    assert!((x - 32.0 * DT).abs() < 1e-9, "{x}");
    let flat = DAffine3::from_scale_rotation_translation(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO);
    assert!(stage.set_trigger_pose(riding, flat).is_err());
    stage.remove_trigger(fixed).unwrap();
    assert!(stage.set_trigger_pose(fixed, DAffine3::IDENTITY).unwrap_err().to_string().contains("trigger 0"));
}

#[test]
fn the_checks_of_one_refuse_what_the_tick_refuses() {
    let mut world = floor();
    let table = block(&mut world, DVec3::Y * 20.0, DVec3::ONE);
    let mut stage = Stage::new(world);
    let spec = MoverSpec { body: table, pivot: DVec3::ZERO, drive: Drive::Target, policy: Policy::Push };
    let table = stage.add_mover(spec).unwrap();
    let person = stage.add_config(Config::new(&Settings::default()).unwrap());
    let mut state = stage.initial_state();
    state.characters.insert(StageCharacter::new(person, State::at(DVec3::Y)));
    let still = Input::default();
    let mut scratch = StageScratch::default();
    let mut tick = |state: &mut _, input, stage: &mut Stage| {
        stage.tick(state, &[input], DT, &mut scratch).map(|_| ()).map_err(|e| e.to_string())
    };

    let fast = Input { wish: DVec3::X * 1e300, ..still };
    let alone = stage.check_character(&state.characters[0], &fast, DT).map_err(|e| e.to_string());
    assert_eq!(tick(&mut state.clone(), fast, &mut stage), alone);
    assert!(alone.unwrap_err().contains("1e300"));
    let mut heavy = state.characters[0].clone();
    heavy.mass = f64::INFINITY;
    assert!(stage.check_character(&heavy, &still, DT).is_err());
    assert_eq!(stage.check_character(&state.characters[0], &still, DT), Ok(()));

    assert_eq!(stage.check_mover(&state, table, DT), Ok(()));
    state.movers[table].target.rotation = DQuat::from_xyzw(0.0, 0.9, 0.0, 0.1);
    let alone = stage.check_mover(&state, table, DT).map_err(|e| e.to_string());
    assert_eq!(tick(&mut state.clone(), still, &mut stage), alone);
    assert!(alone.unwrap_err().contains("quarter turn"));
    let old = Stage::default().initial_state();
    assert!(stage.check_mover(&old, table, DT).unwrap_err().to_string().contains("add_new_movers_to"));
    stage.remove_mover(table, &state).unwrap();
    assert!(stage.check_mover(&state, table, DT).is_err());
}
