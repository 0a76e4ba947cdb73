//! The pieces of a tick, from the first to the last, and what is reported of them.

use super::arc::Arc;
use super::event::{Event, Report};
use super::loads::report_loads;
use super::scratch::Parts;
use super::tick::{self, INSTANT, MAX_PIECES, Tick};
use super::{Config, Ground, Input, State};
use crate::collide::Collide;
use crate::math::DVec3;
use crate::slide::{Mover, Stop};
use crate::trace::Recorder;
use core::cell::OnceCell;

/// Result of a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    sub_steps: usize,
    stop: Stop,
    /// Position for which the contacts in the buffer were gathered.
    pub(super) at: Option<DVec3>,
    /// The gap that was kept, if smaller than the whole skin.
    pub(super) reduced_skin: Option<f64>,
    /// Seconds that the tick took.
    pub(super) time: f64,
}

impl End {
    /// Of no tick.
    pub(super) const NONE: Self =
        Self { sub_steps: 0, stop: Stop::Done, at: None, reduced_skin: None, time: 0.0 };
}

/// Runs a tick. On entry the contacts in `parts` belong to the position `known`, on exit to the final position.
pub(super) fn run(
    world: &dyn Collide,
    config: &Config,
    state: &mut State,
    inputs: (Input, f64),
    memory: (&mut Parts, Option<DVec3>),
    trace: &mut Recorder<'_>,
) -> End {
    act(world, config, state, inputs, memory, trace, |tick| {
        if tick.recover() {
            tick.come_out_of_soft();
            tick.stand_where_placed();
            tick.change_stance();
            tick.jump();
            tick.go();
        }
    })
}

/// Runs a tick that consists of `acts`.
pub(super) fn act(
    world: &dyn Collide,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    (parts, known): (&mut Parts, Option<DVec3>),
    trace: &mut Recorder<'_>,
    acts: impl FnOnce(&mut Tick<'_>),
) -> End {
    parts.events.clear();
    parts.path.clear();
    let (narrow, is_placed) = (OnceCell::new(), state.velocity == DVec3::ZERO);
    let stood_on = state.support.filter(|_| state.ground == Ground::Standing);
    let mut tick = Tick {
        world,
        config,
        mover: config.body(state.is_crouching),
        state,
        input,
        buffer: &mut parts.buffer,
        gathered_at: known,
        held: &mut parts.held,
        events: &mut parts.events,
        path: &mut parts.path,
        trace: trace.reborrow(),
        duration: dt,
        time: 0.0,
        sub_steps: 0,
        stop: Stop::Done,
        walls: [DVec3::ZERO; 2],
        is_at_ceiling: false,
        fall_speed: 0.0,
        has_reached_wish: false,
        inherited: DVec3::ZERO,
        stood_on,
        landing_velocity: DVec3::ZERO,
        has_left_ledge_edge: false,
        along_riser: None,
        is_placed,
        landings: 0,
        narrow: &narrow,
    };
    tick.pass(0.0);
    let pushed = tick.unhindered();
    acts(&mut tick);
    tick.finish();
    let reduced_skin = narrow.get().map(Mover::skin);
    let Tick { sub_steps, stop, gathered_at: at, duration, .. } = tick;
    let end = End { sub_steps, stop, at, reduced_skin, time: duration };
    report_loads(&parts.buffer, &mut parts.loads, &mut parts.held, pushed);
    end
}

impl Tick<'_> {
    /// The velocity at the end of the tick if nothing blocked the character.
    fn unhindered(&self) -> DVec3 {
        let (settings, velocity) = (self.config.settings(), self.state.velocity);
        let level = self.level(velocity);
        let is_walking = self.state.ground == Ground::Standing;
        let rate = if is_walking { settings.pace.acceleration } else { settings.pace.air_acceleration };
        let arc = Arc::towards(level, self.level_wish(), rate, self.duration, false);
        velocity - level + arc.end_velocity + settings.gravity * self.duration
    }

    /// Walks and flies until the time of the tick is used up.
    fn go(&mut self) {
        for _ in 0..MAX_PIECES {
            if self.time_left() <= INSTANT * self.duration {
                return;
            }
            if self.walks() {
                self.walk_piece();
            } else {
                self.fly_and_settle();
            }
            self.jump_if_remembered();
        }
        if self.stop == Stop::Done && self.time_left() > INSTANT * self.duration {
            self.stop = Stop::SubSteps;
        }
        if self.stop == Stop::Stuck {
            self.gather();
            self.report_stuck(self.time);
        }
    }

    /// Whether the next piece of the tick is a walk.
    pub(super) fn walks(&self) -> bool {
        self.state.ground == Ground::Standing && !self.input.fly
    }

    /// Makes a flight piece, then finds the ground or steep surface at its end.
    pub(super) fn fly_and_settle(&mut self) {
        if self.state.ground == Ground::Standing {
            // Taken off by `fly`: the ground's velocity is kept as in a jump.
            self.leave_ground();
        }
        self.fly_piece();
        self.gather();
        if self.input.fly {
            self.state.leave_ground();
        } else if self.state.ground != Ground::Standing {
            self.settle_in_air();
        }
    }

    /// Prepares the state for the next tick.
    fn finish(&mut self) {
        if self.landing_velocity != DVec3::ZERO {
            self.state.velocity -= self.landing_velocity;
        }
        self.change_ground();
        if self.inherited != DVec3::ZERO {
            self.state.velocity = self.world_velocity();
        }
        self.pass(self.duration);
        self.gather();
        self.run_timers();
        self.keep_walls();
        if self.duration > 0.0 {
            self.state.wall_normals = self.walls.map(DVec3::as_vec3);
            self.state.is_at_ceiling = self.is_at_ceiling;
        }
        self.forget_ledge();
        self.keep_safe();
        in_order_of_time(self.events);
    }
}

impl Tick<'_> {
    /// Keeps a wall that the wish presses into and that is still touched, though a step was taken along it.
    fn keep_walls(&mut self) {
        for wall in self.state.wall_normals.map(|n| n.as_dvec3()) {
            let is_pressed = wall.dot(self.input.wish) < 0.0;
            if is_pressed && self.buffer.contacts.iter().any(|c| tick::is_same_wall(c.normal, wall)) {
                self.know_wall(wall);
            }
        }
    }

    /// Forgets a ledge that is no longer touched, so that it counts as new when it is met again.
    ///
    /// A fast leg over a ledge may end above it, at the edge of another: until there is ground, a step there counts from the ledge.
    fn forget_ledge(&mut self) {
        let state = &*self.state;
        if state.ground != Ground::Standing
            || state.ledge == f64::MIN
            || self.is_on_ledge()
            || self.is_along_riser()
        {
            return;
        }
        let support = self.footing(DVec3::ZERO).support(&self.buffer.contacts);
        if support.is_none_or(|support| !support.is_ledge_edge) {
            self.state.ledge = f64::MIN;
        }
    }
}

/// Sorts by insertion: the few events are nearly in order, and events of equal time keep their order.
fn in_order_of_time(events: &mut [Event]) {
    for end in 1..events.len() {
        let mut at = end;
        while at > 0 && events[at].time < events[at - 1].time {
            events.swap(at, at - 1);
            at -= 1;
        }
    }
}

impl Parts {
    pub(super) const fn report(&self, End { sub_steps, stop, reduced_skin, .. }: End) -> Report<'_> {
        let Self { events, loads, path, .. } = self;
        Report {
            events: events.as_slice(),
            contacts: loads.as_slice(),
            path: path.as_slice(),
            sub_steps,
            stop,
            reduced_skin,
        }
    }
}
