//! Walks, falls and jumps of a walker, each until it ends.

use crate::aim::{Aim, Fate, Pace};
use crate::walker::{PATIENCE, STILL, Walker, level};
use glissando::{DVec3, Ground, Input, State};

/// Ticks without progress after which a walk counts as blocked.
const BLOCKED: u32 = 8;

/// Ticks of a walk to a neighbouring place at most.
const MOST_TICKS: u32 = 120;

/// Where a run leaves the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakeOff {
    /// Ticks on the ground.
    pub(crate) ticks: u32,
    /// The character after these.
    pub(crate) state: State,
    /// Whether a volume that had moved the character was left on the way, so that it may act again.
    has_left_volume: bool,
}

impl TakeOff {
    /// Whether the same run ends there again.
    pub(crate) const fn is_repeatable(&self) -> bool {
        !self.has_left_volume
    }
}

impl Walker<'_> {
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
            let before = *state;
            if let Some(fate) = self.tick(state, Input { wish: along * speed, crouch, ..Input::default() }) {
                return Pace::Ended(fate);
            }
            if state.ground == Ground::Airborne {
                let heading = level(state.position - last).try_normalize().unwrap_or(along);
                return self.fall(state, heading * self.subject.speed, crouch);
            }
            if self.is_settled(&before, state) {
                return Pace::Blocked;
            }
            last = state.position;
        }
        Pace::Blocked
    }

    /// Flies on with the same wish until it comes down.
    pub(crate) fn fall(&mut self, state: &mut State, wish: DVec3, crouch: bool) -> Pace {
        let mut held = 0;
        for _ in 0..(PATIENCE * self.hz) as u32 {
            let before = *state;
            if let Some(fate) = self.tick(state, Input { wish, crouch, ..Input::default() }) {
                return Pace::Ended(fate);
            }
            held = if (state.position - before.position).length() < STILL { held + 1 } else { 0 };
            // On a ledge's edge it is not up yet: it goes on until it stands, or nothing moves any more.
            if state.ground == Ground::Standing || held > BLOCKED || self.is_settled(&before, state) {
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
            let before = *state;
            let way = level(to - state.position);
            let speed = (6.0 * way.length()).min(self.subject.speed);
            let wish = way.try_normalize().unwrap_or(DVec3::ZERO) * speed;
            // A body before a ledge has to rise before it can go on.
            if self.tick(state, Input { wish, jump: tick == 0, ..Input::default() }).is_some() {
                return false;
            }
            held = if (state.position - before.position).length() < STILL { held + 1 } else { 0 };
            let is_down =
                state.ground == Ground::Standing || held > BLOCKED || self.is_settled(&before, state);
            if tick > 0 && is_down {
                return true;
            }
        }
        false
    }

    /// Runs along a heading until it leaves the ground; none if it does not within `most` ticks, or a wall holds it.
    pub(crate) fn run_off(&mut self, start: &State, wish: DVec3, most: u32) -> Option<TakeOff> {
        let (mut state, mut held, volume) = (*start, 0, self.acting);
        for ticks in 0..most {
            let before = state;
            if self.tick(&mut state, Input { wish, ..Input::default() }).is_some() {
                return None;
            }
            if state.ground == Ground::Airborne {
                return Some(TakeOff { ticks, state: before, has_left_volume: self.acting != volume });
            }
            held = if (state.position - before.position).length() < STILL { held + 1 } else { 0 };
            if held > BLOCKED || self.is_settled(&before, &state) {
                return None;
            }
        }
        None
    }

    /// [`Self::run_off`] whose inputs are not kept.
    pub(crate) fn try_run(&mut self, start: &State, wish: DVec3, most: u32) -> Option<TakeOff> {
        let tape = self.tape.take();
        let off = self.run_off(start, wish, most);
        self.tape = tape;
        off
    }

    /// Goes to where a run from here leaves the ground; what it decided on the way, if it did.
    pub(crate) fn go_to(&mut self, state: &mut State, off: &TakeOff, wish: DVec3) -> Option<Fate> {
        let input = Input { wish, ..Input::default() };
        if off.has_left_volume {
            // The run has let the volume act again: this one may end in it.
            return (0..off.ticks).find_map(|_| self.tick(state, input));
        }
        if let Some(tape) = &mut self.tape {
            tape.extend((0..off.ticks).map(|_| input));
        }
        *state = off.state;
        None
    }
}
