//! A character's body and its rules of motion: settings as written in files, checked once.

use crate::collide::Filter;
use crate::geometry::Shape;
use crate::input::{self, InputError};
use crate::math::{DQuat, DVec3, cos_degrees, sqrt_f64};
use crate::slide::{Mover, usual_skin};
use crate::tolerance;

/// A character's settings. Plain data; [`Config::new`] checks it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Settings {
    /// Shape of the body. Default an ellipsoid.
    pub body: BodyShape,
    /// Radii of the body along its own axes, metres: of a capsule, a box or a cylinder, half its width, height and
    /// depth. Default 0.4, 0.9, 0.4: a person of 1.8 m.
    ///
    /// Setting it leaves `crouch_radii` as they are; [`Settings::with_radii`] sets both.
    pub radii: DVec3,
    /// Radii when crouching, metres. Default 0.4, 0.5, 0.4.
    pub crouch_radii: DVec3,
    /// Radius that rounds the edges of a box or a cylinder, metres; it takes from the body and adds nothing. Default 0.02.
    /// Other shapes ignore it.
    pub rounding: f64,
    /// Orientation of the body. Default identity: the radii are along the world's axes.
    pub rotation: DQuat,
    /// Direction of up; any length but zero. Default +Y.
    ///
    /// Setting it leaves `gravity` as it is; [`Settings::with_up`] turns both, [`Settings::turned_to`] the body too.
    pub up: DVec3,
    /// Acceleration in the air, m/s². Default 9.81 down. It need not be along `up`.
    pub gravity: DVec3,
    /// Gap kept to surfaces, metres; `None` is a hundredth of the smallest of the radii.
    ///
    /// Too small: far from the origin it is lost to rounding. Too big: the body visibly hovers.
    pub skin: Option<f64>,
    /// Bodies that it collides with. Default all.
    pub filter: Filter,
    /// Slopes, steps and snapping.
    pub ground: GroundSettings,
    /// How fast velocity follows the wish.
    pub pace: AccelerationSettings,
    /// Jumping.
    pub jump: JumpSettings,
    /// Share of the ground's velocity kept when leaving it by a jump or over an edge. Default all.
    pub inherit: Inherit,
    /// Obstacles that can be entered and push the character out. Default none.
    pub soft: SoftSettings,
}

/// The shape of a character's body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum BodyShape {
    /// An ellipsoid.
    #[default]
    Ellipsoid,
    /// A capsule along the body's own Y axis. Its radii along x and z must be equal, and the one along y, half its whole
    /// height, at least as large; a capsule as high as wide is a sphere.
    Capsule,
    /// A box along the body's own axes, with its edges rounded by [`Settings::rounding`].
    Box,
    /// A cylinder along the body's own Y axis, with its edges rounded by [`Settings::rounding`]. Its radii along x and z must
    /// be equal.
    Cylinder,
}

impl BodyShape {
    /// The shape with these radii: half extents along its own axes, metres, as in [`Settings::radii`]. The edges of a
    /// box or a cylinder are rounded with a radius of `rounding` metres; other shapes ignore it.
    ///
    /// ```
    /// use glissando::character::BodyShape;
    /// use glissando::{DQuat, DVec3, Shape};
    ///
    /// let shape = BodyShape::Capsule.shape(DVec3::new(0.5, 1.0, 0.5), 0.0, DQuat::IDENTITY)?;
    /// assert_eq!(shape, Shape::capsule(0.5, 0.5, DQuat::IDENTITY)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Radii that no capsule or cylinder has; the errors of [`Shape::ellipsoid`], [`Shape::capsule`], [`Shape::cuboid`]
    /// and [`Shape::cylinder`].
    pub fn shape(self, radii: DVec3, rounding: f64, rotation: DQuat) -> Result<Shape, InputError> {
        self.named_shape("radii", radii, rounding, rotation)
    }

