//! Balls of a stage: spheres that bounce and are kicked.

use crate::pod::{gls_surface, gls_vec3, owner};
use crate::pointer::{fill, given, room};
use crate::result::{GLS_ERROR_DEAD, Refusal, border, gls_result};
use crate::stage::gls_stage;
use crate::stage::state::gls_stage_state;
use glissando::balls::{Axis, Ball, Impact, Mass, Order, Other, Settings};
use glissando::stage::StageState;
use glissando::{BallId, Filter, Owner};
use std::mem::MaybeUninit;

/// Balls move along all axes.
pub const GLS_FLAT_NONE: u32 = 0;
/// Nothing moves along x: balls are circles.
pub const GLS_FLAT_X: u32 = 1;
/// Nothing moves along y.
pub const GLS_FLAT_Y: u32 = 2;
/// Nothing moves along z.
pub const GLS_FLAT_Z: u32 = 3;

/// Impacts of one moment are solved together.
pub const GLS_ORDER_SIMULTANEOUS: u32 = 0;
/// The fastest approach first: an impact runs through a row of balls.
pub const GLS_ORDER_SEQUENTIAL: u32 = 1;

/// The handle of a ball in a state. Copies of the state have the same handles.
pub type gls_ball_id = u64;

/// A ball between two ticks. `gls_ball_at` has the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_ball {
    /// Centre, metres.
    pub position: gls_vec3,
    /// m/s.
    pub velocity: gls_vec3,
    /// Metres.
    pub radius: f64,
    /// Kilograms; infinity for a ball whose motion never changes.
    pub mass: f64,
    /// The fraction of the speed of approach that is returned, 0 to 1. Of two that meet, the smaller counts.
    pub restitution: f64,
}

/// The rules that all balls of a stage follow.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_ball_settings {
    /// m/s^2. Default none: a table seen from above.
    pub gravity: gls_vec3,
    /// Restitution of walls, 0 to 1. Default 1.
    pub wall_restitution: f64,
    /// Restitution of characters, 0 to 1. Default 0.2.
    pub character_restitution: f64,
    /// Deceleration of a ball that rolls, m/s^2. Default 0.
    pub rolling_deceleration: f64,
    /// With gravity, a ball that lands at less than this speed stays down, m/s. Default 0.1.
    pub rest_speed: f64,
    /// `GLS_FLAT_NONE` (the default), or the axis without motion.
    pub flat: u32,
    /// `GLS_ORDER_SIMULTANEOUS` (the default) or `GLS_ORDER_SEQUENTIAL`.
    pub order: u32,
    /// Meetings of a ball in a tick after which its impacts lose their restitution. Default 32.
    pub most_impacts: u32,
    /// The layers of bodies that are walls, a bit each. Default all.
    pub mask: u32,
}

/// An impact of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_impact {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The touched point, metres.
    pub point: gls_vec3,
    /// Unit, towards the ball.
    pub normal: gls_vec3,
    /// The impulse along the normal, N s.
    pub impulse: f64,
    /// Speed of approach along the normal, m/s.
    pub approach: f64,
    /// The ball.
    pub ball: gls_ball_id,
    /// What it met: a wall, another ball or a character.
    pub other: gls_surface,
}

impl gls_impact {
    /// Reads an impact; characters and balls are named by their handles in the state.
    pub(crate) fn of(impact: &Impact, state: &StageState) -> Self {
        let handle = |party: Option<Owner>| {
            let (owner_kind, owner) = party.map_or((0, 0), owner);
            gls_surface { owner, owner_kind, ..gls_surface::default() }
        };
        Self {
            time: impact.time,
            point: impact.point.into(),
            normal: impact.normal.into(),
            impulse: impact.impulse,
            approach: impact.approach,
            ball: state.balls.id(impact.ball).map_or(0, BallId::to_bits),
            other: match impact.other {
                Other::Surface(surface) => surface.into(),
                Other::Ball(index) => handle(state.balls.id(index).map(Owner::Ball)),
                Other::Character(index) => handle(state.characters.id(index as usize).map(Owner::Character)),
                _ => gls_surface::default(),
            },
        }
    }
}

impl gls_ball {
    fn read(&self) -> Result<Ball, Refusal> {
        let mass = if self.mass == f64::INFINITY { Mass::Immovable } else { Mass::Kilograms(self.mass) };
        let ball = Ball {
            position: self.position.into(),
            velocity: self.velocity.into(),
            radius: self.radius,
            mass,
            restitution: self.restitution,
        };
        ball.check()?;
        Ok(ball)
    }
}

impl From<&Ball> for gls_ball {
    fn from(ball: &Ball) -> Self {
        Self {
            position: ball.position.into(),
            velocity: ball.velocity.into(),
            radius: ball.radius,
            mass: match ball.mass {
                Mass::Kilograms(mass) => mass,
                Mass::Immovable => f64::INFINITY,
            },
            restitution: ball.restitution,
        }
    }
}

