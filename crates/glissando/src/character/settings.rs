//! A character's settings as written in files: its body and its rules of motion.

use super::BodyShape;
use crate::collide::Filter;
use crate::math::{DQuat, DVec3, cos_degrees};
use crate::tolerance::RADIUS_RANGE;

/// A character's settings. Plain data; [`Config::new`](super::Config::new) checks it.
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
    /// On a slope it counts from the foot of the riser, which is higher than the feet. Between two edges, as over a slot or on open
    /// stairs, it counts from the edge behind the body.
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
    /// An `up` without a direction is kept as it is; [`Config::new`](super::Config::new) then refuses it and names it.
    #[must_use]
    pub fn with_up(self, up: DVec3) -> Self {
        let down = up.try_normalize().map_or(self.gravity, |up| up * -self.gravity.length());
        Self { up, gravity: down, ..self }
    }

    /// The same settings with the whole frame turned so that up is `up` (any length but zero): gravity and the body turn by
    /// the shortest rotation from the present up. For planets, and for volumes in which a wall is the ground.
    ///
    /// An `up` without a direction leaves gravity and body as they are; [`Config::new`](super::Config::new) then refuses it and names it.
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
        let low = radii.y * CROUCHED;
        // A crouched capsule that is higher than wide by less than its least half height is a sphere.
        let is_higher = low > narrow + RADIUS_RANGE.0;
        let crouch_radii = DVec3 { y: if is_higher { low } else { narrow }, ..radii };
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
