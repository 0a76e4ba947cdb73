//! Walks by scripts and by chance: what every character does in each tick, and the tick itself.

use super::play::Play;
use super::roster::Call;
use super::setup::{Guide, Setup};
use super::tick::Tick;
use crate::script::Order;
use crate::stopwatch::Stopwatch;
use anyhow::{Context, bail};
use glissando::slide::{SlideBuffer, slide};
use glissando::stage::StageCharacter;
use glissando::{DVec3, Input, State};

/// The source of the inputs of all characters of a walk, tick by tick.
pub struct Driver<'a> {
    guides: Vec<Guide<'a>>,
    /// Those that are still to come, in order of time.
    calls: &'a [Call],
}

/// What is done in a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn<'a> {
    /// By character; nothing is pressed for one whose script has ended.
    pub inputs: Vec<Input>,
    /// Metres of a plain slide of the only character in a world at rest, in place of its move.
    pub slide: Option<DVec3>,
    /// The movers that are opened and closed.
    pub calls: &'a [Call],
}

impl<'a> Driver<'a> {
    /// At the start of a walk.
    pub fn new(walk: &'a Setup) -> Self {
        Self { guides: walk.players.iter().map(|player| player.guide(walk.dt)).collect(), calls: &walk.calls }
    }

    /// What is done in the next tick of the play; `None` when all scripts have ended.
    pub fn next(&mut self, play: &Play) -> Option<Turn<'a>> {
        let characters = &play.state().characters;
        let orders: Vec<Option<Order>> =
            self.guides.iter_mut().zip(characters.iter()).map(|(guide, actor)| guide(&actor.state)).collect();
        if orders.iter().all(Option::is_none) {
            return None;
        }
        let due = self.calls.iter().take_while(|call| call.tick <= play.state().tick).count();
        let (calls, later) = self.calls.split_at(due);
        self.calls = later;
        let slide = orders.iter().flatten().find_map(|order| match order {
            Order::Slide(displacement) => Some(*displacement),
            Order::Step(_) => None,
        });
        Some(Turn { inputs: orders.into_iter().map(input).collect(), slide, calls })
    }
}

/// What an order presses; nothing without one.
pub(crate) fn input(order: Option<Order>) -> Input {
    match order {
        Some(Order::Step(input)) => input,
        _ => Input::default(),
    }
}

impl Play {
    /// Goes one tick further; what became of each character, by index.
    ///
    /// # Errors
    /// Those of [`Play::go`]; a plain slide that is refused, or of one character among several.
    pub fn take(&mut self, turn: &Turn<'_>) -> anyhow::Result<Vec<Tick>> {
        match turn.slide {
            Some(displacement) => Ok(vec![self.slide(displacement)?]),
            None => self.go(&turn.inputs, turn.calls),
        }
    }

    /// A tick in which the only character slides along the surfaces, without gravity and rules of walking.
    fn slide(&mut self, displacement: DVec3) -> anyhow::Result<Tick> {
        let number = self.state.tick;
        let world = self.stage.world_at(&self.state)?;
        let ([StageCharacter { state, .. }], [config]) =
            (self.state.characters.as_mut_slice(), &*self.configs)
        else {
            bail!("tick {number}: a plain slide is for one character in a world at rest");
        };
        let (from, mover) = (state.position, config.mover(state.is_crouching));
        self.heard.trace.clear();
        let watch = Stopwatch::started();
        let done =
            slide(world, &mover, from, displacement, &mut SlideBuffer::default(), &mut self.heard.trace);
        let nanoseconds = watch.nanoseconds();
        let done = done.with_context(|| format!("tick {number}"))?;
        *state = State {
            velocity: (done.position - from) * (1.0 / self.dt),
            is_crouching: state.is_crouching,
            is_jump_held: state.is_jump_held,
            ..State::at(done.position)
        };
        let (state, stop, reduced_skin) = (*state, done.stop, done.reduced_skin);
        self.state.tick += 1;
        let time = self.state.tick as f64 * self.dt;
        let (events, staged) = (Vec::new(), None);
        Ok(Tick { number, time, from, state, events, stop, reduced_skin, nanoseconds, staged })
    }
}
