//! Files of version 0.1.0 load for ever: a field that is added later needs a default, or these tests fail.
//!
//! The files were written once, by the first version, and are never written anew.

use glissando::balls::Ball;
use glissando::repro::Repro;
use glissando::stage::{Drive, MoverSpec, Policy, Stage, StageScratch, StageState};
use glissando::trigger::{Trigger, TriggerKind};
use glissando::{Body, Config, DAffine3, DVec3, Ground, Input, Scratch, Settings, Soup, State, World, step};
use glissando_testkit::scenes;
use glissando_testkit::stages::{DT, mesh};

/// A floor that is a lift, with a trigger above it.
fn stage() -> Stage {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0));
    let mut world = World::new();
    let body = world.insert(Body::new(mesh(&soup))).unwrap();
    let mut stage = Stage::new(world);
    let drive = Drive::Velocity { linear: DVec3::Y * 0.5, angular: DVec3::Y * 0.1 };
    stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push }).unwrap();
    stage.add_config(Config::new(&settings()).unwrap());
    let mut zone = Trigger::new(mesh(&soup), TriggerKind::VolumeByBody);
    zone.pose = DAffine3::from_translation(DVec3::Y * 0.5);
    stage.add_trigger(zone, None).unwrap();
    stage
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.jump.speed = 6.5;
    settings
}

#[test]
fn a_state_and_settings_of_the_first_version_load_and_walk() {
    let settings: Settings = serde_json::from_str(include_str!("saved/settings.json")).unwrap();
    let state: State = serde_json::from_str(include_str!("saved/state.json")).unwrap();
    assert_eq!((settings, state.ground), (self::settings(), Ground::Standing));
    let (config, mut after, mut scratch) = (Config::new(&settings).unwrap(), state, Scratch::new());
    step(&World::new(), &config, &mut after, Input::default(), DT, &mut scratch).unwrap();
    assert_eq!(after.ground, Ground::Airborne);
}

#[test]
fn a_stage_state_of_the_first_version_loads_and_goes_on() {
    let saved: StageState = serde_json::from_str(include_str!("saved/stage.json")).unwrap();
    let (mut stage, mut state, mut scratch) = (stage(), saved.clone(), StageScratch::default());
    let counts = (state.characters.len(), state.balls.len(), state.movers.iter().count());
    assert_eq!((state.tick, counts), (40, (1, 1, 1)));
    stage.tick(&mut state, &[Input::default()], DT, &mut scratch).unwrap();
    // It stands on the lift, in the trigger.
    let (before, after) = (&saved.characters[0], &state.characters[0]);
    assert_eq!(after.state.ground, Ground::Standing);
    assert!((after.state.position.y - before.state.position.y - 0.5 * DT).abs() < 1e-9);
    assert_eq!((&before.inside, &before.touching), (&after.inside, &after.touching));
}

#[test]
fn a_stage_state_in_json_has_balls_only_if_there_was_one() {
    let text = |state: &StageState| serde_json::to_string(state).unwrap();
    let mut state = StageState::default();
    assert_eq!(text(&state), r#"{"tick":0,"movers":[],"characters":{"entries":[],"vacant":[]}}"#);
    let id = state.balls.insert(Ball::at(DVec3::ONE, 0.5));
    state.balls.remove(id);
    // Its handle must stay dead after loading.
    let again: StageState = serde_json::from_str(&text(&state)).unwrap();
    assert_eq!(again, state);
    assert_ne!(again.clone().balls.insert(Ball::at(DVec3::ONE, 0.5)), id);
}

#[test]
fn a_repro_of_the_first_version_is_replayed_to_the_same_bits() {
    let repro: Repro = serde_json::from_str(include_str!("saved/repro.json")).unwrap();
    assert!(repro.replay(&mut ()).unwrap().is_same);
}
