//! One character: its state and its input.

use crate::pod::{gls_surface, gls_vec3, gls_vec3f};
use crate::pointer::given;
use crate::result::{Refusal, border, gls_result};
use crate::settings::gls_config;
use glissando::{Ground, Input, State};
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

/// A character at rest, in the air, with its centre at a place (metres). The first tick checks the place.
#[unsafe(no_mangle)]
pub extern "C" fn gls_state_at(position: gls_vec3) -> gls_state {
    gls_state::from(&State::at(position.into()))
}

/// Writes a character at rest whose lowest point is a skin above `feet` (metres). The first tick checks the place.
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

/// Throws a character: it is in the air where it is, with this velocity (m/s). Jump pads, explosions. Rather than writing `velocity`:
/// on the ground that would be walked off, and what of it leads up lost. The next tick checks the velocity.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state whose `ground` or `support` is no constant of its kind.
#[unsafe(no_mangle)]
pub extern "C" fn gls_state_launch(state: Option<&mut gls_state>, velocity: gls_vec3) -> gls_result {
    border(|| {
        let state = given("state", state)?;
        let mut thrown = state.read()?;
        thrown.launch(velocity.into());
        *state = gls_state::from(&thrown);
        Ok(())
    })
}

/// Moves a character elsewhere at once, into the air there; its velocity stays. Rather than writing `position`: the last safe
/// position moves too. The next tick checks the place.
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
