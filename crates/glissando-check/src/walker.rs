//! Moves the real character, tick by tick, until something is decided.

use crate::heading;
use crate::place::Place;
use crate::subject::{ActKind, Subject};
use glissando::world::WorldTriangle;
use glissando::{Config, DVec3, EventKind, Ground, Input, Scratch, State, step};

/// Seconds after which a character that has not come to rest is given up.
const PATIENCE: f64 = 12.0;

/// Metres in a tick below which a character counts as still.
const STILL: f64 = 1e-4;

/// Ticks that a character must be still on ground that it cannot stand on.
const WEDGED: u32 = 20;

/// Ticks without progress after which a walk counts as blocked.
const BLOCKED: u32 = 8;

/// Ticks of a walk to a neighbouring place at most.
const MOST_TICKS: u32 = 120;

/// Metres of height between a character that is at a place and the place.
const LEVEL: f64 = 0.05;

/// Where a walk goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// The point on the map.
    pub(crate) at: DVec3,
    /// How high the feet are there, if that is known.
    feet: Option<f64>,
}

impl Aim {
    /// A point on the map, at whatever height.
    pub(crate) const fn point(at: DVec3) -> Self {
        Self { at, feet: None }
    }

    /// A place.
    pub(crate) fn place(place: &Place, config: &Config) -> Self {
        let half = config.shape(place.is_crouched).half_extents().y;
        Self { at: place.position, feet: Some(place.feet(half).y) }
    }

    /// Whether feet at this height are there.
    fn is_level(&self, feet: f64) -> bool {
        self.feet.is_none_or(|there| (there - feet).abs() <= LEVEL)
    }
}

/// What becomes of a character.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    /// It rests.
    Rest(State),
    /// It is below everything; where it was last on a surface.
    Out(DVec3),
    /// The library reports that it is stuck.
    Stuck(DVec3),
    /// It fell into a volume that is meant to kill.
    Dead,
    /// It touched a volume that moves it.
    Act(usize, State),
    /// It slides or bounces without end.
    Restless,
}

/// How a walk to a point ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// It stands at the point.
    Arrived,
    /// Something is in the way.
    Blocked,
    /// It walked off an edge and came down elsewhere.
    Fell,
    /// It did not get that far.
    Ended(Fate),
}

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
    acting: Option<usize>,
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
                ActKind::Exit | ActKind::Ride { .. } => {}
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

    /// Walks to a place or a point on the map, slower near it.
    pub(crate) fn approach(&mut self, state: &mut State, to: &Aim, crouch: bool, near: f64) -> Pace {
        let (mut best, mut idle) = (f64::INFINITY, 0);
        let mut last = state.position;
        for _ in 0..MOST_TICKS {
            let way = level(to.at - state.position);
            let distance = way.length();
            if distance <= near && state.ground == Ground::Standing {
                // On a rim a place is a little higher, or it is up a step from here: the last of the way tells.
                if to.is_level(state.position.y - self.half(state.is_crouching).y) {
                    return Pace::Arrived;
                }
                if distance <= 0.1 * near {
                    return Pace::Blocked;
                }
            }
            if distance < best - 0.002 {
                (best, idle) = (distance, 0);
            } else {
                idle += 1;
            }
            if idle > BLOCKED {
                return Pace::Blocked;
            }
            let Some(along) = way.try_normalize() else { return Pace::Blocked };
            let speed = (15.0 * distance + 0.15).min(self.subject.speed);
            if let Some(fate) = self.tick(state, Input { wish: along * speed, crouch, ..Input::default() }) {
                return Pace::Ended(fate);
            }
            if state.ground == Ground::Airborne {
                let heading = level(state.position - last).try_normalize().unwrap_or(along);
                return self.fall(state, heading * self.subject.speed, crouch);
            }
            last = state.position;
        }
        Pace::Blocked
    }

    /// Flies on with the same wish until it comes down.
    pub(crate) fn fall(&mut self, state: &mut State, wish: DVec3, crouch: bool) -> Pace {
        let mut held = 0;
        for _ in 0..(PATIENCE * self.hz) as u32 {
            let before = state.position;
            if let Some(fate) = self.tick(state, Input { wish, crouch, ..Input::default() }) {
                return Pace::Ended(fate);
            }
            held = if (state.position - before).length() < STILL { held + 1 } else { 0 };
            // On a ledge's edge it is not up yet: it goes on until it stands, or nothing moves any more.
            if state.ground == Ground::Standing || held > BLOCKED {
                return Pace::Fell;
            }
        }
        Pace::Ended(Fate::Restless)
    }

    /// Jumps with this wish in flight, and comes down.
    pub(crate) fn jump(&mut self, state: &mut State, wish: DVec3) -> Pace {
        let input = Input { wish, jump: true, ..Input::default() };
        if let Some(fate) = self.tick(state, input) {
            return Pace::Ended(fate);
        }
        if state.ground != Ground::Airborne {
            return Pace::Blocked;
        }
        self.fall(state, wish, false)
    }

    /// Jumps and steers to a point until it comes down; whether it came down by itself.
    pub(crate) fn jump_to(&mut self, state: &mut State, to: DVec3) -> bool {
        let mut held = 0;
        for tick in 0..(PATIENCE * self.hz) as u32 {
            let before = state.position;
            let way = level(to - state.position);
            let speed = (6.0 * way.length()).min(self.subject.speed);
            let wish = way.try_normalize().unwrap_or(DVec3::ZERO) * speed;
            // A body before a ledge has to rise before it can go on.
            if self.tick(state, Input { wish, jump: tick == 0, ..Input::default() }).is_some() {
                return false;
            }
            held = if (state.position - before).length() < STILL { held + 1 } else { 0 };
            if tick > 0 && (state.ground == Ground::Standing || held > BLOCKED) {
                return true;
            }
        }
        false
    }

    /// Runs along a heading; the ticks until it leaves the ground, or none if it does not within `most`, or a wall holds it.
    pub(crate) fn run_off(&mut self, state: &mut State, wish: DVec3, most: u32) -> Option<u32> {
        let mut held = 0;
        for tick in 0..most {
            let before = state.position;
            if self.tick(state, Input { wish, ..Input::default() }).is_some() {
                return None;
            }
            if state.ground == Ground::Airborne {
                return Some(tick);
            }
            held = if (state.position - before).length() < STILL { held + 1 } else { 0 };
            if held > BLOCKED {
                return None;
            }
        }
        None
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
