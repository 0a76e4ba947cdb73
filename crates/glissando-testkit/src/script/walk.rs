//! A walk in progress: inputs, ticks, a log of events.

use glissando::character::pieces::change_body;
use glissando::character::{BodyChange, step_traced};
use glissando::slide::Stop;
use glissando::trace::TraceStep;
use glissando::world::Brute;
use glissando::{
    Collide, Config, Contact, DAffine3, DQuat, DVec3, Event, EventKind, Ground, Input, Scratch, Settings,
    State, World, tolerance,
};

/// A walk, to be told what to do and asked what came of it. Positions are the scene's.
#[derive(Clone, Debug)]
pub struct Walk {
    pub(super) world: World,
    pub(super) config: Config,
    pub(super) state: State,
    pub(super) frame: DAffine3,
    /// The rotation of the frame.
    rotation: DQuat,
    pub(super) dt: f64,
    pub(super) ticks: usize,
    pub(super) log: Vec<Happened>,
    pub(super) trace: Vec<TraceStep>,
    input: Input,
    is_jump_pressed: bool,
    scratch: Scratch,
    near: Vec<Contact>,
    is_judged: bool,
    /// How it must be held after every tick.
    must_be: Option<Ground>,
    /// Ticks in which time was dropped.
    pub(super) dropped: usize,
    /// Most pieces and sweeps that one tick took.
    pub(super) most_sub_steps: usize,
    /// Least distance to anything, in radii.
    least_radii: f64,
}

/// An event of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Happened {
    /// Seconds since the walk began.
    pub time: f64,
    /// Centre of the body, scene space.
    pub position: DVec3,
    /// The event as it was reported, in world space.
    pub event: Event,
}

/// The kinds of events, without what they carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of EventKind")]
pub enum What {
    Landed,
    LeftGround,
    Jumped,
    HitWall,
    HitCeiling,
    SteppedUp,
    PushedOut,
    Recovered,
    Stuck,
    Other,
}

impl What {
    /// The kind of an event.
    pub const fn of(kind: &EventKind) -> Self {
        match kind {
            EventKind::Landed { .. } => Self::Landed,
            EventKind::LeftGround => Self::LeftGround,
            EventKind::Jumped => Self::Jumped,
            EventKind::HitWall { .. } => Self::HitWall,
            EventKind::HitCeiling { .. } => Self::HitCeiling,
            EventKind::SteppedUp { .. } => Self::SteppedUp,
            EventKind::PushedOut { .. } => Self::PushedOut,
            EventKind::Recovered { .. } => Self::Recovered,
            EventKind::Stuck { .. } => Self::Stuck,
            _ => Self::Other,
        }
    }
}

impl Walk {
    pub(super) fn new(
        world: World,
        config: Config,
        (frame, rotation): (DAffine3, DQuat),
        dt: f64,
        position: DVec3,
        is_judged: bool,
    ) -> Self {
        Self {
            world,
            config,
            state: State::at(position),
            frame,
            rotation,
            dt,
            ticks: 0,
            log: Vec::new(),
            trace: Vec::new(),
            input: Input::default(),
            is_jump_pressed: false,
            scratch: Scratch::new(),
            near: Vec::new(),
            is_judged,
            must_be: None,
            dropped: 0,
            most_sub_steps: 0,
            least_radii: f64::INFINITY,
        }
    }

    /// Wishes this velocity (m/s) from now on.
    pub fn wish(&mut self, wish: DVec3) -> &mut Self {
        self.input.wish = self.frame.transform_vector(wish);
        self
    }

    /// Wishes nothing any more.
    pub fn stop(&mut self) -> &mut Self {
        self.wish(DVec3::ZERO)
    }

    /// Presses jump for the next tick.
    pub fn press_jump(&mut self) -> &mut Self {
        self.is_jump_pressed = true;
        self
    }

    /// Holds or releases crouch.
    pub fn crouch(&mut self, is_pressed: bool) -> &mut Self {
        self.input.crouch = is_pressed;
        self
    }

    /// Flies or not.
    pub fn fly(&mut self, is_flying: bool) -> &mut Self {
        self.input.fly = is_flying;
        self
    }

    /// Must be held like this after every tick from now on; `None` ends it.
    pub fn always(&mut self, ground: impl Into<Option<Ground>>) -> &mut Self {
        self.must_be = ground.into();
        self
    }

    /// Another gravity from now on, m/s², scene space.
    ///
    /// # Panics
    /// If it is refused.
    pub fn gravity(&mut self, gravity: DVec3) -> &mut Self {
        let gravity = self.frame.transform_vector(gravity);
        self.config = self.config.with_gravity(gravity).expect("a good gravity");
        self
    }

