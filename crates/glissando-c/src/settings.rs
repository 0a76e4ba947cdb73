//! Settings of a character, and their checked form.

use crate::pod::{gls_quat, gls_vec3};
use crate::pointer::given;
use crate::result::{Refusal, border, gls_result};
use crate::shape::{GLS_SHAPE_BOX, GLS_SHAPE_CAPSULE, GLS_SHAPE_CYLINDER, GLS_SHAPE_ELLIPSOID, body_shape};
use glissando::character::{
    AccelerationSettings, BodyShape, GroundSettings, Inherit, JumpSettings, SoftSettings,
};
use glissando::{Config, Filter, Settings};
use std::mem::MaybeUninit;

/// A character that leaves a platform keeps all of its velocity.
pub const GLS_INHERIT_FULL: u32 = 0;
/// It keeps the horizontal part only: a rising lift does not throw it up.
pub const GLS_INHERIT_HORIZONTAL: u32 = 1;
/// It keeps all, but at most `inherit_cap` m/s.
pub const GLS_INHERIT_CAPPED: u32 = 2;
/// It keeps nothing.
pub const GLS_INHERIT_NONE: u32 = 3;

/// The settings of a character. Start from `gls_settings_default` and change what should differ.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_settings {
    /// Half of the body's width, height and depth along its own axes, metres. Default 0.4, 0.9, 0.4.
    pub radii: gls_vec3,
    /// The same when crouching. Default 0.4, 0.5, 0.4.
    pub crouch_radii: gls_vec3,
    /// How the body is turned. Default not at all.
    pub rotation: gls_quat,
    /// Direction of up, any length but zero. Default (0, 1, 0). Gravity is not turned with it.
    pub up: gls_vec3,
    /// Acceleration in the air, m/s^2. Default (0, -9.81, 0).
    pub gravity: gls_vec3,
    /// Radius that rounds the edges of a box or a cylinder, metres. Default 0.02.
    pub rounding: f64,
    /// Gap kept to surfaces, metres; only read if `has_skin` is not 0. Default a hundredth of the smallest radius.
    pub skin: f64,
    /// Cosine of the steepest slope that it walks up. Default cos 45 degrees.
    pub cos_climb: f64,
    /// Cosine of the steepest slope on which it stands without slipping; at most `cos_climb`. Default cos 50 degrees.
    pub cos_slip: f64,
    /// Highest ledge that it steps on, metres. Default 0.4; 0 turns steps off.
    pub step_height: f64,
    /// Deepest drop that the feet follow down, metres. Default 0.4.
    pub snap_distance: f64,
    /// On the ground towards the wish, m/s^2; infinity reaches it at once. Default 40.
    pub acceleration: f64,
    /// On the ground towards rest, m/s^2; infinity is accepted. Default 40.
    pub friction: f64,
    /// In the air towards the wish, m/s^2; infinity is accepted. Default 8.
    pub air_acceleration: f64,
    /// When flying, m/s^2; infinity is accepted. Default 40.
    pub fly_acceleration: f64,
    /// Speed of a jump along up, m/s. Default 5.
    pub jump_speed: f64,
    /// Seconds after leaving the ground during which a jump still counts. Default 0.
    pub coyote_time: f64,
    /// Seconds before landing for which a press of jump is kept. Default 0.
    pub buffer_time: f64,
    /// Greatest speed with which soft obstacles push it out, m/s, 0 to 1000. Default 2.
    pub soft_push_speed: f64,
    /// For `GLS_INHERIT_CAPPED`: the most that it keeps, m/s.
    pub inherit_cap: f64,
    /// `GLS_SHAPE_ELLIPSOID` (the default), `GLS_SHAPE_CAPSULE`, `GLS_SHAPE_BOX` or `GLS_SHAPE_CYLINDER`.
    pub shape_kind: u32,
    /// The layers that it collides with, a bit each. Default all.
    pub mask: u32,
    /// The layers that are soft obstacles, a bit each. Default none.
    pub soft_layers: u32,
    /// What it keeps of the velocity of a platform: `GLS_INHERIT_FULL` (the default) and so on.
    pub inherit: u32,
    /// Not 0: `skin` is read.
    pub has_skin: u32,
    /// Not read.
    pub reserved: u32,
}

/// Checked settings, ready for ticks; constant. Any number of threads may use one at once.
#[derive(Clone, Copy, Debug)]
pub struct gls_config {
    pub(crate) checked: Config,
}

