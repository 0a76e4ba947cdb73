//! The settings of a character in a script: flat fields in metres, seconds and degrees.

use super::passing::SOFT_LAYER;
use super::values::{Radii, Rate};
use anyhow::bail;
use glissando::character::{AccelerationSettings, BodyShape, GroundSettings, JumpSettings, SoftSettings};
use glissando::math::cos_degrees;
use glissando::{DQuat, DVec3, Settings};
use serde::Deserialize;

/// What a script says about the character; what it does not say is the library's default.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Character {
    body: BodyShape,
    radii: Option<Radii>,
    crouch_radii: Option<Radii>,
    rounding: Option<f64>,
    rotation: Option<DQuat>,
    skin: Option<f64>,
    max_slope_degrees: Option<f64>,
    slip_slope_degrees: Option<f64>,
    step_height: Option<f64>,
    snap_distance: Option<f64>,
    jump_speed: Option<f64>,
    coyote_time: Option<f64>,
    jump_buffer: Option<f64>,
    acceleration: Option<Rate>,
    friction: Option<Rate>,
    air_acceleration: Option<Rate>,
    fly_acceleration: Option<Rate>,
    push_speed: Option<f64>,
}

/// How much of its height a body keeps that crouches without saying how: 5 of 9.
const CROUCH: f64 = 5.0 / 9.0;

impl Character {
    /// The settings, not yet checked but for the slopes.
    pub(super) fn settings(&self, up: DVec3, gravity: DVec3) -> anyhow::Result<Settings> {
        let usual = Settings::default();
        let (radii, rotation) = (self.radii.map_or(usual.radii, |r| r.0), self.rotation.unwrap_or_default());
        let crouch_radii = match (self.crouch_radii, self.radii) {
            (Some(crouch), _) => crouch.0,
            (None, Some(_)) => crouched(self.body, radii, rotation, up),
            (None, None) => usual.crouch_radii,
        };
        let (cos_climb, cos_slip) = self.slopes(&usual.ground)?;
        let rate = |rate: Option<Rate>, usual: f64| rate.map_or(usual, |r| r.0);
        Ok(Settings {
            body: self.body,
            radii,
            crouch_radii,
            rounding: self.rounding.unwrap_or(usual.rounding),
            rotation,
            up,
            gravity,
            skin: self.skin,
            ground: GroundSettings {
                cos_climb,
                cos_slip,
                step_height: self.step_height.unwrap_or(usual.ground.step_height),
                snap_distance: self.snap_distance.unwrap_or(usual.ground.snap_distance),
            },
            pace: AccelerationSettings {
                acceleration: rate(self.acceleration, usual.pace.acceleration),
                friction: rate(self.friction, usual.pace.friction),
                air_acceleration: rate(self.air_acceleration, usual.pace.air_acceleration),
                fly_acceleration: rate(self.fly_acceleration, usual.pace.fly_acceleration),
            },
            jump: JumpSettings {
                speed: self.jump_speed.unwrap_or(usual.jump.speed),
                coyote_time: self.coyote_time.unwrap_or(usual.jump.coyote_time),
                buffer_time: self.jump_buffer.unwrap_or(usual.jump.buffer_time),
            },
            soft: SoftSettings {
                layers: SOFT_LAYER,
                push_speed: self.push_speed.unwrap_or(usual.soft.push_speed),
            },
            ..usual
        })
    }

    /// Cosines of the limits for climbing and for slipping. A script with one limit means both.
    fn slopes(&self, usual: &GroundSettings) -> anyhow::Result<(f64, f64)> {
        let limits = [
            ("character.max_slope_degrees", self.max_slope_degrees),
            ("character.slip_slope_degrees", self.slip_slope_degrees),
        ];
        for (name, value) in limits {
            if let Some(value) = value.filter(|v| !(0.0..=90.0).contains(v)) {
                bail!("{name} is {value}: it must lie between 0 (flat) and 90 (upright)");
            }
        }
        Ok(match (self.max_slope_degrees, self.slip_slope_degrees) {
            (None, None) => (usual.cos_climb, usual.cos_slip),
            (Some(climb), Some(slip)) if slip < climb => bail!(
                "character.slip_slope_degrees is {slip}, below max_slope_degrees {climb}: \
                 what is climbed must also be stood on"
            ),
            (climb, slip) => {
                let (one, other) = (climb.or(slip), slip.or(climb));
                (one.map_or(usual.cos_climb, cos_degrees), other.map_or(usual.cos_slip, cos_degrees))
            }
        })
    }
}

/// The radii of a body that crouches: the one that points up the most is shortened, of a capsule or a cylinder its
/// length.
fn crouched(body: BodyShape, radii: DVec3, rotation: DQuat, up: DVec3) -> DVec3 {
    match body {
        BodyShape::Capsule => return DVec3 { y: (radii.y * CROUCH).max(radii.x), ..radii },
        BodyShape::Cylinder => return DVec3 { y: radii.y * CROUCH, ..radii },
        _ => {}
    }
    let Some(turn) = rotation.try_normalize() else { return radii };
    let along = |axis: DVec3| (turn * axis).dot(up).abs();
    let (x, y, z) = (along(DVec3::X), along(DVec3::Y), along(DVec3::Z));
    if y >= x && y >= z {
        DVec3 { y: radii.y * CROUCH, ..radii }
    } else if x >= z {
        DVec3 { x: radii.x * CROUCH, ..radii }
    } else {
        DVec3 { z: radii.z * CROUCH, ..radii }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slopes(max: Option<f64>, slip: Option<f64>) -> anyhow::Result<(f64, f64)> {
        let character =
            Character { max_slope_degrees: max, slip_slope_degrees: slip, ..Character::default() };
        character.slopes(&GroundSettings::default())
    }

    #[test]
    fn one_limit_for_slopes_stands_for_both() {
        let usual = GroundSettings::default();
        assert_eq!(slopes(None, None).unwrap(), (usual.cos_climb, usual.cos_slip));
        assert_eq!(slopes(Some(30.0), None).unwrap(), (cos_degrees(30.0), cos_degrees(30.0)));
        assert_eq!(slopes(None, Some(60.0)).unwrap(), (cos_degrees(60.0), cos_degrees(60.0)));
        assert_eq!(slopes(Some(30.0), Some(60.0)).unwrap(), (cos_degrees(30.0), cos_degrees(60.0)));
    }

    #[test]
    fn slopes_that_contradict_or_lean_over_are_refused() {
        assert!(slopes(Some(50.0), Some(40.0)).unwrap_err().to_string().contains("slip_slope_degrees is 40"));
        for bad in [-1.0, 90.5, f64::NAN] {
            assert!(slopes(Some(bad), None).is_err() && slopes(None, Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_body_crouches_along_up_whatever_way_it_lies() {
        let quarter = DQuat::from_rotation_arc(DVec3::X, DVec3::Y);
        let radii = DVec3::new(0.9, 0.4, 0.4);
        let ellipsoid = |turn, up| crouched(BodyShape::Ellipsoid, radii, turn, up);
        assert_eq!(ellipsoid(quarter, DVec3::Y), DVec3::new(0.9 * CROUCH, 0.4, 0.4));
        assert_eq!(ellipsoid(DQuat::IDENTITY, DVec3::Z * 5.0), DVec3::new(0.9, 0.4, 0.4 * CROUCH));
        let capsule = |y| crouched(BodyShape::Capsule, DVec3::new(0.4, y, 0.4), quarter, DVec3::Y).y;
        assert_eq!([capsule(0.9), capsule(0.5)], [0.9 * CROUCH, 0.4]);
    }
}
