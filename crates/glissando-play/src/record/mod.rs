//! A whole walk in a small file: what was pressed, and prints of what came of it, to be walked again.
//!
//! JSON, an object a line: a head with the [header](crate::saved), the world and the characters, a line for each tick,
//! and a last one with their number. Inputs are written where they change.

mod hasher;
mod read;
mod replay;
mod write;

pub(crate) use read::Reader;
pub use replay::{Verdict, replay};
pub use write::Recorder;

use crate::saved::{Held, Kind};
use crate::walk::{Call, Change, Origin, Play, Player, ScriptedTrigger, Setup, Source, shape};
use anyhow::Context;
use glissando::balls::{Ball, Settings as BallSettings};
use glissando::{DVec3, Input, Settings};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The first line.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    glissando: Kind,
    version: u32,
    /// For readers: the source of the inputs.
    by: By,
    source: Source,
    /// What makes the walk again, wandering characters included; none for a script of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<Origin>,
    /// Seconds a tick.
    dt: f64,
    characters: Vec<Role>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    balls: Option<Balls>,
    /// Hash of all that does not change: triangles, poses, movers, triggers, characters.
    pub(crate) world: StateHash,
}

/// The source of the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The script of the tour.
    Tour,
    /// A script, by its name.
    Script(String),
    /// A wanderer, by its seed.
    Seed(u64),
    /// A wanderer in a scene of the program, by its name and seed.
    Scene(String, u64),
    /// A player.
    Hand,
}

/// A character and its start.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Role {
    settings: Settings,
    spawn: DVec3,
}

/// The rules of the balls, and how they are at the start.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Balls {
    settings: BallSettings,
    balls: Vec<Ball>,
}

/// A tick.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) tick: u64,
    /// By character; left out where they are those of the tick before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<Held>>,
    /// Movers that are sent on their way, by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    open: Vec<usize>,
    /// Movers that are sent back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    close: Vec<usize>,
    /// Characters that are something else, or somewhere else, before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<Change>,
    /// Of what was pressed and of the whole state after it.
    hash: StateHash,
    movers: StateHash,
    characters: Vec<StateHash>,
}

/// The last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Last {
    ticks: u64,
}

/// 64 bits, written as hexadecimal digits: numbers of JSON have 53.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct StateHash(u64);

impl StateHash {
    /// Of all that changes in a play.
    pub(crate) fn of(play: &Play) -> Self {
        Self(hasher::of(&(play.state(), play.machinery(), play.traces())))
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The hash of all that does not change in a walk, and of the characters at its start.
pub(crate) fn hash_of_start(walk: &Setup) -> StateHash {
    let roles: Vec<Role> = walk.players.iter().map(Role::of).collect();
    hash_of_world(walk, &roles)
}

impl From<StateHash> for String {
    fn from(hash: StateHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for StateHash {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_plain =
            text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        let hash = is_plain.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        hash.map(Self).ok_or_else(|| format!("{text:?} is no state hash: 16 digits of 0-9 and a-f"))
    }
}

impl Line {
    /// What is written about a tick.
    fn of(tick: u64, inputs: &[Input], calls: &[Call], changes: &[Change], play: &Play) -> Self {
        let state = play.state();
        let moved = |is_closing| -> Vec<usize> {
            calls.iter().filter(|call| call.is_closing == is_closing).map(|call| call.mover).collect()
        };
        let (open, close) = (moved(false), moved(true));
        let all = (inputs, &open, &close, state, play.machinery(), play.traces());
        let hash = StateHash(hasher::of(&all));
        let movers = StateHash(hasher::of(&state.movers));
        let characters = state.characters.iter().map(|actor| StateHash(hasher::of(actor))).collect();
        let (inputs, changes) = (Some(inputs.iter().copied().map(Held).collect()), changes.to_vec());
        Self { tick, inputs, open, close, changes, hash, movers, characters }
    }

    /// Whether a play is as it was after this tick, with these inputs in it.
    pub(crate) fn is_as_in(&self, inputs: &[Input], play: &Play) -> bool {
        let calls = self.calls();
        self.hash == Self::of(self.tick, inputs, &calls, &self.changes, play).hash
    }

    /// What is opened and closed: the opened first, as it was done.
    pub(crate) fn calls(&self) -> Vec<Call> {
        let call = |is_closing| move |&mover: &usize| Call { tick: self.tick, mover, is_closing };
        self.open.iter().map(call(false)).chain(self.close.iter().map(call(true))).collect()
    }
}

/// The hash of everything that does not change in a walk.
fn hash_of_world(walk: &Setup, roles: &[Role]) -> StateHash {
    let bodies = walk.scene.world.bodies().map(|(id, body)| {
        let triangles = (0..).map_while(|index| body.mesh.triangle(index).zip(body.mesh.material(index)));
        (id, body.pose, body.layers, body.material, &body.conveyors, triangles.collect::<Vec<_>>())
    });
    let bodies: Vec<u64> = bodies.map(|body| hasher::of(&body)).collect();
    let movers: Vec<_> = walk.movers.iter().map(|mover| &mover.spec).collect();
    let machinery = (walk.machinery.rules(), walk.machinery.triggers().iter().map(shape).collect::<Vec<_>>());
    let scripted: Vec<_> = walk.scripted_triggers.iter().map(ScriptedTrigger::content).collect();
    let hash = hasher::of(&(bodies, movers, machinery, scripted, roles, walk.dt));
    let tractions: Vec<_> = walk.scene.world.bodies().map(|(_, body)| &body.tractions).collect();
    // Worlds without tractions keep the hash that they had in older recordings.
    let is_plain = tractions.iter().all(|tractions| tractions.is_empty());
    let hash = if is_plain { hash } else { hasher::of(&(hash, tractions)) };
    let (rules, balls) = &walk.balls;
    if balls.is_empty() {
        return StateHash(hash);
    }
    let rules = (
        rules.gravity,
        rules.wall_restitution,
        rules.character_restitution,
        rules.rolling_deceleration,
        rules.rest_speed,
    );
    StateHash(hasher::of(&(hash, rules, balls)))
}

impl Balls {
    /// Those of a walk that has some.
    fn of(walk: &Setup) -> Option<Self> {
        let (settings, balls) = &walk.balls;
        (!balls.is_empty()).then(|| Self { settings: *settings, balls: balls.clone() })
    }

    /// As a walk has them.
    ///
    /// # Errors
    /// A ball that is none.
    fn checked(&self) -> anyhow::Result<(BallSettings, Vec<Ball>)> {
        for (index, ball) in self.balls.iter().enumerate() {
            ball.check().with_context(|| format!("balls.balls[{index}]"))?;
        }
        Ok((self.settings, self.balls.clone()))
    }
}

impl Role {
    fn of(player: &Player) -> Self {
        Self { settings: *player.config.settings(), spawn: player.spawn }
    }
}