impl From<&Settings> for gls_settings {
    fn from(settings: &Settings) -> Self {
        let Settings { ground, pace, jump, soft, .. } = *settings;
        let (inherit, inherit_cap) = match settings.inherit {
            Inherit::Full => (GLS_INHERIT_FULL, 0.0),
            Inherit::Horizontal => (GLS_INHERIT_HORIZONTAL, 0.0),
            Inherit::Capped(most) => (GLS_INHERIT_CAPPED, most),
            Inherit::None => (GLS_INHERIT_NONE, 0.0),
        };
        Self {
            radii: settings.radii.into(),
            crouch_radii: settings.crouch_radii.into(),
            rotation: settings.rotation.into(),
            up: settings.up.into(),
            gravity: settings.gravity.into(),
            rounding: settings.rounding,
            skin: settings.skin.unwrap_or(0.0),
            cos_climb: ground.cos_climb,
            cos_slip: ground.cos_slip,
            step_height: ground.step_height,
            snap_distance: ground.snap_distance,
            acceleration: pace.acceleration,
            friction: pace.friction,
            air_acceleration: pace.air_acceleration,
            fly_acceleration: pace.fly_acceleration,
            jump_speed: jump.speed,
            coyote_time: jump.coyote_time,
            buffer_time: jump.buffer_time,
            soft_push_speed: soft.push_speed,
            inherit_cap,
            shape_kind: match settings.body {
                BodyShape::Capsule => GLS_SHAPE_CAPSULE,
                BodyShape::Box => GLS_SHAPE_BOX,
                BodyShape::Cylinder => GLS_SHAPE_CYLINDER,
                _ => GLS_SHAPE_ELLIPSOID,
            },
            mask: settings.filter.mask,
            soft_layers: soft.layers,
            inherit,
            has_skin: settings.skin.is_some().into(),
            reserved: 0,
        }
    }
}

impl gls_settings {
    fn read(&self) -> Result<Settings, Refusal> {
        Ok(Settings {
            body: body_shape("shape_kind", self.shape_kind)?,
            radii: self.radii.into(),
            crouch_radii: self.crouch_radii.into(),
            rounding: self.rounding,
            rotation: self.rotation.into(),
            up: self.up.into(),
            gravity: self.gravity.into(),
            skin: (self.has_skin != 0).then_some(self.skin),
            filter: Filter { mask: self.mask },
            ground: GroundSettings {
                cos_climb: self.cos_climb,
                cos_slip: self.cos_slip,
                step_height: self.step_height,
                snap_distance: self.snap_distance,
            },
            pace: AccelerationSettings {
                acceleration: self.acceleration,
                friction: self.friction,
                air_acceleration: self.air_acceleration,
                fly_acceleration: self.fly_acceleration,
            },
            jump: JumpSettings {
                speed: self.jump_speed,
                coyote_time: self.coyote_time,
                buffer_time: self.buffer_time,
            },
            inherit: match self.inherit {
                GLS_INHERIT_FULL => Inherit::Full,
                GLS_INHERIT_HORIZONTAL => Inherit::Horizontal,
                GLS_INHERIT_CAPPED => Inherit::Capped(self.inherit_cap),
                GLS_INHERIT_NONE => Inherit::None,
                other => {
                    return Err(Refusal::unknown(
                        "inherit",
                        other,
                        "GLS_INHERIT_FULL (0) to GLS_INHERIT_NONE (3)",
                    ));
                }
            },
            soft: SoftSettings { layers: self.soft_layers, push_speed: self.soft_push_speed },
        })
    }
}

/// The default settings: an ellipsoid of 1.8 m that walks up 45 degrees and steps of 0.4 m.
#[unsafe(no_mangle)]
pub extern "C" fn gls_settings_default() -> gls_settings {
    gls_settings::from(&Settings::default())
}

/// The cosine of an angle in degrees (0 to 180), with the same bits on every machine: for `cos_climb` and `cos_slip`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_cos_degrees(degrees: f64) -> f64 {
    glissando::math::cos_degrees(degrees)
}

/// Checks settings and writes their checked form; `gls_config_free` frees it. `settings` may be null for the defaults.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a setting out of range.
#[unsafe(no_mangle)]
pub extern "C" fn gls_config_new(
    settings: Option<&gls_settings>,
    config: Option<&mut MaybeUninit<Box<gls_config>>>,
) -> gls_result {
    border(|| {
        let config = given("config", config)?;
        let settings = settings.map_or(Ok(Settings::default()), gls_settings::read)?;
        config.write(Box::new(gls_config { checked: Config::new(&settings)? }));
        Ok(())
    })
}

/// Writes the settings of a config; `up` has length one.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_config_settings(
    config: Option<&gls_config>,
    settings: Option<&mut MaybeUninit<gls_settings>>,
) -> gls_result {
    border(|| {
        let (config, settings) = (given("config", config)?, given("settings", settings)?);
        settings.write(config.checked.settings().into());
        Ok(())
    })
}

/// Frees a config; null is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn gls_config_free(config: Option<Box<gls_config>>) {
    drop(config);
}
