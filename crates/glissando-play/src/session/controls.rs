//! What a hand holds and where its eyes look, and what a character is told by it.

use glissando::{DQuat, DVec3, Input};

/// What is held at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Forward, from -1 (back) to 1.
    pub forward: f64,
    /// To the right, from -1 to 1.
    pub right: f64,
    /// Up, from -1 to 1; counts for a flying character.
    pub up: f64,
    /// Whether jump is held.
    pub jump: bool,
    /// Whether crouch is held.
    pub crouch: bool,
    /// Whether it flies.
    pub fly: bool,
    /// Where the eyes look: radians about up, counter-clockwise seen from above; 0 looks along -Z where Y is up.
    pub yaw: f64,
    /// And above the level, in radians.
    pub pitch: f64,
}

/// Wishes are multiples of this many m/s, so that a recorded walk is short. What is left out is less than a hand feels.
const GRAIN: f64 = 1.0 / 256.0;

/// The directions of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the eyes look.
    pub forward: DVec3,
    /// The direction of walking forward: level.
    pub ahead: DVec3,
    /// To the right of both: level.
    pub right: DVec3,
    /// The character's up.
    pub up: DVec3,
}

impl Controls {
    /// # Errors
    /// Numbers that are none, and those out of range, by name.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for (what, value) in [("forward", self.forward), ("right", self.right), ("up", self.up)] {
            anyhow::ensure!((-1.0..=1.0).contains(&value), "{what} is {value}: it must lie between -1 and 1");
        }
        for (what, value) in [("yaw", self.yaw), ("pitch", self.pitch)] {
            anyhow::ensure!(value.abs() <= 1e6, "{what} is {value}: it must be an angle in radians");
        }
        Ok(())
    }

    /// Whether the same keys are held, wherever the eyes look.
    pub(super) fn is_same_grip(&self, other: &Self) -> bool {
        *self == Self { yaw: self.yaw, pitch: self.pitch, ..*other }
    }

    /// The direction of the eyes, for a character with this up (of length one).
    pub fn view(&self, up: DVec3) -> View {
        let upright = DQuat::from_rotation_arc(DVec3::Y, up);
        let ((sin, cos), (rise, level)) = (self.yaw.sin_cos(), self.pitch.sin_cos());
        let ahead = upright * DVec3::new(-sin, 0.0, -cos);
        let right = upright * DVec3::new(cos, 0.0, -sin);
        View { forward: ahead * level + up * rise, ahead, right, up }
    }

    /// The input of a character with this up, which goes `speed` m/s with fully held controls.
    pub fn input(&self, up: DVec3, speed: f64) -> Input {
        let view = self.view(up);
        let forward = if self.fly { view.forward } else { view.ahead };
        let wish =
            forward * self.forward + view.right * self.right + up * if self.fly { self.up } else { 0.0 };
        let length = wish.length();
        let wish = if length > 1.0 { wish / length } else { wish } * speed;
        let grain = |c: f64| (c / GRAIN).round() * GRAIN;
        let wish = DVec3::new(grain(wish.x), grain(wish.y), grain(wish.z));
        Input { wish, jump: self.jump, crouch: self.crouch, fly: self.fly }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_where_the_eyes_look_and_slanted_is_no_faster() {
        let controls = Controls { forward: 1.0, ..Controls::default() };
        assert_eq!(controls.input(DVec3::Y, 4.0).wish, DVec3::new(0.0, 0.0, -4.0));
        let left = Controls { yaw: std::f64::consts::FRAC_PI_2, ..controls };
        assert_eq!(left.input(DVec3::Y, 4.0).wish, DVec3::new(-4.0, 0.0, 0.0));
        let slanted = Controls { right: 1.0, ..controls };
        assert!((slanted.input(DVec3::Y, 4.0).wish.length() - 4.0).abs() < 2.0 * GRAIN);
        let up = Controls { pitch: 1.0, fly: true, ..controls };
        assert!(up.input(DVec3::Y, 4.0).wish.y > 3.0);
    }

    #[test]
    fn with_another_up_one_walks_across_it() {
        for up in [DVec3::Z, DVec3::X, -DVec3::Y] {
            let controls = Controls { forward: 1.0, yaw: 0.3, pitch: 0.5, ..Controls::default() };
            let wish = controls.input(up, 5.0).wish;
            assert!(wish.dot(up).abs() < GRAIN && wish.length() > 4.9, "{up:?}: {wish:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused_by_name() {
        let bad = Controls { right: f64::NAN, ..Controls::default() };
        assert_eq!(bad.check().unwrap_err().to_string(), "right is NaN: it must lie between -1 and 1");
        assert!(Controls { yaw: f64::INFINITY, ..Controls::default() }.check().is_err());
    }
}
