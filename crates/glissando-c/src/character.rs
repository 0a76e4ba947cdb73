//! One character: its state, its input, its tick.

use crate::event::gls_event;
use crate::nearby::gls_contact;
use crate::pod::{gls_surface, gls_vec3, gls_vec3f};
use crate::pointer::given;
use crate::result::{Refusal, border, gls_result};
use crate::settings::gls_config;
use crate::world::gls_world;
use glissando::path::Waypoint;
use glissando::slide::Stop;
use glissando::{Ground, Input, Scratch, State, step};
use std::mem::MaybeUninit;

/// On ground that it can stand on.
pub const GLS_GROUND_STANDING: u8 = 0;
/// On ground that is too steep: it slides.
pub const GLS_GROUND_STEEP: u8 = 1;
/// On nothing.
pub const GLS_GROUND_AIRBORNE: u8 = 2;

/// Jump is pressed.
pub const GLS_BUTTON_JUMP: u32 = 1;
/// Crouch is pressed.
pub const GLS_BUTTON_CROUCH: u32 = 2;
/// Fly: no gravity, no ground, the wish counts in all directions.
pub const GLS_BUTTON_FLY: u32 = 4;

/// The whole displacement was used.
pub const GLS_STOP_DONE: u32 = 0;
/// A wall, crease or corner blocks the rest.
pub const GLS_STOP_BLOCKED: u32 = 1;
/// The sub-steps ran out; the rest of the displacement was dropped.
pub const GLS_STOP_SUB_STEPS: u32 = 2;
/// The body overlaps a surface or is squeezed, and could not come free.
pub const GLS_STOP_STUCK: u32 = 3;
/// On a stage: the character made no move of its own.
pub const GLS_STOP_NONE: u32 = 4;

/// A character between two ticks: all that a tick remembers. Copy it to save, assign it to restore, send its bytes: the
/// structure has no gaps. Start with `gls_state_at` or `gls_state_with_feet_at`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_state {
    /// Centre of the body, metres. To move it elsewhere call `gls_state_teleport`.
    pub position: gls_vec3,
    /// m/s; while standing, relative to the ground.
    pub velocity: gls_vec3,
    /// The last position that was verified to be clear of all surfaces, metres.
    pub safe_position: gls_vec3,
    /// Height along up of the last ledge that it stepped on, metres; without meaning in the air.
    pub ledge: f64,
    /// The surface that it stands or slides on; in the air the last one, if there was any.
    pub support: gls_surface,
    /// Unit normal of the ground, or zero in the air.
    pub ground_normal: gls_vec3f,
    /// Unit normals of the walls that held it in the last tick, two in a corner; else zero.
    pub wall_normals: [gls_vec3f; 2],
    /// Seconds for which a jump is still allowed after leaving the ground.
    pub coyote_left: f32,
    /// Seconds for which a press of jump is still kept.
    pub buffer_left: f32,
    /// Number of teleports, modulo 2^32.
    pub teleports: u32,
    /// `GLS_GROUND_STANDING`, `GLS_GROUND_STEEP` or `GLS_GROUND_AIRBORNE`.
    pub ground: u8,
    /// Not 0 if it is crouching.
    pub is_crouching: u8,
    /// Not 0 if jump was pressed in the last tick.
    pub is_jump_held: u8,
    /// Not 0 if the ceiling was touched in the last tick.
    pub is_at_ceiling: u8,
    /// 0; not read.
    pub reserved: u32,
}

/// The input of a character for one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_input {
    /// Wanted velocity, m/s; on foot and in the air its part along up does not count.
    pub wish: gls_vec3,
    /// `GLS_BUTTON_JUMP`, `GLS_BUTTON_CROUCH` and `GLS_BUTTON_FLY`, added.
    pub buttons: u32,
    /// Not read.
    pub reserved: u32,
}

/// A point of the path of a character's centre. Two of one time are a leg that takes no time: a step up, a snap down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_waypoint {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre at that time, metres.
    pub position: gls_vec3,
}

