//! Characters that something in motion carries or shoves: what their ticks cost beside those of characters on ground at rest.

use super::{Way, with_body};
use crate::random::Random;
use crate::walk::Plan;
use glissando::character::BodyShape;
use glissando::stage::{Drive, Policy};
use glissando::{DVec3, Input, Settings, State};
use glissando_testkit::stages::{self, Scene};

/// Movers in a row, and rows; each has a character.
const SIDE: usize = 4;
/// Metres between neighbours: those of one mover do not meet another.
const APART: f64 = 6.0;
/// Metres a second that a character wishes to go, there and back.
const SPEED: f64 = 1.0;
/// Seconds of different wishes.
const SECONDS: usize = 8;

/// A kind of mover: how high its middle is above the floor, its half extents, how it goes (m/s, rad/s), and where its character
/// begins.
struct Kind {
    height: f64,
    half: DVec3,
    drive: (DVec3, DVec3),
    feet: DVec3,
}

/// The riders of a kind, and what they wish: "riders turntables", "box riders lifts".
pub fn kernel(name: &str, seed: u64) -> Option<(Plan, Box<dyn Way>)> {
    let (name, body) = with_body(name);
    let riders = Riders::new(body, &kind(name.strip_prefix("riders ")?)?);
    let mut random = Random::new(seed);
    let mut there = Vec::new();
    let wishes = (0..SECONDS).map(|second| {
        if second % 2 == 0 {
            there = (0..riders.count()).map(|_| random.level_direction().map(|c| c * SPEED)).collect();
            there.clone()
        } else {
            there.iter().map(|wish| wish.map(|c| -c)).collect()
        }
    });
    let wishes = wishes.collect();
    let starts = (0..riders.count()).map(|who| riders.centre(who)).collect();
    Some((Plan::of(starts, wishes, -2.0), Box::new(riders)))
}

fn kind(name: &str) -> Option<Kind> {
    let kind = |height, [x, y, z]: [f64; 3], (linear, angular): ([f64; 3], [f64; 3]), feet: [f64; 3]| Kind {
        height,
        half: DVec3::new(x, y, z),
        drive: (linear.into(), angular.into()),
        feet: feet.into(),
    };
    const REST: [f64; 3] = [0.0; 3];
    Some(match name {
        "still" => kind(0.05, [1.5, 0.1, 1.5], (REST, REST), [0.7, 0.15, 0.6]),
        "lifts" => kind(0.1, [1.0, 0.1, 1.0], ([0.0, 0.3, 0.0], REST), [0.4, 0.2, 0.3]),
        "turntables" => kind(0.05, [1.5, 0.1, 1.5], (REST, [0.0, 0.7, 0.0]), [0.7, 0.15, 0.6]),
        "rods" => kind(0.6, [2.0, 0.1, 0.1], (REST, [0.0, 0.9, 0.0]), [1.2, 0.0, 1.1]),
        "tumblers" => kind(0.3, [1.0, 0.5, 0.4], (REST, [0.5, 0.3, 0.2]), [1.2, 0.0, 1.1]),
        "doors" => kind(1.0, [1.0, 1.0, 0.05], (REST, [0.0, 0.8, 0.0]), [0.7, 0.0, 0.6]),
        _ => return None,
    })
}

struct Riders {
    scene: Scene,
}

impl Riders {
    fn new(body: BodyShape, kind: &Kind) -> Self {
        let mut world = stages::floor();
        let place = |k: usize| {
            let [column, row] = [k % SIDE, k / SIDE].map(|i| i as f64 - 0.5 * (SIDE - 1) as f64);
            DVec3::new(column * APART, 0.0, row * APART)
        };
        let at = |k: usize| place(k) + DVec3::Y * kind.height;
        let blocks: Vec<_> = (0..SIDE * SIDE).map(|k| stages::block(&mut world, at(k), kind.half)).collect();
        let mut scene = Scene::with(world, &Settings { body, ..Settings::default() });
        for (k, block) in blocks.into_iter().enumerate() {
            let (linear, angular) = kind.drive;
            scene.mover(block, at(k), Drive::Velocity { linear, angular }, Policy::Push);
        }
        for k in 0..SIDE * SIDE {
            scene.spawns(place(k) + kind.feet);
        }
        Self { scene }
    }
}

impl Way for Riders {
    fn name(&self) -> String {
        "Stage::tick, riders".to_owned()
    }

    fn count(&self) -> usize {
        self.scene.state.characters.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        let Scene { stage, state, scratch, .. } = &mut self.scene;
        stage.tick(state, inputs, dt, scratch).expect("sound numbers");
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.scene.state.characters[who].state.position.to_array()
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.scene.state.characters[who].state = State::at(centre.into());
    }
}
