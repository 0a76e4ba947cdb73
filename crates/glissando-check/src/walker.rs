//! The real character in a level, tick by tick: what the volumes do to it, and where it comes to rest.

use crate::aim::Fate;
use crate::heading;
use crate::subject::{ActKind, Subject};
use glissando::world::WorldTriangle;
use glissando::{Config, DVec3, EventKind, Ground, Input, Scratch, State, step};

/// Seconds after which a character that has not come to rest is given up.
pub(crate) const PATIENCE: f64 = 12.0;

/// Metres in a tick below which a character counts as still.
pub(crate) const STILL: f64 = 1e-4;

/// Ticks that a character must be still on ground that it cannot stand on.
const WEDGED: u32 = 20;

/// Working memory and limits of walks in one level.
pub(crate) struct Walker<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) config: Config,
    pub(crate) hz: f64,
    /// Height below which nothing solid is.
    floor: f64,
    scratch: Scratch,
    /// Where it was last on a surface.
    left: DVec3,
    /// The volume that moved it last, which does not act again before it is left.
    pub(crate) acting: Option<usize>,
    /// The inputs so far, if they are kept.
    pub(crate) tape: Option<Vec<Input>>,
    /// Ticks so far.
    pub(crate) ticks: u64,
    /// Columns with more surfaces than are looked at.
    pub(crate) cut_columns: u64,
    /// Room for the triangles of a question.
    pub(crate) triangles: Vec<WorldTriangle>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(subject: &Subject<'a>, hz: f64) -> Self {
        Self::with(subject, *subject.config, hz)
    }

    /// Another character in the same level.
    pub(crate) fn with(subject: &Subject<'a>, config: Config, hz: f64) -> Self {
        let height = 2.0 * config.shape(false).half_extents().y;
        let floor = f64::from(subject.world.bounds().min.y) - height;
        let (scratch, left) = (Scratch::new(), DVec3::ZERO);
        Self {
            subject: *subject,
            config,
            hz,
            floor,
            scratch,
            left,
            acting: None,
            tape: None,
            ticks: 0,
            cut_columns: 0,
            triangles: Vec::new(),
        }
    }

    /// Half extents of the body.
    pub(crate) fn half(&self, is_crouched: bool) -> DVec3 {
        self.config.shape(is_crouched).half_extents()
    }

    /// A tick; what it decided, if it did.
    pub(crate) fn tick(&mut self, state: &mut State, input: Input) -> Option<Fate> {
        if let Some(tape) = &mut self.tape {
            tape.push(input);
        }
        self.ticks += 1;
        let done = step(self.subject.world, &self.config, state, input, 1.0 / self.hz, &mut self.scratch);
        let Ok(report) = done else {
            // A position that no world has: it is far out.
            return Some(Fate::Out(self.left));
        };
        if report.events.iter().any(|event| matches!(event.kind, EventKind::Stuck { .. })) {
            return Some(Fate::Stuck(state.position));
        }
        if state.ground != Ground::Airborne {
            self.left = state.position;
        }
        if state.position.y < self.floor {
            return Some(Fate::Out(self.left));
        }
        self.act(state)
    }

    /// The volume that the character is in, if it moves or kills.
    fn act(&mut self, state: &State) -> Option<Fate> {
        if self.subject.acts.is_empty() {
            return None;
        }
        let half = self.half(state.is_crouching);
        if let Some(index) = self.acting
            && !self.subject.acts.get(index).is_some_and(|act| act.meets(state.position, half))
        {
            self.acting = None;
        }
        for (index, act) in self.subject.acts.iter().enumerate() {
            if self.acting == Some(index) || !act.meets(state.position, half) {
                continue;
            }
            match act.kind {
                ActKind::Kill => return Some(Fate::Dead),
                ActKind::Launch(_) | ActKind::Teleport(..) => return Some(Fate::Act(index, *state)),
                ActKind::Exit | ActKind::Anywhere | ActKind::Ride { .. } => {}
            }
        }
        None
    }

    /// The character after the volume has moved it.
    pub(crate) fn moved(&mut self, index: usize, state: &State) -> State {
        self.acting = Some(index);
        let mut moved = *state;
        match self.subject.acts.get(index).map(|act| act.kind) {
            Some(ActKind::Launch(velocity)) => {
                moved.teleport(state.position);
                moved.velocity = velocity;
            }
            Some(ActKind::Teleport(to, velocity)) => {
                moved.teleport(to);
                moved.velocity = velocity.unwrap_or(DVec3::ZERO);
            }
            _ => {}
        }
        moved
    }

    /// Whether a tick has changed nothing, so that no more ticks with the same input will; never while the inputs are kept.
    pub(crate) fn is_settled(&self, before: &State, after: &State) -> bool {
        self.tape.is_none() && before == after
    }

    /// A character that is put here and has come to rest; `None` if it does not within a second.
    pub(crate) fn start(&mut self, position: DVec3, is_crouched: bool) -> Option<State> {
        let mut state = State { is_crouching: is_crouched, ..State::at(position) };
        self.left = position;
        self.acting = None;
        match self.rest(&mut state, is_crouched, 1.0) {
            Fate::Rest(state) => Some(state),
            // A place on a pad or in a teleporter: it acts once the character moves.
            Fate::Act(index, state) => {
                self.acting = Some(index);
                Some(state)
            }
            _ => None,
        }
    }

    /// Presses nothing but crouch until the character rests.
    pub(crate) fn rest(&mut self, state: &mut State, crouch: bool, seconds: f64) -> Fate {
        let input = Input { crouch, ..Input::default() };
        let (mut stood, mut still) = (0, 0);
        for _ in 0..(seconds * self.hz) as u32 {
            let before = state.position;
            if let Some(fate) = self.tick(state, input) {
                return fate;
            }
            let is_still = (state.position - before).length() < STILL;
            still = if is_still { still + 1 } else { 0 };
            stood = if is_still && state.ground == Ground::Standing { stood + 1 } else { 0 };
            if stood >= 2 || still >= WEDGED {
                return Fate::Rest(*state);
            }
        }
        Fate::Restless
    }

    /// [`Self::rest`] as long as it takes, through the volumes that move the character on the way.
    pub(crate) fn rest_through(&mut self, mut fate: Option<Fate>, state: &mut State, crouch: bool) -> Fate {
        for _ in 0..4 {
            let now = match fate.take() {
                Some(fate) => fate,
                None => self.rest(state, crouch, PATIENCE),
            };
            let Fate::Act(index, touched) = now else { return now };
            *state = self.moved(index, &touched);
        }
        Fate::Restless
    }

    /// The wish along a heading.
    pub(crate) fn wish(&self, index: u8, of: u8) -> DVec3 {
        heading::unit(index, of) * self.subject.speed
    }
}

/// The part of a vector on the map.
pub(crate) fn level(v: DVec3) -> DVec3 {
    DVec3 { y: 0.0, ..v }
}