/// What happened in a tick of `gls_step`. The arrays belong to the scratch, and are valid until it is used again or freed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_report {
    /// Events, in order of time.
    pub events: *const gls_event,
    /// How many there are.
    pub event_count: usize,
    /// Contacts at the end, nearest first, with loads.
    pub contacts: *const gls_contact,
    /// How many there are.
    pub contact_count: usize,
    /// The path that the centre really took.
    pub path: *const gls_waypoint,
    /// How many points it has.
    pub path_count: usize,
    /// If `has_reduced_skin`: the gap that was kept because the body fits only with less than its skin, metres.
    pub reduced_skin: f64,
    /// Number of sweeps and slides.
    pub sub_steps: u64,
    /// `GLS_STOP_DONE`, or what ended the move before.
    pub stop: u32,
    /// 1 if less than the skin was kept, else 0.
    pub has_reduced_skin: u32,
}

/// Working memory of `gls_step`: one for each thread that steps characters, and best one for each character, whose
/// surroundings it remembers. It affects the time of a tick, never its result.
#[derive(Debug, Default)]
pub struct gls_scratch {
    core: Scratch,
    events: Vec<gls_event>,
    contacts: Vec<gls_contact>,
    path: Vec<gls_waypoint>,
}

/// The number of a reason to stop.
pub(crate) fn stop(stop: Stop) -> u32 {
    match stop {
        Stop::Done => GLS_STOP_DONE,
        Stop::Blocked => GLS_STOP_BLOCKED,
        Stop::SubSteps => GLS_STOP_SUB_STEPS,
        Stop::Stuck => GLS_STOP_STUCK,
    }
}

impl From<&State> for gls_state {
    fn from(state: &State) -> Self {
        Self {
            position: state.position.into(),
            velocity: state.velocity.into(),
            safe_position: state.safe_position.into(),
            ledge: state.ledge,
            support: state.support.map_or_else(gls_surface::default, Into::into),
            ground_normal: state.ground_normal.into(),
            wall_normals: state.wall_normals.map(Into::into),
            coyote_left: state.coyote_left,
            buffer_left: state.buffer_left,
            teleports: state.teleports,
            ground: match state.ground {
                Ground::Standing => GLS_GROUND_STANDING,
                Ground::Steep => GLS_GROUND_STEEP,
                Ground::Airborne => GLS_GROUND_AIRBORNE,
            },
            is_crouching: state.is_crouching.into(),
            is_jump_held: state.is_jump_held.into(),
            is_at_ceiling: state.is_at_ceiling.into(),
            reserved: 0,
        }
    }
}

impl gls_state {
    /// The state; the tick itself refuses numbers that it cannot use.
    pub(crate) fn read(&self) -> Result<State, Refusal> {
        Ok(State {
            position: self.position.into(),
            velocity: self.velocity.into(),
            safe_position: self.safe_position.into(),
            ground_normal: self.ground_normal.into(),
            wall_normals: self.wall_normals.map(Into::into),
            support: self.support.support()?,
            ground: match self.ground {
                GLS_GROUND_STANDING => Ground::Standing,
                GLS_GROUND_STEEP => Ground::Steep,
                GLS_GROUND_AIRBORNE => Ground::Airborne,
                other => {
                    let must = "GLS_GROUND_STANDING (0) to GLS_GROUND_AIRBORNE (2)";
                    return Err(Refusal::unknown("ground of the state", other.into(), must));
                }
            },
            is_crouching: self.is_crouching != 0,
            is_jump_held: self.is_jump_held != 0,
            is_at_ceiling: self.is_at_ceiling != 0,
            ledge: self.ledge,
            coyote_left: self.coyote_left,
            buffer_left: self.buffer_left,
            teleports: self.teleports,
        })
    }
}

