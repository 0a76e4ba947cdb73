//! One walk: a world, a character in it, and the ticks that it goes through.

use super::incident::Incident;
use super::scripted_triggers::Passed;
use crate::script::Order;
use anyhow::Context;
use glissando::character::step_traced;
use glissando::slide::{SlideBuffer, Stop, slide};
use glissando::stage::{Outcome, StageEvent};
use glissando::trace::Trace;
use glissando::{Config, DVec3, Event, Scratch, State, World};
use web_time::Instant;

/// A character on its way.
#[derive(Debug)]
pub struct Walker<'a> {
    world: &'a World,
    config: &'a Config,
    /// Seconds a tick.
    dt: f64,
    state: State,
    tick: u64,
    scratch: Scratch,
    buffer: SlideBuffer,
}

/// What became of a tick.
#[derive(Clone, Debug)]
pub struct Tick {
    /// Its number; the first is 0.
    pub number: u64,
    /// Seconds from the start of the walk to the end of the tick.
    pub time: f64,
    /// Where the character was before.
    pub from: DVec3,
    /// The character at the end.
    pub state: State,
    /// What happened, with seconds since the start of the walk.
    pub events: Vec<Event>,
    /// Whether the whole tick was used.
    pub stop: Stop,
    /// The gap to surfaces that was kept where the body fits and its skin does not, metres along the narrowest radius; see
    /// [`glissando::Report::reduced_skin`].
    pub reduced_skin: Option<f64>,
    /// What the tick cost, without anything around it; on a stage that of all characters together.
    pub nanoseconds: u64,
    /// What the world did to the character, if that moves.
    pub staged: Option<Staged>,
}

/// What a world that moves did to one of its characters.
#[derive(Clone, Debug)]
pub struct Staged {
    /// Which one.
    pub character: usize,
    /// Whether there are others.
    pub is_one_of_several: bool,
    /// What the moving world did to it.
    pub outcome: Outcome,
    /// How far it was carried and pushed, metres.
    pub moved: DVec3,
    /// What happened besides its own move, with seconds since the start of the walk.
    pub events: Vec<StageEvent>,
    /// What it passed through, in order of time.
    pub passed: Vec<Passed>,
    /// Its events with the movers and triggers of the level; the first character also has those of no character.
    pub incidents: Vec<Incident>,
}

impl Tick {
    /// Whether the character is squeezed by what does not give way, or was just put where there was no room.
    pub fn is_crushed(&self) -> bool {
        let has_no_room = |staged: &Staged| staged.incidents.iter().any(|incident| !incident.is_clear);
        self.staged.as_ref().is_some_and(|s| s.outcome == Outcome::Crushed || has_no_room(s))
    }
}

impl<'a> Walker<'a> {
    /// At rest at `spawn`, the centre of the ellipsoid.
    pub fn new(world: &'a World, config: &'a Config, spawn: DVec3, dt: f64) -> Self {
        let (scratch, buffer) = (Scratch::new(), SlideBuffer::default());
        Self { world, config, dt, state: State::at(spawn), tick: 0, scratch, buffer }
    }

    /// The character now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes one tick further and tells `trace` how.
    ///
    /// # Errors
    /// Orders with numbers that are refused, with the number of the tick.
    pub fn go(&mut self, order: &Order, trace: &mut impl Trace) -> anyhow::Result<Tick> {
        let from = self.state.position;
        let start = Instant::now();
        let done = match order {
            Order::Step(input) => {
                let (config, scratch) = (self.config, &mut self.scratch);
                step_traced(self.world, config, &mut self.state, *input, self.dt, scratch, trace)
                    .map(|report| (report.events, report.stop, report.reduced_skin))
            }
            Order::Slide(displacement) => {
                let mover = self.config.mover(self.state.is_crouching);
                slide(self.world, &mover, from, *displacement, &mut self.buffer, trace).map(|slide| {
                    let velocity = (slide.position - from) * (1.0 / self.dt);
                    self.state = State {
                        velocity,
                        is_crouching: self.state.is_crouching,
                        is_jump_held: self.state.is_jump_held,
                        ..State::at(slide.position)
                    };
                    (&[][..], slide.stop, slide.reduced_skin)
                })
            }
        };
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let (events, stop, reduced_skin) = done.with_context(|| format!("tick {}", self.tick))?;
        let begin = self.tick as f64 * self.dt;
        let events = events.iter().map(|event| event.with_time(begin + event.time)).collect();
        let number = self.tick;
        self.tick += 1;
        let time = self.tick as f64 * self.dt;
        let (state, staged) = (self.state, None);
        Ok(Tick { number, time, from, state, events, stop, reduced_skin, nanoseconds, staged })
    }
}
