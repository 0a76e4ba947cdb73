//! Balls on a stage: kicked by characters, hitting them, thrown and caught by movers.
#![allow(clippy::float_cmp, reason = "the same bits are meant")]

mod again;
mod beside;
pub(crate) mod judge;
mod kicks;
mod movers;
mod pressed;
mod random;
mod trains;

use glissando::balls::{self, Ball, Mass};
use glissando::{DVec3, World};
use glissando_testkit::stages::Scene;

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// A ball at rest.
fn ball(at: DVec3, radius: f64, mass: f64, restitution: f64) -> Ball {
    Ball { mass: Mass::Kilograms(mass), restitution, ..Ball::at(at, radius) }
}

/// A stage for default characters and balls under gravity.
fn scene(world: World) -> Scene {
    let mut scene = Scene::new(world);
    let rules = balls::Settings { gravity: GRAVITY, ..balls::Settings::default() };
    scene.stage.set_ball_settings(rules).unwrap();
    scene
}
