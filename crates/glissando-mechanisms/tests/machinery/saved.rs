//! Everything that changes, and every mover, goes through JSON and comes back with the same bits.

use crate::rules::{floor, mover, trigger};
use crate::scene::Scene;
use glissando::slide::Stop;
use glissando::stage::{Drive, Key, MoverReport, MoverSpec, MoverState, Outcome, PathEnds, Policy};
use glissando::trigger::effect::{self, Effect};
use glissando::{BodyId, DVec3, Ground, Settings, TriggerId};
use glissando_level::{Mechanisms, MotionSpec, Start};
use glissando_mechanisms::{Cause, IncidentKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_drive_and_end_comes_back_and_waits_without_end_too() {
    let key = |time: f64, height: f64| Key { time, translation: DVec3::Y * height, ..Key::default() };
    let keys = vec![key(0.0, 0.0), key(0.1, 1.0 / 3.0)];
    let mut drives = vec![Drive::Target, Drive::Velocity { linear: DVec3::X * 0.1, angular: DVec3::Y / 3.0 }];
    let waits = [0.0, 0.1, 1e300, f64::INFINITY].map(|wait| PathEnds::OnCall { wait });
    for ends in waits.into_iter().chain([PathEnds::Loop, PathEnds::PingPong]) {
        drives.push(Drive::Path { keys: keys.clone(), ends });
    }
    for drive in drives {
        let body = BodyId::from_bits(1 << 32 | 3);
        let spec = MoverSpec { body, pivot: DVec3::Z / 7.0, drive, policy: Policy::Reverse };
        assert_eq!(through_json(&spec), spec);
    }
    for wait in [0.25, f64::INFINITY] {
        let state = MoverState { wait, ..MoverState::default() };
        assert_eq!(through_json(&state), state);
    }
    let wrong = serde_json::from_str::<PathEnds>(r#"{"call":{"wait":"long"}}"#).unwrap_err();
    assert!(wrong.to_string().contains("for_ever"), "{wrong}");
    let endless: PathEnds = serde_json::from_str(r#"{"call":{}}"#).unwrap();
    assert_eq!(endless, PathEnds::OnCall { wait: f64::INFINITY });
    assert!(serde_json::from_str::<PathEnds>(r#"{"call":{"wiat":1}}"#).is_err());
    assert!(serde_json::from_str::<Key>(r#"{"tiem":1}"#).is_err());
}

/// A gate that stays open after its plate was touched once, and a character that walks there.
fn scene() -> Scene {
    let motion = MotionSpec::Shuttle { travel: DVec3::Y * 2.4, speed: 8.0, wait: None };
    let ends = (DVec3::new(5.0, 0.01, -1.0), DVec3::new(5.2, 2.5, 1.0));
    let mut gate = mover("gate", ends, motion, Start::Target);
    gate.target_name = Some("open".into());
    let mut plate = trigger(DVec3::new(0.5, 0.0, -1.0), DVec3::new(2.0, 2.0, 1.0), Effect::Signal);
    (plate.target, plate.wait) = (Some("open".into()), 100.0);
    let mechanisms = Mechanisms { movers: vec![gate], triggers: vec![plate], ..Mechanisms::default() };
    let mut scene = Scene::new(floor(), mechanisms, &Settings::default());
    let who = scene.enter(DVec3::ZERO);
    scene.wish(who, DVec3::X * 3.0);
    scene
}

#[test]
fn a_walk_goes_on_from_what_was_written_and_read_after_any_tick() {
    let mut scene = scene();
    let mut endless = 0;
    for tick in 0..90 {
        let read = through_json(&(scene.state.clone(), scene.more.clone()));
        assert_eq!(read, (scene.state.clone(), scene.more.clone()), "{tick}");
        scene.tick();
        let went = (scene.state.clone(), scene.more.clone());
        (scene.state, scene.more) = read;
        scene.tick();
        assert_eq!((scene.state.clone(), scene.more.clone()), went, "{tick}");
        endless += usize::from(scene.state.movers[0].wait == f64::INFINITY);
    }
    println!("{endless} of 90 ticks with a wait that has no end");
    assert!(endless > 10, "{endless}");
}

#[test]
fn names_of_events_and_states_are_those_in_files() {
    fn written(value: &impl Serialize) -> String {
        let value = serde_json::to_value(value).unwrap();
        value.get("type").unwrap_or(&value).as_str().unwrap().to_owned()
    }
    for ground in [Ground::Standing, Ground::Steep, Ground::Airborne] {
        assert_eq!(written(&ground), ground.name());
    }
    for stop in [Stop::Done, Stop::Blocked, Stop::SubSteps, Stop::Stuck] {
        assert_eq!(written(&stop), stop.name());
    }
    use Outcome::{Blocked, Carried, Crushed, Pushed, Unaffected};
    for outcome in [Unaffected, Blocked, Carried, Crushed, Pushed] {
        assert_eq!(written(&outcome), outcome.name());
    }
    let (mover, trigger, to) = (0, TriggerId::from_bits(0), DVec3::ZERO);
    let (cause, is_clear, yaw_radians) = (Cause::Mover(0), true, None);
    for kind in [
        IncidentKind::Started { mover },
        IncidentKind::Arrived { mover },
        IncidentKind::Returned { mover },
        IncidentKind::GaveWay { mover },
        IncidentKind::Signalled { trigger },
        IncidentKind::Teleported { trigger, to, yaw_radians, is_clear },
        IncidentKind::Launched { trigger, velocity: to },
        IncidentKind::Hurt { cause, damage: 1.0 },
        IncidentKind::PickedUp { trigger },
        IncidentKind::Reached { trigger },
        IncidentKind::Died { cause, to, is_clear },
    ] {
        assert_eq!(written(&kind), kind.name());
    }
    use effect::ConsequenceKind::{Killed, Launched, Opened, PickedUp, Reached, Released, Signalled};
    for outcome in [
        Signalled,
        PickedUp,
        Launched { velocity: to },
        effect::ConsequenceKind::Teleported { to, velocity: None },
        effect::ConsequenceKind::Hurt { seconds: 1.0, damage: 1.0 },
        Killed,
        Reached,
        Opened { target: 1 },
        Released { target: 1 },
    ] {
        assert_eq!(written(&outcome), outcome.name());
    }
}

#[test]
fn words_of_older_files_are_read() {
    assert_eq!(serde_json::from_str::<Outcome>(r#""alone""#).unwrap(), Outcome::Unaffected);
    let report: MoverReport = serde_json::from_str(r#"{"went":0.5,"held_by":null}"#).unwrap();
    assert_eq!(report.fraction, 0.5);
    // A state keeps the word that it had.
    let state = serde_json::to_value(MoverState::default()).unwrap();
    assert!(state.get("place").is_some() && state.get("pose").is_none(), "{state}");
}