    /// Other settings from now on, in world space, without a question whether the body has room.
    ///
    /// # Panics
    /// If they are refused.
    pub fn settings(&mut self, change: impl FnOnce(&mut Settings)) -> &mut Self {
        let mut settings = *self.config.settings();
        change(&mut settings);
        self.config = Config::new(&settings).expect("good settings");
        self
    }

    /// Turns the body, scene space, moved out of what it would overlap by at most `reach` metres, unless it is refused.
    ///
    /// # Panics
    /// If it is refused.
    pub fn turn(&mut self, rotation: DQuat, reach: f64) -> BodyChange {
        let settings = Settings { rotation: self.rotation * rotation, ..*self.config.settings() };
        let wanted = Config::new(&settings).expect("a good rotation");
        let (world, state, scratch) = (&self.world, &mut self.state, &mut self.scratch);
        let change = change_body(world, &self.config, &wanted, state, reach, scratch).unwrap();
        if !matches!(change, BodyChange::Refused { .. }) {
            self.config = wanted;
        }
        change
    }

    /// Lets this much time pass, to the nearest tick.
    pub fn for_seconds(&mut self, seconds: f64) -> &mut Self {
        self.for_ticks((seconds / self.dt).round() as usize)
    }

    /// Lets this many ticks pass.
    pub fn for_ticks(&mut self, ticks: usize) -> &mut Self {
        for _ in 0..ticks {
            self.tick();
        }
        self
    }

    /// Lets time pass until `is_done`; fails if that takes longer than `seconds`.
    #[track_caller]
    pub fn until(&mut self, seconds: f64, is_done: impl Fn(&Self) -> bool) -> &mut Self {
        for _ in 0..(seconds / self.dt).ceil() as usize {
            if is_done(self) {
                return self;
            }
            self.tick();
        }
        if !is_done(self) {
            self.fail(&format!("not done after {seconds} s"));
        }
        self
    }

    /// Comes to stand, and forgets what happened until then.
    #[track_caller]
    pub fn settle(&mut self) -> &mut Self {
        self.until(2.0, |walk| walk.state.ground == Ground::Standing);
        self.for_ticks(2);
        self.forget()
    }

    /// Forgets what happened until now.
    pub fn forget(&mut self) -> &mut Self {
        self.log.clear();
        self.ticks = 0;
        self
    }

    /// One tick, judged.
    #[track_caller]
    pub fn tick(&mut self) -> &mut Self {
        let input = Input { jump: self.is_jump_pressed, ..self.input };
        self.is_jump_pressed = false;
        self.trace.clear();
        let (world, config, state) = (&self.world, &self.config, &mut self.state);
        let report =
            step_traced(world, config, state, input, self.dt, &mut self.scratch, &mut self.trace).unwrap();
        let back = self.frame.try_inverse().expect("a rigid motion");
        for event in report.events {
            let time = self.ticks as f64 * self.dt + event.time;
            let position = back.transform_point(event.position);
            self.log.push(Happened { time, position, event: *event });
        }
        self.dropped += usize::from(report.stop == Stop::SubSteps);
        self.most_sub_steps = self.most_sub_steps.max(report.sub_steps);
        let is_stuck = report.stop == Stop::Stuck;
        self.ticks += 1;
        self.judge(is_stuck);
        self
    }

    #[track_caller]
    fn judge(&mut self, is_stuck: bool) {
        let State { position, velocity, ground_normal, wall_normals, .. } = self.state;
        let is_finite = position.is_finite() && velocity.is_finite() && self.state.safe_position.is_finite();
        if !(is_finite && ground_normal.is_finite() && wall_normals.iter().all(|n| n.is_finite())) {
            self.fail("the state is not finite");
        }
        if self.must_be.is_some_and(|ground| ground != self.state.ground) {
            self.fail(&format!("must be {:?} after every tick", self.must_be));
        }
        if !self.is_judged || is_stuck {
            return;
        }
        let mover = self.config.mover(self.state.is_crouching);
        let shell = mover.gather_shell();
        Brute(&self.world).contacts_in_radii(&mover.shape(), position, shell, mover.filter(), &mut self.near);
        let least = self.near.iter().fold(f64::INFINITY, |m, c| m.min(c.radii));
        self.least_radii = self.least_radii.min(least);
        if least < mover.sweep_shell() - tolerance::INSIDE {
            self.fail(&format!("nearer than the sweep shell: {least} radii"));
        }
    }
}
