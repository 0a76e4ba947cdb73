//! How time goes by in a session: on with the clock or tick by tick, back, and on again the same way.

use super::Session;
use super::history::Moment;
use super::input_log::Act;
use super::wander_ai::Autopilot;
use anyhow::Context;

impl Session {
    /// Goes on by so many seconds of real time; how many ticks were done.
    ///
    /// # Errors
    /// Seconds that are none.
    pub fn advance(&mut self, seconds: f64) -> anyhow::Result<u32> {
        let cost = self.seconds_per_tick();
        self.pass(seconds, Some(cost))
    }

    /// The same however long it takes, so that the ticks do not depend on how fast the machine is.
    ///
    /// # Errors
    /// Seconds that are none.
    pub fn advance_all(&mut self, seconds: f64) -> anyhow::Result<u32> {
        self.pass(seconds, None)
    }

    fn pass(&mut self, seconds: f64, cost: Option<f64>) -> anyhow::Result<u32> {
        let due = self.pace.pass(seconds, self.walk.dt, cost)?;
        for _ in 0..due {
            self.step()?;
        }
        Ok(due)
    }

    /// Does one tick, paused or not.
    ///
    /// # Errors
    /// State from which no tick can be made, as of a character at the limit of positions. Nothing has changed then.
    pub fn step(&mut self) -> anyhow::Result<()> {
        self.heed();
        let now = self.tick();
        if self.history.is_due(now) {
            self.history.keep(self.moment());
        }
        if self.is_repeating() {
            return self.go(now);
        }
        let (written, autopilot) = (self.input_log.len(), self.autopilot.clone());
        self.decide(now);
        self.go(now).map_err(|error| {
            self.input_log.truncate(written);
            self.autopilot = autopilot;
            // What was walked before can be walked again.
            self.walk_from_before(now).err().unwrap_or(error)
        })?;
        self.end = now + 1;
        Ok(())
    }

    /// Other held keys than before begin a new future.
    fn heed(&mut self) {
        if !self.controls.is_same_grip(&self.grip) {
            self.take_over();
            (self.grip, self.autopilot) = (self.controls, None);
        }
    }

    /// Logs the held keys of a tick that is not in the log yet.
    fn decide(&mut self, now: u64) {
        let state = self.state().characters[0].state;
        let input = match &mut self.autopilot {
            Some(autopilot) => autopilot.input(&self.walk, &state, now),
            None => self.controls.input(self.settings().up, self.speed),
        };
        self.input_log.hold(now, input);
        if matches!(self.autopilot, Some(Autopilot::Script)) {
            self.write_cues(now);
        }
    }

    /// The tick that the tape tells of.
    fn go(&mut self, now: u64) -> anyhow::Result<()> {
        let (changes, calls) = self.input_log.done(now);
        for change in &changes {
            self.play.change(change)?;
        }
        let inputs = self.wander_ai.inputs(&self.walk, &self.play, self.input_log.held(now));
        self.before.clone_from(self.play.state());
        let mut ticks = self.play.go(&inputs, &calls)?;
        let tick = ticks.swap_remove(0);
        self.tell(&tick);
        self.last = Some(tick);
        Ok(())
    }

    /// What the script of the scene opens and closes before a tick.
    fn write_cues(&mut self, now: u64) {
        for call in self.walk.calls.iter().filter(|call| call.tick == now) {
            let act = if call.is_closing { Act::Close(call.mover) } else { Act::Open(call.mover) };
            self.input_log.write(now, act);
        }
    }

    /// The first tick that one can go back to.
    pub fn earliest(&self) -> u64 {
        self.history.earliest().unwrap_or(self.start)
    }

    /// The last tick that is known: beyond it the hand decides.
    pub const fn latest(&self) -> u64 {
        self.end
    }

    /// Goes back to a tick, or on to one that was there before going back; the nearest that is known.
    ///
    /// # Errors
    /// None: what is walked again was walked before.
    pub fn go_to(&mut self, tick: u64) -> anyhow::Result<u64> {
        let tick = tick.clamp(self.earliest().min(self.end), self.end);
        if tick < self.tick() {
            self.walk_from_before(tick)?;
        }
        while self.tick() < tick {
            self.go(self.tick())?;
        }
        self.grip = self.controls;
        Ok(tick)
    }

    /// Walks to a tick from before it, so that what is told of the last tick is told of that one.
    fn walk_from_before(&mut self, tick: u64) -> anyhow::Result<()> {
        let before = self.history.before(tick.saturating_sub(1));
        let moment = before.context("nothing is kept of this time")?.clone();
        self.restore(&moment)?;
        while self.tick() < tick {
            self.go(self.tick())?;
        }
        Ok(())
    }

    /// Goes on from a moment: nothing is known of the tick before it.
    pub(super) fn restore(&mut self, moment: &Moment) -> anyhow::Result<()> {
        self.play.restore(&moment.play)?;
        self.play.trace_character(Some(0));
        self.wander_ai = moment.wander_ai.clone();
        self.before.clone_from(self.play.state());
        self.last = None;
        self.news.clear();
        Ok(())
    }

    /// Whether time walks on as it did before going back.
    pub const fn is_repeating(&self) -> bool {
        self.tick() < self.end
    }

    /// Whether time stands still.
    pub const fn is_paused(&self) -> bool {
        self.pace.is_paused
    }

    /// Stops time, or lets it go on.
    pub fn pause(&mut self, is_paused: bool) {
        self.pace.is_paused = is_paused;
    }

    /// Seconds of the walk per second.
    pub const fn pace(&self) -> f64 {
        self.pace.rate()
    }

    /// Slower or faster.
    ///
    /// # Errors
    /// A rate below 0.01 or above 16.
    pub fn set_pace(&mut self, rate: f64) -> anyhow::Result<()> {
        self.pace.set(rate)
    }

    /// Forgets what was done after now: the hand decides again.
    pub(super) fn take_over(&mut self) {
        let now = self.tick();
        if now < self.end {
            self.input_log.cut(now);
            self.history.cut(now);
            (self.end, self.autopilot) = (now, None);
        }
    }

    fn moment(&self) -> Moment {
        Moment { play: self.play.snapshot(), wander_ai: self.wander_ai.clone() }
    }
}