    /// The same; `what` is the name of the radii in errors.
    fn named_shape(
        self,
        what: &'static str,
        radii: DVec3,
        rounding: f64,
        rotation: DQuat,
    ) -> Result<Shape, InputError> {
        match self {
            Self::Box => Shape::cuboid(radii, rounding, rotation),
            Self::Cylinder if radii.x != radii.z => {
                Err(InputError::NotACylinder { what, radii: radii.to_array() })
            }
            Self::Cylinder => Shape::cylinder(radii.x, radii.y, rounding, rotation),
            Self::Capsule if radii.x != radii.z || radii.y < radii.x => {
                Err(InputError::NotACapsule { what, radii: radii.to_array() })
            }
            Self::Capsule if radii.y > radii.x => Shape::capsule(radii.x, radii.y - radii.x, rotation),
            _ => Shape::ellipsoid(radii, rotation),
        }
    }
}

/// Obstacles that a character can enter and that push it out, slowly: bushes, jelly.
///
/// A surface on a soft layer neither stops nor holds a character. A character that overlaps one at the start of a
/// tick moves out along its normal, by no more than its depth and no faster than `push_speed`, as far as hard
/// surfaces allow. Unless it flies, it moves horizontally only. So a character that walks in faster than
/// `push_speed` gets in, a slower one is held at the surface. A surface pushes while the character's centre is
/// before its front, not further in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct SoftSettings {
    /// Bit mask of the layers that are soft for this character. Default none.
    ///
    /// A body that is also on another layer of the character's filter is hard. Other characters that are on soft
    /// layers only are passed through and do not push.
    pub layers: u32,
    /// Greatest speed of the push of all soft obstacles together, m/s, 0 to 1000. Default 2.
    pub push_speed: f64,
}

/// The share of a platform's velocity that a character keeps when it leaves the platform.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Inherit {
    /// All.
    #[default]
    Full,
    /// The horizontal component only: a rising lift does not throw a character up.
    Horizontal,
    /// All, but at most this many m/s.
    Capped(f64),
    /// Nothing.
    None,
}

impl Inherit {
    /// The kept part of a velocity.
    pub(super) fn of(self, velocity: DVec3, up: DVec3) -> DVec3 {
        match self {
            Self::Full => velocity,
            Self::Horizontal => velocity - up * velocity.dot(up),
            Self::Capped(most) => {
                let speed = velocity.length();
                if speed > most { velocity * (most / speed) } else { velocity }
            }
            Self::None => DVec3::ZERO,
        }
    }
}

/// Limits of slopes, steps and snapping.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct GroundSettings {
    /// Cosine of the steepest slope that a character walks up. Default cos 45°.
    pub cos_climb: f64,
    /// Cosine of the steepest slope on which a standing character does not slip; at most `cos_climb`. Default cos
    /// 50°.
    pub cos_slip: f64,
    /// Highest ledge that a character steps on, metres. Default 0.4; 0 turns steps off.
    ///
    /// Ledges so low that the round underside meets their edge at a walkable angle are always climbed.
    pub step_height: f64,
    /// Deepest drop that the feet follow down without leaving the ground, metres. Default 0.4.
    pub snap_distance: f64,
}

/// Accelerations in m/s²; infinity reaches the wish at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct AccelerationSettings {
    /// On the ground, towards a wish. Default 40.
    #[cfg_attr(feature = "serde", serde(with = "super::rate"))]
    pub acceleration: f64,
    /// On the ground, towards rest when there is no wish. Default 40.
    #[cfg_attr(feature = "serde", serde(with = "super::rate"))]
    pub friction: f64,
    /// In the air, towards the wish (also towards a zero wish). Default 8; 0 is no air control.
    ///
    /// On ground too steep to climb it never reduces the speed down the slope, on slippery ground only if the wish
    /// points up the slope; across the slope it acts as in the air.
    #[cfg_attr(feature = "serde", serde(with = "super::rate"))]
    pub air_acceleration: f64,
    /// When flying, in all directions. Default 40.
    #[cfg_attr(feature = "serde", serde(with = "super::rate"))]
    pub fly_acceleration: f64,
}

