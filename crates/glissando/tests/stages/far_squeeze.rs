//! A character that a stopping lift holds under a ceiling walks out from under it, far from the origin too.

use crate::open_ram::Frame;
use glissando::character::BodyShape;
use glissando::stage::{Drive, MoverSpec, Outcome, Policy, Stage, StageCharacter, StageScratch};
use glissando::{Config, DVec3, Ground, Input, Settings, State};

/// Metres that a character walks in two seconds in a direction on the map, after the lift was stopped by it.
fn way_out(frame: &Frame, body: BodyShape, hz: f64, crouch: bool, direction: f64) -> f64 {
    let settings = frame.settings(&Settings { body, ..Settings::default() });
    let config = Config::new(&settings).unwrap();
    let mut stage = Stage::default();
    let lift = frame.block(&mut stage, DVec3::Y * -0.5, DVec3::new(3.0, 0.5, 3.0));
    frame.block(&mut stage, DVec3::Y * 3.0, DVec3::new(1.0, 0.5, 1.0));
    let drive = Drive::Velocity { linear: frame.rotation * DVec3::Y, angular: DVec3::ZERO };
    let pivot = frame.pose(DVec3::ZERO).translation;
    stage.add_mover(MoverSpec { body: lift, pivot, drive, policy: Policy::Stop }).unwrap();
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    let feet = frame.pose(DVec3::new(0.1, 0.0, 0.2)).translation;
    let standing = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
    state.characters.insert(StageCharacter::new(person, standing));
    let mut scratch = StageScratch::default();
    let mut outcome = Outcome::Unaffected;
    for _ in 0..(3.0 * hz) as u32 {
        let input = Input { crouch, ..Input::default() };
        outcome = stage.tick(&mut state, &[input], 1.0 / hz, &mut scratch).unwrap().characters[0].outcome;
    }
    assert_eq!(outcome, Outcome::Blocked);
    let start = state.characters[0].state.position;
    let wish = frame.rotation * DVec3::new(direction.cos(), 0.0, direction.sin()) * 3.0;
    for _ in 0..(2.0 * hz) as u32 {
        let input = Input { wish, crouch, ..Input::default() };
        stage.tick(&mut state, &[input], 1.0 / hz, &mut scratch).unwrap();
    }
    let way = state.characters[0].state.position - start;
    let up = frame.rotation * DVec3::Y;
    (way - up * way.dot(up)).length()
}

/// Rounding puts the body inside its sweep shell on both sides at once, or raises it into the ceiling tick by tick.
#[test]
fn who_is_held_under_a_ceiling_far_from_the_origin_walks_out() {
    let near = Frame::new(DVec3::Y, 0.0, DVec3::ZERO);
    let far = Frame::new(DVec3::new(-0.3, 0.5, 0.2), 33.0, DVec3::new(1e6, 2e6, -1e6));
    let farther = Frame::new(DVec3::Y, 0.0, DVec3::new(1e7, 1e6, -1e7));
    for frame in [near, far, farther] {
        for body in [BodyShape::Box, BodyShape::Cylinder] {
            for (hz, crouch, direction) in [
                (30.0, true, 0.0),
                (30.0, true, 0.7),
                (60.0, false, 4.0),
                (120.0, false, 0.7),
                (120.0, true, 2.3),
            ] {
                let way = way_out(&frame, body, hz, crouch, direction);
                assert!(way > 1.0, "{body:?} {hz} Hz, crouch {crouch}, towards {direction}: {way} m");
            }
        }
    }
}
