//! Settings that were checked once, ready for ticks.

use super::{Inherit, Settings};
use crate::collide::Filter;
use crate::geometry::Shape;
use crate::input::{self, InputError};
use crate::math::{DVec3, sqrt_f64};
use crate::slide::{Mover, usual_skin};
use crate::tolerance;

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
    /// Length of gravity, m/s².
    pub(super) pull: f64,
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
            pull: settings.gravity.length(),
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
        self.pull = gravity.length();
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::BodyShape;
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

    #[test]
    fn a_crouched_capsule_that_is_hardly_higher_than_wide_is_a_sphere() {
        let capsule = Settings { body: BodyShape::Capsule, ..Settings::default() };
        for more in [0.0, 1e-9, 5e-5, 2e-4, 1e-3] {
            let settings = capsule.with_radii(DVec3::new(0.5, 0.9 + more, 0.5));
            assert!(Config::new(&settings).is_ok(), "{:?}", settings.crouch_radii);
        }
    }
}
