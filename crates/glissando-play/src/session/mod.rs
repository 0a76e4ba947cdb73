//! A walk with a player: keys become inputs, time becomes ticks, and every event is kept.
//!
//! ```text
//! controls ─▶ input_log ─▶ ticks of the play ─▶ status, news, overlay
//!              └── history: back to any tick of the last seconds, and on again the same way
//! ```
//! The first character is led by the hand; the others by chance or by their scripts. After going back, time walks
//! on as it did before until the hand does something else. The same session is behind the page in the browser and
//! behind the window.

mod camera;
mod clip;
mod controls;
mod history;
mod input_log;
mod news;
mod overlay;
mod pace;
mod places;
mod recording;
mod saved;
mod status;
#[cfg(test)]
mod tests;
mod time;
mod wander_ai;

pub use clip::Clip;
pub use controls::{Controls, View};
pub use history::SECONDS_BACK;
pub use news::News;
pub use overlay::{Layers, Lines};
pub use places::{Place, Places};
pub use status::{Held, Status};

use crate::record::StateHash;
use crate::walk::{Play, Setup, Tick, TriggerShape, check_place};
use anyhow::{Context, ensure};
use glissando::stage::StageState;
use glissando::{DVec3, Settings};
use history::History;
use input_log::{Act, InputLog};
use pace::Pace;
use wander_ai::{Autopilot, WanderAi};

/// Metres per second with fully held controls, where the level has no value.
const USUAL_SPEED: f64 = 5.0;

/// Reach for opening a door, metres.
const REACH: f64 = 3.0;

/// A walk that is played.
#[derive(Debug)]
pub struct Session {
    walk: Setup,
    play: Play,
    wander_ai: WanderAi,
    input_log: InputLog,
    /// The first tick that is in the input log, and the first after it.
    start: u64,
    end: u64,
    history: History,
    controls: Controls,
    /// What was held in the last tick, or when one went back.
    grip: Controls,
    autopilot: Option<Autopilot>,
    pace: Pace,
    /// Metres per second with fully held controls.
    speed: f64,
    /// The ticks before the last one, of all characters, for what is between two ticks.
    before: StageState,
    /// Where the bodies that move were before it, by number.
    last: Option<Tick>,
    news: Vec<News>,
    nanoseconds: Vec<u64>,
}

impl Session {
    /// At the start of a walk, with nothing pressed.
    ///
    /// # Errors
    /// Movers that are refused; a walk without characters.
    pub fn new(walk: Setup) -> anyhow::Result<Self> {
        ensure!(!walk.players.is_empty(), "{} has no character", walk.name);
        let mut play = Play::new(&walk)?;
        play.trace_character(Some(0));
        let (wander_ai, history) = (WanderAi::of(&walk), History::new(walk.dt, walk.players.len()));
        let speed = walk.speed().unwrap_or(USUAL_SPEED);
        let before = play.state().clone();
        let (input_log, controls) = (InputLog::default(), Controls::default());
        let (autopilot, pace, last) = (None, Pace::default(), None);
        let (news, nanoseconds, start, end, grip) = (Vec::new(), Vec::new(), 0, 0, controls);
        Ok(Self {
            walk,
            play,
            wander_ai,
            input_log,
            start,
            end,
            history,
            controls,
            grip,
            autopilot,
            pace,
            speed,
            before,
            last,
            news,
            nanoseconds,
        })
    }

    /// What is walked.
    pub const fn walk(&self) -> &Setup {
        &self.walk
    }

    /// How everything is.
    pub const fn state(&self) -> &StageState {
        self.play.state()
    }

    /// Ticks since the start.
    pub const fn tick(&self) -> u64 {
        self.state().tick
    }

    /// What is passed through, and what of it is gone.
    pub fn trigger_shapes(&self) -> Vec<TriggerShape> {
        self.play.trigger_shapes()
    }