/// Jumping.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct JumpSettings {
    /// Speed along up at take-off, m/s. Default 5.
    pub speed: f64,
    /// Time after leaving the ground during which a jump still counts, seconds. Default 0; 0.1 feels forgiving.
    pub coyote_time: f64,
    /// Time before landing for which a press is buffered, seconds. Default 0; 0.15 feels forgiving.
    pub buffer_time: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            body: BodyShape::Ellipsoid,
            radii: DVec3::new(0.4, 0.9, 0.4),
            crouch_radii: DVec3::new(0.4, 0.5, 0.4),
            rounding: 0.02,
            rotation: DQuat::IDENTITY,
            up: DVec3::Y,
            gravity: DVec3::new(0.0, -9.81, 0.0),
            skin: None,
            filter: Filter::ALL,
            ground: GroundSettings::default(),
            pace: AccelerationSettings::default(),
            jump: JumpSettings::default(),
            inherit: Inherit::default(),
            soft: SoftSettings::default(),
        }
    }
}

/// The default crouching height as a share of the standing one.
const CROUCHED: f64 = 5.0 / 9.0;

impl Settings {
    /// The same settings with another up (any length but zero), and gravity of the same size straight down.
    ///
    /// An `up` without a direction is kept as it is; [`Config::new`] then refuses it and names it.
    #[must_use]
    pub fn with_up(self, up: DVec3) -> Self {
        let down = up.try_normalize().map_or(self.gravity, |up| up * -self.gravity.length());
        Self { up, gravity: down, ..self }
    }

    /// The same settings with the whole frame turned so that up is `up` (any length but zero): gravity and the body turn by
    /// the shortest rotation from the present up. For planets, and for volumes in which a wall is the ground.
    ///
    /// An `up` without a direction leaves gravity and body as they are; [`Config::new`] then refuses it and names it.
    #[must_use]
    pub fn turned_to(self, up: DVec3) -> Self {
        let (Some(from), Some(to)) = (self.up.try_normalize(), up.try_normalize()) else {
            return Self { up, ..self };
        };
        let turn = DQuat::from_rotation_arc(from, to);
        Self { up, gravity: turn.to_mat3() * self.gravity, rotation: turn * self.rotation, ..self }
    }

    /// The same settings with other radii, metres, and crouch radii to match: 5/9 of the height (the second axis),
    /// as by default, but no lower than the narrower of the other two radii if the body is higher than that.
    #[must_use]
    pub fn with_radii(self, radii: DVec3) -> Self {
        let narrow = radii.x.min(radii.z).min(radii.y);
        let crouch_radii = DVec3 { y: (radii.y * CROUCHED).max(narrow), ..radii };
        Self { radii, crouch_radii, ..self }
    }
}

impl Default for GroundSettings {
    fn default() -> Self {
        Self {
            cos_climb: cos_degrees(45.0),
            cos_slip: cos_degrees(50.0),
            step_height: 0.4,
            snap_distance: 0.4,
        }
    }
}

impl GroundSettings {
    /// The same settings with these slope limits, in degrees: the steepest slope climbed, and the steepest stood
    /// on.
    #[must_use]
    pub fn with_slopes_degrees(self, climb: f64, slip: f64) -> Self {
        Self { cos_climb: cos_degrees(climb), cos_slip: cos_degrees(slip), ..self }
    }
}

impl Default for AccelerationSettings {
    fn default() -> Self {
        Self { acceleration: 40.0, friction: 40.0, air_acceleration: 8.0, fly_acceleration: 40.0 }
    }
}

impl Default for SoftSettings {
    fn default() -> Self {
        Self { layers: 0, push_speed: 2.0 }
    }
}