impl gls_input {
    pub(crate) fn read(&self) -> Result<Input, Refusal> {
        let known = GLS_BUTTON_JUMP | GLS_BUTTON_CROUCH | GLS_BUTTON_FLY;
        if self.buttons & !known != 0 {
            return Err(Refusal::unknown("buttons", self.buttons, "a sum of GLS_BUTTON_ constants: 0 to 7"));
        }
        let is = |button: u32| self.buttons & button != 0;
        let wish = self.wish.into();
        Ok(Input { wish, jump: is(GLS_BUTTON_JUMP), crouch: is(GLS_BUTTON_CROUCH), fly: is(GLS_BUTTON_FLY) })
    }
}

impl From<&Waypoint> for gls_waypoint {
    fn from(waypoint: &Waypoint) -> Self {
        Self { time: waypoint.time, position: waypoint.position.into() }
    }
}

/// A character at rest, in the air, with its centre at a place (metres).
#[unsafe(no_mangle)]
pub extern "C" fn gls_state_at(position: gls_vec3) -> gls_state {
    gls_state::from(&State::at(position.into()))
}

/// Writes a character at rest whose lowest point is a skin above `feet` (metres).
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_state_with_feet_at(
    config: Option<&gls_config>,
    feet: gls_vec3,
    state: Option<&mut MaybeUninit<gls_state>>,
) -> gls_result {
    border(|| {
        let (config, state) = (given("config", config)?, given("state", state)?);
        state.write(gls_state::from(&State::with_feet_at(&config.checked, feet.into())));
        Ok(())
    })
}

/// Moves a character elsewhere at once, into the air there; its velocity stays. Rather than writing `position`: the last safe
/// position moves too.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state whose `ground` or `support` is no constant of its kind.
#[unsafe(no_mangle)]
pub extern "C" fn gls_state_teleport(state: Option<&mut gls_state>, to: gls_vec3) -> gls_result {
    border(|| {
        let state = given("state", state)?;
        let mut moved = state.read()?;
        moved.teleport(to.into());
        *state = gls_state::from(&moved);
        Ok(())
    })
}

/// Makes working memory; `gls_scratch_free` frees it.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_scratch_new(scratch: Option<&mut MaybeUninit<Box<gls_scratch>>>) -> gls_result {
    border(|| {
        given("scratch", scratch)?.write(Box::default());
        Ok(())
    })
}

/// Frees working memory; null is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn gls_scratch_free(scratch: Option<Box<gls_scratch>>) {
    drop(scratch);
}

/// Moves a character by one tick of `dt` seconds (0 to 10). `report` may be null. Allocates nothing once the scratch has
/// grown, after the first ticks.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state, input or duration out of range. The state is unchanged then.
#[unsafe(no_mangle)]
pub extern "C" fn gls_step(
    world: Option<&gls_world>,
    config: Option<&gls_config>,
    state: Option<&mut gls_state>,
    input: Option<&gls_input>,
    dt: f64,
    scratch: Option<&mut gls_scratch>,
    report: Option<&mut MaybeUninit<gls_report>>,
) -> gls_result {
    border(|| {
        let (world, config) = (given("world", world)?, given("config", config)?);
        let (state, input) = (given("state", state)?, given("input", input)?);
        let gls_scratch { core, events, contacts, path } = given("scratch", scratch)?;
        let mut moved = state.read()?;
        let tick = step(&world.bodies, &config.checked, &mut moved, input.read()?, dt, core)?;
        *state = gls_state::from(&moved);
        let Some(report) = report else { return Ok(()) };
        events.clear();
        events.extend(tick.events.iter().map(|event| gls_event::own(event, 0)));
        contacts.clear();
        contacts.extend(tick.contacts.iter().map(gls_contact::from));
        path.clear();
        path.extend(tick.path.iter().map(gls_waypoint::from));
        report.write(gls_report {
            events: events.as_ptr(),
            event_count: events.len(),
            contacts: contacts.as_ptr(),
            contact_count: contacts.len(),
            path: path.as_ptr(),
            path_count: path.len(),
            reduced_skin: tick.reduced_skin.unwrap_or(0.0),
            sub_steps: tick.sub_steps as u64,
            stop: stop(tick.stop),
            has_reduced_skin: tick.reduced_skin.is_some().into(),
        });
        Ok(())
    })
}
