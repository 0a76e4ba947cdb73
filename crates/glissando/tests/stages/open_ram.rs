//! A ram that comes over an open floor to one character, in worlds that are turned: it pushes the character before it.

use glissando::stage::{
    Drive, Key, MoverSpec, Outcome, PathEnds, Policy, Stage, StageCharacter, StageScratch,
};
use glissando::{Body, BodyId, Config, DAffine3, DQuat, DVec3, Ground, Input, Settings, Soup, State};
use glissando_testkit::scenes;
use glissando_testkit::stages::{bodies, mesh};

/// A world turned about an axis and put elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) rotation: DQuat,
    origin: DVec3,
}

impl Frame {
    pub(crate) fn new(axis: DVec3, degrees: f64, origin: DVec3) -> Self {
        let (axis, half) = (axis.try_normalize().unwrap(), degrees.to_radians() / 2.0);
        let DVec3 { x, y, z } = axis * half.sin();
        Self { rotation: DQuat::from_xyzw(x, y, z, half.cos()), origin }
    }

    pub(crate) fn pose(&self, at: DVec3) -> DAffine3 {
        DAffine3 { matrix3: self.rotation.to_mat3(), translation: self.rotation * at + self.origin }
    }

    /// The same settings in this world.
    pub(crate) fn settings(&self, body: &Settings) -> Settings {
        Settings {
            rotation: self.rotation * body.rotation,
            up: self.rotation * DVec3::Y,
            gravity: self.rotation * body.gravity,
            ..*body
        }
    }

    /// A block in this world.
    pub(crate) fn block(&self, stage: &mut Stage, at: DVec3, half: DVec3) -> BodyId {
        let mut soup = Soup::default();
        scenes::block(&mut soup, -half, half);
        stage.insert(Body::new(mesh(&soup)).at(self.pose(at))).unwrap()
    }

    /// A rotation as it is in this world: that of the identity differs from it by rounding, so a body that shifts turns too.
    fn turned(&self, rotation: DQuat) -> DQuat {
        self.rotation * rotation * self.rotation.conjugate()
    }
}

/// Ticks in which the character was blocked or crushed, and those in which it was pushed.
fn pushed_by_a_ram(frame: &Frame, body: &Settings, speed: f64, hz: f64, policy: Policy) -> (u32, u32) {
    let config = Config::new(&frame.settings(body)).unwrap();
    let mut stage = Stage::default();
    frame.block(&mut stage, DVec3::Y * -0.5, DVec3::new(60.0, 0.5, 60.0));
    let ram = frame.block(&mut stage, DVec3::new(-3.0, 1.01, 0.0), DVec3::new(0.5, 1.0, 2.0));
    let key = |share: f64| Key {
        time: 8.0 / speed * share,
        translation: frame.rotation * DVec3::X * (8.0 * share),
        rotation: frame.turned(DQuat::IDENTITY),
    };
    let drive = Drive::Path { keys: vec![key(0.0), key(1.0)], ends: PathEnds::PingPong };
    let pivot = frame.pose(DVec3::ZERO).translation;
    stage.add_mover(MoverSpec { body: ram, pivot, drive, policy }).unwrap();
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    let feet = frame.pose(DVec3::X * -1.5).translation;
    let standing = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
    state.characters.insert(StageCharacter::new(person, standing));
    let (mut held, mut pushed) = (0, 0);
    let mut scratch = StageScratch::default();
    for _ in 0..(2.0 / speed * hz) as u32 {
        let report = stage.tick(&mut state, &[Input::default()], 1.0 / hz, &mut scratch).unwrap();
        match report.characters[0].outcome {
            Outcome::Blocked | Outcome::Crushed => held += 1,
            Outcome::Pushed => pushed += 1,
            _ => {}
        }
    }
    (held, pushed)
}

/// The first step of a cylinder's sweep against a body that turns by rounding alone was empty, and counted as a touch.
#[test]
fn a_ram_on_open_ground_pushes_a_character_in_any_frame() {
    let frames = [
        Frame::new(DVec3::Y, 0.0, DVec3::ZERO),
        Frame::new(DVec3::new(0.3, 0.5, -0.8), 77.0, DVec3::new(100.0, 20.0, -30.0)),
        Frame::new(DVec3::new(-0.3, 0.5, 0.2), 33.0, DVec3::new(7.0, -2.0, 1.0)),
    ];
    for frame in frames {
        for body in bodies() {
            for (speed, hz) in [(1.0, 60.0), (2.0, 120.0), (2.0, 60.0)] {
                for policy in [Policy::Push, Policy::Stop] {
                    let (held, pushed) = pushed_by_a_ram(&frame, &body, speed, hz, policy);
                    let case = format!("{:?} at {speed} m/s, {hz} Hz, {policy:?}", body.body);
                    assert!(held == 0 && pushed > 10, "{case}: held {held}, pushed {pushed}");
                }
            }
        }
    }
}