impl Default for JumpSettings {
    fn default() -> Self {
        Self { speed: 5.0, coyote_time: 0.0, buffer_time: 0.0 }
    }
}

/// Checked settings, ready for [`step`](super::step()). Written as the settings, and checked again when they are read.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Settings", try_from = "Settings"))]
pub struct Config {
    settings: Settings,
    pub(super) standing: Mover,
    pub(super) crouching: Mover,
    /// Unit.
    pub(super) up: DVec3,
    /// Tangent of the steepest slope that a character walks up.
    pub(super) tan_climb: f64,
}

/// Rates above this count as infinite.
const MOST_RATE: f64 = 1e9;

/// The fastest push of soft obstacles, m/s.
const MOST_PUSH: f64 = 1e3;

impl From<Config> for Settings {
    fn from(config: Config) -> Self {
        config.settings
    }
}

impl TryFrom<Settings> for Config {
    type Error = InputError;

    fn try_from(settings: Settings) -> Result<Self, InputError> {
        Self::new(&settings)
    }
}

impl Config {
    /// Checks the settings.
    ///
    /// # Errors
    /// The first invalid number, with its name.
    pub fn new(settings: &Settings) -> Result<Self, InputError> {
        let mut settings = *settings;
        input::vector("up", settings.up, f64::MAX)?;
        // The settings returned by a config make the same config again, to the bit: repro files depend on it.
        settings.up = input::unit("length of up", settings.up)?;
        input::vector("gravity", settings.gravity, 1e6)?;
        let g = settings.ground;
        input::scalar("cos_climb", g.cos_climb, 0.0, 1.0)?;
        input::scalar("cos_slip", g.cos_slip, 0.0, g.cos_climb)?;
        input::scalar("step_height", g.step_height, 0.0, tolerance::WORLD_LIMIT)?;
        input::scalar("snap_distance", g.snap_distance, 0.0, tolerance::WORLD_LIMIT)?;
        let rate = |what, value: f64| input::scalar(what, value.min(MOST_RATE), 0.0, MOST_RATE);
        let p = &mut settings.pace;
        for (what, value) in [
            ("acceleration", p.acceleration),
            ("friction", p.friction),
            ("air_acceleration", p.air_acceleration),
            ("fly_acceleration", p.fly_acceleration),
        ] {
            if value.is_nan() {
                return Err(InputError::NotFinite { what, value: [value, 0.0, 0.0] });
            }
            rate(what, value)?;
        }
        let j = settings.jump;
        input::scalar("jump speed", j.speed, 0.0, 1e6)?;
        input::scalar("coyote_time", j.coyote_time, 0.0, 1e6)?;
        input::scalar("buffer_time", j.buffer_time, 0.0, 1e6)?;
        if let Inherit::Capped(most) = settings.inherit {
            input::scalar("most inherited speed", most, 0.0, tolerance::WORLD_LIMIT)?;
        }
        input::scalar("push_speed", settings.soft.push_speed, 0.0, MOST_PUSH)?;
        let hard = Filter { mask: settings.filter.mask & !settings.soft.layers };
        let mover = |what, radii| {
            let shape = settings.body.named_shape(what, radii, settings.rounding, settings.rotation)?;
            Mover::new(shape, settings.skin.unwrap_or(usual_skin(&shape)), hard)
        };
        let least_cos = g.cos_climb.max(0.05);
        Ok(Self {
            settings,
            standing: mover("radii", settings.radii)?,
            crouching: mover("crouch_radii", settings.crouch_radii)?,
            up: settings.up,
            tan_climb: sqrt_f64(1.0 - least_cos * least_cos) / least_cos,
        })
    }

    /// The settings, with `up` of length one.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The body, standing or crouching.
    pub const fn shape(&self, crouching: bool) -> Shape {
        self.mover(crouching).shape()
    }

    /// The body and its skin, standing or crouching.
    pub const fn mover(&self, crouching: bool) -> Mover {
        if crouching { self.crouching } else { self.standing }
    }

