//! The shots by name: which balls, which rules, for how long.

use super::table::{HALF, RADIUS, ball, rack};
use clap::ValueEnum;
use glissando::DVec3;
use glissando::balls::{Axis, Ball, Order, Settings};

/// A shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shot {
    /// The break, on a table that loses nothing: the picture is its own mirror image until the cushions end it
    Break,
    /// The break with real balls, cushions and cloth, until all lie still
    Game,
    /// Off two cushions to a ball that hides behind another
    Bank,
    /// Newton's cradle: impacts one after another
    Cradle,
    /// The same row, solved at once: it parts as one body
    Row,
    /// In three dimensions: over a ball in the way
    Jump,
    /// In three dimensions: a rack that falls onto the bed
    Drop,
}

/// What a shot starts with.
pub(super) struct Setup {
    pub(super) balls: Vec<Ball>,
    pub(super) settings: Settings,
    pub(super) seconds: f64,
}

/// Of pool balls, cushions, and cloth (m/s²).
const REAL: (f64, f64, f64) = (0.95, 0.8, 0.12);

impl Shot {
    pub(super) const ALL: [Self; 7] =
        [Self::Break, Self::Game, Self::Bank, Self::Cradle, Self::Row, Self::Jump, Self::Drop];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Break => "break",
            Self::Game => "game",
            Self::Bank => "bank",
            Self::Cradle => "cradle",
            Self::Row => "row",
            Self::Jump => "jump",
            Self::Drop => "drop",
        }
    }

    pub(super) fn setup(self) -> Setup {
        let lossless = Settings { flat: Some(Axis::Y), ..Settings::default() };
        let (e, cushion, cloth) = REAL;
        let real = Settings { wall_restitution: cushion, rolling_deceleration: cloth, ..lossless };
        let solid = Settings { flat: None, gravity: DVec3::Y * -9.81, ..real };
        let (balls, settings, seconds) = match self {
            Self::Break => (broken(6.0, 1.0), lossless, 0.5),
            Self::Game => (broken(6.0, e), real, 20.0),
            Self::Bank => (bank(e), real, 20.0),
            Self::Cradle => (row(), Settings { order: Order::Sequential, ..lossless }, 1.2),
            Self::Row => (row(), lossless, 1.2),
            Self::Jump => (jump(e), solid, 20.0),
            Self::Drop => (drop(e), solid, 20.0),
        };
        Setup { balls, settings, seconds }
    }
}

/// The cue ball, which comes first, and the rack.
fn broken(speed: f64, e: f64) -> Vec<Ball> {
    let cue = Ball { velocity: DVec3::X * speed, ..ball(-0.7, 0.0, e) };
    [vec![cue], rack(0.4, e)].concat()
}

fn bank(e: f64) -> Vec<Ball> {
    let cue = Ball { velocity: DVec3::new(2.2, 0.0, 1.65), ..ball(-0.9, -0.3, e) };
    vec![cue, ball(0.2, -0.05, e), ball(0.95, -0.2, e)]
}

fn row() -> Vec<Ball> {
    let mut balls: Vec<Ball> = (0..5).map(|i| ball(2.0 * RADIUS * f64::from(i), 0.0, 1.0)).collect();
    balls.insert(0, Ball { velocity: DVec3::X, ..ball(-0.6, 0.0, 1.0) });
    balls
}

fn jump(e: f64) -> Vec<Ball> {
    let cue = Ball { velocity: DVec3::new(2.6, 1.2, 0.0), ..ball(-0.9, 0.0, e) };
    vec![cue, ball(-0.6, 0.0, e), ball(0.45, 0.02, e)]
}

fn drop(e: f64) -> Vec<Ball> {
    let mut balls = rack(-0.1, e);
    for (number, ball) in balls.iter_mut().enumerate() {
        ball.position.y += 0.25 + 0.03 * number as f64;
        ball.velocity.x = 0.4 * HALF.0;
    }
    balls
}