fn dead(id: BallId) -> Refusal {
    Refusal::new(
        GLS_ERROR_DEAD,
        format!("{id} is not in this state: it was removed, or belongs to another one"),
    )
}

/// A ball of a kilogram at rest, of restitution 1; metres.
#[unsafe(no_mangle)]
pub extern "C" fn gls_ball_at(position: gls_vec3, radius: f64) -> gls_ball {
    (&Ball::at(position.into(), radius)).into()
}

/// The default rules: no gravity, walls that return everything.
#[unsafe(no_mangle)]
pub extern "C" fn gls_ball_settings_default() -> gls_ball_settings {
    let settings = Settings::default();
    gls_ball_settings {
        gravity: settings.gravity.into(),
        wall_restitution: settings.wall_restitution,
        character_restitution: settings.character_restitution,
        rolling_deceleration: settings.rolling_deceleration,
        rest_speed: settings.rest_speed,
        flat: GLS_FLAT_NONE,
        order: GLS_ORDER_SIMULTANEOUS,
        most_impacts: settings.most_impacts,
        mask: settings.filter.mask,
    }
}

/// Sets the rules that all balls of a stage follow.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a rule out of range. The rules stay unchanged then.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_set_balls(
    stage: Option<&mut gls_stage>,
    settings: Option<&gls_ball_settings>,
) -> gls_result {
    border(|| {
        let (stage, told) = (given("stage", stage)?, given("settings", settings)?);
        let flat = match told.flat {
            GLS_FLAT_NONE => None,
            GLS_FLAT_X => Some(Axis::X),
            GLS_FLAT_Y => Some(Axis::Y),
            GLS_FLAT_Z => Some(Axis::Z),
            other => return Err(Refusal::unknown("flat", other, "GLS_FLAT_NONE (0) to GLS_FLAT_Z (3)")),
        };
        let order = match told.order {
            GLS_ORDER_SIMULTANEOUS => Order::Simultaneous,
            GLS_ORDER_SEQUENTIAL => Order::Sequential,
            other => {
                let must = "GLS_ORDER_SIMULTANEOUS (0) or GLS_ORDER_SEQUENTIAL (1)";
                return Err(Refusal::unknown("order", other, must));
            }
        };
        Ok(stage.core.set_ball_settings(Settings {
            gravity: told.gravity.into(),
            flat,
            wall_restitution: told.wall_restitution,
            character_restitution: told.character_restitution,
            rolling_deceleration: told.rolling_deceleration,
            rest_speed: told.rest_speed,
            order,
            most_impacts: told.most_impacts,
            filter: Filter { mask: told.mask },
        })?)
    })
}

/// Adds a ball between ticks and writes its handle.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers out of range.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_add_ball(
    state: Option<&mut gls_stage_state>,
    ball: Option<&gls_ball>,
    id: Option<&mut MaybeUninit<gls_ball_id>>,
) -> gls_result {
    border(|| {
        let (state, ball, id) = (given("state", state)?, given("ball", ball)?, given("id", id)?);
        id.write(state.core.balls.insert(ball.read()?).to_bits());
        Ok(())
    })
}

/// Removes a ball between ticks. Its handle is dead from then on.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_remove_ball(
    state: Option<&mut gls_stage_state>,
    id: gls_ball_id,
) -> gls_result {
    border(|| {
        let id = BallId::from_bits(id);
        given("state", state)?.core.balls.remove(id).map(drop).ok_or_else(|| dead(id))
    })
}

/// Writes a ball.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_ball(
    state: Option<&gls_stage_state>,
    id: gls_ball_id,
    ball: Option<&mut MaybeUninit<gls_ball>>,
) -> gls_result {
    border(|| {
        let (state, ball) = (given("state", state)?, given("ball", ball)?);
        let id = BallId::from_bits(id);
        ball.write(state.core.balls.get(id).ok_or_else(|| dead(id))?.into());
        Ok(())
    })
}

/// Changes a ball between ticks.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` for numbers out of range.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_set_ball(
    state: Option<&mut gls_stage_state>,
    id: gls_ball_id,
    ball: Option<&gls_ball>,
) -> gls_result {
    border(|| {
        let (state, ball) = (given("state", state)?, given("ball", ball)?);
        let id = BallId::from_bits(id);
        *state.core.balls.get_mut(id).ok_or_else(|| dead(id))? = ball.read()?;
        Ok(())
    })
}

/// Writes how many balls there are to `count`, and the handles of the first `capacity` of them in their order to `ids`
/// (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`.
///
/// # Safety
/// `ids` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_state_balls(
    state: Option<&gls_stage_state>,
    ids: *mut gls_ball_id,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (state, ids, count) = (given("state", state)?, room!(ids, capacity), given("count", count)?);
        count.write(fill(ids, state.core.balls.ids().iter().map(|id| id.to_bits())));
        Ok(())
    })
}