    /// The same without a copy.
    pub(crate) const fn body(&self, crouching: bool) -> &Mover {
        if crouching { &self.crouching } else { &self.standing }
    }

    /// The filter of the bodies that are soft for this character.
    pub(super) const fn soft(&self) -> Filter {
        Filter { mask: self.settings.filter.mask & self.settings.soft.layers }
    }

    /// The same config with another gravity, m/s²: for gravity zones, set tick by tick.
    ///
    /// # Errors
    /// NaN, infinities, and more than 1e6 m/s² along an axis.
    pub fn with_gravity(mut self, gravity: DVec3) -> Result<Self, InputError> {
        self.settings.gravity = input::vector("gravity", gravity, 1e6)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_capsule_has_its_radii_for_half_extents_and_others_are_refused_by_name() {
        let person = Settings { body: BodyShape::Capsule, ..Settings::default() };
        let config = Config::new(&person).unwrap();
        assert_eq!(config.shape(false).half_extents(), person.radii);
        assert!((config.shape(true).half_extents() - person.crouch_radii).length() < 1e-15);
        let told = |radii| Config::new(&Settings { radii, ..person }).unwrap_err().to_string();
        assert_eq!(
            told(DVec3::new(0.4, 0.9, 0.5)),
            "radii of the capsule are (0.4, 0.9, 0.5): x and z, its radius, must be equal, and y, half its height, at \
             least as large"
        );
        assert!(told(DVec3::new(0.4, 0.3, 0.4)).starts_with("radii of the capsule are (0.4, 0.3, 0.4)"));
        assert!(told(DVec3::new(f64::NAN, 0.9, 0.4)).starts_with("radii of the capsule are (NaN, 0.9, 0.4)"));
        let flat = Settings { crouch_radii: DVec3::new(0.4, 0.3, 0.4), ..person };
        assert!(Config::new(&flat).unwrap_err().to_string().starts_with("crouch_radii of the capsule"));
        let round = Config::new(&person.with_radii(DVec3::splat(0.3))).unwrap();
        assert_eq!(round.shape(false), Shape::sphere(0.3).unwrap());
    }

    #[test]
    fn turned_settings_have_the_body_along_up_and_gravity_against_it() {
        for up in [DVec3::X, DVec3::new(0.0, -3.0, 0.0), DVec3::new(1.0, 2.0, -2.0)] {
            let settings = Settings::default().turned_to(up);
            let (shape, up) = (Config::new(&settings).unwrap().shape(false), up.try_normalize().unwrap());
            assert!((shape.extent_along(up) - 0.9).abs() < 1e-12, "{up:?}");
            assert!((settings.gravity + up * 9.81).length() < 1e-12, "{up:?}");
        }
        assert!(Config::new(&Settings::default().turned_to(DVec3::ZERO)).is_err());
    }

    #[test]
    fn gravity_turns_with_up_and_crouch_radii_follow_the_radii() {
        let turned = Settings::default().with_up(DVec3::X * 2.0);
        assert_eq!((turned.up, turned.gravity), (DVec3::X * 2.0, DVec3::X * -9.81));
        let nowhere = Settings::default().with_up(DVec3::ZERO);
        assert!(Config::new(&nowhere).unwrap_err().to_string().contains("up"));
        let usual = Settings::default();
        let same = usual.with_radii(usual.radii);
        assert!((same.crouch_radii - usual.crouch_radii).length() < 1e-15, "{:?}", same.crouch_radii);
        let giant = usual.with_radii(DVec3::new(1.0, 3.6, 1.0));
        assert!((giant.crouch_radii.y - 2.0).abs() < 1e-15);
        let round = usual.with_radii(DVec3::splat(0.3));
        assert_eq!(round.crouch_radii, DVec3::splat(0.3));
        assert!(Config::new(&giant).is_ok() && Config::new(&round).is_ok());
    }
}