    /// Where the hand's character is: the centre of its ellipsoid, metres.
    pub fn position(&self) -> DVec3 {
        self.state().characters[0].state.position
    }

    /// What the hand's character is in the next tick.
    pub fn settings(&self) -> &Settings {
        let waiting = if self.is_repeating() { None } else { self.input_log.set_from(self.tick()) };
        waiting.unwrap_or(self.play.configs()[0].settings())
    }

    /// What is held from now on. If the next tick begins with other keys than before, that ends the autopilot, and what is
    /// walked again after going back; keys that are let go before it, as in a pause, end nothing.
    ///
    /// # Errors
    /// Numbers that are none, by name. Nothing has changed then.
    pub fn set_controls(&mut self, controls: Controls) -> anyhow::Result<()> {
        controls.check()?;
        self.controls = controls;
        Ok(())
    }

    /// What is held.
    pub const fn controls(&self) -> &Controls {
        &self.controls
    }

    /// Metres per second with fully held controls.
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// Changes it.
    ///
    /// # Errors
    /// A speed that is none.
    pub fn set_speed(&mut self, speed: f64) -> anyhow::Result<()> {
        ensure!((0.0..=1e3).contains(&speed), "speed is {speed} m/s: it must lie between 0 and 1000");
        self.speed = speed;
        Ok(())
    }

    /// Other settings for the hand's character, from the next tick on.
    ///
    /// # Errors
    /// The first number that cannot be used, by name. Nothing has changed then.
    pub fn set_settings(&mut self, settings: &Settings) -> anyhow::Result<()> {
        let config = glissando::Config::new(settings)?;
        self.act(Act::Set(Box::new(*config.settings())));
        Ok(())
    }

    /// Puts the hand's character there, at rest: the centre of its ellipsoid, metres.
    ///
    /// # Errors
    /// A place outside of every world.
    pub fn put(&mut self, place: DVec3) -> anyhow::Result<()> {
        check_place(place)?;
        self.act(Act::Place(place));
        Ok(())
    }

    /// Puts the hand's character back where it started.
    pub fn put_back(&mut self) {
        self.act(Act::Place(self.walk.players[0].spawn));
    }

    /// Opens what waits within reach, and sends back what is open; how many there were.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn use_near(&mut self) -> anyhow::Result<usize> {
        let at = self.position();
        let mut near = Vec::new();
        for (index, mover) in self.walk.movers.iter().enumerate().filter(|(_, mover)| mover.is_called) {
            let body = self.play.world()?.body(mover.spec.body)?;
            let local = body.pose.try_inverse().context("a body without an inverse")?.transform_point(at);
            let bounds = body.mesh.bounds();
            let nearest = local.max(bounds.min.as_dvec3()).min(bounds.max.as_dvec3());
            if (body.pose.transform_point(nearest) - at).length() <= REACH {
                near.push(index);
            }
        }
        for &index in &near {
            let is_open = self.state().movers.get(index).is_some_and(|mover| mover.clock > 0.0);
            self.act(if is_open { Act::Close(index) } else { Act::Open(index) });
        }
        Ok(near.len())
    }

    /// Lets the first character go by its script or by chance, as the walk says, or by the hand.
    pub fn set_autopilot(&mut self, is_on: bool) {
        self.take_over();
        // What is held already does not end it.
        self.grip = self.controls;
        self.autopilot = is_on.then(|| Autopilot::of(&self.walk));
    }

    /// Whether it goes by itself.
    pub const fn is_on_autopilot(&self) -> bool {
        self.autopilot.is_some()
    }

    /// 64 bits that stand for everything as it is, bit for bit: equal on all machines.
    pub fn state_hash(&self) -> String {
        StateHash::of(&self.play).into()
    }

    /// Writes down what is done before the next tick.
    fn act(&mut self, act: Act) {
        self.take_over();
        self.input_log.write(self.tick(), act);
    }
}
