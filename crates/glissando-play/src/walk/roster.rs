//! The movers and the characters of a walk.

use super::setup::Guide;
use super::wander::Wanderer;
use crate::scene::Scene;
use crate::script::{Cue, Moving, Piece, Plan};
use anyhow::{Context, bail};
use glissando::motion::LARGEST_TURN;
use glissando::stage::{Drive, MoverSpec, PathEnds, Stage, StageState};
use glissando::{Config, DVec3};
use glissando_mechanisms::Machinery;

/// Most names that an error lists.
const LISTED: usize = 12;

/// A character.
#[derive(Debug)]
pub struct Player {
    /// What it is and how it moves.
    pub config: Config,
    /// Centre of the ellipsoid at the start.
    pub spawn: DVec3,
    /// The source of its inputs.
    pub way: Way,
}

/// The source of a character's inputs.
#[derive(Debug)]
pub enum Way {
    /// A script.
    Script(Plan),
    /// Chance, always the same for the same seed.
    Wander {
        /// The state of its random walk.
        wanderer: Wanderer,
        /// For how many ticks.
        ticks: u64,
    },
    /// The caller that asks for the ticks: a recording.
    Told,
}

impl Player {
    /// The number of its ticks; none where the caller asks for them.
    pub fn tick_count(&self) -> Option<u64> {
        match &self.way {
            Way::Script(plan) => Some(plan.tick_count()),
            Way::Wander { ticks, .. } => Some(*ticks),
            Way::Told => None,
        }
    }

    /// The source of inputs at the beginning of the walk, with ticks of `dt` seconds.
    pub fn guide(&self, dt: f64) -> Guide<'_> {
        match &self.way {
            Way::Script(plan) => {
                let mut orders = plan.orders();
                Box::new(move |_| orders.next())
            }
            Way::Wander { wanderer, ticks } => {
                let (mut wanderer, mut left) = (wanderer.clone(), *ticks);
                Box::new(move |state| {
                    left = left.checked_sub(1)?;
                    Some(wanderer.order(state, dt))
                })
            }
            Way::Told => Box::new(|_| None),
        }
    }

    /// The script's plan, if there is one.
    pub const fn plan(&self) -> Option<&Plan> {
        match &self.way {
            Way::Script(plan) => Some(plan),
            _ => None,
        }
    }
}

/// A body that moves, and what the script calls it.
#[derive(Clone, Debug)]
pub struct NamedMover {
    /// What the script or the level calls it.
    pub name: Option<String>,
    /// How it moves.
    pub spec: MoverSpec,
    /// Where it was named, for messages.
    pub(crate) place: String,
    /// Whether it waits to be called.
    pub is_called: bool,
}

impl NamedMover {
    /// A mover of a level.
    pub(super) fn of(machinery: &Machinery, index: usize) -> Option<Self> {
        let (spec, name) = (machinery.movers().get(index)?.clone(), machinery.mover_name(index).to_owned());
        let is_called = matches!(spec.drive, Drive::Path { ends: PathEnds::OnCall { .. }, .. });
        Some(Self { place: name.clone(), name: Some(name), spec, is_called })
    }
}

/// The body that a piece moves.
///
/// # Errors
/// Fields that contradict each other; a piece that is no body, or more than one.
pub(super) fn mover(
    scene: &Scene,
    piece: &Piece,
    level: usize,
    place: &str,
) -> anyhow::Result<Option<NamedMover>> {
    if piece.is_trigger()? {
        return Ok(None);
    }
    let Some(moving) = piece.moving()? else {
        if let Some(name) = &piece.name {
            bail!("name is {name:?}: only what moves is called by a name");
        }
        return Ok(None);
    };
    let bodies: Vec<_> = scene.bodies_of(level).collect();
    let &[body] = bodies.as_slice() else {
        let names: Vec<&str> = bodies.iter().map(|&body| scene.name_of(body)).collect();
        bail!(
            "it has {} solid instances: what moves must be one; name it as part. There are {}",
            bodies.len(),
            listed(&names)
        );
    };
    let is_called = moving.is_called();
    let Moving { drive, pivot, policy } = moving;
    let pivot = pivot.unwrap_or(scene.world.body(body)?.pose.translation);
    let (name, place) = (piece.name.clone(), place.to_owned());
    Ok(Some(NamedMover { name, spec: MoverSpec { body, pivot, drive, policy }, place, is_called }))
}

/// Refuses what turns too fast for ticks of `dt` seconds.
///
/// # Errors
/// The first such piece, with its velocity.
pub(super) fn check_turns(movers: &[NamedMover], dt: f64) -> anyhow::Result<()> {
    for mover in movers {
        let Drive::Velocity { angular, .. } = mover.spec.drive else { continue };
        let most = LARGEST_TURN / dt;
        if angular.length() > most {
            let (place, values) = (&mover.place, angular.to_array());
            bail!(
                "{place}: motion.angular is {values:?}: in a tick of {dt} s a body turns by a quarter at \
                 most, so at most {most} rad/s"
            );
        }
    }
    Ok(())
}

/// A mover that is sent on its way, or back, at the start of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// When, in ticks from the start.
    pub tick: u64,
    /// By index.
    pub mover: usize,
    /// Whether it is closed, not opened.
    pub is_closing: bool,
}

impl Call {
    /// Tells the mover; one that is not there is not told.
    pub fn make(&self, state: &mut StageState) {
        if let Some(mover) = state.movers.get_mut(self.mover) {
            if self.is_closing { mover.close() } else { mover.open() }
        }
    }
}

/// Which movers the cues mean, in order of time.
///
/// # Errors
/// Names that no mover has; movers that are not called.
pub(super) fn calls(movers: &[NamedMover], cues: &[Cue]) -> anyhow::Result<Vec<Call>> {
    let mut calls: Vec<Call> = Vec::new();
    for Cue { tick, name, is_closing } in cues {
        let word = if *is_closing { "close" } else { "open" };
        let first = calls.len();
        for (index, mover) in movers.iter().enumerate().filter(|(_, m)| m.name.as_ref() == Some(name)) {
            if !mover.is_called {
                bail!(
                    "{word} has {name:?}, which goes by itself: only what has \"ends\": {{\"call\": {{}}}} waits"
                );
            }
            // A mover that is opened and closed at the same tick is closed.
            let when = |call: &Call| (call.tick, call.is_closing);
            let call = Call { tick: *tick, mover: index, is_closing: *is_closing };
            calls.insert(calls.partition_point(|before| when(before) <= when(&call)), call);
        }
        if calls.len() == first {
            let names: Vec<&str> = movers.iter().filter_map(|m| m.name.as_deref()).collect();
            bail!("{word} has {name:?}: nothing that moves has this name; there is {}", listed(&names));
        }
    }
    Ok(calls)
}

/// The stage in a scene, its movers by number.
///
/// # Errors
/// Movers that are refused, by name.
pub fn stage(scene: &Scene, movers: &[NamedMover]) -> anyhow::Result<Stage> {
    let mut stage = Stage::new(scene.world.clone());
    for mover in movers {
        let name = || scene.name_of(mover.spec.body).to_owned();
        stage.add_mover(mover.spec.clone()).with_context(name)?;
    }
    Ok(stage)
}

/// Names for a message; of many the first.
pub(super) fn listed(names: &[&str]) -> String {
    let more = if names.len() > LISTED { ", …" } else { "" };
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("{name:?}")).collect();
    if shown.is_empty() { "none".into() } else { format!("{}{more}", shown.join(", ")) }
}
